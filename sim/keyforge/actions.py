"""Which actions are legal now. Cards in hand that do not differ are one action; cards in play are one each."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..cards.offers import offer_numbers, offer_pair
from ..core.actions import offer
from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from .battleline import next_upgrade, other
from .choices import list_choices
from .damage import redirect_options
from .fight import fight_choices, standing, targets_of, unguarded
from .forge import forge_range
from .pending import is_same
from .play import (
    NO_RIGHT,
    banned_types,
    can_play_unless_banned,
    house_right,
    may_copy,
    may_play_others,
    right_to_play,
)
from .state import (
    HOUSES,
    NO_CARD,
    PILE_MAX,
    Decision,
    Flank,
    Kind,
    Lasting,
    Trigger,
    Type,
)
from .turn import available_houses
from .use import can_act, can_reap, can_use, in_house, in_house_to_fight


class Right(NamedTuple):
    """What a seat may do with cards in play."""

    you: int
    """the seat"""
    anywhere: bool
    """whether it may use them whatever their house"""
    targets: int
    """bits of the places in the enemy battleline that its creatures may attack"""


@kernel(apart=True)
def legal_actions(s, t, actions):
    """Fills `actions` with what `s.to_move` may do and returns how many there are; see the contract in core/game.py."""
    decision = s.decision
    if decision == Decision.MAIN:
        return offer_main(s, t, actions)
    if decision in (
        Decision.CHOOSE,
        Decision.HOUSE_NAME,
        Decision.NUMBER,
        Decision.MODE,
        Decision.MAY,
        Decision.PLAYER,
    ):
        return list_choices(s, t, actions)
    if decision == Decision.MULLIGAN:
        return offer_pair(s, actions, Kind.MULLIGAN, Kind.KEEP)
    if decision == Decision.ARCHIVES:
        return offer_pair(s, actions, Kind.YES, Kind.NO)
    if decision == Decision.HOUSE:
        return offer_houses(s, actions, available_houses(s, t))
    if decision == Decision.FLANK:
        return offer(s, actions, offer(s, actions, 0, Kind.FLANK, Flank.LEFT, 0, 0), Kind.FLANK, Flank.RIGHT, 0, 0)
    if decision == Decision.ORDER:
        return offer_order(s, t, actions)
    return offer_others(s, t, actions, s.frame[s.n_frames - 1], int(decision))


@kernel
def offer_others(s, t, actions, frame, decision):
    """What the rarer choices may be."""
    if decision == Decision.FIGHT_TARGET:
        return offer_places(s, actions, 0, other(frame.you), fight_choices(s, t, frame), Kind.CHOOSE, NO_CARD)
    if decision == Decision.USE:
        right = Right(int(frame.you), True, enemy_targets(s, t, frame.you))
        return offer_uses(s, t, actions, 0, int(frame.source), right)
    if decision == Decision.HOST:
        n = offer_places(s, actions, 0, 0, standing(s, 0), Kind.CHOOSE, NO_CARD)
        return offer_places(s, actions, n, 1, standing(s, 1), Kind.CHOOSE, NO_CARD)
    if decision == Decision.COPY:
        return offer_copies(s, t, actions, other(frame.you))
    if decision == Decision.FORGE_FROM:
        least, most = forge_range(s, t, frame)
        return offer_numbers(s, actions, Kind.NUMBER, least, most)
    if decision == Decision.REDIRECT:
        return offer_redirects(s, t, actions)
    s.error = ERROR_UNWRITTEN
    return 0


# --- the main step --------------------------------------------------------------------------------------------------


@kernel
def offer_main(s, t, actions):
    """All that the active player may do in the main step. Rule 6."""
    seat = int(s.active)
    n = offer_hand(s, t, actions, seat)
    line, row = s.line[seat], s.artifacts[seat]
    right = Right(seat, False, enemy_targets(s, t, seat) if is_any_to_fight(s, t, line) else 0)
    for i in range(line.n):
        n = offer_uses(s, t, actions, n, int(line.card[i]), right)
    for i in range(row.n):
        n = offer_uses(s, t, actions, n, int(row.card[i]), right)
    return offer(s, actions, n, Kind.END_TURN, 0, 0, 0)


@kernel
def offer_hand(s, t, actions, seat):
    """Cards to play, with every flank or host, and to discard. Rule 6."""
    n, hand, banned, others = 0, s.hand[seat], banned_types(s, t, seat), may_play_others(s)
    for i in range(hand.n):
        card = int(hand.card[i])
        by_house = house_right(s, card)
        if not by_house and (not others or right_to_play(s, t, card) == NO_RIGHT):
            continue
        if held_before(s, hand, i):
            continue
        if can_play_unless_banned(s, t, card, seat, banned):
            n = offer_play(s, t, actions, n, card, seat)
        if by_house:
            n = offer(s, actions, n, Kind.DISCARD, card, 0, 0)
    return n


@kernel
def held_before(s, pile, index):
    """Whether a card of the same title and house as the one at an index lies lower in the pile."""
    card = s.card[pile.card[index]]
    for i in range(index):
        it = s.card[pile.card[i]]
        if it.type == card.type and it.house == card.house:
            return True
    return False


@kernel
def offer_play(s, t, actions, n, card, seat):
    """The ways to play one card. Rule 7.2."""
    kind = t.card[s.card[card].type].type
    if kind == Type.UPGRADE:
        n = offer_places(s, actions, n, 0, standing(s, 0), Kind.PLAY, card)
        return offer_places(s, actions, n, 1, standing(s, 1), Kind.PLAY, card)
    if kind == Type.CREATURE and s.line[seat].n > 0:
        n = offer(s, actions, n, Kind.PLAY, card, Flank.LEFT, 0)
        return offer(s, actions, n, Kind.PLAY, card, Flank.RIGHT, 0)
    return offer(s, actions, n, Kind.PLAY, card, -1, 0)


@kernel
def offer_places(s, actions, n, seat, places, kind, card):
    """One action for each creature of a seat's battleline whose place is among the bits: chosen, or as the object of
    what `card` does.
    """
    line = s.line[seat]
    for i in range(line.n):
        if (places >> i) & 1 == 1:
            if kind == Kind.CHOOSE:
                n = offer(s, actions, n, Kind.CHOOSE, int(line.card[i]), 0, 0)
            else:
                n = offer(s, actions, n, kind, card, int(line.card[i]), 1 if kind == Kind.PLAY else 0)
    return n


@kernel
def is_any_to_fight(s, t, line):
    """Whether a creature of the active player's battleline is ready and of a house that may fight. Rules 6 and 8."""
    for i in range(line.n):
        card = int(line.card[i])
        if s.card[card].ready == 1 and (in_house(s, t, card) or in_house_to_fight(s, t, card)):
            return True
    return False


@kernel
def enemy_targets(s, t, seat):
    """Bits of the places in the enemy battleline that a seat's creatures may attack, 0 if none may fight. Rule 9.1."""
    return 0 if s.now[Lasting.NO_FIGHTS] > 0 else unguarded(s, t, other(seat))


@kernel
def offer_uses(s, t, actions, n, card, right):
    """The uses of a card in play by who has a right to some. Rule 8."""
    if s.card[card].ready == 0:
        return n
    facts = t.card[s.card[card].type]
    at_home = right.anywhere or in_house(s, t, card)
    to_fight = at_home or (facts.type == Type.CREATURE and in_house_to_fight(s, t, card))
    if not (to_fight or (facts.listens >> Trigger.OMNI) & 1 == 1) or not can_use(s, t, card, right.you):
        return n
    if facts.type != Type.CREATURE:
        return offer_abilities(s, t, actions, n, card, right.you, at_home)
    if s.card[card].stunned == 1:
        return offer(s, actions, n, Kind.UNSTUN, card, 0, 0)
    if at_home and can_reap(s, t, card):
        n = offer(s, actions, n, Kind.REAP, card, 0, 0)
    if to_fight and s.now[Lasting.NO_FIGHTS] == 0:
        enemy = other(right.you)
        n = offer_places(s, actions, n, enemy, targets_of(s, t, card, enemy, right.targets), Kind.FIGHT, card)
    return offer_abilities(s, t, actions, n, card, right.you, at_home)


@kernel
def gives_action(s, t, card, upgrade, you):
    """Whether an upgrade on a creature gives it an action that `you` can use, and none of the same title before it
    gives the same one. Rule 8.
    """
    if not can_act(s, t, card, upgrade, Trigger.HOST_ACTION, you):
        return False
    earlier = next_upgrade(s, card, 0)
    while earlier != upgrade:
        if s.card[earlier].type == s.card[upgrade].type:
            return False
        earlier = next_upgrade(s, card, earlier + 1)
    return True


@kernel
def offer_abilities(s, t, actions, n, card, you, at_home):
    """The action and omni abilities of a card, those that upgrades give it among them. Rule 8."""
    own = at_home and can_act(s, t, card, card, Trigger.ACTION, you)
    given = 0
    if at_home and s.card[card].upgrades > 0:
        upgrade = next_upgrade(s, card, 0)
        while upgrade != NO_CARD:
            given += gives_action(s, t, card, upgrade, you)
            upgrade = next_upgrade(s, card, upgrade + 1)
    several = 1 if given + own > 1 else 0
    if own:
        n = offer(s, actions, n, Kind.ACTION, card, card, several)
    if given > 0:
        upgrade = next_upgrade(s, card, 0)
        while upgrade != NO_CARD:
            if gives_action(s, t, card, upgrade, you):
                n = offer(s, actions, n, Kind.ACTION, card, upgrade, several)
            upgrade = next_upgrade(s, card, upgrade + 1)
    if can_act(s, t, card, card, Trigger.OMNI, you):
        n = offer(s, actions, n, Kind.OMNI, card, 0, 0)
    return n


# --- choices --------------------------------------------------------------------------------------------------------


@kernel
def offer_houses(s, actions, houses):
    """The houses whose bits are set."""
    n = 0
    for house in range(HOUSES):
        if (houses >> house) & 1 == 1:
            n = offer(s, actions, n, Kind.HOUSE, house, 0, 0)
    return n


@kernel
def offer_order(s, t, actions):
    """The pending abilities of the window on top, equal ones once. Rule 19."""
    n, start = 0, int(s.frame[s.n_frames - 1].pc)
    for i in range(start, s.n_pending):
        fresh = True
        for j in range(start, i):
            if is_same(s, t, start, i, j):
                fresh = False
        if fresh:
            n = offer(s, actions, n, Kind.ORDER, i, 0, 0)
    return n


@kernel
def offer_redirects(s, t, actions):
    """The creatures of which one takes damage or amber instead."""
    cards = np.empty(PILE_MAX, np.int64)
    n = 0
    for i in range(redirect_options(s, t, cards)):
        n = offer(s, actions, n, Kind.CHOOSE, int(cards[i]), 0, 0)
    return n


@kernel
def offer_copies(s, t, actions, seat):
    """The actions in a seat's discard pile that can be copied."""
    n, pile = 0, s.discard[seat]
    for i in range(pile.n):
        if may_copy(s, t, pile.card[i]) and not held_before(s, pile, i):
            n = offer(s, actions, n, Kind.CHOOSE, int(pile.card[i]), 0, 0)
    return n
