"""Changes of the printed figures of a card, each of which one of its scenarios must notice."""

from collections.abc import Iterator

from contract.mutations import Change, change

from sim import load_game
from sim.berserk.cards import card_tables
from sim.berserk.tables import Subtype, Type

IDS = load_game("berserk").words.card_ids()
NOT_STRUCK = (
    "slime",
    "elven_warrior",
    "metamorph",
    "adelaide_sailors",
    "stone_golem",
    "stonewood",
    "volot",
    "hall_guard",
)
"""Creatures whose three strikes no scenario shows one by one: what they trigger or change gets in the way."""


def changes(card: str) -> Iterator[Change]:
    """Another number of lives, of movement, and of each of the three strikes."""
    row = IDS.index(card)
    facts = card_tables()["card"][0][row]
    if facts["life"]:
        for value in (int(facts["life"]) - 1, int(facts["life"]) + 1):
            yield change(f"life {value}", ("card", row, "life"), value)
    if facts["type"] != Type.CREATURE or facts["subtype"] in (Subtype.COMPANION, Subtype.PARASITE):
        return
    if facts["subtype"] == Subtype.PLAIN:
        yield change(f"move {int(facts['move']) + 1}", ("card", row, "move"), int(facts["move"]) + 1)
    if card not in NOT_STRUCK:
        for strength, value in enumerate(facts["strike"]):
            name = ("weak", "medium", "strong")[strength]
            yield change(f"{name} {int(value) + 1}", ("card", row, "strike", strength), int(value) + 1)
