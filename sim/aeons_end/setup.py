"""A validated table and the start of a game."""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from ..cards.header import clear_header
from ..cards.piles import put_copies
from ..core.errors import InputError, nearest, quoted, shown
from ..core.kernel import kernel
from ..core.pile import put, shuffle, shuffle_part, take_top
from ..core.records import new_record, new_records
from ..core.rng import DICE, MARKET, ORDER, below, seed_streams, stream_key
from ..reading.card_files import CardFile, CardSource, placed
from ..reading.table import Key, firsts, follow, is_whole, read_table
from .apply import advance
from .cards import NEMESIS_TYPES, SUPPLY_TYPES, TABLES, TYPES, fill_cards, read_cards
from .frames import push_program
from .state import (
    BREACHES,
    CARD_TYPES_MAX,
    NEMESIS,
    NEMESIS_CARD,
    NO_CARD,
    PILES,
    SEATS,
    WILD_CARD,
    Decision,
    Origin,
    Phase,
    Type,
)

SUPPLIES_FILE = Path(__file__).with_name("supplies.toml")
SUPPLY_STREAM = 1000
"""Purpose of the stream that draws supply piles, apart from the streams of the game under way."""

DIFFICULTIES = {
    "normal": (10, 30, 0, 0),
    "beginner": (12, 35, -10, 0),
    "expert": (10, 30, 0, 1),
    "extinction": (8, 25, 10, 1),
}
"""Life of a player, life of Gravehold, change of the nemesis's life, whether its harder rule holds."""
MAGES = {
    1: ["jian"],
    2: ["adelheim", "brama"],
    3: ["adelheim", "jian", "xaxos"],
    4: ["brama", "kadir", "lash", "mist"],
}
TURN_CARDS = (0, 3, 2, 1, 1)
"""Turn order cards of each player, by the number of players."""
BASIC_CARDS = {1: [1, 3, 7], 2: [3, 5, 7], 3: [5, 6, 7], 4: [8, 7, 7]}

KEYS = {
    "players": Key("how many play; as many as the mages, if those are named", 2, (1, SEATS)),
    "mages": Key(
        "the mage of each seat; None: the recommended ones", None, follows=lambda values: MAGES[values["players"]]
    ),
    "nemesis": Key("whom they fight", "rageborne"),
    "supply": Key(
        'nine cards or sorts of cards such as "gem" or "spell 5+", or a suggested supply', "deck_destruction"
    ),
    "first": Key("the seat that decides for the team on the nemesis's turns", "p1", ways=()),
    "difficulty": Key("how hard the nemesis plays", "normal", options=tuple(DIFFICULTIES)),
    "life": Key("life of each player; None: by the difficulty", None, (1, 99), usual=10),
    "gravehold": Key("life of Gravehold; None: by the difficulty", None, (1, 99), usual=30),
    "nemesis_life": Key("life of the nemesis; 0: by nemesis and difficulty", 0, (0, 300), usual=70),
    "hand": Key("cards that a hand is filled up to", 5, (1, 10)),
    "charge_cost": Key("aether that a charge costs", 2, (0, 99)),
    "basic_cards": Key(
        "basic nemesis cards of each tier; None: by the number of players",
        None,
        follows=lambda values: BASIC_CARDS[values["players"]],
    ),
    "solo_exhaustion_loses": Key("whether a player alone who is exhausted loses", True),
    "turn_limit": Key("turn order cards, then a loss: a safeguard of ours, the rules have none", 150, (1, 1000)),
}
"""The keys of a table, with their values by the rules."""
COPIED = ("players", "hand", "charge_cost", "turn_limit")
Cards = Mapping[str, Mapping[str, Any]]
CARDS_KEPT = 16
"""What card files say, and the tables made of it, are kept for those that were asked for last."""


def make_tables(table: Mapping[str, Any], cards: Sequence[CardSource] = ()) -> np.record:
    """The TABLES record for a table (see KEYS; all optional) and extra card files; InputError lists all problems."""
    mages = table.get("mages")
    following = {"players": len(mages)} if isinstance(mages, list) and "players" not in table else {}
    values, problems = read_table(KEYS, {**table, **following})
    files = tuple(map(CardFile.of, cards))
    try:
        known = _known_cards(files)
    except InputError as error:
        raise InputError([*problems, *error.problems]) from None
    market = _market(files)
    values = _complete(values)
    problems += _check_table(values, known, market)
    if problems:
        raise InputError(problems)
    record = new_records(TABLES, 1)
    record[0] = _tables_with_cards(files, tuple(values["mages"]), values["nemesis"], values["difficulty"])
    tables = record[0]
    life, gravehold, more, _ = DIFFICULTIES[values["difficulty"]]
    for key in COPIED:
        tables[key] = values[key]
    tables["life"] = life if values["life"] is None else values["life"]
    tables["gravehold"] = gravehold if values["gravehold"] is None else values["gravehold"]
    tables["nemesis_life"] = values["nemesis_life"] or known[values["nemesis"]]["life"] + more
    tables["solo_exhaustion_loses"] = values["solo_exhaustion_loses"]
    tables["first"] = firsts(values["players"])[values["first"]]
    tables["basic_cards"][1:] = values["basic_cards"]
    ids = [card for card, fields in known.items() if fields["type"] in TYPES]
    tables["slot_order"] = _draw_order(values["supply"], market)
    for slot, entry in enumerate(values["supply"]):
        kind, low, high = _read_entry(entry, market)
        tables["slot_card"][slot] = ids.index(entry) if entry in ids else NO_CARD
        tables["slot_type"][slot], tables["slot_low"][slot], tables["slot_high"][slot] = TYPES[kind], low, high
    return tables


@functools.lru_cache(maxsize=CARDS_KEPT)
def _known_cards(files: tuple[CardFile, ...]) -> Cards:
    return read_cards(files)


@functools.lru_cache(maxsize=CARDS_KEPT)
def _market(files: tuple[CardFile, ...]) -> Cards:
    """The cards of which a supply may have piles."""
    known = _known_cards(files).items()
    return {card: fields for card, fields in known if fields["type"] in SUPPLY_TYPES and fields.get("copies")}


@functools.lru_cache(maxsize=CARDS_KEPT)
def _tables_with_cards(files: tuple[CardFile, ...], mages: tuple[str, ...], nemesis: str, difficulty: str) -> np.record:
    """Tables with the cards, mages and mat, and nothing else: thousands of supplies have the same. InputError lists
    what is wrong with the cards.
    """
    tables = new_record(TABLES)
    tables["expert"] = DIFFICULTIES[difficulty][-1]
    if problems := placed(fill_cards(tables, _known_cards(files), mages, nemesis), files):
        raise InputError(problems)
    return tables


@functools.cache
def supplies() -> dict[str, list[str]]:
    """The suggested supplies by name."""
    return tomllib.loads(SUPPLIES_FILE.read_text(encoding="utf-8"))


def _complete(values: dict[str, Any]) -> dict[str, Any]:
    """The values with what follows from others filled in."""
    if is_whole(values["players"], 1, SEATS):
        values = follow(KEYS, values)
    if isinstance(values["supply"], str):
        values["supply"] = supplies().get(values["supply"], values["supply"])
    return values


def _check_table(values: Mapping[str, Any], cards: Cards, market: Cards) -> list[str]:
    """What is wrong with the values that depend on the cards."""
    problems, nemesis = [], values["nemesis"]
    known = [card for card, fields in cards.items() if fields["type"] == "nemesis"]
    if nemesis not in known:
        near = nearest(nemesis, known) if isinstance(nemesis, str) else ""
        problems.append(f"table: nemesis should be one of {', '.join(known)}, found {shown(nemesis)}{near}")
    elif (less := _life_too_low(values, int(cards[nemesis]["life"]))) is not None:
        taken = f"the difficulty {quoted(values['difficulty'])} takes {less}"
        life = f"{nemesis} has {cards[nemesis]['life']} life, and {taken}"
        problems.append(f"table: nemesis_life should be given, for none would be left: {life}")
    for key, check in (("mages", _check_mages), ("basic_cards", _check_basic_cards)):
        problems += [] if values[key] is None else check(values, cards)
    return problems + _check_supply(values, market)


def _life_too_low(values: Mapping[str, Any], life: int) -> int | None:
    """How much of a nemesis's life the difficulty takes, if that leaves none."""
    more = DIFFICULTIES[values["difficulty"]][2] if values["difficulty"] in DIFFICULTIES else 0
    return -more if not values["nemesis_life"] and life + more < 1 else None


def _check_mages(values: Mapping[str, Any], cards: Cards) -> list[str]:
    mages = values["mages"]
    known = [card for card, fields in cards.items() if fields["type"] == "mage"]
    if not isinstance(mages, list) or not all(isinstance(mage, str) for mage in mages):
        return [f'table: mages should be a list such as ["adelheim", "brama"], found {shown(mages)}']
    problems = [f"table: no mage is called {quoted(mage)}{nearest(mage, known)}" for mage in mages if mage not in known]
    problems += [f"table: mages: {quoted(mage)} plays more than once" for mage in _repeated(mages)]
    if len(mages) != values["players"]:
        problems.append(f"table: mages should list one mage for each of the players, found {len(mages)}")
    return problems


def _check_basic_cards(values: Mapping[str, Any], cards: Cards) -> list[str]:
    numbers = values["basic_cards"]
    if not isinstance(numbers, list) or len(numbers) != 3 or not all(is_whole(n, 0, 99) for n in numbers):
        return [f"table: basic_cards should list three numbers, one a tier, found {shown(numbers)}"]
    problems = []
    for tier, n in enumerate(numbers, 1):
        there = sum(
            fields["type"] in NEMESIS_TYPES and "nemesis" not in fields and fields.get("tier") == tier
            for fields in cards.values()
        )
        if not 0 <= n <= there:
            problems.append(f"table: basic_cards: there are {there} basic cards of tier {tier}, found {n}")
    return problems


def _check_supply(values: Mapping[str, Any], market: Cards) -> list[str]:
    supply = values["supply"]
    if not isinstance(supply, list) or not all(isinstance(entry, str) for entry in supply):
        near = nearest(supply, supplies()) if isinstance(supply, str) else ""
        known = ", ".join(supplies())
        return [f"table: supply should list nine cards or name one of {known}, found {shown(supply)}{near}"]
    problems = []
    if len(supply) != PILES:
        problems.append(f"table: supply should list {PILES} piles, found {len(supply)}")
    for entry in supply:
        try:
            _read_entry(entry, market)
        except ValueError as error:
            problems.append(f"table: supply: {error}")
    problems += [
        f"table: supply: {quoted(card)} stands in it more than once" for card in _repeated(supply) if card in market
    ]
    return problems or _check_draws(supply, market)


def _check_draws(supply: Sequence[str], market: Cards) -> list[str]:
    """Whether every pile that is drawn will find a card, whatever those drawn before it take."""
    problems: list[str] = []
    before: list[set[str]] = []
    for slot in _draw_order(supply, market):
        if supply[slot] not in market:
            choices = set(_choices(supply[slot], supply, market))
            rivals = 1 + sum(bool(choices & other) for other in before)
            before.append(choices)
            if len(choices) < rivals:
                text = f"{len(choices)} card(s) that {quoted(supply[slot])} stands for"
                problems.append(f"table: supply: {rivals} pile(s) draw from the {text}")
    return problems


def _draw_order(supply: Sequence[str], market: Cards) -> list[int]:
    """The slots of the supply, those with the fewest cards to draw from first."""
    return sorted(range(len(supply)), key=lambda slot: len(_choices(supply[slot], supply, market)))


def _choices(entry: str, supply: Sequence[str], market: Cards) -> list[str]:
    kind, low, high = _read_entry(entry, market)
    return [
        card
        for card, fields in market.items()
        if fields["type"] == kind and low <= fields["cost"] <= high and card not in supply
    ]


def _read_entry(entry: str, market: Cards) -> tuple[str, int, int]:
    """(type, lowest cost, highest cost) of an entry of the supply: a card, or a sort such as "gem" or "spell 5+"."""
    if entry in market:
        return market[entry]["type"], market[entry]["cost"], market[entry]["cost"]
    found = re.fullmatch(rf"({'|'.join(SUPPLY_TYPES)})(?: (\d+)(?:-(\d+)|(\+))?)?", entry)
    if not found:
        raise ValueError(f"no supply card is called {quoted(entry)}{nearest(entry, market)}")
    low = int(found[2] or 0)
    return found[1], low, int(found[3]) if found[3] else 99 if found[4] or not found[2] else low


def _repeated(words: Sequence[str]) -> list[str]:
    return sorted({word for word in words if words.count(word) > 1})


@kernel
def setup(s, t, seed, game):
    """Start state of a game: supply, turn order deck, nemesis deck, hands and decks of the mages, and what the mat says
    (rules 2). Every game is a deal of its own.
    """
    seed_streams(s, seed, game, 0, t.players)
    s.rng[DICE] = stream_key(seed, game, SUPPLY_STREAM)
    clear(s, t, t.first)
    s.rng[DICE] = stream_key(seed, game, DICE)
    make_turn_order(s)
    for tier in range(3, 0, -1):
        add_tier(s, t, tier)
    for card in range(t.n_cards):
        if t.card[card].type == Type.CORRUPTION and t.corrupts == 1:
            put(s, s.corruptions, card)
    shuffle(s, DICE, s.corruptions)
    for seat in range(s.players):
        for i in range(t.n_hand[seat]):
            put(s, s.hand[seat], int(t.start_hand[seat, i]))
        for i in range(t.n_deck[seat]):
            put(s, s.deck[seat], int(t.start_deck[seat, i]))
    s.active, s.phase, s.decision = NEMESIS, Phase.TURN, Decision.NONE
    push_program(s, t.setup, NO_CARD, int(s.first))
    advance(s, t)


@kernel
def make_turn_order(s):
    """The turn order deck for the number of players, shuffled (rules 2.4)."""
    for seat in range(s.players):
        put_copies(s, seat, TURN_CARDS[s.players], s.turn_deck)
    if s.players == 3:
        put(s, s.turn_deck, WILD_CARD)
    put(s, s.turn_deck, NEMESIS_CARD)
    put(s, s.turn_deck, NEMESIS_CARD)
    shuffle(s, ORDER, s.turn_deck)


@kernel
def add_tier(s, t, tier):
    """Cards of a tier go on the nemesis deck, shuffled: the nemesis's own and some of the basic ones, as far as there
    are so many (rules 2.5).
    """
    basics, start = int(s.unused.n), int(s.nemesis_deck.n)
    for card in range(t.n_cards):
        c = t.card[card]
        if c.tier == tier:
            if c.origin == Origin.BASIC:
                put(s, s.unused, card)
            elif c.origin == Origin.THIS_NEMESIS:
                put(s, s.nemesis_deck, card)
    shuffle_part(s, MARKET, s.unused, basics)
    for _ in range(min(int(t.basic_cards[tier]), s.unused.n - basics)):
        put(s, s.nemesis_deck, int(take_top(s.unused)))
    shuffle_part(s, MARKET, s.nemesis_deck, start)


@kernel
def clear(s, t, first):
    """An empty table: full lives, the mages' breaches, the supply, and the main phase of the first seat."""
    clear_header(s, t.players, first, Decision.MAIN)
    s.phase = Phase.MAIN
    s.aether, s.spell_aether, s.gem_aether, s.discount, s.two_spells, s.prevented = 0, 0, 0, 0, 0, 0
    s.play.n, s.played.n, s.turn_deck.n, s.turn_discard.n, s.turn_known = 0, 0, 0, 0, 0
    s.gravehold, s.nemesis_life, s.fury, s.husks, s.damaged_husks = t.gravehold, t.nemesis_life, 0, 0, 0
    s.drawn, s.n_in_play, s.nemesis_deck.n, s.nemesis_discard.n, s.unused.n = NO_CARD, 0, 0, 0, 0
    s.devoured.n, s.corruptions.n, s.strikes.n, s.unleashes = 0, 0, 0, 0
    for card in range(CARD_TYPES_MAX):
        s.destroyed[card], s.gained[card], s.used[card], s.seen[card] = 0, 0, 0, 0
    for seat in range(SEATS):
        s.charges[seat], s.shuffled[seat], s.exhausted_in[seat] = 0, 0, 0
        s.life[seat] = t.life if seat < t.players else 0
        s.deck[seat].n, s.hand[seat].n, s.discard[seat].n = 0, 0, 0
    for at in range(SEATS * BREACHES):
        breach = s.breach[at]
        breach.state, breach.turned = t.breach_state[at], t.breach_turned[at]
        breach.focused, breach.n = 0, 0
    for slot in range(PILES):
        s.supply_card[slot], s.supply_left[slot] = t.slot_card[slot], 0
    for i in range(PILES):
        slot = t.slot_order[i]
        if s.supply_card[slot] == NO_CARD:
            s.supply_card[slot] = draw_pile(s, t, slot)
        s.supply_left[slot] = t.card[s.supply_card[slot]].copies


@kernel
def draw_pile(s, t, slot):
    """A random card for a pile of the supply that names only a sort of cards."""
    chosen, n = NO_CARD, 0
    for card in range(t.n_cards):
        c = t.card[card]
        fits = c.type == t.slot_type[slot] and t.slot_low[slot] <= c.cost <= t.slot_high[slot] and c.copies > 0
        for other in range(PILES):
            if s.supply_card[other] == card:
                fits = False
        if fits:
            n += 1
            if below(s, DICE, n) == 0:
                chosen = card
    return chosen
