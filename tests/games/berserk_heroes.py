"""What the contract must know of Berserk: Heroes."""

from contract import piles
from contract.card_changes import Changes, Entry, Texts, by_code, following, members
from contract.runs import Playout, Run, random_pairs, three_games
from contract.subject import Invariants, Mutations, Situation, Subject, Waiting, with_random_decks

from sim import load_game
from sim.berserk_heroes import notation
from sim.berserk_heroes.cards import SEVERAL, VALUED
from sim.berserk_heroes.queue import enqueue
from sim.berserk_heroes.state import Constant, Element, Form, Limit, Trigger, Turns, Type, Zone
from sim.berserk_heroes.tables import KEYWORDS, PAY_X, ROW, Keyword, Operation, Place, Select, Side

from .berserk_heroes_invariants import RULES

GAME = load_game("berserk_heroes")
IDS = GAME.words.card_ids()

# --- the random games in which the invariants are looked at -----------------------------------------------------------

DECKS = (
    "real-saikono-2025", "real-sakhana-2025", "teach-steppes", "teach-mountains", "teach-forests", "teach-swamps",
    "basic-darkness", "orcs", "linungs", "trolls", "beasts", "neutral",
)  # fmt: skip
PLAYOUTS = {
    "shipped decks": Playout([Run({"decks": [deck, DECKS[k - 1]]}, 1, 60) for k, deck in enumerate(DECKS)]),
    "random decks": Playout(
        [Run({"decks": [f"random:{2 * k}", f"random:{2 * k + 1}"], "first": "random"}, 2, 40) for k in range(30)]
    ),
    "house rules": Playout(
        [
            Run({"mulligans": False, "decks": ["orcs", "trolls"]}, 3, 100),
            Run({"extra_life": [-10, 20], "starting_gold": [0, 10], "decks": ["beasts", "linungs"]}, 3, 100),
            Run({"heroes": ["renniakh", "zvi_the_nervous_urg"], "decks": ["orcs", "beasts"]}, 3, 100),
            Run({"turn_limit": 3, "first": "p2"}, 3, 100),
        ]
    ),
}
ENDS = ({}, {"extra_life": [-10, -10]}, {"turn_limit": 10}, *[{"turn_limit": 6}] * 6, *[{"turn_limit": 4}] * 23)
"""Most of the many games are short."""

# --- what a player cannot know: the other hand, the order of decks, but for what he saw -------------------------------

HIDDEN_ZONES = (Zone.DECK, Zone.HAND, Zone.SIDEBOARD)


def seen(s, t, viewer):
    """All that a seat sees of cards, hands, decks and sideboards."""
    return piles.seen_of_cards(s, piles.known_cards(s, viewer, HIDDEN_ZONES), ("deck", "hand", "sideboard"))


KNOWLEDGE = with_random_decks(
    "sideboard",
    scratch=("scratch", "found"),
    seen=seen,
    situation=Situation(
        given={
            "p1.gold": 4,
            "p1.hand": ["luring_maiden"],
            "p2.hand": ["gnome"],
            "p2.deck": ["burk", "bugur", "orc"],
            "p2.creatures": ["boar"],
            "p1.deck": ["groll", "antornax", "aldis"],
        },
        do=["play luring_maiden", "choose yes", "choose boar"],
        alike={"other": ["gnome", "burk", "bugur", "orc"], "own": ["groll", "antornax", "aldis"]},
        known={"p2.hand": ["boar"]},
    ),
    asked=("main", "choose", "defend"),
)

# --- the changes of one fact of a card --------------------------------------------------------------------------------

CONSTANTS, KEYWORDS = by_code(notation.CONSTANTS), by_code(KEYWORDS)
NO_GAME = members(Keyword, "horde created placed module ambush clutch other_ability")
"""Keywords of deck building, of tokens, and what stands for an ability that has changes of its own."""
VALUES = [column for keyword, column in VALUED.items() if keyword not in NO_GAME]
PLAIN = {keyword.name.lower(): 1 << keyword for keyword in Keyword if keyword not in (*NO_GAME, *VALUED, *SEVERAL)}
"""The columns of values of keywords, and the bits of keywords without one."""
SIBLINGS = (
    "gain_gold gain_tapped_gold gain_gold_now, grant grant_now grant_round grant_own_turn grant_your_turn grant_while, "
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
    for place, row in enumerate(card.part("constant").rows("constant", "constant", shared=False)):
        if row.now["kind"] == Constant.KEYWORD and row.now["argument"] in NO_GAME:
            continue
        term = CONSTANTS[int(row.now["kind"])] if row.now["kind"] else KEYWORDS[int(row.now["argument"])]
        yield card.lost(row, place, "kind", noted="constants")
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


# --- abilities that wait for their turn ------------------------------------------------------------------------------


def waiting(s, t):
    """The triggers of the abilities in the queue."""
    abilities = [int(it["ability"]) for it in s.queue[: int(s.n_queue)]]
    return [int(t.ability[row]["trigger"]) if row >= 0 else -1 - row for row in abilities]


REAL = {"players": 2, "decks": ["real-saikono-2025", "real-sakhana-2025"]}
RANDOM = {"players": 2, "decks": ["random:5", "random:6"], "first": "random"}
LIFE = {"players": 2, "decks": ["trolls", "linungs"], "extra_life": [0, 5], "starting_gold": [2, 0], "turn_limit": 8}
SHORT = {"turn_limit": 6}

SUBJECT = Subject(
    game=GAME,
    tables={"real decks": REAL | {"turn_limit": 5}, "life": LIFE | {"turn_limit": 4}, "random decks": RANDOM},
    short={"turn_limit": 4},
    redealt={"real decks": 30, "random decks": 90},
    transcripts=three_games(GAME.player_counts, ["control", "aggro"], REAL | SHORT, SHORT, LIFE | SHORT),
    invariants=Invariants(
        RULES,
        PLAYOUTS,
        random_pairs("decks", ENDS),
        len(ENDS),
        ripe=lambda s: s.turn >= 4,
        turns=2,
    ),
    knowledge=KNOWLEDGE,
    mutations=Mutations(GAME.words.card_ids(), changes, least=5_500),
    bystanders={"p1.deck": ["gnome"], "p2.deck": ["gnome"], "p1.sideboard": ["gnome"], "p2.sideboard": ["gnome"]},
    scenarios=5_242,
    waiting=Waiting(Trigger, waiting, [enqueue]),
)
