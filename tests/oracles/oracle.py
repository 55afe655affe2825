"""What an oracle is: cards and situations drawn at random, and how they must end."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

Cards = Mapping[str, dict[str, Any]]
"""By id, the facts of drawn cards, as in a card file."""
Keys = dict[str, Any]
"""A situation with its claims: the keys of a scenario, and `prefer`: phrases of which the first legal one is done, each
once, until none of them is legal.
"""


@dataclass(frozen=True)
class Oracle:
    """A chapter of the rules of a game."""

    chapter: str
    """its name, with the numbers of the rules"""
    judge: Callable[[Random, Cards, str], Keys | None]
    """draws a situation with drawn cards and says how it must end; the text is an error to believe, "" for none; None:
    what was drawn is none of its business
    """
    errors: Sequence[str]
    """wrong readings, each of which must make some situation come out wrong"""
    cards: Callable[[Random], Cards] = lambda chance: {}
    """draws the cards that situations are made of; none where the cards of the game serve"""
