"""What each operation of the effect notation does, and whether what it asks for can be chosen."""

from __future__ import annotations

from ..core.faults import ERROR_UNWRITTEN
from ..core.frames import pop, top
from ..core.kernel import kernel
from .cards import Operation
from .conditions import count, verdict
from .frames import ask, push, push_program
from .resources import gain_health, gain_mastery, gain_power
from .state import NO_CARD, Faction, Filter, Frame, Proof, Verdict
from .zones import destroy_all_enemy_champions, draw


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


@kernel
def do_at_once(s, t, seat, operation, n):
    """Does an operation that needs no choice. False if it is one that does. Doubling power and arming a deploy are done
    here (rules 6).
    """
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
    else:
        return False
    return True


@kernel
def push_choice(s, t, card, operation, a, b):
    """Makes an operation with a choice pending."""
    if operation == Operation.BANISH_UP_TO:
        push(s, Frame.BANISH, card, a, 0, 0)
    elif operation == Operation.RETURN_FROM_DISCARD:
        push(s, Frame.RETURN, card, a, 0, 0)
    elif operation == Operation.RECRUIT_FREE:
        push(s, Frame.TAKE, card, a, b, 0)
    elif operation == Operation.DESTROY_ENEMY_CHAMPION:
        push(s, Frame.DESTROY, card, 0, 0, 0)
    elif operation == Operation.COPY_PLAYED_EFFECT:
        push(s, Frame.COPY, card, a, 0, 0)
    elif operation == Operation.OPPONENT_LOSES_MASTERY:
        push(s, Frame.TARGET, card, a, 0, 0)
    elif operation == Operation.COPY_HOMODEUS_ALLIES:
        copy_homodeus_allies(s, t)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def run_effects(s, t, seat):
    """Works off the program on top of the stack, until its end or until something else must come first.

    A condition is looked at when its row is reached, and never again (rules 3). One that cards in hand could prove is
    put to the player first.
    """
    frame = top(s)
    pop(s)
    card, row, end, proof = frame.card, frame.a, frame.b, frame.c
    while row < end:
        e = t.effect[row]
        found = Verdict.HOLDS
        if e.condition != 0:
            found = verdict(s, t, seat, card, e.condition, e.argument)
        if found == Verdict.PROVABLE and proof != Proof.UNKNOWN:
            found = Verdict.HOLDS if proof == Proof.GIVEN else Verdict.FAILS
        proof = Proof.UNKNOWN
        if found == Verdict.PROVABLE:
            push(s, Frame.EFFECTS, card, row, end, Proof.UNKNOWN)
            push(s, Frame.PROVE, card, e.condition, 0, 1)
            return
        row += 1
        if found == Verdict.HOLDS:
            row += e.skip
            n = e.a * count(s, t, seat, e.per) if e.per != 0 else e.a
            if not do_at_once(s, t, seat, e.operation, n):
                if row < end:
                    push(s, Frame.EFFECTS, card, row, end, Proof.UNKNOWN)
                push_choice(s, t, card, e.operation, e.a, e.b)
                return


@kernel
def in_discard(s, t, seat, which):
    """Whether a seat's discard pile holds a card that passes a Filter (rules 3)."""
    for i in range(s.discard[seat].n):
        if matches(t, s.discard[seat].card[i], which):
            return True
    return False


@kernel
def in_row(s, t, cost):
    """Whether the row holds a card of at most that cost (rules 6)."""
    for slot in range(t.row):
        if s.row[slot] != NO_CARD and t.card[s.row[slot]].cost <= cost:
            return True
    return False


@kernel
def can_copy(s, t):
    """Whether a card was played this turn that may be copied (rules 6)."""
    for i in range(s.play.n):
        if not copies_effects(t, s.play.card[i]):
            return True
    return False


@kernel
def enemy_champions(s, seat):
    """How many champions the opponents of a seat have in play (rules 6)."""
    n = 0
    for opponent in range(s.players):
        if opponent != seat:
            n += s.champions[opponent].n
    return n


@kernel
def has_shield(s, t, seat, used):
    """Whether a hand holds a shield beyond the first `used` cards, which were revealed against this attack
    (rules 4.2.2).
    """
    for i in range(used, s.hand[seat].n):
        if t.card[s.hand[seat].card[i]].shield > 0:
            return True
    return False


@kernel
def ask_if(s, seat, decision, possible):
    """Asks for the choice on top of the stack, or drops it if nothing can be chosen (rules 3)."""
    if possible:
        ask(s, seat, decision)
    else:
        pop(s)
