"""The words of KeyForge: phrases for actions, paths into the state, events for scenarios.

A card in play is named by its id; `#2` after it means the second copy from the left, `p1:` or `p2:` before it whose one
where both players have one that could be meant.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..core.errors import quoted, shown
from ..reading.names import read_seat, seat_name
from ..words.events import event_after_which
from ..words.paths import (
    EVERYBODY,
    NOBODY,
    Path,
    active_path,
    cards_text,
    cause_path,
    element_path,
    flag_path,
    number_path,
)
from ..words.readers import (
    COUNT,
    CardRecord,
    Sort,
    cards_alike,
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
from .damage import damage, destroy
from .destruction import is_lonely
from .modifiers import armor, carries, key_cost, named_for, power
from .setup import clear, clear_card, new_card
from .state import (
    DECK_SIZE,
    KEYS_TO_WIN,
    NO_HOUSE,
    SEATS,
    Cause,
    Constant,
    Decision,
    Flank,
    House,
    Kind,
    Lasting,
    Trigger,
    Type,
    Zone,
)
from .zones import attach, draw, enter_play

HOUSES = {house.name.lower(): house for house in House}
FLANKS = {flank.name.lower(): flank for flank in Flank}
TRIGGERS = {trigger.name.lower(): trigger for trigger in Trigger}
FORBIDS_NAMED = int(Constant.FORBIDS_NAMED)
"""As a number: numba looks at all members of an enumeration whenever Python calls a compiled rule with one."""
OF_CARDS = "the card that an effect asks for, or whose ability resolves first"
OF_NUMBERS = "the number, or the mode in printed order, that an effect asks for"
PHRASES = {
    Kind.MULLIGAN: Phrase("mulligan", "shuffle the opening hand into the deck and draw one card less"),
    Kind.KEEP: Phrase("keep", "keep the opening hand"),
    Kind.HOUSE: Phrase(
        "choose {house}", "the house of the turn", {"choose HOUSE": "the house that an effect asks for"}
    ),
    Kind.PLAY: Phrase(
        "play {played}",
        "play a card from hand, or from where an effect says",
        {
            "play TARGET FLANK": "play a creature to an end of the battleline",
            "play TARGET on TARGET": "play an upgrade on a creature",
        },
    ),
    Kind.DISCARD: Phrase("discard {card}", "discard a card of the active house from hand"),
    Kind.REAP: Phrase("reap {card}", "exhaust a creature for amber"),
    Kind.FIGHT: Phrase("fight {card} {other}", "exhaust a creature to attack an enemy creature"),
    Kind.ACTION: Phrase(
        "action {action}",
        "exhaust a card for its action",
        {"action TARGET CARD": "the action that this card gives, of several"},
    ),
    Kind.OMNI: Phrase("omni {card}", "exhaust a card for its omni ability"),
    Kind.UNSTUN: Phrase("unstun {card}", "exhaust a stunned creature to remove its stun"),
    Kind.END_TURN: Phrase("end turn", "end the main step"),
    Kind.CHOOSE: Phrase(
        "choose {any}",
        OF_CARDS,
        {"choose discarded TARGET": "a card of a discard pile, where cards in play are offered too"},
    ),
    Kind.ORDER: Phrase(
        "choose {ability}",
        OF_CARDS,
        {"choose TARGET TRIGGER": "which ability of a card resolves first, of several that wait"},
    ),
    Kind.NUMBER: Phrase("choose {a}", OF_NUMBERS),
    Kind.MODE: Phrase("choose {a}", OF_NUMBERS),
    Kind.FLANK: Phrase("choose {flank}", "the end of the battleline at which a creature enters play"),
    Kind.PLAYER: Phrase("choose {seat}", "the player whom an effect is about"),
    Kind.YES: Phrase("choose yes", "take the archives; do what is optional"),
    Kind.NO: Phrase("choose no", "leave the archives; do not do it"),
    Kind.DONE: Phrase("choose done", "no more of the cards that an effect offers"),
}
PARTS = {
    "TARGET": "card other any played action ability",
    "NUMBER": "a",
    "FLANK": "flank",
    "SEAT": "seat",
    "house HOUSE": "house",
}
"""By the word that stands for them in the verb that a phrase is told by, the parts of phrases."""
MAKERS = {
    Lasting.ENEMY_DESTROYED: "loot_the_bodies",
    Lasting.FRIENDLY_FIGHTS: "warsong",
    Lasting.CREATURE_REAPS: "crystal_hive",
    Lasting.FRIENDLY_FOUGHT: "take_hostages",
    Lasting.CREATURE_PLAYED: "full_moon",
    Lasting.CARD_PLAYED: "library_access",
    Lasting.CHARGE: "charge",
    Lasting.OPPONENT_FORGES: "interdimensional_graft",
}
"""What an ability of an effect of this turn is called by: the card that makes such effects."""
HIDDEN_ZONES = (Zone.DECK, Zone.HAND, Zone.ARCHIVES, Zone.UNDER)


# --- phrases --------------------------------------------------------------------------------------------------------


def phrase(s: Any, action: Any, ids: Sequence[str]) -> str:
    """The phrase for an action, e.g. `fight troll p2:bumpsy#2`."""
    kind, a, b = Kind(int(action.kind)), int(action.a), int(action.b)
    return PHRASES[kind].said(
        a=lambda: a,
        card=lambda: _word(s, a, ids),
        any=lambda: ("discarded " if action.c else "") + _word(s, a, ids, either=True),
        other=lambda: _word(s, b, ids),
        flank=lambda: Flank(a).name.lower(),
        seat=lambda: seat_name(a),
        house=lambda: ("house " if s.decision == Decision.HOUSE else "") + House(a).name.lower(),
        played=lambda: _word(s, a, ids) + _place_word(s, b, bool(action.c), ids),
        action=lambda: _word(s, a, ids) + (f" {_id(s, b, ids)}" if action.c else ""),
        ability=lambda: _order_word(s, a, ids),
    )


def hides(before: Any, s: Any, action: Any, viewer: int | None) -> bool:
    """Whether the card that a player has picked lies where the viewer cannot see it."""
    if action.kind != Kind.CHOOSE:
        return False
    card, own = s.card[int(action.a)], int(action.a) // DECK_SIZE == viewer
    known = (Zone.HAND, Zone.ARCHIVES, Zone.UNDER) if own else ()
    return card.zone in HIDDEN_ZONES and card.zone not in known and not card.seen >> viewer & 1


def _place_word(s: Any, b: int, on_host: bool, ids: Sequence[str]) -> str:
    """Where a card comes into play: ` left`, ` on troll`; no flank where the line is empty."""
    if on_host:
        return f" on {_word(s, b, ids, either=True)}"
    return f" {Flank(b).name.lower()}" if b >= 0 else ""


def _order_word(s: Any, place: int, ids: Sequence[str]) -> str:
    """What a pending ability is called by: its card, and what triggered it where the card has several.

    Abilities of cards that are alike and have left play are numbered.
    """
    start = int(s.frame[s.n_frames - 1].pc)
    waiting = {i: _ability(s, i, ids) for i in range(start, int(s.n_pending))}
    namesakes = [i for i, word in waiting.items() if word == waiting[place]]
    triggers = {i: int(s.pending[i].trigger) for i in namesakes}
    trigger = triggers[place]
    alike = list(dict.fromkeys(_about(s, i) for i in namesakes if triggers[i] == trigger))
    copy = alike.index(_about(s, place)) + 1
    numbered = waiting[place] + (f"#{copy}" if copy > 1 else "")
    return f"{numbered} {Trigger(trigger).name.lower()}" if len(set(triggers.values())) > 1 else numbered


def _about(s: Any, place: int) -> tuple[int, ...]:
    """What tells pending abilities called by the same word apart, where their order matters."""
    ability = s.pending[place]
    if ability.text < 0:
        return int(ability.text), int(ability.event)
    return int(ability.you), int(ability.text), int(ability.source), int(ability.event)


def _ability(s: Any, place: int, ids: Sequence[str]) -> str:
    text = int(s.pending[place].text)
    return MAKERS[Lasting(-2 - text)] if text <= -2 else _word(s, text, ids, either=True)


def _id(s: Any, card: int, ids: Sequence[str]) -> str:
    return ids[int(s.card[card].type)]


def _word(s: Any, card: int, ids: Sequence[str], either: bool = False) -> str:
    """The reference to a card; `either`: cards of both players may be meant."""
    own = int(s.card[card].controller) if s.card[card].zone == Zone.PLAY else card // DECK_SIZE
    copies = _copies(s, card, own)
    of_both = either and s.card[card].zone in (Zone.PLAY, Zone.DISCARD) and copies and _copies(s, card, 1 - own)
    prefix = f"{seat_name(own)}:" if of_both else ""
    copy = copies.index(card) + 1 if card in copies else 1
    return prefix + _id(s, card, ids) + (f"#{copy}" if copy > 1 else "")


def _copies(s: Any, card: int, seat: int) -> list[int]:
    """The copies of a card in the same zone on a seat's side, from the left.

    Of cards out of play that are alike one stands for all: a second copy is one that belongs to another house.
    """
    cards = s.card
    alike = cards_alike(cards, card)
    if cards["zone"][card] == Zone.PLAY:
        controllers = cards["controller"]
        found = [other for other in alike if controllers[other] == seat]
        return found if len(found) < 2 else [other for other in _in_play(s, seat) if other in found]
    houses = cards["house"]
    alike = [other for other in alike if other // DECK_SIZE == seat]
    by_house = {int(houses[other]): other for other in alike}
    if card in alike:
        by_house[int(houses[card])] = card
    return [by_house[house] for house in sorted(by_house)]


def _in_play(s: Any, seat: int) -> list[int]:
    """The cards that a seat controls in play: creatures and artifacts from the left, then upgrades by their hosts."""
    hosts = [int(card) for side in (seat, 1 - seat) for card in _cards(s.line[side])]
    upgrades = [card for host in hosts for card in _upgrades(s, host) if s.card["controller"][card] == seat]
    return [*_cards(s.line[seat]), *_cards(s.artifacts[seat]), *upgrades]


def _cards(pile: Any) -> list[int]:
    """The cards of a pile, bottom first; of a battleline, left to right."""
    return pile.card[: int(pile.n)].tolist()


def _upgrades(s: Any, host: int) -> list[int]:
    """The upgrades on a creature."""
    if not s.card["upgrades"][host]:
        return []
    return np.flatnonzero((s.card["zone"] == Zone.PLAY) & (s.card["host"] == host)).tolist()


def _held(s: Any, artifact: int) -> list[int]:
    """The cards facedown under an artifact, or purged by it."""
    zones = s.card["zone"]
    held = (zones == Zone.UNDER) | (zones == Zone.PURGED)
    return np.flatnonzero(held & (s.card["host"] == artifact)).tolist()


# --- paths ----------------------------------------------------------------------------------------------------------

CREATURE_FIELDS = {
    "damage": "damage on it",
    "ready": "whether ready",
    "stunned": "whether stunned",
    "amber": "amber on it",
    "power_counters": "+1 power counters",
    "upgrades": "upgrades on it; written: its controller's",
    "power": "its power now, with all that changes it; only to be read",
    "armor": "its armor now, used or not; only to be read",
    "house": "the house under which its deck lists it",
    "named": 'the house named for it, or ""',
    "named_for": "the player who cannot choose that house; if only the house is written, its controller's opponent",
    "owner": "the player whose card it is",
}
ARTIFACT_FIELDS = {
    "ready": "whether ready",
    "amber": "amber on it",
    "holds": "cards facedown under it, or purged by it; only to be read",
    "house": "the house under which its deck lists it",
    "owner": "the player whose card it is",
}
Checks = dict[str, Callable[[Any], Any]]
Entry = tuple[int, dict[str, Any]]
NUMBERS = {"damage": "damage", "amber": "amber", "power_counters": "counters"}
"""Fields of a record that are numbers of the state's record of a card, with their names there."""
FLAGS = ("ready", "stunned")
HOUSES_OF_DECK = 3


def paths(t: Any, ids: Sequence[str]) -> dict[str, Path]:
    """All paths into a state."""
    found = {
        "turn": number_path("turn", 0, 10_000, "turns ended so far, of both players", logged=False),
        "active": active_path(SEATS),
        "house": Path(
            lambda s: _house_word(int(s.house)) or "none",
            lambda s, value: setattr(s, "house", NO_HOUSE if value == "none" else _read_house(value)),
            'the active house, or "none"',
            functools.partial(one_of, known=(*HOUSES, "none")),
        ),
        "first_turn": flag_path("first_turn", "whether it is the first turn of the first player", logged=False),
        "cause": cause_path(Cause),
    }
    for seat in range(SEATS):
        found |= {f"{seat_name(seat)}.{name}": path for name, path in _seat_paths(t, seat, ids).items()}
    return found


def _seat_paths(t: Any, seat: int, ids: Sequence[str]) -> dict[str, Path]:
    def pile(zone: Zone, text: str, seen_by: int, ordered: bool = False, logged: bool = True) -> Path:
        def read(s: Any) -> list[str]:
            return [_id(s, card, ids) for card in reversed(_cards(_pile(s, seat, zone)))]

        help = text + (", top first" if ordered else "")
        return Path(
            read, lambda s, value: _write_pile(s, t, seat, zone, value, ids), help, check, ordered, logged, seen_by
        )

    check, creature_checks, artifact_checks = _checks(t, ids)
    creatures, artifacts = (_sort(t, ids, kind) for kind in (Type.CREATURE, Type.ARTIFACT))
    return {
        "amber": element_path("amber", seat, 0, 999, "amber in the pool"),
        "keys": element_path("keys", seat, 0, KEYS_TO_WIN - 1, "forged keys", last=KEYS_TO_WIN),
        "chains": element_path("chains", seat, 0, 999, "chains"),
        "houses": Path(
            lambda s: [name for name, house in HOUSES.items() if s.houses[seat] >> house & 1],
            lambda s, value: _write_houses(s, seat, value),
            "the three houses of the deck; none: whatever cards there are",
            _read_houses,
            logged=False,
        ),
        "creatures": Path(
            lambda s: [_creature(s, t, card, ids) for card in _cards(s.line[seat])],
            lambda s, value: _write_creatures(s, t, seat, read_entries(value, creature_checks, ids), ids),
            "the battleline, left to right",
            functools.partial(read_entries, checks=creature_checks, ids=ids, sort=creatures),
            ordered=True,
            fields=CREATURE_FIELDS,
            field_checks=creature_checks,
        ),
        "artifacts": Path(
            lambda s: [_artifact(s, card, ids) for card in _cards(s.artifacts[seat])],
            lambda s, value: _write_artifacts(s, t, seat, read_entries(value, artifact_checks, ids), ids),
            "artifacts in play",
            functools.partial(read_entries, checks=artifact_checks, ids=ids, sort=artifacts),
            fields=ARTIFACT_FIELDS,
            field_checks=artifact_checks,
            fields_seen_by={"holds": NOBODY},  # a card of either player may be there, facedown
        ),
        "hand": pile(Zone.HAND, "the hand", seat),
        "deck": pile(Zone.DECK, "the deck", NOBODY, ordered=True, logged=False),
        "discard": pile(Zone.DISCARD, "the discard pile", EVERYBODY, ordered=True),
        "archives": pile(Zone.ARCHIVES, "the archives", seat),
        "purged": Path(
            lambda s: [_id(s, card, ids) for card in _owned(s, seat, Zone.PURGED)],
            lambda s, value: _write_purged(s, t, seat, value, ids),
            "purged cards",
            check,
        ),
    }


def _owned(s: Any, seat: int, zone: int) -> list[int]:
    """The cards of an owner in a zone."""
    first = seat * DECK_SIZE
    return (first + np.flatnonzero(s.card["zone"][first : first + DECK_SIZE] == zone)).tolist()


def _pile(s: Any, seat: int, zone: Zone) -> Any:
    return {Zone.HAND: s.hand, Zone.DECK: s.deck, Zone.DISCARD: s.discard, Zone.ARCHIVES: s.archives}[zone][seat]


def _house_word(house: int) -> str:
    return "" if house == NO_HOUSE else House(house).name.lower()


def _read_house(word: Any) -> int:
    """Number of a house, NO_HOUSE for ""; ValueError with the houses there are."""
    return NO_HOUSE if word == "" else int(HOUSES[one_of(word, HOUSES)])


def _sort(t: Any, ids: Sequence[str], kind: Type) -> Sort:
    return Sort.of(f"an {kind.name.lower()}".replace("an c", "a c"), ids, t.card["type"] == kind)


def _checks(t: Any, ids: Sequence[str]) -> tuple[Callable[[Any], Any], Checks, Checks]:
    """The checks of cards anywhere, and of the fields of creatures and of artifacts."""
    any_card = functools.partial(read_cards, ids=ids)
    common: Checks = {
        "ready": truth,
        "amber": COUNT,
        "house": functools.partial(one_of, known=HOUSES),
        "owner": functools.partial(read_seat, players=SEATS),
    }
    creature = common | {
        "damage": COUNT,
        "stunned": truth,
        "power_counters": COUNT,
        "upgrades": functools.partial(read_cards, ids=ids, sort=_sort(t, ids, Type.UPGRADE)),
        "power": COUNT,
        "armor": COUNT,
        "named": functools.partial(one_of, known=(*HOUSES, "")),
        "named_for": functools.partial(one_of, known=(*map(seat_name, range(SEATS)), "")),
    }
    return any_card, creature, common | {"holds": any_card}


def _creature(s: Any, t: Any, card: int, ids: Sequence[str]) -> dict[str, Any]:
    one = s.card[card]
    named = int(one.named) if carries(s, t, card, FORBIDS_NAMED) else NO_HOUSE
    fields = {
        "id": _id(s, card, ids),
        "damage": int(one.damage),
        "ready": bool(one.ready),
        "stunned": bool(one.stunned),
        "amber": int(one.amber),
        "power_counters": int(one.counters),
        "upgrades": [_id(s, upgrade, ids) for upgrade in _upgrades(s, card)],
        "power": int(power(s, t, card)),
        "armor": int(armor(s, t, card)),
        "house": _house_word(int(one.house)),
        "named": _house_word(named % len(HOUSES)) if named != NO_HOUSE else "",
        "named_for": seat_name(named // len(HOUSES)) if named != NO_HOUSE else "",
        "owner": seat_name(card // DECK_SIZE),
    }
    return CardRecord(card, fields)


def _artifact(s: Any, card: int, ids: Sequence[str]) -> dict[str, Any]:
    one = s.card[card]
    fields = {
        "id": _id(s, card, ids),
        "ready": bool(one.ready),
        "amber": int(one.amber),
        "holds": [_id(s, held, ids) for held in _held(s, card)],
        "house": _house_word(int(one.house)),
        "owner": seat_name(card // DECK_SIZE),
    }
    return CardRecord(card, fields)


def _read_houses(value: Any) -> set[int]:
    if not isinstance(value, list):
        raise ValueError(f"a list of houses is expected, found {shown(value)}")
    houses = {int(HOUSES[one_of(word, HOUSES)]) for word in value}
    if len(value) not in (0, HOUSES_OF_DECK) or len(houses) != len(value):
        raise ValueError(f"{HOUSES_OF_DECK} different houses or none are expected, found {shown(value)}")
    return houses


def _write_houses(s: Any, seat: int, value: Any) -> None:
    s.houses[seat] = sum(1 << house for house in _read_houses(value))


def _add(s: Any, t: Any, seat: int, card_type: int) -> int:
    """A card of a seat that is not in the game yet; ValueError if all its cards are."""
    if not _owned(s, seat, Zone.NONE):
        raise ValueError(f"a player has {DECK_SIZE} cards, found more")
    return int(new_card(s, t, seat, card_type))


def _write_pile(s: Any, t: Any, seat: int, zone: Zone, value: Any, ids: Sequence[str]) -> None:
    """Lays cards, given top first, into a pile that then holds nothing else."""
    pile, types = _pile(s, seat, zone), read_cards(value, ids)
    for card in _cards(pile):
        clear_card(s, card)
    pile.n = 0
    for card_type in reversed(types):
        card = _add(s, t, seat, card_type)
        s.card[card].zone = zone
        s.card[card].seen = 0 if zone == Zone.DECK else 3 if zone == Zone.DISCARD else 1 << seat
        lay_on(pile, card)
    if zone == Zone.DECK:
        s.shuffled[seat] = pile.n


def _write_purged(s: Any, t: Any, seat: int, value: Any, ids: Sequence[str]) -> None:
    types = read_cards(value, ids)
    for card in _owned(s, seat, Zone.PURGED):
        clear_card(s, card)
    for card_type in types:
        s.card[_add(s, t, seat, card_type)].zone = Zone.PURGED


def _write_creatures(s: Any, t: Any, seat: int, entries: Sequence[Entry], ids: Sequence[str]) -> None:
    for card, given in _put_into_play(s, t, seat, entries, s.line[seat], ids):
        for upgrade in read_cards(given.get("upgrades", []), ids):
            attach(s, t, _add(s, t, seat, upgrade), card, seat)


def _write_artifacts(s: Any, t: Any, seat: int, entries: Sequence[Entry], ids: Sequence[str]) -> None:
    _put_into_play(s, t, seat, entries, s.artifacts[seat], ids)


def _put_into_play(s: Any, t: Any, seat: int, entries: Sequence[Entry], row: Any, ids: Sequence[str]) -> list[Entry]:
    """Puts cards, ready, into an empty row; the cards with what was given of each."""
    if row.n:
        raise ValueError("cards are in play here already; only an empty row can be laid out")
    laid = []
    for card_type, given in entries:
        card = _add(s, t, read_seat(given.get("owner", seat_name(seat)), SEATS), card_type)
        enter_play(s, t, card, seat, int(Flank.RIGHT))
        s.card[card].ready = 1
        for name, found in given.items():
            _write_field(s, card, name, found)
        house, player = given.get("named", ""), given.get("named_for", "")
        if (house or player) and not carries(s, t, card, FORBIDS_NAMED):
            raise ValueError(f"no house is named for {ids[card_type]}")
        if player and not house:
            raise ValueError(f'{ids[card_type]}: "named_for" needs the house, "named"')
        s.card[card].named = named_for(_read_house(house), read_seat(player, SEATS) if player else 1 - seat)
        laid.append((card, given))
    return laid


def _write_field(s: Any, card: int, name: str, value: Any) -> None:
    if name in NUMBERS:
        s.card[card][NUMBERS[name]] = whole(value, 0, 999)
    elif name in FLAGS:
        s.card[card][name] = truth(value)
    elif name == "house":
        s.card[card].house = _read_house(value)
    elif name not in ("named", "named_for", "upgrades", "owner"):
        raise ValueError(f"{quoted(name)} can only be read")


def flaws(s: Any, t: Any, ids: Sequence[str]) -> list[str]:
    """Unreachable states: creatures that would be destroyed at once, a first turn that is not the first, a
    turn after the last.
    """
    found = []
    for seat in range(SEATS):
        for card in _cards(s.line[seat]):
            hurt, strength = int(s.card[card].damage), int(power(s, t, card))
            name = f"{seat_name(seat)}.creatures: {_id(s, card, ids)}"
            if hurt >= strength:
                found.append(f"{name} has {hurt} damage and a power of {strength}, so it is destroyed")
            elif is_lonely(s, t, card):
                found.append(f"{name} is destroyed where the opponent has no creatures")
    if s.first_turn and (s.turn > 0 or s.active != s.first):
        found.append(f"first_turn: it is turn {int(s.turn)}, of {seat_name(int(s.active))}")
    if s.turn >= t.turn_limit * SEATS:
        found.append(f"turn: the game ends after {int(t.turn_limit * SEATS)} turns")
    return found


# --- events ---------------------------------------------------------------------------------------------------------


def _go_on(s: Any, t: Any) -> None:
    s.decision, s.unsettled = Decision.NONE, 1
    advance(s, t)


_event = event_after_which(_go_on)


def _target(s: Any, ids: Sequence[str], word: str) -> int:
    """The card in play that a reference means."""
    in_play = [_in_play(s, seat) for seat in range(SEATS)]
    return find_target(word, ids, s.card["type"], in_play)


@_event(("SEAT", "NUMBER"), "a player draws cards")
def _draw(s: Any, t: Any, ids: Sequence[str], seat: str, n: str) -> None:
    draw(s, t, read_seat(seat, SEATS), read_amount(n))


@_event(("TARGET", "NUMBER"), "damage is dealt to a creature")
def _damage(s: Any, t: Any, ids: Sequence[str], word: str, n: str) -> None:
    damage(s, t, _target(s, ids, word), read_amount(n), 0)


@_event(("TARGET",), "a card in play is destroyed")
def _destroy(s: Any, t: Any, ids: Sequence[str], word: str) -> None:
    destroy(s, t, _target(s, ids, word))


EVENTS = {"draw": _draw, "damage": _damage, "destroy": _destroy}


# --- logs -----------------------------------------------------------------------------------------------------------


def situation(s: Any, t: Any, ids: Sequence[str], viewer: int | None) -> list[str]:
    """How things stand when a player begins his turn: both players and what they have in play."""
    lines = []
    for seat in range(SEATS):
        own = _seat_paths(t, seat, ids)
        parts = [
            f"{s.keys[seat]} {'key' if s.keys[seat] == 1 else 'keys'}",
            f"{s.amber[seat]} amber (a key costs {key_cost(s, t, seat)})",
            *([f"chains {s.chains[seat]}"] if s.chains[seat] else []),
            f"deck {s.deck[seat].n}, discard pile {s.discard[seat].n}",
            *([f"archives: {cards_text(own['archives'], s, viewer)}"] if s.archives[seat].n else []),
            f"hand: {cards_text(own['hand'], s, viewer)}",
        ]
        lines.append(f"{seat_name(seat)} ({', '.join(own['houses'].read(s))}): {'; '.join(parts)}")
        for zone, mark in (("creatures", _creature_marks), ("artifacts", _artifact_marks)):
            cards = [entry["id"] + mark(entry) for entry in own[zone].read(s)]
            if cards:
                lines.append(f"  {zone}: {', '.join(cards)}")
    return lines


def _creature_marks(entry: Mapping[str, Any]) -> str:
    strength = f" {entry['power']}" + (f"/{entry['armor']}" if entry["armor"] else "")
    marks = [f"{entry['damage']} damage"] if entry["damage"] else []
    marks += ["stunned"] if entry["stunned"] else []
    marks += [f"named {entry['named']} for {entry['named_for']}"] if entry["named"] else []
    return strength + _marks([*marks, *_common_marks(entry)], entry["upgrades"])


def _artifact_marks(entry: Mapping[str, Any]) -> str:
    marks = [f"holds {list_cards(entry['holds'])}"] if entry["holds"] else []
    return _marks([*marks, *_common_marks(entry)], [])


def _common_marks(entry: Mapping[str, Any]) -> list[str]:
    marks = [f"{entry['amber']} amber"] if entry["amber"] else []
    return marks + ([] if entry["ready"] else ["exhausted"])


def _marks(marks: Sequence[str], upgrades: Sequence[str]) -> str:
    words = [*marks, *([f"with {list_cards(upgrades)}"] if upgrades else [])]
    return f" ({', '.join(words)})" if words else ""


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
    margin=("keys", "amber"),
    hides=hides,
    choices={"HOUSE": HOUSES, "FLANK": FLANKS, "TRIGGER": TRIGGERS},
    keys=card_file.KEYS,
    curves=("SEAT.keys", "SEAT.amber", "SEAT.creatures.count", "SEAT.hand.count"),
    dealt=("SEAT.hand",),
    gained=("play",),
)
