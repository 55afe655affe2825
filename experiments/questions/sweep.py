"""The question `sweep`: what is each card worth, as cause and not as company? Offers are drawn at random for all deals,
and scores are regressed on what was offered. Pairs are told where other offers bear them out, and the offers that the
sums call best and worst play again on deals that nothing was learnt from.
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

from agents import Agent

from ..plan.fields import STOP, Field, is_a, whole
from ..plan.plan import PART_GAMES, Apart, Part, Plan
from ..plan.reading import Asked, PlanReader
from ..statistics.format import format_interval
from ..statistics.intervals import Interval, simultaneous_confidence
from ..statistics.moments import deal_scores
from ..statistics.sequences import standard_errors
from ..statistics.shrinkage import shrink
from ..statistics.sweeping import Explained, Offered, Worth, explained, pair_worth, predictor, screen_pairs, worth
from .candidates import KEYS, MOST_DRAWN, SHORT
from .draft import EACH_SEAT, Draft, toml_text
from .offers import OfferReader, Offers
from .question import Question, Section, register
from .race import mean_of_deals
from .texts import TextTable, rows_of, sample_text, score_text
from .totals import ALL_VARIANTS, TIGHTEST_AT, Figures, PartGames, Totals, count_figures, no_figures
from .weights import WEIGHTS

HELD_OUT, FINAL_OFFERS, FINAL_GAMES = 3, 5, 400
"""Of a plan that does not say so: one offer in so many is held out; so many of the best and of the worst play again, so
many games each."""
ALSO_USUAL = {"cards": 5, "exchanges": 50, "games": 20}
ALSO_KEYS = {
    "cards": Field("a whole number from 1 to 100", whole(1, 100)),
    "exchanges": Field("a whole number from 2 to 1000", whole(2, 1000)),
    "games": Field("a whole number above 0", whole(1, 10**6)),
}
"""What `also_under` may say beside the agent, and what it means without; see `Also`."""
ROUNDS, TRIED = 16, 2
"""Rounds of a run; groups of offers that a forecast tries."""
LEAST_HELD = 20
"""Offers that tell how far sums foretell."""
MOST_PAIRS, MOST_SHOWN, FEW = 20, 60, 15
"""Pairs that are put to the test; cards that a table tells all of; of more, so many of the highest and the lowest."""
ABOVE, BELOW, OPEN = "better", "worse", "undecided"
SHOWN_PAIR, NOT_SHOWN = "shown", "not shown"
BEST, WORST = "best", "worst"
POINTS = "points"


@dataclass(frozen=True)
class Also:
    """Another player, under whom the most telling cards of a sweep are exchanged for others in some of its offers."""

    agent: Agent
    cards: int
    """how many of those worth most, and of those worth least"""
    exchanges: int
    """of each card, each in another offer"""
    games: int
    """of each offer at each table, before and after"""


@dataclass(frozen=True, eq=False)
class Sweeping:
    """What a sweep is about."""

    offers: Offers
    weights: tuple[float, ...]
    """of the tables at which every offer plays, in all 1"""
    held_out: NDArray[np.bool_]
    """which offers the sums do not learn from when they are tried"""
    final_offers: int
    final_games: int
    also: Also | None = None
    """under whom its most telling cards are exchanged"""


@dataclass
class SweepPart:
    """Totals of one part: of several offers, or of one table of an offer that plays again."""

    first: int
    """the first variant"""
    again: bool
    scores: NDArray[np.float64] = field(repr=False)
    """(offers, deals), averaged over the tables of each; nan for a deal with a fault; of one that plays again, at one
    table"""
    games: int
    """of each variant"""
    faults: NDArray[np.int64]
    """by offer"""
    figures: Figures
    beginning: NDArray[np.float64] = field(repr=False)
    """by sound deal, the score of whichever seat begins"""


class SweepTotals(Totals):
    """Totals of all offers, and of those that play again."""

    def __init__(self, plan: Plan) -> None:
        asking: Sweeping = plan.own
        count = len(asking.offers)
        self.plan, self.asking = plan, asking
        self.deals, self.sums, self.squares = np.zeros(count), np.zeros(count), np.zeros(count)
        """of each offer: sound deals, their scores, the squares of these"""
        self.played, self.faults = np.zeros(count, np.int64), np.zeros(count, np.int64)
        """games at each of its tables; games with a fault at all tables"""
        self.figures = {ALL_VARIANTS: no_figures(plan)}
        self.again: dict[int, dict[int, list[NDArray[np.float64]]]] = {}
        """by offer that plays again and table, its scores deal by deal"""
        self._beginning: list[NDArray[np.float64]] = []
        self._chosen: dict[str, list[int]] | None = None
        self._worth: tuple[int, Worth] | None = None

    def add(self, parts: Sequence[SweepPart]) -> None:
        """Adds parts of any offers."""
        tables = len(self.asking.weights)
        for part in parts:
            for name, counts in part.figures.items():
                self.figures[ALL_VARIANTS][name].update(counts)
            self._beginning.append(part.beginning)
            offer = part.first // tables
            which = slice(offer, offer + len(part.faults))
            self.faults[which] += part.faults
            if part.again:
                self.again.setdefault(offer, {}).setdefault(part.first % tables, []).append(part.scores[0])
                continue
            sound = ~np.isnan(part.scores)
            filled = np.where(sound, part.scores, 0.0)
            self.deals[which] += sound.sum(axis=1)
            self.sums[which] += filled.sum(axis=1)
            self.squares[which] += (filled**2).sum(axis=1)
            self.played[which] += part.games
        self.games = int(self.played.max())

    def without_sound_deals(self) -> Iterable[int]:
        """The first variant, if no offer has had anything but faults."""
        return [0] if self.played.any() and not self.deals.any() else []

    def first_seats(self, plan: Plan, always_valid: bool) -> dict[str, tuple[Interval, int]]:
        """Of all games together, the score of whichever seat begins."""
        if plan.team:
            return {}
        values = np.concatenate([np.empty(0), *self._beginning])
        self._beginning = [values]
        found = mean_of_deals(values, plan.confidence, always_valid)
        return {ALL_VARIANTS: (found, len(values) * plan.games_per_deal)}

    @property
    def is_through(self) -> bool:
        """Whether every offer has played all of its games."""
        return bool((self.played >= (self.plan.stop.games or 0)).all())

    @property
    def known(self) -> NDArray[np.bool_]:
        """The offers with a sound deal."""
        return self.deals > 0

    def some(self, which: NDArray[np.bool_]) -> tuple[Offered, NDArray[np.float64]]:
        """What some offers with sound deals offered, and their scores."""
        return self.asking.offers.offered.some(which), self.sums[which] / self.deals[which]

    def worth(self) -> Worth:
        """What each card is worth, by all offers that are known."""
        played = int(self.deals.sum())
        if self._worth is None or self._worth[0] != played:
            self._worth = played, worth(*self.some(self.known))
        return self._worth[1]

    @property
    def luck(self) -> float:
        """The variance of the score of an offer by the luck of its deals; nan where each plays one."""
        free = self.deals - 1
        if not (free > 0).any():
            return math.nan
        within = self.squares - np.divide(self.sums**2, self.deals, out=np.zeros_like(self.sums), where=self.known)
        return float(within[self.known].sum() / free[self.known].sum() / self.deals[self.known].mean())

    def predicted(self) -> NDArray[np.float64]:
        """By offer, the score that the sums of cards foretell, learnt from the offers that are not held out."""
        counts, scores = self.asking.offers.offered.counts, self.sums / np.maximum(self.deals, 1)
        learnt = self.known & ~self.asking.held_out
        return predictor(counts[learnt], scores[learnt])(counts)

    def chosen(self) -> dict[str, list[int]]:
        """Of the offers that are held out, the best and the worst ones by the sums, the most extreme first; fixed when
        all offers have played.
        """
        if self._chosen is None:
            held = np.flatnonzero(self.known & self.asking.held_out)
            if not len(held) or not (self.known & ~self.asking.held_out).sum() > 1:
                return {BEST: [], WORST: []}
            few = min(self.asking.final_offers, len(held) // 2)
            order = held[np.argsort(-self.predicted()[held], kind="stable")]
            found = {BEST: order[:few].tolist(), WORST: order[::-1][:few].tolist()}
            if not self.is_through:
                return found
            self._chosen = found
        return self._chosen

    def played_again(self, offer: int) -> NDArray[np.float64]:
        """The scores of an offer that plays again by sound deal, averaged over its tables."""
        tables = [np.concatenate(self.again.get(offer, {}).get(k, [np.empty(0)])) for k in self._tables]
        shortest = min(map(len, tables))
        scores = np.asarray(self.asking.weights) @ np.array([table[:shortest] for table in tables])
        return np.asarray(scores[~np.isnan(scores)])

    @property
    def _tables(self) -> range:
        return range(len(self.asking.weights))

    @property
    def to_play_again(self) -> list[int]:
        """The variants that still play again."""
        finalists = [offer for offers in self.chosen().values() for offer in offers]
        size, apart = self.plan.games_per_deal, self.plan.apart
        if apart is None:
            return []
        return [
            offer * len(self._tables) + table
            for offer in sorted(finalists)
            for table in self._tables
            if size * sum(map(len, self.again.get(offer, {}).get(table, []))) < self.asking.final_games
        ]


def draw_worth(result: Any, ax: Any = None) -> Any:
    """What each card is worth, with intervals that hold together; of many cards the highest and the lowest ones."""
    from . import drawing  # loaded when something is drawn

    table = result.table[result.table["score"].notna()]
    shown = table if len(table) <= 2 * FEW else pd.concat([table.head(FEW), table.tail(FEW)])
    names = shown["name"].tolist()
    room = drawing.rows_with_room(ax, names)
    shown, names = shown.head(room), names[:room]
    ax = drawing.rows_of_axes(ax, names, map(_worth_text, rows_of(shown)), map(sample_text, rows_of(shown)))
    drawing.even_line(ax, 0, len(shown))
    drawing.intervals(ax, shown[["score", "low", "high"]].to_numpy() * 100, shown["verdict"])
    drawing.caption(ax, f"points more than {_other(result.plan)} in its place")
    some = f"the {FEW} highest and lowest of {len(table)} cards, " if len(shown) < len(table) else ""
    drawing.entitle(ax, result.headline, f"{some}{_sample(result)}, {drawing.confidence(result)}, all together")
    return ax


def draw_sums(result: Any, ax: Any = None) -> Any:
    """The offers that played again: what the sums of their cards foretold, and how they did."""
    from . import drawing  # loaded when something is drawn

    finals = result.more["finals"]
    names = finals["name"].tolist()
    room = drawing.rows_with_room(ax, names)
    finals = finals.head(room)
    texts = (f"{score_text(row)}, foretold {100 * row.predicted:.0f}" for row in rows_of(finals))
    ax = drawing.rows_of_axes(ax, names[:room], texts, (f"{row.games:,} games" for row in rows_of(finals)))
    drawing.intervals(ax, finals[["score", "low", "high"]].to_numpy() * 100, finals["kind"].map(_COLOURED))
    ax.plot(finals["predicted"] * 100, np.arange(len(finals)), "|", color=drawing.INK, markersize=12, markeredgewidth=2)
    drawing.caption(ax, "score on fresh deals, % (upright line: foretold by the sum of the cards)")
    drawing.entitle(ax, "The best and the worst offers by the sums of their cards", drawing.confidence(result))
    return ax


_COLOURED = {BEST: ABOVE, WORST: BELOW}


def _sample(result: Any) -> str:
    return f"{len(result.plan.own.offers):,} offers, {result.manifest['games']:,} games each"


@register
class Sweep(Question):
    """What is each card worth, where offers are drawn at random?"""

    name = "sweep"
    own_pictures: Mapping[str, Callable[..., Any]] = {"worth": draw_worth, "sums": draw_sums}
    pictures = ("worth", "sums", "progress", "length")
    about_entrant = True
    of_means = True
    of_draws = True
    sizes_are_fixed = True
    together = "all cards together (pairs together, and offers that played again together)"
    keys: Mapping[str, Field] = {
        **{key: field for key, field in {**KEYS, **SHORT, **WEIGHTS}.items() if key not in ("variants", "variants_of")},
        "held_out": Field("a whole number above 0", whole(1, MOST_DRAWN)),
        "final_offers": Field("a whole number from 0 to 50", whole(0, 50)),
        "final_games": Field("a whole number above 0", whole(1, 10**7)),
        "also_under": Field('an agent, such as "expert" or { agent = "expert", cards = 5 }', is_a((str, Mapping))),
    }
    stop: Mapping[str, Field] = {key: STOP[key] for key in ("games", "hours")}
    lists = ("against",)
    ends_itself = True
    usual_games = 10
    about_games = "Each of the random offers plays so many games: better many offers than many games of each."

    def read(self, reader: PlanReader) -> Asked:
        """The offers, each at every table that they meet."""
        plan, found = reader.plan, OfferReader(reader)
        runners, variants, written = found.read()
        games = plan.get("stop", {}).get("games")
        if games is None:
            reader.wrong(["stop: games is missing; it should say how many games each offer plays, such as games = 2"])
        if not variants or found.offers is None or games is None:
            return Asked([])
        deal, count, tables = variants[0].games_per_deal, len(found.offers), len(runners.weights)
        held = plan.get("held_out", count // HELD_OUT)
        if held >= count:
            reader.wrong([f"held_out should be below the number of offers, {count}, found {held}"])
        final_offers = plan.get("final_offers", FINAL_OFFERS)
        final = -(-int(plan.get("final_games", FINAL_GAMES)) // deal) * deal
        size = min(final, PART_GAMES // deal * deal)
        final = -(-final // size) * size
        own = {"held_out": held, "final_offers": final_offers, "final_games": final}
        together = max(1, PART_GAMES // (games * tables)) * tables
        also, also_written = _also(reader, deal)
        own |= also_written
        asking = Sweeping(found.offers, runners.weights, _spread(count, held), final_offers, final, also)
        return Asked(
            variants,
            asking,
            {**own, **written},
            "table of an offer" if tables > 1 else "offer",
            ALL_VARIANTS,
            together,
            Apart(games, size),
            games,
        )

    def draft(self, draft: Draft) -> list[str]:
        """Random offers of what the game draws."""
        return [
            f"{draft.agents()} {EACH_SEAT}",
            f"draws = [{toml_text(draft.kind)}]",
            "random = 2000 # offers that are drawn; what each card in them is worth is told",
        ]

    def no_games(self, plan: Plan) -> SweepTotals:
        """The totals of a run before its first game."""
        return SweepTotals(plan)

    def total_part(self, plan: Plan, part: Part, games: pa.Table) -> SweepPart:
        """What the totals need of a part."""
        asking: Sweeping = plan.own
        found, again = PartGames.of(plan, games), plan.apart is not None and part.first >= plan.apart.first
        tables = 1 if again else len(asking.weights)
        weights = np.ones(1) if again else np.asarray(asking.weights)
        sound = found.sound_deals(plan.games_per_deal)
        mine = deal_scores(found.scores[:, plan.entrant or 0], plan.games_per_deal)
        first = deal_scores(found.of_seats(found.first), plan.games_per_deal)
        by_table = np.where(sound, mine, np.nan).reshape(len(part.group) // tables, tables, -1)
        return SweepPart(
            part.group.start,
            again,
            np.einsum("k,okd->od", weights, by_table),
            part.games,
            (~found.sound).reshape(len(part.group) // tables, -1).sum(axis=1),
            count_figures(plan, games, found.sound),
            first[sound],
        )

    def next_groups(self, plan: Plan, totals: SweepTotals, played: Mapping[int, int]) -> Sequence[range]:
        """The next offers; when all have played, those that play again."""
        groups = list(plan.groups)
        waiting = [group for group in groups if not played[group.start]]
        if waiting:
            return waiting[: -(-len(groups) // ROUNDS)]
        return [range(variant, variant + 1) for variant in totals.to_play_again]

    def trial_groups(self, plan: Plan) -> Sequence[range]:
        """The first few."""
        return [group for group, _ in zip(plan.groups, range(TRIED), strict=False)]

    def is_over(self, plan: Plan, totals: SweepTotals) -> bool:
        """Whether all offers have played, and some of them again."""
        return totals.is_through and not totals.to_play_again

    def games_left(self, plan: Plan, totals: SweepTotals) -> float | None:
        """On average over the offers, with those of the few that play again."""
        done = sum(len(deals) for tables in totals.again.values() for parts in tables.values() for deals in parts)
        left = (plan.stop.games or 0) - float(totals.played.mean())
        return left + max(0, self.more_games(plan) - done * plan.games_per_deal) / len(plan.variants)

    def more_games(self, plan: Plan) -> int:
        """Those of the best and the worst offers on fresh deals."""
        asking: Sweeping = plan.own
        offers = 2 * min(asking.final_offers, int(asking.held_out.sum()) // 2)
        return offers * asking.final_games * len(asking.weights)

    def told_beforehand(self, plan: Plan) -> list[str]:
        """What is played under another player comes on top."""
        also: Also | None = plan.own.also
        if also is None:
            return []
        games = 4 * also.cards * also.exchanges * also.games * len(plan.own.weights)
        return [f"Then up to {games:,} games tell what its most telling cards are worth under {also.agent.name}."]

    def games_told(self, plan: Plan, table: pd.DataFrame) -> int:
        """The manifest knows: not every row tells of as many."""
        return 0

    def unit_of(self, plan: Plan) -> str:
        """An offer, or one of the tables at which it plays."""
        return plan.unit

    def summarize(self, plan: Plan, totals: SweepTotals, confidence: float, always_valid: bool) -> pd.DataFrame:
        """One row a card, the highest first. score: by how much more an offer scores with one more copy in the place of
        an average card, all intervals together; shrunk: drawn towards the others, each interval for itself. offers:
        in which it was; games: that these played.
        """
        offers = totals.asking.offers
        which, found = totals.known, totals.worth() if totals.known.any() else None
        count = len(offers.cards)
        score, error = np.full(count, np.nan), np.full(count, np.nan)
        reach = own = math.nan
        if found is not None and found.freedom:
            known = int(np.isfinite(found.worth).sum())
            each = simultaneous_confidence(confidence, max(1, known))
            score, error = found.worth, found.error
            reach, own = (_reach(found, part, which, always_valid) for part in (each, confidence))
        sound = np.isfinite(score) & (np.nan_to_num(error) > 0)
        shrunk, shrunk_error = np.full(count, np.nan), np.full(count, np.nan)
        for group in np.unique(offers.offered.groups):
            own_group = sound & (offers.offered.groups == group)
            if own_group.sum() > 1:
                shrunk[own_group], shrunk_error[own_group] = shrink(score[own_group], error[own_group])
        there = offers.offered.sides.sum(axis=0) > 0
        low, high = score - reach * error, score + reach * error
        names, kinds = offers.sorts(plan.game.sorts[0]) if plan.game.sorts else ([""], np.zeros(count, np.int64))
        table = pd.DataFrame({
            "name": offers.cards,
            "sort": [names[kind] for kind in kinds],
            "offers": there[which].sum(axis=0),
            "games": (there * totals.played[:, None]).sum(axis=0) * len(totals.asking.weights),
            "score": score,
            "low": low,
            "high": high,
            "shrunk": shrunk,
            "shrunk_low": shrunk - own * shrunk_error,
            "shrunk_high": shrunk + own * shrunk_error,
            "verdict": np.where(low > 0, ABOVE, np.where(high < 0, BELOW, OPEN)),
            "faults": (there * totals.faults[:, None]).sum(axis=0),
        })  # fmt: skip
        return table.sort_values("score", ascending=False, kind="stable", ignore_index=True)

    def more_tables(self, plan: Plan, totals: SweepTotals, always_valid: bool) -> dict[str, pd.DataFrame]:
        """sorts: what sorts of cards are worth. pairs: of cards that seem to be worth more or less together, what other
        offers say. sums: how far the sum of its cards tells how well an offer does. finals: the offers that the sums
        call best and worst, on deals of their own.
        """
        return {
            "sorts": _sorts(plan, totals, always_valid),
            "pairs": _pairs(plan, totals),
            "sums": pd.DataFrame([vars(_explained(totals)) | _counts(totals)]),
            "finals": _finals(plan, totals, always_valid),
        }

    def sections(self, table: pd.DataFrame, more: Mapping[str, pd.DataFrame]) -> list[Section]:
        """Sorts, pairs, and the offers that played again."""
        found = []
        if len(more["sorts"]):
            rows = [[r.name, _worth_text(r), r.verdict, f"{r.offers:,}"] for r in rows_of(more["sorts"])]
            told = TextTable(["Sort", "Worth of a copy", "Verdict", "Offers"], rows, frozenset({1, 3}))
            about = "Points that one more card of a sort is worth in the place of an average one."
            found.append(Section("Sorts of cards", about, "sorts", told))
        if len(more["pairs"]):
            rows = [
                [f"{r.one} and {r.other}", _worth_text(r), r.verdict, f"{r.offers:,}"] for r in rows_of(more["pairs"])
            ]
            told = TextTable(["Pair", "Worth more together", "Verdict", "Offers"], rows, frozenset({1, 3}))
            about = "Pairs that stood out in the offers that were learnt from, by what the others say of them."
            found.append(Section("Pairs", about, "pairs", told))
        if len(more["finals"]):
            rows = [
                [r.name, r.kind, f"{100 * r.predicted:.1f} %", score_text(r), f"{r.games:,}", r.cards]
                for r in rows_of(more["finals"])
            ]
            told = TextTable(
                ["Offer", "By the sums", "Foretold", "Score", "Games", "Cards"], rows, frozenset({2, 3, 4})
            )
            about = "The best and the worst of the offers held out, by the sums of their cards, on fresh deals."
            found.append(Section("Best and worst offers", about, "finals", told))
        return found

    def facts(self, more: Mapping[str, pd.DataFrame]) -> dict[str, Any]:
        """All of these; how far sums tell, as one object, without what is not known."""
        (sums,) = more["sums"].to_dict("records")
        known = {name: value for name, value in sums.items() if not (isinstance(value, float) and math.isnan(value))}
        return {**super().facts({name: more[name] for name in ("sorts", "pairs", "finals")}), "sums": known}

    def entries(self, plan: Plan) -> dict[str, list[tuple[int, int]]]:
        """All offers as one."""
        return {"offers": [(index, plan.entrant or 0) for index in range(len(plan.variants))]}

    def is_decided(self, plan: Plan, table: pd.DataFrame) -> bool:
        """Whether every card is known to be better or worse than the average."""
        return not (table["verdict"] == OPEN).any()

    def half_width(self, table: pd.DataFrame) -> float:
        """Half the width of the interval in the middle: cards that few offers had have wide ones."""
        return float((table["high"] - table["low"]).median() / 2)

    def games_to_half_width(self, plan: Plan, totals: SweepTotals, half_width: float) -> float:
        """Open: a sweep does not end by a width."""
        return math.inf

    def asked(self, plan: Plan) -> str:
        """The question in words."""
        return "What is each card worth?"

    def played(self, plan: Plan, games: int) -> str:
        """What is played."""
        tables = len(plan.own.weights)
        at = f" at each of {tables} tables" if tables > 1 else ""
        drawn = " and ".join(key.replace("_", " ") for key in plan.own.offers.values[0])
        return (
            f"{games:,} games of {plan.game.title} with each of {len(plan.own.offers):,} random offers of {drawn}{at}"
        )

    def text_table(self, table: pd.DataFrame, most: int | None = None) -> TextTable:
        """One row a card; of many cards, the highest and the lowest ones."""
        room = MOST_SHOWN if most is None else most
        rows = [_card_row(row) for row in rows_of(table)]
        if len(rows) > room:
            half = FEW if most is None else max(1, most // 2)
            between = [f"{len(rows) - 2 * half} more", *[""] * (len(rows[0]) - 1)]
            rows = [*rows[:half], between, *rows[len(rows) - half :]]
        return TextTable(["Card", "Sort", "Worth", "Shrunk", "Verdict", "Offers"], rows, frozenset({2, 3, 5}))

    def leader(self, table: pd.DataFrame, best: Any) -> str:
        """The card that is worth most."""
        return f"{best.name} {_worth_text(best)}"

    def headline(self, plan: Plan, table: pd.DataFrame, first_seat: pd.DataFrame) -> str:
        """Which card is worth most, and which least."""
        known = rows_of(table[table["score"].notna()])
        best, worst = known[0], known[-1]
        if best.verdict != ABOVE and worst.verdict != BELOW:
            return f"No card of {len(known)} is shown to be worth more or less than the average"
        told = f"{best.name} is worth most of {len(known)} cards: {_worth_text(best)}"
        return f"{told}; {worst.name} least: {_worth_text(worst)}"

    def unanswered(self, table: pd.DataFrame) -> str:
        """Nothing comes out either where offers are no more than cards."""
        few = "offers" in table and table["offers"].any()
        return "These offers are too few to tell their cards apart" if few else super().unanswered(table)

    def drawn(self, plan: Plan, table: pd.DataFrame, first_seat: pd.DataFrame) -> pd.DataFrame:
        """Scores that are differences."""
        return table[table["score"].notna()]

    def told(self, plan: Plan, table: pd.DataFrame, more: Mapping[str, pd.DataFrame]) -> list[str]:
        """The cards that are shown to be better and worse, how far sums tell, pairs, the offers that played again."""
        known = table[table["score"].notna()]
        lines = []
        for verdict, word, rows in ((ABOVE, "more", known), (BELOW, "less", known[::-1])):
            shown = rows_of(rows[rows["verdict"] == verdict])
            if shown:
                names = ", ".join(f"{row.name} {_worth_text(row, bare=True)}" for row in shown[:FEW])
                rest = f", and {len(shown) - FEW} more" if len(shown) > FEW else ""
                lines.append(f"Worth {word} than {_other(plan)} in their place, in points: {names}{rest}.")
        open_cards = int((known["verdict"] == OPEN).sum())
        if open_cards:
            lines.append(f"Of {open_cards} cards of {len(known)} it is not shown whether they are better or worse.")
        lines += _sums_told(rows_of(more["sums"])[0]) if "sums" in more else []
        lines += _pairs_told(rows_of(more["pairs"])) if "pairs" in more else []
        lines += _finals_told(more["finals"]) if "finals" in more else []
        return lines

    def history_label(self, table: pd.DataFrame) -> str:
        """What is drawn as it came about."""
        return "worth, points"

    def history_line(self, plan: Plan) -> float | None:
        """An average card is worth nothing more."""
        return 0.0


def _also(reader: PlanReader, deal: int) -> tuple[Also | None, dict[str, Any]]:
    """Under whom the most telling cards play again, and the key as a plan says it. deal: games of one."""
    given = reader.plan.get("also_under")
    if given is None:
        return None, {}
    values = dict(given) if isinstance(given, Mapping) else {"agent": given}
    own = {key: values.pop(key) for key in ALSO_KEYS if key in values}
    settings = ALSO_USUAL | reader.fields(own, ALSO_KEYS, "also_under: ")
    settings["games"] = -(-settings["games"] // deal) * deal
    agent = reader.agent(values["agent"] if set(values) == {"agent"} else values, "also_under: ", "")
    return Also(agent, **settings), {"also_under": {**values, **settings}}


def _other(plan: Plan) -> str:
    """What a card is compared with."""
    price = plan.own.offers.price
    return f"an average card of the same {price}" if price else "an average card"


def _spread(count: int, held: int) -> NDArray[np.bool_]:
    """Which of so many offers are held out, evenly spread."""
    return np.diff(np.arange(count + 1) * held // count) > 0


def _reach(found: Worth, confidence: float, which: NDArray[np.bool_], always_valid: bool) -> float:
    """How many errors an interval reaches to each side."""
    if always_valid:
        return standard_errors(confidence, int(which.sum()), sequence=True, tightest_at=TIGHTEST_AT)
    return found.reach(confidence)


def _verdicts(low: NDArray[np.float64], high: NDArray[np.float64]) -> NDArray[Any]:
    return np.where(low > 0, ABOVE, np.where(high < 0, BELOW, OPEN))


def _sorts(plan: Plan, totals: SweepTotals, always_valid: bool) -> pd.DataFrame:
    """What one more card of a sort is worth in the place of an average one, all intervals together; of the facts by
    which offers differ.
    """
    which, offers, tables = totals.known, totals.asking.offers, []
    for fact in plan.game.sorts:
        names, kinds = offers.sorts(fact)
        if len(names) < 2 or which.sum() < len(names) + 2:
            continue
        offered, scores = totals.some(which)
        by_sort = offered.sorted_into(kinds)
        there = by_sort.sides.sum(axis=0) > 0
        found = worth(by_sort, scores)
        varies = np.isfinite(found.worth) & (np.nan_to_num(found.error) > 0)
        if varies.sum() < 2:
            continue
        named = [f"{fact} {name}" for name in names]
        table = pd.DataFrame({
            "name": named, "offers": there.sum(axis=0), "score": found.worth, "error": found.error,
        })[varies]  # fmt: skip
        tables.append(table.assign(freedom=found.freedom))
    columns = ["name", "offers", "score", "low", "high", "verdict"]
    if not tables:
        return pd.DataFrame(columns=columns)
    all_sorts = pd.concat(tables, ignore_index=True)
    each = simultaneous_confidence(plan.confidence, len(all_sorts))
    reaches = np.array([
        _reach(Worth(np.empty(0), np.empty(0), int(freedom), np.empty(0)), each, which, always_valid)
        for freedom in all_sorts["freedom"]
    ])  # fmt: skip
    low, high = (all_sorts["score"] + side * reaches * all_sorts["error"] for side in (-1, 1))
    told = all_sorts.assign(low=low, high=high, verdict=_verdicts(low.to_numpy(), high.to_numpy()))
    return told[columns].sort_values("score", ascending=False, kind="stable", ignore_index=True)


def _pairs(plan: Plan, totals: SweepTotals) -> pd.DataFrame:
    """The pairs that stand out in the offers that are learnt from, and what those that are held out say of them; these
    intervals hold together.
    """
    columns = ["one", "other", "offers", "chance", "score", "low", "high", "verdict"]
    learnt, held = totals.known & ~totals.asking.held_out, totals.known & totals.asking.held_out
    if not totals.is_through or min(learnt.sum(), held.sum()) < 2:
        return pd.DataFrame(columns=columns)
    offered, scores = totals.some(learnt)
    first = worth(offered, scores)
    found = screen_pairs(offered, first.rest, MOST_PAIRS) if first.freedom else None
    if found is None or not len(found.one):
        return pd.DataFrame(columns=columns)
    pairs = list(zip(found.one.tolist(), found.other.tolist(), strict=True))
    seemed, _, _ = pair_worth(offered, scores, pairs)
    fresh, outcomes = totals.some(held)
    effect, error, freedom = pair_worth(fresh, outcomes, pairs)
    reach = Worth(effect, error, freedom, outcomes).reach(simultaneous_confidence(plan.confidence, len(pairs)))
    low, high = effect - reach * error, effect + reach * error
    borne_out = ((low > 0) & (seemed > 0)) | ((high < 0) & (seemed < 0))
    cards = totals.asking.offers.cards
    there = totals.asking.offers.offered.sides[:, totals.known] > 0
    return pd.DataFrame({
        "one": [cards[one] for one, _ in pairs],
        "other": [cards[other] for _, other in pairs],
        "offers": [int((there[:, :, one] & there[:, :, other]).any(axis=0).sum()) for one, other in pairs],
        "chance": found.chance,
        "score": effect,
        "low": low,
        "high": high,
        "verdict": np.where(borne_out, SHOWN_PAIR, NOT_SHOWN),
    })  # fmt: skip


def _explained(totals: SweepTotals) -> Explained:
    """How far sums of cards tell how the offers do that are held out."""
    learnt, held = totals.known & ~totals.asking.held_out, totals.known & totals.asking.held_out
    if learnt.sum() < LEAST_HELD or held.sum() < LEAST_HELD:
        return Explained(math.nan, math.nan)
    _, outcomes = totals.some(held)
    return explained(totals.predicted()[held], outcomes, totals.luck)


def _counts(totals: SweepTotals) -> dict[str, int]:
    return {
        "offers": int(totals.known.sum()),
        "held_out": int((totals.known & totals.asking.held_out).sum()),
        "pairs_sought": int(totals.is_through),
    }


def _finals(plan: Plan, totals: SweepTotals, always_valid: bool) -> pd.DataFrame:
    """The offers that the sums call best and worst: what they foretell, and the score on deals of their own; these
    intervals hold together.
    """
    columns = ["name", "kind", "predicted", "games", "score", "low", "high", "cards"]
    if not totals.again:
        return pd.DataFrame(columns=columns)
    predicted, rows, tables = totals.predicted(), [], len(totals.asking.weights)
    chosen = totals.chosen()
    each = simultaneous_confidence(plan.confidence, sum(map(len, chosen.values())))
    for kind, offers in chosen.items():
        for offer in offers if kind == BEST else reversed(offers):
            scores = totals.played_again(offer)
            if not len(scores):
                continue
            found = mean_of_deals(scores, each, always_valid, tables)
            games = len(scores) * plan.games_per_deal * tables
            cards = _cards_of(totals.asking.offers, offer)
            told = (f"offer {offer + 1}", kind, predicted[offer], games, found.estimate, found.low, found.high, cards)
            rows.append(told)
    return pd.DataFrame(rows, columns=columns)


def _cards_of(offers: Offers, offer: int) -> str:
    """What an offer holds for the entrant, in words: by name where it has one."""
    sides = offers.values[offer]
    told = []
    for sides_of in sides.values():
        value = sides_of[0]
        told.append(", ".join(value) if isinstance(value, (list, tuple)) else str(value))
    return "; ".join(told)


def _worth_text(row: Any, bare: bool = False) -> str:
    """The worth of a row with its interval: "+3.4 points ± 0.9"."""
    found = Interval(row.score, row.low, row.high, row.offers)
    return format_interval(found, "" if bare else POINTS, signed=True)


def _card_row(row: Any) -> list[str]:
    shrunk = Interval(row.shrunk, row.shrunk_low, row.shrunk_high, row.offers)
    told = format_interval(shrunk, "", signed=True)
    return [row.name, row.sort, _worth_text(row), told, row.verdict, f"{row.offers:,}"]


def _sums_told(sums: Any) -> list[str]:
    """How far the sum of its cards tells how well an offer does."""
    if math.isnan(sums.of_scores):
        return []
    told = f"{100 * max(0.0, sums.of_scores):.0f} % of the variance of scores"
    if math.isfinite(sums.of_offers):
        told = (
            f"{100 * max(0.0, sums.of_offers):.0f} % of the variance between offers ({told}, of which luck is a part)"
        )
    return [f"The sum of what its cards are worth explains {told}, in {sums.held_out:,} offers it was not learnt from."]


def _pairs_told(pairs: list[Any]) -> list[str]:
    shown = [row for row in pairs if row.verdict == SHOWN_PAIR]
    if not pairs:
        return ["No two cards stand out as worth more or less together than apart."]
    lines = [
        f"{row.one} and {row.other} are worth {_worth_text(row)} together beside what each is worth, shown on offers"
        " that did not bring the pair up."
        for row in shown
    ]
    if len(shown) < len(pairs):
        lines.append(f"{len(pairs) - len(shown)} pairs stood out and were not borne out by other offers.")
    return lines


def _finals_told(finals: pd.DataFrame) -> list[str]:
    lines = []
    for kind in (BEST, WORST):
        some = finals[finals["kind"] == kind]
        if len(some):
            lines.append(
                f"The {len(some)} {kind} offers by these sums should score {100 * some['predicted'].mean():.1f} % on"
                f" average, and scored {100 * some['score'].mean():.1f} % on fresh deals."
            )
    return lines
