"""How things stood turn by turn: each deck, agent or variant apart, from a sample of the games played again."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from numpy.typing import NDArray

from sim.core.errors import InputError, nearest, quoted

from ..questions import drawing
from ..questions.texts import TextTable, rows_of
from .entries import GAME, OTHERS, OWN
from .outcome import Outcome
from .traces import SAMPLED, SEAT, Trace, places, seated, traced

MARGIN = "margin"
"""Whose a curve is: what an entry has more than those that it met have on average."""
STILL_GOING = 0.1
"""Curves are drawn until a smaller share of the games goes on."""


def turn_curves(result: Outcome, games: int = SAMPLED) -> pd.DataFrame:
    """One row an entry, curve, whose it is and number of turns (of all seats together, in steps of the players): games,
    the share of them that still go on, mean and quartiles. A game that has ended stands as it ended.

    About so many games of each entry are played again, whole deals, evenly spread over the run. An entry is what the
    question is about, see `entries.entry_figures`; of a team a curve of the seats is their mean. InputError if the
    rules or agents are not those of the run any more.
    """
    found, rows = traced(result, games), []
    for entry, chosen in places(result, games).items():
        there = [(found[variant, number], seat) for variant, number, seat in chosen if (variant, number) in found]
        for curve in result.plan.game.words.curves:
            for whose, lines in _lines(result, curve, there).items():
                rows += [(entry, _name(curve), whose, *row) for row in _summed(lines, result.plan.players)]
    columns = ["name", "curve", "whose", "turn", "games", "going", "mean", "lower_quartile", "median", "upper_quartile"]
    return pd.DataFrame(rows, columns=columns)


def _lines(result: Outcome, curve: str, there: list[tuple[Trace, int]]) -> dict[str, list[NDArray[np.float64]]]:
    """By whose it is, a curve in each game in which an entry sits at a seat."""
    found: dict[str, list[NDArray[np.float64]]] = {}
    players = result.plan.players
    for trace, place in there:
        seats = np.stack([trace.stands[name] for name in seated(curve, players)])
        if SEAT not in curve:
            found.setdefault(GAME, []).append(seats[0])
        elif result.plan.team:
            found.setdefault(OWN, []).append(seats.mean(axis=0))
        else:
            own = trace.first if place == players else place
            others = np.delete(seats, own, axis=0).mean(axis=0)
            for whose, line in ((OWN, seats[own]), (OTHERS, others), (MARGIN, seats[own] - others)):
                found.setdefault(whose, []).append(line)
    return found


def _summed(lines: list[NDArray[np.float64]], players: int) -> Iterator[tuple[float, ...]]:
    """Turn, games, share that goes on, mean and quartiles, for each step of several games' curves."""
    lengths = np.array([len(line) for line in lines])
    for step in range(int(lengths.max())):
        values = np.array([line[min(step, len(line) - 1)] for line in lines])
        quartiles = np.quantile(values, (0.25, 0.5, 0.75), method="inverted_cdf").tolist()
        going = float((step < lengths - 1).mean())
        yield step * players, len(lines), going, float(values.mean()), *quartiles


def one_curve(result: Outcome, name: str | None = None, whose: str | None = None, games: int = SAMPLED) -> pd.DataFrame:
    """The rows of `turn_curves` of one curve that is of one, for as long as enough of the games go on. InputError tells
    which there are.

    name: such as "amber", by default the first that the game has; whose: "own", "others", "margin", or "game" for what
    is no seat's.
    """
    name, whose = named_curve(result, name, whose)
    table = turn_curves(result, games)
    if table.empty:
        raise InputError(f"{result.folder}: no game has been played yet, so there are no curves")
    return table[(table["curve"] == name) & (table["whose"] == whose) & (table["going"] >= STILL_GOING)]


def named_curve(result: Outcome, name: str | None = None, whose: str | None = None) -> tuple[str, str]:
    """Of what a curve is and whose, by their names; plays nothing. See `one_curve`."""
    known = curve_names(result)
    name = next(iter(known)) if name is None else name
    if name not in known:
        raise InputError(f"no curve is called {quoted(name)}{nearest(name, known)}")
    told = [GAME] if SEAT not in known[name] else [OWN] if result.plan.team else [OWN, OTHERS, MARGIN]
    whose = told[0] if whose is None else whose
    if whose not in told:
        raise InputError(f"the curve {quoted(name)} is that of {' or '.join(told)}, not of {quoted(whose)}")
    return name, whose


def curve_names(result: Outcome) -> dict[str, str]:
    """The path of each curve by its name."""
    return {_name(curve): curve for curve in result.plan.game.words.curves}


def _name(curve: str) -> str:
    return curve.removeprefix(f"{SEAT}.").removesuffix(".count").replace(".", " ")


def curve_table(curve: pd.DataFrame) -> TextTable:
    """The rows of `one_curve` as text, a column for each of the first entries: the mean and the middle half."""
    entries = list(dict.fromkeys(curve["name"]))[: drawing.LEADING]
    told = {
        (r.turn, r.name): f"{r.mean:.1f} ({r.lower_quartile:g} to {r.upper_quartile:g})"
        for r in rows_of(curve[curve["name"].isin(entries)])
    }
    turns = sorted({turn for turn, _ in told})
    rows = [[f"{turn}", *(told.get((turn, entry), "") for entry in entries)] for turn in turns]
    return TextTable(["Turns", *entries], rows, frozenset(range(len(entries) + 1)))


def draw_curves(
    result: Outcome, name: str | None = None, whose: str | None = None, games: int = SAMPLED, ax: Axes | None = None
) -> Axes:
    """One thing turn by turn, for each entry: the mean of a sample of the games and the band of their middle half; see
    `one_curve`.
    """
    table = one_curve(result, name, whose, games)
    name, whose = table[["curve", "whose"]].iloc[0]
    entries = list(dict.fromkeys(table["name"]))[: drawing.LEADING]
    labels = [drawing.shortened(entry, drawing.NAME_WIDTH, drawing.SAMPLE_SIZE) for entry in entries]
    ax = ax or drawing.curve_axes(labels)
    lines = []
    for entry, (colour, line) in zip(entries, drawing.curves(len(entries)), strict=True):
        curve = table[table["name"] == entry]
        band = (curve["lower_quartile"], curve["upper_quartile"])
        ax.fill_between(curve["turn"], *band, color=colour, alpha=0.15, linewidth=0)
        lines += ax.plot(curve["turn"], curve["mean"], line, color=colour, linewidth=1.8)
    if whose == MARGIN:
        ax.axhline(0, color=drawing.GREY, linewidth=1, linestyle="--", zorder=1)
    drawing.caption(ax, "turns, of all seats together")
    ax.set_ylabel(name if whose in (OWN, GAME) else f"{name}, {whose}")
    ax.grid(axis="y")
    drawing.legend(ax, lines, labels)
    replayed = rows_of(table)[0].games
    drawing.entitle(
        ax, curve_title(name, whose), f"{replayed:,} games of each, played again; band: the middle half of them"
    )
    return ax


def curve_title(name: str, whose: str) -> str:
    """What a curve shows."""
    told = {OTHERS: " of those that each met", MARGIN: " more than those that each met"}
    return f"{name.capitalize()}{told.get(whose, '')}, turn by turn"
