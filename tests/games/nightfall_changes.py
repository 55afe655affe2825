"""What is Nightfall's own in the changes of one fact of a card."""

from contract.card_changes import Changes, Texts

from sim import load_game
from sim.nightfall.cards import Operation, Static, vocabulary
from sim.nightfall.state import NOTHING, Colour, Type

GAME = load_game("nightfall")
ORDERS = [card for card, fields in GAME.words.cards(()).items() if fields["type"] != "wound"]
TEXTS = Texts(
    GAME,
    vocabulary(GAME.words.card_ids(), ()),
    nothing={"operation": 0},
    unasked=set(Operation) - {Operation.CLAIM},
    in_play=1 << Type.MINION,
)


def changes(name: str) -> Changes:
    """Every change of one fact of a card."""
    card = TEXTS.card(name)
    yield from card.near("copies", least=1)
    if card.now["type"] != Type.STARTER:
        yield from card.near("cost")
    if card.now["is_minion"]:
        yield from card.near("strength")
        yield from card.near("health", least=1)
        yield from card.turned(*(static.name.lower() for static in Static))
    yield from card.others("colour", Colour)
    for colour in Colour:
        yield card.change(f"link {colour.name.lower()} or not", {"links": int(card.now["links"]) ^ 1 << colour})
    if card.now["kicker"] != NOTHING:
        yield from card.others("kicker", Colour)
        yield from card.without("kicker", blank=NOTHING)
    for column in ("chain", "kicked"):
        yield from TEXTS.text(card.part(column, where=column))
