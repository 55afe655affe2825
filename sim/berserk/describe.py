"""The words of Berserk: phrases for actions, paths into the state, events for scenarios, the board in text.

Cells are named as the player who begins sees them: columns A to E, his rows 1 to 3, the enemy's 1' to 3', 1 and 1' are
the nearest to the other side; X is the extra zone. A card is named by its id; `#2` after it means the second copy,
`p1:` or `p2:` before it whose one where both players have one that could be meant. A hidden card of the other player is
named by its cell.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..core.errors import quoted, shown
from ..reading.names import seat_name
from ..words.events import event_after_which
from ..words.paths import NOBODY, UNKNOWN, Path, active_path, element_path, flag_path, number_path
from ..words.readers import (
    COUNT,
    CardRecord,
    Sort,
    find_target,
    lay_on,
    list_cards,
    one_of,
    read_amount,
    read_cards,
    read_entries,
    truth,
    whole,
)
from ..words.vocabulary import Phrase, Words, verbs_of
from . import cards as card_file
from . import notation
from .apply import advance
from .effects import triggers_at_once
from .modifiers import movement, note_traits
from .setup import clear
from .state import (
    CELLS,
    DEAL,
    DECK_MAX,
    EXTRA,
    FOREVER,
    NO_CARD,
    NOWHERE,
    OPENING,
    PREPARING,
    SEATS,
    SIDE,
    SQUAD_MAX,
    TOKENS_MAX,
    Decision,
    Kind,
    Phase,
    Zone,
)
from .stats import grant, has_creatures, is_corporeal, is_flying, lives, recount
from .tables import (
    AMOUNT_ZERO,
    ANY_STRENGTH,
    GRANTED,
    KINDS,
    KINDS_BITS,
    OF_ATTACKS,
    STAT_NAMES,
    STRENGTH_BITS,
    Rule,
    Stat,
    Type,
    amount_of_kinds,
)
from .wounds import ITSELF, destroy, push_rule, wound
from .zones import attach, clear_card, enter, new_card

COLUMNS, ROWS = "ABCDE", ("3", "2", "1", "1'", "2'", "3'")
CELL_NAMES = tuple(f"{column}{row}" for row in ROWS for column in COLUMNS)
"""The names of the cells, by number."""
EXTRA_ZONE = "X"
PLACES = (*CELL_NAMES, EXTRA_ZONE)
DIE_CHANGES = ("plus", "minus", "reroll")
WAITING = ("poison", "regeneration")
OF_NUMBERS = "the number, the mode in written order, or the die that a trait asks for"
PHRASES = {
    Kind.KEEP: Phrase("keep", "keep the deal"),
    Kind.REDRAW: Phrase("redraw", "give a gold crystal for a new deal"),
    Kind.RECRUIT: Phrase("recruit {deal}", "pay for a card of the deal"),
    Kind.PLACE: Phrase("place {card} {cell}", "lay a card face down on a cell"),
    Kind.HIDE: Phrase("hide {card}", "leave a card of the third row face down"),
    Kind.ATTACH: Phrase("attach {card} {other}", "give a symbiont or piece of equipment to a creature"),
    Kind.DONE: Phrase("done", "no more cards are recruited or stay hidden"),
    Kind.MOVE: Phrase("move {card} {cell}", "move a creature to a free cell beside it"),
    Kind.JUMP: Phrase("jump {card} {cell}", "jump to a free cell"),
    Kind.TELEPORT: Phrase("teleport {card} {cell}", "teleport to a free cell"),
    Kind.MANOEUVRE: Phrase("manoeuvre {card} {other}", "change places with a creature of one's own"),
    Kind.STRIKE: Phrase(
        "strike {card} {other}", "a simple strike", {"strike TARGET CELL": "a simple strike at a hidden card"}
    ),
    Kind.USE: Phrase(
        "use {card} {trait}",
        "use the trait of this number, counted from 1",
        {"use TARGET NUMBER TARGET": "use a trait on a card", "use TARGET NUMBER CELL": "use a trait on a hidden card"},
    ),
    Kind.PREPARE: Phrase("prepare {card}", "close a creature so that it may strike a flying one in the next turn"),
    Kind.ACCUMULATE: Phrase("accumulate {card}", "close a card for a token"),
    Kind.RAGE: Phrase("spend_rage {card}", "spend a token to open a card that has Rage"),
    Kind.REVEAL: Phrase("reveal {card}", "turn a hidden card that has Stealth face up"),
    Kind.END_TURN: Phrase("end turn", "end the main phase"),
    Kind.DEFEND: Phrase("defend {card}", "the creature that takes the strike upon itself"),
    Kind.PASS: Phrase("pass", "no defender, no sudden action, no more of the cards that a trait offers"),
    Kind.STEP_DOWN: Phrase("step down", "take the outcome one row nearer to a tie"),
    Kind.FULL: Phrase("full", "take the outcome as it is"),
    Kind.CHOOSE: Phrase("choose {any}", "the card that a trait asks for"),
    Kind.CELL: Phrase("choose {cell}", "the cell that a trait asks for, or a hidden card on it"),
    Kind.NUMBER: Phrase("choose {a}", OF_NUMBERS),
    Kind.MODE: Phrase("choose {a}", OF_NUMBERS),
    Kind.DIE: Phrase(
        "choose {die}",
        OF_NUMBERS,
        {"choose NUMBER CHANGE": "what is done to which die on the table"},
    ),
    Kind.ORDER: Phrase(
        "choose {order} {other}", "which of poisoning, or fading, and regeneration of a card comes first"
    ),
    Kind.YES: Phrase("yes", "do what is optional"),
    Kind.NO: Phrase("no", "do not do it"),
    Kind.UNITY: Phrase("unity {deck}", "a creature with Unity of the deck, which is revealed"),
    Kind.SUMMON: Phrase("summon {type}", "a card of the deck that comes into play"),
    Kind.TRIGGER: Phrase(
        "first {trigger}",
        "which of one's triggers of one moment comes first",
        {"first TARGET NUMBER TARGET": "of the triggers of one trait, which comes first: the one about this card"},
    ),
}
PARTS = {
    "TARGET": "card other any",
    "NUMBER": "a trait die",
    "CELL": "cell",
    "ORDER": "order",
    "CARD": "deal deck type",
    "TARGET NUMBER": "trigger",
}
"""By the word that stands for them in the verb that a phrase is told by, the parts of phrases."""


# --- phrases --------------------------------------------------------------------------------------------------------


def phrase(s: Any, action: Any, ids: Sequence[str]) -> str:
    """The phrase for an action, e.g. `use borg 1 p2:vail#2`."""
    kind, a, b, c = Kind(int(action.kind)), int(action.a), int(action.b), int(action.c)
    seat = int(s.to_move)
    return PHRASES[kind].said(
        a=lambda: a,
        card=lambda: _word(s, a, ids),
        any=lambda: _word(s, a, ids, either=True),
        other=lambda: _word(s, b, ids, either=True),
        cell=lambda: CELL_NAMES[b],
        trait=lambda: f"{b + 1}" + (f" {_word(s, c, ids, either=True)}" if c >= 0 else ""),
        die=lambda: f"{a + 1} {DIE_CHANGES[b]}" if b >= 0 else 1 + a // 2,
        order=lambda: WAITING[a],
        deal=lambda: ids[int(s.deal[seat].card[a])],
        deck=lambda: ids[int(s.deck[seat].card[a])],
        type=lambda: ids[a],
        trigger=lambda: " ".join([f"{_word(s, b, ids)} {c + 1}", *_about(s, a, ids)]),
    )


def _about(s: Any, place: int, ids: Sequence[str]) -> list[str]:
    """The card that a trigger is about, by its place from the top of the stack, if another of the same trait waits."""
    waiting = [s.frame[int(s.n_frames) - 1 - above] for above in range(triggers_at_once(s))]
    chosen = waiting[place]
    if sum((one.source, one.trait) == (chosen.source, chosen.trait) for one in waiting) == 1:
        return []
    return [_word(s, int(chosen.event), ids, either=True)] if chosen.event >= 0 else []


def hides(before: Any, s: Any, action: Any, viewer: int | None) -> bool:
    """Whether an action names a card of its player that the viewer cannot see."""
    if action.kind == Kind.RECRUIT:
        return True
    if action.kind in (Kind.PLACE, Kind.HIDE):
        return bool(s.card[int(action.a)].hidden)
    return False


def _id(s: Any, card: int, ids: Sequence[str]) -> str:
    return ids[int(s.card[card].type)]


def _word(s: Any, card: int, ids: Sequence[str], either: bool = False) -> str:
    """The reference to a card; either: cards of both players may be meant."""
    it = s.card[card]
    own = int(it.controller) if it.zone == Zone.PLAY else card // SIDE
    if it.hidden and it.zone == Zone.PLAY and own != s.to_move:
        return PLACES[int(it.cell)]
    copies = _copies(s, card, own)
    prefix = f"{seat_name(own)}:" if either and copies and _copies(s, card, 1 - own) else ""
    copy = copies.index(card) + 1 if card in copies else 1
    return prefix + _id(s, card, ids) + (f"#{copy}" if copy > 1 else "")


def _copies(s: Any, card: int, seat: int) -> list[int]:
    """The copies of a card in the same zone on a seat's side."""
    types = s.card["type"]
    return [other for other in _in_zone(s, seat, s.card["zone"][card]) if types[other] == types[card]]


def _in_zone(s: Any, seat: int, zone: int) -> list[int]:
    """The cards of a seat in a zone; in play, those that it controls."""
    there = s.card["zone"] == zone
    if zone == Zone.PLAY:
        return np.flatnonzero(there & (s.card["controller"] == seat)).tolist()
    return [card for card in np.flatnonzero(there).tolist() if card // SIDE == seat]


# --- paths ----------------------------------------------------------------------------------------------------------

SQUAD_FIELDS = {
    "cell": "the cell where it stands, X for the extra zone",
    "host": 'the creature that bears it, or ""',
    "wounds": "wounds on it",
    "lives": "lives now; only to be read",
    "extra": "extra lives",
    "tokens": "tokens on it",
    "poison": "the number of its Poisoning",
    "closed": "whether closed",
    "hidden": "whether face down",
    "cursed": "whether cursed",
    "netted": "whether netted",
    "skip_open": "whether it stays closed at its next start of a turn",
    "incarnated": "whether it carries the mark of an incarnation",
    "movement": "cells that it may still move; only to be read",
    "gained": "traits and modifiers given to it, in the words of the card file",
}
GRAVEYARD_FIELDS = {
    "tokens": "tokens of its incarnation",
    "incarnated": "whether it carries the mark of an incarnation",
    "by_enemy": "whether the enemy destroyed it",
}
NUMBERS = ("wounds", "extra", "tokens", "poison")
FLAGS = ("closed", "hidden", "cursed", "netted", "skip_open", "incarnated", "by_enemy")
Checks = dict[str, Callable[[Any], Any]]
Entry = tuple[int, dict[str, Any]]


def paths(t: Any, ids: Sequence[str]) -> dict[str, Path]:
    """All paths into a state."""
    found = {
        "turn": number_path("turn", 0, 10_000, "number of the turn, those of both players counted", logged=False),
        "active": active_path(SEATS),
        "first_turn": flag_path("first_turn", "whether it is the first turn of the player who began", logged=False),
        "bonfires": Path(
            lambda s: [CELL_NAMES[cell] for cell in range(CELLS) if s.bonfire[cell] >= s.turn],
            None,
            "free cells that count as occupied",
            _read_cells,
        ),
    }
    for seat in range(SEATS):
        found |= {f"{seat_name(seat)}.{name}": path for name, path in _seat_paths(t, seat, ids).items()}
    return found


def _seat_paths(t: Any, seat: int, ids: Sequence[str]) -> dict[str, Path]:
    checks, lying_checks = _checks(t, ids)
    cards = functools.partial(read_cards, ids=ids)
    creature = Sort.of("a card", ids, np.ones(len(ids), bool))
    return {
        "squad": Path(
            lambda s: [_record(s, t, card, ids) for card in _in_zone(s, seat, Zone.PLAY)],
            lambda s, value: _write_squad(s, t, seat, read_entries(value, checks, ids), ids),
            "the cards on the battlefield and in the extra zone; of one face down the other player sees its cell",
            functools.partial(read_entries, checks=checks, ids=ids, sort=creature),
            fields=SQUAD_FIELDS,
            field_checks=checks,
            read_by=lambda s, viewer: [_record_for(s, t, card, ids, viewer) for card in _in_zone(s, seat, Zone.PLAY)],
        ),
        "graveyard": Path(
            lambda s: [_lying(s, card, ids) for card in reversed(_pile(s.graveyard[seat]))],
            lambda s, value: _write_graveyard(s, t, seat, read_entries(value, lying_checks, ids)),
            "the graveyard, top first",
            functools.partial(read_entries, checks=lying_checks, ids=ids),
            ordered=True,
            fields=GRAVEYARD_FIELDS,
            field_checks=lying_checks,
        ),
        "recruits": Path(
            lambda s: [_id(s, card, ids) for card in _in_zone(s, seat, Zone.SQUAD)],
            lambda s, value: _write_recruits(s, t, seat, read_cards(value, ids)),
            "cards recruited and not placed yet",
            cards,
            seen_by=seat,
        ),
        "deal": Path(
            lambda s: [ids[int(card)] for card in _pile(s.deal[seat])],
            lambda s, value: _write_list(s, "deal", DEAL, seat, read_cards(value, ids)),
            "the deal, without what is recruited of it",
            cards,
            logged=False,
            seen_by=seat,
        ),
        "deck": Path(
            lambda s: [ids[int(card)] for card in _pile(s.deck[seat])],
            lambda s, value: _write_list(s, "deck", DECK_MAX, seat, read_cards(value, ids)),
            "the deck, in no order that counts",
            cards,
            logged=False,
            seen_by=NOBODY,
        ),
        "gold": element_path("gold", seat, 0, 99, "gold crystals"),
        "silver": element_path("silver", seat, 0, 99, "silver crystals"),
        "prevent": Path(
            lambda s: int(s.prevent[seat]),
            lambda s, value: _write_prevented(s, seat, value),
            "wounds that are prevented next",
            COUNT,
        ),
    }


def _checks(t: Any, ids: Sequence[str]) -> tuple[Checks, Checks]:
    """The checks of the fields of cards in play and in a graveyard."""
    squad: Checks = dict.fromkeys(FLAGS, truth) | dict.fromkeys((*NUMBERS, "movement"), COUNT)
    squad |= {
        "cell": functools.partial(one_of, known=PLACES),
        "host": functools.partial(one_of, known=("", *ids)),
        "lives": functools.partial(whole, low=-99, high=99),
        "gained": _read_gained,
    }
    lying: Checks = {"tokens": COUNT, "incarnated": truth, "by_enemy": truth}
    return {name: squad[name] for name in SQUAD_FIELDS}, lying


def _record(s: Any, t: Any, card: int, ids: Sequence[str]) -> dict[str, Any]:
    it = s.card[card]
    fields = {
        "id": _id(s, card, ids),
        "cell": PLACES[int(it.cell)],
        "host": _id(s, int(it.host), ids) if it.host >= 0 else "",
        "lives": int(lives(s, t, card)),
        "movement": max(0, int(movement(s, t, card)) - int(it.moved)),
        "gained": [_gained_text(effect) for effect in s.lasting[: int(s.n_lasting)] if effect["card"] == card],
        **{name: int(it[name]) for name in NUMBERS},
        **{name: bool(it[name]) for name in FLAGS if name in SQUAD_FIELDS},
    }
    return CardRecord(card, fields)


def _record_for(s: Any, t: Any, card: int, ids: Sequence[str], viewer: int) -> dict[str, Any]:
    """A card in play as a seat sees it: of one of the other player that lies face down the cell alone."""
    it = s.card[card]
    if it.hidden and it.controller != viewer:
        return {"id": UNKNOWN, "cell": PLACES[int(it.cell)]}
    return _record(s, t, card, ids)


def _lying(s: Any, card: int, ids: Sequence[str]) -> dict[str, Any]:
    it = s.card[card]
    return {
        "id": _id(s, card, ids),
        "tokens": int(it.tokens),
        "incarnated": bool(it.incarnated),
        "by_enemy": bool(it.by_enemy),
    }


def _pile(pile: Any) -> list[int]:
    return pile.card[: int(pile.n)].tolist()


def _read_cells(value: Any) -> list[int]:
    if not isinstance(value, list):
        raise ValueError(f"a list of cells is expected, found {shown(value)}")
    return [CELL_NAMES.index(one_of(cell, CELL_NAMES)) for cell in value]


def _write_prevented(s: Any, seat: int, value: Any) -> None:
    s.prevent[seat], s.prevent_until[seat] = whole(value, 0, 99), s.turn


def _write_list(s: Any, name: str, most: int, seat: int, types: Sequence[int]) -> None:
    if len(types) > most:
        raise ValueError(f"at most {most} cards fit, found {len(types)}")
    pile = getattr(s, name)[seat]
    pile.n = len(types)
    pile.card[: len(types)] = types


def _add(s: Any, t: Any, seat: int, card_type: int, zone: Zone) -> int:
    """A card of a seat that is not in the game yet; ValueError if all its cards are."""
    card = int(new_card(s, t, seat, card_type))
    if card == NO_CARD:
        raise ValueError(f"a player has {SIDE} cards at most, found more")
    s.card[card].zone = zone
    return card


def _empty(s: Any, seat: int, zone: Zone) -> None:
    for card in _in_zone(s, seat, zone):
        clear_card(s, card)


def _write_recruits(s: Any, t: Any, seat: int, types: Sequence[int]) -> None:
    if len(types) > SQUAD_MAX:
        raise ValueError(f"at most {SQUAD_MAX} cards fit, found {len(types)}")
    _empty(s, seat, Zone.SQUAD)
    for card_type in types:
        _add(s, t, seat, card_type, Zone.SQUAD)


def _write_graveyard(s: Any, t: Any, seat: int, entries: Sequence[Entry]) -> None:
    """Lays cards, given top first, into a graveyard that then holds nothing else."""
    _empty(s, seat, Zone.GRAVEYARD)
    pile = s.graveyard[seat]
    pile.n = 0
    for card_type, given in reversed(entries):
        card = _add(s, t, seat, card_type, Zone.GRAVEYARD)
        s.card[card].cell = NOWHERE
        for name, found in given.items():
            s.card[card][name] = found
        lay_on(pile, card)


def _write_squad(s: Any, t: Any, seat: int, entries: Sequence[Entry], ids: Sequence[str]) -> None:
    """Lays out a squad: what is borne after all that may bear it."""
    if _in_zone(s, seat, Zone.PLAY):
        raise ValueError("cards are in play here already; only an empty squad can be laid out")
    laid = []
    for card_type, given in entries:
        card = _add(s, t, seat, card_type, Zone.PLAY)
        for text in given.get("gained", ()):
            grant(s, card, *_read_trait(text), FOREVER, seat)
        laid.append((card, given))
    for card, given in sorted(laid, key=lambda entry: bool(entry[1].get("host"))):
        _put(s, t, card, given, ids)
        for name, found in given.items():
            _write_field(s, card, name, found)
    recount(s, t)
    note_traits(s, t)


def _put(s: Any, t: Any, card: int, given: Mapping[str, Any], ids: Sequence[str]) -> None:
    """Lays a card on its cell, into the extra zone, or on its host."""
    it, name = s.card[card], _id(s, card, ids)
    if given.get("host"):
        sides = [_in_zone(s, side, Zone.PLAY) for side in (int(it.controller), 1 - int(it.controller))]
        hosts = [other for side in sides for other in side if _id(s, other, ids) == given["host"] and other != card]
        if not hosts:
            raise ValueError(f"{name}: no {quoted(given['host'])} is in play to bear it; lay out its squad first")
        attach(s, t, card, hosts[0])
        return
    it.hidden = given.get("hidden", False)
    in_air = not it.hidden and (is_flying(s, t, card) or t.card[it.type].type == Type.TERRAIN)
    where = given.get("cell", EXTRA_ZONE if in_air else "")
    if not where:
        raise ValueError(f"{name}: the cell where it stands is missing")
    if in_air != (where == EXTRA_ZONE):
        raise ValueError(f"{name} belongs {'in the extra zone' if in_air else 'on the battlefield'}, found {where}")
    cell = PLACES.index(where)
    if cell != EXTRA and s.at[cell] >= 0 and is_corporeal(s, t, card) and is_corporeal(s, t, int(s.at[cell])):
        raise ValueError(f"{name}: {where} is taken by {_id(s, int(s.at[cell]), ids)}")
    enter(s, t, card, cell)


def _write_field(s: Any, card: int, name: str, value: Any) -> None:
    if name in NUMBERS:
        s.card[card][name] = whole(value, 0, TOKENS_MAX if name == "tokens" else 99)
    elif name in FLAGS:
        s.card[card][name] = truth(value)
    elif name not in ("cell", "host", "gained"):
        raise ValueError(f"{quoted(name)} can only be read")


def _read_gained(value: Any) -> list[tuple[int, int, int]]:
    if not isinstance(value, list):
        raise ValueError(f'a list of traits such as "fear 2" or "value 1@simple" is expected, found {shown(value)}')
    return [_read_trait(text) for text in value]


def _read_trait(text: Any) -> tuple[int, int, int]:
    """Stat, amount and kinds of attack of a trait: `fear 2`, `directed_strike`, `value -1@simple`."""
    name, _, rest = str(text).partition(" ")
    stat = one_of(name, STAT_NAMES)
    code = STAT_NAMES[stat]
    if code in OF_ATTACKS:
        amount = amount_of_kinds(rest)
        return code, (amount & 31) - AMOUNT_ZERO, amount >> KINDS_BITS
    return code, int(GRANTED[name].readers[0](rest)) if rest else 1, -1


def _gained_text(effect: Any) -> str:
    name, amount = Stat(int(effect["stat"])).name.lower(), int(effect["amount"])
    if int(effect["stat"]) in OF_ATTACKS:
        return f"{name} {amount}@{_kinds_text(int(effect['kinds']))}"
    return name if amount == 1 else f"{name} {amount}"


def _kinds_text(bits: int) -> str:
    """Kinds and strengths of attack in words, as `read_kinds` reads them."""
    kinds = bits & KINDS["attacks"]
    whole_names = [name for name, found in KINDS.items() if found == kinds]
    parts = whole_names[:1] or [name for name, found in KINDS.items() if found & kinds and found & (found - 1) == 0]
    strengths = [name for name, found in STRENGTH_BITS.items() if bits & found]
    return "+".join(parts) + ("" if bits & ANY_STRENGTH == ANY_STRENGTH else "/" + "+".join(strengths))


def flaws(s: Any, t: Any, ids: Sequence[str]) -> list[str]:
    """Unreachable states: cards without lives, a side without creatures, a turn after the last."""
    found = []
    for seat in range(SEATS):
        for card in _in_zone(s, seat, Zone.PLAY):
            if t.card[s.card[card].type].life > 0 and lives(s, t, card) <= 0:
                found.append(f"{seat_name(seat)}.squad: {_id(s, card, ids)} has no lives left, so it is destroyed")
        if s.phase == Phase.MAIN and not has_creatures(s, t, seat):
            found.append(f"{seat_name(seat)}.squad: without a creature it has lost")
    if s.turn >= t.turn_limit * SEATS:
        found.append(f"turn: the game ends after {int(t.turn_limit * SEATS)} turns")
    return found


# --- events ---------------------------------------------------------------------------------------------------------


def _go_on(s: Any, t: Any) -> None:
    s.decision = Decision.NONE
    advance(s, t)


_event = event_after_which(_go_on)


def _target(s: Any, ids: Sequence[str], word: str) -> int:
    """The card in play that a reference means."""
    in_play = [_in_zone(s, seat, Zone.PLAY) for seat in range(SEATS)]
    return find_target(word, ids, s.card["type"], in_play)


@_event(("TARGET", "NUMBER"), "a card is wounded, by nobody")
def _wound(s: Any, t: Any, ids: Sequence[str], word: str, n: str) -> None:
    wound(s, t, _target(s, ids, word), read_amount(n, 99), NO_CARD, ITSELF)


@_event(("TARGET",), "a card is destroyed, by nobody")
def _destroy(s: Any, t: Any, ids: Sequence[str], word: str) -> None:
    destroy(s, t, _target(s, ids, word), NO_CARD)


@_event(("TARGET",), "a creature loses Flight")
def _ground(s: Any, t: Any, ids: Sequence[str], word: str) -> None:
    push_rule(s, t, Rule.LOSS_OF_FLIGHT, _target(s, ids, word), 0)


EVENTS = {"wound": _wound, "destroy": _destroy, "ground": _ground}


# --- logs -----------------------------------------------------------------------------------------------------------

CELL_WIDTH = 20


def situation(s: Any, t: Any, ids: Sequence[str], viewer: int | None) -> list[str]:
    """The board in text, the second player's third row on top, and what lies beside it."""
    if s.phase in (*PREPARING, *OPENING):
        return []
    lines = ["   " + "".join(f"{column:^{CELL_WIDTH}}" for column in COLUMNS).rstrip()]
    for row in reversed(range(len(ROWS))):
        cells = [_cell_text(s, t, row * len(COLUMNS) + column, ids, viewer) for column in range(len(COLUMNS))]
        lines.append(f"{ROWS[row]:2} " + "".join(f"{text:^{CELL_WIDTH}}" for text in cells).rstrip())
    for seat in range(SEATS):
        extra = [
            _card_text(s, t, card, ids, viewer) for card in _in_zone(s, seat, Zone.PLAY) if s.card[card].cell == EXTRA
        ]
        borne = [card for card in _in_zone(s, seat, Zone.PLAY) if s.card[card].host >= 0]
        on_hosts = [f"{_card_text(s, t, card, ids, viewer)} on {_id(s, int(s.card[card].host), ids)}" for card in borne]
        dead = list_cards(_id(s, card, ids) for card in _pile(s.graveyard[seat]))
        parts = [f"extra zone: {', '.join(extra)}"] if extra else []
        parts += [f"borne: {', '.join(on_hosts)}"] if on_hosts else []
        parts += [f"graveyard: {dead}"] if s.graveyard[seat].n else []
        lines += [f"{seat_name(seat)}: {'; '.join(parts)}"] if parts else []
    return lines


def _cell_text(s: Any, t: Any, cell: int, ids: Sequence[str], viewer: int | None) -> str:
    there = [card for card in np.flatnonzero(s.card["cell"] == cell).tolist() if s.card[card].zone == Zone.PLAY]
    there = [card for card in there if s.card[card].host < 0]
    if not there:
        return "(fire)" if s.bonfire[cell] >= s.turn else "."
    return "/".join(_card_text(s, t, card, ids, viewer) for card in there)


def _card_text(s: Any, t: Any, card: int, ids: Sequence[str], viewer: int | None) -> str:
    """A card with its player, lives and marks: `1 borg 10`, `(2 vail 7)` for a closed one, `2 ?` for a hidden one."""
    it = s.card[card]
    if it.hidden and viewer is not None and viewer != it.controller:
        return f"{int(it.controller) + 1} {UNKNOWN}"
    alive = f" {int(lives(s, t, card))}" if t.card[it.type].life > 0 else ""
    tokens = "*" * int(it.tokens)
    text = f"{int(it.controller) + 1} {_id(s, card, ids)}{alive}{tokens}" + (f"~{int(it.poison)}" if it.poison else "")
    return f"({text})" if it.closed else f"{text}?" if it.hidden else text


WORDS = Words(
    cards=card_file.card_facts,
    verbs=verbs_of(PHRASES, PARTS),
    decisions={int(decision): decision.name.lower() for decision in Decision},
    phrase=phrase,
    paths=paths,
    events=EVENTS,
    clear=clear,
    flaws=flaws,
    effect_words=notation.words,
    situation=situation,
    margin=("lives_left",),
    hides=hides,
    die=6,
    choices={"CELL": CELL_NAMES, "CHANGE": DIE_CHANGES, "ORDER": WAITING},
    keys=card_file.KEYS,
    curves=("SEAT.squad.count", "SEAT.graveyard.count"),
    dealt=("SEAT.deal",),
    gained=("recruit", "unity"),
)
