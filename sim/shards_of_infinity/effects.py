"""What each operation of the effect notation does, and what it asks for."""

from __future__ import annotations

from ..cards.decisions import ask
from ..cards.rows import PICKING, START, is_at_end, next_row, pass_over
from ..core.faults import ERROR_UNWRITTEN
from ..core.frames import pop
from ..core.kernel import kernel
from .cards import ASKED, Operation
from .conditions import count, verdict
from .frames import push_program
from .resources import gain_health, gain_mastery, gain_power
from .state import Decision, Faction, Filter, Step, Verdict
from .zones import destroy_all_enemy_champions, draw


@kernel
def resolve_program(s, t, frame, seat):
    """One step of the program on top of the stack: its next row, what that asks for, or its end (rules 3)."""
    if is_at_end(s, frame):
        return
    e = t.effect[frame.pc]
    if frame.step in (Step.PROVING, Step.PAYING):
        ask(s, seat, Decision.REVEAL)
    elif frame.step == START and not begins(s, t, frame, e, seat):
        return
    elif ASKED[e.operation] < 0:
        next_row(frame, e)
        if frame.pc == frame.end:  # the stack holds no frame of what is over
            pop(s)
        do_row(s, t, seat, e.operation, e.a * count(s, t, seat, e.per) if e.per != 0 else e.a)
    else:
        if frame.step != PICKING:
            frame.step, frame.left = PICKING, e.a if e.operation == Operation.BANISH_UP_TO else 1
        if frame.left == 0:
            next_row(frame, e)
        else:
            ask(s, seat, ASKED[e.operation])


@kernel
def begins(s, t, frame, e, seat):
    """Whether a row begins now: its condition is looked at when it is reached, and never again (rules 3). One that
    cards in hand could prove is put to the player first.
    """
    found = verdict(s, t, seat, frame.card, e.condition, e.argument) if e.condition != 0 else Verdict.HOLDS
    if found == Verdict.PROVABLE:
        frame.step, frame.condition, frame.shown = Step.PROVING, e.condition, 0
    elif found == Verdict.FAILS:
        pass_over(frame)
    return found == Verdict.HOLDS


@kernel
def do_row(s, t, seat, operation, n):
    """Does a row that asks for nothing. Doubling power and arming a deploy are done here (rules 6)."""
    if operation == Operation.GAIN_GEMS:
        s.gems += n
    elif operation == Operation.GAIN_POWER:
        gain_power(s, n)
    elif operation == Operation.GAIN_HEALTH:
        gain_health(s, t, seat, n)
    elif operation == Operation.GAIN_MASTERY:
        gain_mastery(s, t, seat, n)
    elif operation == Operation.DRAW:
        draw(s, seat, n)
    elif operation == Operation.DOUBLE_POWER:
        gain_power(s, s.power)
    elif operation == Operation.DEPLOY_NEXT_HOMODEUS_CHAMPION:
        s.deploys += 1
    elif operation == Operation.DESTROY_ALL_ENEMY_CHAMPIONS:
        destroy_all_enemy_champions(s, seat)
    elif operation == Operation.COPY_HOMODEUS_ALLIES:
        copy_homodeus_allies(s, t)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def matches(t, card, which):
    """Whether a card passes a Filter."""
    if which == Filter.CHAMPION:
        return t.card[card].champion == 1
    if which == Filter.MERCENARY:
        return t.card[card].mercenary == 1
    if which == Filter.WRAETHE:
        return t.card[card].faction == Faction.WRAETHE
    return False


@kernel
def copies_effects(t, card):
    """Whether a card's play effects copy those of other cards (rules 6)."""
    for row in range(t.card[card].play[0], t.card[card].play[1]):
        operation = t.effect[row].operation
        if operation == Operation.COPY_PLAYED_EFFECT or operation == Operation.COPY_HOMODEUS_ALLIES:
            return True
    return False


@kernel
def copy_homodeus_allies(s, t):
    """Each Homodeus ally played this turn resolves once more, in the order of play; later ones will resolve twice
    (rules 6). One that copies itself is not copied, so that copies come to an end.
    """
    s.copies_homodeus = 1
    for i in range(s.play.n - 1, -1, -1):
        card = s.play.card[i]
        if t.card[card].faction == Faction.HOMODEUS and not copies_effects(t, card):
            push_program(s, card, t.card[card].play)
