"""Which actions are legal now. Cards in hand that do not differ are one action; cards in play are one each."""

from __future__ import annotations

from ..cards.offers import offer_numbers, offer_pair
from ..core.actions import offer
from ..core.kernel import kernel
from .basics import hero_of, in_play_at, in_play_count, keyword
from .choices import are_alike, is_repeated, list_choices
from .fight import can_attack, can_be_attacked, can_defend
from .play import can_clutch, can_play, can_use, counters_range, may_be_played_from, may_thirst, x_range
from .state import SEATS, SLOTS, Decision, Kind, Trigger, Zone
from .tables import Keyword
from .texts import TEXT_SIZE, ability_at, count_abilities, may_listen, places

TYPE_BITS = 63
"""The part of a card type that says which bit of an integer is set where a card of it was seen: types that share one
are compared.
"""


@kernel(apart=True)
def legal_actions(s, t, actions):
    """Fills `actions` with what `s.to_move` may do and returns how many there are; see the contract in core/game.py."""
    decision = s.decision
    if decision == Decision.MAIN:
        return offer_main(s, t, actions)
    if decision in (Decision.CHOOSE, Decision.MAY, Decision.NUMBER, Decision.MODE, Decision.NAME):
        return list_choices(s, t, actions)
    if decision == Decision.DEFEND:
        return offer_defenders(s, actions)
    if decision == Decision.MULLIGAN:
        return offer_mulligan(s, actions)
    return offer_others(s, t, actions, s.frame[max(0, s.n_frames - 1)], int(decision))


@kernel
def offer_others(s, t, actions, frame, decision):
    """What the rarer choices may be."""
    if decision == Decision.X:
        return offer_numbers(s, actions, Kind.NUMBER, 1, x_range(s, t, frame))
    if decision == Decision.COUNTERS:
        least, most = counters_range(s, t, frame)
        return offer_numbers(s, actions, Kind.NUMBER, least, most)
    if decision == Decision.THIRST:
        return offer_thirst(s, t, actions, int(frame.source), int(frame.you))
    if decision == Decision.AMBUSH:
        n = offer(s, actions, 0, Kind.AMBUSH, int(frame.source), 0, 0)
        return offer(s, actions, n, Kind.NO, 0, 0, 0)
    if decision == Decision.REVEAL:
        return offer_pair(s, actions, Kind.YES, Kind.NO)
    if decision == Decision.MEDITATION:
        n = offer(s, actions, 0, Kind.CHOOSE, hero_of(1 - int(frame.you)), 0, 0)
        for seat in range(SEATS):
            for i in range(s.line[seat].n):
                n = offer(s, actions, n, Kind.CHOOSE, int(s.line[seat].card[i]), 0, 0)
        return n
    return offer_order(s, actions)


@kernel
def offer_order(s, actions):
    """Which of a player's abilities that were triggered together happens first; of those that differ in nothing one
    stands for all. Rule 7.4.
    """
    n, first = 0, s.queue[0]
    for i in range(s.n_queue):
        it = s.queue[i]
        if it.batch != first.batch or it.you != first.you:
            break
        if not is_repeated(s, i):
            n = offer(s, actions, n, Kind.ORDER, i, 0, 0)
    return n


@kernel
def offer_thirst(s, t, actions, card, seat):
    """Characters that the Thirst of a card may wound. Rule 5.4, keyword Thirst."""
    n = 0
    for step in range(SEATS):
        side = seat if step == 0 else 1 - seat
        for k in range(in_play_count(s, side)):
            target = in_play_at(s, side, k)
            if may_thirst(s, t, card, seat, target):
                n = offer(s, actions, n, Kind.CHOOSE, target, 0, 0)
    return n


@kernel
def offer_mulligan(s, actions):
    """Cards of the first hand to change, and to keep the rest. Rule 3.4."""
    seat, n = int(s.to_move), 0
    for i in range(s.hand[seat].n):
        card = int(s.hand[seat].card[i])
        if not held_before(s, seat, i):
            n = offer(s, actions, n, Kind.MULLIGAN, card, 0, 0)
    return offer(s, actions, n, Kind.KEEP, 0, 0, 0)


@kernel
def held_before(s, seat, index):
    """Whether a card of the same type lies lower in the hand."""
    hand = s.hand[seat]
    for i in range(index):
        if s.card[hand.card[i]].type == s.card[hand.card[index]].type:
            return True
    return False


@kernel
def is_like_earlier(s, card):
    """Whether a card that is not in play differs in nothing from one of its owner's that is listed earlier."""
    for other in range(card // SLOTS * SLOTS, card):
        if are_alike(s, card, other):
            return True
    return False


@kernel
def offer_defenders(s, actions):
    """The creatures that may defend, and none. Rule 6.2.3."""
    frame, seat, n = s.frame[s.n_frames - 1], int(s.to_move), 0
    for i in range(s.line[seat].n):
        card = int(s.line[seat].card[i])
        if can_defend(s, card, int(frame.event)):
            n = offer(s, actions, n, Kind.DEFEND, card, 0, 0)
    return offer(s, actions, n, Kind.NO_DEFENDER, 0, 0, 0)


# --- the main phase -------------------------------------------------------------------------------------------------


@kernel
def offer_main(s, t, actions):
    """All that the active player may do in the main phase. Rule 4.C."""
    seat = int(s.active)
    n = offer_attacks(s, t, actions, 0, seat, True)
    if n > 0:
        return n
    n = offer_plays(s, t, actions, seat)
    n = offer_attacks(s, t, actions, n, seat, False)
    n = offer_uses(s, t, actions, n, seat)
    return offer(s, actions, n, Kind.END_TURN, 0, 0, 0)


@kernel
def offer_plays(s, t, actions, seat):
    """Cards to play, and to put under an Egg. Rule 4.C."""
    n, hand, types = 0, s.hand[seat], 0
    for i in range(hand.n):
        card = int(hand.card[i])
        bit = 1 << (int(s.card[card].type) & TYPE_BITS)
        if types & bit and held_before(s, seat, i):
            continue
        types |= bit
        if can_play(s, t, card, seat):
            n = offer(s, actions, n, Kind.PLAY, card, 0, 0)
        if can_clutch(s, t, card, seat):
            n = offer(s, actions, n, Kind.CLUTCH, card, 0, 0)
    if s.outside[0] + s.outside[1] == 0:
        return n
    for card in range(SEATS * SLOTS):
        zone = s.card[card].zone
        if (zone == Zone.GRAVEYARD or zone == Zone.CAPTURED) and may_be_played_from(s, t, card, seat):
            if not is_like_earlier(s, card) and can_play(s, t, card, seat):
                n = offer(s, actions, n, Kind.PLAY, card, 0, 0)
    return n


@kernel
def offer_attacks(s, t, actions, n, seat, forced):
    """Strike attacks; forced: those that must be made before anything else (keyword Frenzy). Rule 6.1."""
    for i in range(s.line[seat].n):
        attacker = int(s.line[seat].card[i])
        if (forced and not keyword(s, attacker, Keyword.FRENZY)) or not can_attack(s, attacker):
            continue
        for k in range(1 + s.line[1 - seat].n):
            target = in_play_at(s, 1 - seat, k)
            if can_be_attacked(s, t, attacker, target):
                n = offer(s, actions, n, Kind.ATTACK, attacker, target, 0)
    return n


@kernel
def offer_uses(s, t, actions, n, seat):
    """Activated abilities of cards in play, and of those that work elsewhere. Rule 7.2."""
    for k in range(in_play_count(s, seat)):
        n = offer_abilities(s, t, actions, n, in_play_at(s, seat, k), seat)
    if (s.elsewhere[seat] >> Trigger.USE) & 1 == 1:
        for card in range(seat * SLOTS, (seat + 1) * SLOTS):
            it = s.card[card]
            if (
                it.type >= 0
                and it.zone not in (Zone.PLAY, Zone.NONE)
                and (t.card[it.type].elsewhere >> Trigger.USE) & 1
                and not is_like_earlier(s, card)
            ):
                n = offer_abilities(s, t, actions, n, card, seat)
    return n


@kernel
def offer_abilities(s, t, actions, n, card, seat):
    """The activated abilities of one card: by their number among them."""
    if not may_listen(s, t, card, Trigger.USE):
        return n
    number = 0
    for first in range(0, places(s, card), TEXT_SIZE):
        for place in range(first, first + count_abilities(s, t, card, first)):
            index = ability_at(s, t, card, place)
            if index >= 0 and t.ability[index].trigger == Trigger.USE:
                if can_use(s, t, card, index, place, seat):
                    n = offer(s, actions, n, Kind.USE, card, number, 0)
                number += 1
    return n
