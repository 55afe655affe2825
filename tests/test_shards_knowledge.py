"""What the owner of a hand of Shards of Infinity knows besides what everybody does."""

from contract.piles import cards
from games.shards_of_infinity import GAME, SITUATION


def redealt(s, tables, viewer, seed):
    copy = s.copy()
    GAME.determinize(copy, tables, viewer, seed)
    return copy


def test_the_owner_of_the_hand_keeps_it():
    tables, s = SITUATION.laid_out(GAME)
    decks = {tuple(cards(redealt(s, tables, 1, seed).deck[1])) for seed in range(100)}
    hands = {tuple(cards(redealt(s, tables, 1, seed).hand[1])) for seed in range(100)}
    assert (len(decks), hands) == (2, {tuple(cards(s.hand[1]))})
