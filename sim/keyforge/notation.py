"""The words of the KeyForge cards: what stands in the grammar of reading/notation.py, and their rows in `tables.py`.

    play = ["choose enemy creature", "damage 3 chosen", "gain 1 if destroyed"]
    "fight/reap" = ["may choose other friendly creature", "destroy chosen", "heal all this if did"]
    creature_destroyed = ["when enemy creature your_turn", "choose friendly creature", "capture 1 chosen"]
    constant = ["power 1 each other friendly beast creature", "key_cost 1 opponent per damaged friendly creature"]

`may` before a choice makes it up to so many, before anything else a question. A constant is a line
`KIND [NUMBER] [WHOM] [per COUNT]`, WHOM being this, host or `each FILTER`, or, where it is a player's affair, you,
opponent, each_player or opponent_of_host.

A filter says friendly or enemy; creature, artifact, upgrade, action, several of them joined by "/", or card; a house, a
trait, or either after `non_`; `power>=3`, `power<=3`, `power=3`; `named:CARD`; a property such as damaged or flank; and
where the card lies, if not in play.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

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
    terms_by_name,
)
from .ordering import matter_of
from .state import Constant, Trigger, Type
from .tables import (
    ALL,
    CARDS,
    CONSTANT_ROW,
    FILTER,
    HOUSE,
    HOUSES,
    LASTINGS,
    NUMBER,
    PEOPLE,
    SIGNED,
    Condition,
    Count,
    Operation,
    Place,
    Property,
    Select,
    Side,
)

TYPES = {kind.name.lower(): int(kind) for kind in Type}
ABOUT_A_CARD = (
    Trigger.CREATURE_DESTROYED_FIGHTING_THIS,
    Trigger.CREATURE_ENTERS,
    Trigger.CREATURE_PLAYED,
    Trigger.CREATURE_DESTROYED,
    Trigger.ARTIFACT_PLAYED,
    Trigger.ARTIFACT_USED,
    Trigger.CARD_DISCARDED,
    Trigger.ANY_FIGHT,
    Trigger.HOST_CREATURE_PLAYED,
)
"""Triggers that happen to some card, on which a `when` line may set conditions."""

SIDES = {"friendly": int(Side.FRIENDLY), "enemy": int(Side.ENEMY)}
SELECTIONS = {select.name.lower(): int(select) for select in Select if select not in (Select.NONE, Select.EACH)}
PLAYERS = {
    "you": int(Side.FRIENDLY),
    "opponent": int(Side.ENEMY),
    "each_player": int(Side.ANY),
    "opponent_of_host": int(Side.HOST_OPPONENT),
}
PLACES = {
    "in_hand": Place.HAND,
    "in_discard": Place.DISCARD,
    "in_archives": Place.ARCHIVES,
    "in_deck": Place.DECK,
    "in_deck_or_discard": Place.DECK_AND_DISCARD,
    "in_play_or_discard": Place.PLAY_AND_DISCARD,
    "under_this": Place.UNDER_THIS,
    "purged_by_this": Place.PURGED_BY_THIS,
}
PROPERTIES = {item.name.lower(): int(item) for item in Property}
TRAITS_MAX = 62


CONSTANTS = terms_by_name(
    Term(Constant.POWER, SIGNED, "more power", CARDS),
    Term(Constant.ARMOR, SIGNED, "more armor", CARDS),
    Term(Constant.TAUNT, (), "taunt", CARDS),
    Term(Constant.ELUSIVE, (), "elusive", CARDS),
    Term(Constant.SKIRMISH, (), "skirmish", CARDS),
    Term(Constant.POISON, (), "poison", CARDS),
    Term(Constant.ASSAULT, NUMBER, "assault", CARDS),
    Term(Constant.HAZARDOUS, NUMBER, "hazardous", CARDS),
    Term(Constant.KEY_COST, SIGNED, "keys cost more", PEOPLE),
    Term(Constant.REFILL, SIGNED, "more cards in hand after drawing", PEOPLE),
    Term(Constant.CANNOT_REAP, (), "cannot reap", CARDS),
    Term(Constant.PLAYS_AT_MOST, NUMBER, "your opponent plays at most so many cards each turn"),
    Term(Constant.CANNOT_PLAY_CREATURES, (), "you cannot play creatures"),
    Term(Constant.FIGHTS_ONLY_STUNNED, (), "can only fight stunned creatures", CARDS),
    Term(Constant.NEEDS_DISCARD, (), "cannot be used unless you discarded a card of its house this turn", CARDS),
    Term(Constant.PAY_TO_USE_ARTIFACTS, NUMBER, "your opponent pays you to use an artifact"),
    Term(Constant.PAY_TO_PLAY_ARTIFACTS, NUMBER, "your opponent pays you to play an artifact"),
    Term(Constant.NO_STEALING, (), "your amber cannot be stolen"),
    Term(Constant.MUST_CHOOSE, HOUSE, "you must choose this house"),
    Term(Constant.FORBIDS_NAMED, (), "the player for whom a house is noted on this cannot choose it, whoever has this"),
    Term(Constant.USABLE, (), "may be used in any house", CARDS),
    Term(Constant.PLAYS_OFF_HOUSE, HOUSE, "you may play one card of this house in your turn while it is not active"),
    Term(Constant.FIRST_CREATURE_READY, (), "the first creature played each turn enters play ready"),
    Term(Constant.ENTERS_READY, (), "enters play ready", CARDS),
    Term(Constant.ENTERS_STUNNED, (), "enters play stunned", CARDS),
    Term(Constant.SKIPS_FORGING, (), "you skip your forge step"),
    Term(Constant.GAINS_FORGING, (), "you gain what your opponent spends on keys"),
    Term(Constant.FORGE_SOURCE, (), "amber on it may be spent on your keys", CARDS),
    Term(Constant.STRONG_AGAINST_FLANK, NUMBER, "deals more damage when it attacks a flank creature", CARDS),
    Term(Constant.NO_FIGHT_DAMAGE, (), "deals no damage in fights", CARDS),
    Term(Constant.IGNORES_TAUNT_AND_ELUSIVE, (), "ignores taunt and elusive when it attacks", CARDS),
    Term(Constant.PURGES_DEAD, (), "creatures that would go from play to a discard pile are purged"),
    Term(Constant.CATCHES_AMBER, (), "amber that your opponent would get is captured by this"),
    Term(Constant.CATCHES_DAMAGE, (), "damage to such creatures is dealt to this instead", CARDS),
    Term(Constant.SAVES_HOST, (), "instead of its host, this is destroyed, and the host is fully healed"),
    Term(Constant.CONTROLS_HOST, (), "you control its host"),
    Term(Constant.STATE_LONELY, (), "is destroyed as soon as your opponent controls no creature", CARDS),
    Term(Constant.PLAY_COST, NUMBER, "to play this, lose so much amber"),
    Term(Constant.PLAY_NEEDS, NUMBER, "to play this, have so much amber"),
    Term(Constant.ACTION_NEEDS_AMBER, NUMBER, "to use the action of this, have so much amber"),
)

_TRIGGERS: Mapping[Trigger, str] = {
    Trigger.PLAY: "after this is played",
    Trigger.REAP: "after this reaps",
    Trigger.FIGHT: "after this fights and lives",
    Trigger.ACTION: "instead of reaping or fighting",
    Trigger.OMNI: "likewise, whatever the house of the turn",
    Trigger.BEFORE_FIGHT: "before this fights",
    Trigger.DESTROYED: "when this is destroyed, still in play",
    Trigger.LEAVES_PLAY: "after this leaves play in any way",
    Trigger.END_OF_TURN: "at the end of your turn",
    Trigger.CREATURE_DESTROYED_FIGHTING_THIS: "after a creature dies of this creature's damage in a fight",
    Trigger.CREATURE_ENTERS: "after a creature enters play",
    Trigger.CREATURE_PLAYED: "after a creature is played",
    Trigger.CREATURE_DESTROYED: "after a creature is destroyed",
    Trigger.ARTIFACT_PLAYED: "after an artifact is played",
    Trigger.ARTIFACT_USED: "after you use an artifact",
    Trigger.CARD_DISCARDED: "after a card is discarded from hand",
    Trigger.KEY_FORGED: "after you forge a key",
    Trigger.HOUSE_CHOSEN: "after you choose the house printed on this as the house of the turn",
    Trigger.ANY_FIGHT: "before any creature fights",
    Trigger.HOST_REAP: "reap ability of the creature that this is on",
    Trigger.HOST_FIGHT: "fight ability of the creature that this is on",
    Trigger.HOST_ACTION: "action of the creature that this is on",
    Trigger.HOST_DESTROYED: "destroyed ability of the creature that this is on",
    Trigger.HOST_CREATURE_PLAYED: "after a creature is played, ability of the creature that this is on",
    Trigger.LATER: "what the card's lasting effect does each time",
}
"""Triggers of programs, with what they mean."""
TRIGGERS = {trigger.name.lower(): int(trigger) for trigger in _TRIGGERS}

FILTER_HELP: Mapping[str, str] = {
    "friendly": "yours",
    "enemy": "your opponent's",
    "creature, artifact, upgrade, action": "the type of the card; several are joined by /",
    "card": "of any type",
    "HOUSE, non_HOUSE": "of that house, or not",
    "TRAIT, non_TRAIT": "with that trait, or without",
    "power>=N, power<=N, power=N": "of such power",
    "named:CARD": "copies of that card",
    "in_hand": "in your hand; after enemy in your opponent's",
    "in_discard": "in both discard piles; after friendly or enemy in one",
    "in_archives": "in your archives",
    "in_deck": "in your deck",
    "in_deck_or_discard": "in your deck or discard pile",
    "in_play_or_discard": "in play or in your discard pile",
    "under_this": "facedown under this",
    "purged_by_this": "purged by this",
    "other": "not this",
    "flank, not_flank": "creatures on a flank, or not; other cards pass",
    "damaged, undamaged, ready, exhausted, stunned, elusive, has_amber": "in that state",
    "neighbor": "beside this",
    "neighbor_of_chosen": "beside the card chosen last",
    "neighbor_of_fought": "beside the creature that this fights",
    "most_powerful, least_powerful": "of those that match otherwise",
    "this, host": "this itself, or the creature that it is on",
    "named_house": "of the house named",
    "named_player": "owned by the player chosen",
    "power_is_number": "with the power named",
    "shares_trait, other_name, house_of_chosen, same_owner": "compared with the card chosen last",
    "active_house": "of the house of the turn",
    "chosen, not_chosen": "among the cards chosen, or not",
    "noted": "noted last, wherever they stand by now",
    "event": "the card that the trigger is about",
    "your_turn": "only in your turn",
}

COUNTED_BY_CONSTANTS = (Count.NONE, Count.MATCHING, Count.AMBER_ON_THIS, Count.UNFORGED_KEYS)
ROW_COLUMNS = tuple(ROW.names or ())
FILTER_COLUMNS = tuple(FILTER.names or ())


def filter_words(titles: Mapping[str, int], traits: Mapping[str, int]) -> FilterWords:
    """The words of filters; titles: card id -> row of the card table; traits: trait -> its bit number."""
    return FilterWords(
        columns=dict.fromkeys(FILTER.names or (), 0) | {"power_at_most": ALL, "title": -1},
        kinds=("types", TYPES),
        any_kind="card",
        values={"side": SIDES, "place": PLACES},
        flags={"properties": PROPERTIES},
        masks={"houses": HOUSES, "traits": traits},
        bounds={"power": NUMBER[0]},
        named=("title", titles),
        place=("place", Place.ANYWHERE),
    )


class Notation(grammar.Notation):
    """Gathers the rows, filters and constants of all cards; equal ones are kept once."""

    def __init__(self, titles: Mapping[str, int], traits: Mapping[str, int]) -> None:
        super().__init__(
            Vocabulary(
                Operation.terms(),
                Count.terms(),
                Condition.terms(),
                ROW_COLUMNS,
                SELECTIONS,
                each=Select.EACH,
                matching=Count.MATCHING,
                filters=filter_words(titles, traits),
                modes=Modes(Operation.MODES, Operation.JUMP),
                row=ROW,
            )
        )
        self.traits = traits
        self.constants: list[Row] = []

    def read(self, lines: Sequence[str], where: str) -> list[Row]:
        """The rows of the lines of one ability; one that repeats it learns how many rows back it began."""
        rows = super().read(lines, where)
        operation, argument = (ROW_COLUMNS.index(column) for column in ("operation", "argument"))
        for place, row in enumerate(rows):
            if row[operation] == Operation.REPEAT:
                rows[place] = (*row[:argument], place, *row[argument + 1 :])
        return rows

    def matter(self, start: int, end: int) -> int:
        """Matter bits of the program of the rows [start, end)."""
        rows = [dict(zip(ROW_COLUMNS, row, strict=True)) for row in self.rows[start:end]]
        return matter_of(rows, [dict(zip(FILTER_COLUMNS, row, strict=True)) for row in self.filters])

    def when(self, line: str, where: str) -> int:
        """The filter of a line `when FILTER`."""
        index = self.attempt(lambda text: self.filter(text.split()[1:], anywhere=True), line, where)
        return -1 if index is None else index

    def constant(self, lines: Sequence[str], where: str, upgrade: bool) -> tuple[int, int]:
        """Rows [start, end) of the constant abilities of one card; upgrade: whether it has a host."""
        found = [self.attempt(lambda line: self._constant(line, upgrade), line, where) for line in lines]
        return self.keep(self.constants, [row for row in found if row is not None])

    def _constant(self, line: str, upgrade: bool) -> Row:
        before, count = grammar.split(line.split(), "per")
        if not before:
            raise ValueError(f'what is multiplied stands before "per", such as {quoted(next(iter(CONSTANTS)))}')
        name, words = before[0], before[1:]
        term = grammar.find_term(CONSTANTS, name, "constant ability")
        values = dict.fromkeys(CONSTANT_ROW.names or (), 0)
        values |= {"kind": term.code, "amount": 1, "filter": -1, "side": Side.FRIENDLY}
        arguments, words = grammar.read_arguments(term, name, words)
        values |= zip(("amount",), arguments, strict=False)
        if term.works_on == CARDS:
            values |= {"filter": self._whom(name, words, upgrade), "side": Side.ANY}
        elif term.works_on == PEOPLE:
            if len(words) != 1 or words[0] not in PLAYERS:
                raise ValueError(
                    f"{quoted(name)} is the affair of {', '.join(PLAYERS)}, found {quoted(' '.join(words))}"
                )
            values["side"] = PLAYERS[words[0]]
        else:
            grammar.refuse_more(name, words)
        if count and term.readers:
            grammar.refuse_to_multiply(name, term)
        values |= self.read_count(count) if count else {}
        if values["count"] not in COUNTED_BY_CONSTANTS:
            raise ValueError("a constant ability counts cards of a filter, amber_on_this or unforged_key")
        if values["kind"] == Constant.POWER and values["amount"] < 0:
            values["kind"] = Constant.LESS_POWER
        return grammar.as_row(values, CONSTANT_ROW)

    def _whom(self, name: str, words: Sequence[str], upgrade: bool) -> int:
        """The filter of the cards on which a constant works; -1: the card itself, or the host of an upgrade."""
        if words and words[0] == "each":
            return self.filter(words[1:])
        if words not in (["this"], ["host"]) or (words == ["host"] and not upgrade):
            raise ValueError(
                f"{quoted(name)} works on this, host (of an upgrade) or each FILTER, found {quoted(' '.join(words))}"
            )
        return self.filter(["this", "card"]) if upgrade and words == ["this"] else -1


def words() -> dict[str, dict[str, str]]:
    """The words of the card file by group, with what they mean."""
    return {
        "abilities": {trigger.name.lower(): text for trigger, text in _TRIGGERS.items()}
        | {"constant": "what holds while the card is in play"},
        "operations": _help(Operation.terms()) | dict(MODE_WORDS),
        "cards": {
            "this": "the card itself; in host abilities its host",
            "host": "the creature that this upgrade is on",
            "chosen": "all cards chosen",
            "last": "the card chosen last",
            "event": "the card that the trigger is about",
            "fought": "the creature that this fights",
            "each": "all cards that a filter lets pass",
        },
        "filters": dict(FILTER_HELP),
        "effects of a turn": _help(LASTINGS),
        "constants": _help(CONSTANTS),
        "counts": _help(Count.terms()),
        "conditions": _help(Condition.terms()),
    }


def _help(terms: Mapping[str, Term]) -> dict[str, str]:
    return {name: term.help for name, term in terms.items()}


def reserved(names: Iterable[str]) -> list[str]:
    """Those of the names that already mean something in a filter."""
    return sorted({*filter_words({}, {}).words(), "each", "per", "if"}.intersection(names))
