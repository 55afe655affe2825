"""The pictures of `results/reference`, drawn from the tables that are kept there; plays nothing.

`.venv/bin/python -m experiments.answer.reference` draws them anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from agents import load_agent
from sim import GAMES, load_game

from ..questions import drawing
from . import plots

FOLDER = Path(__file__).parents[2] / "results" / "reference"
MAP_SIZE, DPI = (4.6, 9.5), 90
"""Inches, high and wide, of the four maps of Aeon's End, and dots an inch."""


def keyforge_matrix() -> Figure:
    """Every deck of KeyForge against every other."""
    return _figure_of(plots.heatmap(_kept("keyforge_matrix")))


def berserk_squads() -> Figure:
    """Every squad of Berserk against every other."""
    return _figure_of(plots.heatmap(_kept("berserk_squads")))


def berserk_heroes_matrix() -> Figure:
    """Every deck of Berserk: Heroes against every other."""
    return _figure_of(plots.heatmap(_kept("berserk_heroes_matrix")))


def keyforge_budget() -> Figure:
    """What thinking ahead is worth in KeyForge, by the number of imagined games."""
    return _figure_of(plots.scores_of_table(_kept("keyforge_budget")))


def budget() -> Figure:
    """What thinking ahead is worth by how much of it, in every game of which such a table is kept."""
    return _figure_of(plots.budgets({load_game(game).title: _by_times(game) for game in _with_budget()}))


def _with_budget() -> list[str]:
    """The games with a table of what thinking ahead is worth."""
    return [game for game in GAMES if (FOLDER / f"{game}_budget.csv").is_file()]


def _by_times(game: str) -> pd.DataFrame:
    """How strong an expert is that thinks so many times as much as usually."""
    kept, usual = _kept(f"{game}_budget"), load_agent(game, "expert").parameters["rollouts"]
    return kept.assign(times=kept["name"].str.removesuffix(" rollouts").astype(float) / usual)


def _kept(name: str) -> pd.DataFrame:
    return pd.read_csv(FOLDER / f"{name}.csv")


def _figure_of(axes: Axes) -> Figure:
    figure = axes.get_figure(root=True)
    assert figure is not None
    return figure


def aeons_end_matrix() -> Figure:
    """How often the agents of Aeon's End win against each nemesis: a map for each number of players, the agent that
    wins most on top, and the nemesis that loses least to the left.
    """
    wins = _kept("aeons_end_matrix")
    wins[["row", "column"]] = wins["name"].str.split(" v ", expand=True)
    wins["verdict"] = [
        "undecided" if low <= 0.5 <= high else "" for low, high in zip(wins["low"], wins["high"], strict=True)
    ]
    means = wins.groupby("row")["score"].mean().sort_values(ascending=False)
    columns = wins.groupby("column")["score"].mean().sort_values().index.tolist()
    figure = drawing.new_figure(*MAP_SIZE)
    tables = wins.groupby("players")
    maps = figure.subplots(1, len(tables), sharey=True, subplot_kw={"axes_class": drawing.PictureAxes})
    for ax, (players, cells) in zip(maps, tables, strict=True):
        _team_map(ax, players, cells, means.index.tolist(), columns)
    figure.suptitle(
        f"{means.index[0]} wins most on average, {100 * means.iloc[0]:.1f} % of its games", x=0.01, ha="left"
    )
    told = f"games won, %: {wins['games'].min():,} a cell, 95 % intervals; blue above 50, orange below, grey undecided"
    figure.supxlabel(told, x=0.01, ha="left", fontsize=10)
    return figure


@drawing.styled
def _team_map(ax: Axes, players: Any, cells: pd.DataFrame, rows: Sequence[str], columns: Sequence[str]) -> Axes:
    """One of the maps of Aeon's End."""
    drawing.heatmap(cells, rows, columns, ax=ax)
    ax.set_xlabel("")
    ax.set_title(f"{players} player{'s' if players > 1 else ''}")
    return ax


PICTURES: dict[str, Callable[[], Figure]] = {
    "keyforge_matrix": keyforge_matrix,
    "keyforge_budget": keyforge_budget,
    "budget": budget,
    "aeons_end_matrix": aeons_end_matrix,
    "berserk_squads": berserk_squads,
    "berserk_heroes_matrix": berserk_heroes_matrix,
}
"""By the name of its table, or what the names of its tables end with."""


def draw(name: str, folder: Path = FOLDER) -> None:
    """Writes one of them."""
    table = f"{name}.csv" if (FOLDER / f"{name}.csv").is_file() else f"*_{name}.csv"
    PICTURES[name]().savefig(folder / f"{name}.png", dpi=DPI, metadata={"Description": f"drawn from {table}"})


if __name__ == "__main__":
    for picture in PICTURES:
        draw(picture)
