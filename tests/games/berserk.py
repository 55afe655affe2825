"""What the contract must know of Berserk."""

from collections.abc import Mapping

import numpy as np
from contract.card_changes import Changes, Entry, Texts, by_code, members
from contract.mutations import Change
from contract.runs import Playout, Run, random_pairs, three_games
from contract.subject import Invariants, Knowledge, Mutations, Place, Situation, Subject, Waiting

from sim import load_game
from sim.berserk import notation, tables
from sim.berserk.effects import NUMBERS
from sim.berserk.state import CARDS, SIDE, TOKENS_MAX, Decision, Frame, Zone
from sim.berserk.tables import (
    ALL,
    AMOUNT_ZERO,
    OF_ATTACKS,
    Element,
    Event,
    Head,
    Operation,
    Reach,
    Select,
    Side,
    Stat,
    Subtype,
    Type,
)
from sim.berserk.triggers import start_trait
from sim.core.kernel import kernel
from sim.reading.notation import Reader, Term
from sim.words.scenario import Scenario

from .berserk_invariants import RULES

GAME = load_game("berserk")

# --- the random games in which the invariants are looked at -----------------------------------------------------------

RANDOM = {"players": 2, "squads": ["random:5", "random:6"], "first": "random"}
DECKS = {"decks": ["swamps-steppes", "darkness"], "turn_limit": 8}
PLAYOUTS = {
    "starters": Playout([Run({}, 1, 40)]),
    "random squads": Playout([Run({"squads": [f"random:{2 * n}", f"random:{2 * n + 1}"]}, 1, 4) for n in range(40)]),
    "decks": Playout(
        [
            Run({"decks": decks, "turn_limit": 60}, 2, 20)
            for decks in (["darkness", "swamps-poison"], ["steppes", "mountains-formation"])
        ]
    ),
    "own targets": Playout([Run({"own_targets": True, "squads": ["random:1", "random:2"]}, 1, 10)]),
    "one turn": Playout([Run({"turn_limit": 1}, 3, 20)]),
}
SMALL, SHORT, SHORTER = {"gold": [12, 12], "silver": [10, 11]}, {"turn_limit": 6}, {"turn_limit": 3}
ENDS = ({}, SMALL, SHORT, *[SMALL | SHORT] * 3, *[SMALL | SHORTER] * 26)
"""Most squads of the many games are small, or their battles short."""

# --- what a player cannot know: the order of decks, the other's deal, which of his cards lie face down ----------------


def is_secret(s, card, viewer):
    """Whether a seat sees of a card at most where it lies."""
    one = s.card[card]
    return card // SIDE != viewer and (one.zone == Zone.SQUAD or (one.zone == Zone.PLAY and one.hidden == 1))


def seen(s, t, viewer):
    """All that a seat sees of cards, decks and deals."""
    other, secret = 1 - viewer, [is_secret(s, card, viewer) for card in range(CARDS)]
    faceless = s.card.copy()
    faceless["type"][secret] = 0
    decks = [s.deck[seat].card[: s.deck[seat].n].tolist() for seat in (viewer, other)]
    deals = [s.deal[seat].card[: s.deal[seat].n].tolist() for seat in (viewer, other)]
    return {
        "cards": faceless.tobytes(),
        "own": (deals[0], sorted(decks[0])),
        "other": sorted(decks[1] + deals[1] + s.card["type"][secret].tolist()),
    }


@kernel(cache=False)
def own_deal(s, t):
    """The cards that the seat to move was dealt."""
    total, deal = 0, s.deal[s.to_move]
    for i in range(deal.n):
        total += (i + 1) * deal.card[i]
    return total


@kernel(cache=False)
def wounds_and_cells(s, t):
    """The wounds of all cards and where they stand."""
    total = 0
    for card in range(CARDS):
        total += (card + 1) * (5 * s.card[card].wounds + s.card[card].cell)
    return total


@kernel(cache=False)
def cards_face_up(s, t):
    """The cards in play that lie face up or are of the seat to move."""
    total = 0
    for card in range(CARDS):
        one = s.card[card]
        if one.zone == Zone.PLAY and (one.hidden == 0 or card // SIDE == s.to_move):
            total += (card + 1) * one.type
    return total


@kernel(cache=False)
def own_deck(s, t):
    """The first card of the deck of the seat to move."""
    return s.deck[s.to_move].card[0]


@kernel(cache=False)
def other_deck(s, t):
    """The first card of the other player's deck."""
    return s.deck[1 - s.to_move].card[0]


@kernel(cache=False)
def other_card_while_placing(s, t):
    """The first card of the other player, which lies face down while the players place theirs."""
    return max(0, s.card[(1 - s.to_move) * SIDE].type) if s.decision == Decision.PLACE else 0


@kernel(cache=False)
def is_the_other_deck_even(s):
    """Whether the first card of the other player's deck has an even number."""
    return s.deck[1 - s.to_move].card[0] % 2 == 0


KNOWLEDGE = Knowledge(
    places={
        "decks": Place(
            tables=[DECKS, {**DECKS, "first": "p2"}],
            every=9,
            share=1 / 2,
            hides=("deck",),
            seldom=("deal", "recruits", "squad"),
        )
    },
    hidden=("card", "deck", "deal"),
    scratch=(
        "aura",
        "creatures",
        "formers",
        "n_auras",
        "events",
        "listeners",
        "sudden",
        "lures",
        "shifting",
        "shifting_still",
        "moved",
        "asked_for",
        "asking",
        "asked_always",
        "shifts_all",
        "bestowed",
        "aura_stats",
        "scratch",
    ),
    seen=seen,
    situation=Situation(
        given={
            "p1.squad": [{"id": "borg", "cell": "C1"}],
            "p2.squad": [{"id": "vail", "cell": "C1'"}],
            "p1.deck": ["nomad", "leshy", "troll"],
            "p2.deck": ["vampire", "orc", "druid"],
        },
        table={**DECKS, "first": "p1"},
        alike={"own": ["nomad", "leshy", "troll"], "other": ["vampire", "orc", "druid"]},
        known={},
    ),
    tables=lambda players: [DECKS],
    asked=("main", "recruit", "place", "mulligan"),
    reads=[own_deal, wounds_and_cells, cards_face_up],
    peeks={
        "reads its deck": own_deck,
        "reads the other deck": other_deck,
        "reads a card face down": other_card_while_placing,
    },
    leak=is_the_other_deck_even,
)

# --- the changes of one fact of a card --------------------------------------------------------------------------------

STRENGTHS = ("weak", "medium", "strong")
NUMBERED = OF_ATTACKS + members(
    Stat,
    "attack_experience defense_experience clumsiness armour regeneration vampirism incarnation jump movement "
    "more_attack_experience more_defense_experience more_armour strike_reach spends_tokens",
)
"""Traits and modifiers whose number counts."""


class BerserkTexts(Texts):
    """The texts of Berserk, with readers of its own: an amount for kinds of attack, counted from AMOUNT_ZERO, stands
    below the bits of the kinds, a range below those of what else is said of it. TOKENS_MAX is as many as there are.
    """

    def argument(self, row: Entry, key: str, reader: Reader, text: str, default: int | None) -> Changes:
        value = int(row.now[key])
        if reader is tables.values:
            for band, strength in enumerate(STRENGTHS):
                yield row.change(f"{strength} {(value >> 4 * band & 15) + 1}", {key: value + (1 << 4 * band)})
        elif reader is tables.reach:
            others = [value & ~part for part in Reach if value & part]
            others += [value - 1, value + 1] if value % Reach.ADJACENT else []
            yield from row.others(key, others, "range")
        elif reader is tables.amount_of_kinds:
            for other in (value - 1, value + 1):
                yield row.change(f"{text} {other % (2 * AMOUNT_ZERO) - AMOUNT_ZERO}", {key: other})
        elif key != "argument" or value < TOKENS_MAX:
            yield from super().argument(row, key, reader, text, default)

    def named(self, row: Entry, terms: Mapping[str, Term]) -> Changes:
        if row.now["argument"] in NUMBERED:
            (reader,) = by_code(terms)[int(row.now["argument"])].readers
            yield from self.argument(row, "amount", reader, "amount", None)


TEXTS = BerserkTexts(
    GAME,
    notation.Notation({}, {}).vocabulary,
    nothing={"operation": int(Operation.NONE), "select": int(Select.NONE), "optional": 0},
    silent=members(Operation, "either or"),
    unasked=tuple(Operation),
    at_least_one=(Operation.TARGET,),
    same_sides={"self host graveyard own_graveyard": tuple(Side)},
    masks={"class": "classes"},
)


def changes(name: str) -> Changes:
    """Every change of one fact of a card."""
    card = TEXTS.card(name)
    yield from changes_of_facts(card)
    yield from changes_of_keywords(card)
    for place in range(int(card.now["n_traits"])):
        trait = card.part("trait").copied("trait", place, f"trait {place + 1}")
        if trait.now["head"] != Head.CONSTANT:
            yield dropped(card, trait, place)
            yield from changes_of_trait(trait)
    for place, row in enumerate(card.part("constant").rows("constant")):
        constant = row.called(f"constant {place + 1}")
        yield card.lost(constant, place, "stat", noted="moving")
        yield from changes_of_constant(constant)


def changes_of_facts(card: Entry) -> Changes:
    """Other printed figures, and another element."""
    yield from card.near("cost", blank=0)
    yield from card.near("life", least=1, blank=0)
    if card.now["accumulates"]:
        yield from card.near("token_cap", least=1)
    yield from card.turned("elite", "unique")
    yield from card.others("element", Element)
    yield from card.without("gold", "neutral")
    yield from TEXTS.asked(card)
    if card.now["type"] == Type.CREATURE:
        if card.now["subtype"] == Subtype.PLAIN:
            yield from card.near("move")
        for strength, name in enumerate(STRENGTHS):
            yield from card.part("strike").near(strength, text=name)


def changes_of_keywords(card: Entry) -> Changes:
    """Without each named trait, and with another number of it."""
    for stat in Stat:
        if card.now["given"][stat] and stat != Stat.FLYING:
            yield card.change(f"without {stat.name.lower()}", {("stat", stat): 0, ("given", stat): 0})
            if stat in NUMBERED:
                yield from card.part("stat").near(stat, least=1, text=stat.name.lower())


def dropped(card: Entry, trait: Entry, place: int) -> Change:
    """The change by which a card loses the trait in that place, of which its facts say whether it is an action."""
    name, lose = trait.change("dropped", {"head": int(Head.CONSTANT)})
    _, forget = card.change("", {"actions": int(card.now["actions"]) & ~(1 << place)})

    def make(tables: np.record, scenario: Scenario) -> None:
        lose(tables, scenario)
        forget(tables, scenario)

    return name, make


def changes_of_trait(trait: Entry) -> Changes:
    """Every change of one thing that a trait says, its constants apart."""
    yield from trait.without("once", "formation", "by_ally", "spell", "second", "event_or")
    yield from trait.near("tokens", "limit", blank=0)
    yield from TEXTS.clauses(trait, filter="about")
    yield from TEXTS.text(trait, "first", "end")


def changes_of_constant(constant: Entry) -> Changes:
    """Every change of one thing that a line of a constant says."""
    if constant.now["stat"] in NUMBERED and constant.now["amount"] < ALL:
        yield from constant.near("amount", least=-ALL)
    yield from constant.without("formation")
    yield from TEXTS.clauses(constant, filter="against", whom="for")


# --- triggered traits that wait for their turn ------------------------------------------------------------------------


def waiting(s, t):
    """The events for which the triggered traits wait that have not begun; of a trait of a strike that works on a miss
    too it is the miss where its card has missed.
    """
    found, missed = [], False
    for frame in s.frame[: int(s.n_frames)]:
        if frame["kind"] == Frame.ATTACK:
            missed = frame["strength"][0] == 0
        elif frame["kind"] == Frame.PROGRAM and frame["pays"] == 0 and frame["step"] == NUMBERS:
            trait = t.trait[int(frame["trait"])]
            found.append(int(trait["event_or" if missed and trait["event_or"] == Event.MISS else "event"]))
    return [event for event in found if event != Event.NONE]


LONG_DECKS = DECKS | {"players": 2, "turn_limit": 40}
SUBJECT = Subject(
    game=GAME,
    tables={
        "small squads": RANDOM | SMALL,
        "starters": {"players": 2, "turn_limit": 4},
        "small decks": LONG_DECKS | SMALL,
        "random squads": RANDOM | {"turn_limit": 2},
    },
    short={"turn_limit": 3},
    redealt={"small decks": 40},
    transcripts=three_games(GAME.player_counts, ["best", "published"], {}, {}, LONG_DECKS),
    invariants=Invariants(
        RULES,
        PLAYOUTS,
        random_pairs("squads", ENDS),
        len(ENDS),
        ripe=lambda s: s.turn >= 3 and s.decision == Decision.MAIN,
        spoilt_table={"decks": ["forests", "darkness"]},
    ),
    knowledge=KNOWLEDGE,
    mutations=Mutations(GAME.words.card_ids(), changes, least=5_000),
    bystanders={"p1.deck": ["nomad"], "p2.deck": ["nomad"], "p1.graveyard": ["nomad"], "p2.graveyard": ["nomad"]},
    scenarios=4_656,
    waiting=Waiting(Event, waiting, [start_trait], games=3_000),
)
