"""The question `race`: which few of many candidates are best? All play the same deals; those shown not to be better
than the leaders leave, and those that are kept play again on deals that the race never saw.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray

from ..plan.fields import INDIFFERENCE, STOP, Field, whole
from ..plan.plan import Apart, Part, Plan, describe_agent
from ..plan.reading import Asked, PlanReader
from ..statistics.intervals import Interval, fixed_quantile, simultaneous_confidence
from ..statistics.moments import deal_scores
from ..statistics.racing import Method, Race, bounds, differences, reaches
from ..statistics.sequences import standard_errors
from .candidates import KEYS, SHORT, CandidateReader
from .draft import Draft
from .question import Question, Section, register
from .texts import TextTable, rows_of, score_text, with_faults
from .totals import ALL_VARIANTS, Figures, PartGames, Totals, count_figures, no_figures
from .weights import WEIGHTS

KEEP, DEFAULT_INDIFFERENCE, FINAL_GAMES, FINAL_SHARE, PART = 5, 0.01, 2400, 4, 120
"""Of a plan that does not say so. FINAL_SHARE: final games are at most one part in so many of all; PART: games of each
candidate in a round, at first, at each of its tables."""
EARLY = 10
"""Intervals are narrowest after so many first rounds: most candidates leave before, the last ones after."""
KEPT, OPEN, LEFT = "kept", "not dropped", "dropped"
METHODS = ("elimination", "halving")
SHOWN = 20
"""Rows that are told in words."""
FILES = 200
"""A first round has at most so many part files: the candidates of many share them, for they play little."""


@dataclass(frozen=True)
class Asking:
    """What a race is about."""

    names: tuple[str, ...]
    weights: tuple[float, ...]
    keep: int
    indifference: float
    final_games: int
    method: Method


@dataclass
class RacePart:
    """Totals of one part, of one candidate or of several, one after the other."""

    candidates: range
    scores: NDArray[np.float64] = field(repr=False)
    """(candidates, deals), averaged over what each meets; nan for a deal with a fault"""
    games: int
    """of each candidate at each of its tables"""
    faults: NDArray[np.int64] = field(repr=False)
    """by candidate"""
    figures: Figures
    first: NDArray[np.float64] = field(repr=False)
    """by sound deal, the score of whichever seat begins"""


class RaceTotals(Totals):
    """Totals of a race and of what is played on with those that it keeps. A candidate is known by its number."""

    def __init__(self, plan: Plan) -> None:
        asking: Asking = plan.own
        count = len(asking.names)
        self.plan, self.asking = plan, asking
        self.parts = 1 / sum(weight**2 for weight in asking.weights)
        """the number of tables, were they of equal weight"""
        tightest_at = EARLY * plan.part_games // plan.games_per_deal
        self.race = Race(
            count, asking.keep, asking.indifference, plan.confidence, asking.method, tightest_at, self.parts
        )
        self.figures = {ALL_VARIANTS: no_figures(plan)}
        self.played, self.faults = np.zeros(count, np.int64), np.zeros(count, np.int64)
        """games of each candidate at each of its tables; games with a fault at all tables"""
        self.sums = np.zeros((3, count))
        """of each candidate in the race: sound deals, their scores, the squares of these"""
        self.final = np.empty((asking.keep, 0))
        """(those kept, deals): scores on the deals that the race did not see"""
        self.agents = _agents_of(plan)
        """of each candidate, in words"""
        self._kept: NDArray[np.int64] | None = None
        self._first: list[NDArray[np.float64]] = []

    @property
    def racing(self) -> bool:
        """Whether the race goes on: it is not over, and leaves room for the games after it."""
        return not self.race.over and (self.race.catches_up or self.room >= self.plan.part_games)

    @property
    def room(self) -> float:
        """How many games of each candidate the race may still take."""
        most = math.inf if self.plan.stop.games is None else self.plan.stop.games
        return most - self.asking.final_games - self.race.deals * self.plan.games_per_deal

    @property
    def kept(self) -> NDArray[np.int64]:
        """The candidates that are best in the race so far, the best first."""
        return self.race.kept if self._kept is None else self._kept

    @property
    def final_games(self) -> int:
        """Games that each of those kept has played since the race."""
        return int(self.final.shape[1]) * self.plan.games_per_deal

    def add(self, parts: Sequence[RacePart]) -> None:
        """Adds a round: the same deals of all that are in the race, or of those that it keeps."""
        by_candidate: dict[int, list[NDArray[np.float64]]] = {}
        for part in parts:
            for name, counts in part.figures.items():
                self.figures[ALL_VARIANTS][name].update(counts)
            self._first.append(part.first)
            for candidate, scores, faults in zip(part.candidates, part.scores, part.faults.tolist(), strict=True):
                by_candidate.setdefault(candidate, []).append(scores)
                self.played[candidate] += part.games
                self.faults[candidate] += faults
        racing = self.racing
        if not racing and self._kept is None:
            self._kept = self.race.kept
        whose = self.race.left if racing else self.kept
        found = np.stack([np.concatenate(by_candidate[candidate]) for candidate in whose.tolist()])
        if racing:
            sound = ~np.isnan(found)
            filled = np.where(sound, found, 0.0)
            self.sums[:, whose] += np.stack([sound.sum(axis=1), filled.sum(axis=1), (filled**2).sum(axis=1)])
            self.race.add(found)
        else:
            self.final = np.concatenate([self.final, found], axis=1)
        self.games = int(self.played.max())

    def without_sound_deals(self) -> Iterable[int]:
        """The first variant of each candidate that has had nothing but faults."""
        return (np.flatnonzero((self.played > 0) & (self.sums[0] == 0)) * len(self.asking.weights)).tolist()

    def first_seats(self, plan: Plan, always_valid: bool) -> dict[str, tuple[Interval, int]]:
        """Of all games together, the score of whichever seat begins."""
        if plan.team:
            return {}
        values = np.concatenate([np.empty(0), *self._first])
        self._first = [values]
        found = mean_of_deals(values, plan.confidence, always_valid)
        return {ALL_VARIANTS: (found, len(values) * plan.games_per_deal)}

    def scores(self, confidence: float) -> tuple[NDArray[np.float64], ...]:
        """Of every candidate in the race: mean, low, high, each with this confidence at every number of deals."""
        deals, total, squares = self.sums
        n = deals.astype(np.int64)
        mean = np.divide(total, deals, out=np.full(len(n), np.nan), where=n > 0)
        variance = np.maximum(np.divide(squares, deals, out=np.zeros(len(n)), where=n > 0) - mean**2, 0)
        variance = np.where(n > 0, variance, 0.0)
        return mean, *bounds(n, mean, variance, reaches(n, confidence, self.race.tightest_at), 0.5, 0.5, self.parts)


def _agents_of(plan: Plan) -> list[str]:
    """The agents at the first table of each candidate, in words."""
    seated = [variant.agents for variant in plan.variants[:: len(plan.own.weights)]]
    told = {id(agents): " / ".join(map(describe_agent, agents)) for agents in {id(a): a for a in seated}.values()}
    return [told[id(agents)] for agents in seated]


def mean_of_deals(values: NDArray[np.float64], confidence: float, always_valid: bool, parts: float = 1) -> Interval:
    """The mean of scores by deal, each the mean of so many parts."""
    n = len(values)
    if not n:
        return Interval(math.nan, 0.0, 1.0, 0)
    reach = standard_errors(confidence, n, sequence=True) if always_valid else fixed_quantile(confidence)(n)
    mean, variance = np.array([values.mean()]), np.array([values.var()])
    low, high = bounds(np.array([n]), mean, variance, np.array([reach]), 0.5, 0.5, parts)
    return Interval(float(mean[0]), float(low[0]), float(high[0]), n)


def draw_race(result: Any, ax: Any = None) -> Any:
    """How many candidates were left after so many games of each."""
    from . import drawing  # loaded when something is drawn

    rounds = result.more["rounds"]
    ax = ax or drawing.curve_axes()
    games = [0, *rounds["games"]]
    ax.step(games, [len(result.table), *rounds["left"]], where="post", color=drawing.COLOURS[0])
    ends = [*games[1:], games[-1]]
    for played, left, until in zip(games, [len(result.table), *rounds["left"]], ends, strict=True):
        told = f"{left:,} candidates left after {played:,} games of each"
        drawing.answer(ax, told, (), (played, until), (left, left))
    ax.axhline(result.plan.own.keep, color=drawing.GREY, linewidth=1, linestyle="--", zorder=1)
    ax.set_yscale("log")
    drawing.caption(ax, "games of each that was in the race")
    ax.set_ylabel("left (dashed: to be kept)")
    ax.grid(axis="y")
    drawing.entitle(ax, result.headline, f"{len(result.table):,} candidates, {drawing.confidence(result)}")
    return ax


@register
class Racing(Question):
    """Which few of many candidates are best, for the fewest games?"""

    name = "race"
    own_pictures: Mapping[str, Callable[..., Any]] = {"race": draw_race}
    pictures = ("race", "scores", "progress", "length")
    about_entrant = True
    of_means = True
    together = "those that are kept together"
    keys: Mapping[str, Field] = {
        **KEYS,
        **SHORT,
        **WEIGHTS,
        "keep": Field("a whole number above 0, how many to find", whole(1, 100)),
        "indifference": INDIFFERENCE,
        "final_games": Field("a whole number above 0", whole(1, 10**9)),
        "method": Field('"elimination" or "halving"', lambda value: value in METHODS),
    }
    stop: Mapping[str, Field] = {key: STOP[key] for key in ("games", "hours")}
    lists = ("variants", "against")
    part_games = PART
    twins = "agents, table or cards"
    ends_itself = True
    about_games = "A race drops those that are shown to be no better; none plays more games than this."

    def read(self, reader: PlanReader) -> Asked:
        """The candidates, each at every table that they meet."""
        plan = reader.plan
        found, variants, written = CandidateReader(reader).read()
        if not variants:
            reader.wrong(reader.shared)
            return Asked([])
        stop = plan.get("stop", {})
        keep, final = plan.get("keep", min(KEEP, len(found.names) - 1)), self._final_games(reader)
        if keep >= len(found.names):
            reader.wrong([f"keep should be below the number of candidates, {len(found.names)}, found {keep}"])
            return Asked([])
        each = int(plan.get("part_games", self.part_games))
        if isinstance(stop.get("games"), int) and stop["games"] < final + each:
            parts = f"final_games are played in whole parts, {final:,}, and the race takes one of {each:,}"
            reader.wrong([
                f"stop: games should leave room for a race before the final_games of each that is kept: {parts}, so"
                f" {final + each:,} or more are expected, found {stop['games']:,}"
            ])  # fmt: skip
        own = {
            "keep": keep,
            "indifference": float(plan.get("indifference", DEFAULT_INDIFFERENCE)),
            "final_games": final,
            "method": plan.get("method", "halving" if set(stop) == {"hours"} else "elimination"),
        }
        asking = Asking(found.names, found.weights, **own)
        tables, part = len(found.weights), int(plan.get("part_games", self.part_games))
        together = -(-len(found.names) // FILES)
        apart = Apart(part, part, tables) if together > 1 else None
        unit = "candidate"
        return Asked(variants, asking, {**own, **written}, unit, ALL_VARIANTS, together * tables, apart)

    def _final_games(self, reader: PlanReader) -> int:
        """Games of each that is kept, in whole parts."""
        plan, most = reader.plan, reader.plan.get("stop", {}).get("games")
        part = int(plan.get("part_games", self.part_games))
        usual = min(FINAL_GAMES, most // FINAL_SHARE) if isinstance(most, int) else FINAL_GAMES
        return -(-int(plan.get("final_games", max(1, usual))) // part) * part

    def draft(self, draft: Draft) -> list[str]:
        """A variant for each of the chosen, of which one is kept."""
        more = "# the others leave as soon as they are shown to be no better"
        return [f"keep = 1 {more}", "indifference = 0.01 # less than this does not matter", *draft.variants("")]

    def no_games(self, plan: Plan) -> RaceTotals:
        """The totals of a run before its first game."""
        return RaceTotals(plan)

    def total_part(self, plan: Plan, part: Part, games: pa.Table) -> RacePart:
        """What the totals need of a part of one candidate."""
        asking: Asking = plan.own
        found = PartGames.of(plan, games)
        sound = found.sound_deals(plan.games_per_deal)
        mine = deal_scores(found.scores[:, plan.entrant or 0], plan.games_per_deal)
        first = deal_scores(found.of_seats(found.first), plan.games_per_deal)
        tables = len(asking.weights)
        by_table = np.where(sound, mine, np.nan).reshape(len(part.group) // tables, tables, -1)
        return RacePart(
            range(part.group.start // tables, part.group.stop // tables),
            np.einsum("k,ckd->cd", asking.weights, by_table),
            part.games,
            (~found.sound).reshape(len(by_table), -1).sum(axis=1),
            count_figures(plan, games, found.sound),
            first[sound],
        )

    def next_groups(self, plan: Plan, totals: RaceTotals, played: Mapping[int, int]) -> Sequence[range]:
        """All that are in the race, several parts of each when they have become few; then those that it keeps."""
        if totals.racing:
            times = totals.race.next_size
            if not totals.race.rounds:
                return list(plan.groups)
            if not totals.race.catches_up:
                times = int(min(times, totals.room // plan.part_games))
            whose = totals.race.left
        else:
            times = -(-(totals.asking.final_games - totals.final_games) // plan.part_games)
            whose = np.sort(totals.kept)
        each = len(totals.asking.weights)
        return [range(c * each, (c + 1) * each) for _ in range(max(0, times)) for c in whose.tolist()]

    def summarize(self, plan: Plan, totals: RaceTotals, confidence: float, always_valid: bool) -> pd.DataFrame:
        """One row a candidate, the kept ones first. score: of these, that of the deals after the race, the intervals of
        all of them together; of the others that of the race. rank_low and rank_high: of those that are kept, which
        place among all that were not dropped it may have, by the deals after the race.
        """
        asking, race = totals.asking, totals.race
        mean, low, high = totals.scores(confidence)
        in_race, games = mean.copy(), totals.played.copy()
        verdict = np.full(len(mean), LEFT, object)
        verdict[race.left] = OPEN
        best, worst = np.full(len(mean), np.nan), np.full(len(mean), np.nan)
        if totals.final_games:
            complete = totals.final_games >= asking.final_games
            together = simultaneous_confidence(confidence, asking.keep)
            verdict[totals.kept] = KEPT
            for place, candidate in enumerate(totals.kept.tolist()):
                sound = totals.final[place][~np.isnan(totals.final[place])]
                found = mean_of_deals(sound, together, not complete, totals.parts)
                mean[candidate], low[candidate], high[candidate] = found.estimate, found.low, found.high
            best[totals.kept], worst[totals.kept] = self._ranks(totals, confidence)
        table = pd.DataFrame({
            "name": asking.names,
            "agents": totals.agents,
            "games": games,
            "score": mean,
            "low": low,
            "high": high,
            "verdict": verdict,
            "rank_low": best,
            "rank_high": worst,
            "race_score": in_race,
            "faults": totals.faults,
        })  # fmt: skip
        order = {KEPT: 0, OPEN: 1, LEFT: 2}
        table = table.assign(place=table["verdict"].map(order), less=-table["games"], lower=-table["score"])
        table = table.sort_values(["place", "less", "lower"], kind="stable", ignore_index=True)
        return table.drop(columns=["place", "less", "lower"])

    @staticmethod
    def _ranks(totals: RaceTotals, confidence: float) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """The best and the worst place of each that is kept, by the deals after the race."""
        keep = totals.asking.keep
        above, below = np.ones(keep), np.full(keep, float(max(keep, len(totals.race.left))))
        each = simultaneous_confidence(confidence, max(1, keep * (keep - 1) // 2))
        for place in range(keep):
            scores = totals.final.astype(np.float32)
            _, low, high = differences(scores, place, each, totals.race.tightest_at, totals.parts)
            above[place] += (low > 0).sum()
            below[place] -= (high < 0).sum()
        return above, below

    def more_tables(self, plan: Plan, totals: RaceTotals, always_valid: bool) -> dict[str, pd.DataFrame]:
        """The rounds, and what a run of all candidates alike would have taken: planned to promise the same, if the race
        came to its end with a promise; otherwise as long as the last ones played.
        """
        per_deal = plan.games_per_deal * len(totals.asking.weights)
        rounds = pd.DataFrame(
            [(r.deals * plan.games_per_deal, r.left, r.played * per_deal) for r in totals.race.rounds],
            columns=["games", "left", "played"],
        )
        raced = int(rounds["played"].iloc[-1]) if len(rounds) else 0
        promised = totals.race.over and totals.asking.method == "elimination"
        flat = len(totals.asking.names) * (totals.race.flat_deals if promised else totals.race.deals) * per_deal
        effort = {"race_games": raced, "flat_games": flat, "factor": flat / raced if raced else math.nan}
        effort |= {"over": totals.race.over, "final_games": totals.final_games}
        return {"rounds": rounds, "effort": pd.DataFrame([effort])}

    def sections(self, table: pd.DataFrame, more: Mapping[str, pd.DataFrame]) -> list[Section]:
        """The rounds."""
        rows = [[f"{r.games:,}", f"{r.left:,}", f"{r.played:,}"] for r in rows_of(more["rounds"])]
        headers = ["Games of each", "Left", "Games of all"]
        return [
            Section(
                "The race", "Who is left after each round.", "rounds", TextTable(headers, rows, frozenset({0, 1, 2}))
            )
        ]

    def entries(self, plan: Plan) -> dict[str, list[tuple[int, int]]]:
        """Every candidate, at all of its tables."""
        asking: Asking = plan.own
        each = len(asking.weights)
        return {name: [(n * each + k, plan.entrant or 0) for k in range(each)] for n, name in enumerate(asking.names)}

    def unit_of(self, plan: Plan) -> str:
        """A candidate, or one of the tables at which it plays."""
        return "table" if plan.own is not None and len(plan.own.weights) > 1 else plan.unit

    def estimates(self, table: pd.DataFrame) -> pd.DataFrame:
        """Of the candidates that lead."""
        return super().estimates(table.head(SHOWN))

    def is_decided(self, plan: Plan, table: pd.DataFrame) -> bool:
        """Whether as many are left as are to be kept."""
        return int((table["verdict"] != LEFT).sum()) <= plan.own.keep

    def half_width(self, table: pd.DataFrame) -> float:
        """Half the width of the widest interval of those that lead."""
        return super().half_width(table[table["verdict"] == KEPT] if (table["verdict"] == KEPT).any() else table)

    def games_to_half_width(self, plan: Plan, totals: RaceTotals, half_width: float) -> float:
        """Open: a race does not end by a width."""
        return math.inf

    def asked(self, plan: Plan) -> str:
        """The question in words."""
        return "Which of these are best?"

    def played(self, plan: Plan, games: int) -> str:
        """What is played."""
        asking: Asking = plan.own
        tables = len(asking.weights)
        over = f" at each of {tables} tables" if tables > 1 else ""
        return f"up to {games:,} games of {plan.game.title} with each of {len(asking.names):,} candidates{over}"

    def text_table(self, table: pd.DataFrame, most: int | None = None) -> TextTable:
        """One row a candidate that leads; how many follow."""
        shown = table.head(max((table["verdict"] == KEPT).sum(), SHOWN) if most is None else most)
        rows = [[r.name, score_text(r), _rank_text(r), r.verdict, f"{r.games:,}", r.agents] for r in rows_of(shown)]
        headers = ["Candidate", "Score", "Rank", "Verdict", "Games", "Agents"]
        found = with_faults(headers, rows, {1, 2, 4}, shown)
        if len(shown) < len(table):
            found.rows.append([f"and {len(table) - len(shown):,} more", *[""] * (len(found.headers) - 1)])
        return found

    def leader(self, table: pd.DataFrame, best: Any) -> str:
        """The first row, for the highest score of the race may be that of one that left early by luck."""
        first = rows_of(table)[0]
        return f"{first.name} {score_text(first)}"

    def headline(self, plan: Plan, table: pd.DataFrame, first_seat: pd.DataFrame) -> str:
        """Who is best of how many, on deals that the race did not see."""
        best, count = rows_of(table)[0], len(table)
        if best.verdict != KEPT:
            left = int((table["verdict"] != LEFT).sum())
            return f"{best.name} leads; {left:,} of {count:,} are still in the race"
        told = f"{best.name} scores {score_text(best)} on fresh deals, the highest of {count:,} candidates"
        return told if best.rank_high == 1 else f"{told}; its rank may be {_rank_text(best)}"

    def told(self, plan: Plan, table: pd.DataFrame, more: Mapping[str, pd.DataFrame]) -> list[str]:
        """Those that are kept; who was dropped, and with what certainty; what that saved."""
        asking: Asking = plan.own
        effort, whose = rows_of(more["effort"])[0], self.whose(plan)
        lines = []
        for row in rows_of(table[table["verdict"] == KEPT]):
            place = f"rank {_rank_text(row)} of those that were not dropped"
            lines.append(
                f"With {row.name} {whose} scores {score_text(row)} on deals that the race did not see: {place}."
            )
        left, close = int((table["verdict"] == LEFT).sum()), int((table["verdict"] == OPEN).sum())
        sure = f"{plan.confidence:.4g}"
        if asking.method == "halving":
            lines.append(
                f"{left:,} {_were(left)} dropped, the lower half of each round: a race by halving promises nothing."
            )
        else:
            margin = f"{100 * asking.indifference:g} points"
            lines.append(
                f"{left:,} {_were(left)} dropped: with confidence {sure} none of them is better than one of the"
                f" {asking.keep} that lead by {margin} or more."
            )
        if close:
            one = close == 1
            lines.append(
                f"{close:,} more {'is' if one else 'are'} still in the race: more games would tell whether"
                f" {'it is' if one else 'they are'} better."
            )
        if effort.factor > 1:
            how = "a run of all candidates alike, planned to promise the same, takes"
            if asking.method == "halving" or not effort.over:
                how = "all candidates as long as the last ones would have taken"
            lines.append(
                f"The race took {effort.race_games:,} games; {how} {effort.flat_games:,}, {effort.factor:.1f} times as"
                " many."
            )
        return lines


def _rank_text(row: Any) -> str:
    """The places that a row may have: "1" or "1 to 3"."""
    if pd.isna(row.rank_low):
        return ""
    low, high = int(row.rank_low), int(row.rank_high)
    return f"{low}" if low == high else f"{low} to {high}"


def _were(count: int) -> str:
    return "was" if count == 1 else "were"
