"""Triggered traits: what happens lets them fire. Rules 1, 24 and 26."""

from __future__ import annotations

from ..core.bitsets import lowest
from ..core.frames import pop
from ..core.kernel import kernel
from .conditions import holds
from .filters import matches
from .frames import push
from .happenings import NOTHING
from .state import SEATS, Frame
from .stats import GUARDED, fits, partners, seat_of
from .tables import GAINED, Event, Head, Operation, Select
from .zones import reveal


@kernel
def fire(s, t, event, card, what):
    """An event happens to one card, whose own traits may wait for it."""
    if card >= 0 and (t.card[s.card[card].type].events >> event) & 1 == 1:
        fire_of(s, t, event, card, what)


@kernel
def announce(s, t, event, what):
    """An event happens of which every card may take note, of the active player first, so that his come last.
    Rule 26.
    """
    if (s.events >> event) & 1 == 0:
        return
    for i in range(SEATS):
        seat = s.active if i == 0 else 1 - s.active
        waiting = int(s.listeners & s.team[seat])
        while waiting != 0:
            card = lowest(waiting)
            waiting &= waiting - 1
            if (t.card[s.card[card].type].events >> event) & 1 == 1:
                fire_of(s, t, event, card, what)


@kernel
def fire_of(s, t, event, card, what):
    """The traits of a card that wait for an event and whose conditions hold are put on the stack, but for those that an
    attack ignores: its own, not what its formation gives it. Rule 15.
    """
    row = t.card[s.card[card].type]
    for place in range(row.n_traits):
        trait = t.trait[row.trait[place]]
        if trait.head != Head.WHEN or (trait.event != event and trait.event_or != event):
            continue
        if not concerns(s, event, card, what.other) or (card == s.ignored and trait.formation == 0):
            continue
        if fits(trait.kinds, what.bits) and may_fire(s, t, trait, card, place):
            start_trait(s, t, card, place, what)


@kernel
def concerns(s, event, card, other):
    """Whether an announced event is one for this card: of its own side, of the enemy's, or another's."""
    if event in (Event.ALLY_ATTACK, Event.ALLY_ATTACKED, Event.ALLY_WOUNDED):
        return seat_of(s, other) == seat_of(s, card)
    if event == Event.ENEMY_MOVED and seat_of(s, other) == seat_of(s, card):
        return False
    return event != Event.DEATH or card != other


@kernel
def may_fire(s, t, trait, card, place):
    """Whether a trait is not used up, and in formation if it needs that; place: its number, GAINED if it is not printed
    on the card. Rules 24 and 25.
    """
    it = s.card[card]
    if trait.formation == 1 and partners(s, t, card, -1, 1) == 0:
        return False
    if trait.second == 1 and s.first == it.controller:
        return False
    return not is_used_up(s, trait, card, place)


@kernel
def is_used_up(s, trait, card, place):
    """Whether a trait was used as often as it may be; place as in may_fire. Rule 24."""
    it = s.card[card]
    if trait.once == 1 and (it.once >> place) & 1 == 1:
        return True
    return trait.limit > 0 and it.uses[place] >= trait.limit


@kernel
def start_trait(s, t, card, place, what):
    """Puts the program of a triggered trait on the stack, unless its filter or condition does not hold, or it is about
    nothing but a card that is protected from the attack. Rule 15.
    """
    code = int(t.card[s.card[card].type].trait[place])
    trait = t.trait[code]
    if what.bits & GUARDED and is_about_event(t, trait):
        return
    frame = push(s, Frame.PROGRAM, seat_of(s, card), card)
    frame.first, frame.pc, frame.end, frame.trait = trait.first, trait.first, trait.end, code
    frame.event, frame.subject, frame.amount = what.other, what.subject, what.amount
    frame.left, frame.cell = what.left, what.cell
    frame.spared = 1 << what.other if what.bits & GUARDED else 0
    here = s.n_frames - 1
    if (trait.filter >= 0 and (what.other < 0 or not matches(s, t, int(trait.filter), card, what.other, here))) or (
        trait.condition > 0 and not holds(s, t, trait, card, here, what.subject)
    ):
        pop(s)
        return
    if not brings_tokens(t, trait):
        reveal(s, t, card)
    if t.row[trait.first].optional == 0:
        note_use(s, trait, card, place)
    if is_repeated(s, t, trait):
        pop(s)


@kernel
def brings_tokens(t, trait):
    """Whether a trait gives its own card nothing but tokens to start the battle with: it has them from when it entered
    the squad, so that nothing happens that would turn it up. Rules 5 and 23.
    """
    row = t.row[trait.first]
    if trait.event != Event.START_BATTLE or trait.end > trait.first + 1:
        return False
    return row.operation == Operation.TOKEN and row.select == Select.SELF


@kernel
def is_repeated(s, t, trait):
    """Whether the trigger on top only marks its own card, whatever the event is, and one of the same trait came at the
    same moment: then that one marks it once more, so that many deaths at once need no more room than one.
    """
    row, top = t.row[trait.first], s.frame[s.n_frames - 1]
    if trait.end > trait.first + 1 or row.select != Select.SELF or row.optional + row["count"] + row.condition > 0:
        return False
    for i in range(s.n_frames - 2, -1, -1):
        frame = s.frame[i]
        if frame.kind != Frame.PROGRAM or frame.seat != top.seat or frame.pays == 1 or frame.stage > 0:
            return False
        if frame.source == top.source and frame.trait == top.trait:
            frame.asks = max(1, int(frame.asks)) + 1
            return True
    return False


@kernel
def is_about_event(t, trait):
    """Whether a program works on the card of its event alone."""
    for at in range(trait.first, trait.end):
        row = t.row[at]
        if row.select != Select.EVENT and row.operation not in (Operation.ASK_ENEMY, Operation.EITHER, Operation.OR):
            return False
    return True


@kernel
def offered_place(s, t, frame):
    """The number of the trait whose program was triggered, if a player may decline it: it counts as used when he does
    not; -1 for others.
    """
    return place_of(s, t, frame) if frame.pays == 0 and t.row[frame.first].optional == 1 else -1


@kernel
def place_of(s, t, frame):
    """The number of the trait of its card that a program is; GAINED if it is none that is printed on it."""
    row = t.card[s.card[frame.source].type]
    for place in range(row.n_traits):
        if row.trait[place] == frame.trait:
            return place
    return GAINED


@kernel
def note_use(s, trait, card, place):
    """Notes that a trait was used, where that is limited."""
    if trait.limit > 0:
        s.card[card].uses[place] += 1
    if trait.once == 1:
        s.card[card].once |= 1 << place


@kernel
def forget_use(s, trait, card, place):
    """A trait whose use was cancelled was not used. Rule 15."""
    if trait.limit > 0 and s.card[card].uses[place] > 0:
        s.card[card].uses[place] -= 1
    if trait.once == 1:
        s.card[card].once &= ~(1 << place)


@kernel
def fire_each(s, t, event, seat):
    """An event happens to every card of a seat in play."""
    if (s.events >> event) & 1 == 0:
        return
    left = int(s.listeners & s.team[seat])
    while left != 0:
        card = lowest(left)
        left &= left - 1
        fire(s, t, event, card, NOTHING)
