"""How much of a score is luck of the start, whose average is known: what seats were dealt, how piles lie, who begins.

Of a run that is dealt again, which plays nothing. It says whether control variates would save games.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from sim.core.errors import InputError
from sim.words.walk import Walk

from ..plan.plan import Plan
from ..statistics.controls import explained_by
from .outcome import Outcome
from .traces import SEAT, check_many, playable, seated

Luck = dict[str, float]
"""By what luck gave, how much of it, from the view of the entrant."""
BEGINS, HANDS = "begins", "hands along the game"
MOST, REDEALT = 20_000, 8
"""Games of each variant that are looked at unless said otherwise; hands in the place of one that was drawn."""
Value = Callable[[Any, Any, int], float]
"""(state, tables, seat) -> what a position is worth to a seat, such as its chance to win"""


def luck_explained(result: Outcome, games: int = MOST, value: Value | None = None) -> pd.DataFrame:
    """R squared of the luck of the start on the scores of each variant and, where variants share their deals, on its
    differences from the first: name, deals, of_games (of the scores of single games), of_deals (of those of whole
    deals, in which every seat begins once), of_differences. It is learnt on other deals than those that it is measured
    on.

    value: with it, also luck along the game, which is played again: at the beginning of each turn, how much more the
    hand makes a position worth than hands that could have been drawn in its place, as AIVAT counts chance (Burch and
    others, 2018).
    """
    check_many("games", games)
    plan = playable(result)
    if plan.entrant == plan.players:
        raise InputError(f"{result.name}: it is about whoever begins; luck is told of one seat")
    found = {name: _by_deal(plan, index, table, games, value) for index, name, table in _tables(plan, result)}
    rows, first = [], next(iter(found.values()))
    for name, deals in found.items():
        single = [pair for pairs in deals.values() for pair in pairs]
        both = sorted(set(deals) & set(first))
        apart = [(_mean(deals[deal])[0] - _mean(first[deal])[0], _joined(first[deal], deals[deal])) for deal in both]
        whole = [_mean(pairs) for pairs in deals.values()]
        is_paired = deals is not first and all(variant.deals == plan.variants[0].deals for variant in plan.variants)
        rows.append((name, len(deals), _explained(single), _explained(whole), _explained(apart if is_paired else [])))
    return pd.DataFrame(rows, columns=["name", "deals", "of_games", "of_deals", "of_differences"])


Scored = tuple[float, Luck]


def _tables(plan: Plan, result: Outcome) -> Iterator[tuple[int, str, pd.DataFrame]]:
    """The games of each variant, without those with a fault."""
    numbers = {variant.name: index for index, variant in enumerate(plan.variants)}
    together = defaultdict[str, list[pd.DataFrame]](list)
    for name, table in result.iter_games(
        ["game", "deal", "first_seat", "error", f"score_{plan.seats[plan.entrant or 0]}"]
    ):
        together[name].append(table[table["error"] == 0])
    for name, tables in together.items():
        yield numbers[name], name, pd.concat(tables)


def _by_deal(plan: Plan, index: int, table: pd.DataFrame, games: int, value: Value | None) -> dict[int, list[Scored]]:
    """By deal of a variant, the scores of its games with their luck."""
    variant, state, found = plan.variants[index], plan.game.new_state(), defaultdict[int, list[Scored]](list)
    read, entrant = _reader(plan, index), plan.entrant or 0
    for number, deal, first, _, score in table.head(games).itertuples(index=False):
        plan.game.setup(state, variant.tables, plan.seed_of(index), number)
        luck = read(state)
        if not plan.team:
            luck[BEGINS] = float(first == entrant)
        if value is not None:
            luck[HANDS] = _along(plan, index, int(number), value)
        found[int(deal)].append((float(score), luck))
    return {deal: pairs for deal, pairs in found.items() if len(pairs) == plan.games_per_deal}


def _along(plan: Plan, index: int, number: int, value: Value) -> float:
    """What luck of hands added to the value of the entrant's position over a game."""
    variant, entrant = plan.variants[index], plan.entrant or 0
    total, turn = 0.0, -1
    for step in Walk(plan.game, variant.tables, variant.agents, plan.seed_of(index), number):
        if int(step.state.turn) == turn:
            continue
        turn, usual = int(step.state.turn), 0.0
        for drawn in range(REDEALT):
            other = plan.game.copy_state(step.state)
            plan.game.determinize(other, variant.tables, (step.seat + 1) % plan.players, REDEALT * turn + drawn)
            usual += value(other, variant.tables, entrant) / REDEALT
        total += value(step.state, variant.tables, entrant) - usual
    return total


def _reader(plan: Plan, index: int) -> Callable[[Any], Luck]:
    """(state at the start) -> its luck. A card of a seat's zone counts for the entrant, or against him by the share of
    one opponent; in a pile of all it counts by how high it lies, 1 on top.
    """
    variant, words, entrant = plan.variants[index], plan.game.words, plan.entrant or 0
    ids = words.card_ids(variant.card_files)
    paths = words.paths(variant.tables, ids)
    named = [path for path in dict.fromkeys((*words.dealt, *words.shuffled)) if "CARD" not in path]
    own = [(path, [paths[name] for name in seated(path, plan.players)]) for path in named if SEAT in path]
    common = [(path, paths[path]) for path in named if SEAT not in path]
    drafted, others = words.drafted, max(1, plan.players - 1)

    def read(state: Any) -> Luck:
        luck = defaultdict[str, float](float)
        held = [("drafted", drafted(state, ids))] if drafted is not None else []
        held += [(name, [_cards(zone.read(state)) for zone in zones]) for name, zones in own]
        for name, hands in held:
            for seat, cards in enumerate(hands):
                for card in cards:
                    luck[f"{name} {card}"] += 1.0 if seat == entrant else -1.0 / others
        for name, pile in common:
            cards = _cards(pile.read(state))
            for place, card in enumerate(cards):
                luck[f"{name} {card}"] += 1 - place / len(cards)
        return luck

    return read


def _cards(value: Any) -> list[str]:
    return [str(entry["id"] if isinstance(entry, dict) else entry) for entry in value]


def _mean(pairs: list[Scored]) -> Scored:
    """The score of a deal, and its luck."""
    luck = defaultdict[str, float](float)
    for _, one in pairs:
        for name, amount in one.items():
            luck[name] += amount / len(pairs)
    return sum(score for score, _ in pairs) / len(pairs), luck


def _joined(first: list[Scored], other: list[Scored]) -> Luck:
    """The luck of a deal of both variants."""
    both = (
        (f"{which} {name}", amount)
        for which, one in (("first", first), ("other", other))
        for name, amount in _mean(one)[1].items()
    )
    return dict(both)


def _explained(scored: list[Scored]) -> float:
    """R squared of luck on scores; 0 where luck gives nothing, or the same to all."""
    names = {name: place for place, name in enumerate(sorted({name for _, luck in scored for name in luck}))}
    luck: NDArray[np.float64] = np.zeros((len(scored), len(names)))
    for row, (_, one) in enumerate(scored):
        for name, amount in one.items():
            luck[row, names[name]] = amount
    varies = luck[:, luck.std(axis=0) > 1e-9] if len(scored) else luck
    return explained_by(varies, np.array([score for score, _ in scored]))
