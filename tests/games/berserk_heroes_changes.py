"""What is Berserk: Heroes' own in the changes of one fact of a card."""

import functools
from collections.abc import Collection, Iterable, Iterator

import numpy as np
from contract.card_changes import Entry, Key, Texts, asked_bits, by_code, cards_of, following
from contract.mutations import Change

from sim import load_game
from sim.berserk_heroes import notation
from sim.berserk_heroes.cards import SEVERAL, VALUED
from sim.berserk_heroes.state import Element, Form, Limit, Trigger, Turns, Type, Zone
from sim.berserk_heroes.tables import CONSTANT_ROW, PAY_X, Keyword, Operation, Place, Property, Select, Side
from sim.words.scenario import Scenario

GAME = load_game("berserk_heroes")
CARDS = GAME.words.card_ids()
TABLES = GAME.make_tables({}, ())
NO_GAME = (Keyword.HORDE, Keyword.CREATED, Keyword.PLACED, Keyword.MODULE, Keyword.AMBUSH, Keyword.CLUTCH)
"""Keywords of deck building, of tokens, and what stands for an ability that has changes of its own."""
SIBLINGS = (
    (Operation.GAIN_GOLD, Operation.GAIN_TAPPED_GOLD, Operation.GAIN_GOLD_NOW),
    (Operation.STRIKE, Operation.STRIKE_NOW),
    (Operation.GRANT, Operation.GRANT_NOW, Operation.GRANT_ROUND, Operation.GRANT_OWN_TURN, Operation.GRANT_YOUR_TURN),
    (Operation.CONTROL, Operation.CONTROL_NOW),
    (Operation.TO_HAND, Operation.TO_DECK_TOP, Operation.TO_DECK_BOTTOM),
    (Operation.PUT_INTO_PLAY, Operation.PUT_INTO_PLAY_TAPPED),
    (Operation.STUN, Operation.TAP, Operation.STAY_TAPPED),
    (Operation.UNTAP, Operation.READY),
    (Operation.PLAY, Operation.PLAY_FREE),
    (Operation.DISCARD, Operation.TO_GRAVEYARD),
    (Operation.CAPTURE, Operation.HERO_CAPTURES),
    (Operation.LASTING, Operation.LASTING_OPPONENT),
    (Operation.BOOST, Operation.EXTRA_LIFE),
)
"""Operations that are written alike and do what is near: each is also read as the next."""
OWN_PLACES = (Place.HAND, Place.GRAVEYARD, Place.DECK, Place.SIDEBOARD, Place.CAPTURED_BY_THIS, Place.CAPTURED_BY_HERO)
"""Where nobody's cards are looked for but those of "you", unless the filter says otherwise."""
HERO, SUPPORTS = 1 << Type.HERO, sum(1 << kind for kind in Type if kind > Type.SPELL)
TURN = (Trigger.TURN_START, Trigger.TURN_END)


class HeroesTexts(Texts):
    """The texts of Berserk: Heroes."""

    def same_sides(self, asked: np.void) -> Collection[int]:
        if asked["both"] or int(asked["properties"]) & Property.THIS:
            return tuple(Side)
        return (Side.ANY, Side.FRIENDLY) if asked["place"] in OWN_PLACES and asked["side"] != Side.ENEMY else ()

    def types_besides(self, asked: np.void) -> Iterable[int]:
        types = int(asked["types"])
        if types == 0 or asked["title"] >= 0:
            return []
        if types == SUPPORTS:
            return [0]
        found = [types & ~(1 << kind) for kind in Type if types >> kind & 1 and types != 1 << kind]
        if asked["classes"] or (asked["place"] == Place.PLAY and types & HERO):
            return found
        return [*found, types | HERO if asked["place"] == Place.PLAY else 0]

    def typed(self, row: np.void, column: Key) -> bool:
        return row.dtype != CONSTANT_ROW or column != "filter"


TEXTS = HeroesTexts(
    TABLES,
    notation.Notation(
        {card: number for number, card in enumerate(CARDS)}, {f"{bit}": bit for bit in range(notation.CLASSES_MAX)}
    ).vocabulary,
    dict.fromkeys(TABLES.row.dtype.names, 0) | {"operation": int(Operation.AS_YOU)},
    silent=(Operation.SHOW_HAND,),
    at_least_one=(Operation.CHOOSE_MODE,),
    instead={
        "operation": {**following(*SIBLINGS), Operation.AS_YOU: (Operation.AS_OPPONENT,)},
        "select": {
            Select.HERO: (Select.OPPONENT_HERO,), Select.OPPONENT_HERO: (Select.HERO,), Select.BY: (Select.EVENT,)
        },
        "place": {Place.HAND: (Place.GRAVEYARD,), Place.GRAVEYARD: (Place.HAND,), Place.DECK: (Place.HAND,)},
        "limit": dict.fromkeys(Limit, (Limit.TURN,)) | {
            Limit.TURN: (Limit.EACH,), Limit.GIVEN: (Limit.TURN, Limit.EACH)
        },
    },
)  # fmt: skip


# --- abilities --------------------------------------------------------------------------------------------------------


def changes_of_ability(ability: Entry) -> Iterator[Change]:
    """Every change of one thing that an ability says."""
    if ability.now["trigger"] != Trigger.SPELL and ability.now["form"] != Form.LATER:
        yield ability.change("never", {"zone": int(Zone.RESOLVING), "trigger": int(Trigger.STATE)})
        yield from changes_of_frequency(ability)
    yield from ability.without("when", "by", blank=-1)
    for column in ("when", "by"):
        yield from TEXTS.filter(ability, column, column)
    yield from TEXTS.condition(ability)
    yield from changes_of_payment(ability)
    yield from TEXTS.rows(ability.rows("row", first="start", end="end"))


def changes_of_frequency(ability: Entry) -> Iterator[Change]:
    """In whose turns an ability works, and how often."""
    trigger = ability.now["trigger"]
    if trigger not in (*notation.UNLIMITED, Trigger.USE, Trigger.PLAYED) and ability.now["ambush"] < 0:
        if trigger not in TURN or ability.now["limit"] != Limit.TURN:
            yield from TEXTS.in_place(ability, "limit")
    if trigger in TURN:
        yield from ability.others("turns", (int(Turns.YOURS), int(Turns.OPPONENTS), Turns.YOURS | Turns.OPPONENTS))


def changes_of_payment(ability: Entry) -> Iterator[Change]:
    """What an activated ability or Ambush costs."""
    if ability.now["ambush"] >= 0:
        yield from ability.near("ambush")
    if ability.now["trigger"] == Trigger.USE:
        yield from ability.others("gold", [1]) if ability.now["gold"] == PAY_X else ability.near("gold")
        yield from ability.turned("tap")
        if ability.now["needs"]:
            yield from ability.near("needs")
            yield from TEXTS.filter(ability, "needs_filter", "needs")


# --- constants and facts ----------------------------------------------------------------------------------------------

KINDS, KEYWORDS = by_code(notation.CONSTANTS), by_code(notation.KEYWORDS)


def changes_of_constant(card: Entry, constant: Entry) -> Iterator[Change]:
    """Every change of one thing that a card does all the time."""
    yield f"{constant.where}: dropped", functools.partial(drop_constant, card, constant)
    known = KEYWORDS if constant.now["kind"] == 0 else KINDS
    term = known[int(constant.now["argument" if known is KEYWORDS else "kind"])]
    yield from TEXTS.constant(constant, term.readers, filter="filter", source="source")


def drop_constant(card: Entry, constant: Entry, tables: np.record, scenario: Scenario) -> None:
    """A card without one of its constants; its bit goes too, if no other is of the kind."""
    constant.find(tables, scenario)["amount"] = 0
    facts, kind = card.find(tables, scenario), constant.now["kind"]
    first, end = facts["constant"]
    if sum(int(row["kind"] == kind) for row in tables.constant[first:end]) == 1:
        facts["constants"] &= ~(1 << int(kind))


FIELDS = {kind: ("cost",) for kind in Type} | {Type.HERO: ("life",), Type.CREATURE: ("cost", "strike", "life")}
TOKEN = 1 << Keyword.CREATED | 1 << Keyword.PLACED
CLASSES = asked_bits(TABLES, "classes", "without_classes")


def changes_of_facts(card: Entry) -> Iterator[Change]:
    """Every change of a number, a keyword, an element, and of the classes that some card asks for."""
    for field in FIELDS[Type(int(card.now["type"]))]:
        if field != "cost" or not card.now["cost_x"]:
            yield from card.near(field)
    for keyword in Keyword:
        if int(card.now["keywords"]) >> keyword & 1 and keyword not in NO_GAME:
            yield from changes_of_keyword(card, keyword)
    if card.now["type"] != Type.HERO and not int(card.now["keywords"]) & TOKEN:
        yield from changes_of_elements(card, int(card.now["elements"]))
    yield from card.without_bits("classes", CLASSES)


def changes_of_elements(card: Entry, elements: int) -> Iterator[Change]:
    """A card that is neutral or is not, has one element or several, is of the Swamps. Which of the other elements a
    card has is a matter of deck building: see test_berserk_heroes_decks.
    """
    yield card.change("neutral or not", {"elements": 0 if elements else 1 << Element.STEPPES})
    if elements & (elements - 1):
        yield card.change("one element", {"elements": elements & -elements})
    if elements & 1 << Element.SWAMPS:
        others = elements & ~(1 << Element.SWAMPS)
        yield card.change("not of the Swamps", {"elements": others | 1 << Element.DARKNESS})


def changes_of_keyword(card: Entry, keyword: Keyword) -> Iterator[Change]:
    """A card without a keyword, or with another value of it."""
    if keyword in SEVERAL:
        values = card.part(SEVERAL[keyword], where=keyword.name.lower())
        for place in np.flatnonzero(values.now):
            yield from values.near(int(place), text=f"{place}:")
    elif keyword in VALUED:
        yield from card.near(VALUED[keyword])
    else:
        yield from card.without_bits("keywords", {keyword.name.lower(): 1 << keyword})


def changes(name: str) -> Iterator[Change]:
    """Every change of one fact of a card."""
    card = cards_of(TABLES, CARDS.index(name))
    yield from changes_of_facts(card)
    for place, ability in enumerate(card.part("ability").rows("ability", shared=False)):
        yield from changes_of_ability(ability.called(f"{Trigger(int(ability.now['trigger'])).name.lower()} {place}"))
    for mode in range(len(card.now["modes"])):
        yield from TEXTS.rows(card.part("modes", mode, where=f"mode {mode + 1}").rows("row"))
    for constant in card.part("constant").rows("constant", "constant", shared=False):
        yield from changes_of_constant(card, constant)
