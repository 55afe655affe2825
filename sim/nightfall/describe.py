"""The words of Nightfall: phrases for actions, paths into the state, events for scenarios."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..reading.names import read_seat, seat_name
from ..words.events import Event, event_after_which
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
from ..words.readers import (
    COUNT,
    Sort,
    counted,
    fill_pile,
    list_cards,
    one_of,
    read_amount,
    read_cards,
    read_entries,
    whole,
)
from ..words.vocabulary import Phrase, Words, verbs_of
from . import cards as card_file
from .apply import advance
from .claim import begin_claim
from .cleanup import begin_cleanup
from .draft import draft_step, has_picked, packet_of
from .minions import enter_play, strength
from .seats import given_by, total_wounds
from .setup import KEYS, clear
from .state import (
    ARCHIVES_MAX,
    COMMONS_MAX,
    DRAFT_STEPS,
    HAND_MAX,
    NO_CARD,
    PACKET,
    PLAY_MAX,
    PRIVATE,
    WOUND_TYPES,
    Decision,
    Kind,
    Phase,
)
from .state import NOBODY as COMMON
from .template import template
from .wounds import inflict
from .zones import draw

PHRASES = {
    Kind.DRAFT: Phrase(
        "draft {card}",
        "pick a card of the packet: to keep, to put into the commons, or to remove, by the step of the draft",
    ),
    Kind.ATTACK: Phrase("attack {seat} {own}", "one of your minions attacks a player"),
    Kind.BLOCK: Phrase("block {own} {attacker}", "one of your minions blocks an attacker"),
    Kind.STAY: Phrase("stay {own}", "one of your minions does not block"),
    Kind.FIGHT: Phrase("fight {own}", "the combat of this attacker is resolved next"),
    Kind.ABSORB: Phrase("absorb {own}", "this minion of yours absorbs the damage next"),
    Kind.PLAY: Phrase("play {card}", "add an order to the chain, or start one"),
    Kind.PASS: Phrase("pass", "add no more to the chain, end the claim phase, or discard no more wounds for cards"),
    Kind.TARGET_MINION: Phrase("target {minion}", "choose a minion in play"),
    Kind.TARGET_PLAYER: Phrase("target {seat}", "choose a player"),
    Kind.TARGET_ORDER: Phrase(
        "target order {number} {order}", "choose an order of the chain by its place, the first is 1"
    ),
    Kind.NEXT: Phrase("next {seat}", "of several players, whom an effect is about next"),
    Kind.DISCARD: Phrase("discard {card}", "discard a card from hand because an effect says so"),
    Kind.EXILE_HAND: Phrase("exile hand {card}", "a wound in hand leaves the game"),
    Kind.EXILE_DISCARD: Phrase("exile discard {card}", "a wound in the discard pile leaves the game"),
    Kind.REANIMATE: Phrase("reanimate {card}", "put a minion from the discard pile into play"),
    Kind.TAKE: Phrase("take {archive}", "claim a card without paying"),
    Kind.CLAIM: Phrase("claim {archive}", "pay for a card of an archive; it goes to the discard pile"),
    Kind.TRADE: Phrase("trade {card}", "discard a card from hand for one influence"),
    Kind.SHED: Phrase("shed {card}", "discard a wound from hand by the wound effect"),
    Kind.DECLINE: Phrase("decline", "do not exile or claim (any more)"),
}
PARTS = {"CARD": "card archive order", "SEAT": "seat", "NUMBER": "number", "TARGET": "own attacker minion"}
"""By the word that stands for them in the verb that a phrase is told by, the parts of phrases."""
PHASES = {int(phase): phase.name.lower() for phase in Phase}


def _reference(s: Any, seat: int, place: int, ids: Sequence[str]) -> str:
    """A minion in play by its card, and by which copy from the left it is if it is not the first."""
    held = [int(s.play[seat].minion[i].card) for i in range(int(s.play[seat].n))]
    if not 0 <= place < len(held):
        return ""
    copy = held[: place + 1].count(held[place])
    return ids[held[place]] + (f"#{copy}" if copy > 1 else "")


def phrase(s: Any, action: Any, ids: Sequence[str]) -> str:
    """The phrase for an action, e.g. `block elder_strigoi ivan_radinsky#2`."""
    kind, a, b = Kind(int(action.kind)), int(action.a), int(action.b)
    return PHRASES[kind].said(
        card=lambda: ids[a],
        seat=lambda: seat_name(b),
        own=lambda: _reference(s, int(s.to_move), a, ids),
        attacker=lambda: _reference(s, int(s.active), b, ids),
        minion=lambda: f"{seat_name(b)}:{_reference(s, b, a, ids)}",
        number=lambda: a + 1,
        order=lambda: ids[int(s.chain[a].card)],
        archive=lambda: ids[int(s.archive[a].card)],
    )


def drafted(s: Any, ids: Sequence[str]) -> list[list[str]]:
    """By seat, its private archives, as soon as they are revealed."""
    archives = [s.archive[i] for i in range(int(s.n_archives))]
    return [[ids[int(a.card)] for a in archives if a.owner == seat] for seat in range(int(s.players))]


# --- paths ------------------------------------------------------------------------------------------------------------


def paths(t: Any, ids: Sequence[str]) -> dict[str, Path]:
    """All paths into a state of a table with so many players."""
    wounds = Sort.of("a wound", ids, t.card["wound"] >= 0)
    found = {
        "turn": number_path("turn", 0, 10_000, "turns ended so far, of all players", logged=False),
        "phase": Path(
            lambda s: PHASES[int(s.phase)],
            None,
            "the phase of the turn, or of it what is under way",
            functools.partial(one_of, known=[*PHASES.values()]),
            logged=False,
        ),
        "influence": number_path("influence", 0, 9_999, "influence of the active player"),
        "counted": number_path("counted", 0, 100, "wounds to be taken until the game ends"),
        "ending": flag_path("ending", "whether the last counted wound is taken: the game ends with this phase"),
        "stack": _stack_path(ids, wounds),
        "top_wound": Path(
            lambda s: ids[int(s.stack.card[s.stack.n - 1])] if s.stack.n > 0 and s.counted > 0 else "hidden",
            None,
            "the top wound of the stack, while it is a counted one",
            str,
            logged=False,
        ),
        "chain": _chain_path(ids),
        "commons": _archives_path(t, ids, COMMON, "archives of the commons"),
        "exiled": _owning(counts_path(lambda s: s.exiled, ids, "cards out of the game"), t),
        "draft": _draft_path(ids),
    }
    for seat in range(int(t.players)):
        found |= {f"{seat_name(seat)}.{name}": path for name, path in _seat_paths(t, seat, ids).items()}
    return found


def _seat_paths(t: Any, seat: int, ids: Sequence[str]) -> dict[str, Path]:
    check = functools.partial(read_cards, ids=ids)
    found = {
        "hand": _owning(pile_path(lambda s: s.hand[seat], ids, "the hand", seen_by=seat), t),
        "known": known_path(seat, ids),
        "deck": _owning(
            pile_path(lambda s: s.deck[seat], ids, "the deck", ordered=True, logged=False, seen_by=NOBODY), t
        ),
        "discard": _owning(counts_path(lambda s: s.discard[seat], ids, "the discard pile"), t),
        "play": _play_path(t, seat, ids),
        "archives": _archives_path(t, ids, seat, "private archives"),
        "wounds": Path(lambda s: total_wounds(s, seat), None, "wounds owned, in whatever zone", COUNT),
        "packet": Path(
            lambda s: _packet(s, seat, ids), None, "the draft cards held", check, logged=False, seen_by=seat
        ),
        "picked": Path(
            lambda s: _picked(s, seat, ids), None, "the draft cards picked, in order", check, True, False, seat
        ),
        "given": Path(lambda s: int(given_by(s, seat)), None, "wounds given to players", COUNT, logged=False),
        **{f"wounds_from_{seat_name(giver)}": _taken_path(giver, seat) for giver in range(int(t.players))},
        "claimed": element_path("claimed", seat, 0, 999, "cards claimed"),
        "destroyed": element_path("destroyed", seat, 0, 999, "minions that were destroyed"),
        "kicked": element_path("kicked", seat, 0, 999, "kicked orders added to chains"),
    }
    counts = ("claimed", "destroyed", "kicked")
    return {name: replace(path, logged=name not in counts and path.logged) for name, path in found.items()}


def _taken_path(giver: int, seat: int) -> Path:
    return Path(lambda s: int(s.given[giver, seat]), None, f"wounds taken from {seat_name(giver)}", COUNT, logged=False)


def _owning(path: Path, t: Any) -> Path:
    """The path of a zone of a player: wounds that are laid there come from the stack."""
    write = path.write
    assert write is not None

    def write_and_count(s: Any, value: Any) -> None:
        write(s, value)
        _count_wounds(s, t)

    return replace(path, write=write_and_count)


def _count_wounds(s: Any, t: Any) -> None:
    """Counts the wounds that players own, and takes from the bottom of the stack what is more than there is."""
    for kind in range(WOUND_TYPES):
        card = int(t.wound[kind])
        owned = 0
        for seat in range(int(t.players)):
            piles = [list(pile.card[: int(pile.n)]) for pile in (s.hand[seat], s.deck[seat])]
            s.wounds[seat, kind] = sum(pile.count(card) for pile in piles) + int(s.discard[seat, card])
            owned += int(s.wounds[seat, kind])
        stack = [int(c) for c in s.stack.card[: int(s.stack.n)]]
        for _ in range(owned + stack.count(card) + int(s.exiled[card]) - int(t.card[card].copies)):
            if card in stack:
                stack.remove(card)
        fill_pile(s.stack, stack[::-1])


def _stack_path(ids: Sequence[str], wounds: Sort) -> Path:
    path = pile_path(lambda s: s.stack, ids, "the stack of wounds", True, False, wounds, NOBODY)
    write = path.write
    assert write is not None

    def write_counted(s: Any, value: Any) -> None:
        write(s, value)
        s.counted = min(int(s.counted), int(s.stack.n))

    return replace(path, write=write_counted)


def _health(value: Any) -> int:
    return whole(value, 1, 99)


def _play_path(t: Any, seat: int, ids: Sequence[str]) -> Path:
    minions = Sort.of("a minion", ids, t.card["is_minion"] == 1)
    checks: dict[str, Callable[[Any], Any]] = {"health": _health, "strength": COUNT, "attacks": str, "blocks": str}

    def read(s: Any) -> list[dict[str, Any]]:
        found = []
        for place in range(int(s.play[seat].n)):
            minion = s.play[seat].minion[place]
            attacks = seat_name(int(minion.target)) if minion.target >= 0 else "nobody"
            blocks = _reference(s, int(s.active), int(minion.blocks), ids) or "nothing"
            found.append({
                "id": ids[int(minion.card)],
                "health": int(minion.health),
                "strength": int(strength(s, t, seat, place)),
                "attacks": attacks,
                "blocks": blocks,
            })  # fmt: skip
        return found

    def write(s: Any, value: Any) -> None:
        entries = read_entries(value, {"health": _health}, ids, minions)
        if len(entries) > PLAY_MAX:
            raise ValueError(f"at most {PLAY_MAX} minions fit, found {len(entries)}")
        s.play[seat].n = 0
        for place, (card, given) in enumerate(entries):
            if given.get("health", 1) > int(t.card[card].health):
                raise ValueError(f"{ids[card]} has at most {int(t.card[card].health)} health")
            enter_play(s, t, seat, card)
            if "health" in given:
                s.play[seat].minion[place].health = given["health"]

    def check(value: Any) -> Any:
        return read_entries(value, checks, ids, minions)

    fields = {
        "health": "health left",
        "strength": "strength, as it is now",
        "attacks": "the player attacked",
        "blocks": "the attacker blocked",
    }
    return Path(read, write, "minions in play", check, True, fields=fields, field_checks=checks)


def _archives_path(t: Any, ids: Sequence[str], owner: int, help: str) -> Path:
    orders = Sort.of("a card of the archives", ids, (t.card["wound"] < 0) & (t.card["type"] != 0))
    checks: dict[str, Callable[[Any], Any]] = {"left": lambda value: whole(value, 0, 99)}
    most = COMMONS_MAX if owner == COMMON else PRIVATE

    def read(s: Any) -> list[dict[str, Any]]:
        held = [s.archive[i] for i in range(int(s.n_archives))]
        return [{"id": ids[int(a.card)], "left": int(a.left)} for a in held if a.owner == owner]

    def write(s: Any, value: Any) -> None:
        entries = read_entries(value, checks, ids, orders)
        kept = [s.archive[i].copy() for i in range(int(s.n_archives)) if s.archive[i].owner != owner]
        if len(entries) > most or len(entries) + len(kept) > ARCHIVES_MAX:
            raise ValueError(f"there are at most {most} of these archives, found {len(entries)}")
        new = [(card, given.get("left", int(t.card[card].copies)), owner) for card, given in entries]
        s.n_archives = len(kept) + len(new)
        for i, archive in enumerate([*new, *((a.card, a.left, a.owner) for a in kept)]):
            s.archive[i].card, s.archive[i].left, s.archive[i].owner = archive

    def check(value: Any) -> Any:
        return read_entries(value, checks, ids, orders)

    return Path(read, write, help, check, fields={"left": "cards left in it"}, field_checks=checks)


def _chain_path(ids: Sequence[str]) -> Path:
    checks: dict[str, Callable[[Any], Any]] = {"seat": str, "kicked": bool, "negated": bool}

    def read(s: Any) -> list[dict[str, Any]]:
        return [
            {
                "id": ids[int(order.card)],
                "seat": seat_name(int(order.seat)),
                "kicked": bool(order.kicked),
                "negated": bool(order.negated),
            }
            for order in s.chain[: int(s.n_chain)]
        ]

    def check(value: Any) -> Any:
        return read_entries(value, checks, ids)

    fields = {"seat": "who played it", "kicked": "whether it was kicked", "negated": "whether its text is lost"}
    return Path(read, None, "the orders in the chain, the first first", check, True, fields=fields, field_checks=checks)


def _draft_path(ids: Sequence[str]) -> Path:
    check = functools.partial(read_cards, ids=ids)

    def read(s: Any) -> list[str]:
        return [ids[int(card)] for card in s.draft[: int(s.n_draft)]]

    def write(s: Any, value: Any) -> None:
        cards = check(value)
        s.n_draft = len(cards)
        s.draft[: len(cards)] = cards
        s.drafted[:] = DRAFT_STEPS

    help = "the draft cards: four a player, packet by packet, then those not dealt"
    return Path(read, write, help, check, True, False, NOBODY)


def _packet(s: Any, seat: int, ids: Sequence[str]) -> list[str]:
    if s.phase != Phase.DRAFT or s.n_draft == 0:
        return []
    step = min(int(draft_step(s)), DRAFT_STEPS - 1)
    if has_picked(s, seat, step):
        return []
    return _drafted(s, seat, step, DRAFT_STEPS, ids)


def _picked(s: Any, seat: int, ids: Sequence[str]) -> list[str]:
    if s.n_draft == 0:
        return []
    return [card for step in range(DRAFT_STEPS) for card in _drafted(s, seat, step, step, ids)]


def _drafted(s: Any, seat: int, step: int, taken: int, ids: Sequence[str]) -> list[str]:
    """The cards that were taken in one step of the packet that a seat has in another, or DRAFT_STEPS: not yet."""
    start = PACKET * int(packet_of(s, seat, step))
    packet = slice(start, start + PACKET)
    cards, steps = s.draft[packet].tolist(), s.drafted[packet].tolist()
    return [ids[card] for card, at in zip(cards, steps, strict=True) if at == taken]


def flaws(s: Any, t: Any, ids: Sequence[str]) -> list[str]:
    """Unreachable states: more copies of a card than there are, too many counted wounds, endless turns."""
    found = []
    for index, card in enumerate(ids):
        facts, there = t.card[index], int(s.exiled[index])
        for seat in range(int(t.players)):
            there += sum(list(pile.card[: int(pile.n)]).count(index) for pile in (s.hand[seat], s.deck[seat]))
            there += int(s.discard[seat, index])
            there += sum(int(minion.card) == index for minion in s.play[seat].minion[: int(s.play[seat].n)])
        there += list(s.stack.card[: int(s.stack.n)]).count(index)
        most = int(facts.copies) * (int(t.players) if facts.type == 0 else 1)
        if there > most:
            found.append(f"there are {most} copies of {card}, found {there}")
    if s.counted > s.stack.n:
        found.append(f"counted: the stack has {int(s.stack.n)} wounds, found {int(s.counted)}")
    if s.turn >= t.round_limit * t.players:
        found.append(f"turn: the game ends after {int(t.round_limit * t.players)} turns")
    return found


# --- events -----------------------------------------------------------------------------------------------------------


def _go_on(s: Any, t: Any) -> None:
    s.decision = Decision.NONE
    advance(s, t)


_event = event_after_which(_go_on)


def _draw(s: Any, t: Any, ids: Sequence[str], seat: str, n: str) -> None:
    draw(s, t, read_seat(seat, int(t.players)), read_amount(n, HAND_MAX))


@_event((), "the turn of the active player begins, with its combat phase")
def _turn(s: Any, t: Any, ids: Sequence[str]) -> None:
    s.phase = Phase.TURN


@_event((), "the claim phase of the active player begins")
def _claim(s: Any, t: Any, ids: Sequence[str]) -> None:
    begin_claim(s, t)


@_event((), "the cleanup phase of the active player begins")
def _cleanup(s: Any, t: Any, ids: Sequence[str]) -> None:
    begin_cleanup(s, t)


@_event((), "the draft begins with the draft cards given")
def _draft(s: Any, t: Any, ids: Sequence[str]) -> None:
    if s.n_draft < PACKET * t.players:
        raise ValueError(f"{PACKET * int(t.players)} draft cards are dealt, found {int(s.n_draft)}")
    s.phase = Phase.DRAFT


@_event(("SEAT", "NUMBER"), "the active player inflicts damage on a player")
def _inflict(s: Any, t: Any, ids: Sequence[str], seat: str, n: str) -> None:
    inflict(s, int(s.active), read_seat(seat, int(t.players)), read_amount(n, HAND_MAX))


EVENTS = {
    "turn": _turn,
    "claim": _claim,
    "cleanup": _cleanup,
    "draft": _draft,
    "draw": Event(("SEAT", "NUMBER"), _draw, "a player draws cards"),
    "inflict": _inflict,
}


# --- logs -------------------------------------------------------------------------------------------------------------


def situation(s: Any, t: Any, ids: Sequence[str], viewer: int | None) -> list[str]:
    """How things stand when a seat begins its turn: every player, the hand, the wounds left, the archives."""
    if s.phase == Phase.DRAFT:
        return []
    lines = []
    for seat in range(int(t.players)):
        own = _seat_paths(t, seat, ids)
        minions = list_cards(
            f"{minion['id']} {minion['strength']}/{minion['health']}" for minion in own["play"].read(s)
        )
        shown = f", in play {minions}" if minions != "nothing" else ""
        wounds, cards = counted(int(total_wounds(s, seat)), "wound"), counted(int(s.hand[seat].n), "card")
        lines.append(f"{seat_name(seat)}: {wounds}, {cards} in hand{shown}")
    hand = _seat_paths(t, int(s.active), ids)["hand"]
    lines.append(f"hand: {cards_text(hand, s, viewer)}")
    lines.append(f"wounds to the end: {int(s.counted)}")
    if s.turn == 0:
        for owner in (*range(int(t.players)), COMMON):
            held = [ids[int(a.card)] for a in s.archive[: int(s.n_archives)] if a.owner == owner]
            lines.append(f"{'commons' if owner == COMMON else seat_name(owner) + ' archives'}: {list_cards(held)}")
    return lines


def hides(before: Any, s: Any, action: Any, viewer: int | None) -> bool:
    """Whether an action names a card that others do not see: a pick of the draft is face down."""
    return int(action.kind) == Kind.DRAFT and action.a != NO_CARD


def tells(s: Any, action: Any) -> bool:
    """Attacks and combats are told, also those without an alternative, so that a turn that begins with them is told
    from its beginning, and of all wounds who gave them.
    """
    return int(action.kind) in (Kind.ATTACK, Kind.FIGHT)


def _effect_words() -> Mapping[str, Mapping[str, str]]:
    return card_file.words()


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
    margin=("-wounds",),
    hides=hides,
    tells=tells,
    template=template,
    keys=KEYS,
    curves=("SEAT.wounds", "SEAT.play.count", "SEAT.claimed", "SEAT.given"),
    drafted=drafted,
    shuffled=("SEAT.hand",),
    gained=("claim", "take"),
)
