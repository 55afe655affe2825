"""What an action does, and what follows by rule up to the next decision."""

from __future__ import annotations

from ..cards.decisions import ask
from ..core.faults import ERROR_ENDLESS
from ..core.frames import STEPS_MAX, pop, top
from ..core.kernel import kernel
from .actions import legal_actions
from .breaches import focus_breach, focus_price, open_price
from .casting import cast
from .charges import gain_charges, use_ability
from .choices import choose
from .frames import push, push_program, speaker
from .nemesis_turn import begin_nemesis_main
from .resolution import resolve_frame
from .spells import prep, spell_slot, use_prepped
from .state import STEPS, Breach, Decision, Frame, Kind, Phase, Place
from .supply import gain_devoured, gain_from_pile, pay_for
from .turn import next_step
from .turn_order import draw_turn_card
from .zones import play_card


@kernel
def apply(s, t, action):
    """Does a legal action and all that follows by rule, up to the next decision or the end; see core/game.py."""
    decision = int(s.decision)
    s.decision = Decision.NONE
    kind, a, b = int(action.kind), int(action.a), int(action.b)
    if decision == Decision.MAIN:
        act(s, t, kind, a, b)
    elif decision in STEPS:
        take_step(s, t, kind, a, b)
    else:
        choose(s, t, decision, kind, a, b)
    advance(s, t)


@kernel
def advance(s, t):
    """Works off what is pending and the steps of the turns, up to the next decision or the end of the game."""
    for _ in range(STEPS_MAX):
        if s.decision != Decision.NONE or s.over != 0 or s.error != 0:
            return
        if s.n_frames == 0:
            next_step(s, t)
        else:
            frame = top(s)
            if frame.kind == Frame.CHOICE:
                ask_choice(s, t, frame)
            else:
                resolve_frame(s, t, frame)
    s.error = ERROR_ENDLESS


@kernel
def ask_choice(s, t, frame):
    """Stops for the choice on top of the stack. One without an object is dropped (rules 12); one without an alternative
    is made at once.
    """
    ask(s, frame.seat, frame.decision)
    n = legal_actions(s, t, s.scratch[:])
    if n >= 2 or (n == 1 and s.ask_all == 1):
        return
    decision = int(s.decision)
    s.decision = Decision.NONE
    if n == 0:
        pop(s)
    else:
        only = s.scratch[0]
        choose(s, t, decision, int(only.kind), int(only.a), int(only.b))


# --- turns ----------------------------------------------------------------------------------------------------------


@kernel
def take_step(s, t, kind, a, b):
    """An action that carries a turn on, or of the casting phase (rules 4.1, 9)."""
    if kind == Kind.TURN_CARD:
        draw_turn_card(s, t)
    elif kind == Kind.CAST:
        cast(s, t, s.active, b, spell_slot(s, b, a, 0), 0, 0)
    elif kind == Kind.END_CASTING:
        s.phase = Phase.AFTER_CASTING
    elif kind == Kind.NEMESIS_ACTS:
        s.phase = Phase.NEMESIS_DRAW
        begin_nemesis_main(s)
    elif kind == Kind.NEMESIS_DRAWS:
        s.phase = Phase.NEMESIS_END
        push(s, Frame.DRAW_CARD, speaker(s), 0, 0, 0)


@kernel
def act(s, t, kind, a, b):
    """An action of the main phase (rules 4.2)."""
    if kind == Kind.PLAY:
        play_card(s, s.active, a)
    elif kind == Kind.GAIN:
        pay_for(s, t, a)
        gain_from_pile(s, t, s.active, a, Place.DISCARD)
    elif kind == Kind.GAIN_DEVOURED:
        pay_for(s, t, a)
        gain_devoured(s, t, s.active, Place.DISCARD)
    elif kind == Kind.GAIN_CHARGE:
        s.aether -= t.charge_cost
        gain_charges(s, t, s.active, 1)
    elif kind == Kind.FOCUS:
        s.aether -= focus_price(s, t, b)
        s.discount = 0
        focus_breach(s, b)
    elif kind == Kind.OPEN:
        s.aether -= open_price(s, t, b)
        s.discount = 0
        s.breach[b].state = Breach.OPEN
    elif kind == Kind.PREP:
        prep(s, a, b)
    elif kind == Kind.USE:
        use_prepped(s, t, a, b)
    elif kind == Kind.DISCARD_POWER:
        push_program(s, t.card[a].to_discard, a, s.active)
    elif kind == Kind.ABILITY:
        use_ability(s, t, b)
    elif kind == Kind.END_TURN:
        s.phase = Phase.CORRUPTIONS_AFTER


# --- choices in mid-effect ------------------------------------------------------------------------------------------
