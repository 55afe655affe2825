"""The words of the cards of Berserk: Heroes, in the grammar of reading/notation.py, and their rows in `tables.py`.

    hire = ["choose character", "wound 2 chosen"]
    creature_dies = ["limit each", "when enemy creature", "by this card", "wound 2 opponent_hero"]
    use = ["pay gold 2 tap", "may choose 2 creature", "wound 1 chosen per x"]
    constant = ["strike 1 each other friendly creature", "cost -1 each friendly beast card if less_gold"]

An ability begins with lines that say when it works:

    limit each|second|game|shared|given    instead of once a turn (hire, death, graveyard, leaves: each); shared:
                              together with the ability before it; given: the ability is that of the cards that `by`
                              names, of each once a turn
    zone hand|graveyard|sideboard|captured|reserve   where the card is; if not said, in play
    when FILTER               of the card that it is about (`event`)
    by FILTER                 of the card that did it (`by`)
    if [not] CONDITION        asked when it happens; `this_lies graveyard`, `event_lies play` of a row: whether the card
                              is still there when the row comes
    ambush N                  the card may be played from hand for N gold; if it is, the lines happen
    pay [gold N|x] [tap] [needs [N] FILTER]   of `use`: what it costs; it can be used only if such cards are there

A key with `_2`, `_3` behind it is a further ability of the trigger; `gained_` before it: of the cards that `gain_text`
names; `later_`: of nobody, it happens once, after the card's `delay`. `mode_1`, `mode_2`, ... are what `choose_mode`
offers. `may` before a choice makes it up to so many, before anything else a question.

A constant is a line `KIND [NUMBER] [WHOM] [from FILTER] [per COUNT] [if CONDITION]`, WHOM being this or `each FILTER`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ..cards.rows import ROW
from ..core.errors import quoted
from ..reading import notation as grammar
from ..reading.notation import FilterWords, Object, Row, Term, Vocabulary, choice, number, terms_by_name
from .filters import OF_WORDS
from .state import WITHOUT_KEY, Constant, Element, Form, Limit, Trigger, Turns, Type, Zone
from .tables import (
    ABILITY,
    ALL,
    CONSTANT_ROW,
    FILTER,
    KEYWORDS,
    NUMBER,
    PAY_X,
    SELECTED,
    SIGNED,
    Condition,
    Count,
    Keyword,
    Operation,
    Place,
    Property,
    Select,
    Side,
    Stage,
)

ELEMENTS = {element.name.lower(): int(element) for element in Element}
TYPES = {kind.name.lower(): int(kind) for kind in Type}
SUPPORTS = ("weapon", "armour", "amulet", "event", "terrain")
CLASSES_MAX = 62

SELECTIONS = {select.name.lower(): int(select) for select in Select if select not in (Select.NONE, Select.EACH)}
SIDES = {"friendly": int(Side.FRIENDLY), "enemy": int(Side.ENEMY)}
PLACES = {
    "in_hand": Place.HAND,
    "in_graveyard": Place.GRAVEYARD,
    "in_deck": Place.DECK,
    "in_sideboard": Place.SIDEBOARD,
    "captured": Place.CAPTURED,
    "captured_by_this": Place.CAPTURED_BY_THIS,
    "captured_by_hero": Place.CAPTURED_BY_HERO,
}
PROPERTIES = {item.name.lower(): int(item) for item in Property}
ZONES = {zone.name.lower(): zone for zone in (Zone.HAND, Zone.GRAVEYARD, Zone.SIDEBOARD, Zone.CAPTURED)} | {
    "reserve": Zone.NONE
}
LYING = {zone.name.lower(): int(zone) for zone in (Zone.PLAY, Zone.HAND, Zone.GRAVEYARD)}
LIMITS = {limit.name.lower(): limit for limit in Limit}

CONSTANTS = {
    name: Term(Constant.KEYWORD, term.readers, f"the cards have {name}", SELECTED, term.default)
    for name, term in KEYWORDS.items()
} | terms_by_name(
    Term(Constant.STRIKE, SIGNED, "added to their strike", SELECTED),
    Term(Constant.LIFE, SIGNED, "added to their life", SELECTED),
    Term(Constant.STRIKE_IS_LIFE, (), "their strike is their current life", SELECTED, 1),
    Term(Constant.LOSES_ABILITIES, (), "what is printed on them does not count", SELECTED, 1),
    Term(Constant.NO_KEYWORD, (), "a keyword does not work: no_keyword rush each card", SELECTED, of=KEYWORDS),
    Term(Constant.COST, SIGNED, "added to the cost of such cards when you play them; enemy: your opponent", SELECTED),
    Term(Constant.COST_OUTSIDE, SIGNED, "added to the cost of your cards played from outside the hand"),
    Term(Constant.REGENERATION_MORE, NUMBER, "added to their Regeneration", SELECTED),
    Term(Constant.ALL_CLASSES, (), "they have every class", SELECTED, 1),
    Term(Constant.FEWER_WOUNDS, NUMBER, "they take so many fewer wounds from the cards behind `from`", SELECTED),
    Term(Constant.NO_WOUNDS_FROM, (), "they take no wounds from the cards behind `from`", SELECTED, 1),
    Term(Constant.FEWER_FROM_STRIKES, NUMBER, "strikes against them by the cards behind `from` are weaker", SELECTED),
    Term(Constant.MEDITATION_TWICE, (), "Meditation of your cards works twice a turn", default=1),
    Term(Constant.END_ABILITIES_TWICE, (), "abilities of your creatures at the end of a turn happen twice", default=1),
    Term(Constant.DOUBLE_GOLD, (), "each gold of yours pays 2 for creatures", default=1),
    Term(Constant.SPELLS_WOUND_MORE, NUMBER, "your spells deal more wounds"),
    Term(Constant.DOUBLES_WOUNDS, (), "your opponent's cards wound his characters twice as much", default=1),
    Term(Constant.EXCESS_HEALING_TO_LIFE, (), "excess healing of the cards becomes extra life", SELECTED, 1),
    Term(Constant.MEDITATION_WOUNDS_CREATURE, (), "unpaid Meditation of yours may wound a creature", default=1),
    Term(
        Constant.PAYS_AMBUSH, (), "knowledge counters on this pay for Ambush of the cards; then you draw", SELECTED, 1
    ),
    Term(Constant.PAYS_ORCS, (), "supply counters on this pay for the cards", SELECTED, 1),
    Term(Constant.THIRST_FOR_ENEMIES, (), "the Thirst of this may wound an opponent's creature", default=1),
    Term(Constant.BASE_COST_ONLY, (), "cards are played for their printed cost alone", default=1),
    Term(Constant.HAND_ONLY, (), "cards are played from hand alone", default=1),
    Term(Constant.ONE_GOLD, (), "players gain at most one gold a turn", default=1),
    Term(Constant.GRAVEYARDS_CLOSED, (), "cards cannot leave graveyards", default=1),
    Term(Constant.NO_HIRE, (), "Hire does not work", default=1),
    Term(Constant.NO_DEATH, (), "Death does not work", default=1),
    Term(Constant.NO_SUMMON, (), "Summon does not work", default=1),
    Term(
        Constant.PLAYABLE_FROM_GRAVEYARD,
        (),
        "you may play this from your graveyard; then your hero captures it",
        default=1,
    ),
    Term(Constant.PLAYABLE_CAPTURED, (), "you may play this while it is captured", default=1),
    Term(Constant.PLAYS_DISCARDED, (), "you may play the linked card; then your hero captures it", default=1),
    Term(
        Constant.HATCHES,
        (),
        "the card under this may be played for 1 less a ripening counter; this is destroyed",
        default=1,
    ),
    Term(Constant.HIRE_AGAIN_FOR_RICHER, (), "Hire works again for each player with more gold than you", default=1),
    Term(Constant.HIRE_THREE_TIMES, (), "Hire works three times", default=1),
)
FILTERED = {term.code for term in Condition.terms().values() if term.works_on != Object.NOTHING}
"""Conditions that look at cards of a filter."""
STAGES_OF = {
    Constant.LOSES_ABILITIES: Stage.ABILITIES,
    Constant.STRIKE: Stage.FIGURES,
    Constant.LIFE: Stage.FIGURES,
    Constant.STRIKE_IS_LIFE: Stage.SETTING,
    Constant.NO_KEYWORD: Stage.USELESS_KEYWORDS,
}
"""When constants that change what cards are, beside keywords, are applied."""
ABILITY_KEYS = {
    trigger.name.lower(): (int(trigger), Turns.YOURS | Turns.OPPONENTS)
    for trigger in Trigger
    if trigger not in WITHOUT_KEY
} | {
    f"{whose}_{trigger.name.lower()}": (int(trigger), turns)
    for trigger in (Trigger.TURN_START, Trigger.TURN_END)
    for whose, turns in (("your", Turns.YOURS), ("opponent", Turns.OPPONENTS))
}
"""Key of an ability -> its trigger and in whose turns it works."""
FORMS = {"gained_": Form.GAINED, "later_": Form.LATER}
UNLIMITED = (Trigger.HIRE, Trigger.DEATH, Trigger.GRAVEYARD, Trigger.LEAVES, Trigger.SPELL, Trigger.JOINS)
ALIASES = {"character": "creature/hero", "support": "/".join(SUPPORTS)}
ROW_COLUMNS = tuple(ROW.names or ())
CONDITION_COLUMNS = ("condition", "condition_argument", "condition_filter", "otherwise")


def filter_words(titles: Mapping[str, int], classes: Mapping[str, int]) -> FilterWords:
    """The words of filters; titles: card id -> row of the card table; classes: class -> its bit number."""
    return FilterWords(
        columns=dict.fromkeys(FILTER.names or (), 0) | {"cost_at_most": ALL, "strike_at_most": ALL, "title": -1},
        kinds=("types", TYPES),
        any_kind="card",
        values={"side": SIDES, "place": PLACES, "both": {"anyones": 1}},
        flags={"properties": PROPERTIES},
        masks={"elements": ELEMENTS, "classes": classes},
        bounds={"cost": NUMBER[0], "strike": NUMBER[0]},
        named=("title", titles),
        place=("place", Place.ANYWHERE),
    )


class Notation(grammar.Notation):
    """Gathers the rows, filters, abilities and constants of all cards; equal rows are kept once."""

    def __init__(
        self, titles: Mapping[str, int], classes: Mapping[str, int], created: Mapping[str, int] | None = None
    ) -> None:
        """titles: card id -> row of the card table; classes: class -> its bit number; created: of the titles those that
        can come into play.
        """
        tokens = titles if created is None else created
        of_class = (choice(classes, "class"),)
        named = {
            "gain_class": Term(Operation.GAIN_CLASS, of_class, works_on=SELECTED),
            "create": Term(Operation.CREATE, (*NUMBER, choice(tokens, "creature or support card"))),
        }
        of_zone = (choice(LYING, "zone"),)
        played = {
            "played_class": Term(Condition.PLAYED_CLASS, of_class),
            "this_lies": Term(Condition.THIS_LIES, of_zone),
            "event_lies": Term(Condition.EVENT_LIES, of_zone),
        }
        super().__init__(
            Vocabulary(
                Operation.terms() | named,
                Count.terms(),
                Condition.terms() | played,
                ROW_COLUMNS,
                SELECTIONS,
                each=Select.EACH,
                matching=Count.MATCHING,
                filters=filter_words(titles, classes),
                row=ROW,
            )
        )
        self.classes = classes
        self.constants: list[Row] = []
        self.abilities: list[Row] = []

    def filter(self, words: Sequence[str], anywhere: bool = False) -> int:
        """The number of the filter that the words make; `character` and `support` stand for several types."""
        return super().filter([ALIASES.get(word, word) for word in words], anywhere)

    def ability(self, key: str, lines: Sequence[str], where: str) -> Row | None:
        """The row of one ability; None after noting what is wrong with its first lines."""
        form, (trigger, turns) = ability_key(key)
        values: dict[str, int] = dict.fromkeys(ABILITY.names or (), 0)
        values |= {"trigger": trigger, "turns": turns, "form": form, "when": -1, "by": -1, "ambush": -1}
        values |= {"zone": Zone.PLAY, "needs_filter": -1, "limit": Limit.EACH if trigger in UNLIMITED else Limit.TURN}
        count = 0
        for line in lines:
            head = str(line).split()[:1]
            if not head or head[0] not in _HEADS:
                break
            found = self.attempt(lambda text: _HEADS[text.split()[0]](self, text.split()[1:]), line, where)
            values |= found or {}
            count += 1
        values["start"], values["end"] = self.program(lines[count:], where)
        return grammar.as_row(values)

    def constant(self, lines: Sequence[str], where: str, form: Form = Form.OWN) -> list[Row]:
        """Rows of the constant abilities of one card."""
        found = [self.attempt(self._constant, line, where) for line in lines]
        return [(*row[:-1], int(form)) for row in found if row is not None]

    def _constant(self, line: str) -> Row:
        before, condition = grammar.split(line.split(), "if")
        before, count = grammar.split(before, "per")
        before, source = grammar.split(before, "from")
        if not before:
            raise ValueError(f"a constant ability begins with its kind, such as {quoted(next(iter(CONSTANTS)))}")
        name, words = before[0], before[1:]
        term = grammar.find_term(CONSTANTS, name, "constant ability")
        values = dict.fromkeys(CONSTANT_ROW.names or (), 0)
        values |= {"kind": term.code, "amount": 1, "filter": -1, "source": -1}
        if name in KEYWORDS:
            values["argument"] = KEYWORDS[name].code
        if term.of:
            named = grammar.find_term(term.of, words[0] if words else "", "keyword")
            values["argument"], words = named.code, words[1:]
        else:
            arguments, words = grammar.read_arguments(term, name, words)
            values |= zip(("amount",), arguments, strict=False)
        if term.works_on == SELECTED:
            values["filter"] = self._whom(name, words)
        else:
            grammar.refuse_more(name, words)
        if source:
            values["source"] = self.filter(source, anywhere=True)
        values |= self.read_count(count) if count else {}
        values |= self.read_condition(condition) if condition else {}
        return grammar.as_row(values | {"stage": self._stage(values)}, CONSTANT_ROW)

    def given(self, ability: Row) -> Row:
        """The constant by which cards have an ability that a card in play gives them."""
        given = dict(zip(ABILITY.names or (), ability, strict=True))
        values = dict.fromkeys(CONSTANT_ROW.names or (), 0)
        values |= {"kind": Constant.KEYWORD, "argument": Keyword.OTHER_ABILITY, "amount": 1, "source": -1}
        values |= {name: given[name] for name in (*CONDITION_COLUMNS, "form")} | {"filter": given["by"]}
        return grammar.as_row(values | {"stage": Stage.KEYWORDS}, CONSTANT_ROW)

    def _stage(self, values: Mapping[str, int]) -> int:
        """When a constant is applied; -1: it is asked for."""
        kind = values["kind"]
        if kind != Constant.KEYWORD:
            return int(STAGES_OF.get(Constant(kind), -1))
        asked = [values["filter"]] if values["filter"] >= 0 else []
        asked += [values["condition_filter"]] if values["condition"] in FILTERED else []
        asked += [values["count_filter"]] if values["count"] == Count.MATCHING else []
        late = any(_looks_at_others(list(self.filters)[index]) for index in asked)
        late = late or values["condition"] == Condition.HERO_BELOW_THIS
        return int(Stage.LATE_KEYWORDS if late else Stage.KEYWORDS)

    def _whom(self, name: str, words: Sequence[str]) -> int:
        """The filter of the cards on which a constant works; -1: the card itself."""
        if words and words[0] == "each":
            return self.filter(words[1:], anywhere=not any(word in PLACES for word in words))
        if words != ["this"]:
            raise ValueError(f"{quoted(name)} works on this or each FILTER, found {quoted(' '.join(words))}")
        return -1

    def _pay(self, words: Sequence[str]) -> dict[str, int]:
        """The columns of what an activated ability costs."""
        before, needed = grammar.split(words, "needs")
        values: dict[str, int] = {}
        if needed:
            count = needed[0].isdecimal()
            values["needs"] = number(1, 99)(needed[0]) if count else 1
            values["needs_filter"] = self.filter(needed[1:] if count else needed)
        rest = list(before)
        if rest[:1] == ["gold"] and len(rest) > 1:
            values["gold"] = number(0, 99, {"x": PAY_X})(rest[1])
            rest = rest[2:]
        if rest[:1] == ["tap"]:
            values["tap"], rest = 1, rest[1:]
        if rest:
            raise ValueError(f'a payment is "pay [gold N] [tap] [needs FILTER]", found {quoted(" ".join(words))}')
        return values


def _looks_at_others(row: Row) -> bool:
    """Whether a filter asks what other constants may change: figures or keywords of cards in play."""
    f = dict(zip(FILTER.names or (), row, strict=True))
    looks = int(OF_WORDS | Property.STRIKE_BELOW_LIFE | Property.GREATEST_STRIKE)
    asks = f["properties"] & looks != 0 or f["strike_at_least"] > 0 or f["strike_at_most"] < ALL
    return asks and f["place"] in (Place.PLAY, Place.ANYWHERE)


def _one(known: Mapping[str, int], column: str, what: str) -> Any:
    """Reads one word of a list into a column."""

    def read(notation: Notation, words: Sequence[str]) -> dict[str, int]:
        if len(words) != 1:
            raise ValueError(f"{quoted(column)} takes one word: {', '.join(known)}")
        return {column: choice(known, what)(words[0])}

    return read


def _ambush(notation: Notation, words: Sequence[str]) -> dict[str, int]:
    if len(words) != 1:
        raise ValueError('"ambush" takes a number')
    return {"ambush": NUMBER[0](words[0]), "zone": Zone.HAND, "limit": Limit.EACH}


_HEADS: Mapping[str, Any] = {
    "limit": _one(LIMITS, "limit", "limit"),
    "zone": _one(ZONES, "zone", "zone"),
    "when": lambda notation, words: {"when": notation.filter(words, anywhere=True)},
    "by": lambda notation, words: {"by": notation.filter(words, anywhere=True)},
    "if": lambda notation, words: notation.read_condition(words or [""]),
    "ambush": _ambush,
    "pay": lambda notation, words: notation._pay(words),
}
"""Words that begin the lines before what an ability does."""


def ability_key(key: str) -> tuple[int, tuple[int, int]]:
    """The form, trigger and turns of an ability's key; KeyError if it is none."""
    form = Form.OWN
    for prefix, code in FORMS.items():
        if key.startswith(prefix):
            form, key = code, key.removeprefix(prefix)
    bare, _, copy = key.rpartition("_")
    return int(form), ABILITY_KEYS[bare if copy.isdecimal() and bare in ABILITY_KEYS else key]


def reserved(names: Iterable[str]) -> list[str]:
    """Those of the names that already mean something in a filter."""
    known = {*filter_words({}, {}).words(), *ALIASES, "each", "per", "if", "from"}
    return sorted(known.intersection(names))


def words() -> dict[str, dict[str, str]]:
    """The words of the card file by group, with what they mean."""
    return {
        "operations": {name: term.help for name, term in Operation.terms().items()},
        "keywords": {name: "a keyword" + (" with a number" if term.readers else "") for name, term in KEYWORDS.items()},
        "constants": {name: term.help for name, term in CONSTANTS.items()},
        "counts": {name: term.help for name, term in Count.terms().items()},
        "conditions": {name: term.help for name, term in Condition.terms().items()},
    }
