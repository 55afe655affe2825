"""A validated table and the start of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..core.errors import InputError, nearest, shown
from ..core.game import RANDOM_FIRST, ROTATE
from ..core.kernel import kernel
from ..core.pile import put, shuffle
from ..core.rng import MARKET, ORDER, below, seed_streams, shuffle_stream
from ..core.words import seat_name
from .cards import TABLES, fill_cards, read_cards
from .rules import draw, fill_slot
from .state import NO_CARD, ROW_MAX, SEATS, Decision

MAIN = int(Decision.MAIN)

STANDARD: dict[str, Any] = {
    "players": 2,
    "first": "rotate",
    "health": 50,
    "max_health": 50,
    "max_mastery": 30,
    "starting_mastery": [0, 1, 2, 3],
    "hand": 5,
    "row": 6,
    "focus_cost": 1,
    "turn_limit": 100,
}
"""The table by the rules. turn_limit (turns a player, then a draw) is a safeguard of ours: the rules have none."""

BOUNDS = {
    "players": (2, SEATS),
    "health": (1, 999),
    "max_health": (1, 999),
    "max_mastery": (1, 99),
    "hand": (1, 10),
    "row": (1, ROW_MAX),
    "focus_cost": (0, 99),
    "turn_limit": (1, 1000),
}


def make_tables(table: Mapping[str, Any], cards: Sequence[str | Path] = ()) -> np.record:
    """The TABLES record for a table (keys of STANDARD, all optional) and extra card files; InputError lists all
    problems.
    """
    values = {**STANDARD, **table}
    problems = _check_table(values)
    tables = np.zeros(1, np.dtype((np.record, TABLES)))[0]
    try:
        problems += fill_cards(tables, read_cards(cards))
    except InputError as error:
        problems += error.problems
    if problems:
        raise InputError(problems)
    for key in BOUNDS:
        tables[key] = values[key]
    mastery = values["starting_mastery"]
    tables["starting_mastery"][: len(mastery)] = mastery
    tables["first"] = _firsts(values["players"])[values["first"]]
    return tables


def _check_table(values: Mapping[str, Any]) -> list[str]:
    problems = [f'table: no key is called "{key}"{nearest(key, STANDARD)}' for key in values if key not in STANDARD]
    for key, (low, high) in BOUNDS.items():
        if not _whole(values[key]) or not low <= values[key] <= high:
            problems.append(f"table: {key} should be a whole number from {low} to {high}, found {shown(values[key])}")
    if problems:
        return problems
    firsts = _firsts(values["players"])
    if values["first"] not in list(firsts):
        problems.append(f"table: first should be one of {', '.join(firsts)}, found {shown(values['first'])}")
    mastery = values["starting_mastery"]
    if not isinstance(mastery, list) or not values["players"] <= len(mastery) <= SEATS:
        found = shown(mastery)
        problems.append(f"table: starting_mastery should list one number a player in turn order, found {found}")
    elif not all(_whole(m) and 0 <= m <= values["max_mastery"] for m in mastery):
        problems.append(f"table: starting_mastery should hold numbers from 0 to max_mastery, found {shown(mastery)}")
    if values["health"] > values["max_health"]:
        problems.append(f"table: health {values['health']} is above max_health {values['max_health']}")
    return problems


def _firsts(players: int) -> dict[str, int]:
    return {"rotate": ROTATE, "random": RANDOM_FIRST} | {seat_name(seat): seat for seat in range(players)}


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


@kernel
def setup(s, t, seed, game):
    """Start state of a game: seats in turn order, health and mastery, shuffled decks, opening hands, center row.

    With first = rotate, games n*d .. n*d + n-1 are deal d with each of the n seats first in turn; else game = deal.
    """
    players = t.players
    deal, first = game, t.first
    if t.first == ROTATE:
        deal, first = game // players, game % players
    seed_streams(s, seed, deal, max(first, 0), players)
    if t.first == RANDOM_FIRST:
        first = below(s, ORDER, players)
        seed_streams(s, seed, deal, first, players)
    clear(s, t, first)
    for card in range(t.n_cards):
        if t.card[card].starter == 0:
            for _ in range(t.card[card].copies):
                put(s, s.center, card)
    shuffle(s, MARKET, s.center)
    for slot in range(t.row):
        fill_slot(s, slot)
    for seat in range(players):
        for card in range(t.n_cards):
            if t.card[card].starter == 1:
                for _ in range(t.card[card].copies):
                    put(s, s.deck[seat], card)
        shuffle(s, shuffle_stream(seat), s.deck[seat])
        draw(s, seat, t.hand)
        s.mastery[seat] = t.starting_mastery[(seat - first + players) % players]


@kernel
def clear(s, t, first):
    """An empty table: no cards anywhere, full health, no mastery, the first seat at its main phase."""
    s.turn, s.players, s.first, s.to_move, s.active = 0, t.players, first, first, first
    s.decision, s.over, s.error, s.n_frames, s.cause = MAIN, 0, 0, 0, 0
    s.focused, s.copies_homodeus, s.deploys, s.factions_deployed = 0, 0, 0, 0
    s.gems, s.power = 0, 0
    s.exhausted.n, s.play.n, s.fast_played.n, s.center.n, s.center_known = 0, 0, 0, 0, 0
    for slot in range(ROW_MAX):
        s.row[slot] = NO_CARD
    for card in range(s.banished.size):
        s.banished[card] = 0
    for seat in range(SEATS):
        s.score[seat], s.damage[seat] = 0, 0
        s.alive[seat] = seat < t.players
        s.health[seat], s.mastery[seat] = t.health, 0
        s.deck[seat].n, s.hand[seat].n, s.discard[seat].n, s.champions[seat].n, s.known[seat] = 0, 0, 0, 0, 0
        s.recruits[seat], s.fast_plays[seat], s.focuses[seat] = 0, 0, 0
