"""The words of Shards of Infinity: phrases for actions, paths into the state, events for scenarios."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..reading.names import read_seat, seat_name
from ..words.events import Event
from ..words.paths import (
    NOBODY,
    Path,
    cards_text,
    counts_path,
    element_path,
    flag_path,
    known_path,
    number_path,
    pile_path,
)
from ..words.readers import Sort, fill_pile, list_cards, pile_cards, read_amount, read_cards, truth, whole
from ..words.vocabulary import Phrase, Words, notation, verbs_of
from . import cards as card_file
from .seats import eliminate, living
from .setup import KEYS, clear
from .state import INFINITE, NO_CARD, ROW_MAX, Decision, Kind
from .zones import draw

PHRASES = {
    Kind.PLAY: Phrase("play {card}", "play a card from hand"),
    Kind.EXHAUST: Phrase("exhaust {card}", "use the ability of a ready champion"),
    Kind.RECRUIT: Phrase("recruit {card}", "pay for a card of the row; it goes to the discard pile"),
    Kind.FAST_PLAY: Phrase("fast-play {card}", "pay for a mercenary of the row and play it at once"),
    Kind.FOCUS: Phrase("focus", "once a turn, pay a gem for one mastery"),
    Kind.ATTACK_CHAMPION: Phrase("attack {seat} {card}", "pay power equal to its defense to destroy a champion"),
    Kind.END_TURN: Phrase("end turn", "end the main phase: the remaining power becomes damage"),
    Kind.ASSIGN: Phrase(
        "attack {seat} {a}", "with several opponents to attack: so much power for this one; after 150 more may follow"
    ),
    Kind.SHIELD: Phrase("shield {card}", "the attacked seat reveals a shield from hand"),
    Kind.REVEAL: Phrase("reveal {card}", "show a card from hand for Unify or Dominion"),
    Kind.BANISH_HAND: Phrase("banish hand {card}", "remove a card in hand from the game"),
    Kind.BANISH_DISCARD: Phrase("banish discard {card}", "remove a card in the discard pile from the game"),
    Kind.RETURN: Phrase("return {card}", "take a card from the discard pile into hand"),
    Kind.TAKE: Phrase("take {card}", "recruit a card of the row without paying"),
    Kind.DESTROY: Phrase("destroy {seat} {card}", "destroy a champion of an opponent by an effect"),
    Kind.COPY: Phrase("copy {card}", "resolve once more the effect of a card played this turn"),
    Kind.TARGET: Phrase("target {seat}", "choose the opponent that an effect is for"),
    Kind.DECLINE: Phrase("decline", "do not shield, reveal or banish (any more)"),
}
PARTS = {"CARD": "card", "SEAT": "seat", "NUMBER": "a"}
"""By the word that stands for them in the verb that a phrase is told by, the parts of phrases."""


def phrase(s: Any, action: Any, ids: Sequence[str]) -> str:
    """The phrase for an action, e.g. `attack p2 li_hin`."""
    kind, a = Kind(int(action.kind)), int(action.a)
    return PHRASES[kind].said(card=lambda: ids[a], seat=lambda: seat_name(int(action.b)), a=lambda: a)


def paths(t: Any, ids: Sequence[str]) -> dict[str, Path]:
    """All paths into a state of a table with so many players."""
    center = Sort.of("a card of the center", ids, t.card["starter"] == 0)
    mercenaries = Sort.of("a mercenary", ids, t.card["mercenary"] == 1)
    allies = Sort.of("an ally or a starter", ids, t.card["champion"] == 0)
    found = {
        "turn": number_path("turn", 0, 10_000, "turns ended so far, of all players", logged=False),
        "gems": number_path("gems", 0, 9_999, "gems of the turn under way"),
        "power": Path(
            lambda s: "infinite" if s.power >= INFINITE else int(s.power),
            lambda s, value: setattr(s, "power", _read_power(value)),
            'power of the turn under way, or "infinite"',
            _read_power,
        ),
        "focused": flag_path("focused", "whether focus was used this turn", logged=False),
        "deploys": number_path("deploys", 0, 99, "Homodeus champions that will enter play when recruited this turn"),
        "copies_homodeus": flag_path("copies_homodeus", "whether Homodeus allies resolve twice this turn"),
        "row": _row_path(t, ids, center),
        "center": pile_path(lambda s: s.center, ids, "the center deck", True, False, center, NOBODY),
        "banished": counts_path(lambda s: s.banished, ids, "cards out of the game"),
        "play": pile_path(
            lambda s: s.play,
            ids,
            "allies played this turn, fast-played ones included, the last first",
            logged=False,
            sort=allies,
        ),
        "fast_played": pile_path(
            lambda s: s.fast_played, ids, "mercenaries fast-played this turn, the last first", sort=mercenaries
        ),
    }
    for seat in range(int(t.players)):
        found |= {f"{seat_name(seat)}.{name}": path for name, path in _seat_paths(t, seat, ids).items()}
    return found


def _seat_paths(t: Any, seat: int, ids: Sequence[str]) -> dict[str, Path]:
    champions = Sort.of("a champion", ids, t.card["champion"] == 1)
    check_champions = functools.partial(read_cards, ids=ids, sort=champions)
    return {
        "health": element_path("health", seat, 0, int(t.max_health), "health"),
        "mastery": element_path("mastery", seat, 0, int(t.max_mastery), "mastery"),
        "alive": Path(
            lambda s: bool(s.alive[seat]), lambda s, v: _write_alive(s, seat, v), "whether still in the game", truth
        ),
        "hand": pile_path(lambda s: s.hand[seat], ids, "the hand", seen_by=seat),
        "known": known_path(seat, ids),
        "deck": pile_path(lambda s: s.deck[seat], ids, "the deck", ordered=True, logged=False, seen_by=NOBODY),
        "discard": pile_path(lambda s: s.discard[seat], ids, "the discard pile", ordered=True),
        "champions": Path(
            lambda s: pile_cards(s.champions[seat], ids) + (pile_cards(s.exhausted, ids) if s.active == seat else []),
            lambda s, value: fill_pile(s.champions[seat], read_cards(value, ids)),
            "champions in play, ready or exhausted; written: ready ones",
            check_champions,
        ),
        "exhausted": Path(
            lambda s: pile_cards(s.exhausted, ids) if s.active == seat else [],
            lambda s, value: _write_exhausted(s, seat, read_cards(value, ids)),
            "exhausted champions in play",
            check_champions,
        ),
    }


def _read_power(value: Any) -> int:
    return INFINITE if value == "infinite" else whole(value, 0, 9_999)


def _row_path(t: Any, ids: Sequence[str], center: Sort) -> Path:
    def check(value: Any) -> None:
        cards = read_cards(value, ids, center)
        if len(cards) > int(t.row):
            raise ValueError(f"the row has {int(t.row)} slots, found {len(cards)} cards")

    def write(s: Any, value: Any) -> None:
        cards = read_cards(value, ids)
        s.row[:ROW_MAX] = [*cards, *[NO_CARD] * (ROW_MAX - len(cards))]

    return Path(lambda s: [ids[int(c)] for c in s.row if c != NO_CARD], write, "the center row", check)


def _write_alive(s: Any, seat: int, value: Any) -> None:
    if truth(value):
        s.alive[seat] = 1
    else:
        s.health[seat] = 0
        eliminate(s, seat)


def _write_exhausted(s: Any, seat: int, cards: Sequence[int]) -> None:
    if s.active != seat:
        raise ValueError(f"only {seat_name(int(s.active))}, whose turn it is, can have exhausted champions")
    fill_pile(s.exhausted, cards)


def flaws(s: Any, t: Any, ids: Sequence[str]) -> list[str]:
    """Unreachable states: dead players in the game, players that are out with cards, too few players, more cards than
    one player can own of a starting deck and the center deck.
    """
    found = []
    most = int(t.card["copies"][: int(t.n_cards)].sum())
    center = int(s.center.n) + int(np.count_nonzero(s.row[:ROW_MAX] != NO_CARD))
    for seat in range(int(t.players)):
        name = seat_name(seat)
        if s.alive[seat] and s.health[seat] == 0:
            found.append(f"{name} is alive without health")
        piles = {"hand": s.hand[seat], "deck": s.deck[seat], "discard": s.discard[seat], "champions": s.champions[seat]}
        held = [zone for zone, pile in piles.items() if pile.n > 0]
        if not s.alive[seat] and (s.health[seat] > 0 or held):
            found.append(f"{name} is out of the game and has {', '.join(held) or 'health'}")
        own = sum(int(pile.n) for pile in piles.values()) + (int(s.exhausted.n + s.play.n) if s.active == seat else 0)
        if own + center > most:
            told = f" with {center} in the row and the center deck" if center else ""
            found.append(f"{name} has {own} cards{told}, more than the {most} of a starting deck and the center deck")
    if living(s) < 2:
        found.append("one player alone is in the game, so it is over")
    elif not s.alive[s.active]:
        found.append(f"{seat_name(int(s.active))} is out of the game, and it is his turn")
    foreign = Counter(pile_cards(s.fast_played, ids)) - Counter(pile_cards(s.play, ids))
    if foreign:
        found.append(f"fast_played: {list_cards(foreign.elements())} should lie in play too")
    if s.turn >= t.turn_limit * t.players:
        found.append(f"turn: the game ends after {int(t.turn_limit * t.players)} turns")
    return found


def _draw(s: Any, t: Any, ids: Sequence[str], seat: str, n: str) -> None:
    draw(s, read_seat(seat, int(t.players)), read_amount(n))


def _damage(s: Any, t: Any, ids: Sequence[str], seat: str, n: str) -> None:
    index = read_seat(seat, int(t.players))
    s.health[index] = max(int(s.health[index]) - read_amount(n), 0)
    if s.health[index] == 0:
        eliminate(s, index)
        if living(s) == 1:
            raise ValueError("the last opponent cannot be eliminated by an event; end a turn instead")


EVENTS = {
    "draw": Event(("SEAT", "NUMBER"), _draw, "a seat draws cards"),
    "damage": Event(("SEAT", "NUMBER"), _damage, "a seat loses health, without shields"),
}


def situation(s: Any, t: Any, ids: Sequence[str], viewer: int | None) -> list[str]:
    """How things stand when a seat begins its turn: every player, the hand, the row."""
    lines = []
    for seat in range(int(t.players)):
        if s.alive[seat]:
            champions = pile_cards(s.champions[seat], ids)
            shown = f", champions {list_cards(champions)}" if champions else ""
            lines.append(f"{seat_name(seat)}: health {s.health[seat]}, mastery {s.mastery[seat]}{shown}")
    hand = _seat_paths(t, int(s.active), ids)["hand"]
    lines.append(f"hand: {cards_text(hand, s, viewer)}")
    lines.append(f"row: {list_cards(ids[int(card)] for card in s.row if card != NO_CARD)}")
    return lines


def _effect_words() -> Mapping[str, Mapping[str, str]]:
    return notation(card_file.vocabulary(list(card_file.read_cards())))


def _tells(s: Any, action: Any) -> bool:
    """With several opponents all damage is told, also what is left for the last of them."""
    return bool(action.kind == Kind.ASSIGN and action.a > 0 and living(s) > 2)


WORDS = Words(
    cards=card_file.read_cards,
    verbs=verbs_of(PHRASES, PARTS),
    decisions={int(decision): decision.name.lower() for decision in Decision},
    phrase=phrase,
    paths=paths,
    events=EVENTS,
    clear=clear,
    flaws=flaws,
    effect_words=_effect_words,
    situation=situation,
    tells=_tells,
    keys=KEYS,
    curves=("SEAT.health", "SEAT.mastery", "SEAT.champions.count"),
    shuffled=("SEAT.hand", "row"),
    gained=("recruit", "fast-play", "take"),
    margin=("health",),
)
