"""The questions `field` and `matrix`: how do entries score against many others, each pair played from both sides?

Every pair has deals of its own, so the pairs of an entry are independent of each other, and luck averages out in its
mean; within a pair, all settings and sides play the same deals.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray

from ..plan.fields import Field
from ..plan.plan import Part, Plan, describe_agent
from ..plan.reading import Asked, PlanReader
from ..statistics.format import NO_ANSWER, format_interval
from ..statistics.intervals import Interval, simultaneous_confidence
from ..statistics.moments import Moments, deal_scores
from ..statistics.ratings import Ratings, bradley_terry
from ..statistics.sequences import games_for_half_width, standard_errors
from ..statistics.sequential_test import SequentialTest, mean_test
from . import deciding
from .pairing import TWO, Pairing, PairingReader
from .question import Question, Section
from .texts import TextTable, rows_of, score_text, with_faults
from .totals import TIGHTEST_AT, Figures, PartGames, Totals, count_figures, mean_score, no_figures

ALL_PAIRS = "all pairs"
"""The name under which the figures of all pairs are told together."""
PART_PAIRS, PAIR_PART_GAMES = 20, 480
"""How many pairs, which are many, share a file, and games of each in a part, by default."""
ABOVE, BELOW, UNDECIDED, ITSELF = "above 50 %", "below 50 %", "undecided", "itself"
ABOVE_EVEN, BELOW_EVEN = "above an even share", "below an even share"
"""Where more than two play."""
TURNED = {ABOVE: BELOW, BELOW: ABOVE}
ONE_ERROR = math.erf(math.sqrt(0.5))
"""The confidence of an interval that reaches one standard error to each side."""


@dataclass
class PairPartTotals:
    """Totals of one part of several pairs (variants of a field or matrix), with what is needed to join it to others."""

    games: int
    """of each variant"""
    figures: Figures
    """of all variants together"""
    faults: list[int]
    """by variant"""
    entrant: NDArray[np.float64] = field(repr=False)
    """(variants, deals): score of the first entry of the pair; nan for a deal with a fault"""
    first_seat: NDArray[np.float64] = field(repr=False)
    """(variants, deals): score of whichever seat begins; nan for a deal with a fault"""


class PairTotals(Totals):
    """Totals of a run of pairs: games of the same numbers of every one.

    All values are sums by deal, which are exact: of the variants of a pair, of the pairs of a row, of all variants.
    """

    def __init__(self, plan: Plan) -> None:
        self.pairing: Pairing = plan.own
        self.variants = len(plan.variants)
        self.cells = [Moments() for _ in range(self.pairing.pairs)]
        """by pair: the score of its first entry, by deal that is sound in all variants of the pair"""
        self.rows = [Moments() for _ in self.pairing.rows]
        """by row: the score against all that it meets, by deal that is sound in all of these pairs"""
        self.first_seat = Moments()
        """the score of whichever seat begins, by deal that is sound in all variants"""
        self.figures = {plan.together: no_figures(plan)}
        self.faults = [0] * self.variants

    def add(self, parts: Sequence[PairPartTotals]) -> None:
        """Adds the same part of all variants, which the parts hold in order."""
        each = self.pairing.each
        scores = np.concatenate([part.entrant for part in parts])
        pairs = scores.reshape(-1, each, scores.shape[1]).sum(axis=1)
        for cell, deals in zip(self.cells, pairs, strict=True):
            cell.add(_sound(deals))
        for row, total in enumerate(self.rows):
            met = self.pairing.pair[row] >= 0
            which, mirrored = self.pairing.pair[row][met], self.pairing.mirrored[row][met]
            if len(which):
                own = np.where(mirrored[:, None], each - pairs[which], pairs[which])
                total.add(_sound(self.pairing.weights_met(row) @ own))
        self.first_seat.add(_sound(np.concatenate([part.first_seat for part in parts]).sum(axis=0)))
        for part in parts:
            for name, counts in part.figures.items():
                self.figures[ALL_PAIRS][name].update(counts)
        self.faults = [a + b for a, b in zip(self.faults, (n for part in parts for n in part.faults), strict=True)]
        self.games += parts[0].games

    def without_sound_deals(self) -> Iterable[int]:
        """Of each pair that has had nothing but faults, the variant with the most."""
        if not self.games:
            return []
        each, faults = self.pairing.each, self.faults
        worst = [max(range(k * each, (k + 1) * each), key=faults.__getitem__) for k in range(self.pairing.pairs)]
        return [index for index, cell in zip(worst, self.cells, strict=True) if not cell.count]

    def first_seats(self, plan: Plan, always_valid: bool) -> dict[str, tuple[Interval, int]]:
        """For all pairs together, the score of whichever seat begins, and in how many games."""
        found = mean_score(self.first_seat, self.variants, plan.confidence, always_valid)
        return {ALL_PAIRS: (found, self.games * self.variants)}


def _sound(deals: NDArray[np.float64]) -> NDArray[np.float64]:
    return deals[~np.isnan(deals)]


def draw_heatmap(result: Any, ax: Any = None) -> Any:
    """The score of every row against every column, both sorted by their means; grey where all pairs judged together
    leave it undecided, empty where an entry would meet itself.
    """
    from . import drawing  # loaded when something is drawn

    rows, columns = sorted_cells(result.table, result.cells)
    ax = drawing.heatmap(result.cells, rows, columns, result.plan.even_share, ax)
    sample = f"{drawing.sample(result)}, {drawing.confidence(result)}{drawing.widest(result.cells)}"
    drawing.entitle(ax, result.headline, sample)
    return ax


class Pairs(Question):
    """How do entries score against many others? What a field and a matrix share."""

    of_means = True
    meets = True
    together = (
        "all mean scores together (the score of one pair has an interval of its own, and counts as undecided"
        " unless it is decided among all pairs together)"
    )
    own_pictures: Mapping[str, Callable[..., Any]] = {"heatmap": draw_heatmap}
    pictures = ("heatmap", "scores", "progress", "length")
    entrants = ()
    stop: Mapping[str, Field] = deciding.TESTED
    part_games = PAIR_PART_GAMES
    rated = False
    """whether entries have ratings where two play: all meet all"""

    def read(self, reader: PlanReader) -> Asked:
        """A candidate for each pair, setting and side."""
        pairing, variants = PairingReader(reader).read(self.lists, counts_itself=len(self.lists) > 1)
        if pairing is None:
            return Asked([reader.base])
        over = {"over": pairing.over} if any(pairing.over) else {}
        entries = dict(zip(self.lists, (pairing.rows, pairing.columns), strict=False))
        written: dict[str, Any] = {key: [entry.written for entry in listed] for key, listed in entries.items()}
        if len(set(pairing.weights.tolist())) > 1:
            names = [entry.name for entry in pairing.columns]
            written["field_weights"] = dict(zip(names, pairing.weights.tolist(), strict=True))
        unit = "pair" if pairing.each == 1 else "pair, setting and side"
        return Asked(variants, pairing, {**over, **written}, unit, ALL_PAIRS, PART_PAIRS)

    def is_rated(self, plan: Plan) -> bool:
        """Whether entries have ratings."""
        return self.rated and plan.players == TWO

    def no_games(self, plan: Plan) -> PairTotals:
        """The totals of a run before its first game."""
        return PairTotals(plan)

    def total_part(self, plan: Plan, part: Part, games: pa.Table) -> PairPartTotals:
        """What the totals need of a part."""
        pairing, found = _pairing(plan), PartGames.of(plan, games)
        seats = np.repeat([pairing.seat[variant % pairing.each] for variant in part.group], part.games)
        unsound = ~found.sound_deals(plan.games_per_deal)
        by_deal = []
        for seat in (seats, found.first):
            deals = deal_scores(found.of_seats(seat), plan.games_per_deal)
            by_deal.append(np.where(unsound, np.nan, deals).reshape(len(part.group), -1))
        faults = (~found.sound).reshape(len(part.group), -1).sum(axis=1).tolist()
        return PairPartTotals(part.games, count_figures(plan, games, found.sound), faults, *by_deal)

    def unit_of(self, plan: Plan) -> str:
        """A pair, or one of the tables at which it is played."""
        return "table" if plan.own is not None and _pairing(plan).each > 1 else plan.unit

    def games_told(self, plan: Plan, table: pd.DataFrame) -> int:
        """Of how many games of each variant a table tells: an entry plays all of those that it meets."""
        pairing = _pairing(plan)
        return int(table["games"].max()) // int(pairing.each * (pairing.pair >= 0).sum(axis=1).max())

    def sections(self, table: pd.DataFrame, more: Mapping[str, pd.DataFrame]) -> list[Section]:
        """Every pair."""
        about = "The score of the row against the column. In brackets: undecided, all pairs judged together."
        return [Section("Every pair", about, "cells", cells_table(table, more["cells"]))]

    def summarize(self, plan: Plan, totals: PairTotals, confidence: float, always_valid: bool) -> pd.DataFrame:
        """One row an entry whose score is asked for, the highest first: its mean score over all that it meets, each of
        them counting the same; all intervals hold together. games: those that it played. Of a matrix also its rating,
        in Elo points above the mean, with an interval of its own.
        """
        pairing = _pairing(plan)
        together = simultaneous_confidence(confidence, len(pairing.rows))
        scores = [_row_score(pairing, totals, row, together, always_valid) for row in range(len(pairing.rows))]
        opponents = pairing.opponents
        table = pd.DataFrame({
            "name": [entry.name for entry in pairing.rows],
            "agent": [describe_agent(entry.agent) for entry in pairing.rows],
            "opponents": opponents,
            "games": totals.games * pairing.each * (pairing.pair >= 0).sum(axis=1),
            "score": [s.estimate for s in scores],
            "low": [s.low for s in scores],
            "high": [s.high for s in scores],
            "verdict": [_verdict(s, pairing.even) for s in scores],
            **_tests(plan, totals),
        })  # fmt: skip
        if self.is_rated(plan):
            rated = ratings(plan, totals)
            reach = standard_errors(
                confidence, max(1, totals.games // 2), sequence=always_valid, tightest_at=TIGHTEST_AT
            )
            error = math.nan if rated is None else rated.error
            table["rating"] = math.nan if rated is None else rated.strength
            table["rating_low"], table["rating_high"] = table["rating"] - reach * error, table["rating"] + reach * error
        faults = np.asarray(totals.faults).reshape(-1, pairing.each).sum(axis=1)
        table["faults"] = [int(faults[pairs[pairs >= 0]].sum()) for pairs in pairing.pair]
        return table.sort_values("score", ascending=False, kind="stable", ignore_index=True)

    def entries(self, plan: Plan) -> dict[str, list[tuple[int, int]]]:
        """Those whose scores are asked for, in all of their pairs, settings and sides."""
        pairing = _pairing(plan)
        found: dict[str, list[tuple[int, int]]] = {row.name: [] for row in pairing.rows}
        for i, j in zip(*np.nonzero(pairing.pair >= 0), strict=True):
            for side, seat in enumerate(pairing.seat):
                own = 1 - seat if pairing.mirrored[i, j] else seat
                found[pairing.rows[i].name].append((int(pairing.pair[i, j]) * pairing.each + side, own))
        return found

    def is_decided(self, plan: Plan, table: pd.DataFrame) -> bool:
        """Whether every entry is known to score more or less than an even share."""
        ended = deciding.has_ended(table)
        return not (table["verdict"] == UNDECIDED).any() if ended is None else ended

    def games_to_half_width(self, plan: Plan, totals: PairTotals, half_width: float) -> float:
        """About how many more games of each pair until every interval of a mean score is so narrow."""
        pairing = _pairing(plan)
        together = simultaneous_confidence(plan.confidence, len(pairing.rows))
        needed = [0]
        for row in range(len(pairing.rows)):
            met = pairing.weights_met(row)
            if len(met):
                needed.append(
                    games_for_half_width(
                        totals.rows[row], half_width * pairing.weight(row) * pairing.each, together,
                        bounds=(0, met.sum() * pairing.each), parts=_parts(pairing, row),
                        games_per_deal=plan.games_per_deal, sequence=True, tightest_at=TIGHTEST_AT,
                    )
                )  # fmt: skip
        return max(needed)

    def played(self, plan: Plan, games: int) -> str:
        """What is played."""
        pairing = _pairing(plan)
        what = f"{games:,} games of {plan.game.title} in each of {pairing.pairs:,} pairs"
        tables = f" at each of {pairing.each} tables (settings and sides), the same games"
        return what + ("" if pairing.each == 1 else tables)

    def more_tables(self, plan: Plan, totals: PairTotals, always_valid: bool) -> dict[str, pd.DataFrame]:
        """The score of every row against every column."""
        return {"cells": cells(plan, totals, plan.confidence, always_valid)}

    def text_table(self, table: pd.DataFrame, most: int | None = None) -> TextTable:
        """One row an entry."""
        shown = table if most is None or len(table) <= most + 1 else table.head(most)
        rated = "rating" in table
        rows = [
            [
                r.name,
                score_text(r),
                r.verdict,
                *([rating_text(r)] if rated else []),
                f"{r.opponents}",
                f"{r.games:,}",
                r.agent,
            ]
            for r in rows_of(shown)
        ]
        headers = ["Entry", "Mean score", "Verdict", *(["Rating"] if rated else []), "Opponents", "Games", "Agent"]
        found = with_faults(headers, rows, {1, *range(3, len(headers) - 1)}, shown)
        if len(shown) < len(table):
            found.rows.append([f"and {len(table) - len(shown)} more", *[""] * (len(found.headers) - 1)])
        return found

    def headline(self, plan: Plan, table: pd.DataFrame, first_seat: pd.DataFrame) -> str:
        """Who scores most, of how many, against whom, and whether that is shown."""
        best, *others = rows_of(table)
        over = f"against {self.over_whom(plan, best)}"
        if not others:
            return f"{best.name} scores {score_text(best)} on average {over}: {best.verdict}"
        told = f"{best.name} scores most of {len(table)} on average {over}: {score_text(best)}"
        second = max(others, key=lambda row: row.high)
        leads, less = best.low > second.high, f"not shown to be more than {second.name}"
        if best.verdict in (ABOVE, ABOVE_EVEN):
            other = "and than every other" if leads else f"but {less}"
            return f"{told}, {best.verdict.replace('above', 'more than')} {other}"
        even = "not shown to be more than an even share"
        if best.verdict in (BELOW, BELOW_EVEN):
            even = best.verdict.replace("below", "less than")
        return f"{told}, {even}, {'but more than every other' if leads else f'and {less}'}"

    @abstractmethod
    def over_whom(self, plan: Plan, row: Any) -> str:
        """Those that an entry, a row of the table, meets."""

    def told(self, plan: Plan, table: pd.DataFrame, more: Mapping[str, pd.DataFrame]) -> list[str]:
        """The mean score of every entry."""
        lines = []
        for row in rows_of(table):
            rating = f", rating {rating_text(row)}" if "rating" in table else ""
            over = self.over_whom(plan, row)
            lines.append(
                f"{row.name} ({row.agent}) scores {score_text(row)} on average over {over}: {row.verdict}{rating}."
            )
        return [*lines, *deciding.told(plan, table, "distance from an even share", len(table))]

    def history_label(self, table: pd.DataFrame) -> str:
        """Mean scores."""
        return "mean score, %"


def cells(plan: Plan, totals: PairTotals, confidence: float, always_valid: bool) -> pd.DataFrame:
    """One row for each row and column of the table: the score of the row against the column.

    low and high: an interval of its own for every cell. verdict: whether it is above or below an even share when all
    pairs are judged together; "itself" where an entry would meet itself, which scores just that.
    """
    pairing = _pairing(plan)
    own = [mean_score(cell, pairing.each, confidence, always_valid) for cell in totals.cells]
    together = simultaneous_confidence(confidence, pairing.pairs)
    even = pairing.even
    judged = [_verdict(mean_score(cell, pairing.each, together, always_valid), even) for cell in totals.cells]
    rows = []
    for i, row in enumerate(pairing.rows):
        for j, column in enumerate(pairing.columns):
            pair, mirrored = int(pairing.pair[i, j]), bool(pairing.mirrored[i, j])
            score, verdict = (Interval(even, even, even, 0), ITSELF) if pair < 0 else (own[pair], judged[pair])
            if mirrored:
                score = Interval(1 - score.estimate, 1 - score.high, 1 - score.low, score.n)
                verdict = TURNED.get(verdict, verdict)
            games = 0 if pair < 0 else totals.games * pairing.each
            rows.append((row.name, column.name, games, score.estimate, score.low, score.high, verdict))
    return pd.DataFrame(rows, columns=["row", "column", "games", "score", "low", "high", "verdict"])


def cells_table(table: pd.DataFrame, cells: pd.DataFrame) -> TextTable:
    """The score of every row against every column (the answer, and `cells`), the best rows first and the columns
    that are hardest to beat first; in brackets what is undecided.
    """
    rows, columns = sorted_cells(table, cells)
    told = {(r.row, r.column): _cell_text(r) for r in rows_of(cells)}
    texts = [[row, *(told[row, column] for column in columns)] for row in rows]
    return TextTable(["Score in % against", *columns], texts, frozenset(range(1, len(columns) + 1)))


def sorted_cells(table: pd.DataFrame, cells: pd.DataFrame) -> tuple[list[str], list[str]]:
    """Names of rows by their mean, the best first, and of columns, those that are hardest to beat first."""
    rows = table["name"].tolist()
    columns = cells["column"].drop_duplicates().tolist()
    if sorted(columns) == sorted(rows):
        return rows, rows
    means = cells[cells["games"] > 0].groupby("column", sort=False)["score"].mean()
    return rows, sorted(columns, key=lambda name: means.get(name, 0.5))


def _cell_text(row: Any) -> str:
    if row.games == 0 or pd.isna(row.score):
        return ""
    text = format_interval(Interval(row.score, row.low, row.high, row.games), "")
    return f"({text})" if row.verdict == "undecided" else text


def _pairing(plan: Plan) -> Pairing:
    return plan.own


def _row_score(pairing: Pairing, totals: PairTotals, row: int, confidence: float, always_valid: bool) -> Interval:
    met, weight = int(pairing.weights_met(row).sum()), pairing.weight(row)
    even = pairing.even
    if met == 0:
        return Interval(even, even, even, totals.games)
    return mean_score(
        totals.rows[row], met * pairing.each, confidence, always_valid, (weight - met) * pairing.each * even,
        weight * pairing.each, _parts(pairing, row),
    )  # fmt: skip


def _tests(plan: Plan, totals: PairTotals) -> dict[str, list[Any]]:
    """The columns that tell of the tests of all mean scores together against an even share; none of an entry that meets
    itself alone.
    """
    pairing, stop = _pairing(plan), plan.stop
    if stop.indifference is None or stop.decided is None:
        return {}
    each = simultaneous_confidence(stop.decided, len(pairing.rows))
    tests: list[SequentialTest | None] = []
    for row, sums in enumerate(totals.rows):
        met = int(pairing.weights_met(row).sum())
        # of the scores that are played: the others are even, and all together are to be off by the indifference
        off = stop.indifference * pairing.weight(row) / met if met else 0.0
        scores = met * pairing.each
        tests.append(mean_test(sums, scores, pairing.even, off, each, _parts(pairing, row)) if met else None)
    above, below = (ABOVE, BELOW) if pairing.even == 1 / TWO else (ABOVE_EVEN, BELOW_EVEN)
    return deciding.columns(plan, tests, {"above": above, "below": below})


def _parts(pairing: Pairing, row: int) -> float:
    """Of how many scores of one weight the mean of a row is worth as much (Kish, 1965), of those that it plays for."""
    met = pairing.weights_met(row)
    return float(met.sum() ** 2 / (met**2).sum()) * pairing.each


def _verdict(interval: Interval, even: float) -> str:
    above, below = (ABOVE, BELOW) if even == 1 / TWO else (ABOVE_EVEN, BELOW_EVEN)
    if interval.low == interval.high == even:
        return ITSELF
    if interval.low > even:
        return above
    return below if interval.high < even else UNDECIDED


def ratings(plan: Plan, totals: PairTotals) -> Ratings | None:
    """The ratings of a matrix; None before every pair has met."""
    if not all(cell.count for cell in totals.cells):
        return None
    pairing = _pairing(plan)
    first, second = np.nonzero((pairing.pair >= 0) & ~pairing.mirrored)
    scores = [
        mean_score(totals.cells[pair], pairing.each, ONE_ERROR, False) for pair in pairing.pair[first, second].tolist()
    ]
    # the middle of the interval, which is inside (0, 1) even if the score is not
    middles = [(score.low + score.high) / 2 for score in scores]
    return bradley_terry(len(pairing.rows), first, second, middles, [score.half_width for score in scores])


def rating_text(row: Any) -> str:
    """The rating of a row of the table of a matrix: "+120 ± 8"."""
    if pd.isna(row.rating):
        return NO_ANSWER
    rating = Interval(row.rating, row.rating_low, row.rating_high, row.games)
    return format_interval(rating, "", scale=1, signed=True)
