"""What is Berserk's own in the changes of one fact of a card.

Figures, named traits, costs, conditions, filters, amounts and operations are changed; not the kinds and strengths of
attacks that a text names, nor how long it lasts: see modifiers.toml among the scenarios.
"""

from collections.abc import Mapping

from contract.card_changes import Changes, Entry, Texts, by_code, members

from sim import load_game
from sim.berserk import notation
from sim.berserk.state import TOKENS_MAX
from sim.berserk.tables import ALL, AMOUNT_ZERO, Element, Head, Operation, Reach, Select, Side, Stat, Subtype, Type
from sim.core.notation import Reader, Term

GAME = load_game("berserk")
STRENGTHS = ("weak", "medium", "strong")
NUMBERED = notation.OF_ATTACKS + members(
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
        if reader is notation.values:
            for band, strength in enumerate(STRENGTHS):
                yield row.change(f"{strength} {(value >> 4 * band & 15) + 1}", {key: value + (1 << 4 * band)})
        elif reader is notation.reach:
            others = [value & ~part for part in Reach if value & part]
            others += [value - 1, value + 1] if value % Reach.ADJACENT else []
            yield from row.others(key, others, "range")
        elif reader is notation.amount_of_kinds:
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
        yield from changes_of_trait(card.part("trait").copied("trait", place, f"trait {place + 1}"))
    for place, row in enumerate(card.part("constant").rows("constant")):
        constant = row.called(f"constant {place + 1}")
        yield card.lost(constant, "stat", noted="moving")
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


def changes_of_trait(trait: Entry) -> Changes:
    """Every change of one thing that a trait says, its constants apart."""
    if trait.now["head"] == Head.CONSTANT:
        return
    yield trait.change("dropped", {"head": int(Head.CONSTANT)})
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
