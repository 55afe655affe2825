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

from ..core.errors import quoted
from ..reading import notation as grammar
from ..reading.notation import (
    MODE_WORDS,
    FilterWords,
    Modes,
    Object,
    Row,
    Term,
    Vocabulary,
    choice,
    number,
    terms_by_name,
)
from .tables import (
    ALL,
    ALL_TOKENS,
    AMOUNT_ZERO,
    ANY_STRENGTH,
    CONSTANT_ROW,
    FILTER,
    KINDS,
    KINDS_BITS,
    ROW,
    STRENGTH_BITS,
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
    Reach,
    Relation,
    Select,
    Side,
    Stat,
    Type,
    Way,
    Window,
)

ELEMENTS = {element.name.lower(): int(element) for element in Element}
TYPES = {kind.name.lower(): int(kind) for kind in Type}
STAT_NAMES = {stat.name.lower(): int(stat) for stat in Stat if stat != Stat.NONE}
EVENT_NAMES = {event.name.lower(): int(event) for event in Event if event != Event.NONE}
WINDOW_NAMES = {window.name.lower(): int(window) for window in Window if window != Window.NONE}
OF_GRAVEYARDS = (Relation.GRAVEYARD, Relation.OWN_GRAVEYARD)
OF_ATTACKS = (Stat.VALUE, Stat.INCOMING, Stat.DIE, Stat.EXPOSED, Stat.RANGE)
"""Modifiers that are for some kinds of attack."""
CLASSES_MAX = 62


def read_kinds(text: str) -> int:
    """Bits of kinds and strengths: `simple`, `shot+throw`, `simple/medium+strong`."""
    kinds, _, strengths = text.partition("/")
    bits = sum({1 << bit for word in kinds.split("+") for bit in _bits(choice(KINDS, "kind of attack")(word))})
    return bits | (
        sum({choice(STRENGTH_BITS, "strength")(word) for word in strengths.split("+")}) if strengths else ANY_STRENGTH
    )


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(16) if mask >> bit & 1]


def amount_of_kinds(word: str) -> int:
    """Reads `1@simple`, `-1@ranged`: an amount for kinds of attack, in one number."""
    amount, _, kinds = word.partition("@")
    return (number(-15, 15)(amount) + AMOUNT_ZERO) | (read_kinds(kinds or "attacks") << KINDS_BITS)


def values(word: str) -> int:
    """Reads `1-2-3`, or 2 for 2-2-2: what an attack wounds for when weak, medium and strong, four bits each."""
    parts = [number(0, 15)(part) for part in word.split("-")]
    if len(parts) not in (1, 3):
        raise ValueError(f"{quoted(word)} is not a number such as 2, or three such as 1-2-3")
    weak, medium, strong = parts if len(parts) == 3 else parts * 3
    return weak | medium << 4 | strong << 8


def reach(word: str) -> int:
    """Reads the range of an attack with what else is said of it: any, 3, any+adjacent, any+ignoring, 5+x, any+three."""
    first, *more = word.split("+")
    known = {"adjacent": Reach.ADJACENT, "ignoring": Reach.IGNORING, "x": Reach.PLUS_X, "three": Reach.THREE}
    known |= {"event_target": Reach.EVENT_TARGET}
    return number(0, 7, {"any": 0})(first) + sum(int(choice(known, "addition to a range")(part)) for part in more)


NUMBER, NUMBER_OR_ALL, SIGNED = (number(0, 99),), (number(0, 99, {"all": ALL, "fully": ALL}),), (number(-15, 15),)
CARDS, PICKED, CARD = Object.SELECTION, Object.FILTER, Object.FILTER_OF_ONE
WAYS = {way.name.lower(): int(way) for way in Way}

GRANTED = {
    name: Term(
        Stat(code),
        (amount_of_kinds,) if code in OF_ATTACKS else (number(-15, ALL),),
        works_on=CARDS,
        default=None if code in OF_ATTACKS else 1,
    )
    for name, code in STAT_NAMES.items()
}

OPERATIONS = terms_by_name(
    Term(Operation.SHOT, (values, reach), "shoots one card that a filter lets pass: VALUES RANGE FILTER", PICKED),
    Term(Operation.THROW, (values, reach), "throws at one card: VALUES RANGE FILTER", PICKED),
    Term(Operation.DISCHARGE, (values, reach), "a discharge at one card: VALUES RANGE FILTER", PICKED),
    Term(Operation.ACROSS, (values, reach), "a strike across a row: VALUES RANGE FILTER", PICKED),
    Term(Operation.MAGIC, (values, reach), "a magic strike: VALUES RANGE FILTER", PICKED),
    Term(Operation.SPECIAL, (values, reach), "a special strike: VALUES RANGE FILTER", PICKED),
    Term(Operation.TARGET, NUMBER, "chooses up to so many different cards, at least one", PICKED, default=1),
    Term(Operation.WOUND, NUMBER, "wounds, without an attack", CARDS),
    Term(Operation.ROLL_WOUND, (values,), "wounds for a number that a die decides, without an attack", CARDS),
    Term(Operation.HEAL, NUMBER_OR_ALL, "heals", CARDS),
    Term(Operation.POISON, NUMBER, "gives Poisoning; the higher number counts", CARDS),
    Term(Operation.WORSEN, NUMBER, "one more of Poisoning, up to so much", CARDS),
    Term(Operation.CURE, (), "removes Poisoning", CARDS),
    Term(Operation.CLOSE, (), "closes", CARDS),
    Term(Operation.OPEN, (), "opens", CARDS),
    Term(Operation.SKIP_OPEN, (), "does not open at its next start of a turn", CARDS),
    Term(Operation.AWAKEN, (), "may open at its next start of a turn after all", CARDS),
    Term(Operation.TOKEN, (number(0, 15), number(0, 99)), "gains tokens: NUMBER CAP", CARDS, default=1),
    Term(Operation.LOSE_TOKENS, NUMBER_OR_ALL, "loses tokens", CARDS),
    Term(Operation.INCARNATION_TOKEN, SIGNED, "puts on or takes off tokens of incarnation", CARDS),
    Term(Operation.DESTROY, (), "destroys", CARDS),
    Term(Operation.FINISH, NUMBER, "Finishing: destroys one card with so many lives or fewer", PICKED),
    Term(
        Operation.REDISTRIBUTE, NUMBER, "moves up to so many wounds from the chosen card onto those of a filter", PICKED
    ),
    Term(Operation.GRANT_TURN, help="gives a trait until the end of this turn", works_on=CARDS, of=GRANTED),
    Term(Operation.GRANT_OWN_TURN, help="gives a trait until the end of your turn", works_on=CARDS, of=GRANTED),
    Term(Operation.GRANT_ENEMY_TURN, help="gives a trait until the end of the enemy turn", works_on=CARDS, of=GRANTED),
    Term(Operation.GRANT_BATTLE, help="gives a trait until the end of battle", works_on=CARDS, of=GRANTED),
    Term(Operation.GRANT_ATTACK, help="gives a trait for the attack that is on", works_on=CARDS, of=GRANTED),
    Term(Operation.MOVE, (choice(WAYS, "way"),), "moves to a free cell of your choice", CARDS),
    Term(Operation.PUSH, NUMBER, "pushes on in the direction of the strike, if the enemy does not refuse", CARDS),
    Term(Operation.DISPLACE, (), "moves to an adjacent free cell of your choice, which frees its own", CARDS),
    Term(Operation.LAND, (), "leaves the air for the cell that was freed", CARDS),
    Term(Operation.GROUND, (), "loses Flight: a free cell of its controller's choice", CARDS),
    Term(
        Operation.REVIVE,
        (choice({"closed": 1, "open": 0}, "state"),),
        "a card of a graveyard to a free adjacent cell",
        PICKED,
    ),
    Term(
        Operation.SUMMON,
        (choice({"closed": 1, "open": 0}, "state"),),
        "a card of your deck to a free adjacent cell, which is chosen first; the deck is shuffled",
        PICKED,
    ),
    Term(Operation.HUNT, (), "marks until the end of your turn: wounds of flying attackers are 2 more", CARDS),
    Term(Operation.BONFIRE, (), "makes a free cell occupied until the end of the enemy turn"),
    Term(Operation.NET, (), "nets for its next turn", CARDS),
    Term(Operation.PIN, (), "cannot leave its cell until this moves or leaves", CARDS),
    Term(Operation.CURSE, (), "curses", CARDS),
    Term(Operation.EXTRA_LIFE, NUMBER, "extra lives", CARDS),
    Term(Operation.REDIRECT, (), "the simple strike that is on hits this card instead", CARDS),
    Term(
        Operation.SET_STRENGTH,
        (choice({"weak": 1, "strong": 3}, "strength"),),
        "the attack that is on becomes so strong",
    ),
    Term(Operation.CAP_VALUE, NUMBER, "the attack that is on wounds for no more"),
    Term(Operation.BLOCK, (), "blocks the attack that is on"),
    Term(Operation.ROLL, (), "rolls a die, for `if rolled`"),
    Term(Operation.CHANGE_DIE, (), "+1 or -1 to a die on the table, or it is rolled again"),
    Term(
        Operation.PREVENT, (amount_of_kinds,), "prevents the next wounds on your cards until the end of the enemy turn"
    ),
    Term(Operation.FORCE_STRIKE, (), "the chosen creature strikes a card beside it and closes"),
    Term(Operation.SHIFT_WOUNDS, (), "the wounds that are about to be dealt go to cards of a filter", PICKED),
    Term(Operation.ASK_ENEMY, (), "the controller of the event's card, if any, chooses which of the modes that follow"),
    Term(Operation.NUMBER, NUMBER, "chooses X: from 1 (`may`: 0) to so many"),
    Term(Operation.TIMES, NUMBER, "the next line happens so many times", default=1),
)

COUNTS = terms_by_name(
    Term(Count.TOKENS, (), "its tokens"),
    Term(Count.X, (), "X: tokens spent, or the number chosen"),
    Term(Count.EVENT, (), "the number of the event: wounds dealt"),
    Term(Count.WOUNDS, (number(1, 99),), "its wounds, at most so many"),
    Term(Count.CELLS_MOVED, (), "cells it moved this turn"),
    Term(Count.STRIKES_BESIDE, (), "sum of the weak strikes of your creatures directly left and right"),
    Term(Count.STRIKE_OPPOSITE, (), "the medium strike of the creature opposite"),
    Term(Count.POISONED_NEIGHBOURS, (), "for `finish`: poisoned creatures adjacent to the target, plus one"),
)

CONDITIONS = terms_by_name(
    Term(Condition.DID, (), "the question before was answered with yes, or a choice was made"),
    Term(Condition.AT_LEAST, NUMBER, "there are so many cards of a filter", PICKED),
    Term(Condition.EVENT, (), "the event's card passes a filter", CARD),
    Term(Condition.TARGET, (), "the chosen card, or the target of the attack, passes a filter", CARD),
    Term(Condition.SELF, (), "this card passes a filter", CARD),
    Term(Condition.HOST, (), "its host passes a filter", CARD),
    Term(Condition.OPPOSITE, (), "there is a card opposite and it passes a filter", CARD),
    Term(Condition.ROW, (number(1, 3),), "it stands in this row of its half"),
    Term(Condition.CENTRAL_COLUMN, (), "it stands in the central column"),
    Term(Condition.EDGE_COLUMN, (), "it stands in the leftmost or rightmost column"),
    Term(Condition.MORE_ALLIES, (), "more of your creatures than enemy ones are adjacent"),
    Term(Condition.EVERY_ROW, (), "every row of the battlefield holds a creature of yours"),
    Term(Condition.PARTNERS, (number(1, 4),), "in formation with so many"),
    Term(Condition.PARTNER_ELITE, (), "in formation with an elite creature"),
    Term(Condition.PARTNER_ORDINARY, (), "in formation with an ordinary creature"),
    Term(Condition.ENTERED_ENEMY_HALF, (), "the step led from your half to the enemy's"),
    Term(Condition.LEFT_ENEMY_HALF, (), "the step led from the enemy's half to yours"),
    Term(Condition.ENTERED_YOUR_HALF, (), "the enemy's step ended in your half"),
    Term(Condition.ENTERED_YOUR_FIRST_ROW, (), "the enemy's step led from his half to your first row"),
    Term(Condition.MOVED_STRAIGHT, (), "two cells or more this turn, all in one direction"),
    Term(Condition.MOVED_TURNING, (), "two cells or more this turn, in different directions"),
    Term(Condition.UNMOVED, (), "it has not moved this turn"),
    Term(Condition.DIAGONAL, (), "the attack is diagonal"),
    Term(Condition.DIRECTED, (), "the attacker has Directed Strike"),
    Term(Condition.ROLLED, (number(1, 6),), "the die of `roll` showed so much or more"),
    Term(Condition.YOUR_TURN, (), "it is your turn"),
    Term(Condition.ENEMY_TURN, (), "it is the enemy's turn"),
)

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
                OPERATIONS,
                COUNTS,
                CONDITIONS,
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
        "operations": _help(OPERATIONS) | dict(MODE_WORDS),
        "cards": dict(SELECTION_HELP),
        "filters": dict.fromkeys(filter_words({}, {}).words(), ""),
        "counts": _help(COUNTS),
        "conditions": _help(CONDITIONS),
    }


def _help(terms: Mapping[str, Term]) -> dict[str, str]:
    return {name: term.help for name, term in terms.items()}
