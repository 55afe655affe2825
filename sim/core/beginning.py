"""How a game begins: its random streams are seeded, and a seat is first."""

from __future__ import annotations

from .kernel import kernel
from .rng import ORDER, below, seed_streams

ROTATE, RANDOM_FIRST = -1, -2
"""Values of `first` beside a seat: the first seat goes round the table from game to game, or is drawn."""


@kernel
def begin(s, seed, game, players, first):
    """Seeds the random streams of a game and returns the seat that begins.

    first: a seat, ROTATE or RANDOM_FIRST. With ROTATE, games n*d .. n*d + n-1 of n players are deal d with each of the
    seats first in turn; else the game is the deal.
    """
    if first == ROTATE:
        seed_streams(s, seed, game // players, game % players, players)
        return game % players
    if first == RANDOM_FIRST:
        seed_streams(s, seed, game, 0, players)
        drawn = below(s, ORDER, players)
        seed_streams(s, seed, game, drawn, players)
        return drawn
    seed_streams(s, seed, game, first, players)
    return first
