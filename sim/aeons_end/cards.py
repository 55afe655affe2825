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
from ..reading.notation import EFFECT, EITHER, END, OR, Term, Vocabulary, choice, mode_places, number, parse_effects
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


class Operation(IntEnum):
    """What a line of an effect does."""

    AETHER = 1
    SPELL_AETHER = 2
    GEM_AETHER = 3
    CHARGE = 4
    LOSE_CHARGES = 5
    HEAL = 6
    GRAVEHOLD_GAINS = 7
    NEMESIS_GAINS = 8
    DAMAGE = 9
    GRAVEHOLD_DAMAGE = 10
    PLUS = 11
    DRAW = 12
    DISCOUNT = 13
    PREVENT_DAMAGE = 14
    TWO_SPELLS = 15
    PAY = 16
    UNLEASH = 17
    SWARM = 18
    STRIKE = 19
    FURY = 20
    HUSKS = 21
    DISCARD_HUSKS = 22
    SET_LIFE = 23
    MINION_SUFFERS = 24
    MILL = 25
    SHUFFLE_DISCARD = 26
    DESTROY_OWN_TOP = 27
    CORRUPTION = 28
    RESHUFFLE_NEMESIS = 29
    RETURN_MINION = 30
    CANCEL = 31
    DESTROY_SELF = 32
    DISCARD_THIS = 33
    REVEAL_TURN_ORDER = 34
    DISCARD_ALL = 35
    PLAYERS_LOSE = 36
    DEVOUR_GEMS = 37
    EITHER = 38
    OR = 39
    END = 40
    PICK = 41
    MAY_PICK = 42
    PICK_ABLE = 43
    DISCARD = 44
    DISCARD_UP_TO = 45
    DESTROY = 46
    DESTROY_UP_TO = 47
    TAKE = 48
    TAKE_UP_TO = 49
    DISCARD_TOGETHER = 50
    DISCARD_TOGETHER_UP_TO = 51
    DEAL = 52
    CAST_ANY = 53
    MAY_CAST_NEW = 54
    CAST_TWICE = 55
    DISCARD_PREPPED = 56
    DESTROY_PREPPED = 57
    FOCUS = 58
    DEVOUR = 59
    GAIN = 60
    MAY_LOSE_CHARGE = 61
    MAY_BOTTOM = 62
    MAY_DESTROY_TOP = 63
    SIFT = 64
    SPLIT_CHARGES = 65
    REORDER = 66
    RESHUFFLE = 67
    PLAY_GEM_TWICE = 68
    RETURN_GEM = 69


class Count(IntEnum):
    """What the number of a line is multiplied with."""

    PER_FURY = 1
    PER_HUSK = 2
    HALF_THE_HUSKS = 3
    EMPTY_PILE = 4
    OPEN_BREACH = 5
    ADJACENT_SPELL = 6
    TURN_CARD_DISCARDED = 7
    CHOSEN = 8
    CHOSEN_COST = 9
    HALF_COST = 10
    LIFE = 11
    PREPPED = 12


class Condition(IntEnum):
    """When a line happens."""

    DONE = 1
    FIRST_PLAY = 2
    PLAYS = 3
    ALL_OPEN = 4
    PLAYERS = 5
    NEMESIS_TURNS_DISCARDED = 6


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


def _names(enum: Any) -> dict[str, int]:
    return {member.name.lower(): member for member in enum}


@functools.cache
def vocabulary() -> Vocabulary:
    """The words of the effect notation."""
    n, signed = number(0, 99, {"all": ALL}), number(-99, 99)
    sort, scope = choice(_names(Filter), "sort of card"), choice(_names(Scope), "scope")
    select, pile = choice(_names(Select), "player"), choice(_names(Pick), "pile")
    place = choice({f"to_{place.name.lower()}": place for place in Place}, "place")
    turns = choice({"player": 0, "player_or_wild": 1}, "turn order card")
    return Vocabulary(
        operations={
            "aether": Term(Operation.AETHER, (n,), "aether for this turn"),
            "spell_aether": Term(Operation.SPELL_AETHER, (n,), "aether for this turn, to gain spells with"),
            "gem_aether": Term(Operation.GEM_AETHER, (n,), "aether for this turn, to gain gems with"),
            "charge": Term(Operation.CHARGE, (n,), "the picked player (you, if none) gains charges"),
            "lose_charges": Term(Operation.LOSE_CHARGES, (n,), "the picked player loses so many charges, or all"),
            "heal": Term(Operation.HEAL, (n,), "the picked player gains life"),
            "gravehold_gains": Term(Operation.GRAVEHOLD_GAINS, (n,), "Gravehold gains life"),
            "nemesis_gains": Term(Operation.NEMESIS_GAINS, (n,), "the nemesis gains life"),
            "damage": Term(Operation.DAMAGE, (n,), "the picked player suffers damage"),
            "gravehold_damage": Term(Operation.GRAVEHOLD_DAMAGE, (n,), "Gravehold suffers damage"),
            "plus": Term(Operation.PLUS, (signed,), "added to the next damage or life that this text gives"),
            "draw": Term(Operation.DRAW, (n,), "the picked player draws"),
            "discount": Term(Operation.DISCOUNT, (n,), "the next focus or opening paid for this turn costs less"),
            "prevent_damage": Term(Operation.PREVENT_DAMAGE, (), "players and Gravehold suffer no damage this turn"),
            "two_spells_a_breach": Term(Operation.TWO_SPELLS, (), "open breaches hold two spells this turn"),
            "pay": Term(Operation.PAY, (n,), "spend aether"),
            "unleash": Term(Operation.UNLEASH, (n,), "the nemesis unleashes so often"),
            "swarm": Term(Operation.SWARM, (n,), "the row of the swarm table for the husks in play, so often"),
            "strike": Term(Operation.STRIKE, (n,), "the nemesis strikes so often"),
            "fury": Term(Operation.FURY, (n,), "the nemesis gains Fury"),
            "husks": Term(Operation.HUSKS, (n,), "so many husks come into play"),
            "discard_husks": Term(Operation.DISCARD_HUSKS, (n,), "so many husks leave play"),
            "set_life": Term(Operation.SET_LIFE, (n,), "this minion's life becomes so much"),
            "minion_suffers": Term(Operation.MINION_SUFFERS, (n,), "this minion suffers damage"),
            "mill": Term(
                Operation.MILL, (n,), "the top cards of the nemesis deck are discarded; chosen: those of tier 3"
            ),
            "shuffle_discard_into_deck": Term(
                Operation.SHUFFLE_DISCARD, (), "the picked player shuffles discard pile and deck"
            ),
            "destroy_top": Term(
                Operation.DESTROY_OWN_TOP, (n,), "the top cards of the picked player's deck are destroyed"
            ),
            "corruption": Term(Operation.CORRUPTION, (n, place), "the picked player gains corruptions"),
            "reshuffle_nemesis_cards": Term(
                Operation.RESHUFFLE_NEMESIS, (), "all nemesis turn order cards go into the deck"
            ),
            "return_minion": Term(Operation.RETURN_MINION, (), "the minion discarded last comes back into play"),
            "cancel_nemesis_card": Term(Operation.CANCEL, (), "the nemesis card just drawn is discarded"),
            "destroy_self": Term(Operation.DESTROY_SELF, (), "this card is destroyed"),
            "reveal_turn_order": Term(
                Operation.REVEAL_TURN_ORDER, (), "look at the top turn order card; done: a player's"
            ),
            "discard_all": Term(Operation.DISCARD_ALL, (sort,), "the picked player discards all such cards in hand"),
            "players_lose": Term(Operation.PLAYERS_LOSE, (), "the nemesis wins"),
            "devour_a_gem_of_each_pile": Term(
                Operation.DEVOUR_GEMS, (), "one card of each gem pile is devoured, dearest first"
            ),
            "either": Term(Operation.EITHER, (), "one of two halves happens; the first follows"),
            "or": Term(Operation.OR, (), "the second half follows"),
            "end": Term(Operation.END, (), "end of the halves"),
            "pick": Term(Operation.PICK, (select,), "a player, whom the words that follow are about"),
            "may_pick": Term(Operation.MAY_PICK, (select,), "a player or nobody; done: a player"),
            "pick_able": Term(Operation.PICK_ABLE, (n, sort), "a player with so many such cards, or with the most"),
            "discard": Term(Operation.DISCARD, (n, sort), "the picked player discards such cards in hand"),
            "discard_up_to": Term(Operation.DISCARD_UP_TO, (n, sort), "may discard so many such cards in hand"),
            "destroy": Term(Operation.DESTROY, (n, sort), "the picked player destroys such cards in hand"),
            "destroy_up_to": Term(Operation.DESTROY_UP_TO, (n, sort), "may destroy so many such cards in hand"),
            "take": Term(Operation.TAKE, (n, sort), "such cards from own discard pile to hand"),
            "take_up_to": Term(
                Operation.TAKE_UP_TO, (n, sort), "may take so many such cards from own discard pile to hand"
            ),
            "discard_together": Term(
                Operation.DISCARD_TOGETHER, (n, sort), "the players together discard such cards in hand"
            ),
            "discard_together_up_to": Term(Operation.DISCARD_TOGETHER_UP_TO, (n, sort), "likewise, so many or fewer"),
            "deal": Term(Operation.DEAL, (n,), "damage to the nemesis or a minion"),
            "cast_any": Term(Operation.CAST_ANY, (), "cast any player's prepped spell"),
            "may_cast_new": Term(
                Operation.MAY_CAST_NEW, (n,), "may cast an own spell prepped this turn, with more damage"
            ),
            "cast_twice": Term(Operation.CAST_TWICE, (), "cast any player's prepped spell, then once more"),
            "discard_prepped": Term(Operation.DISCARD_PREPPED, (n, scope), "prepped spells are discarded"),
            "destroy_prepped": Term(Operation.DESTROY_PREPPED, (n, scope), "prepped spells are destroyed"),
            "focus": Term(Operation.FOCUS, (scope,), "a closed breach is focused"),
            "devour": Term(Operation.DEVOUR, (n, pile), "cards of a supply pile go to the devoured pile"),
            "gain": Term(Operation.GAIN, (sort, place), "the picked player gains such a card without paying"),
            "may_lose_charge": Term(Operation.MAY_LOSE_CHARGE, (), "may lose a charge"),
            "may_bottom_turn_order": Term(Operation.MAY_BOTTOM, (), "may put the top turn order card at the bottom"),
            "may_destroy_top": Term(
                Operation.MAY_DESTROY_TOP, (), "looks at the top card of the own deck and may destroy it"
            ),
            "sift": Term(Operation.SIFT, (), "each player reveals the top card of the deck and may discard it"),
            "split_charges": Term(Operation.SPLIT_CHARGES, (n,), "the allies together gain charges"),
            "reorder_turn_order": Term(Operation.REORDER, (), "the turn order deck is put in any order"),
            "reshuffle": Term(
                Operation.RESHUFFLE, (turns,), "a turn order card goes from the discard pile into the deck"
            ),
            "play_gem_twice": Term(Operation.PLAY_GEM_TWICE, (), "a gem in hand is played twice, then destroyed"),
            "return_gem": Term(Operation.RETURN_GEM, (), "a gem played this turn returns to hand"),
        },
        counts={
            "fury": Term(Count.PER_FURY, (), "Fury"),
            "husk": Term(Count.PER_HUSK, (), "husks in play"),
            "half_the_husks": Term(Count.HALF_THE_HUSKS, (), "half of the husks in play, rounded up"),
            "empty_pile": Term(Count.EMPTY_PILE, (), "empty supply piles"),
            "open_breach": Term(Count.OPEN_BREACH, (), "own open breaches"),
            "adjacent_spell": Term(Count.ADJACENT_SPELL, (), "spells prepped in breaches next to the one cast from"),
            "turn_card_discarded": Term(Count.TURN_CARD_DISCARDED, (), "cards in the turn order discard pile"),
            "chosen": Term(Count.CHOSEN, (), "how many were chosen just before"),
            "chosen_cost": Term(Count.CHOSEN_COST, (), "the cost of the card chosen just before"),
            "half_cost": Term(Count.HALF_COST, (), "half of that cost, rounded up"),
            "life": Term(Count.LIFE, (), "this minion's life"),
            "prepped": Term(Count.PREPPED, (), "prepped spells of the picked player"),
        },
        conditions={
            "done": Term(Condition.DONE, (), "what stands just before happened"),
            "first_play": Term(Condition.FIRST_PLAY, (), "no other card of the name was played this turn"),
            "plays": Term(Condition.PLAYS, (n,), "at least so many plays of the card this turn, this one counted"),
            "all_open": Term(Condition.ALL_OPEN, (), "no own breach is closed"),
            "players": Term(Condition.PLAYERS, (n,), "at least so many players"),
            "nemesis_turns_discarded": Term(
                Condition.NEMESIS_TURNS_DISCARDED, (n,), "at least so many nemesis cards in the turn order discard pile"
            ),
        },
    )


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
