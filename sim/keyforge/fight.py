"""Fights: whom a creature may attack, what happens before the fight, the damage, what follows.

A FIGHT frame: source is the attacker, other its target (NO_CARD until it is chosen), event the creature that takes the
attacker's damage instead (NO_CARD: the target). An attacker or target that has left play and come back is another
creature, and NO_CARD here. flag 1: the targets in the list of the frame below are left out and the target joins them.
did 1: the fight was cancelled.
"""

from __future__ import annotations

from ..cards.frames import nearest
from ..core.frames import below_top, pop
from ..core.kernel import kernel
from .battleline import in_play, is_flank, other
from .damage import strike
from .frames import push
from .modifiers import affected, effect_on, keyword, keyword_amount, power
from .pending import add, add_listeners, add_own, add_turn_trigger, begin_window, open_window
from .state import ITS_CONTROLLER, NO_CARD, Constant, Decision, Frame, Lasting, Status, Trigger
from .use import can_use, note_use, unstun

TARGET, ATTACK, CLASH, AFTER = range(4)
"""Steps of a FIGHT frame."""


# --- targets: bits of places in a battleline ------------------------------------------------------------------------


@kernel
def standing(s, seat):
    """Bits of the places of a seat's creatures that are not being destroyed. Rule 11."""
    line, bits = s.line[seat], 0
    for i in range(line.n):
        if s.card[line.card[i]].status == Status.NONE:
            bits |= 1 << i
    return bits


@kernel
def unguarded(s, t, seat):
    """Bits of the places of a seat's creatures that may be attacked in spite of the taunts of their neighbors.

    Rule 9.1.
    """
    line, taunts = s.line[seat], 0
    for i in range(line.n):
        if keyword(s, t, line.card[i], Constant.TAUNT):
            taunts |= 1 << i
    return standing(s, seat) & ~(((taunts << 1) | (taunts >> 1)) & ~taunts)


@kernel
def targets_of(s, t, attacker, seat, open_places):
    """Bits of the places in `seat`'s battleline that an attacker may attack, given the `unguarded` ones. Rule 9.1."""
    bits = standing(s, seat) if affected(s, t, attacker, Constant.IGNORES_TAUNT_AND_ELUSIVE) else open_places
    if affected(s, t, attacker, Constant.FIGHTS_ONLY_STUNNED):
        line = s.line[seat]
        for i in range(line.n):
            if s.card[line.card[i]].stunned == 0:
                bits &= ~(1 << i)
    return bits


@kernel
def fight_targets(s, t, attacker, you):
    """Bits of the places in the enemy battleline that a creature of `you` may attack now; 0 if it cannot fight.

    Rule 9.1.
    """
    if s.now[Lasting.NO_FIGHTS] > 0:
        return 0
    seat = other(you)
    return targets_of(s, t, attacker, seat, unguarded(s, t, seat))


@kernel
def fight_choices(s, t, frame):
    """Bits of the places in the enemy battleline that the fight on top of the stack may be directed at. Rule 9.2."""
    you = int(frame.you)
    bits = fight_targets(s, t, int(frame.source), you)
    if frame.flag == 1:
        line, below = s.line[other(you)], below_top(s)
        for i in range(line.n):
            for j in range(below.n):
                if below.chosen[j] == line.card[i]:
                    bits &= ~(1 << i)
    return bits


# --- the fight under way --------------------------------------------------------------------------------------------


@kernel
def fight_under_way(s):
    """The number of the nearest FIGHT frame on the stack, or -1."""
    return nearest(s, Frame.FIGHT)


@kernel
def redirect_fight(s, card):
    """The attacker of the fight under way deals its fight damage to another creature. Rule 9.5."""
    i = fight_under_way(s)
    if i >= 0:
        s.frame[i].event = card


@kernel
def cancel_fight(s):
    """The fight under way does not take place. Rule 9.4."""
    i = fight_under_way(s)
    if i >= 0:
        s.frame[i].did = 1


# --- the steps ------------------------------------------------------------------------------------------------------


@kernel
def start_fight(s, attacker, target, you):
    """A creature attacks a chosen target. Rule 9."""
    frame = push(s, Frame.FIGHT, you, attacker)
    frame.step, frame.other = ATTACK, target


@kernel
def resolve_fight(s, t, frame):
    """One step of a FIGHT frame. Rule 9."""
    step = frame.step
    if step == TARGET:
        find_target(s, t, frame)
    elif step == ATTACK:
        attack(s, t, frame)
    elif step == CLASH:
        clash(s, t, frame)
    else:
        after_fight(s, t)


@kernel
def find_target(s, t, frame):
    """A creature that an effect lets fight: it loses its stun, or its target is chosen, or it cannot fight.

    Rule 9.1.
    """
    attacker, you = int(frame.source), int(frame.you)
    if not can_use(s, t, attacker, you) or s.card[attacker].controller != you:
        pop(s)
    elif s.card[attacker].stunned == 1:
        report(s)
        pop(s)
        unstun(s, t, attacker)
    elif fight_choices(s, t, frame) == 0:
        pop(s)
    else:
        s.decision = Decision.FIGHT_TARGET


@kernel
def report(s):
    """Notes in the program below that what it asked for was done."""
    below = below_top(s)
    if below.kind == Frame.PROGRAM:
        below.did = 1


@kernel
def aim(s, t, frame, target):
    """The target of the fight on top of the stack has been chosen. Rule 9.2."""
    frame.other, frame.step = target, ATTACK
    report(s)
    if frame.flag == 1:
        below = below_top(s)
        if below.n < below.chosen.size:
            below.chosen[below.n] = target
            below.n += 1


@kernel
def attack(s, t, frame):
    """The attacker is exhausted; what happens before the fight waits in one window. Rules 9.2 and 9.3."""
    attacker, target = int(frame.source), int(frame.other)
    note_use(s, t, attacker)
    frame.step = CLASH
    start = begin_window(s)
    add_own(s, t, attacker, Trigger.BEFORE_FIGHT, target)
    if keyword_amount(s, t, attacker, Constant.ASSAULT) > 0:
        add(s, Trigger.ASSAULT, attacker, attacker, target, ITS_CONTROLLER, 1)
    if keyword_amount(s, t, target, Constant.HAZARDOUS) > 0:
        add(s, Trigger.HAZARDOUS, target, target, attacker, ITS_CONTROLLER, 1)
    add_listeners(s, t, Trigger.ANY_FIGHT, attacker, s.card[attacker].controller)
    open_window(s, start)


@kernel
def clash(s, t, frame):
    """Both deal their damage at once, unless the fight does not take place or the target eludes it.

    Rules 9.4, 9.5 and 9.6.
    """
    attacker, target, cancelled = int(frame.source), int(frame.other), frame.did == 1
    if not in_play(s, target):
        pop(s)
        return
    first = s.card[target].attacked == 0
    s.card[target].attacked = 1
    if cancelled or not in_play(s, attacker):
        pop(s)
        return
    frame.step = AFTER
    struck = target if frame.event == NO_CARD else int(frame.event)
    eludes = (
        first
        and keyword(s, t, target, Constant.ELUSIVE)
        and not affected(s, t, attacker, Constant.IGNORES_TAUNT_AND_ELUSIVE)
    )
    dealt, returned = 0, 0
    if not eludes or struck != target:
        dealt = fight_power(s, t, attacker)
        if is_flank(s, target) and s.card[target].controller != s.card[attacker].controller:
            dealt += effect_on(s, t, attacker, Constant.STRONG_AGAINST_FLANK, False)
    if not eludes and not keyword(s, t, attacker, Constant.SKIRMISH):
        returned = fight_power(s, t, target)
    strike(s, t, attacker, struck, dealt)
    strike(s, t, target, attacker, returned)


@kernel
def fight_power(s, t, card):
    """The damage that a creature deals in a fight by its power. Rule 9.5."""
    return 0 if affected(s, t, card, Constant.NO_FIGHT_DAMAGE) else power(s, t, card)


@kernel
def after_fight(s, t):
    """The fight abilities of an attacker that is still in play, and what each fight triggers this turn.

    An attacker that has changed sides in the fight has its fight abilities, and is no friendly creature any more.

    Rules 9.7 and 19.
    """
    frame = s.frame[s.n_frames - 1]
    attacker, target, you = int(frame.source), int(frame.other), int(frame.you)
    pop(s)
    start = begin_window(s)
    if in_play(s, attacker):
        add_own(s, t, attacker, Trigger.FIGHT, target)
        if s.card[attacker].controller == you:
            add_turn_trigger(s, t, Lasting.FRIENDLY_FOUGHT, attacker)
    add_turn_trigger(s, t, Lasting.FRIENDLY_FIGHTS, attacker)
    open_window(s, start)
