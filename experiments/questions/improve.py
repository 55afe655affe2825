"""The question `improve`: what should I change in my deck, squad or supply? Changes are proposed, race on common deals,
and are taken only if they are shown to be better on deals that did not propose them (`answer.climb` does that).
What came of it plays on fresh deals: the changes one after the other, each with what it was worth, and all together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray

from sim.core.errors import InputError, quoted

from ..plan.fields import INDIFFERENCE, STOP, Field, is_a, is_name, list_of, number, whole
from ..plan.plan import Part, Plan, Variant
from ..plan.reading import Asked, PlanReader
from ..statistics.format import format_interval
from ..statistics.intervals import Interval, fixed_quantile, simultaneous_confidence
from ..statistics.moments import deal_scores
from ..statistics.racing import bounds
from ..statistics.sequences import standard_errors
from .candidates import KEYS, SHORT, Candidate, CandidateReader, Runners
from .draft import EACH_SEAT, Draft, toml_text
from .neighbours import Surroundings
from .question import Question, Section, register
from .race import mean_of_deals
from .texts import TextTable, rows_of, sample_text, score_text, with_faults
from .totals import ALL_VARIANTS, TIGHTEST_AT, Figures, PartGames, Totals, count_figures, no_figures
from .weights import WEIGHTS

SWAPS, NEIGHBOURS, STEPS, RACE_GAMES, CHECK_GAMES = 2, 60, 8, 2400, 4800
"""Of a plan that does not say so: copies that an exchange may move; changes that are proposed at a time; how many may
be taken; games of each proposal, at most, and of each that is put to the test, at each table."""
START, BETTER, WORSE, OPEN = "start", "better", "worse", "undecided"
MOST_ON_PATH = 100
SUMMARY = "summary.parquet"
OF_CANDIDATES = ("variants", "variants_of", "random", "draws")
"""Keys of other questions with candidates."""


@dataclass(frozen=True, eq=False)
class Improving:
    """What is to be improved, and how."""

    around: Surroundings
    weights: tuple[float, ...]
    """of the tables that it meets, in all 1"""
    names: tuple[str, ...]
    """of what it was at first and after each change"""
    values: tuple[Any, ...]
    """likewise, what it is"""
    by_seat: bool
    worth: Mapping[str, float]
    """what a sweep says of cards"""
    settings: Mapping[str, Any]
    """neighbours, steps, race_games, check_games, indifference"""
    is_path: bool
    """whether these are the stages that a search has found; else they are still to be sought"""


@dataclass
class PathPart:
    """Totals of one part of one stage of the path."""

    stage: int
    scores: NDArray[np.float64] = field(repr=False)
    """by deal, averaged over its tables; nan for a deal with a fault"""
    games: int
    faults: int
    figures: Figures
    beginning: NDArray[np.float64] = field(repr=False)


class PathTotals(Totals):
    """Totals of all stages of the path, which play the same deals."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.asking = plan, plan.own
        self.scores: list[list[NDArray[np.float64]]] = [[] for _ in self.asking.names]
        self.faults = np.zeros(len(self.asking.names), np.int64)
        self.figures = {ALL_VARIANTS: no_figures(plan)}
        self._beginning: list[NDArray[np.float64]] = []

    def add(self, parts: Sequence[PathPart]) -> None:
        """Adds the same part of all stages."""
        for part in parts:
            for name, counts in part.figures.items():
                self.figures[ALL_VARIANTS][name].update(counts)
            self.scores[part.stage].append(part.scores)
            self.faults[part.stage] += part.faults
            self._beginning.append(part.beginning)
        self.games += parts[0].games

    def stage(self, number: int) -> NDArray[np.float64]:
        """The scores of a stage by deal; nan for one with a fault."""
        return np.concatenate([np.empty(0), *self.scores[number]])

    def without_sound_deals(self) -> Iterable[int]:
        """The first variant of each stage that has had nothing but faults."""
        tables = len(self.asking.weights)
        return [
            number * tables
            for number in range(len(self.asking.names))
            if self.games and np.isnan(self.stage(number)).all()
        ]

    def first_seats(self, plan: Plan, always_valid: bool) -> dict[str, tuple[Interval, int]]:
        """Of all games together, the score of whichever seat begins."""
        if plan.team:
            return {}
        values = np.concatenate([np.empty(0), *self._beginning])
        found = mean_of_deals(values, plan.confidence, always_valid)
        return {ALL_VARIANTS: (found, len(values) * plan.games_per_deal)}

    def gain(self, stage: int, before: int, confidence: float, always_valid: bool) -> Interval:
        """By how much a stage scores more than one before it, on the same deals."""
        if stage == before:
            return Interval(0.0, 0.0, 0.0, len(self.stage(stage)))
        differences = self.stage(stage) - self.stage(before)
        differences = differences[~np.isnan(differences)]
        n = len(differences)
        if not n:
            return Interval(np.nan, -1.0, 1.0, 0)
        reach = fixed_quantile(confidence)(n)
        if always_valid:
            reach = standard_errors(confidence, n, sequence=True, tightest_at=TIGHTEST_AT)
        mean, variance = np.array([differences.mean()]), np.array([differences.var()])
        parts = 1 / sum(weight**2 for weight in self.asking.weights)
        low, high = bounds(np.array([n]), mean, variance, np.array([reach]), parts=parts)
        return Interval(float(mean[0]), float(low[0]), float(high[0]), n)


def draw_path(result: Any, ax: Any = None) -> Any:
    """The score after each change, on fresh deals."""
    from . import drawing  # loaded when something is drawn

    table = result.table
    names = [row.name for row in rows_of(table)]
    room = drawing.rows_with_room(ax, names)
    table, names = table.head(room), names[:room]
    texts = (f"{score_text(row)} {_gain_text(row)}".rstrip() for row in rows_of(table))
    ax = drawing.rows_of_axes(ax, names, texts, map(sample_text, rows_of(table)))
    values = table[["score", "low", "high"]].to_numpy() * 100
    ax.plot(values[:, 0], np.arange(len(values)), color=drawing.GREY, linewidth=1, zorder=1)
    drawing.intervals(ax, values, table["verdict"])
    drawing.caption(ax, f"score of {result.plan.entrant_name}, % (right: with what the change was worth)")
    drawing.entitle(ax, result.headline, f"{drawing.sample(result)} on fresh deals, {drawing.confidence(result)}")
    return ax


def _is_path(value: Any) -> bool:
    """Whether a value can be what a run writes of its stages."""
    if not list_of(Mapping)(value) or not 0 < len(value) <= MOST_ON_PATH:
        return False
    return all(set(stage) == {"name", "value"} and is_name(stage["name"]) for stage in value)


class PathReader(CandidateReader):
    """Reads what is to be improved, and the path so far; problems go to the reader of the plan."""

    def __init__(self, reader: PlanReader) -> None:
        super().__init__(reader)
        self.around: Surroundings | None = None
        self.names: list[str] = []
        self.values: list[Any] = []
        self.by_seat = False

    def stages(self) -> tuple[Runners, list[Variant], dict[str, Any]]:
        """As of candidates, of which one is enough."""
        stages = self._candidates()
        if not stages:
            return Runners((), self.weights), [], {}
        variants, _ = self._variants(stages, self.meetings)
        assert self.around is not None
        met = tuple(variant.table for variant in variants[: len(self.weights)])
        self.around = replace(self.around, tables=met)
        return Runners(tuple(stage.name for stage in stages), self.weights), variants, self.met

    def worth(self) -> dict[str, float]:
        """What cards are worth, as the plan says or the sweep whose folder it names: of that, each drawn towards the
        others of its sort, so that luck proposes little.
        """
        given = self.plan.get("worth", {})
        if not isinstance(given, str):
            return {card: float(value) for card, value in given.items()}
        path = self.reader.folder / given / SUMMARY
        try:
            table = pd.read_parquet(path, columns=["name", "shrunk"]).dropna()
        except (KeyError, ValueError, OSError):
            self.reader.wrong([f"worth: {path.parent} is no folder of a sweep that says what cards are worth"])
            return {}
        cards = self.game.words.cards(self.reader.cards(self.plan))
        said = zip(table["name"], table["shrunk"], strict=True)
        return {str(name): float(value) for name, value in said if name in cards}

    def _candidates(self) -> list[Candidate]:
        start = self.plan.get("start")
        drawn, title = self.game.drawn, self.game.title
        if start is None:
            self.reader.missing(self.reader.values, ["start"], "")
            return []
        known = " or ".join(drawn)
        if len(start) != 1 or next(iter(start)) not in drawn:
            what = f"it names one of {known}" if drawn else f"{title} has nothing that is changed card by card"
            self.reader.wrong([f"start: {what}, found {', '.join(map(str, start)) or 'nothing'}"])
            return []
        ((key, value),) = start.items()
        self.by_seat = drawn[key].by_seat
        resolved = self.reader.resolved({key: [value] if self.by_seat else value})[key]
        first = resolved[0] if self.by_seat else resolved
        files = self.reader.cards(self.plan)
        try:
            listed = drawn[key].listed(first, self.reader.base.table, files)
            pool = self._pool(key)
        except InputError as error:
            self.reader.wrong(error.problems, "start: ")
            return []
        swaps = self.plan.get("swaps", SWAPS)
        self.around = Surroundings(self.game, key, (), self.entrant, files, pool, swaps)
        path = self.plan.get("path") or [{"name": START, "value": listed}]
        self.names = [str(stage["name"]) for stage in path]
        self.values = [stage["value"] for stage in path]
        return [self._candidate(name, value) for name, value in zip(self.names, self.values, strict=True)]

    def _candidate(self, name: str, value: Any) -> Candidate:
        assert self.around is not None
        key = self.around.key
        return Candidate(name, seat={key: value}) if self.by_seat else Candidate(name, table={key: value})

    def _pool(self, key: str) -> tuple[str, ...]:
        """The cards that may come in: all, or those of a collection, with some and without others."""
        facts = self.game.words.cards(self.reader.cards(self.plan))
        unknown = [card for listed in self.limits.values() for card in listed if card not in facts]
        if unknown:
            raise InputError([f"no card is called {quoted(card)}" for card in unknown])
        allowed = set(self.limits.get("collection", facts)) | set(self.limits.get("with", ()))
        allowed -= set(self.limits.get("without", ()))
        return tuple(card for card in facts if card in allowed)


@register
class Improve(Question):
    """What should I change in my deck, squad or supply?"""

    name = "improve"
    own_pictures: Mapping[str, Callable[..., Any]] = {"path": draw_path}
    pictures = ("path", "progress", "length")
    about_entrant = True
    of_means = True
    seeks = True
    together = "all scores together, and all gains together"
    keys: Mapping[str, Field] = {
        **{key: value for key, value in {**KEYS, **SHORT, **WEIGHTS}.items() if key not in OF_CANDIDATES},
        "start": Field('what is to be made better, such as { decks = "my_deck" } or { supply = [...] }', is_a(Mapping)),
        "swaps": Field("a whole number from 1 to 5", whole(1, 5)),
        "neighbours": Field("a whole number from 2 to 1000", whole(2, 1000)),
        "steps": Field(f"a whole number from 1 to {MOST_ON_PATH - 1}", whole(1, MOST_ON_PATH - 1)),
        "race_games": Field("a whole number above 0", whole(1, 10**7)),
        "check_games": Field("a whole number above 0", whole(1, 10**7)),
        "indifference": INDIFFERENCE,
        "worth": Field(
            "a table of what cards are worth, such as { jade = 0.02 }, or the folder of a run of a sweep",
            lambda v: is_a(str)(v) or (is_a(Mapping)(v) and all(map(number(-1, 1), v.values()))),
        ),
        "path": Field("a list of stages, each with name and value, which a run writes", _is_path),
    }
    stop: Mapping[str, Field] = {key: STOP[key] for key in ("games", "hours")}
    lists = ("against",)
    ends_itself = True
    usual_games = CHECK_GAMES
    about_games = "The start and each change that was taken play so many games in the end; the search has its own."

    def read(self, reader: PlanReader) -> Asked:
        """The stages of the path, each at every table that they meet; before anything was tried, the start alone."""
        plan, found = reader.plan, PathReader(reader)
        runners, variants, written = found.stages()
        if not variants or found.around is None:
            return Asked([])
        if plan.get("stop", {}).get("games") is None:
            reader.wrong(["stop: games is missing; it should say how many fresh games the start and each change play"])
        settings = {
            "swaps": found.around.swaps,
            "neighbours": plan.get("neighbours", NEIGHBOURS),
            "steps": plan.get("steps", STEPS),
            "race_games": plan.get("race_games", RACE_GAMES),
            "check_games": plan.get("check_games", CHECK_GAMES),
            "indifference": plan.get("indifference", 0.01),
        }
        worth = found.worth()
        asking = Improving(
            found.around,
            runners.weights,
            tuple(found.names),
            tuple(found.values),
            found.by_seat,
            worth,
            settings,
            "path" in plan,
        )
        start = {"start": {found.around.key: found.values[0]}}
        path = [{"name": name, "value": value} for name, value in zip(found.names, found.values, strict=True)]
        more = {"path": path} if "path" in plan else {}
        limits = {**found.limits}
        values = {**start, **settings, **limits, **({"worth": worth} if worth else {}), **written, **more}
        tables = len(runners.weights)
        return Asked(variants, asking, values, "table of a stage" if tables > 1 else "stage", ALL_VARIANTS, tables)

    def draft(self, draft: Draft) -> list[str]:
        """The first of the chosen is what is to be made better."""
        key = draft.key_of(draft.kind)
        mine, others = draft.chosen[0], toml_text(list(draft.others))
        met = [f"against_of = {{ {key} = {others} }} # whom it meets"] if draft.others else []
        swaps = "swaps = 2 # copies that one change may move"
        return [f"{draft.agents()} {EACH_SEAT}", f"start = {{ {key} = {toml_text(mine)} }}", *met, swaps]

    def no_games(self, plan: Plan) -> PathTotals:
        """The totals of a run before its first game."""
        return PathTotals(plan)

    def told_beforehand(self, plan: Plan) -> list[str]:
        """That the search comes first."""
        asking: Improving = plan.own
        settings, tables = asking.settings, len(asking.weights)
        if asking.is_path:
            return []
        race = f"{settings['neighbours']} changes with at most {settings['race_games'] * tables:,} games each"
        return [
            f"Before these games comes the search: at least two races of {race}, one more for each change that is taken"
            f" ({settings['steps']} at most), each with a test of the best, {settings['check_games'] * tables:,} games."
        ]

    def total_part(self, plan: Plan, part: Part, games: pa.Table) -> PathPart:
        """What the totals need of a part of one stage."""
        asking: Improving = plan.own
        found = PartGames.of(plan, games)
        sound = found.sound_deals(plan.games_per_deal)
        mine = deal_scores(found.scores[:, plan.entrant or 0], plan.games_per_deal)
        first = deal_scores(found.of_seats(found.first), plan.games_per_deal)
        by_table = np.where(sound, mine, np.nan).reshape(len(part.group), -1)
        return PathPart(
            part.group.start // len(asking.weights),
            np.asarray(asking.weights) @ by_table,
            part.games,
            int((~found.sound).sum()),
            count_figures(plan, games, found.sound),
            first[sound],
        )

    def summarize(self, plan: Plan, totals: PathTotals, confidence: float, always_valid: bool) -> pd.DataFrame:
        """One row a stage, in order. gain: what its change was worth; whole: that of all changes so far; all of these
        hold together, as do all scores.
        """
        asking: Improving = plan.own
        stages = range(len(asking.names))
        parts = 1 / sum(weight**2 for weight in asking.weights)
        each = simultaneous_confidence(confidence, len(stages))
        both = simultaneous_confidence(confidence, max(1, 2 * (len(stages) - 1)))
        sound = [totals.stage(stage)[~np.isnan(totals.stage(stage))] for stage in stages]
        scores = [mean_of_deals(values, each, always_valid, parts) for values in sound]
        gains = [totals.gain(stage, max(0, stage - 1), both, always_valid) for stage in stages]
        wholes = [totals.gain(stage, 0, both, always_valid) for stage in stages]
        verdicts = [BETTER if g.low > 0 else WORSE if g.high < 0 else OPEN for g in gains]
        return pd.DataFrame({
            "name": asking.names,
            "games": totals.games * len(asking.weights),
            "score": [score.estimate for score in scores],
            "low": [score.low for score in scores],
            "high": [score.high for score in scores],
            **_columns("gain", gains),
            **_columns("whole", wholes),
            "verdict": [START, *verdicts[1:]],
            "faults": totals.faults,
        })  # fmt: skip

    def sections(self, table: pd.DataFrame, more: Mapping[str, pd.DataFrame]) -> list[Section]:
        """None: the table tells all."""
        return []

    def entries(self, plan: Plan) -> dict[str, list[tuple[int, int]]]:
        """Every stage, at all of its tables."""
        asking: Improving = plan.own
        each, entrant = len(asking.weights), plan.entrant or 0
        return {name: [(n * each + k, entrant) for k in range(each)] for n, name in enumerate(asking.names)}

    def games_told(self, plan: Plan, table: pd.DataFrame) -> int:
        """Of how many games at each table the answer tells."""
        return int(table["games"].max()) // len(plan.own.weights)

    def is_decided(self, plan: Plan, table: pd.DataFrame) -> bool:
        """Whether every change is shown to be better."""
        return not (table["verdict"] == OPEN).any()

    def games_to_half_width(self, plan: Plan, totals: PathTotals, half_width: float) -> float:
        """Open: the end of a search does not depend on a width."""
        return float("inf")

    def asked(self, plan: Plan) -> str:
        """The question in words."""
        return "What should be changed?"

    def played(self, plan: Plan, games: int) -> str:
        """What is played."""
        asking: Improving = plan.own
        tables = len(asking.weights)
        at = f" at each of {tables} tables" if tables > 1 else ""
        stages = f"the start and {len(asking.names) - 1} changes" if len(asking.names) > 1 else "the start"
        return f"the same {games:,} games of {plan.game.title} with {stages}{at}, on deals that proposed nothing"

    def text_table(self, table: pd.DataFrame, most: int | None = None) -> TextTable:
        """One row a stage."""
        rows = [
            [r.name, score_text(r), _gain_text(r), _whole_text(r), r.verdict, f"{r.games:,}"]
            for r in rows_of(table if most is None else table.tail(most))
        ]
        headers = ["Change", "Score", "It was worth", "All so far", "Verdict", "Games"]
        return with_faults(headers, rows, {1, 2, 3, 5}, table if most is None else table.tail(most))

    def leader(self, table: pd.DataFrame, best: Any) -> str:
        """The last stage."""
        last = rows_of(table)[-1]
        return f"{last.name} {score_text(last)}"

    def headline(self, plan: Plan, table: pd.DataFrame, first_seat: pd.DataFrame) -> str:
        """What all changes are worth together."""
        rows = rows_of(table)
        if len(rows) == 1:
            return f"No change was shown to be better; as it is, {plan.entrant_name} scores {score_text(rows[0])}"
        last, count = rows[-1], len(rows) - 1
        changes = "one change is" if count == 1 else f"{count} changes are together"
        return f"{changes} worth {_whole_text(last)}: from {score_text(rows[0])} to {score_text(last)}".capitalize()

    def told(self, plan: Plan, table: pd.DataFrame, more: Mapping[str, pd.DataFrame]) -> list[str]:
        """The changes one by one, and what came of them."""
        rows = rows_of(table)
        if len(rows) == 1:
            return ["No change that was proposed was shown to be better on deals that did not propose it."]
        lines = [f"{row.name}: {_gain_text(row)}." for row in rows[1:]]
        value = plan.own.values[-1]
        cards = value if isinstance(value, (list, tuple)) else value.get("cards") or value.get("houses")
        return [*lines, f"After them it is: {_listed(cards)}."]

    def history_label(self, table: pd.DataFrame) -> str:
        """What is drawn as it came about."""
        return "score, %"


def _columns(name: str, found: Sequence[Interval]) -> dict[str, list[float]]:
    return {
        name: [one.estimate for one in found],
        f"{name}_low": [one.low for one in found],
        f"{name}_high": [one.high for one in found],
    }


def _gain_text(row: Any) -> str:
    """What a change was worth; nothing of the start."""
    if row.verdict == START:
        return ""
    return format_interval(Interval(row.gain, row.gain_low, row.gain_high, row.games), "points", signed=True)


def _whole_text(row: Any) -> str:
    if row.verdict == START:
        return ""
    return format_interval(Interval(row.whole, row.whole_low, row.whole_high, row.games), "points", signed=True)


def _listed(cards: Any) -> str:
    if isinstance(cards, Mapping):
        return "; ".join(f"{part}: {', '.join(lines)}" for part, lines in cards.items())
    return ", ".join(cards)
