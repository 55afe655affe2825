"""A validated table and the start of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..cards.header import clear_header
from ..cards.piles import put_copies
from ..core.beginning import begin
from ..core.errors import InputError, shown
from ..core.kernel import kernel
from ..core.pile import shuffle
from ..core.records import new_record
from ..core.rng import MARKET, shuffle_stream
from ..reading.card_files import CardSource, placed
from ..reading.table import Key, firsts, read_table
from .cards import TABLES, fill_cards, read_cards
from .state import NO_CARD, ROW_MAX, SEATS, Decision
from .zones import draw, fill_slot

KEYS = {
    "players": Key("how many play", 2, (2, SEATS)),
    "first": Key("who begins: a seat, all in turn, or drawn", "rotate", ways=("rotate", "random")),
    "health": Key("health at the start", 50, (1, 999)),
    "max_health": Key("the most health a player can have", 50, (1, 999)),
    "max_mastery": Key("the most mastery a player can have", 30, (1, 99)),
    "starting_mastery": Key(
        "mastery at the start, in turn order", [0, 1, 2, 3], (0, 99), each_seat=True, in_turn_order=True
    ),
    "hand": Key("cards drawn at the end of a turn", 5, (1, 10)),
    "row": Key("cards of the center row", 6, (1, ROW_MAX)),
    "focus_cost": Key("gems that a mastery costs", 1, (0, 99)),
    "turn_limit": Key("turns a player, then a draw: a safeguard of ours, the rules have none", 100, (1, 1000)),
}
"""The keys of a table, with their values by the rules."""
COPIED = ("players", "health", "max_health", "max_mastery", "hand", "row", "focus_cost", "turn_limit")


def make_tables(table: Mapping[str, Any], cards: Sequence[CardSource] = ()) -> np.record:
    """The TABLES record for a table (see KEYS; all optional) and extra card files; InputError lists all problems."""
    values, problems = read_table(KEYS, table)
    problems = problems or _check_together(values)
    tables = new_record(TABLES)
    try:
        problems += placed(fill_cards(tables, read_cards(cards)), cards)
    except InputError as error:
        problems += error.problems
    if problems:
        raise InputError(problems)
    for key in COPIED:
        tables[key] = values[key]
    mastery = values["starting_mastery"]
    tables["starting_mastery"][: len(mastery)] = mastery
    tables["first"] = firsts(values["players"])[values["first"]]
    return tables


def _check_together(values: Mapping[str, Any]) -> list[str]:
    """What is wrong with values that are sound alone."""
    problems, mastery = [], values["starting_mastery"]
    if not values["players"] <= len(mastery) <= SEATS:
        problems.append(
            f"table: starting_mastery should list one number a player in turn order, found {shown(mastery)}"
        )
    if any(number > values["max_mastery"] for number in mastery):
        problems.append(f"table: starting_mastery should hold numbers from 0 to max_mastery, found {shown(mastery)}")
    if values["health"] > values["max_health"]:
        problems.append(f"table: health {values['health']} is above max_health {values['max_health']}")
    return problems


@kernel
def setup(s, t, seed, game):
    """Start state of a game: seats in turn order, health and mastery, shuffled decks, opening hands, center row
    (rules 2).
    """
    players = t.players
    first = begin(s, seed, game, players, t.first)
    clear(s, t, first)
    for card in range(t.n_cards):
        if t.card[card].starter == 0:
            put_copies(s, card, t.card[card].copies, s.center)
    shuffle(s, MARKET, s.center)
    for slot in range(t.row):
        fill_slot(s, slot)
    for seat in range(players):
        for card in range(t.n_cards):
            if t.card[card].starter == 1:
                put_copies(s, card, t.card[card].copies, s.deck[seat])
        shuffle(s, shuffle_stream(seat), s.deck[seat])
        draw(s, seat, t.hand)
        s.mastery[seat] = t.starting_mastery[(seat - first + players) % players]


@kernel
def clear(s, t, first):
    """An empty table: no cards anywhere, full health, no mastery, the first seat at its main phase."""
    clear_header(s, t.players, first, Decision.MAIN)
    s.focused, s.copies_homodeus, s.deploys, s.factions_deployed = 0, 0, 0, 0
    s.gems, s.power = 0, 0
    s.exhausted.n, s.play.n, s.fast_played.n, s.center.n, s.center_known = 0, 0, 0, 0, 0
    for slot in range(ROW_MAX):
        s.row[slot] = NO_CARD
    for card in range(s.banished.size):
        s.banished[card] = 0
    for seat in range(SEATS):
        s.damage[seat] = 0
        s.alive[seat] = seat < t.players
        s.health[seat], s.mastery[seat] = t.health, 0
        s.deck[seat].n, s.hand[seat].n, s.discard[seat].n, s.champions[seat].n, s.known[seat] = 0, 0, 0, 0, 0
        s.recruits[seat], s.fast_plays[seat], s.focuses[seat] = 0, 0, 0
