"""What is Nightfall's own in the changes of one fact of a card."""

from collections.abc import Iterable, Iterator

import numpy as np
from contract.card_changes import Entry, Texts, cards_of
from contract.mutations import Change

from sim import load_game
from sim.nightfall.cards import Operation, Static, vocabulary
from sim.nightfall.state import NOTHING, Colour

GAME = load_game("nightfall")
CARDS = GAME.words.card_ids()
ORDERS = [card for card, fields in GAME.words.cards(()).items() if fields["type"] != "wound"]
TABLES = GAME.make_tables({}, ())


class NightfallTexts(Texts):
    """The texts of Nightfall."""

    def types_besides(self, asked: np.void) -> Iterable[int]:
        """None: in play there are minions alone, and elsewhere a text asks for nothing."""
        return ()


TEXTS = NightfallTexts(
    TABLES,
    vocabulary(CARDS, ()),
    {"operation": 0},
    unasked=[operation for operation in Operation if operation != Operation.CLAIM],
)


def changes_of_facts(card: Entry) -> Iterator[Change]:
    """Every change of a number, a colour, and of what holds while a card is in play."""
    numbers = ["copies"] if card.now["type"] == 0 else ["copies", "cost"]
    for field in [*numbers, "strength", "health"] if card.now["is_minion"] else numbers:
        yield from card.near(field, 1 if field in ("health", "copies") else 0)
    yield from card.others("colour", Colour)
    for colour in Colour:
        yield card.change(f"link {colour.name.lower()} or not", {"links": int(card.now["links"]) ^ 1 << colour})
    if card.now["kicker"] != NOTHING:
        yield from card.others("kicker", Colour)
        yield from card.without("kicker", blank=NOTHING)
    if card.now["is_minion"]:
        for static in Static:
            field = static.name.lower()
            yield card.change(f"{field} or not", {field: 0 if card.now[field] else 1})


def changes(name: str) -> Iterator[Change]:
    """Every change of one fact of a card."""
    card = cards_of(TABLES, CARDS.index(name))
    yield from changes_of_facts(card)
    for column in ("chain", "kicked"):
        text = card.part(column, where=column)
        if text.now[0] < text.now[1]:
            yield text.change("emptied", {1: int(text.now[0])})
        yield from TEXTS.rows(text.rows("row"))
