"""The words of Berserk: Heroes: phrases for actions, paths into the state, events for scenarios.

A card in play is named by its id, a hero too; `#2` after it means the second copy in the order in which they came,
`p1:` or `p2:` before it whose one where both players have one that could be meant.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ..core.errors import quoted
from ..reading.names import read_seat, seat_name
from ..words.events import event_after_which
from ..words.paths import (
    EVERYBODY,
    NOBODY,
    UNKNOWN,
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
    read_card,
    read_cards,
    read_entries,
    truth,
    whole,
)
from ..words.vocabulary import Phrase, Words, verbs_of
from . import cards as card_file
from . import notation
from .apply import advance
from .basics import hero_of, spell_gold
from .choices import is_repeated
from .damage import destroy, heal, wound
from .gold import lose_gold
from .modifiers import FIGURE_MAX, grant, refresh, renew
from .programs import bring
from .queue import event_of
from .setup import clear, place_hero
from .state import (
    NO_CARD,
    SEATS,
    SLOTS,
    Cause,
    Decision,
    Flag,
    Kind,
    Passing,
    Rare,
    Source,
    Type,
    Until,
    Zone,
)
from .tables import Keyword
from .zones import BOTH, draw, free_slot, number_card, settle_in

OF_CARDS = "the card that an effect asks for, or whose ability comes first"
OF_NUMBERS = "the number, or the mode in printed order, that an effect asks for"
PHRASES = {
    Kind.MULLIGAN: Phrase("mulligan {card}", "put a card of the opening hand on the bottom of the deck"),
    Kind.KEEP: Phrase("keep", "keep the rest of the opening hand; then as many are drawn as were put away"),
    Kind.PLAY: Phrase("play {played}", "play a card from hand, or from where it may be played"),
    Kind.ATTACK: Phrase("attack {card} {other}", "a creature attacks a character of the opponent"),
    Kind.DEFEND: Phrase("defend {card}", "a creature takes the attack"),
    Kind.NO_DEFENDER: Phrase("no defender", "the target stands alone"),
    Kind.USE: Phrase("use {card} {number}", "use an activated ability of a card, counted from 1"),
    Kind.CLUTCH: Phrase("clutch {card}", "put a card from hand under a new Egg"),
    Kind.END_TURN: Phrase("end turn", "end the main phase"),
    Kind.AMBUSH: Phrase("ambush {card}", "play a card from hand for its Ambush"),
    Kind.NAME: Phrase("name {type}", "name a card"),
    Kind.CHOOSE: Phrase("choose {any}", OF_CARDS),
    Kind.ORDER: Phrase(
        "choose {ability}",
        OF_CARDS,
        {
            "choose TARGET NUMBER": "which of the waiting abilities of a card comes first, in the order in which they "
            "came",
            "choose TARGET TARGET": "of those of one text, which comes first: the one about this card",
        },
    ),
    Kind.NUMBER: Phrase(
        "choose {amount}",
        OF_NUMBERS,
        {"choose NUMBER TARGET": "how many counters of a card pay, where several of a player's cards have counters"},
    ),
    Kind.MODE: Phrase("choose {a}", OF_NUMBERS),
    Kind.YES: Phrase("choose yes", "do what is optional"),
    Kind.NO: Phrase("choose no", "do not do it"),
    Kind.DONE: Phrase("choose done", "no more of what an effect offers"),
}
PARTS = {"TARGET": "card played other any ability", "NUMBER": "amount number a", "CARD": "type"}
"""By the word that stands for them in the verb that a phrase is told by, the parts of phrases."""
OPEN_ZONES = (Zone.PLAY, Zone.GRAVEYARD, Zone.CAPTURED)
PLAYED_FROM = (Zone.HAND, Zone.GRAVEYARD, Zone.CAPTURED)
HIDDEN_ZONES = (Zone.DECK, Zone.HAND, Zone.SIDEBOARD)
SEEN_IN = {Zone.DECK: 0, Zone.GRAVEYARD: BOTH, Zone.SIDEBOARD: BOTH}
"""Who has seen the cards of a pile that is laid out, if not its owner alone; a bit a seat."""


# --- phrases --------------------------------------------------------------------------------------------------------


def phrase(s: Any, action: Any, ids: Sequence[str]) -> str:
    """The phrase for an action, e.g. `attack burk p2:gnome#2`."""
    kind, a, b = Kind(int(action.kind)), int(action.a), int(action.b)
    return PHRASES[kind].said(
        a=lambda: a,
        amount=lambda: f"{a}{_payer_word(s, ids)}",
        number=lambda: b + 1,
        card=lambda: _word(s, a, ids),
        played=lambda: _word(s, a, ids) + _place_word(s, a, ids),
        any=lambda: _word(s, a, ids, either=True),
        other=lambda: _word(s, b, ids),
        type=lambda: ids[a],
        ability=lambda: _order_word(s, a, ids),
    )


def _place_word(s: Any, card: int, ids: Sequence[str]) -> str:
    """From where a card is played, if cards that are called like it lie elsewhere too where they may be played from;
    empty for one in hand.
    """
    zone, captor = int(s.card[card].zone), int(s.card[card].captor)
    if zone == Zone.HAND:
        return ""
    like = (s.card["type"] == s.card[card].type) & np.isin(s.card["zone"], PLAYED_FROM)
    if len(set(zip(s.card["zone"][like].tolist(), s.card["captor"][like].tolist(), strict=True))) < 2:
        return ""
    return " from " + ("the graveyard" if zone == Zone.GRAVEYARD else _word(s, captor, ids, either=True))


def _payer_word(s: Any, ids: Sequence[str]) -> str:
    """The card that is asked for its counters, if another of its player's has some too; empty otherwise."""
    if s.decision != Decision.COUNTERS:
        return ""
    frame = s.frame[int(s.n_frames) - 1]
    cards = [hero_of(int(frame.you)), *_cards(s.line[int(frame.you)])]
    if sum(s.body[s.card[card].body].counters > 0 for card in cards) < 2:
        return ""
    return " " + _word(s, cards[int(frame.picked)], ids)


def hides(before: Any, s: Any, action: Any, viewer: int | None) -> bool:
    """Whether the card that a player has picked, or of which he has put an ability first, lies where the viewer cannot
    see it.
    """
    if action.kind not in (Kind.CHOOSE, Kind.MULLIGAN, Kind.ORDER):
        return False
    card = int(before.queue[action.a].source if action.kind == Kind.ORDER else action.a)
    own = card // SLOTS == viewer and s.card[card].zone != Zone.DECK
    return s.card[card].zone in HIDDEN_ZONES and not own and not s.card[card].seen >> viewer & 1


def _order_word(s: Any, place: int, ids: Sequence[str]) -> str:
    """What a waiting ability is called by: its card; where one text of the card waits for several, the card that it is
    about too, and where that is the same of two, or several texts wait, a number as they came.
    """
    source, you = int(s.queue[place].source), int(s.queue[place].you)
    waiting = [
        k
        for k in range(int(s.n_queue))
        if s.queue[k].source == source and s.queue[k].you == you and not is_repeated(s, k)
    ]
    word, about = _word(s, source, ids, either=True), [_about(s, k, ids) for k in waiting]
    if len(waiting) == 1:
        return word
    if len({int(s.queue[k].ability) for k in waiting}) > 1 or len(set(about)) < len(about):
        return f"{word} {waiting.index(place) + 1}"
    return f"{word} {about[waiting.index(place)]}"


def _about(s: Any, place: int, ids: Sequence[str]) -> str:
    """The card that a waiting ability is about, where everybody sees it."""
    event = int(event_of(s, s.queue[place]))
    return _word(s, event, ids, either=True) if event >= 0 and s.card[event].zone in OPEN_ZONES else ""


def _id(s: Any, card: int, ids: Sequence[str]) -> str:
    return ids[int(s.card[card].type)]


def _word(s: Any, card: int, ids: Sequence[str], either: bool = False) -> str:
    """The reference to a card; `either`: cards of both players may be meant."""
    own = _side(s, card)
    copies = _copies(s, card, own)
    of_both = either and s.card[card].zone in OPEN_ZONES and copies and _copies(s, card, 1 - own)
    prefix = f"{seat_name(own)}:" if of_both else ""
    copy = copies.index(card) + 1 if card in copies else 1
    return prefix + _id(s, card, ids) + (f"#{copy}" if copy > 1 else "")


def _side(s: Any, card: int) -> int:
    """The seat on whose side a card lies: in play that of its controller."""
    return int(s.card[card].controller) if s.card[card].zone == Zone.PLAY else card // SLOTS


def _copies(s: Any, card: int, seat: int) -> list[int]:
    """The cards of a seat in the zone of a card that are called like it; of those out of play one stands for all."""
    cards = s.card
    alike = cards_alike(cards, card)
    if cards["zone"][card] == Zone.PLAY:
        controllers = cards["controller"]
        found = [other for other in alike if controllers[other] == seat]
        return found if len(found) < 2 else [other for other in _in_play(s, seat) if other in found]
    owned = [other for other in alike if other // SLOTS == seat]
    return [card] if card in owned else owned[:1]


def _in_play(s: Any, seat: int) -> list[int]:
    """The cards of a seat in play: hero, creatures, support cards."""
    return [hero_of(seat), *_cards(s.line[seat]), *_cards(s.support[seat])]


def _cards(pile: Any) -> list[int]:
    """The cards of a pile, bottom first; of a line, in the order in which they came."""
    return pile.card[: int(pile.n)].tolist()


def _owned(s: Any, seat: int, zone: int) -> list[int]:
    """The cards of an owner in a zone."""
    first = seat * SLOTS
    return (first + np.flatnonzero(s.card["zone"][first : first + SLOTS] == zone)).tolist()


def _held(s: Any, captor: int) -> list[int]:
    """The cards under a card."""
    return np.flatnonzero((s.card["zone"] == Zone.CAPTURED) & (s.card["captor"] == captor)).tolist()


# --- paths ----------------------------------------------------------------------------------------------------------

CREATURE_FIELDS = {
    "wounds": "wounds on it",
    "tapped": "whether tapped",
    "stunned": "whether stunned",
    "new": "whether it came this turn, so that it cannot act",
    "stays_tapped": "whether it does not untap in its next untap phase",
    "boost": "boost counters, weaken counters below 0",
    "extra_life": "extra life, negative life below 0",
    "poison": "the value of its poison",
    "counters": "ripening or supply counters",
    "captured": "cards under it",
    "strike": "its strike now; only to be read",
    "life": "its current life; only to be read",
    "owner": "the player whose card it is",
}
SUPPORT_FIELDS = {
    "tapped": "whether tapped",
    "stays_tapped": "whether it does not untap in its next untap phase",
    "owner": "the player whose card it is",
}
Checks = dict[str, Callable[[Any], Any]]
Entry = tuple[int, dict[str, Any]]
NUMBERS = {"wounds": "wounds", "boost": "boost", "extra_life": "extra", "counters": "counters"}
"""Fields of a record that are numbers of the body of a card, with their names there."""
FLAGS = {"tapped": Flag.TAPPED, "stunned": Flag.STUNNED, "new": Flag.NEW, "stays_tapped": Flag.STAYS_TAPPED}
HERO_FLAGS = {"tapped": "whether the hero is tapped", "stunned": "stunned", "hidden": "hidden"}
HERO_NUMBERS = {"wounds": "wounds of the hero", "extra_life": "his extra life", "counters": "his knowledge counters"}


def paths(t: Any, ids: Sequence[str]) -> dict[str, Path]:
    """All paths into a state."""
    found = {
        "turn": number_path("turn", 0, 10_000, "turns ended so far, of both players", logged=False),
        "active": active_path(SEATS),
        "first_turn": flag_path("first_turn", "whether it is the first turn of the first player", logged=False),
        "cause": cause_path(Cause),
    }
    for seat in range(SEATS):
        found |= {f"{seat_name(seat)}.{name}": path for name, path in _seat_paths(t, seat, ids).items()}
    return {name: replace(path, write=_refreshing(path.write, t)) for name, path in found.items()}


def _refreshing(write: Callable[[Any, Any], None] | None, t: Any) -> Callable[[Any, Any], None] | None:
    """Writes a value, and works out anew what all cards are."""

    def write_and_refresh(s: Any, value: Any) -> None:
        write(s, value)  # type: ignore[misc]
        refresh(s, t)

    return write_and_refresh if write is not None else None


def _seat_paths(t: Any, seat: int, ids: Sequence[str]) -> dict[str, Path]:
    text = "the sideboard; of cards from the hand the other player sees the number"
    sideboard = _pile_path(t, seat, ids, Zone.SIDEBOARD, text, EVERYBODY, logged=False)
    return {
        **_hero_paths(t, seat, ids),
        "gold": Path(lambda s: int(s.gold[seat]), functools.partial(_write_gold, seat), "gold, tapped or not", COUNT),
        "gold_untapped": Path(
            lambda s: int(s.gold[seat] - s.tapped_gold[seat]),
            functools.partial(_write_untapped, seat),
            "untapped gold",
            COUNT,
        ),
        "spell_gold": Path(
            lambda s: spell_gold(s, seat),
            functools.partial(_write_spell_gold, seat),
            "of the untapped gold, what pays for spells alone and goes at the end of the turn",
            COUNT,
        ),
        "failed_draws": element_path("failed_draws", seat, 0, 2, "draws of the phase that failed in this game", last=3),
        "discarded": replace(element_path("discarded", seat, 0, 99, "cards discarded this turn"), logged=False),
        "creatures": _zone_path(t, seat, ids, "line", "creatures in play, in the order in which they came"),
        "support": _zone_path(t, seat, ids, "support", "support cards in play"),
        "hand": _pile_path(t, seat, ids, Zone.HAND, "the hand", seat),
        "deck": _pile_path(t, seat, ids, Zone.DECK, "the deck", NOBODY, ordered=True, logged=False),
        "graveyard": _pile_path(t, seat, ids, Zone.GRAVEYARD, "the graveyard", EVERYBODY, ordered=True),
        "sideboard": replace(sideboard, read_by=lambda s, viewer: _sideboard_for(s, seat, ids, viewer)),
        "captured": Path(
            lambda s: [_id(s, card, ids) for own in _in_play(s, seat) for card in _held(s, own)],
            lambda s, value: _capture(s, t, seat, hero_of(seat), value, ids, Zone.GRAVEYARD),
            "cards under cards of the player; written: under the hero, as if from the graveyard",
            functools.partial(read_cards, ids=ids),
        ),
    }


def _hero_paths(t: Any, seat: int, ids: Sequence[str]) -> dict[str, Path]:
    """The paths of a hero."""
    heroes = Sort.of("a hero", ids, t.card["type"] == Type.HERO)
    hero = hero_of(seat)

    def number(name: str, help: str) -> Path:
        def write(s: Any, value: Any) -> None:
            _body(s, hero)[NUMBERS[name]] = whole(value, 0, 999)

        return Path(lambda s: int(_body(s, hero)[NUMBERS[name]]), write, help, COUNT)

    def flag(name: str, help: str) -> Path:
        bit = Flag[name.upper()]

        def write(s: Any, value: Any) -> None:
            _set_flag(s, hero, bit, truth(value))

        return Path(lambda s: bool(s.card[hero].bits & bit), write, help, truth)

    return {
        "hero": Path(
            lambda s: _id(s, hero, ids),
            lambda s, value: _write_hero(s, t, seat, read_card(value, ids, heroes)),
            "the hero",
            lambda value: read_card(value, ids, heroes),
            logged=False,
        ),
        "life": Path(
            lambda s: _life(s, t, hero), None, "current life of the hero", lambda value: whole(value, -999, 999)
        ),
        **{name: number(name, help) for name, help in HERO_NUMBERS.items()},
        "poison": Path(
            lambda s: int(_body(s, hero)["poison"]),
            lambda s, value: _write_body(s, hero, "poison", whole(value, 0, 99)),
            "the value of his poison",
            COUNT,
        ),
        **{name: flag(name, help) for name, help in HERO_FLAGS.items()},
    }


def _zone_path(t: Any, seat: int, ids: Sequence[str], zone: str, help: str) -> Path:
    """The path of the creatures or of the support cards of a seat."""
    checks = _checks(ids, CREATURE_FIELDS if zone == "line" else SUPPORT_FIELDS)
    kinds = t.card["type"][: len(ids)]
    belongs = kinds == Type.CREATURE if zone == "line" else ~np.isin(kinds, [Type.HERO, Type.CREATURE, Type.SPELL])
    sort = Sort.of("a creature" if zone == "line" else "a support card", ids, belongs)
    return Path(
        lambda s: [_record(s, t, card, ids, checks) for card in _cards(getattr(s, zone)[seat])],
        lambda s, value: _put_into_play(s, t, seat, read_entries(value, checks, ids), getattr(s, zone)[seat], ids),
        help,
        functools.partial(read_entries, checks=checks, ids=ids, sort=sort),
        ordered=zone == "line",
        fields=CREATURE_FIELDS if zone == "line" else SUPPORT_FIELDS,
        field_checks=checks,
    )


def _pile_path(
    t: Any,
    seat: int,
    ids: Sequence[str],
    zone: Zone,
    text: str,
    seen_by: int,
    ordered: bool = False,
    logged: bool = True,
) -> Path:
    """The path of cards that lie in a pile."""
    return Path(
        lambda s: [_id(s, card, ids) for card in reversed(_cards(_pile(s, seat, zone)))],
        lambda s, value: _write_pile(s, t, seat, zone, value, ids),
        text + (", top first" if ordered else ""),
        functools.partial(read_cards, ids=ids),
        ordered,
        logged,
        seen_by,
    )


def _sideboard_for(s: Any, seat: int, ids: Sequence[str], viewer: int) -> list[str]:
    """The cards of a sideboard as a seat sees them: of those that came from the other's hand it sees the number."""
    cards = reversed(_cards(s.sideboard[seat]))
    return [_id(s, card, ids) if int(s.card[card].seen) >> viewer & 1 else UNKNOWN for card in cards]


def _pile(s: Any, seat: int, zone: Zone) -> Any:
    piles = {Zone.HAND: s.hand, Zone.DECK: s.deck, Zone.GRAVEYARD: s.graveyard, Zone.SIDEBOARD: s.sideboard}
    return piles[zone][seat]


def _checks(ids: Sequence[str], fields: Mapping[str, str]) -> Checks:
    """The checks of the fields of cards in play."""
    special: Checks = {
        "captured": functools.partial(read_cards, ids=ids),
        "owner": functools.partial(read_seat, players=SEATS),
        "boost": functools.partial(whole, low=-99, high=99),
        "extra_life": functools.partial(whole, low=-FIGURE_MAX, high=FIGURE_MAX),
        "strike": functools.partial(whole, low=-FIGURE_MAX, high=FIGURE_MAX),
        "life": functools.partial(whole, low=-FIGURE_MAX, high=FIGURE_MAX),
    }
    return {name: special.get(name, truth if name in FLAGS else COUNT) for name in fields}


def _body(s: Any, card: int) -> Any:
    return s.body[int(s.card[card].body)]


def _write_body(s: Any, card: int, field: str, value: int) -> None:
    _body(s, card)[field] = value


def _life(s: Any, t: Any, card: int) -> int:
    """Current life of a character."""
    renew(s, t)
    return int(_body(s, card).life) - int(_body(s, card).wounds)


def _record(s: Any, t: Any, card: int, ids: Sequence[str], checks: Checks) -> dict[str, Any]:
    """A card in play with those of its fields that have checks."""
    it, life = _body(s, card), _life(s, t, card)
    found: dict[str, Any] = {name: bool(s.card[card].bits & bit) for name, bit in FLAGS.items()}
    found |= {name: int(it[field]) for name, field in NUMBERS.items()}
    found |= {
        "poison": int(it.poison),
        "captured": [_id(s, held, ids) for held in _held(s, card)],
        "strike": max(0, int(it.strike)),
        "life": life,
        "owner": seat_name(card // SLOTS),
    }
    return CardRecord(card, {"id": _id(s, card, ids), **{name: found[name] for name in checks}})


def _set_flag(s: Any, card: int, bit: int, on: bool) -> None:
    s.card[card].bits = s.card[card].bits | bit if on else s.card[card].bits & ~bit


def _write_gold(seat: int, s: Any, value: Any) -> None:
    s.gold[seat] = whole(value, 0, 99)
    s.tapped_gold[seat] = min(int(s.tapped_gold[seat]), int(s.gold[seat]))


def _write_untapped(seat: int, s: Any, value: Any) -> None:
    s.tapped_gold[seat] = s.gold[seat] - whole(value, 0, int(s.gold[seat]))


def _write_spell_gold(seat: int, s: Any, value: Any) -> None:
    s.passing_gold[seat, Passing.SPELLS] = whole(value, 0, int(s.gold[seat] - s.tapped_gold[seat]))


def _write_hero(s: Any, t: Any, seat: int, card_type: int) -> None:
    place_hero(s, t, seat, card_type)


def _add(s: Any, t: Any, seat: int, card_type: int) -> int:
    """A card of a seat that is not in the game yet; ValueError if there is room for no more."""
    card = int(free_slot(s, seat))
    if card < 0:
        raise ValueError(f"a player has at most {SLOTS - 1} cards beside his hero, found more")
    number_card(s, t, card, card_type, int(Zone.NONE))  # of a member numba would look at all others at every call
    return card


def _write_pile(s: Any, t: Any, seat: int, zone: Zone, value: Any, ids: Sequence[str]) -> None:
    """Lays cards, given top first, into a pile that then holds nothing else."""
    pile, types = _pile(s, seat, zone), read_cards(value, ids)
    for card in _cards(pile):
        s.card[card].zone = Zone.NONE
    pile.n = 0
    for card_type in reversed(types):
        card = _add(s, t, seat, card_type)
        s.card[card].zone = zone
        s.card[card].seen = SEEN_IN.get(zone, 1 << seat)
        lay_on(pile, card)


def _capture(s: Any, t: Any, seat: int, captor: int, value: Any, ids: Sequence[str], origin: Zone) -> None:
    """Lays cards of a seat under one of its cards."""
    for card_type in read_cards(value, ids):
        card = _add(s, t, seat, card_type)
        s.card[card].zone, s.card[card].captor, s.card[card].origin = Zone.CAPTURED, captor, origin
        s.card[card].seen = BOTH
        s.happened = int(s.happened) | Rare.CAPTURED


def _put_into_play(s: Any, t: Any, seat: int, entries: Sequence[Entry], row: Any, ids: Sequence[str]) -> None:
    """Puts cards that came in an earlier turn, untapped, into an empty row."""
    if row.n:
        raise ValueError("cards are in play here already; only an empty row can be laid out")
    for card_type, given in entries:
        card = _add(s, t, read_seat(given.get("owner", seat_name(seat)), SEATS), card_type)
        settle_in(s, t, card, seat)
        _set_flag(s, card, Flag.NEW, False)
        for name, found in given.items():
            _write_field(s, t, card, name, found, ids)


def _write_field(s: Any, t: Any, card: int, name: str, value: Any, ids: Sequence[str]) -> None:
    if name in NUMBERS:
        _write_body(s, card, NUMBERS[name], int(value))
    elif name == "poison":
        _write_body(s, card, name, whole(value, 0, 99))
    elif name in FLAGS:
        _set_flag(s, card, FLAGS[name], truth(value))
    elif name == "captured":
        _capture(s, t, int(s.card[card].controller), card, value, ids, Zone.HAND)
    elif name != "owner":
        raise ValueError(f"{quoted(name)} can only be read")


def flaws(s: Any, t: Any, ids: Sequence[str]) -> list[str]:
    """Unreachable states: characters that would be dead, two support cards of a class, a first turn that is not
    the first, a turn after the last.
    """
    found = []
    for seat in range(SEATS):
        for card in (hero_of(seat), *_cards(s.line[seat])):
            if _life(s, t, card) <= 0 and t.card[s.card[card].type].life > 0:
                found.append(f"{seat_name(seat)}: {_id(s, card, ids)} has no life left, so it is dead")
        kinds = [int(t.card[s.card[card].type].type) for card in _cards(s.support[seat])]
        twice = sorted({Type(kind).name.lower() for kind in kinds if kinds.count(kind) > 1})
        found += [f"{seat_name(seat)}.support: more than one {kind}" for kind in twice]
    if s.first_turn and s.turn > 0:
        found.append(f"first_turn: it is turn {int(s.turn)}")
    if s.turn >= t.turn_limit * SEATS:
        found.append(f"turn: the game ends after {int(t.turn_limit * SEATS)} turns")
    return found


# --- events ---------------------------------------------------------------------------------------------------------


def _go_on(s: Any, t: Any) -> None:
    s.decision, s.stale = Decision.NONE, 1
    advance(s, t)


_event = event_after_which(_go_on)


def _target(s: Any, ids: Sequence[str], word: str) -> int:
    """The card in play that a reference means."""
    in_play = [_in_play(s, seat) for seat in range(SEATS)]
    return find_target(word, ids, s.card["type"], in_play)


@_event(("SEAT", "NUMBER"), "a player draws cards")
def _draw(s: Any, t: Any, ids: Sequence[str], seat: str, n: str) -> None:
    for _ in range(read_amount(n)):
        draw(s, t, read_seat(seat, SEATS))


@_event(("TARGET", "TARGET", "NUMBER"), "a character takes wounds from a card, not by attack")
def _wound(s: Any, t: Any, ids: Sequence[str], source: str, word: str, n: str) -> None:
    wound(s, t, _target(s, ids, word), read_amount(n), _target(s, ids, source), Source.EFFECT)


@_event(("TARGET", "NUMBER"), "a character is healed")
def _heal(s: Any, t: Any, ids: Sequence[str], word: str, n: str) -> None:
    heal(s, t, _target(s, ids, word), read_amount(n))


@_event(("TARGET", "NUMBER"), "a character is poisoned")
def _poison(s: Any, t: Any, ids: Sequence[str], word: str, n: str) -> None:
    it = _body(s, _target(s, ids, word))
    it.poison = max(int(it.poison), read_amount(n))


@_event(("TARGET",), "a card in play is destroyed")
def _destroy(s: Any, t: Any, ids: Sequence[str], word: str) -> None:
    destroy(s, t, _target(s, ids, word), NO_CARD)


@_event(("TARGET", "KEYWORD"), "a character gains first or last strike, Rush, ... by name")
def _grant(s: Any, t: Any, ids: Sequence[str], word: str, name: str) -> None:
    keyword = Keyword[one_of(name.upper(), Keyword.__members__)]
    grant(s, _target(s, ids, word), keyword, 1, Until.ALWAYS, 0)


@_event(("SEAT", "CARD"), "a token is created under a player's control")
def _create(s: Any, t: Any, ids: Sequence[str], seat: str, word: str) -> None:
    side = read_seat(seat, SEATS)
    bring(s, t, _add(s, t, side, read_card(word, ids)), side)


@_event(("SEAT", "NUMBER"), "a player loses gold")
def _lose_gold(s: Any, t: Any, ids: Sequence[str], seat: str, n: str) -> None:
    lose_gold(s, read_seat(seat, SEATS), read_amount(n))


EVENTS = {
    "draw": _draw,
    "wound": _wound,
    "heal": _heal,
    "poison": _poison,
    "destroy": _destroy,
    "grant": _grant,
    "create": _create,
    "lose_gold": _lose_gold,
}


# --- logs -----------------------------------------------------------------------------------------------------------


def situation(s: Any, t: Any, ids: Sequence[str], viewer: int | None) -> list[str]:
    """How things stand when a player begins his turn: both players and what they have in play."""
    lines = []
    for seat in range(SEATS):
        own = _seat_paths(t, seat, ids)
        hero = hero_of(seat)
        marks = [word for word, bit in (("tapped", Flag.TAPPED), ("hidden", Flag.HIDDEN)) if s.card[hero].bits & bit]
        parts = [
            f"life {_life(s, t, hero)}{' (' + ', '.join(marks) + ')' if marks else ''}",
            f"gold {s.gold[seat]} ({s.gold[seat] - s.tapped_gold[seat]} untapped)",
            f"deck {s.deck[seat].n}, graveyard {s.graveyard[seat].n}",
            *([f"captured: {cards_text(own['captured'], s, viewer)}"] if own["captured"].read(s) else []),
            f"hand: {cards_text(own['hand'], s, viewer)}",
        ]
        lines.append(f"{seat_name(seat)} ({_id(s, hero, ids)}): {'; '.join(parts)}")
        for zone, text in (("creatures", _creature_text), ("support", _support_text)):
            cards = [text(entry) for entry in own[zone].read(s)]
            if cards:
                lines.append(f"  {zone}: {', '.join(cards)}")
    return lines


def _creature_text(entry: Mapping[str, Any]) -> str:
    marks = [name for name in ("tapped", "stunned", "new") if entry[name]]
    for name in ("wounds", "boost", "extra_life", "poison", "counters"):
        marks += [f"{name.replace('_', ' ')} {entry[name]}"] if entry[name] else []
    marks += [f"holds {list_cards(entry['captured'])}"] if entry["captured"] else []
    return f"{entry['id']} {entry['strike']}/{entry['life']}" + (f" ({', '.join(marks)})" if marks else "")


def _support_text(entry: Mapping[str, Any]) -> str:
    return entry["id"] + (" (tapped)" if entry["tapped"] else "")


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
    margin=("life",),
    hides=hides,
    keys=card_file.KEYS,
    curves=("SEAT.life", "SEAT.gold", "SEAT.creatures.count", "SEAT.hand.count"),
    dealt=("SEAT.hand",),
    gained=("play", "ambush"),
)
