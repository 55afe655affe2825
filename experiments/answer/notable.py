"""Games of a run that are worth reading: the greatest upsets, the shortest, the longest, the closest, the typical."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pandas as pd

from sim.core.errors import InputError, nearest, quoted
from sim.reading.names import seat_name
from sim.words.vocabulary import Words

from ..questions.texts import TextTable, rows_of
from .formats import ORDERS
from .outcome import Outcome

MOST_VARIANTS = 12
"""Notable games are named of so many variants."""
NOBODY = "nobody"
COLUMNS = ["game", "turns", "first_seat", "winner", "expected", "margin", "distance"]
EQUAL = 1e-6


def played_games(result: Outcome, variant: str | None = None) -> pd.DataFrame:
    """The sound games of a variant, the first unless named, one row each: game, turns, first_seat, winner, expected,
    margin, and distance from the typical game.

    winner: the seat that won alone, "players" or their opponent of a team, else "nobody". expected: what who won scored
    on average in the games that the same seat began: the less, the greater the upset; 1 where nobody won. margin: by
    how much, in the figures by which a seat is ahead (`Words.margin`). distance: of these, turns and decisions from
    their medians, in distances of quartiles.
    """
    plan, name = result.plan, _variant(result, variant)
    words = plan.game.words
    ahead = [figure.lstrip("-") for figure in words.margin]
    figures = ["turns", "decisions", *(ahead if plan.team else [f"{seat}_{f}" for seat in plan.seats for f in ahead])]
    scored = [f"score_{seat}" for seat in plan.seats]
    parts = [games for _, games in result.iter_games(["game", "first_seat", "error", *scored, *figures], name)]
    games = pd.concat(parts, ignore_index=True) if parts else pd.DataFrame({"error": []})
    games = games[games["error"] == 0].reset_index(drop=True)
    if games.empty:
        return pd.DataFrame(columns=COLUMNS)
    scores = games[scored]
    alone = (scores > 1 - EQUAL).any(axis=1).to_numpy()
    seat = scores.to_numpy().argmax(axis=1)
    return pd.DataFrame({
        "game": games["game"],
        "turns": games["turns"],
        "first_seat": games["first_seat"].map(seat_name),
        "winner": _winners(words.team, seat, alone),
        "expected": _expected(games, scores, seat, alone, bool(plan.team)),
        "margin": _margins(words.margin, games, seat, plan.players, bool(plan.team)),
        "distance": _distances(games[figures]),
    })  # fmt: skip


def _variant(result: Outcome, name: str | None) -> str:
    names = [variant.name for variant in result.plan.variants]
    if name is not None and name not in names:
        raise InputError(f"no variant is called {quoted(name)}{nearest(name, names)}")
    return names[0] if name is None else name


def _winners(team: tuple[str, str] | None, seat: np.ndarray, alone: np.ndarray) -> list[str]:
    if team is not None:
        return [team[0] if won else team[1] for won in alone]
    return [seat_name(int(i)) if won else NOBODY for i, won in zip(seat, alone, strict=True)]


def _expected(games: pd.DataFrame, scores: pd.DataFrame, seat: np.ndarray, alone: np.ndarray, team: bool) -> np.ndarray:
    means = scores.groupby(games["first_seat"]).transform("mean").to_numpy()
    of_winner = means[np.arange(len(seat)), seat]
    if team:
        return np.where(alone, of_winner, 1 - means[:, 0])
    return np.where(alone, of_winner, 1.0)


def _margins(figures: tuple[str, ...], games: pd.DataFrame, seat: np.ndarray, players: int, team: bool) -> np.ndarray:
    """By how much who won was ahead, in the first figure in which there is a difference."""
    found = np.zeros(len(games))
    rows = np.arange(len(games))
    for figure in figures:
        sign, name = (-1, figure[1:]) if figure.startswith("-") else (1, figure)
        if team:
            found += sign * games[name].to_numpy(np.float64)
            continue
        values = sign * np.column_stack([games[f"{seat_name(i)}_{name}"] for i in range(players)]).astype(np.float64)
        own = values[rows, seat]
        values[rows, seat] = -np.inf
        found = np.where(found == 0, own - values.max(axis=1), found)
    return found


def _distances(figures: pd.DataFrame) -> np.ndarray:
    low, median, high = np.quantile(figures.to_numpy(np.float64), [0.25, 0.5, 0.75], axis=0)
    varying = high > low
    apart = np.abs(figures.to_numpy(np.float64) - median)[:, varying] / (high - low)[varying]
    return apart.sum(axis=1)


_KEYS: Mapping[str, Callable[[pd.DataFrame], list[Any]]] = {
    "upset": lambda games: [games["expected"].round(4), -games["margin"]],
    "shortest": lambda games: [games["turns"]],
    "longest": lambda games: [-games["turns"]],
    "closest": lambda games: [games["margin"].abs()],
    "typical": lambda games: [games["distance"]],
}
"""Of each order: games -> columns whose lowest values come first, the first column above all."""


def sorted_games(result: Outcome, by: str, variant: str | None = None, most: int = 10) -> pd.DataFrame:
    """The first games of `played_games` in an order of ORDERS; of equal ones those with the lowest numbers."""
    if by not in ORDERS:
        raise InputError(f"sort: games cannot be sorted by {quoted(by)}{nearest(by, ORDERS)}")
    games = played_games(result, variant)
    if games.empty:
        raise InputError(
            f"{result.folder}: no game of {quoted(_variant(result, variant))} has been played without a fault"
        )
    return _sorted(games, by).head(most).reset_index(drop=True)


def _sorted(games: pd.DataFrame, by: str) -> pd.DataFrame:
    keys = [*_KEYS[by](games), games["game"]]
    return games.iloc[np.lexsort(keys[::-1])]


def games_table(games: pd.DataFrame, words: Words) -> TextTable:
    """Games of `sorted_games` as text."""
    first, *_ = words.margin or ("margin",)
    ahead = "".join(words.margin).replace("-", " - ") if words.team else first.replace("-", "fewer ")
    rows = [
        [f"{r.game}", f"{r.turns + 1}", r.first_seat, r.winner, f"{100 * r.expected:.0f} %", f"{r.margin:+g}"]
        for r in rows_of(games)
    ]
    headers = ["Game", "Turns", "First", "Winner", "Expected to score", f"Ahead ({ahead.replace('_', ' ')})"]
    return TextTable(headers, rows, frozenset({0, 1, 4, 5}))


def notable_games(result: Outcome) -> pd.DataFrame:
    """By variant a typical game, the shortest, the longest, the closest and the greatest upset: variant, kind, and the
    columns of `played_games`. Of the first MOST_VARIANTS variants; none before the first game.
    """
    told = []
    for variant in result.plan.variants[:MOST_VARIANTS]:
        games = played_games(result, variant.name)
        for kind in ORDERS if len(games) else ():
            told.append(_sorted(games, kind).head(1).assign(variant=variant.name, kind=kind))
    columns = ["variant", "kind", *COLUMNS[:-1]]
    return pd.concat(told, ignore_index=True)[columns] if told else pd.DataFrame(columns=columns)


def numbers_worth_reading(result: Outcome, variant: str | None = None) -> dict[str, int]:
    """The number of the first game of a variant in each order, by what it is: "a typical game", "the shortest", ..."""
    games = played_games(result, variant)
    return {about: int(_sorted(games, kind)["game"].iloc[0]) for kind, about in ORDERS.items() if len(games)}


def notable_table(result: Outcome) -> TextTable:
    """The notable games as text, each with the command that tells it."""
    several = len(result.plan.variants) > 1
    rows = [
        [*([r.variant] if several else []), ORDERS[r.kind], f"{r.game}", f"{r.turns + 1}", r.winner,
         replay_command(result, r.game, r.variant)]
        for r in rows_of(notable_games(result))
    ]  # fmt: skip
    headers = [*(["Variant"] if several else []), "", "Game", "Turns", "Winner", "To read it"]
    return TextTable(headers, rows, frozenset({several + 1, several + 2}))


def replay_command(result: Outcome, game: int, variant: str) -> str:
    """The command that tells a game of a run."""
    which = ["--variant", variant] if len(result.plan.variants) > 1 else []
    return shlex.join(["overnight", "replay", str(result.folder), str(game), *which])
