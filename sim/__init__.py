"""The games, and nothing about strategy or statistics."""

from __future__ import annotations

import functools
import importlib
from typing import TYPE_CHECKING

from .core.errors import InputError, nearest, quoted
from .reading.decks import letters

if TYPE_CHECKING:
    from .core.game import Game
    from .words.vocabulary import Words

GAMES = {
    "shards_of_infinity": "deck-building duel for 2 to 4 players: reach 30 mastery, or outlast the others",
    "aeons_end": "one to four mages, whose decks are never shuffled, against a nemesis that would destroy Gravehold",
    "berserk": "two squads on a field of 5 x 6 cells, placed in secret; dice decide the strikes: the last one wins",
    "keyforge": "two players with a unique deck each, one of its three houses a turn: the first with three keys wins",
    "berserk_heroes": "two heroes with decks, gold and creatures that attack and defend: who has no life left loses",
    "nightfall": "two to five players draft archives and play chains of cards on each other: the fewest wounds win",
}
"""The games there are, each a package of that name, with one line about it."""


def game_id(name: str) -> str:
    """The id of a game, by it or as the game is called, in any case: "KeyForge", "Aeon's End"; InputError with the
    nearest names if there is none.
    """
    called = {letters(game): game for game in GAMES}
    found = called.get(letters(name)) if isinstance(name, str) else None
    if found is None:
        raise InputError(f"no game is called {quoted(name)}{nearest(str(name).casefold(), GAMES)}")
    return found


def load_game(name: str) -> Game[Words]:
    """The game of that name, as `game_id` reads it."""
    return _load(game_id(name))


@functools.cache
def _load(name: str) -> Game[Words]:
    game: Game[Words] = importlib.import_module(f".{name}", __package__).GAME
    return game
