"""The coarsest change of each card of Berserk: Heroes: without its abilities, or, if it has none, with another body."""

import functools
from collections.abc import Iterator

import numpy as np
from contract.mutations import Change

from sim import load_game
from sim.words.scenario import Scenario

GAME = load_game("berserk_heroes")
CARDS = GAME.words.card_ids()
TABLES = GAME.make_tables({}, ())
NUMBERED = ("armour", "scales", "regeneration", "might", "fewer_from_attacks", "fewer_from_strikes")


def drop_text(card: int, tables: np.record, scenario: Scenario) -> None:
    """A card loses all that its text says, and its keywords."""
    facts = tables.card[card]
    for index in range(int(facts.ability[0]), int(facts.ability[1])):
        tables.ability[index].end = tables.ability[index].start
    facts.constant = (0, 0)
    facts.constants, facts.keywords = 0, 0
    facts.meditation, facts.thirst = 0, 0
    for keyword in NUMBERED:
        facts[keyword] = 0


def other_body(card: int, tables: np.record, scenario: Scenario) -> None:
    """A card is stronger and lives longer."""
    tables.card[card].strike += 3
    tables.card[card].life += 9


def changes(name: str) -> Iterator[Change]:
    """The change of a card."""
    card = CARDS.index(name)
    if TABLES.card[card].vanilla:
        yield "another body", functools.partial(other_body, card)
    else:
        yield "without its text", functools.partial(drop_text, card)


EQUIVALENT = {
    ("legate_of_akkenia", "without its text"): "Horde is a rule of deck building: see test_berserk_heroes_decks",
    ("bringer_of_insight", "without its text"): "its Ambush stays, and what it then does only shows a hand",
}
"""Changes that no game can show, and why."""
