"""Which actions are legal now. Cards of one name are one action: copies do not differ.

Opponents are named clockwise from the seat that decides, so that a list does not depend on where at the table it sits.
"""

from __future__ import annotations

from ..cards.offers import offer_cards
from ..cards.seats import clockwise
from ..core.actions import offer
from ..core.faults import ERROR_UNWRITTEN
from ..core.frames import top
from ..core.kernel import kernel
from ..core.pile import seen_before
from .attack import can_attack_champion, next_target
from .conditions import faction_to_show, proves, verdict
from .effects import copies_effects, matches
from .state import NO_CARD, Decision, Kind, Step, Verdict

MOST_AT_ONCE = 150
"""Of more power than this, so much may be assigned at a time, and more to the same opponent after it."""


@kernel
def legal_actions(s, t, actions):
    """Fills `actions` with what `s.to_move` may do and returns how many there are; see the contract in core/game.py.

    Whether Focus is legal is decided here (rules 4.1).
    """
    seat = s.to_move
    if s.decision == Decision.MAIN:
        n = offer_plays(s, t, actions, seat)
        n = offer_row(s, t, actions, n)
        if s.focused == 0 and s.gems >= t.focus_cost and s.mastery[seat] < t.max_mastery:
            n = offer(s, actions, n, Kind.FOCUS, 0, 0, 0)
        n = offer_attacks(s, t, actions, n, seat)
        return offer(s, actions, n, Kind.END_TURN, 0, 0, 0)
    frame = top(s)
    e = t.effect[frame.pc]
    if s.decision == Decision.SPLIT:
        return offer_split(s, t, actions, frame.seat)
    if s.decision == Decision.SHIELD:
        return offer_shields(s, t, actions, seat, frame.shown)
    if s.decision == Decision.REVEAL:
        return offer_reveals(s, t, actions, seat, frame)
    if s.decision == Decision.BANISH:
        return offer_banish(s, actions, seat)
    if s.decision == Decision.RETURN:
        return offer_returns(s, t, actions, seat, e.a)
    if s.decision == Decision.TAKE:
        return offer_takes(s, t, actions, e.a)
    if s.decision == Decision.DESTROY:
        return offer_champions(s, actions, seat)
    if s.decision == Decision.COPY:
        return offer_copies(s, t, actions)
    if s.decision == Decision.TARGET:
        return offer_opponents(s, actions, seat)
    s.error = ERROR_UNWRITTEN
    return 0


@kernel
def offer_plays(s, t, actions, seat):
    """Cards in hand to play, ready champions to exhaust (rules 4.1)."""
    n, champions = offer_cards(s, actions, 0, Kind.PLAY, s.hand[seat]), s.champions[seat]
    for i in range(champions.n):
        if can_exhaust(s, t, seat, champions.card[i]) and not seen_before(champions, i):
            n = offer(s, actions, n, Kind.EXHAUST, champions.card[i], 0, 0)
    return n


@kernel
def can_exhaust(s, t, seat, card):
    """Whether a ready champion has an exhaust ability that may be used now (rules 4.1)."""
    c = t.card[card]
    if c.exhaust[0] == c.exhaust[1]:
        return False
    return c.exhaust_needs[0] == 0 or verdict(s, t, seat, card, c.exhaust_needs[0], c.exhaust_needs[1]) != Verdict.FAILS


@kernel
def first_in_row(s, slot):
    """Whether a slot holds a card that no earlier slot holds."""
    if s.row[slot] == NO_CARD:
        return False
    for i in range(slot):
        if s.row[i] == s.row[slot]:
            return False
    return True


@kernel
def offer_row(s, t, actions, n):
    """Cards of the row that the gems suffice for: to recruit, mercenaries also to fast-play (rules 4.1)."""
    for slot in range(t.row):
        card = s.row[slot]
        if card != NO_CARD and t.card[card].cost <= s.gems and first_in_row(s, slot):
            n = offer(s, actions, n, Kind.RECRUIT, card, 0, 0)
            if t.card[card].mercenary == 1:
                n = offer(s, actions, n, Kind.FAST_PLAY, card, 0, 0)
    return n


@kernel
def offer_attacks(s, t, actions, n, seat):
    """Enemy champions that the power suffices to destroy (rules 4.1)."""
    if s.power == 0:
        return n
    for k in range(1, s.players):
        opponent = clockwise(s, seat, k)
        champions = s.champions[opponent]
        for i in range(champions.n):
            card = champions.card[i]
            if s.power >= t.card[card].defense and not seen_before(champions, i):
                if can_attack_champion(s, t, opponent, card):
                    n = offer(s, actions, n, Kind.ATTACK_CHAMPION, card, opponent, 0)
    return n


@kernel
def offer_split(s, t, actions, target):
    """Amounts of the power for one opponent: all of it, or less where others are left for the rest (rules 4.2.1).

    Every amount below MOST_AT_ONCE is the last for this opponent; after MOST_AT_ONCE itself more is asked for.
    """
    n = 0
    if next_target(s, t, target) != s.active:
        for amount in range(min(s.power, MOST_AT_ONCE + 1)):
            n = offer(s, actions, n, Kind.ASSIGN, amount, target, 0)
    return offer(s, actions, n, Kind.ASSIGN, s.power, target, 0)


@kernel
def offer_shields(s, t, actions, seat, used):
    """Shields in hand not yet revealed against this attack, or no more (rules 4.2.2)."""
    n, hand = 0, s.hand[seat]
    for i in range(used, hand.n):
        card = hand.card[i]
        if t.card[card].shield > 0 and not seen_between(hand, used, i):
            n = offer(s, actions, n, Kind.SHIELD, card, 0, 0)
    return offer(s, actions, n, Kind.DECLINE, 0, 0, 0)


@kernel
def seen_between(pile, start, index):
    """Whether the card at an index also lies between `start` and that index."""
    for i in range(start, index):
        if pile.card[i] == pile.card[index]:
            return True
    return False


@kernel
def offer_reveals(s, t, actions, seat, frame):
    """Cards in hand that give the faction asked for, or declining, unless the proof is the price of an ability
    (rules 5, 6).
    """
    n, hand = 0, s.hand[seat]
    faction = faction_to_show(s, t, frame.condition, frame.shown)
    for i in range(hand.n):
        if proves(t, frame.condition, faction, hand.card[i]) and not seen_before(hand, i):
            n = offer(s, actions, n, Kind.REVEAL, hand.card[i], 0, 0)
    return offer(s, actions, n, Kind.DECLINE, 0, 0, 0) if frame.step == Step.PROVING else n


@kernel
def offer_banish(s, actions, seat):
    """Any card of own hand or discard pile, or none (rules 3, 6)."""
    n = offer_cards(s, actions, 0, Kind.BANISH_HAND, s.hand[seat])
    n = offer_cards(s, actions, n, Kind.BANISH_DISCARD, s.discard[seat])
    return offer(s, actions, n, Kind.DECLINE, 0, 0, 0)


@kernel
def offer_returns(s, t, actions, seat, which):
    """Cards of own discard pile that pass the filter; one must be returned (rules 3)."""
    n, discard = 0, s.discard[seat]
    for i in range(discard.n):
        if matches(t, discard.card[i], which) and not seen_before(discard, i):
            n = offer(s, actions, n, Kind.RETURN, discard.card[i], 0, 0)
    return n


@kernel
def offer_takes(s, t, actions, cost):
    """Cards of the row of at most that cost; one must be taken (rules 6)."""
    n = 0
    for slot in range(t.row):
        if first_in_row(s, slot) and t.card[s.row[slot]].cost <= cost:
            n = offer(s, actions, n, Kind.TAKE, s.row[slot], 0, 0)
    return n


@kernel
def offer_champions(s, actions, seat):
    """All enemy champions; one must be destroyed, whether it can be attacked or not (rules 3, 6)."""
    n = 0
    for k in range(1, s.players):
        opponent = clockwise(s, seat, k)
        champions = s.champions[opponent]
        for i in range(champions.n):
            if not seen_before(champions, i):
                n = offer(s, actions, n, Kind.DESTROY, champions.card[i], opponent, 0)
    return n


@kernel
def offer_copies(s, t, actions):
    """The cards played this turn but for those that copy themselves: copies of copies would never end (rules 6)."""
    n = 0
    for i in range(s.play.n):
        if not seen_before(s.play, i) and not copies_effects(t, s.play.card[i]):
            n = offer(s, actions, n, Kind.COPY, s.play.card[i], 0, 0)
    return n


@kernel
def offer_opponents(s, actions, seat):
    """The living opponents (rules 6)."""
    n = 0
    for k in range(1, s.players):
        opponent = clockwise(s, seat, k)
        if s.alive[opponent] == 1:
            n = offer(s, actions, n, Kind.TARGET, 0, opponent, 0)
    return n
