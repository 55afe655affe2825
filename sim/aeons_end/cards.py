"""The card files -> the numpy tables that kernels read."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from ..core.errors import InputError, nearest, quoted, shown
from ..reading.card_files import CardSource, add_card_files, read_card_file
from ..reading.card_schema import SOURCE, CardSchema, Field
from ..reading.card_tables import as_printed
from ..reading.names import expand
from ..reading.notation import (
    EFFECT,
    EITHER,
    END,
    OR,
    Codes,
    Reader,
    Term,
    Vocabulary,
    choice,
    mode_places,
    number,
    parse_effects,
)
from .state import (
    ALL,
    BREACHES,
    CARD_TYPES_MAX,
    PILES,
    SEATS,
    Breach,
    Filter,
    Origin,
    Pick,
    Place,
    Scope,
    Select,
    Type,
    Window,
)

FOLDER = Path(__file__).parent
FILES = ("cards.toml", "nemesis_cards.toml", "mages.toml", "nemeses.toml")
EFFECTS_MAX = 600
TYPES = {kind.name.lower(): kind for kind in Type}
PLAYER_TYPES = ("gem", "relic", "spell", "corruption")
SUPPLY_TYPES = ("gem", "relic", "spell")
NEMESIS_TYPES = ("minion", "power", "attack", "strike")
SWARM_ROWS = (0, 4, 7, 11, 13)


def _names(members: Any) -> dict[str, int]:
    return {member.name.lower(): member for member in members}


_OF_FEW_OPERATIONS = (Filter.ANY_OR_DISCARDED, Filter.CHEAPEST_GEM, Filter.DECK)
"""Sorts of cards that few operations can tell: they look into the deck or the discard pile, or at all supply piles."""


def _sort(*also: Filter) -> Reader:
    """Reads a sort of card: one that every operation can tell, or one of these."""
    return choice(_names(which for which in Filter if which in also or which not in _OF_FEW_OPERATIONS), "sort of card")


_N, _SIGNED = number(0, 99, {"all": ALL}), number(-99, 99)
_SORT, _SORT_OR_DECK = _sort(), _sort(Filter.DECK)
_SORT_OR_DISCARDED, _SORT_OF_PILE = _sort(Filter.ANY_OR_DISCARDED), _sort(Filter.CHEAPEST_GEM)
_SCOPE_OF_SPELLS = choice(
    _names((Scope.ANY, Scope.COST_3, Scope.OWN_COST_3, Scope.DEAREST, Scope.DEAREST_OWN)), "scope of prepped spells"
)
_SCOPE_OF_BREACHES = choice(_names((Scope.ANY, Scope.OWN, Scope.OTHER, Scope.LOWEST)), "scope of breaches")
_PLAYER, _PILE = choice(_names(Select), "player"), choice(_names(Pick), "pile")
_PLACE = choice({f"to_{place.name.lower()}": place for place in Place}, "place")
_TURNS = choice({"player": 0, "player_or_wild": 1}, "turn order card")


class Subject(IntEnum):
    """What an operation is about; the last four ask for something."""

    PLAYERS, NEMESIS, CARDS, HANDS, CHOICES, SPELLS, ONE_CARD = range(7)


class Operation(Codes):
    """What a line of an effect does."""

    AETHER = Term(1, (_N,), "aether for this turn", about=Subject.PLAYERS)
    SPELL_AETHER = Term(2, (_N,), "aether for this turn, to gain spells with", about=Subject.PLAYERS)
    GEM_AETHER = Term(3, (_N,), "aether for this turn, to gain gems with", about=Subject.PLAYERS)
    CHARGE = Term(4, (_N,), "the picked player (you, if none) gains charges", about=Subject.PLAYERS)
    LOSE_CHARGES = Term(5, (_N,), "the picked player loses so many charges, or all", about=Subject.PLAYERS)
    HEAL = Term(6, (_N,), "the picked player gains life", about=Subject.PLAYERS)
    GRAVEHOLD_GAINS = Term(7, (_N,), "Gravehold gains life", about=Subject.PLAYERS)
    NEMESIS_GAINS = Term(8, (_N,), "the nemesis gains life", about=Subject.NEMESIS)
    DAMAGE = Term(9, (_N,), "the picked player suffers damage", about=Subject.PLAYERS)
    GRAVEHOLD_DAMAGE = Term(10, (_N,), "Gravehold suffers damage", about=Subject.PLAYERS)
    PLUS = Term(11, (_SIGNED,), "added to the next damage or life that this text gives", about=Subject.PLAYERS)
    DRAW = Term(12, (_N,), "the picked player draws", about=Subject.PLAYERS)
    DISCOUNT = Term(13, (_N,), "the next focus or opening paid for this turn costs less", about=Subject.PLAYERS)
    PREVENT_DAMAGE = Term(14, (), "players and Gravehold suffer no damage this turn", about=Subject.PLAYERS)
    TWO_SPELLS_A_BREACH = Term(15, (), "open breaches hold two spells this turn", about=Subject.PLAYERS)
    PAY = Term(16, (_N,), "spend aether", about=Subject.PLAYERS)
    UNLEASH = Term(17, (_N,), "the nemesis unleashes so often", about=Subject.NEMESIS)
    SWARM = Term(18, (_N,), "the row of the swarm table for the husks in play, so often", about=Subject.NEMESIS)
    STRIKE = Term(19, (_N,), "the nemesis strikes so often", about=Subject.NEMESIS)
    FURY = Term(20, (_N,), "the nemesis gains Fury", about=Subject.NEMESIS)
    HUSKS = Term(21, (_N,), "so many husks come into play", about=Subject.NEMESIS)
    DISCARD_HUSKS = Term(22, (_N,), "so many husks leave play", about=Subject.NEMESIS)
    SET_LIFE = Term(23, (_N,), "this minion's life becomes so much", about=Subject.NEMESIS)
    MINION_SUFFERS = Term(24, (_N,), "this minion suffers damage", about=Subject.NEMESIS)
    MILL = Term(
        25, (_N,), "the top cards of the nemesis deck are discarded; chosen: those of tier 3", about=Subject.NEMESIS
    )
    SHUFFLE_DISCARD_INTO_DECK = Term(26, (), "the picked player shuffles discard pile and deck", about=Subject.CARDS)
    DESTROY_TOP = Term(27, (_N,), "the top cards of the picked player's deck are destroyed", about=Subject.CARDS)
    CORRUPTION = Term(28, (_N, _PLACE), "the picked player gains corruptions", about=Subject.CARDS)
    RESHUFFLE_NEMESIS_CARDS = Term(29, (), "all nemesis turn order cards go into the deck", about=Subject.CARDS)
    RETURN_MINION = Term(30, (), "the minion discarded last comes back into play", about=Subject.NEMESIS)
    CANCEL_NEMESIS_CARD = Term(31, (), "the nemesis card just drawn is discarded", about=Subject.NEMESIS)
    DESTROY_SELF = Term(32, (), "this card is destroyed", about=Subject.CARDS)
    DISCARD_THIS = Term(33, word=None, about=Subject.NEMESIS)
    REVEAL_TURN_ORDER = Term(34, (), "look at the top turn order card; done: a player's", about=Subject.CARDS)
    DISCARD_ALL = Term(35, (_SORT,), "the picked player discards all such cards in hand", about=Subject.CARDS)
    PLAYERS_LOSE = Term(36, (), "the nemesis wins", about=Subject.NEMESIS)
    DEVOUR_A_GEM_OF_EACH_PILE = Term(
        37, (), "one card of each gem pile is devoured, dearest first", about=Subject.NEMESIS
    )
    EITHER = Term(38, (), "one of two halves happens; the first follows", about=Subject.CHOICES)
    OR = Term(39, (), "the second half follows", about=Subject.CARDS)
    END = Term(40, (), "end of the halves", about=Subject.CARDS)
    PICK = Term(41, (_PLAYER,), "a player, whom the words that follow are about", about=Subject.CHOICES)
    MAY_PICK = Term(42, (_PLAYER,), "a player or nobody; done: a player", about=Subject.CHOICES)
    PICK_ABLE = Term(
        43, (_N, _SORT_OR_DECK), "a player with so many such cards, or with the most", about=Subject.CHOICES
    )
    DISCARD = Term(44, (_N, _SORT), "the picked player discards such cards in hand", about=Subject.HANDS)
    DISCARD_UP_TO = Term(45, (_N, _SORT), "may discard so many such cards in hand", about=Subject.HANDS)
    DESTROY = Term(46, (_N, _SORT_OR_DISCARDED), "the picked player destroys such cards in hand", about=Subject.HANDS)
    DESTROY_UP_TO = Term(47, (_N, _SORT_OR_DISCARDED), "may destroy so many such cards in hand", about=Subject.HANDS)
    TAKE = Term(48, (_N, _SORT), "such cards from own discard pile to hand", about=Subject.HANDS)
    TAKE_UP_TO = Term(49, (_N, _SORT), "may take so many such cards from own discard pile to hand", about=Subject.HANDS)
    DISCARD_TOGETHER = Term(50, (_N, _SORT), "the players together discard such cards in hand", about=Subject.HANDS)
    DISCARD_TOGETHER_UP_TO = Term(51, (_N, _SORT), "likewise, so many or fewer", about=Subject.HANDS)
    DEAL = Term(52, (_N,), "damage to the nemesis or a minion", about=Subject.SPELLS)
    CAST_ANY = Term(53, (), "cast any player's prepped spell", about=Subject.SPELLS)
    MAY_CAST_NEW = Term(54, (_N,), "may cast an own spell prepped this turn, with more damage", about=Subject.SPELLS)
    CAST_TWICE = Term(55, (), "cast any player's prepped spell, then once more", about=Subject.SPELLS)
    DISCARD_PREPPED = Term(56, (_N, _SCOPE_OF_SPELLS), "prepped spells are discarded", about=Subject.SPELLS)
    DESTROY_PREPPED = Term(57, (_N, _SCOPE_OF_SPELLS), "prepped spells are destroyed", about=Subject.SPELLS)
    FOCUS = Term(58, (_SCOPE_OF_BREACHES,), "a closed breach is focused", about=Subject.SPELLS)
    DEVOUR = Term(59, (_N, _PILE), "cards of a supply pile go to the devoured pile", about=Subject.SPELLS)
    GAIN = Term(60, (_SORT_OF_PILE, _PLACE), "the picked player gains such a card without paying", about=Subject.SPELLS)
    MAY_LOSE_CHARGE = Term(61, (), "may lose a charge", about=Subject.ONE_CARD)
    MAY_BOTTOM_TURN_ORDER = Term(62, (), "may put the top turn order card at the bottom", about=Subject.ONE_CARD)
    MAY_DESTROY_TOP = Term(63, (), "looks at the top card of the own deck and may destroy it", about=Subject.ONE_CARD)
    SIFT = Term(64, (), "each player reveals the top card of the deck and may discard it", about=Subject.ONE_CARD)
    SPLIT_CHARGES = Term(65, (_N,), "the allies together gain charges", about=Subject.ONE_CARD)
    REORDER_TURN_ORDER = Term(66, (), "the turn order deck is put in any order", about=Subject.ONE_CARD)
    RESHUFFLE = Term(
        67, (_TURNS,), "a turn order card goes from the discard pile into the deck", about=Subject.ONE_CARD
    )
    PLAY_GEM_TWICE = Term(68, (), "a gem in hand is played twice, then destroyed", about=Subject.ONE_CARD)
    RETURN_GEM = Term(69, (), "a gem played this turn returns to hand", about=Subject.ONE_CARD)


SUBJECTS = Operation.subjects(every=True)
"""What each operation is about, by its code."""


class Count(Codes):
    """What the number of a line is multiplied with."""

    FURY = Term(1, (), "Fury")
    HUSK = Term(2, (), "husks in play")
    HALF_THE_HUSKS = Term(3, (), "half of the husks in play, rounded up")
    EMPTY_PILE = Term(4, (), "empty supply piles")
    OPEN_BREACH = Term(5, (), "own open breaches")
    ADJACENT_SPELL = Term(6, (), "spells prepped in breaches next to the one cast from")
    TURN_CARD_DISCARDED = Term(7, (), "cards in the turn order discard pile")
    CHOSEN = Term(8, (), "how many were chosen just before")
    CHOSEN_COST = Term(9, (), "the cost of the card chosen just before")
    HALF_COST = Term(10, (), "half of that cost, rounded up")
    LIFE = Term(11, (), "this minion's life")
    PREPPED = Term(12, (), "prepped spells of the picked player")


class Condition(Codes):
    """When a line happens."""

    DONE = Term(1, (), "what stands just before happened")
    FIRST_PLAY = Term(2, (), "no other card of the name was played this turn")
    PLAYS = Term(3, (_N,), "at least so many plays of the card this turn, this one counted")
    ALL_OPEN = Term(4, (), "no own breach is closed")
    PLAYERS = Term(5, (_N,), "at least so many players")
    NEMESIS_TURNS_DISCARDED = Term(6, (_N,), "at least so many nemesis cards in the turn order discard pile")


CARD = np.dtype(
    [
        ("type", "i2"),
        ("cost", "i2"),  # -1: has none
        ("copies", "i2"),
        ("tier", "i2"),  # 0 for strikes
        ("origin", "i2"),
        ("value", "i2"),  # life of a minion, tokens of a power
        ("damage_cap", "i2"),
        ("husks_shield", "i2"),
        ("husk_life", "i2"),
        ("prep_unfocused", "i2"),
        ("gain_on_deck", "i2"),
        ("crystal", "i2"),
        ("printed", "i2"),  # 1 = its facts are those of the game's own card
        ("effect", "i2", (2,)),  # rows [start, end) of the effect table: play, cast, resolve, attack, ...
        ("prepped", "i2", (2,)),
        ("after_casting", "i2", (2,)),
        ("immediately", "i2", (2,)),
        ("to_discard", "i2", (2,)),
        ("when_damaged", "i2", (2,)),
    ],
    align=True,
)

TABLES = np.dtype(
    [
        ("players", "i8"),
        ("first", "i8"),
        ("life", "i8"),
        ("gravehold", "i8"),
        ("nemesis_life", "i8"),
        ("hand", "i8"),
        ("charge_cost", "i8"),
        ("turn_limit", "i8"),
        ("expert", "i8"),
        ("solo_exhaustion_loses", "i8"),
        ("basic_cards", "i8", (4,)),  # by tier from 1
        # the supply: a card, or -1 and the cards that may be drawn
        ("slot_card", "i8", (PILES,)),
        ("slot_type", "i8", (PILES,)),
        ("slot_low", "i8", (PILES,)),
        ("slot_high", "i8", (PILES,)),
        ("slot_order", "i8", (PILES,)),  # in which piles are drawn
        # the mages by seat
        ("charges", "i8", (SEATS,)),
        ("window", "i8", (SEATS,)),
        ("ability", "i2", (SEATS, 2)),
        ("n_hand", "i8", (SEATS,)),
        ("start_hand", "i2", (SEATS, 20)),
        ("n_deck", "i8", (SEATS,)),
        ("start_deck", "i2", (SEATS, 20)),  # bottom first
        ("breach_state", "i8", (SEATS * BREACHES,)),
        ("breach_turned", "i8", (SEATS * BREACHES,)),
        ("focus_cost", "i8", (BREACHES,)),
        ("open_cost", "i8", (BREACHES, 4)),
        ("breach_bonus", "i8", (BREACHES,)),
        # the mat
        ("setup", "i2", (2,)),
        ("unleash", "i2", (2,)),
        ("swarm", "i2", (len(SWARM_ROWS), 2)),
        ("strikes_at", "i8"),  # 0: does not strike
        ("fury_after_strike", "i8"),
        ("devours", "i8"),
        ("corrupts", "i8"),
        ("n_cards", "i8"),
        ("card", CARD, (CARD_TYPES_MAX,)),
        ("effect", EFFECT, (EFFECTS_MAX,)),
    ],
    align=True,
)


@functools.cache
def vocabulary() -> Vocabulary:
    """The words of the effect notation."""
    return Vocabulary(Operation.terms(), Count.terms(), Condition.terms())


EFFECT_FIELDS = {
    "gem": {"play": "effect"},
    "relic": {"play": "effect"},
    "spell": {"cast": "effect", "prepped": "prepped", "after_casting": "after_casting"},
    "corruption": {"resolve": "effect"},
    "minion": {"persistent": "effect", "immediately": "immediately", "when_damaged": "when_damaged"},
    "power": {"power": "effect", "immediately": "immediately", "to_discard": "to_discard"},
    "attack": {"attack": "effect"},
    "strike": {"strike": "effect"},
    "mage": {"ability": "ability"},
    "nemesis": {
        name: name
        for name in ("setup", "setup_expert", "unleash", "unleash_expert", *(f"swarm_{n}" for n in SWARM_ROWS))
    },
}
"""By type: the fields that hold effects, with the column they go to."""
COST, COPIES, FLAG = Field(int, (0, 99), needed=True), Field(int, (0, 9)), Field(bool)
TIER = Field(int, (1, 3), needed=True)
OTHER_FIELDS: dict[str, dict[str, Field]] = {
    "gem": {"cost": COST, "copies": COPIES, "gain_on_deck": FLAG},
    "relic": {"cost": COST, "copies": COPIES, "gain_on_deck": FLAG},
    "spell": {"cost": COST, "copies": COPIES, "gain_on_deck": FLAG, "prep_unfocused": FLAG},
    "corruption": {},
    "minion": {
        "tier": TIER,
        "life": Field(int, (0, 99), needed=True),
        "damage_cap": Field(int, (0, 99)),
        "husks_shield": FLAG,
    },
    "power": {"tier": TIER, "tokens": Field(int, (1, 9), needed=True), "husk_life": Field(int, (1, 2))},
    "attack": {"tier": TIER},
    "strike": {},
    "mage": {
        "hand": Field(list, needed=True),
        "deck": Field(list, needed=True),
        "breaches": Field(list, needed=True),
        "charges": Field(int, (1, 20), needed=True),
        "window": Field(options=tuple(_names(Window)), needed=True),
    },
    "nemesis": {
        "life": Field(int, (1, 300), needed=True),
        "strikes_at": Field(int, (0, 99)),
        "fury_after_strike": Field(int, (0, 99)),
        "fury_after_strike_expert": Field(int, (0, 99)),
        "devours": FLAG,
        "corrupts": FLAG,
    },
}
"""By type: the other fields."""
COMMON = {
    "name": Field(needed=True),
    "type": Field(options=tuple(EFFECT_FIELDS), needed=True),
    "source": SOURCE,
    "note": Field(),
    "nemesis": Field(),
}
SCHEMAS = {
    kind: CardSchema(
        COMMON
        | OTHER_FIELDS[kind]
        | {name: Field(list, needed=(kind, name) == ("nemesis", "unleash")) for name in effects}
    )
    for kind, effects in EFFECT_FIELDS.items()
}
BREACH_WORDS = {"none": (Breach.NONE, 0), "open": (Breach.OPEN, 0)} | {
    f"closed {turned}": (Breach.CLOSED, turned) for turned in range(4)
}


@functools.cache
def _base_cards() -> dict[str, dict[str, Any]]:
    return {
        card: {"source": "established", **fields}
        for file in FILES
        for card, fields in read_card_file(FOLDER / file).items()
    }


def read_cards(extra: Sequence[CardSource] = ()) -> dict[str, dict[str, Any]]:
    """All cards by id, in table order: player cards, nemesis cards, then mages and nemeses.

    A card of an extra file that names a known id changes just the fields it gives.
    """
    cards = {card: dict(fields) for card, fields in _base_cards().items()}
    _, problems = add_card_files(cards, extra, _check_card)
    if problems:
        raise InputError(problems)
    rank = {**dict.fromkeys(PLAYER_TYPES, 0), **dict.fromkeys(NEMESIS_TYPES, 1)}
    return dict(sorted(cards.items(), key=lambda item: rank.get(item[1]["type"], 2)))


def _check_card(card: str, fields: Mapping[str, Any], where: str) -> list[str]:
    """What is wrong with the facts of one card, apart from its effects."""
    kind = fields.get("type")
    if not isinstance(kind, str) or kind not in SCHEMAS:
        return [f"{where}: type should be one of {', '.join(SCHEMAS)}, found {shown(kind)}"]
    return SCHEMAS[kind].check(card, fields, where)


class _Programs:
    """The rows of the effect table as they are gathered."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, ...]] = []
        self.problems: list[str] = []

    def add(self, lines: Sequence[str], where: str, last: int = 0) -> tuple[int, int]:
        """Rows [start, end) of a text; `last`: an operation put at its end."""
        parsed, wrong = _parsed(tuple(lines), where)
        program = list(parsed)
        self.problems += wrong
        start = len(self.rows)
        if last and not wrong:
            program.append((last, 0, 0, 0, 0, 0, 0))
        self.rows += self._with_halves(program, start, where)
        return start, len(self.rows)

    def _with_halves(self, program: list[tuple[int, ...]], start: int, where: str) -> list[tuple[int, ...]]:
        """Tells `either` where the second half begins and where it ends, and `or` where to go on."""
        rows = list(program)
        words: dict[int, str] = {Operation.EITHER: EITHER, Operation.OR: OR, Operation.END: END}
        marks = [(words[row[0]], place) for place, row in enumerate(rows) if row[0] in words]
        try:
            places = mode_places(marks)
        except ValueError as error:
            self.problems.append(f"{where}: {error}")
            return rows
        for first, second, end in places:
            rows[first] = (Operation.EITHER, start + second + 1, start + end, *rows[first][3:])
            rows[second] = (Operation.OR, start + end, 0, *rows[second][3:])
        return rows


@functools.lru_cache(maxsize=4096)
def _parsed(lines: tuple[str, ...], where: str) -> tuple[tuple[tuple[int, ...], ...], tuple[str, ...]]:
    """Rows of a text, and what is wrong with it; the tables of many supplies have the same texts."""
    program, wrong = parse_effects(lines, vocabulary(), where)
    return tuple(program), tuple(wrong)


def fill_cards(
    tables: np.record, cards: Mapping[str, Mapping[str, Any]], mages: Sequence[str], nemesis: str
) -> list[str]:
    """Writes the cards, the mages at the table and the mat into TABLES; returns the problems found."""
    programs = _Programs()
    ids = [card for card, fields in cards.items() if fields["type"] in TYPES]
    if len(ids) > CARD_TYPES_MAX:
        return [f"at most {CARD_TYPES_MAX} different cards, found {len(ids)}"]
    printed = as_printed(cards, _base_cards())
    for row, card in zip(tables["card"], ids, strict=False):
        fields = cards[card]
        kind = fields["type"]
        row["type"], row["cost"], row["copies"] = TYPES[kind], fields.get("cost", -1), fields.get("copies", 0)
        row["tier"], row["crystal"] = fields.get("tier", 0), card == "crystal"
        row["printed"] = card in printed
        row["value"] = fields.get("life", fields.get("tokens", 0))
        row["origin"] = _origin(fields, nemesis)
        row["damage_cap"], row["husk_life"] = fields.get("damage_cap", ALL), fields.get("husk_life", 1)
        for flag in ("husks_shield", "prep_unfocused", "gain_on_deck"):
            row[flag] = fields.get(flag, False)
        for field, column in EFFECT_FIELDS[kind].items():
            leaves = field in ("power", "attack") or (field == "to_discard" and field in fields)
            row[column] = programs.add(
                fields.get(field, []), f"{card}: {field}", Operation.DISCARD_THIS if leaves else 0
            )
    tables["n_cards"] = len(ids)
    for seat, mage in enumerate(mages):
        _fill_mage(tables, seat, cards[mage], ids, programs, mage)
    _fill_mat(tables, cards[nemesis], programs, nemesis)
    if len(programs.rows) > EFFECTS_MAX:
        return [*programs.problems, f"at most {EFFECTS_MAX} effect rows in all, found {len(programs.rows)}"]
    for index, line in enumerate(programs.rows):
        tables["effect"][index] = line
    return programs.problems


def _origin(fields: Mapping[str, Any], nemesis: str) -> Origin:
    if "nemesis" not in fields:
        return Origin.BASIC
    return Origin.THIS_NEMESIS if fields["nemesis"] == nemesis else Origin.OTHER_NEMESIS


def _fill_mage(
    tables: np.record, seat: int, fields: Mapping[str, Any], ids: Sequence[str], programs: _Programs, where: str
) -> None:
    tables["charges"][seat] = fields["charges"]
    tables["window"][seat] = _names(Window)[fields["window"]]
    tables["ability"][seat] = programs.add(fields.get("ability", []), f"{where}: ability")
    for field in ("hand", "deck"):
        words = expand(fields[field])
        unknown = [word for word in words if word not in ids]
        programs.problems += [
            f"{where}: {field}: no card is called {quoted(word)}{nearest(word, ids)}" for word in unknown
        ]
        if len(words) > 20:
            programs.problems.append(f"{where}: {field}: at most 20 cards, found {len(words)}")
        elif not unknown:
            order = words if field == "hand" else words[::-1]
            tables[f"n_{field}"][seat] = len(order)
            tables[f"start_{field}"][seat][: len(order)] = [ids.index(word) for word in order]
    for position, word in enumerate(fields["breaches"][:BREACHES]):
        if word not in BREACH_WORDS:
            programs.problems.append(
                f"{where}: no state of a breach is called {quoted(word)}{nearest(word, BREACH_WORDS)}"
            )
            continue
        state, turned = BREACH_WORDS[word]
        tables["breach_state"][seat * BREACHES + position] = state
        tables["breach_turned"][seat * BREACHES + position] = turned


def _fill_mat(tables: np.record, fields: Mapping[str, Any], programs: _Programs, where: str) -> None:
    def best(field: str, otherwise: Any) -> Any:
        harder = fields.get(f"{field}_expert") if tables["expert"] else None
        return fields.get(field, otherwise) if harder is None else harder

    for field in ("setup", "unleash"):
        tables[field] = programs.add(best(field, []), f"{where}: {field}")
    for row, husks in enumerate(SWARM_ROWS):
        tables["swarm"][row] = programs.add(fields.get(f"swarm_{husks}", []), f"{where}: swarm_{husks}")
    tables["strikes_at"] = fields.get("strikes_at", 0)
    tables["fury_after_strike"] = best("fury_after_strike", 0)
    tables["devours"], tables["corrupts"] = fields.get("devours", False), fields.get("corrupts", False)
    tables["focus_cost"][:] = (0, 2, 3, 4)
    tables["open_cost"][:] = ((0, 0, 0, 0), (5, 4, 3, 2), (9, 7, 5, 3), (13, 10, 7, 4))
    tables["breach_bonus"][:] = (0, 0, 1, 1)
