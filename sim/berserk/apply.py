"""What an action does, and what follows by rule up to the next decision."""

from __future__ import annotations

from ..cards.rows import ALLOWED, ANSWERED
from ..core.faults import ERROR_ENDLESS, ERROR_UNWRITTEN
from ..core.frames import STEPS_MAX
from ..core.kernel import kernel
from .actions import legal_actions
from .attack import defend, redirect_to, resolve_attack, roll_die, show_united, suffer_plague
from .effects import REFUSABLE, come_first, go_on, open_card, refuse, resolve_program, summon
from .filters import attack_on
from .frames import RUNNING, push_attack, roller
from .modifiers import asks_traits, note_traits
from .movement import jump, manoeuvre, resolve_move, step
from .recruitment import recruit, redraw
from .state import NO_CARD, OF_SETUP, THIS_ATTACK, Decision, Frame, Kind, Phase
from .stats import grant, seat_of
from .tables import Attack, Stat
from .turn import attach_to, close_unfinished, end_recruitment, go_to, next_step, place_card
from .use import use
from .wounds import mend_armour
from .zones import reveal

AGAIN = 2
"""What is done to a die: 0 one more, 1 one less, 2 it is rolled again."""


@kernel
def apply(s, t, action):
    """Does a legal action and all that follows by rule, up to the next decision or the end; see core/game.py."""
    answer(s, t, int(action.kind), int(action.a), int(action.b), int(action.c))
    advance(s, t)


@kernel(apart=True)
def advance(s, t):
    """Works off what is pending and the steps of the turns, up to the next decision or the end of the game."""
    for _ in range(STEPS_MAX):
        if s.over != 0 or s.error != 0:
            return
        s.settled = 0
        if s.worn != 0:
            mend_armour(s, t)
        if s.asking != 0 and asks_traits(s, t):
            note_traits(s, t)
        if s.n_frames == 0:
            next_step(s, t)
        else:
            resolve_frame(s, t, s.frame[s.n_frames - 1])
        if s.decision != 0:
            if s.asked_always & s.asking != 0 and (s.settled == 0 or s.decision != Decision.MAIN):
                note_traits(s, t)
            if not make_forced_choice(s, t):
                if s.asking != 0 and s.asked_always & s.asking == 0:
                    note_traits(s, t)
                return
    s.error = ERROR_ENDLESS


@kernel
def make_forced_choice(s, t):
    """Makes the choice that is asked for if it has one answer; tells whether it did. A turn is ended by its player."""
    if s.decision == Decision.MAIN or s.ask_all == 1 or legal_actions(s, t, s.scratch[:]) > 1:
        return False
    only = s.scratch[0]
    answer(s, t, int(only.kind), int(only.a), int(only.b), int(only.c))
    return True


@kernel
def resolve_frame(s, t, frame):
    """One step of the frame on top of the stack."""
    if frame.kind == Frame.PROGRAM:
        resolve_program(s, t, frame)
    elif frame.kind == Frame.ATTACK:
        resolve_attack(s, t, frame)
    elif frame.kind == Frame.MOVE:
        resolve_move(s, t, frame)
    else:
        s.error = ERROR_UNWRITTEN


@kernel(apart=True)
def answer(s, t, kind, a, b, c):
    """Does what was decided."""
    decision = int(s.decision)
    s.decision = 0
    if decision == Decision.MAIN:
        act(s, t, kind, a, b, c)
    elif decision in OF_SETUP:
        answer_setup(s, t, decision, kind, a, b)
    elif decision == Decision.SUDDEN:
        answer_sudden(s, t, kind, a, b, c)
    elif decision in (Decision.DEFEND, Decision.STEP, Decision.UNITY):
        answer_fight(s, t, s.frame[s.n_frames - 1], decision, kind, a)
    elif decision == Decision.DIE:
        answer_die(s, t, s.frame[s.n_frames - 1], a, b)
    elif decision == Decision.TRIGGER:
        come_first(s, a)
    else:
        answer_program(s, t, s.frame[s.n_frames - 1], decision, kind, a, b)


@kernel
def answer_setup(s, t, decision, kind, a, b):
    """A choice before the battle or at the start of a turn."""
    seat = int(s.to_move)
    if decision == Decision.MULLIGAN:
        if kind == Kind.REDRAW:
            redraw(s, t, seat)
        else:
            s.phase_step += 1
    elif decision == Decision.RECRUIT:
        if kind == Kind.RECRUIT:
            recruit(s, t, seat, a)
        else:
            end_recruitment(s, seat)
    elif decision == Decision.PLACE:
        place_card(s, t, a, b)
    elif decision == Decision.HIDE:
        if kind == Kind.HIDE:
            s.card[a].waits = 1
        else:
            s.passes = 1
    elif decision == Decision.HOST:
        attach_to(s, t, a, b)
    elif decision == Decision.VANGUARD:
        lead(s, t, kind, a, b)
    elif decision == Decision.ORDER:
        s.card[s.asked].heals_first = 1 if a == 1 else 0
        s.asked += 1
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def lead(s, t, kind, card, target):
    """A strike of Vanguard, without an answer; passing ends the step of a seat. Rules 4 and 24."""
    if kind == Kind.PASS:
        s.phase_step += 1
        return
    s.card[card].strikes = 1
    push_attack(s, seat_of(s, card), card, target, Attack.SIMPLE, 0, 0)
    grant(s, card, Stat.UNANSWERED_STRIKE, 1, -1, THIS_ATTACK - (s.n_frames - 1), seat_of(s, card))


@kernel
def act(s, t, kind, a, b, c):
    """What the active player does in his main phase. Rules 8 to 11."""
    close_unfinished(s, t, a if kind != Kind.END_TURN else NO_CARD)
    if kind == Kind.MOVE:
        step(s, t, a, b)
    elif kind == Kind.STRIKE:
        attack = push_attack(s, int(s.active), a, b, Attack.SIMPLE, 0, 0)
        attack.pays = 1
        s.card[a].promised = 1
    elif kind == Kind.USE:
        use(s, t, a, b, c)
    elif kind in (Kind.JUMP, Kind.TELEPORT):
        jump(s, t, a, b)
    elif kind == Kind.MANOEUVRE:
        manoeuvre(s, t, a, b)
    elif kind == Kind.END_TURN:
        go_to(s, Phase.TURN_END)
    else:
        act_alone(s, t, kind, a)


@kernel
def act_alone(s, t, kind, card):
    """What a card does without a target. That it closes may be answered first. Rules 10 and 24."""
    it = s.card[card]
    if kind in (Kind.ACCUMULATE, Kind.PREPARE):
        go_to(s, Phase.ANSWER_MAIN)
        s.asked, s.closing, it.promised = card, kind, 1
    elif kind == Kind.RAGE:
        it.tokens -= 1
        open_card(s, card)
    elif kind == Kind.REVEAL:
        reveal(s, t, card)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def answer_sudden(s, t, kind, a, b, c):
    """A sudden action, or none. A use gives the other player his answer. Rule 28."""
    if s.n_frames == 0:
        if kind == Kind.PASS:
            s.passes = 1
        else:
            use(s, t, a, b, c)
        return
    frame = s.frame[s.n_frames - 1]
    if kind == Kind.PASS:
        frame.passes += 1
    else:
        frame.passes = 0
    frame.window_seat = 1 - s.to_move
    if kind != Kind.PASS:
        use(s, t, a, b, c)


@kernel
def answer_fight(s, t, frame, decision, kind, a):
    """A defender, the step-down, or a card for Unity."""
    if decision == Decision.STEP:
        frame.did = 1 if kind == Kind.STEP_DOWN else 0
    elif decision == Decision.UNITY:
        if kind == Kind.UNITY:
            show_united(s, s.frame[attack_on(s)], a)
    elif kind == Kind.DEFEND:
        defend(s, t, frame, a)
    elif kind == Kind.CHOOSE:
        redirect_to(s, t, frame, a)


@kernel
def answer_die(s, t, frame, a, b):
    """One of two dice counts, or a die on the table is changed; one that is rolled again may harm its roller again.
    Rules 24 and 26.
    """
    if frame.kind == Frame.ATTACK:
        i = a % 2
        frame.die[i] = frame.die[a]
        frame.die[2 + i] = 0
        return
    below = s.frame[s.n_frames - 2]
    if b == AGAIN:
        below.die[a] = roll_die(s, seat_of(s, roller(below, a)))
        suffer_plague(s, t, roller(below, a), int(below.die[a]))
    else:
        below.bonus[a] += 1 if b == 0 else -1
    go_on(frame, t.row[frame.pc])


@kernel
def answer_program(s, t, frame, decision, kind, a, b):
    """What was chosen for the program on top of the stack."""
    row = t.row[frame.pc]
    if decision == Decision.TARGET:
        if kind == Kind.CHOOSE:
            frame.chosen[frame.n] = a
            frame.n += 1
        else:
            frame.step, frame.did = ALLOWED, 1 if frame.n > 0 else 0
    elif decision == Decision.CELL:
        frame.left, frame.step = b, ANSWERED
    elif decision == Decision.SUMMON:
        if kind == Kind.SUMMON:
            summon(s, t, frame, a)
        go_on(frame, row)
    elif decision == Decision.NUMBER:
        frame.x = a
        if frame.stage == RUNNING:
            go_on(frame, row)
    elif decision == Decision.MODE:
        frame.pc += 1 if a == 1 else 1 + row.amount
    elif decision == Decision.MAY:
        if frame.step == REFUSABLE:
            frame.step, frame.did = ANSWERED, 1 if kind == Kind.YES else 0
        elif kind == Kind.YES:
            frame.step, frame.did = ALLOWED, 1
        else:
            refuse(frame, row)
    else:
        s.error = ERROR_UNWRITTEN
