"""Cards on the move: between piles, into play and out of it, and from one player's control to the other's.

`card.zone` and the piles always agree. `card.seen` says who knows where a card lies: both seats for public places.
"""

from __future__ import annotations

from ..cards.hidden import shuffle_unseen
from ..core.kernel import kernel
from ..core.pile import move_all, put, take
from .amber import add_to_pool
from .battleline import next_upgrade, other, owner, set_status
from .modifiers import carries
from .state import (
    CARDS,
    DECK_SIZE,
    NO_CARD,
    NO_HOUSE,
    PROGRAMS,
    SEATS,
    Constant,
    Flank,
    Status,
    Trigger,
    Type,
    Zone,
)

EVERYBODY = 3
"""The bits of both seats in `card.seen`."""


# --- piles ----------------------------------------------------------------------------------------------------------


@kernel
def take_from_pile(pile, card):
    """Removes a card from a pile, wherever it lies in it, if it is there; returns where it lay, or -1."""
    at = pile.n - 1
    while at >= 0 and pile.card[at] != card:
        at -= 1
    if at >= 0:
        take(pile, at)
    return at


@kernel
def take_out(s, card):
    """Takes a card out of the zone it is in, which is not play. Returns whether it was abducted: it lay in the
    archives of the player who does not own it. Rule 16.
    """
    here = s.card[card]
    seat = owner(card)
    abducted = False
    if here.zone == Zone.DECK:
        at = take_from_pile(s.deck[seat], card)
        if at < s.shuffled[seat]:
            s.shuffled[seat] -= 1
    elif here.zone == Zone.HAND:
        take_from_pile(s.hand[seat], card)
    elif here.zone == Zone.DISCARD:
        take_from_pile(s.discard[seat], card)
    elif here.zone == Zone.ARCHIVES:
        if take_from_pile(s.archives[seat], card) < 0:
            take_from_pile(s.archives[other(seat)], card)
            abducted = True
    elif here.zone == Zone.UNDER:
        s.covered -= 1
    here.zone = Zone.NONE
    return abducted


@kernel
def put_in(s, card, zone, seat):
    """Puts a card that is nowhere into a zone other than play, on top of the pile if it is one.

    seat: whose pile; only in the archives may it be another than the owner's.

    Rules 1 and 16.
    """
    s.card[card].zone = zone
    if zone == Zone.DECK:
        put(s, s.deck[seat], card)
    elif zone == Zone.HAND:
        put(s, s.hand[seat], card)
    elif zone == Zone.DISCARD:
        put(s, s.discard[seat], card)
    elif zone == Zone.ARCHIVES:
        put(s, s.archives[seat], card)
    elif zone == Zone.UNDER:
        s.covered += 1


@kernel
def hide(s, card):
    """A card goes facedown from its owner's hand: the opponent sees that one goes, not which, and so is sure of none
    that he knew there. Rule 16.
    """
    seat = owner(card)
    s.card[card].seen = 1 << seat
    for i in range(s.hand[seat].n):
        s.card[s.hand[seat].card[i]].seen = 1 << seat


@kernel
def move(s, card, zone):
    """Moves a card that is not in play to its owner's pile of `zone`; returns the zone in which it ends up.

    An abducted card goes to its owner's hand instead, whatever the zone.

    Rule 16.
    """
    here = s.card[card]
    from_hand = here.zone == Zone.HAND
    facedown = from_hand and (zone in (Zone.ARCHIVES, Zone.UNDER))
    from_deck = here.zone == Zone.DECK and zone == Zone.ARCHIVES
    if take_out(s, card):
        zone = Zone.HAND
    here.host = NO_CARD
    if facedown:
        hide(s, card)
    elif from_deck:
        here.seen = here.seen | (1 << owner(card))
    else:
        here.seen = EVERYBODY
    put_in(s, card, zone, owner(card))
    return zone


@kernel
def move_shown(s, card, zone):
    """As move, for a card from hand that both players see as it goes: a revealed card that is archived. Rule 14."""
    take_out(s, card)
    s.card[card].seen = EVERYBODY
    put_in(s, card, zone, owner(card))
    return zone


@kernel
def put_beneath(s, t, card, host):
    """Puts a card facedown under another that is in play; returns whether it lies there: an abducted card does not.

    Rules 12 and 16.
    """
    if s.card[card].zone == Zone.PLAY:
        leave_play(s, t, card, Zone.UNDER)
    elif move(s, card, Zone.UNDER) != Zone.UNDER:
        return False
    s.card[card].host = host
    return True


@kernel
def uncover(s, host):
    """The cards under a card that leaves play go to their owners' discard piles. Rule 12."""
    if s.covered == 0:
        return
    for card in range(CARDS):
        if s.card[card].zone == Zone.UNDER and s.card[card].host == host:
            move(s, card, Zone.DISCARD)


@kernel
def shuffle_deck(s, seat):
    """Shuffles a player's deck: nobody knows where its cards lie."""
    shuffle_unseen(s, seat)
    s.shuffled[seat] = s.deck[seat].n


@kernel
def discard_into_deck(s, seat):
    """Puts a player's discard pile on the deck and shuffles it. Rule 17."""
    for i in range(s.discard[seat].n):
        s.card[s.discard[seat].card[i]].zone = Zone.DECK
    move_all(s, s.discard[seat], s.deck[seat])
    shuffle_deck(s, seat)


@kernel
def show_top(s, seat):
    """Both players see the top card of a player's deck, which stays there; returns it, or NO_CARD. Rule 14."""
    deck = s.deck[seat]
    if deck.n == 0:
        return NO_CARD
    card = int(deck.card[deck.n - 1])
    s.card[card].seen = EVERYBODY
    s.shuffled[seat] = min(int(s.shuffled[seat]), deck.n - 1)
    return card


@kernel
def draw(s, t, seat, n):
    """A player draws up to n cards; an empty deck is made of the discard pile. Returns how many were drawn. Rule 17."""
    for drawn in range(n):
        if s.deck[seat].n == 0:
            if s.discard[seat].n == 0:
                return drawn
            discard_into_deck(s, seat)
        card = int(s.deck[seat].card[s.deck[seat].n - 1])
        take_out(s, card)
        s.card[card].seen = s.card[card].seen | (1 << seat)
        put_in(s, card, Zone.HAND, seat)
    return n


@kernel
def take_archives(s, t, seat):
    """A player takes all cards of the own archives into hand; abducted ones go to their owner's hand. Rule 16."""
    while s.archives[seat].n > 0:
        card = int(s.archives[seat].card[0])
        known = s.card[card].seen
        if owner(card) == seat:
            take_out(s, card)
            put_in(s, card, Zone.HAND, seat)
            s.card[card].seen = known
        else:
            move(s, card, Zone.HAND)


# --- into play ------------------------------------------------------------------------------------------------------


@kernel
def count_abilities(s, t, card, step):
    """Adds `step` (1 or -1) to the numbers of cards in play that have such triggers and constants as this one; it joins
    the cards that have constants or are upgrades (1) or leaves them (-1).
    """
    facts = t.card[s.card[card].type]
    if facts.listens != 0:
        for trigger in range(PROGRAMS):
            if (facts.listens >> trigger) & 1:
                s.listening[trigger] += step
    for row in range(facts.constant[0], facts.constant[1]):
        s.constant[t.constant[row].kind] += step
    if facts.plain == 0 or facts.type == Type.UPGRADE:
        seat, bit = owner(card), 1 << int(card % DECK_SIZE)
        s.sources[seat] = s.sources[seat] | bit if step > 0 else s.sources[seat] & ~bit


@kernel
def reset(s, card):
    """Clears all that holds for a card only as long as it stays in play. Rule 12."""
    here = s.card[card]
    here.damage, here.amber, here.counters = 0, 0, 0
    here.ready, here.stunned, here.armor_used, here.attacked, here.uses = 0, 0, 0, 0, 0
    here.host, here.upgrades, here.marks, here.tunnels, here.picked = NO_CARD, 0, 0, 0, 0
    here.named, here.taken_house, here.mindlock, here.earlier = NO_HOUSE, NO_HOUSE, NO_CARD, NO_CARD


@kernel
def come_into_play(s, t, card, seat):
    """What holds for every card that comes into play under a player's control: it is exhausted. Rule 7.3."""
    here = s.card[card]
    take_out(s, card)
    reset(s, card)
    here.zone, here.controller, here.lasting = Zone.PLAY, seat, seat
    set_status(s, card, Status.NONE)
    here.killer, here.seen = NO_CARD, EVERYBODY
    count_abilities(s, t, card, 1)
    s.unsettled = 1


@kernel
def put_on_flank(s, card, seat, flank):
    """Puts a creature on a flank of a player's battleline. Rule 13."""
    line = s.line[seat]
    put(s, line, card)
    if flank == Flank.LEFT:
        for i in range(line.n - 1, 0, -1):
            line.card[i] = line.card[i - 1]
        line.card[0] = card


@kernel
def enter_play(s, t, card, seat, flank):
    """A creature enters play on that flank of a player's battleline, an artifact among his artifacts; exhausted.

    Rule 7.3.
    """
    come_into_play(s, t, card, seat)
    if t.card[s.card[card].type].type == Type.CREATURE:
        put_on_flank(s, card, seat, flank)
    else:
        put(s, s.artifacts[seat], card)


@kernel
def attach(s, t, card, host, seat):
    """An upgrade that a player controls is attached to a creature in play. Rule 7."""
    come_into_play(s, t, card, seat)
    if s.constant[Constant.CONTROLS_HOST] > 0 and carries(s, t, card, Constant.CONTROLS_HOST) > 0:
        s.card[card].named = 1 + highest_rank(s, t, host)
        s.disputed = 1
    s.card[card].host = host
    s.card[host].upgrades += 1


# --- control --------------------------------------------------------------------------------------------------------


@kernel
def is_collar(s, t, card):
    """Whether an upgrade gives control of its host, and no later control for good has ended that. Rule 21."""
    return s.card[card].lasting >= 0 and carries(s, t, card, Constant.CONTROLS_HOST) > 0


@kernel
def highest_rank(s, t, host):
    """The rank of the Collar or Mindlock that took a creature last, of those that still do; 0 if there is none.

    Rule 21.
    """
    rank = 0
    if s.card[host].mindlock != NO_CARD:
        rank = int(s.card[s.card[host].mindlock].named) >> 1
    upgrade = next_upgrade(s, host, 0)
    while upgrade != NO_CARD:
        if is_collar(s, t, upgrade):
            rank = max(rank, int(s.card[upgrade].named))
        upgrade = next_upgrade(s, host, upgrade + 1)
    return rank


@kernel
def due_controller(s, t, card):
    """Who should control a creature in play: the latest control effect that still lasts decides. Rule 21."""
    here = s.card[card]
    seat, rank = int(here.lasting), 0
    if here.mindlock != NO_CARD:
        seat, rank = int(s.card[here.mindlock].named) & 1, int(s.card[here.mindlock].named) >> 1
    if here.upgrades == 0 or s.constant[Constant.CONTROLS_HOST] == 0:
        return seat
    upgrade = next_upgrade(s, card, 0)
    while upgrade != NO_CARD:
        if is_collar(s, t, upgrade) and s.card[upgrade].named > rank:
            seat, rank = int(s.card[upgrade].lasting), int(s.card[upgrade].named)
        upgrade = next_upgrade(s, card, upgrade + 1)
    return seat


@kernel
def take_control(s, t, card, seat):
    """A player takes control of a creature or artifact in play for good, whatever else has controlled it.

    An artifact changes sides at once, a creature in the next state check: then its flank is chosen.

    Rule 21.
    """
    here = s.card[card]
    here.lasting, here.mindlock = seat, NO_CARD
    if here.upgrades > 0:
        upgrade = next_upgrade(s, card, 0)
        while upgrade != NO_CARD:
            if is_collar(s, t, upgrade):
                s.card[upgrade].lasting = -1
            upgrade = next_upgrade(s, card, upgrade + 1)
    if t.card[here.type].type == Type.ARTIFACT:
        change_control(s, t, card, seat, Flank.LEFT)
    s.unsettled, s.disputed = 1, 1


@kernel
def take_control_until_leaves(s, t, card, seat, source):
    """A player takes control of a creature in play for as long as `source` stays in play. Rule 21."""
    s.card[source].named = 2 * (1 + highest_rank(s, t, card)) + seat
    s.card[source].earlier = s.card[card].mindlock
    s.card[card].mindlock = source
    s.unsettled, s.disputed = 1, 1


@kernel
def give_up_right(s, t, card):
    """The active player no longer has a card in play: a right of such a card to play, used this turn, goes with it, so
    that the rights of others are still there. Rules 6 and 12.
    """
    if s.off_house > 0 and s.card[card].controller == s.active and carries(s, t, card, Constant.PLAYS_OFF_HOUSE) > 0:
        s.off_house -= 1


@kernel
def change_control(s, t, card, seat, flank):
    """A card in play changes sides: a creature to that flank of the new battleline, an artifact to the other row.

    Rule 13.
    """
    here = s.card[card]
    if here.controller == seat:
        return
    give_up_right(s, t, card)
    if t.card[here.type].type == Type.CREATURE:
        take_from_pile(s.line[here.controller], card)
        put_on_flank(s, card, seat, flank)
    else:
        take_from_pile(s.artifacts[here.controller], card)
        put(s, s.artifacts[seat], card)
    here.controller = seat
    s.unsettled = 1


@kernel
def give_house(s, card, house):
    """A card counts as of a house while its controller has it, also if it comes back to him, if it is of none of the
    houses of his deck.

    Rule 21.
    """
    here = s.card[card]
    houses = int(s.houses[here.controller])
    if houses != 0 and (houses >> int(here.house)) & 1 == 0:
        here.taken_house = house


# --- out of play ----------------------------------------------------------------------------------------------------


@kernel
def leave_play(s, t, card, zone):
    """A card leaves play for its owner's pile of `zone`, with all that this means for amber, upgrades and control.

    Rule 12.
    """
    leave_play_for(s, t, card, zone, owner(card))


@kernel
def leave_play_for(s, t, card, zone, seat):
    """As leave_play, into the archives of a player who need not own the card. Rule 16."""
    here = s.card[card]
    kind = t.card[here.type].type
    if zone == Zone.DISCARD and kind == Type.CREATURE and s.constant[Constant.PURGES_DEAD] > 0:
        zone = Zone.PURGED
    drop_attached(s, t, card)
    if kind == Type.UPGRADE:
        s.card[here.host].upgrades -= 1
        s.disputed = 1
    amber, controller = int(here.amber), int(here.controller)
    give_up_right(s, t, card)
    count_abilities(s, t, card, -1)
    if kind == Type.CREATURE:
        take_from_pile(s.line[controller], card)
    elif kind == Type.ARTIFACT:
        take_from_pile(s.artifacts[controller], card)
    end_mindlock(s, card)
    note_departure(s, t, card)
    reset(s, card)
    put_in(s, card, zone, seat)
    if kind == Type.CREATURE:
        add_to_pool(s, t, other(controller), amber)
    s.unsettled = 1


@kernel
def note_departure(s, t, card):
    """Notes how a card in play leaves it, for the abilities that this triggers. Rule 12."""
    here = s.card[card]
    destroyed = here.status == Status.TAGGED or here.status == Status.DYING
    with_its_batch = destroyed and s.batch == 0
    if not with_its_batch and (t.card[here.type].listens >> Trigger.LEAVES_PLAY) & 1:
        set_status(s, card, Status.TAKEN if destroyed else Status.LEFT)
    elif destroyed:
        set_status(s, card, Status.GONE)


@kernel
def drop_attached(s, t, host):
    """The upgrades on a card that leaves play and the cards under it go to their owners' discard piles. Rule 12."""
    if s.card[host].upgrades > 0:
        upgrade = next_upgrade(s, host, 0)
        while upgrade != NO_CARD:
            count_abilities(s, t, upgrade, -1)
            end_mindlock(s, upgrade)
            set_status(s, upgrade, Status.NONE)
            reset(s, upgrade)
            put_in(s, upgrade, Zone.DISCARD, owner(upgrade))
            uncover(s, upgrade)
            upgrade = next_upgrade(s, host, upgrade + 1)
    uncover(s, host)


@kernel
def end_mindlock(s, source):
    """The control that lasts as long as `source` stays in play ends; an earlier one that lasts holds again. Rule 21."""
    for seat in range(SEATS):
        line = s.line[seat]
        for i in range(line.n):
            here = s.card[line.card[i]]
            if here.mindlock == source:
                here.mindlock = s.card[source].earlier
                s.disputed = 1
                continue
            link = int(here.mindlock)
            while link != NO_CARD:
                if s.card[link].earlier == source:
                    s.card[link].earlier = s.card[source].earlier
                link = int(s.card[link].earlier)
