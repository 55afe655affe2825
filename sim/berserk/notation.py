"""The words of the Berserk cards: what stands in the grammar of reading/notation.py, and their rows in `tables.py`.

    traits = [
        "action tokens 1: special 3 any card",
        "when strike@simple/strong: close event; skip_open event",
        "constant: value 1@simple mountains card",
        "constant for own adjacent dwarf creature: incoming -1@magical",
        "sudden dice: change_die",
    ]

A trait is `HEAD: LINE; LINE; ...`. HEAD is one of

    action [spell] [tokens N | tokens x | tokens x0 | tokens all] [once] [limit N] [by_ally]
    sudden WINDOW [the same words] [FILTER of the card that the window is about]
    when EVENT[@KINDS] [or EVENT] [formation] [once] [limit N] [second] [FILTER of the card that the event is about]
    constant [formation] [for FILTER]
    valhalla

and may end in `if CONDITION`. A line of a constant is `STAT [NUMBER] [FILTER of the other card of the attack] [per
COUNT] [if CONDITION]`, where modifiers that hold for some attacks have a number such as `1@simple`, `-1@ranged` or
`1@simple/medium+strong`. The lines of every other trait are in the grammar of the core. `may` before `target` makes the
choice a right, before anything else it is a question.

A filter says creature, artifact, terrain, several of them joined by "/", or card; own or enemy; an element or a class,
either after `non_`; a property such as open or wounded; how the card stands to the one whose trait it is (adjacent,
opposite, ...); `cost<=3`, `lives<=4`, `range<=2`; `with_shot`; `named:CARD`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..cards.rows import ROW
from ..core.errors import quoted
from ..reading import notation as grammar
from ..reading.notation import (
    MODE_WORDS,
    FilterWords,
    Modes,
    Row,
    Term,
    Vocabulary,
    choice,
    number,
)
from .tables import (
    ALL,
    ALL_TOKENS,
    AMOUNT_ZERO,
    CONSTANT_ROW,
    FILTER,
    GRANTED,
    KINDS_BITS,
    OF_ATTACKS,
    STAT_NAMES,
    TRAIT,
    X_OR_NO_TOKENS,
    X_TOKENS,
    Condition,
    Count,
    Element,
    Event,
    Has,
    Head,
    Operation,
    Property,
    Relation,
    Select,
    Side,
    Type,
    Window,
    read_kinds,
)

ELEMENTS = {element.name.lower(): int(element) for element in Element}
TYPES = {kind.name.lower(): int(kind) for kind in Type}
EVENT_NAMES = {event.name.lower(): int(event) for event in Event if event != Event.NONE}
WINDOW_NAMES = {window.name.lower(): int(window) for window in Window if window != Window.NONE}
OF_GRAVEYARDS = (Relation.GRAVEYARD, Relation.OWN_GRAVEYARD)
CLASSES_MAX = 62


SELECTIONS = {select.name.lower(): int(select) for select in Select if select not in (Select.NONE, Select.EACH)}
SELECTION_HELP = {
    "self": "the card itself",
    "chosen": "the cards chosen",
    "event": "the card that the event is about",
    "host": "the creature that bears it",
    "opposite": "the card opposite",
    "subject": "the card that the attack that is on, or the step, belongs to",
    "each": "all cards that a filter lets pass",
}
RELATIONS = {relation.name.lower(): int(relation) for relation in Relation if relation != Relation.ANY}
PROPERTIES = {flag.name.lower(): int(flag) for flag in Property if flag.name}
HAS = {f"with_{item.name.lower()}": int(item) for item in Has}


def filter_words(cards: Mapping[str, int], classes: Mapping[str, int]) -> FilterWords:
    """The words of filters; classes: the classes of the cards with their bits."""
    blank = dict.fromkeys(FILTER.names or (), 0)
    blank |= {f"{name}_at_least": -99 for name in ("cost", "lives", "range")}
    blank |= {f"{name}_at_most": ALL for name in ("cost", "lives", "range")} | {"named": -1}
    return FilterWords(
        columns=blank,
        kinds=("types", TYPES),
        any_kind="card",
        values={"side": {"own": Side.OWN, "enemy": Side.ENEMY}, "relation": RELATIONS},
        flags={"properties": PROPERTIES},
        masks={"element": ELEMENTS, "class": classes, "has": HAS},
        bounds={name: number(0, 99) for name in ("cost", "lives", "range")},
        named=("named", cards),
        place=("relation", 0),
    )


@dataclass(frozen=True)
class Trait:
    """What the parts of one trait make."""

    head: Head
    row: Row
    constants: tuple[Row, ...] = ()

    @property
    def values(self) -> dict[str, int]:
        """The columns of its row."""
        return dict(zip(TRAIT.names or (), self.row, strict=True))


class Notation(grammar.Notation):
    """Reads the traits of cards. What is wrong is noted in `problems`."""

    def __init__(self, cards: Mapping[str, int], classes: Mapping[str, int]) -> None:
        super().__init__(
            Vocabulary(
                Operation.terms(),
                Count.terms(),
                Condition.terms(),
                ROW.names or (),
                SELECTIONS,
                each=Select.EACH,
                matching=Count.MATCHING,
                filters=filter_words(cards, classes),
                modes=Modes(Operation.EITHER, Operation.OR),
                row=ROW,
            )
        )
        self.constants: list[Row] = []
        self.constant_names = CONSTANT_ROW.names or ()

    def trait(self, text: str, where: str) -> Trait | None:
        """What one trait of a card makes; None after noting what is wrong with it."""
        trait: Trait | None = self.attempt(lambda line: self._trait(line, where), text, where)
        return trait

    def _trait(self, text: str, where: str) -> Trait:
        head_text, colon, body = text.partition(": ")
        if not colon:
            raise ValueError('a trait is "HEAD: LINE; LINE", such as "action: heal 3 self"')
        lines = [line.strip() for line in body.split(";")]
        words, condition = grammar.split(head_text.split(), "if")
        head = Head(choice({head.name.lower(): int(head) for head in Head}, "kind of trait")(words[0]))
        row: dict[str, int] = dict.fromkeys(TRAIT.names or (), 0) | {"head": head, "filter": -1, "kinds": -1}
        row |= self.read_condition(condition) if condition else {}
        rest = self._head(head, row, list(words[1:]))
        if head == Head.CONSTANT:
            whom = self.filter(rest[1:]) if rest[:1] == ["for"] else -1
            if rest and whom < 0:
                raise ValueError(f'after "constant" stands "formation" or "for FILTER", found {quoted(" ".join(rest))}')
            found = [self._constant(line, row, whom) for line in lines]
            return Trait(head, grammar.as_row(row, TRAIT), tuple(found))
        if rest:
            row["filter"] = self.filter(rest, anywhere=False)
        row["first"], row["end"] = self.program(lines, where)
        return Trait(head, grammar.as_row(row, TRAIT))

    def _alternative(self, name: str, operation: Term, words: Sequence[str]) -> dict[str, int]:
        """The columns that an alternative of an operation fills; what comes to a cell must be what can stand there."""
        values = super()._alternative(name, operation, words)
        if operation.code in (Operation.REVIVE, Operation.SUMMON):
            asked = dict(zip(FILTER.names or (), [*self.filters][values["filter"]], strict=True))
            if not asked["types"] or asked["types"] & ~(1 << Type.CREATURE | 1 << Type.ARTIFACT):
                raise ValueError(f"{quoted(name)} brings a creature or an artifact to a cell, and no other card")
            if operation.code == Operation.REVIVE and asked["relation"] not in OF_GRAVEYARDS:
                raise ValueError(f"{quoted(name)} takes a card of a graveyard: say own_graveyard or graveyard")
        return values

    def _head(self, head: Head, row: dict[str, int], words: list[str]) -> list[str]:
        """Notes the words of a head, and returns those of the filter at its end."""
        if head == Head.WHEN:
            name, _, kinds = (words.pop(0) if words else "").partition("@")
            row["event"] = choice(EVENT_NAMES, "event")(name)
            row["kinds"] = read_kinds(kinds) if kinds else -1
            if words[:1] == ["or"]:
                row["event_or"] = choice(EVENT_NAMES, "event")(words[1] if len(words) > 1 else "")
                words = words[2:]
        elif head == Head.SUDDEN:
            name, _, kinds = (words.pop(0) if words else "").partition("@")
            row["window"] = choice(WINDOW_NAMES, "window")(name)
            row["kinds"] = read_kinds(kinds) if kinds else -1
        tokens = {"x": X_TOKENS, "x0": X_OR_NO_TOKENS, "all": ALL_TOKENS}
        numbers = {"tokens": number(1, 15, tokens), "limit": number(1, 9)}
        while words and (words[0] in ("once", "by_ally", "formation", "spell", "second") or words[0] in numbers):
            word = words.pop(0)
            if word in numbers:
                if not words:
                    raise ValueError(f"{quoted(word)} takes a number")
                row[word] = numbers[word](words.pop(0))
            else:
                row[word] = 1
        return words

    def _constant(self, line: str, head: Mapping[str, int], whom: int) -> Row:
        """The row of one line of a constant trait."""
        before, condition = grammar.split(line.split(), "if")
        before, count = grammar.split(before, "per")
        if not before:
            raise ValueError("a constant begins with the name of what it says, such as value or armour")
        term = grammar.find_term(GRANTED, before[0], "stat")
        values: dict[str, int] = dict.fromkeys(CONSTANT_ROW.names or (), 0)
        (amount, *_), rest = grammar.read_arguments(term, before[0], before[1:])
        values |= {"stat": term.code, "filter": -1, "whom": whom, "formation": head["formation"]}
        if term.code in OF_ATTACKS:
            values |= {"amount": (amount & 31) - AMOUNT_ZERO, "kinds": amount >> KINDS_BITS}
        else:
            values |= {"amount": amount, "kinds": -1}
        if rest:
            values["filter"] = self.filter(rest)
        values |= self.read_count(count) if count else {}
        names = ("condition", "condition_argument", "condition_filter", "otherwise")
        if condition and head["condition"]:
            raise ValueError("a condition stands in the head or in the line, not in both")
        values |= self.read_condition(condition) if condition else {name: head[name] for name in names}
        return grammar.as_row(values, CONSTANT_ROW)

    def keep_constants(self, found: Iterable[Row]) -> tuple[int, int]:
        """Rows [first, end) of the constant traits of one card."""
        return self.keep(self.constants, list(found))


def reserved(names: Iterable[str]) -> list[str]:
    """Those of the names that already mean something in a filter."""
    return sorted({*filter_words({}, {}).words(), "each", "per", "if", "for"}.intersection(names))


def words() -> dict[str, dict[str, str]]:
    """The words of the card file by group, with what they mean."""
    return {
        "heads": {head.name.lower(): "" for head in Head},
        "windows": dict.fromkeys(WINDOW_NAMES, ""),
        "events": dict.fromkeys(EVENT_NAMES, ""),
        "stats": dict.fromkeys(STAT_NAMES, ""),
        "operations": _help(Operation.terms()) | dict(MODE_WORDS),
        "cards": dict(SELECTION_HELP),
        "filters": dict.fromkeys(filter_words({}, {}).words(), ""),
        "counts": _help(Count.terms()),
        "conditions": _help(Condition.terms()),
    }


def _help(terms: Mapping[str, Term]) -> dict[str, str]:
    return {name: term.help for name, term in terms.items()}
