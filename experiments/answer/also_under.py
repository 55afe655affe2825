"""The most telling cards of a sweep again under another player: in offers of the sweep that had such a card, another
takes its place, and both play the same deals. What is exchanged depends on the results of the sweep alone, and every
card has a run of its own, so that all of this goes on where it was.
"""

from __future__ import annotations

import itertools
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from ..plan.plan import Plan, describe_agent
from ..plan.reading import read_plan
from ..questions.neighbours import Surroundings, brought_by
from ..questions.offers import ALWAYS_WITH
from ..questions.question import QUESTIONS
from ..questions.sweep import ABOVE, BELOW, Also, Sweeping
from ..questions.texts import TextTable, rows_of
from ..run.store import Store
from ..statistics.crossed import crossed_mean
from ..statistics.format import format_interval
from ..statistics.intervals import Interval, simultaneous_confidence
from ..statistics.moments import deal_scores
from .by_level import verdict
from .outcome import Outcome

ALSO = "also_under.json"
"""In the folder of a sweep, what its most telling cards are worth under the other player."""
COLUMNS = ("name", "score", "low", "high", "other", "other_low", "other_high", "exchanges", "games", "verdict")
SEEDS_EACH, OWN_SEED = 1000, 998
"""Seeds that belong to one of a plan, and that of its exchanges."""
Run = Callable[[Plan, Path], Outcome]


@dataclass(frozen=True)
class Exchanged:
    """An offer, and the same with another card in the place of one: names of their variants by table."""

    having: tuple[str, ...]
    without: tuple[str, ...]


def played_under(sweep: Outcome, run: Run) -> bool:
    """Plays the most telling cards of a finished sweep under its other player, and writes what came of it into the
    folder of the sweep. Whether it is through: not if a run was stopped.
    """
    plan = sweep.plan
    cards = telling(sweep)
    folder = sweep.folder.parent / f"{sweep.folder.name}-under"
    each = simultaneous_confidence(plan.confidence, max(1, len(cards)))
    rows = []
    for row, asked, exchanges in cards:
        played = run(asked, folder)
        if played.status != "done":
            return False
        found = crossed_mean(_differences(played, plan, exchanges), each)
        share = _average_without(plan, row.name)
        known = Interval(found.estimate * share, found.low * share, found.high * share, found.n)
        alike = verdict((Interval(row.score, row.low, row.high, 1), known), 0.0)
        games = played.games_in_all
        told = (known.estimate, known.low, known.high, found.n, games, alike)
        rows.append(dict(zip(COLUMNS, (row.name, row.score, row.low, row.high, *told), strict=True)))
    Store(sweep.folder).write(sweep.folder / ALSO, json.dumps(rows, indent=1).encode())
    return True


def telling(sweep: Outcome) -> list[tuple[Any, Plan, list[Exchanged]]]:
    """The rows of so many cards of which most is shown to be gained, and of as many of which most is shown to be lost,
    each with its exchanges; cards that cannot be exchanged, such as heroes, are passed over.
    """
    table, most = sweep.table, sweep.plan.own.also.cards
    alone = table[table["score"].notna() & ~table["name"].str.contains(ALWAYS_WITH, regex=False)]
    above, below = (rows_of(alone[alone["verdict"] == side]) for side in (ABOVE, BELOW))
    lost = list(itertools.islice(_exchanged(sweep.plan, reversed(below)), most))
    return [*itertools.islice(_exchanged(sweep.plan, above), most), *reversed(lost)]


def _exchanged(plan: Plan, rows: Iterable[Any]) -> Iterator[tuple[Any, Plan, list[Exchanged]]]:
    """Those rows whose cards can be exchanged for others, with the exchanges."""
    for row in rows:
        asked, exchanges = exchange_plan(plan, row.name)
        if len(exchanges) > 1:
            yield row, asked, exchanges


def also_told(result: Outcome) -> pd.DataFrame:
    """What the most telling cards are worth under the other player: name; score, low, high in the sweep; other,
    other_low, other_high under the other player; exchanges; games; verdict. Intervals under each hold together. No row
    before it is known, nor of another question.
    """
    path = result.folder / ALSO
    is_asked = QUESTIONS[result.plan.question].of_draws and result.plan.own.also is not None
    rows = json.loads(path.read_text(encoding="utf-8")) if is_asked and path.exists() else []
    return pd.DataFrame(rows, columns=list(COLUMNS))


def also_table(result: Outcome) -> TextTable | None:
    """It as text; None if nothing of it is known."""
    found = also_told(result)
    if found.empty:
        return None
    plan = result.plan
    players = describe_agent(plan.variants[0].agents[plan.entrant or 0]), describe_agent(plan.own.also.agent)
    rows = [
        [
            row.name,
            format_interval(Interval(row.score, row.low, row.high, 1), "points", signed=True),
            format_interval(Interval(row.other, row.other_low, row.other_high, 1), "points", signed=True),
            row.verdict,
            f"{row.exchanges:,}",
            f"{row.games:,}",
        ]
        for row in rows_of(found)
    ]
    headers = ["Card", *(f"under {player}" for player in players), "Verdict", "Exchanges", "Games"]
    return TextTable(headers, rows, frozenset({1, 2, 4, 5}))


def exchange_plan(plan: Plan, card: str) -> tuple[Plan, list[Exchanged]]:
    """Offers with a card and the same with another in its place, each at every table, under the other player."""
    asking: Sweeping = plan.own
    also: Also = plan.own.also
    variants, exchanges = {}, []
    for offer, key, value in _exchanges(plan, card):
        names = {}
        for place in range(len(asking.weights)):
            variant = plan.variants[offer * len(asking.weights) + place]
            table = {**variant.table, key: _brought(plan, variant.table[key], key, value)}
            having, without = variant.name, f"exchanged, {variant.name}"
            variants[having] = {"name": having, "table": dict(variant.table), "cards": list(variant.cards)}
            variants[without] = {"name": without, "table": table, "cards": list(variant.cards)}
            names[having] = without
        exchanges.append(Exchanged(tuple(names), tuple(names.values())))
    entrant = {} if plan.entrant is None or plan.team else {"entrant": plan.seats[plan.entrant]}
    deal = plan.games_per_deal
    values = {
        "question": "compare",
        "name": f"{plan.name}-{card}"[:100],
        "game": plan.game.name,
        "seed": (plan.seed * SEEDS_EACH + OWN_SEED) % 2**63,
        "agents": [also.agent] * plan.players,
        "table": dict(plan.table),
        "cards": [file.path for file in plan.card_files],
        "confidence": plan.confidence,
        **entrant,
        "variants": list(variants.values()),
        "stop": {"games": -(-also.games // deal) * deal},
    }
    return (read_plan(values) if len(exchanges) > 1 else plan), exchanges


def _brought(plan: Plan, before: Any, key: str, value: Any) -> Any:
    """What a table has for a key if the entrant, or everybody, has this."""
    if not plan.game.drawn[key].by_seat:
        return value
    return brought_by(plan.entrant or 0, value, before)


def _exchanges(plan: Plan, card: str) -> Iterator[tuple[int, str, Any]]:
    """Of the offers that have a card for the entrant, as many as are asked for, as chance chooses: number, key, and
    what it is with another card of the same group and price in its place, each as likely as it is offered.
    """
    asking: Sweeping = plan.own
    offers, offered = asking.offers, asking.offers.offered
    place = offers.cards.index(card)
    chance = np.random.default_rng([plan.seed, OWN_SEED, place])
    frequent = dict(zip(offers.cards, offered.sides.sum(axis=(0, 1)).tolist(), strict=True))
    alike = offered.groups == offered.groups[place]
    if offered.prices is not None:
        alike &= offered.prices == offered.prices[place]
    pool = tuple(other for other, same in zip(offers.cards, alike, strict=True) if same and other != card)
    pool = tuple(other for other in pool if ALWAYS_WITH not in other)
    also: Also = plan.own.also
    found = 0
    tables = len(asking.weights)
    for offer in chance.permutation(np.flatnonzero(offered.sides[0, :, place])).tolist():
        if found == also.exchanges:
            return
        met = tuple(variant.table for variant in plan.variants[offer * tables : (offer + 1) * tables])
        for key, sides in offers.values[offer].items():
            around = Surroundings(plan.game, key, met, plan.entrant or 0, plan.card_files, pool, 1)
            value = plan.game.drawn[key].listed(sides[0], plan.table, plan.card_files)
            options = [exchange for exchange in around.exchanges(value) if exchange.out == card]
            waits = [chance.exponential() / frequent[exchange.into] for exchange in options]
            order = (options[number].of(value) for number in np.argsort(waits))
            made = next((made for made in order if around.is_legal(made)), None)
            if made is not None:
                found += 1
                yield offer, key, made
                break


def _average_without(plan: Plan, card: str) -> float:
    """By how much a card differs from the average card, itself among them, as a share of how it differs from the
    others; where cards are paid for, their line has it as one of many.
    """
    offered = plan.own.offers.offered
    if offered.prices is not None:
        return 1.0
    place = plan.own.offers.cards.index(card)
    often = offered.sides.sum(axis=(0, 1))
    return float(1 - often[place] / often[offered.groups == offered.groups[place]].sum())


def _differences(played: Outcome, plan: Plan, exchanges: list[Exchanged]) -> NDArray[np.float64]:
    """(exchanges, deals): what an offer scores more than with another card, averaged over its tables; without those in
    which a game had a fault.
    """
    column = f"score_{plan.seats[plan.entrant or 0]}"
    parts = defaultdict[str, list[NDArray[np.float64]]](list)
    for name, games in played.iter_games(["error", column]):
        parts[name].append(np.where(games["error"] == 0, games[column], np.nan))
    scores: Mapping[str, NDArray[np.float64]] = {
        name: deal_scores(np.concatenate(own), plan.games_per_deal) for name, own in parts.items()
    }
    weights = np.asarray(plan.own.weights)
    found = np.array([
        weights @ np.array([scores[one] - scores[other] for one, other in zip(pair.having, pair.without, strict=True)])
        for pair in exchanges
    ])  # fmt: skip
    return found[~np.isnan(found).any(axis=1)]
