"""The steps of a turn (rules 3, 4)."""

from __future__ import annotations

from ..cards.decisions import ask
from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from .casting import end_casting
from .corruptions import holds_corruption
from .ending import end_game
from .frames import push, push_choice, speaker
from .husks import heal_husks
from .spells import spells_prepped
from .state import BREACHES, NEMESIS, Cause, Decision, Frame, Phase
from .zones import draw


@kernel
def next_step(s, t):
    """The step of the turn whose time it is: done, or asked for (rules 3, 4)."""
    phase = s.phase
    if phase == Phase.TURN:
        ask(s, speaker(s), Decision.TURN)
    elif phase == Phase.BEGIN:
        s.phase = Phase.NEMESIS_MAIN if s.active == NEMESIS else Phase.CORRUPTIONS_BEFORE
    elif phase in (Phase.CORRUPTIONS_BEFORE, Phase.CORRUPTIONS_AFTER):
        if t.corrupts == 1 and holds_corruption(s, t):
            push_choice(s, Decision.CORRUPTION, s.active, 0, 0, 0)
        else:
            s.phase = Phase.CASTING if phase == Phase.CORRUPTIONS_BEFORE else Phase.DISCARD
    elif phase == Phase.CASTING:
        if spells_prepped(s, s.active) > 0:
            ask(s, s.active, Decision.CASTING)
        else:
            s.phase = Phase.AFTER_CASTING
    elif phase == Phase.AFTER_CASTING:
        s.phase = Phase.MAIN
        end_casting(s, t)
    elif phase == Phase.MAIN:
        ask(s, s.active, Decision.MAIN)
    elif phase == Phase.DISCARD:
        if s.play.n > 0:
            push_choice(s, Decision.ORDER, s.active, 0, 0, 0)
        else:
            draw_phase(s, t, s.active)
            s.phase = Phase.END_TURN
    else:
        next_nemesis_step(s, t, phase)


@kernel
def next_nemesis_step(s, t, phase):
    """The step of a nemesis turn whose time it is, and the end of every turn (rules 9)."""
    if phase == Phase.NEMESIS_MAIN:
        if s.n_in_play > 0:
            ask(s, speaker(s), Decision.NEMESIS_MAIN)
        else:
            s.phase = Phase.NEMESIS_DRAW
    elif phase == Phase.NEMESIS_DRAW:
        ask(s, speaker(s), Decision.NEMESIS_DRAW)
    elif phase == Phase.NEMESIS_END:
        s.phase = Phase.END_TURN
        push(s, Frame.NEMESIS_ENDS, speaker(s), 0, 0, 0)
    elif phase == Phase.END_TURN:
        end_turn(s, t)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def draw_phase(s, t, seat):
    """A player draws up to a full hand; one with more keeps it (rules 4.4)."""
    draw(s, t, seat, max(t.hand - int(s.hand[seat].n), 0))


@kernel
def end_turn(s, t):
    """What lasted for the turn ends; husks heal; the next turn order card will be drawn (rules 3, 4.4)."""
    s.aether, s.spell_aether, s.gem_aether, s.discount, s.two_spells, s.prevented = 0, 0, 0, 0, 0, 0
    s.played.n = 0
    for at in range(s.players * BREACHES):
        breach = s.breach[at]
        breach.focused = 0
        for slot in range(breach.n):
            breach.new[slot], breach.used[slot] = 0, 0
    heal_husks(s)
    s.turn += 1
    s.active, s.phase = NEMESIS, Phase.TURN
    if s.turn >= t.turn_limit:
        end_game(s, Cause.TURN_LIMIT)
