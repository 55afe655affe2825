"""What is Berserk: Heroes' own in the changes of one fact of a card."""

from contract.card_changes import Changes, Entry, Texts, by_code, following, members

from sim import load_game
from sim.berserk_heroes import notation
from sim.berserk_heroes.cards import SEVERAL, VALUED
from sim.berserk_heroes.state import Element, Form, Limit, Trigger, Turns, Type, Zone
from sim.berserk_heroes.tables import PAY_X, ROW, Keyword, Operation, Place, Select, Side

GAME = load_game("berserk_heroes")
CONSTANTS, KEYWORDS = by_code(notation.CONSTANTS), by_code(notation.KEYWORDS)
NO_GAME = members(Keyword, "horde created placed module ambush clutch")
"""Keywords of deck building, of tokens, and what stands for an ability that has changes of its own."""
VALUES = [column for keyword, column in VALUED.items() if keyword not in NO_GAME]
PLAIN = {keyword.name.lower(): 1 << keyword for keyword in Keyword if keyword not in (*NO_GAME, *VALUED, *SEVERAL)}
"""The columns of values of keywords, and the bits of keywords without one."""
SIBLINGS = (
    "gain_gold gain_tapped_gold gain_gold_now, grant grant_now grant_round grant_own_turn grant_your_turn, "
    "strike strike_now, control control_now, lasting lasting_opponent, capture hero_captures, discard to_graveyard, "
    "to_hand to_deck_top to_deck_bottom, put_into_play put_into_play_tapped, play play_free, stun tap stay_tapped, "
    "untap ready, boost extra_life"
)
"""Operations that are written alike and do what is near: each is also read as the next."""
TEXTS = Texts(
    GAME,
    notation.Notation(
        {card: number for number, card in enumerate(GAME.words.card_ids())},
        {f"{bit}": bit for bit in range(notation.CLASSES_MAX)},
    ).vocabulary,
    nothing=dict.fromkeys(ROW.names or (), 0) | {"operation": int(Operation.AS_YOU)},
    silent=(Operation.SHOW_HAND,),
    at_least_one=(Operation.CHOOSE_MODE,),
    instead={
        "operation": following(*(members(Operation, names) for names in SIBLINGS.split(", ")))
        | {Operation.AS_YOU: (Operation.AS_OPPONENT,)},
        "select": following((Select.HERO, Select.OPPONENT_HERO)) | {Select.BY: (Select.EVENT,)},
        "place": following((Place.HAND, Place.GRAVEYARD)) | {Place.DECK: (Place.HAND,)},
        "limit": dict.fromkeys(Limit, (Limit.TURN,))
        | {Limit.TURN: (Limit.EACH,), Limit.GIVEN: (Limit.TURN, Limit.EACH)},
    },
    same_sides={
        "anyones this": tuple(Side),
        "in_hand in_graveyard in_deck in_sideboard captured_by_this captured_by_hero": (Side.ANY, Side.FRIENDLY),
    },
    in_play=1 << Type.HERO | 1 << Type.CREATURE,
    masks={"classes": "classes"},
)


def changes(name: str) -> Changes:
    """Every change of one fact of a card."""
    card = TEXTS.card(name)
    yield from changes_of_facts(card)
    for place, ability in enumerate(card.part("ability").rows("ability", shared=False)):
        yield from changes_of_ability(ability.called(f"{Trigger(int(ability.now['trigger'])).name.lower()} {place}"))
    for mode in range(len(card.now["modes"])):
        yield from TEXTS.text(card.part("modes", mode, where=f"mode {mode + 1}"))
    for row in card.part("constant").rows("constant", "constant", shared=False):
        term = CONSTANTS[int(row.now["kind"])] if row.now["kind"] else KEYWORDS[int(row.now["argument"])]
        yield card.lost(row, "kind", noted="constants")
        yield from TEXTS.clauses(row, term.readers, filter="filter", source="source")


def changes_of_facts(card: Entry) -> Changes:
    """Every change of a number, a keyword or its value, the elements, and of the classes that some card asks for."""
    kind = Type(int(card.now["type"]))
    if kind != Type.HERO and not card.now["cost_x"]:
        yield from card.near("cost")
    if kind == Type.CREATURE:
        yield from card.near("strike")
    if kind in (Type.HERO, Type.CREATURE):
        yield from card.near("life")
    if kind != Type.HERO and not int(card.now["keywords"]) & (1 << Keyword.CREATED | 1 << Keyword.PLACED):
        yield from changes_of_elements(card, int(card.now["elements"]))
    yield from card.without_bits("keywords", PLAIN)
    yield from card.near(*VALUES, blank=0)
    for column in SEVERAL.values():
        yield from card.part(column, where=column).near(0, 1, 2, blank=0)
    yield from TEXTS.asked(card)


def changes_of_elements(card: Entry, elements: int) -> Changes:
    """A card that is neutral or is not, has one element or several, is of the Swamps. Which of the other elements a
    card has is a matter of deck building: see test_berserk_heroes_decks.
    """
    yield card.change("neutral or not", {"elements": 0 if elements else 1 << Element.STEPPES})
    if elements & (elements - 1):
        yield card.change("one element", {"elements": elements & -elements})
    if elements & 1 << Element.SWAMPS:
        others = elements & ~(1 << Element.SWAMPS)
        yield card.change("not of the Swamps", {"elements": others | 1 << Element.DARKNESS})


def changes_of_ability(ability: Entry) -> Changes:
    """Every change of one thing that an ability says."""
    if ability.now["trigger"] != Trigger.SPELL and ability.now["form"] != Form.LATER:
        yield ability.change("never", {"zone": int(Zone.RESOLVING), "trigger": int(Trigger.STATE)})
        yield from changes_of_frequency(ability)
    yield from ability.without("when", "by", blank=-1)
    yield from TEXTS.clauses(ability, when="when", by="by", needs_filter="needs")
    yield from ability.near("needs", blank=0)
    yield from ability.near("ambush", blank=-1)
    if ability.now["trigger"] == Trigger.USE:
        yield from ability.others("gold", [1]) if ability.now["gold"] == PAY_X else ability.near("gold")
        yield from ability.turned("tap")
    yield from TEXTS.text(ability, "start", "end")


def changes_of_frequency(ability: Entry) -> Changes:
    """In whose turns an ability works, and how often; the turn itself begins and ends once."""
    trigger, of_the_turn = ability.now["trigger"], ability.now["trigger"] in members(Trigger, "turn_start turn_end")
    if of_the_turn:
        yield from ability.others("turns", (int(Turns.YOURS), int(Turns.OPPONENTS), Turns.YOURS | Turns.OPPONENTS))
    if trigger not in (*notation.UNLIMITED, Trigger.USE, Trigger.PLAYED) and ability.now["ambush"] < 0:
        if not of_the_turn or ability.now["limit"] != Limit.TURN:
            yield from TEXTS.in_place(ability, "limit")
