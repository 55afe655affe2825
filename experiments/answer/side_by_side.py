"""Two finished runs side by side: the same question of the same entries, under other rules, agents or numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from sim.core.errors import InputError, quoted
from sim.reading.names import seat_name

from ..plan.plan import Plan, describe_difference
from ..questions.compare import IDENTICAL
from ..questions.question import QUESTIONS
from ..questions.texts import TextTable, rows_of
from ..questions.totals import TIGHTEST_AT
from ..statistics.format import format_interval
from ..statistics.intervals import Interval
from ..statistics.moments import deal_scores, moments_of
from ..statistics.sequences import difference_of_many
from .outcome import Outcome

ALWAYS_VALID = "always valid"
PAIRED, UNPAIRED = "paired", "unpaired"


@dataclass(frozen=True)
class SideBySide:
    """Two runs side by side."""

    one: Outcome
    other: Outcome
    table: pd.DataFrame
    """by entry: name; score, low, high in the first run; other_score, other_low, other_high in the second; difference
    (second less first), difference_low, difference_high; deals: common ones, 0 where unpaired; verdict
    """
    pairing: str
    """PAIRED or UNPAIRED"""
    unit: str
    """of the scores; empty if they are values of a setting"""

    @property
    def differ_by(self) -> str:
        """What is not the same in both runs, of all that decides how a game goes."""
        if self.one.manifest["key"] == self.other.manifest["key"]:
            same = self.one.manifest["games"] == self.other.manifest["games"]
            return "nothing" if same else "nothing but how many games they played"
        return describe_difference(self.one.manifest["identity"], self.other.manifest["identity"])

    @property
    def text_table(self) -> TextTable:
        """The table as text."""
        scale = 100 if self.unit else 1
        points = "points" if self.unit else ""
        rows = [
            [
                r.name,
                format_interval(Interval(r.score, r.low, r.high, 1), self.unit, scale=scale),
                format_interval(Interval(r.other_score, r.other_low, r.other_high, 1), self.unit, scale=scale),
                format_interval(
                    Interval(r.difference, r.difference_low, r.difference_high, 1), points, scale=scale, signed=True
                ),
                r.verdict,
            ]
            for r in rows_of(self.table)
        ]
        names = [run.folder.name for run in (self.one, self.other)]
        return TextTable(["", *names, "Difference", "Verdict"], rows, frozenset({1, 2, 3}))

    @property
    def lines(self) -> list[str]:
        """How the differences are to be read, in words."""
        if self.pairing == PAIRED:
            deals = int(self.table["deals"].max())
            how = f"Paired: both runs played the same deals, and the differences are those of {deals:,} common ones."
        else:
            how = "Unpaired: each run has luck of its own, or its entries have, and the intervals of both are added up."
        holds = ", which holds whenever the runs were stopped" * _are_always_valid(self.one, self.other)
        return [
            f"The runs differ by {self.differ_by}.",
            how,
            f"Each difference has its own interval of {100 * self.one.plan.confidence:g} %{holds}.",
        ]


def side_by_side(one: Outcome, other: Outcome) -> SideBySide:
    """Two runs side by side, the second against the first; InputError lists why they cannot be compared."""
    if problems := list(_obstacles(one, other)):
        raise InputError(problems)
    question = QUESTIONS[one.plan.question]
    paired = _are_paired(one, other)
    if question.of_values:
        tables = [question.estimates(run.table).rename(columns={"estimate": "score"}) for run in (one, other)]
    else:
        tables = [run.table[["name", "score", "low", "high"]] for run in (one, other)]
    both: list[dict[Any, Any]] = tables[0].merge(tables[1], on="name", suffixes=("", "_of_other")).to_dict("records")
    rows = [_paired_row(one, other, row) if paired else _unpaired_row(row) for row in both]
    return SideBySide(one, other, pd.DataFrame(rows), PAIRED if paired else UNPAIRED, "%" if question.unit else "")


def _whose(plan: Plan) -> str:
    """Whose score a plan asks for."""
    if plan.entrant is None:
        return "each"
    return "the first seat" if plan.entrant == plan.players else seat_name(plan.entrant)


def _obstacles(one: Outcome, other: Outcome) -> Iterator[str]:
    """Why two runs cannot be compared."""
    for run in (one, other):
        if run.status != "done":
            yield f"{run.folder}: this run is not finished ({run.status}); run its plan to the end first"
        elif not run.table["score"].notna().any():
            yield f"{run.folder}: no deal was without a fault"
    a, b = one.plan, other.plan
    for what, first, second in (
        ("play another game", a.game.title, b.game.title),
        ("ask another question", a.question, b.question),
        ("have another number of players", a.players, b.players),
        ("report different entrants", _whose(a), _whose(b)),
        ("have intervals of another confidence", f"{100 * a.confidence:g} %", f"{100 * b.confidence:g} %"),
    ):
        if first != second:
            yield f"the runs {what}: {first} and {second}"
    names = [list(run.table["name"]) for run in (one, other)]
    same = a.game is b.game and a.question == b.question
    if same and QUESTIONS[a.question].of_values:
        first, second = (run.table["setting"].iloc[0] for run in (one, other))
        if first != second:
            yield f"the runs balance by different settings: {first} and {second}"
    elif same and set(names[0]) != set(names[1]):
        only = [
            ", ".join(f"{quoted(name)}" for name in mine if name not in theirs) for mine, theirs in (names, names[::-1])
        ]
        told = [
            f"only the {which} has {found}" for which, found in zip(("first", "second"), only, strict=True) if found
        ]
        yield f"the runs have other entries: {' and '.join(told)}"


def _are_paired(one: Outcome, other: Outcome) -> bool:
    """Whether game number n has the same luck in both runs, and scores are those of single variants."""
    a, b = one.plan, other.plan
    seeds = [[plan.seed_of(index) for index in range(len(plan.variants))] for plan in (a, b)]
    told = QUESTIONS[a.question]
    alone = all(told.played_as(run.plan, name) is not None for run in (one, other) for name in run.table["name"])
    return alone and a.games_per_deal == b.games_per_deal and seeds[0] == seeds[1]


def _unpaired_row(row: Mapping[str, Any]) -> dict[str, Any]:
    """The difference of two independent estimates by their own intervals (Newcombe 1998, method 10; Zou 2008)."""
    a, b = ((row[f"score{end}"], row[f"low{end}"], row[f"high{end}"]) for end in ("", "_of_other"))
    low = b[0] - a[0] - math.hypot(b[0] - b[1], a[2] - a[0])
    high = b[0] - a[0] + math.hypot(b[2] - b[0], a[0] - a[1])
    return _row(row, Interval(b[0] - a[0], low, high, 0))


def _paired_row(one: Outcome, other: Outcome, row: Mapping[str, Any]) -> dict[str, Any]:
    """The difference by the deals that both runs have played without a fault."""
    scores = [_scores_of_deals(run, row["name"]) for run in (one, other)]
    common = scores[0].index.intersection(scores[1].index)
    moments = moments_of(*(found[common].to_numpy() for found in scores))
    is_sequence = _are_always_valid(one, other)
    found = difference_of_many(moments, 1, 0, 1, one.plan.confidence, sequence=is_sequence, tightest_at=TIGHTEST_AT)
    return _row(row, found, found.identical)


def _are_always_valid(one: Outcome, other: Outcome) -> bool:
    """Whether what a run showed may have ended it, so that an interval has to hold at every number of deals."""
    return ALWAYS_VALID in (one.intervals, other.intervals)


def _scores_of_deals(run: Outcome, name: str) -> pd.Series:
    """By deal, what a row of the answer scored in it: see `Question.played_as`."""
    plan = run.plan
    found = QUESTIONS[plan.question].played_as(plan, name)
    assert found is not None  # runs whose rows are means or values are not paired
    variant, seat = plan.variants[found[0]].name, found[1]
    parts = []
    for _, games in run.iter_games(["deal", "first_seat", "error", *(f"score_{seat}" for seat in plan.seats)], variant):
        of_seats = games[[f"score_{name}" for name in plan.seats]].to_numpy(np.float64)
        of_games = of_seats[np.arange(len(games)), games["first_seat"] if seat == plan.players else seat]
        sound = (games["error"] == 0).to_numpy().reshape(-1, plan.games_per_deal).all(axis=1)
        deals = games["deal"].to_numpy()[:: plan.games_per_deal]
        parts.append(pd.Series(deal_scores(of_games, plan.games_per_deal)[sound], deals[sound]))
    return pd.concat(parts) if parts else pd.Series(dtype=float)


def _row(row: Mapping[str, Any], found: Interval, identical: bool = False) -> dict[str, Any]:
    equal = IDENTICAL if identical else "undecided"
    verdict = "higher" if found.low > 0 else "lower" if found.high < 0 else equal
    return {
        "name": row["name"],
        **{key: row[key] for key in ("score", "low", "high")},
        **{f"other_{key}": row[f"{key}_of_other"] for key in ("score", "low", "high")},
        "difference": found.estimate,
        "difference_low": found.low,
        "difference_high": found.high,
        "deals": found.n,
        "verdict": verdict,
    }
