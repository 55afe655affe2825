"""The claim phase (rules 6)."""

from __future__ import annotations

from ..cards.decisions import ask
from ..cards.known import put_into_hand
from ..core.kernel import kernel
from .cleanup import begin_cleanup
from .state import NO_CARD, NOBODY, NOTHING, Decision, Phase, Source
from .zones import discard_from_hand


@kernel
def begin_claim(s, t):
    """The active player has influence, and what the chain gave him (rules 6.1, 5.11)."""
    s.phase = Phase.CLAIM
    s.influence += t.influence


@kernel
def can_claim_from(s, seat, archive):
    """Whether a player may pay for cards of an archive: of the commons or his own, not empty (rules 6.3, 6.6, 6.7)."""
    return archive.left > 0 and (archive.owner == NOBODY or archive.owner == seat)


@kernel
def can_trade(t, card):
    """Whether a card in hand can be discarded for influence (rules 6.2)."""
    return t.wounds_give_influence == 1 or t.card[card].wound == NOTHING


@kernel
def next_claim(s, t):
    """Asks the active player for the next step, if there is any that he could take (rules 6.4)."""
    seat, possible = s.active, s.ask_all == 1
    for i in range(s.hand[seat].n):
        possible |= can_trade(t, s.hand[seat].card[i])
    for i in range(s.n_archives):
        archive = s.archive[i]
        possible |= can_claim_from(s, seat, archive) and t.card[archive.card].cost <= s.influence
    if possible:
        ask(s, seat, Decision.CLAIM)
    else:
        begin_cleanup(s, t)


@kernel
def trade(s, seat, card):
    """A card is discarded for one influence (rules 6.2)."""
    discard_from_hand(s, seat, card)
    s.influence += 1


@kernel
def take(s, seat, place):
    """A card of an archive goes to the discard pile of a player (rules 6.3, 3.4)."""
    archive = s.archive[place]
    archive.left -= 1
    s.discard[seat, archive.card] += 1
    s.claimed[seat] += 1


@kernel
def claim(s, t, place):
    """The active player pays for a card and takes it (rules 6.3)."""
    s.influence -= t.card[s.archive[place].card].cost
    take(s, s.active, place)


@kernel
def is_source(s, t, seat, archive, source, cost):
    """Whether a text lets a player claim from an archive, of cards of at most that cost (rules 6.6, 6.7)."""
    if archive.left == 0 or t.card[archive.card].cost > cost:
        return False
    if source == Source.ANY:
        return True
    if source == Source.COMMONS:
        return archive.owner == NOBODY
    if source == Source.OWN_PRIVATE:
        return archive.owner == seat
    if source == Source.OPPOSING_PRIVATE:
        return archive.owner != NOBODY and archive.owner != seat
    return False


@kernel
def claimed_to_hand(s, seat):
    """The card that the order has just claimed goes from the discard pile to the hand, once, in sight of all."""
    if s.claimed_card != NO_CARD and s.discard[seat, s.claimed_card] > 0:
        s.discard[seat, s.claimed_card] -= 1
        put_into_hand(s, seat, s.claimed_card)
    s.claimed_card = NO_CARD
