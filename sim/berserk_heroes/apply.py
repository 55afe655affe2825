"""What an action does, and what follows by rule up to the next decision."""

from __future__ import annotations

from ..cards.decisions import ask
from ..core.faults import ERROR_ENDLESS, ERROR_UNWRITTEN
from ..core.frames import STEPS_MAX, pop
from ..core.kernel import kernel
from .actions import legal_actions
from .basics import hero_of, unmark
from .choices import are_about_one, choose
from .damage import settle
from .effects import resolve_program
from .fight import begin_attack, defend, resolve_attack
from .happenings import known_of
from .play import (
    DONE,
    begin_play,
    begin_use,
    can_ambush,
    clutch,
    pay_counters,
    resolve_play,
    resolve_use,
)
from .programs import end_meditation, run_queued, start_program
from .state import SHIFTED, Decision, Flag, Frame, Kind, Phase, Trigger
from .tables import Condition, Operation, Select
from .texts import ability_at, place_of_use
from .turn import change_card, keep_hand, next_step

ASKED = 1
"""The step of an AMBUSH frame (pc: the ability) after its question."""


@kernel
def apply(s, t, action):
    """Does a legal action and all that follows by rule, up to the next decision or the end; see core/game.py."""
    go_on(s, t, int(action.kind), int(action.a), int(action.b))


@kernel
def advance(s, t):
    """Where nothing is asked: works off what is pending, up to the next decision or the end of the game."""
    go_on(s, t, 0, 0, 0)


@kernel(apart=True)
def go_on(s, t, kind, a, b):
    """Gives the answer to what is asked, if anything is, and works off what is pending and the steps of the turns, up
    to the next decision that has more than one answer, or the end of the game.
    """
    for _ in range(STEPS_MAX):
        if s.decision != Decision.NONE:
            answer(s, t, kind, a, b)
        if s.over != 0 or s.error != 0:
            return
        if s.stale != 0:
            settle(s, t)
            if s.over != 0:
                return
        step(s, t)
        if s.decision != Decision.NONE:
            if not is_forced(s, t):
                return
            kind, a, b = int(s.scratch[0].kind), int(s.scratch[0].a), int(s.scratch[0].b)
    s.error = ERROR_ENDLESS


@kernel
def is_forced(s, t):
    """Whether what is asked for has one answer, which then is in s.scratch."""
    if s.decision in (Decision.MAIN, Decision.MULLIGAN, Decision.MAY, Decision.REVEAL) or s.ask_all == 1:
        return False
    if s.stale in (1, SHIFTED):
        settle(s, t)
    return legal_actions(s, t, s.scratch[:]) == 1


@kernel
def step(s, t):
    """The next thing that is pending: an ability that waits, the frame on top, or a step of the turn."""
    if s.n_queue > 0 and s.programs == 0 and not is_turn_beginning(s) and (s.n_frames == 0 or not is_unfinished(s)):
        next_queued(s, t)
    elif s.n_frames == 0:
        next_step(s, t)
    else:
        resolve_frame(s, t, s.frame[s.n_frames - 1])


@kernel
def is_turn_beginning(s):
    """Whether a turn is between its untap phase and the moment at which what was triggered since then enters the queue,
    with what is triggered at the start of a turn. Rule 4.B.
    """
    return s.phase in (Phase.ACCUMULATE, Phase.START)


@kernel
def is_unfinished(s):
    """Whether the frame on top goes on before abilities that wait: a card that is being played, the text of its Ambush,
    which belongs to the ability by which it is played, and a Meditation whose wounds go to a creature. Rule 7.4.
    """
    frame = s.frame[s.n_frames - 1]
    if frame.kind == Frame.PLAY:
        return frame.step != DONE or frame.how == 1
    return frame.kind in (Frame.USE, Frame.AMBUSH, Frame.MEDITATE)


@kernel
def resolve_frame(s, t, frame):
    """One step of the frame on top of the stack."""
    kind = frame.kind
    if kind == Frame.PROGRAM:
        resolve_program(s, t, frame)
    elif kind == Frame.ATTACK:
        resolve_attack(s, t, frame)
    elif kind == Frame.PLAY:
        resolve_play(s, t, frame)
    elif kind == Frame.USE:
        resolve_use(s, t, frame)
    elif kind == Frame.AMBUSH:
        resolve_ambush(s, t, frame)
    elif kind == Frame.MEDITATE:
        ask(s, frame.you, Decision.MEDITATION)
    else:
        s.error = ERROR_UNWRITTEN


# --- the queue ------------------------------------------------------------------------------------------------------


@kernel
def next_queued(s, t):
    """The first ability that waits happens; of several that a player's cards were triggered to together he says which.

    Rule 7.4.
    """
    if order_matters(s, t):
        ask(s, s.queue[0].you, Decision.ORDER)
    else:
        run_queued(s, t, 0)


@kernel
def order_matters(s, t):
    """Whether the abilities that come next, which were triggered at the same moment, differ. Rule 7.4."""
    first = s.queue[0]
    for i in range(1, s.n_queue):
        it = s.queue[i]
        if it.batch != first.batch or it.you != first.you:
            return False
        if differ(s, t, first, it):
            return True
    return False


@kernel
def differ(s, t, one, other):
    """Whether two abilities that wait are not the same: of two texts, about two cards that differ of which one text
    does something with each, of a creature and of the support card whose text it has gained, or Meditations of two
    cards. Rule 7.4.
    """
    if one.ability != other.ability:
        return True
    if one.ability < 0:
        return one.ability == -1 - Trigger.MEDITATE and one.source != other.source
    if t.card[s.card[one.source].type].type != t.card[s.card[other.source].type].type:
        return True
    return one.event != other.event and not are_about_one(s, one, other) and names_event(t, t.ability[one.ability])


@kernel
def names_event(t, ability):
    """Whether a text does something with the card that it is about, or looks at it. Rule 7.4."""
    for place in range(ability.start, ability.end):
        row = t.row[place]
        if row.select == Select.EVENT or row.operation == Operation.FIGHT_EVENT or row.condition == Condition.EVENT_IS:
            return True
    return False


@kernel
def resolve_ambush(s, t, frame):
    """An Ambush: the player is asked, the card is played, then the text happens. rule: keyword Ambush."""
    card, seat, index = int(frame.source), int(frame.you), int(frame.pc)
    if frame.step == 0:
        frame.step = ASKED
        frame.n = 0
        if can_ambush(s, t, card, seat, int(t.ability[index].ambush)):
            ask(s, seat, Decision.AMBUSH)
        return
    what, played = known_of(frame), frame.n
    pop(s)
    if played == 1:
        start_program(s, t, index, card, seat, what)


# --- answers --------------------------------------------------------------------------------------------------------


@kernel
def answer(s, t, kind, a, b):
    """Does what was decided."""
    decision = int(s.decision)
    s.decision = 0
    if decision == Decision.MAIN:
        act(s, t, kind, a, b)
    elif decision in (Decision.CHOOSE, Decision.MAY, Decision.NUMBER, Decision.MODE, Decision.NAME):
        choose(s, t, kind, a)
    elif decision == Decision.DEFEND:
        if kind == Kind.DEFEND:
            defend(s, t, a)
    elif decision == Decision.MULLIGAN:
        if kind == Kind.MULLIGAN:
            change_card(s, a)
        else:
            keep_hand(s, t)
    elif decision == Decision.ORDER:
        run_queued(s, t, a)
    elif decision == Decision.REVEAL:
        if kind == Kind.YES:
            unmark(s, hero_of(int(s.active)), Flag.HIDDEN)
            s.stale = 1
    else:
        answer_frame(s, t, s.frame[s.n_frames - 1], decision, kind, a)


@kernel
def answer_frame(s, t, frame, decision, kind, a):
    """Does what was decided about the frame on top."""
    if decision == Decision.X:
        frame.x = a
    elif decision == Decision.COUNTERS:
        pay_counters(s, frame, a)
    elif decision == Decision.THIRST:
        frame.chosen[frame.n] = a
        frame.n += 1
        frame.picked += 1
    elif decision == Decision.AMBUSH:
        if kind == Kind.AMBUSH:
            frame.n = 1
            begin_play(s, t, a, int(frame.you), int(t.ability[frame.pc].ambush), 1)
    elif decision == Decision.MEDITATION:
        card, attacker, x, paid = int(frame.source), int(frame.by), int(frame.x), int(frame.y)
        pop(s)
        end_meditation(s, t, card, a, attacker, x, paid)


@kernel
def act(s, t, kind, a, b):
    """What the active player does in his main phase. Rule 4.C."""
    seat = int(s.active)
    if kind == Kind.PLAY:
        begin_play(s, t, a, seat, -1, 0)
    elif kind == Kind.ATTACK:
        begin_attack(s, t, a, b)
    elif kind == Kind.CLUTCH:
        clutch(s, t, a, seat)
    elif kind == Kind.END_TURN:
        s.phase = Phase.END
    elif kind == Kind.USE:
        use(s, t, a, b, seat)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def use(s, t, card, number, seat):
    """A player uses the activated ability of a card that has this number among them, counted from 0."""
    place = place_of_use(s, t, card, number)
    if place >= 0:
        begin_use(s, t, card, ability_at(s, t, card, place), place, seat)
