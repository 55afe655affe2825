"""What is KeyForge's own in the changes of one fact of a card."""

from contract.card_changes import Changes, Entry, Texts, by_code, by_one, following, members, table_of

from sim import load_game
from sim.keyforge import notation
from sim.keyforge.state import House, Trigger, Type
from sim.keyforge.tables import ROW, Keyword, Operation, Place, Side

GAME = load_game("keyforge")
KINDS = by_code(notation.CONSTANTS)
KEYWORDS = {keyword.name.lower(): int(keyword) for keyword in Keyword}
ENDLESS = {
    "numquid_the_fair": (
        "play row 0: dropped", "play row 0: amount 0", "play row 1: dropped", "play row 2: condition dropped",
        "play row 2: condition turned round",
    )
}  # fmt: skip
"""After these a text that repeats itself unasked would go on for ever."""
TEXTS = Texts(
    GAME,
    notation.Notation({}, {}).vocabulary,
    nothing=dict.fromkeys(ROW.names or (), 0) | {"operation": int(Operation.JUMP)},
    silent=members(Operation, "reveal reveal_hand look_at_hand"),
    unasked=members(Operation, "modes jump repeat note_did stop"),
    of_one_type=members(Operation, "damage heal strip_armor stun unstun"),
    instead={
        "place": {
            Place.HAND: (Place.DISCARD,),
            Place.DISCARD: (Place.HAND,),
            Place.ARCHIVES: (Place.HAND,),
            Place.DECK_AND_DISCARD: (Place.DECK, Place.DISCARD),
            Place.PLAY_AND_DISCARD: (Place.PLAY, Place.DISCARD),
            Place.UNDER_THIS: (Place.HAND,),
            Place.PURGED_BY_THIS: (Place.DISCARD,),
        }
    },
    same_sides={
        "neighbor_of_fought": (Side.ANY, Side.ENEMY),
        "in_hand in_archives in_deck in_deck_or_discard under_this neighbor this": (Side.ANY, Side.FRIENDLY),
    },
    in_play=1 << Type.CREATURE | 1 << Type.ARTIFACT,
    of_type="damaged stunned elusive neighbor neighbor_of_chosen neighbor_of_fought most_powerful this host "
    "shares_trait",
    masks={"traits": "traits"},
)


def changes(name: str) -> Changes:
    """Every change of one fact of a card that comes to an end."""
    card = TEXTS.card(name)
    found = (*changes_of_facts(card), *changes_of_texts(card, name), *changes_of_constants(card))
    return (change for change in found if change[0] not in ENDLESS.get(name, ()))


def changes_of_facts(card: Entry) -> Changes:
    """Every change of a number, a keyword, the house, and of the traits that some card asks for."""
    yield from card.near("amber")
    if card.now["type"] == Type.CREATURE:
        yield from card.near("power", "armor")
    yield from card.near("assault", "hazardous", blank=0)
    yield from card.without_bits("keywords", KEYWORDS)
    yield from card.others("house", following(House)[int(card.now["house"])])
    yield from TEXTS.asked(card)


def changes_of_texts(card: Entry, name: str) -> Changes:
    """Every change of what a card does when something happens.

    What happens each time while an effect of a turn lasts stands on the card that the tables name for it; other cards
    that make the effect must say the same, see test_keyforge_cards.
    """
    for trigger in notation.TRIGGERS.values():
        if trigger != Trigger.LATER or TEXTS.cards.index(name) in TEXTS.tables.lasting:
            where = Trigger(trigger).name.lower()
            yield from TEXTS.text(card.part("program", trigger, where=where))
            yield from TEXTS.filter(card.part("when", where=where), trigger, "when")


def changes_of_constants(card: Entry) -> Changes:
    """Every change of one thing that a card does all the time; what an upgrade does, it does to its host."""
    for row in card.part("constant").rows("constant", "constant"):
        term = KINDS[int(row.now["kind"])]
        yield card.lost(row, "kind", noted="kinds")
        yield from TEXTS.clauses(row, term.readers, filter="filter")
        if term.works_on == notation.PEOPLE and row.now["side"] != Side.HOST_OPPONENT:
            yield from row.others("side", (Side.ANY, Side.FRIENDLY, Side.ENEMY))


def changes_of_the_table() -> Changes:
    """Every change of a number of the table."""
    table = GAME.make_tables({"chains": [2, 2]}, ())
    yield from by_one(table, "turn_limit")
    yield from by_one(table, "chains")
    yield from table_of(table).turned("mulligans")
