"""The words of Aeon's End: phrases for actions, paths into the state, events for scenarios."""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from ..core.errors import nearest, quoted, shown
from ..core.pile import find, take
from ..reading.names import expand, read_seat, seat_name
from ..words.events import Event
from ..words.paths import EVERYBODY, NOBODY, Path, counts_path, element_path, flag_path, number_path, pile_path
from ..words.readers import Sort, fill_pile, list_cards, one_of, read_amount, read_card, read_cards, truth, whole
from ..words.vocabulary import Phrase, Words, notation, verbs_of
from . import cards as card_file
from .apply import advance
from .cards import Operation
from .damage import damage_nemesis
from .ending import check_deck, check_exhausted, check_supply
from .frames import push, push_choice, push_program, speaker
from .husks import husk_life
from .life import damage_gravehold, damage_player
from .nemesis_turn import begin_nemesis_main
from .setup import KEYS, TURN_CARDS, clear
from .state import (
    BREACHES,
    HUSKS_MAX,
    NEMESIS,
    NEMESIS_CARD,
    NO_CARD,
    PLAY_MAX,
    SLOTS,
    TARGET_DAMAGED_HUSK,
    TARGET_HUSK,
    TARGET_NEMESIS,
    WILD_CARD,
    Breach,
    Cause,
    Decision,
    Frame,
    Kind,
    Origin,
    Phase,
    Type,
)
from .strikes import resolve_strike
from .turn import end_turn
from .turn_order import begin_turn
from .zones import draw

PHRASES: dict[Kind | tuple[Kind, Decision], Phrase] = {
    Kind.TURN_CARD: Phrase("turn card", "draw the next turn order card"),
    Kind.NEMESIS_ACTS: Phrase("nemesis acts", "nemesis main phase: its minions and powers, the oldest first"),
    Kind.NEMESIS_DRAWS: Phrase("nemesis draws", "nemesis draw phase: its next card"),
    Kind.PLAY: Phrase("play {card}", "play a gem or relic; with Unstable Prism, the gem to be played twice"),
    Kind.GAIN: Phrase(
        "gain {card}", "pay for the top card of a supply pile, or gain it by an effect; it goes to the discard pile"
    ),
    Kind.GAIN_DEVOURED: Phrase(
        "gain devoured {card}", "pay for the top card of the devoured pile, or gain it by an effect"
    ),
    Kind.GAIN_CHARGE: Phrase("gain charge", "pay for a charge"),
    Kind.FOCUS: Phrase("focus {breach}", "pay to turn a closed breach by one step"),
    Kind.OPEN: Phrase("open {breach}", "pay to open a breach"),
    Kind.PREP: Phrase("prep {card} {breach}", "prep a spell in hand to a breach"),
    Kind.USE: Phrase("use {card} {breach}", "the effect that a spell has while prepped, once a turn"),
    Kind.DISCARD_POWER: Phrase("discard power {card}", "do what a power asks of the player who wants it discarded"),
    Kind.ABILITY: Phrase("ability {seat}", "spend all charges for the ability of a mage"),
    Kind.END_TURN: Phrase("end turn", "end the main phase"),
    Kind.CAST: Phrase("cast {card} {breach}", "casting phase: cast a spell prepped in a breach"),
    Kind.END_CASTING: Phrase("end casting", "go on to the main phase"),
    Kind.CHOOSE_SPELL: Phrase("cast {owner} {card} {breach}", "cast a prepped spell of any player by an effect"),
    Kind.RESOLVE: Phrase("resolve {card}", "resolve a corruption in hand"),
    Kind.TARGET: Phrase(
        "target {target}",
        "damage for a minion",
        {
            "target nemesis": "damage for the nemesis",
            "target husk": "damage for an undamaged husk",
            "target damaged_husk": "damage for a damaged husk",
        },
    ),
    Kind.SPREAD: Phrase("spread", "suffer 1 damage to spread damage over several husks"),
    Kind.CHOOSE: Phrase("choose {seat}", "the player whom an effect is about"),
    (Kind.CHOOSE, Decision.WILD): Phrase("turn {seat}", "who takes the turn of the wild card"),
    Kind.OPTION: Phrase("option {a}", "the first or the second half of a text with OR"),
    Kind.DISCARD: Phrase("discard {card}", "discard a card in hand"),
    (Kind.DISCARD, Decision.DISCARD_TOGETHER): Phrase(
        "discard {seat} {card}", "discard a card in a hand for all players together"
    ),
    (Kind.CHOOSE_SPELL, Decision.DISCARD_PREPPED): Phrase(
        "discard prepped {owner} {card} {breach}", "discard a prepped spell"
    ),
    Kind.DESTROY: Phrase("destroy {card}", "destroy a card in hand"),
    Kind.DESTROY_DISCARDED: Phrase("destroy discarded {discarded}", "destroy a card of the discard pile"),
    (Kind.CHOOSE_SPELL, Decision.DESTROY_PREPPED): Phrase(
        "destroy prepped {owner} {card} {breach}", "destroy a prepped spell"
    ),
    Kind.TAKE: Phrase("take {discarded}", "a card from the discard pile to hand"),
    Kind.FOCUS_FREE: Phrase("focus {owner} {breach}", "turn a closed breach by one step, by an effect"),
    Kind.LOSE_BREACH: Phrase("lose breach {breach}", "exhausted: the breach that is destroyed"),
    Kind.RETURN: Phrase("return {card}", "a gem played this turn back to hand"),
    Kind.DEVOUR: Phrase("devour {card}", "the supply pile that is devoured from"),
    (Kind.YES, Decision.LOSE_CHARGE): Phrase("lose charge", "lose a charge for more damage"),
    (Kind.YES, Decision.BOTTOM): Phrase("move to bottom", "put the top turn order card at the bottom"),
    (Kind.YES, Decision.DESTROY_TOP): Phrase("destroy top", "destroy the top card of the deck"),
    (Kind.YES, Decision.ON_DECK): Phrase("put on deck", "put a gained card on top of the deck"),
    (Kind.YES, Decision.SIFT): Phrase("discard top", "discard the top card of the deck"),
    Kind.CHARGE: Phrase("charge {seat}", "who gains the next charge"),
    Kind.NEXT: Phrase(
        "next {turn}",
        "the next turn order card from the top: a player's",
        {
            "next wild": "the next turn order card from the top: the wild card",
            "next nemesis": "the next turn order card from the top: a nemesis card",
        },
    ),
    Kind.RESHUFFLE: Phrase(
        "reshuffle {turn}",
        "shuffle a player's card into the turn order deck",
        {"reshuffle wild": "shuffle the wild card into the turn order deck"},
    ),
    Kind.LAY: Phrase("lay {card}", "end of turn: the next played card on top of the discard pile"),
    Kind.DECLINE: Phrase("decline", "do not do it, or no more of it"),
}
PARTS = {"CARD": "card target", "NUMBER": "breach a", "SEAT": "seat owner turn", "TARGET": "discarded"}
"""By the word that stands for them in the verb that a phrase is told by, the parts of phrases. Kinds that several
decisions share have a phrase for each."""

DECISION_NAMES: dict[int, str] = {
    **{decision: decision.name.lower() for decision in Decision},
    Decision.SPREAD_TARGET: "target",
    Decision.GAIN: "free_gain",
    Decision.GIVE: "player",
    Decision.CAST_TWICE: "cast",
}
TARGETS = {TARGET_NEMESIS: "nemesis", TARGET_HUSK: "husk", TARGET_DAMAGED_HUSK: "damaged_husk"}
PHASES = {
    "turn": (Phase.TURN, Decision.TURN),
    "corruptions_before": (Phase.CORRUPTIONS_BEFORE, Decision.NONE),
    "casting": (Phase.CASTING, Decision.CASTING),
    "main": (Phase.MAIN, Decision.MAIN),
    "corruptions_after": (Phase.CORRUPTIONS_AFTER, Decision.NONE),
    "discard": (Phase.DISCARD, Decision.NONE),
    "nemesis_main": (Phase.NEMESIS_MAIN, Decision.NEMESIS_MAIN),
    "nemesis_draw": (Phase.NEMESIS_DRAW, Decision.NEMESIS_DRAW),
}
"""Names of the steps of a turn that a scenario may begin in, with the decision that is then asked."""


def phrase(s: Any, action: Any, ids: Sequence[str]) -> str:
    """The phrase for an action, e.g. `prep spark 1`."""
    kind, a, b = Kind(int(action.kind)), int(action.a), int(action.b)
    found = PHRASES.get((kind, Decision(int(s.decision)))) or PHRASES[kind]
    return found.said(
        card=lambda: ids[a],
        discarded=lambda: _discarded(s, a, b, ids),
        a=lambda: a,
        seat=lambda: seat_name(b),
        breach=lambda: b % BREACHES + 1,
        owner=lambda: seat_name(b // BREACHES),
        target=lambda: TARGETS.get(a) or ids[a],
        turn=lambda: turn_word(a),
    )


def _discarded(s: Any, card: int, place: int, ids: Sequence[str]) -> str:
    """A card of the discard pile that is chosen from, and which copy from the top it is if it is not the first."""
    pile = s.discard[int(s.frame[int(s.n_frames) - 1].who)]
    copy = int((pile.card[place : int(pile.n)] == card).sum())
    return ids[card] + (f"#{copy}" if copy > 1 else "")


def turn_word(card: int) -> str:
    """The word for a turn order card."""
    return {WILD_CARD: "wild", NEMESIS_CARD: "nemesis"}.get(card, seat_name(card))


def read_turn_word(word: Any, players: int) -> int:
    """The turn order card of a word; ValueError with the words there are."""
    words = [*(seat_name(seat) for seat in range(players)), "wild", "nemesis"]
    if word not in words:
        raise ValueError(f"no turn order card is called {quoted(word)}{nearest(str(word), words)}")
    return {"wild": WILD_CARD, "nemesis": NEMESIS_CARD}.get(word, words.index(word))


# --- paths ----------------------------------------------------------------------------------------------------------


def paths(t: Any, ids: Sequence[str]) -> dict[str, Path]:
    """All paths into a state of a table with so many players."""
    players = int(t.players)
    played = _sort(t, ids, "a gem or relic", Type.GEM, Type.RELIC)
    found = {
        "turn": number_path("turn", 0, 10_000, "turn order cards whose turn has ended", logged=False),
        "phase": Path(
            _read_phase,
            _write_phase,
            "the step of the turn: " + ", ".join(PHASES),
            functools.partial(one_of, known=[phase.name.lower() for phase in Phase]),
            logged=False,
        ),
        "active": Path(
            lambda s: "nemesis" if s.active == NEMESIS else seat_name(int(s.active)),
            lambda s, value: _write_active(s, value, players),
            'whose turn it is, "nemesis" also between turns',
            functools.partial(one_of, known=[*map(seat_name, range(players)), "nemesis"]),
            logged=False,
        ),
        "aether": number_path("aether", 0, 9_999, "aether of the turn under way"),
        "spell_aether": number_path("spell_aether", 0, 9_999, "aether that only pays for spells"),
        "gem_aether": number_path("gem_aether", 0, 9_999, "aether that only pays for gems"),
        "discount": number_path("discount", 0, 99, "what the next focus or opening costs less"),
        "two_spells": flag_path("two_spells", "whether open breaches hold two spells this turn"),
        "prevented": flag_path("prevented", "whether players and Gravehold suffer no damage this turn"),
        "play": pile_path(lambda s: s.play, ids, "the play area", sort=played),
        "played": pile_path(
            lambda s: s.played, ids, "cards played this turn, replays included", logged=False, sort=played
        ),
        "destroyed": counts_path(
            lambda s: s.destroyed, ids, "player cards out of the game", sort=_player_cards(t, ids)
        ),
        "gravehold": number_path("gravehold", 0, 999, "life of Gravehold"),
        "unleashes": number_path("unleashes", 0, 9_999, "how often the nemesis has unleashed"),
        "cause": Path(
            lambda s: _cause_word(s.cause),
            None,
            "how the game ended",
            functools.partial(one_of, known=[_cause_word(cause) for cause in Cause]),
        ),
        "turn_order.deck": _turn_pile(lambda s: s.turn_deck, players, "the turn order deck", hidden=True),
        "turn_order.discard": _turn_pile(lambda s: s.turn_discard, players, "the turn order discard pile"),
    }
    found |= {f"supply.{card}": path for card, path in _supply_paths(t, ids).items()}
    found |= {f"nemesis.{name}": path for name, path in _nemesis_paths(t, ids).items()}
    for seat in range(players):
        found |= {f"{seat_name(seat)}.{name}": path for name, path in _seat_paths(t, seat, ids).items()}
    return found


def _supply_paths(t: Any, ids: Sequence[str]) -> dict[str, Path]:
    """A path for each pile that the table may have."""

    def amount(card: int) -> Path:
        def slot(s: Any) -> int:
            piles = s.supply_card.tolist()
            return piles.index(card) if card in piles else -1

        def write(s: Any, value: Any) -> None:
            if slot(s) < 0:
                raise ValueError("no pile of this game")
            s.supply_left[slot(s)] = value

        check = functools.partial(whole, low=0, high=int(t.card[card].copies))
        help = f"cards left: {ids[card]}"

        def read(s: Any) -> int:
            pile = slot(s)
            return int(s.supply_left[pile]) if pile >= 0 else 0

        return Path(read, write, help, check)

    fixed = [int(card) for card in t.slot_card]
    cards = range(int(t.n_cards)) if NO_CARD in fixed else fixed
    return {ids[card]: amount(card) for card in cards if t.card[card].copies > 0}


def _sort(t: Any, ids: Sequence[str], name: str, *kinds: int) -> Sort:
    """The cards of some types; mages and nemeses are no cards, and come after them."""
    return Sort.of(name, ids[: int(t.n_cards)], np.isin(t.card["type"], kinds))


def _player_cards(t: Any, ids: Sequence[str], *more: int) -> Sort:
    return _sort(t, ids, "a player's card", Type.GEM, Type.RELIC, Type.SPELL, *more)


def _nemesis_paths(t: Any, ids: Sequence[str]) -> dict[str, Path]:
    def pile(field: str, help: str, sort: Sort, ordered: bool = False, hidden: bool = False) -> Path:
        seen_by = NOBODY if hidden else EVERYBODY
        return pile_path(lambda s: s[field], ids, help, ordered, not hidden, sort, seen_by)

    own = _sort(t, ids, "a card of a nemesis deck", Type.MINION, Type.POWER, Type.ATTACK)
    strikes, corruptions = _sort(t, ids, "a strike", Type.STRIKE), _sort(t, ids, "a corruption", Type.CORRUPTION)
    return {
        "life": number_path("nemesis_life", 0, int(t.nemesis_life), "life of the nemesis"),
        "fury": number_path("fury", 0, 999, "Fury"),
        "husks": number_path("husks", 0, HUSKS_MAX, "husks in play, damaged ones included"),
        "damaged_husks": number_path("damaged_husks", 0, HUSKS_MAX, "damaged husks in play"),
        "deck": pile("nemesis_deck", "the nemesis deck", own, ordered=True, hidden=True),
        "discard": pile("nemesis_discard", "the nemesis discard pile", own, ordered=True),
        "play": Path(
            lambda s: [f"{ids[int(c['card'])]} {int(c['value'])}" for c in s.in_play[: int(s.n_in_play)]],
            lambda s, value: _write_in_play(s, _read_in_play(value, ids)),
            'minions with their life and powers with their tokens, oldest first, e.g. "needlemaw 11"',
            functools.partial(_check_in_play, t=t, ids=ids),
            ordered=True,
        ),
        "drawn": Path(
            lambda s: "" if s.drawn == NO_CARD else ids[int(s.drawn)],
            None,
            "the nemesis card being resolved",
            functools.partial(one_of, known=["", *own.ids]),
        ),
        "unused": pile("unused", "basic cards that are not in this game", own, hidden=True),
        "devoured": pile("devoured", "the devoured pile", _player_cards(t, ids), ordered=True),
        "corruptions": pile("corruptions", "the corruption deck", corruptions, ordered=True, hidden=True),
        "strikes": pile("strikes", "strikes that come next; none: any of them", strikes, ordered=True),
        "struck": counts_path(lambda s: s.used, ids, "strikes drawn so far", sort=strikes),
    }


def _seat_paths(t: Any, seat: int, ids: Sequence[str]) -> dict[str, Path]:
    own, spells = _player_cards(t, ids, Type.CORRUPTION), _sort(t, ids, "a spell", Type.SPELL)
    found = {
        "life": element_path("life", seat, 0, int(t.life), "life"),
        "charges": element_path("charges", seat, 0, int(t.charges[seat]), "charges"),
        "hand": pile_path(lambda s: s.hand[seat], ids, "the hand", sort=own),
        "deck": pile_path(lambda s: s.deck[seat], ids, "the deck", True, False, own, NOBODY),
        "discard": pile_path(lambda s: s.discard[seat], ids, "the discard pile", ordered=True, sort=own),
    }
    for position in range(BREACHES):
        at = seat * BREACHES + position
        found |= {f"breach{position + 1}{name}": path for name, path in _breach_paths(at, ids, spells).items()}
    return found


def _breach_paths(at: int, ids: Sequence[str], sort: Sort) -> dict[str, Path]:
    states = card_file.BREACH_WORDS | {"destroyed": (Breach.DESTROYED, 0)}

    def read_state(s: Any) -> str:
        state, turned = Breach(int(s.breach[at].state)), int(s.breach[at].turned)
        return f"closed {turned}" if state == Breach.CLOSED else state.name.lower()

    def write_state(s: Any, value: Any) -> None:
        s.breach[at].state, s.breach[at].turned = states[one_of(value, states)]

    def check_spells(value: Any) -> None:
        cards = read_cards(value, ids, sort)
        if len(cards) > SLOTS:
            raise ValueError(f"a breach holds at most {SLOTS} spells, found {len(cards)}")

    def write_spells(s: Any, value: Any) -> None:
        cards = read_cards(value, ids)
        s.breach[at].n = len(cards)
        for slot, card in enumerate(cards):
            s.breach[at].spell[slot], s.breach[at].new[slot], s.breach[at].used[slot] = card, 0, 0

    def write_focused(s: Any, value: Any) -> None:
        s.breach[at].focused = truth(value)

    def spells(s: Any, mark: str = "") -> list[str]:
        breach = s.breach[at]
        return [ids[int(breach.spell[i])] for i in range(int(breach.n)) if not mark or breach[mark][i]]

    def marked(mark: str, text: str) -> Path:
        def write(s: Any, value: Any) -> None:
            breach, left = s.breach[at], read_cards(value, ids)
            for slot in range(int(breach.n)):
                breach[mark][slot] = int(breach.spell[slot]) in left
                if breach[mark][slot]:
                    left.remove(int(breach.spell[slot]))
            if left:
                raise ValueError(f"{', '.join(ids[card] for card in left)}: not prepped in this breach")

        return Path(lambda s: spells(s, mark), write, text, check_spells, logged=False)

    return {
        "": Path(
            read_state,
            write_state,
            'state of the breach: none, open, destroyed, "closed 0" to "closed 3"',
            functools.partial(one_of, known=states),
        ),
        ".spells": Path(spells, write_spells, "spells prepped in the breach", check_spells),
        ".focused": Path(
            lambda s: bool(s.breach[at].focused), write_focused, "whether focused this turn", truth, logged=False
        ),
        ".new": marked("new", "those of its spells that were prepped this turn"),
        ".used": marked("used", "those of its spells whose prepped effect was used this turn"),
    }


def _read_phase(s: Any) -> str:
    for name, (phase, _) in PHASES.items():
        if s.phase == phase:
            return name
    return Phase(int(s.phase)).name.lower()


def _write_phase(s: Any, value: Any) -> None:
    s.phase, s.decision = PHASES[one_of(value, PHASES)]
    if value.startswith("nemesis") or value == "turn":
        s.active = NEMESIS
    s.to_move = speaker(s)


def _write_active(s: Any, value: Any, players: int) -> None:
    s.active = NEMESIS if value == "nemesis" else read_seat(value, players)
    s.to_move = speaker(s)


def _cause_word(cause: int) -> str:
    return Cause(int(cause)).name.lower().replace("_", " ").replace("none", "")


def _read_in_play(value: Any, ids: Sequence[str]) -> list[tuple[int, int]]:
    """Card and life or tokens of each of the minions and powers."""
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value) or len(value) > PLAY_MAX:
        raise ValueError(f'a list such as ["needlemaw 11"] is expected, found {shown(value)}')
    found = []
    for word in value:
        card, *amount = word.split(" ")
        if len(amount) != 1 or not re.fullmatch(r"\d{1,4}", amount[0]):
            raise ValueError(f'{quoted(word)}: a card and its life or tokens are expected, such as "needlemaw 11"')
        found.append((read_card(card, ids), int(amount[0])))
    return found


def _check_in_play(value: Any, t: Any, ids: Sequence[str]) -> None:
    """Each nemesis card is there once; a minion without life and a power without tokens have left play."""
    lasting = _sort(t, ids, "a minion or a power", Type.MINION, Type.POWER)
    for card, n in Counter(card for card, _ in _read_in_play(value, ids)).items():
        read_card(ids[card], ids, lasting)
        if n > 1:
            raise ValueError(f"there is one {ids[card]}, found {n}")
    for card, amount in _read_in_play(value, ids):
        try:
            whole(amount, 1, _most_in_play(t, card))
        except ValueError as error:
            raise ValueError(f"{ids[card]}: {error}") from None


def _most_in_play(t: Any, card: int) -> int:
    """The highest life of a minion, or the tokens of a power."""
    start, end = t.card[card].immediately
    grows = (t.effect["operation"][int(start) : int(end)] == Operation.SET_LIFE).any()
    return 999 if grows else int(t.card[card].value)


def _write_in_play(s: Any, cards: Sequence[tuple[int, int]]) -> None:
    s.n_in_play = len(cards)
    for row, (card, value) in zip(s.in_play, cards, strict=False):
        row["card"], row["value"], row["acted"] = card, value, 1


def _turn_pile(zone: Callable[[Any], Any], players: int, text: str, hidden: bool = False) -> Path:
    def read(s: Any) -> list[str]:
        return [turn_word(int(zone(s).card[i])) for i in range(int(zone(s).n) - 1, -1, -1)]

    def check(value: Any) -> list[int]:
        if not isinstance(value, list):
            raise ValueError(f'a list such as ["p1", "nemesis"] is expected, found {shown(value)}')
        return [read_turn_word(word, players) for word in expand(value)]

    def write(s: Any, value: Any) -> None:
        fill_pile(zone(s), check(value))

    return Path(read, write, text + ", top first", check, True, not hidden, NOBODY if hidden else EVERYBODY)


def flaws(s: Any, t: Any, ids: Sequence[str]) -> list[str]:
    """Unreachable states. An end of the game that is reached is none: the event `!check` looks for it."""
    found = []
    if s.damaged_husks > s.husks:
        found.append(f"nemesis.damaged_husks: {int(s.damaged_husks)} of {int(s.husks)} husks are damaged")
    if s.damaged_husks > 0 and husk_life(s, t) == 1:
        found.append("nemesis.damaged_husks: a husk with one life is dead once it is damaged")
    seats_turn = s.phase not in (Phase.TURN, Phase.NEMESIS_MAIN, Phase.NEMESIS_DRAW)
    if (s.active == NEMESIS) == seats_turn:
        found.append(f"active: {_read_phase(s)} is {'not ' if s.active == NEMESIS else ''}a phase of the nemesis")
    for seat in range(int(t.players)):
        found += _flaws_of_breaches(s, t, seat)
    cards = Counter(turn_word(int(card)) for pile in (s.turn_deck, s.turn_discard) for card in pile.card[: int(pile.n)])
    copies_of = {"nemesis": 2, "wild": int(t.players == 3)}
    for word, n in cards.items():
        copies = copies_of.get(word, TURN_CARDS[int(t.players)])
        if n > copies:
            found.append(f"turn_order: of {word} there are {copies}, found {n}")
    if s.turn >= t.turn_limit:
        found.append(f"turn: the game ends after {int(t.turn_limit)} turns")
    return found


def _flaws_of_breaches(s: Any, t: Any, seat: int) -> Iterable[str]:
    for position in range(BREACHES):
        at = seat * BREACHES + position
        breach, name = s.breach[at], f"{seat_name(seat)}.breach{position + 1}"
        if (breach.state == Breach.NONE) != (t.breach_state[at] == Breach.NONE):
            yield f"{name}: {'the mage has' if breach.state == Breach.NONE else 'the mage has not'} got this breach"
        elif breach.state in (Breach.NONE, Breach.DESTROYED) and (breach.n > 0 or breach.focused):
            yield f"{name}: spells or a focus where there is no breach"
        elif breach.state == Breach.CLOSED and breach.n > 1:
            yield f"{name}: two spells in a closed breach"


# --- events ---------------------------------------------------------------------------------------------------------


def _event(arguments: tuple[str, ...], text: str) -> Callable[[Callable[..., None]], Event]:
    """An event that puts something on the stack and goes on to the next decision."""

    def define(run: Callable[..., None]) -> Event:
        def happen(s: Any, t: Any, ids: Sequence[str], *words: str) -> None:
            s.decision = Decision.NONE
            run(s, t, ids, *words)
            advance(s, t)

        return Event(arguments, happen, text)

    return define


@_event((), "the nemesis unleashes once")
def _unleash(s: Any, t: Any, ids: Sequence[str]) -> None:
    push(s, Frame.UNLEASH, speaker(s), 1, 0, 0)


@_event((), "the row of the swarm table is resolved")
def _swarm(s: Any, t: Any, ids: Sequence[str]) -> None:
    push(s, Frame.SWARM, speaker(s), 1, 0, 0)


@_event(("CARD",), "a strike card is resolved")
def _strike(s: Any, t: Any, ids: Sequence[str], word: str) -> None:
    push(s, Frame.AFTER_STRIKE, speaker(s), 0, 0, 0)
    resolve_strike(s, t, read_card(word, ids, _sort(t, ids, "a strike", Type.STRIKE)))


@_event((), "the nemesis main phase, in the turn under way")
def _nemesis_main(s: Any, t: Any, ids: Sequence[str]) -> None:
    begin_nemesis_main(s)


@_event((), "the nemesis draw phase, in the turn under way")
def _nemesis_draw(s: Any, t: Any, ids: Sequence[str]) -> None:
    push(s, Frame.DRAW_CARD, speaker(s), 0, 0, 0)


@_event((), "what happens at the end of a nemesis turn, in the turn under way")
def _nemesis_end(s: Any, t: Any, ids: Sequence[str]) -> None:
    push(s, Frame.NEMESIS_ENDS, speaker(s), 0, 0, 0)


@_event(("SEAT", "NUMBER"), "a player suffers damage")
def _damage(s: Any, t: Any, ids: Sequence[str], seat: str, n: str) -> None:
    damage_player(s, t, read_seat(seat, int(t.players)), read_amount(n))


@_event(("NUMBER",), "Gravehold suffers damage")
def _damage_gravehold(s: Any, t: Any, ids: Sequence[str], n: str) -> None:
    damage_gravehold(s, read_amount(n))


@_event(("SEAT", "NUMBER"), "a player deals damage, from no spell")
def _deal(s: Any, t: Any, ids: Sequence[str], seat: str, n: str) -> None:
    push_choice(s, Decision.TARGET, read_seat(seat, int(t.players)), read_amount(n), 0, 0)


@_event(("SEAT", "CARD"), "a corruption in a hand is resolved")
def _resolve(s: Any, t: Any, ids: Sequence[str], seat: str, word: str) -> None:
    hand, card = (
        s.hand[read_seat(seat, int(t.players))],
        read_card(word, ids, _sort(t, ids, "a corruption", Type.CORRUPTION)),
    )
    if find(hand, card) < 0:
        raise ValueError(f"{word} is not in the hand of {seat}")
    fill_pile(s.play, [take(hand, find(hand, card)), *(int(c) for c in s.play.card[: s.play.n][::-1])])
    push_program(s, t.card[card].effect, card, read_seat(seat, int(t.players)))


@_event(("SEAT", "NUMBER"), "a player draws cards")
def _draw(s: Any, t: Any, ids: Sequence[str], seat: str, n: str) -> None:
    draw(s, t, read_seat(seat, int(t.players)), read_amount(n))


@_event(("CARD",), "a turn order card (p1, wild, nemesis) is drawn, wherever it lies, and its turn begins")
def _turn(s: Any, t: Any, ids: Sequence[str], word: str) -> None:
    card = read_turn_word(word, int(t.players))
    pile = s.turn_deck if find(s.turn_deck, card) >= 0 else s.turn_discard
    if find(pile, card) >= 0:
        take(pile, find(pile, card))
    begin_turn(s, t, card)


@_event((), "the turn ends at once: its effects end, husks heal")
def _end_turn(s: Any, t: Any, ids: Sequence[str]) -> None:
    end_turn(s, t)


@_event((), "all ends of the game are looked for")
def _check(s: Any, t: Any, ids: Sequence[str]) -> None:
    if s.nemesis_life == 0:
        damage_nemesis(s, 0)
    check_deck(s)
    if s.gravehold == 0:
        damage_gravehold(s, 1)
    check_exhausted(s, t)
    check_supply(s, t)


EVENTS = {
    "unleash": _unleash,
    "swarm": _swarm,
    "strike": _strike,
    "nemesis_main": _nemesis_main,
    "nemesis_draw": _nemesis_draw,
    "nemesis_end": _nemesis_end,
    "damage": _damage,
    "damage_gravehold": _damage_gravehold,
    "deal": _deal,
    "resolve": _resolve,
    "draw": _draw,
    "turn": _turn,
    "end_turn": _end_turn,
    "check": _check,
}


# --- logs -----------------------------------------------------------------------------------------------------------


def situation(s: Any, t: Any, ids: Sequence[str], viewer: int | None) -> list[str]:
    """How things stand between two turns: the nemesis, Gravehold, every player."""
    nemesis = _nemesis_paths(t, ids)
    marks = [f"{name} {nemesis[name].read(s)}" for name in ("fury", "husks") if nemesis[name].read(s)]
    lines = [
        f"Gravehold {s.gravehold}, nemesis life {s.nemesis_life}, {s.nemesis_deck.n} cards to come"
        + "".join(f", {mark}" for mark in marks)
        + f", in play: {', '.join(nemesis['play'].read(s)) or 'nothing'}"
    ]
    for seat in range(int(t.players)):
        own = _seat_paths(t, seat, ids)
        breaches = ", ".join(_breach_text(own, f"breach{position}", s) for position in range(1, BREACHES + 1))
        lines.append(
            f"{seat_name(seat)}: life {s.life[seat]}, charges {s.charges[seat]}, breaches {breaches}, "
            f"hand: {list_cards(own['hand'].read(s))}"
        )
    return lines


def _breach_text(own: Mapping[str, Path], name: str, s: Any) -> str:
    spells = own[f"{name}.spells"].read(s)
    return own[name].read(s) + (f" ({list_cards(spells)})" if spells else "")


def empty_table(s: Any, t: Any, first: int) -> None:
    """The start of a scenario: a nemesis deck and a turn order deck of one card each."""
    clear(s, t, first)
    attacks = (t.card["type"] == Type.ATTACK) & (t.card["origin"] == Origin.BASIC) & (t.card["printed"] == 1)
    fill_pile(s.nemesis_deck, [int(np.flatnonzero(attacks)[-1])])
    fill_pile(s.turn_deck, [NEMESIS_CARD])
    fill_pile(s.turn_discard, [first])


def _effect_words() -> Mapping[str, Mapping[str, str]]:
    return notation(card_file.vocabulary())


def _tells(s: Any, action: Any) -> bool:
    """Corruptions are told, also the last one in hand: what it does is not seen from the cards that move."""
    return bool(action.kind == Kind.RESOLVE)


WORDS = Words(
    cards=card_file.read_cards,
    verbs=verbs_of(PHRASES, PARTS),
    decisions=DECISION_NAMES,
    phrase=phrase,
    paths=paths,
    events=EVENTS,
    clear=empty_table,
    flaws=flaws,
    effect_words=_effect_words,
    situation=situation,
    tells=_tells,
    margin=("gravehold", "-nemesis_life"),
    team=("players", "nemesis"),
    keys=KEYS,
    curves=("nemesis.life", "gravehold", "SEAT.life", "SEAT.charges"),
    dealt=("supply.CARD",),
    shuffled=("nemesis.deck", "turn_order.deck"),
    gained=("gain",),
)
