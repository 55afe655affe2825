"""What each card was worth, of kinds that are not the same.

"dealt": what luck alone gave at the start, such as an opening hand: who has it owes it to nothing else, so what he
scores more is what it does there. "drafted": what a seat took in a draft, before play: how those did who took it.
"gained": what was bought, or played from a deck: a description, not a cause, for a
card is gained when there is time for it, and one that is played by whoever is about to win looks good without having
helped.
"""

from __future__ import annotations

import functools
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from matplotlib.axes import Axes

from sim.core.errors import InputError, nearest, quoted
from sim.words.walk import Walk

from ..plan.plan import Plan
from ..questions import drawing
from ..questions.question import QUESTIONS
from ..questions.texts import TextTable, rows_of
from ..statistics.format import NO_ANSWER, format_interval
from ..statistics.intervals import Interval, fixed_quantile, mean_interval
from ..statistics.shrinkage import shrink
from .outcome import Outcome
from .traces import check_many, chosen, playable, seated, spread, traced

DEALT, DRAFTED, GAINED = "dealt", "drafted", "gained"
MOST_DEALT, MOST_REPLAYED = 20_000, 400
"""Games that are looked at unless said otherwise: dealt again, which is quick, or of each entry played again."""
MOST_DRAWN, UNKNOWN = 30, "-"
TOLD = {DEALT: "were dealt it at the start", DRAFTED: "drafted it", GAINED: "got or played it"}
WHY = {DEALT: "luck alone gave it", DRAFTED: "a description, not a cause", GAINED: "a description, not a cause"}
GAINED_COLUMN, CARD = "gained_", "CARD"
"""Begins the measures that count the copies of a card that all seats gained; stands for a card in `Words.dealt`."""


@dataclass(frozen=True)
class Holding:
    """A side in one game: what it scored, and which cards it had."""

    side: tuple[Any, ...]
    """those with the same are compared with each other: what sat there, and whether it began"""
    deal: tuple[int, int]
    """games of the same deal share their luck, and count once"""
    entry: str
    score: float
    cards: Counter[str]


def card_worth(
    result: Outcome, kind: str | None = None, most: int = 1, games: int | None = None, entry: str | None = None
) -> pd.DataFrame:
    """What each card was worth: how much more those scored who had it than the same side does on average, in the same
    place in turn order. One row a card and number of copies, the highest first.

    kind: "dealt", what luck gave at the start, "drafted", what was drafted for the whole game, or "gained", what was
    bought or played (see the module); by default the first of them that there is. most: copies that are told apart; so
    many or more are one row. games: how many to look at, evenly spread over the run. entry: that of one deck, agent or
    variant alone.

    Columns kind, card, copies, games (of a side that had it), deals, worth, low, high (an interval of its own, by
    deals), and shrunk, shrunk_low, shrunk_high: drawn towards the others as far as the error asks for it, so that what
    rests on few games is told, and not taken for a find (see `statistics.shrinkage`).
    """
    readers = ((DEALT, _dealt), (DRAFTED, _drafted), (GAINED, _gained))
    kinds = {name: read for name, read in readers if name in worth_kinds(result)}
    if kind is not None and kind not in kinds:
        there = f"; it has {' and '.join(kinds)}" if kinds else ""
        raise InputError(f"{result.plan.game.title} has no cards that are {quoted(kind)}{nearest(kind, kinds)}{there}")
    check_entry(result, entry)
    check_many("most", most)
    check_many("games", MOST_DEALT if games is None else games)
    for name in [kind] if kind else kinds:
        table = worth_table(list(kinds[name](result, games)), most, result.plan.confidence, entry)
        if len(table):
            table.insert(0, "kind", name)
            return table
    told = kind or " or ".join(kinds)
    raise InputError(f"{result.name}: no card was {told} in some of the games of a side and not in others")


def check_entry(result: Outcome, entry: str | None) -> None:
    """InputError unless somebody is called so; plays nothing."""
    known = QUESTIONS[result.plan.question].entries(result.plan)
    if entry is not None and entry not in known:
        raise InputError(f"nobody is called {quoted(entry)}{nearest(entry, known)}")


def worth_kinds(result: Outcome) -> list[str]:
    """The kinds of cards that a game has."""
    words = result.plan.game.words
    there = {DEALT: words.drafted or words.dealt, DRAFTED: words.drafted, GAINED: words.gained}
    return [kind for kind, known in there.items() if known]


def games_replayed(result: Outcome, kind: str | None = None, games: int | None = None) -> int:
    """How many games `card_worth` plays again, at most."""
    kind = kind or worth_kinds(result)[0]
    if kind == DRAFTED:
        return sum(len(deals) * result.plan.games_per_deal for deals in _sample(result, games or MOST_REPLAYED))
    return len(chosen(result, games or MOST_REPLAYED)) if kind == GAINED and not _counts_gained(result) else 0


def worth_table(
    held: Sequence[Holding], most: int = 1, confidence: float = 0.95, entry: str | None = None
) -> pd.DataFrame:
    """The table of `card_worth`, of sides in games; entry: of those of one alone."""
    scores = defaultdict[tuple[Any, ...], list[float]](list)
    for holding in held:
        scores[holding.side].append(holding.score)
    means = {side: float(np.mean(points)) for side, points in scores.items()}
    had = Counter((holding.side, card) for holding in held for card in holding.cards)
    found = defaultdict[tuple[str, int], dict[tuple[int, int], list[float]]](lambda: defaultdict(list))
    for holding in held if entry is None else (one for one in held if one.entry == entry):
        gain = holding.score - means[holding.side]
        for card, copies in holding.cards.items():
            if had[holding.side, card] < len(scores[holding.side]):  # what a side always has is compared with nothing
                found[card, min(copies, most)][holding.deal].append(gain)
    rows = [_row(card, copies, most, deals, confidence) for (card, copies), deals in found.items()]
    columns = ["card", "copies", "games", "deals", "worth", "low", "high"]
    table = pd.DataFrame(rows, columns=columns)
    return _shrunk(table, confidence).sort_values("shrunk", ascending=False, ignore_index=True)


def _row(
    card: str, copies: int, most: int, deals: dict[tuple[int, int], list[float]], confidence: float
) -> tuple[Any, ...]:
    gains = np.array([np.mean(points) for points in deals.values()])
    worth = mean_interval(len(gains), float(gains.mean()), float(gains.var()), confidence, bounds=(-1, 1))
    told = f"{copies}+" if copies == most else str(copies)
    return card, told, sum(map(len, deals.values())), len(gains), worth.estimate, worth.low, worth.high


def _shrunk(table: pd.DataFrame, confidence: float) -> pd.DataFrame:
    if table.empty:
        return table.assign(shrunk=0.0, shrunk_low=0.0, shrunk_high=0.0)
    reach = fixed_quantile(confidence)(1)
    means, errors = shrink(table["worth"], (table["high"] - table["low"]) / (2 * reach))
    return table.assign(shrunk=means, shrunk_low=means - reach * errors, shrunk_high=means + reach * errors)


def _dealt(result: Outcome, games: int | None) -> Iterator[Holding]:
    """Every side with what it was dealt, of games that are dealt again, which plays nothing."""
    plan = playable(result)
    sampled = _sample(result, games or MOST_DEALT)
    columns = ["game", "deal", "first_seat", "error", *(f"score_{seat}" for seat in plan.seats)]
    for name, table in result.iter_games(columns):
        index = _variant(plan, name)
        if not sampled[index]:
            continue
        read, state, variant = _dealt_reader(plan, index), plan.game.new_state(), plan.variants[index]
        chosen = table[(table["error"] == 0) & table["deal"].isin(sampled[index])]
        for number, deal, first, _, *scores in chosen[columns].itertuples(index=False):
            plan.game.setup(state, variant.tables, plan.seed_of(index), number)
            yield from _holdings(plan, index, int(deal), int(first), scores, read(state))


def _sample(result: Outcome, games: int) -> list[set[int]]:
    """By variant, the deals that are looked at, about so many games of all variants together."""
    plan = result.plan
    some = set(spread(len(plan.variants), max(1, games // plan.games_per_deal)).tolist())
    deals = max(1, games // (plan.games_per_deal * len(plan.variants)))
    played = result.manifest["games"] // plan.games_per_deal
    chosen = set(spread(played, deals).tolist())
    return [chosen if variant in some else set() for variant in range(len(plan.variants))]


@functools.lru_cache(maxsize=8)
def _numbers(plan: Plan) -> dict[str, int]:
    return {variant.name: index for index, variant in enumerate(plan.variants)}


def _variant(plan: Plan, name: str) -> int:
    return _numbers(plan)[name]


def _dealt_reader(plan: Plan, index: int) -> Callable[[Any], list[list[str]]]:
    """(state at the start) -> by seat, what luck gave it; what it gave to all is that of every seat."""
    game, variant = plan.game, plan.variants[index]
    ids = game.words.card_ids(variant.card_files)
    if (drafted := game.words.drafted) is not None:
        return lambda state: drafted(state, ids)
    paths, dealt = game.words.paths(variant.tables, ids), game.words.dealt
    zones = [[paths[name] for name in seated(path, plan.players)] for path in dealt if CARD not in path]
    counts = [(path.replace(CARD, card), card) for path in dealt if CARD in path for card in ids]
    counted = {card: paths[name] for name, card in counts if name in paths}

    def read(state: Any) -> list[list[str]]:
        there = [card for card, path in counted.items() if path.read(state)]
        held: list[list[str]] = [list(there) for _ in range(plan.players)]
        for zone in zones:
            for seat, cards in enumerate(held):
                cards += [entry["id"] if isinstance(entry, dict) else entry for entry in zone[seat].read(state)]
        return held

    return read


def _drafted(result: Outcome, games: int | None) -> Iterator[Holding]:
    """Every side with what it had when play began, of games whose drafts are played again."""
    plan, drafted = playable(result), result.plan.game.words.drafted
    assert drafted is not None
    sampled = _sample(result, games or MOST_REPLAYED)
    columns = ["game", "deal", "first_seat", "error", *(f"score_{seat}" for seat in plan.seats)]
    for name, table in result.iter_games(columns):
        index = _variant(plan, name)
        if not sampled[index]:
            continue
        variant = plan.variants[index]
        ids = plan.game.words.card_ids(variant.card_files)
        chosen = table[(table["error"] == 0) & table["deal"].isin(sampled[index])]
        for number, deal, first, _, *scores in chosen[columns].itertuples(index=False):
            steps = Walk(plan.game, variant.tables, variant.agents, plan.seed_of(index), int(number))
            picked: list[list[str]] = next((cards for step in steps if any(cards := drafted(step.state, ids))), [])
            yield from _holdings(plan, index, int(deal), int(first), scores, picked or [[]] * plan.players)


def _gained(result: Outcome, games: int | None) -> Iterator[Holding]:
    """Every side with what it gained: as the run noted it where the game counts that, or else in a sample of the games
    that are played again.
    """
    plan = result.plan
    if _counts_gained(result):
        yield from _noted(result)
        return
    for one in traced(result, games or MOST_REPLAYED).values():
        cards = [list(counter.elements()) for counter in one.gained]
        yield from _holdings(
            plan, one.variant, one.number // plan.games_per_deal, one.first, one.scores.tolist(), cards
        )


def _counts_gained(result: Outcome) -> bool:
    """Whether a run notes what was gained."""
    return any(name.startswith(GAINED_COLUMN) for name in result.plan.game.measures)


def _noted(result: Outcome) -> Iterator[Holding]:
    """What a team gained, of every game of the run."""
    plan = result.plan
    counted = [name for name in plan.game.measures if name.startswith(GAINED_COLUMN)]
    for name, table in result.iter_games(["deal", "first_seat", "error", "score_p1", *counted]):
        index = _variant(plan, name)
        for deal, first, _, score, *copies in table[table["error"] == 0].itertuples(index=False):
            cards = Counter({name.removeprefix(GAINED_COLUMN): int(n) for name, n in zip(counted, copies, strict=True)})
            yield from _holdings(plan, index, int(deal), int(first), [score], [cards.elements()])


def _holdings(
    plan: Plan, index: int, deal: int, first: int, scores: Sequence[float], cards: Sequence[Iterable[str]]
) -> Iterator[Holding]:
    """The sides of a game: every seat, or the team."""
    luck, entries = plan.seed_of(index), _entries(plan)
    name, where = plan.variants[index].name, (index,)
    if QUESTIONS[plan.question].of_draws:
        name, where = entries[index, plan.entrant or 0], (index % len(plan.own.weights),)
    if plan.team:
        yield Holding(where, (luck, deal), name, float(scores[0]), Counter(cards[0]))
        return
    for seat, score in enumerate(scores):
        entry = entries.get((index, seat)) or (entries.get((index, plan.players), "") if seat == first else "")
        yield Holding((*where, seat, seat == first), (luck, deal), entry, float(score), Counter(cards[seat]))


@functools.lru_cache(maxsize=8)
def _entries(plan: Plan) -> dict[tuple[int, int], str]:
    """By variant and seat, which entry of the question sits there; see `Question.entries`."""
    entries = QUESTIONS[plan.question].entries(plan)
    return {place: entry for entry, places in entries.items() for place in places}


def worth_beside(result: Outcome, games: int | None = None) -> pd.DataFrame:
    """Of a sweep, what each card is worth, by who was offered it, beside how those did who drew it and who bought or
    played it: one row a card, the most worth first. Only the first is a cause that is meant; the others describe play.

    Columns card; worth, low, high; drawn, drawn_low, drawn_high, where luck deals to seats; gained, gained_low,
    gained_high; shares of a win, the latter two each with intervals of their own.
    """
    found = result.table[["name", "score", "low", "high"]].set_axis(["card", "worth", "low", "high"], axis=1)
    kinds = {GAINED: "gained"} | ({DEALT: "drawn"} if _is_dealt_to_seats(result) else {})
    for kind, column in reversed(kinds.items()):
        names = {"worth": column, "low": f"{column}_low", "high": f"{column}_high"}
        table = card_worth(result, kind, games=games).rename(columns=names)[["card", *names.values()]]
        found = found.merge(table, how="left", on="card")
    return found


def _is_dealt_to_seats(result: Outcome) -> bool:
    return any(CARD not in path for path in result.plan.game.words.dealt)


def told_beside(table: pd.DataFrame) -> TextTable:
    """The table of `worth_beside` as text."""
    columns = {"worth": ("low", "high")}
    columns |= {name: (f"{name}_low", f"{name}_high") for name in ("drawn", "gained") if name in table}
    headers = {"worth": "Worth, by who was offered it", "drawn": "Who drew it", "gained": "Who bought or played it"}
    rows = [
        [row["card"], *(_interval(row[name], row[low], row[high], 1) for name, (low, high) in columns.items())]
        for row in table.to_dict("records")
    ]
    rows = [[UNKNOWN if text == NO_ANSWER else text for text in row] for row in rows]
    return TextTable(["Card", *(headers[name] for name in columns)], rows, frozenset(range(1, len(columns) + 1)))


def told_worth(table: pd.DataFrame) -> TextTable:
    """The table of `card_worth` as text."""
    rows = [[r.card, _text(r), _interval(r.worth, r.low, r.high, r.deals), f"{r.games:,}"] for r in rows_of(table)]
    return TextTable(["Card", "Points, shrunk", "As seen", "Games"], rows, frozenset({1, 2, 3}))


def about_worth(table: pd.DataFrame) -> str:
    """What the table of `card_worth` tells, in a sentence."""
    kind = str(table["kind"].iloc[0])
    return f"Points that those who {TOLD[kind]} score more than usual: {WHY[kind]}. Each interval is for itself."


def draw_worth(
    result: Outcome,
    kind: str | None = None,
    games: int | None = None,
    entry: str | None = None,
    ax: Axes | None = None,
) -> Axes:
    """What each card was worth, drawn towards the others as far as its error asks for it, with its interval; of many
    cards the highest and the lowest ones. See `card_worth`.
    """
    table = card_worth(result, kind, 1, games, entry)
    shown = table if len(table) <= MOST_DRAWN else pd.concat([table.head(MOST_DRAWN // 2), table.tail(MOST_DRAWN // 2)])
    names = [row.card.replace("_", " ") for row in rows_of(shown)]
    shown, names = shown[: drawing.rows_with_room(ax, names)], names[: drawing.rows_with_room(ax, names)]
    ax = drawing.rows_of_axes(ax, names, (f"{_text(row)}, {row.games:,} games" for row in rows_of(shown)))
    drawing.even_line(ax, 0, len(shown))
    values = shown[["shrunk", "shrunk_low", "shrunk_high"]].to_numpy() * 100
    drawing.intervals(ax, values, ["better" if low > 0 else "worse" if high < 0 else "" for _, low, high in values])
    kind = str(table["kind"].iloc[0])
    drawing.caption(ax, f"points that those who {TOLD[kind]} score more than usual")
    of = f" of {entry}" if entry else ""
    some = f"the {MOST_DRAWN // 2} highest and lowest of {len(table)}, " if len(shown) < len(table) else ""
    note = f"{some}shrunk, {result.plan.confidence * 100:g} % intervals, each for itself"
    drawing.entitle(ax, f"What each card{of} was worth: {WHY[kind]}", note)
    return ax


def _text(row: Any) -> str:
    return _interval(row.shrunk, row.shrunk_low, row.shrunk_high, row.deals)


def _interval(estimate: float, low: float, high: float, deals: int) -> str:
    return format_interval(Interval(estimate, low, high, deals), "", signed=True)
