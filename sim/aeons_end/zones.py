"""How the cards of the players move between their zones (rules 7)."""

from __future__ import annotations

from ..cards.piles import move_card
from ..core.faults import ERROR_UNWRITTEN
from ..core.kernel import kernel
from ..core.pile import find, move_all, put, put_under, shuffle, take, take_top
from ..core.rng import shuffle_stream
from .frames import push, push_choice, speaker
from .state import Decision, Frame, Place, Type


@kernel
def need_deck(s, seat):
    """Turns the discard pile over if a card is needed from an empty deck; whether there is a card then (rules 7)."""
    deck, discard = s.deck[seat], s.discard[seat]
    if deck.n == 0:
        for i in range(discard.n - 1, -1, -1):
            deck.card[discard.n - 1 - i] = discard.card[i]
        deck.n, discard.n, s.shuffled[seat] = discard.n, 0, 0
    return deck.n > 0


@kernel
def take_from_deck(s, seat):
    """Removes and returns the top card of a deck that is not empty (rules 7)."""
    card = int(take_top(s.deck[seat]))
    if s.shuffled[seat] > s.deck[seat].n:
        s.shuffled[seat] = s.deck[seat].n
    return card


@kernel
def look_at_top(s, seat):
    """The top card of a deck becomes known; False if there is none (rules 7)."""
    if not need_deck(s, seat):
        return False
    left = int(s.deck[seat].n) - 1
    s.seen[s.deck[seat].card[left]] = 1
    s.shuffled[seat] = min(s.shuffled[seat], left)
    return True


@kernel
def draw(s, t, seat, n):
    """A player draws n cards, or as many as there are (rules 7)."""
    for _ in range(n):
        if not need_deck(s, seat):
            return
        card = take_from_deck(s, seat)
        s.seen[card] = 1
        put(s, s.hand[seat], card)


@kernel
def play_card(s, seat, card):
    """A gem or relic goes from a hand to the play area and takes effect (rules 4.2.1)."""
    move_card(s, card, s.hand[seat], s.play)
    push(s, Frame.PLAY_CARD, seat, 0, 0, 0).card = card


@kernel
def discard_from_hand(s, seat, card):
    """A card of a hand goes on top of its owner's discard pile (rules 7)."""
    move_card(s, card, s.hand[seat], s.discard[seat])


@kernel
def put_gained(s, seat, card, place):
    """A gained card goes to its place (rules 7)."""
    if place == Place.HAND:
        put(s, s.hand[seat], card)
    elif place == Place.DECK:
        put(s, s.deck[seat], card)
    elif place == Place.DISCARD:
        put(s, s.discard[seat], card)
    else:
        s.error = ERROR_UNWRITTEN


@kernel
def destroy_card(s, t, card):
    """A card leaves the game; a corruption goes under the corruption deck or, made harder, to a discard pile
    (rules 7, 16.10).
    """
    if t.card[card].type != Type.CORRUPTION:
        s.destroyed[card] += 1
    elif t.expert == 1:
        s.seen[card] = 1
        push_choice(s, Decision.GIVE, speaker(s), 0, 0, 0).card = card
    else:
        s.seen[card] = 1
        put_under(s, s.corruptions, card)


@kernel
def destroy_played(s, t, card):
    """A card of the play area is destroyed (rules 7)."""
    index = find(s.play, card)
    if index >= 0:
        destroy_card(s, t, int(take(s.play, index)))


@kernel
def destroy_discarded_last(s, t, seat, card):
    """Of a card the copy that lies on top in a discard pile is destroyed (rules 7)."""
    pile = s.discard[seat]
    for i in range(pile.n - 1, -1, -1):
        if pile.card[i] == card:
            destroy_card(s, t, int(take(pile, i)))
            return


@kernel
def destroy_top_of_deck(s, t, seat, n):
    """The top n cards of a deck are destroyed (rules 7)."""
    for _ in range(min(n, int(s.deck[seat].n))):
        destroy_card(s, t, take_from_deck(s, seat))


@kernel
def shuffle_discard_into_deck(s, seat):
    """Deck and discard pile of a player are shuffled together (rules 1)."""
    move_all(s, s.discard[seat], s.deck[seat])
    shuffle(s, shuffle_stream(seat), s.deck[seat])
    s.shuffled[seat] = s.deck[seat].n
