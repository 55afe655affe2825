"""How pending frames are worked off."""

from __future__ import annotations

from ..core.faults import ERROR_UNWRITTEN
from ..core.frames import pop
from ..core.kernel import kernel
from ..core.pile import put
from .casting import after_casting, cast
from .effects import resolve_program
from .frames import push, push_choice, push_program, speaker
from .husks import damage_husk, husk_target, swarm, two_kinds_of_husk
from .life import damage_gravehold
from .nemesis_turn import draw_nemesis_card, minions_and_powers_act, resolve_drawn_card
from .spells import spell_slot
from .state import NO_CARD, Decision, Frame
from .strikes import lose_fury, strike
from .zones import destroy_played, look_at_top


@kernel
def resolve_frame(s, t, frame):
    """Deals with a frame on top of the stack that asks nothing. The last steps of exhaustion and the end of the
    nemesis turn are done here (rules 9.3, 10).
    """
    kind, seat, card = int(frame.kind), int(frame.seat), int(frame.card)
    if kind == Frame.PROGRAM:
        resolve_program(s, t, frame)
        return
    if kind in (Frame.UNLEASH, Frame.STRIKE, Frame.SWARM):
        repeat(s, t, frame, kind)
        return
    if kind in (Frame.MINION_TURNS, Frame.SPREAD_DAMAGE, Frame.ASK_SIFT):
        go_on(s, t, frame, kind)
        return
    pop(s)
    if kind == Frame.PLAY_CARD:
        put(s, s.played, card)
        s.used[card] += 1
        push_program(s, t.card[card].effect, card, seat)
    elif kind == Frame.AFTER_STRIKE:
        lose_fury(s, t)
    elif kind == Frame.DESTROY_PLAYED:
        destroy_played(s, t, card)
    elif kind == Frame.RECAST:
        at = int(frame.at)
        slot = spell_slot(s, at, card, 0)
        if slot >= 0:
            cast(s, t, seat, at, slot, 0, 0)
    elif kind == Frame.AFTER_CASTING:
        after_casting(s, t, seat, card, int(frame.at))
    elif kind == Frame.EXHAUSTED:
        s.charges[seat] = 0
        damage_gravehold(s, 2 * int(frame.a))
    elif kind == Frame.DRAW_CARD:
        draw_nemesis_card(s, t)
    elif kind == Frame.RESOLVE_DRAWN:
        resolve_drawn_card(s, t)
    elif kind == Frame.NEMESIS_ENDS:
        if 0 < t.strikes_at <= s.fury:
            push(s, Frame.STRIKE, speaker(s), 1, 0, 0)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def repeat(s, t, frame, kind):
    """Once more what is to happen so many times (rules 9)."""
    if frame.a <= 0:
        pop(s)
        return
    frame.a -= 1
    if frame.a == 0:
        pop(s)
    if kind == Frame.UNLEASH:
        s.unleashes += 1
        push_program(s, t.unleash, NO_CARD, speaker(s))
    elif kind == Frame.STRIKE:
        strike(s, t)
    elif kind == Frame.SWARM:
        swarm(s, t)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def go_on(s, t, frame, kind):
    """The next minion or power, the next point of damage to husks, the next player who sifts (rules 9.1, 13)."""
    if kind == Frame.MINION_TURNS:
        if not minions_and_powers_act(s, t):
            pop(s)
    elif kind == Frame.SPREAD_DAMAGE:
        if frame.a <= 0 or s.husks == 0:
            pop(s)
        elif two_kinds_of_husk(s):
            push_choice(s, Decision.SPREAD_TARGET, int(frame.seat), 0, 0, 0)
        else:
            frame.a -= 1
            damage_husk(s, t, husk_target(s), 1)
    elif kind == Frame.ASK_SIFT:
        if frame.a >= s.players:
            pop(s)
        else:
            seat = (int(frame.seat) + int(frame.a)) % int(s.players)
            frame.a += 1
            if look_at_top(s, seat):
                push_choice(s, Decision.SIFT, seat, 0, 0, 0)
    else:
        s.error = ERROR_UNWRITTEN
