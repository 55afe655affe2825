"""What of two pending abilities with the same text makes their order matter: found out once, from the rows of the text.

Two equal texts need no order where each only does to its own card what no other can notice, such as healing it, or does
not look at its own card at all. They need one as soon as they draw on the same thing for different cards, as captures
from one pool do, or as one looks at what the other has changed.

What happens between them may make their order matter too: a text that sends its own card away leaves it in play until
then, and a card that something takes out of play no longer does what it waited to do. `pending.py` asks whether such a
thing waits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from .state import Matter
from .tables import ALL, SUBJECTS, Condition, Count, Operation, Place, Property, Select, Subject

Columns = Mapping[str, int]
"""A row of a program or of the filters, by column."""

UNNOTICED = (
    Operation.OWNER_GAINS,
    Operation.OPPONENT_OF_CONTROLLER_GAINS,
    Operation.PLACE_AMBER,
    Operation.HEAL,
    Operation.ADD_COUNTERS,
    Operation.STUN,
    Operation.UNSTUN,
    Operation.EXHAUST,
    Operation.READY,
    Operation.MARK,
    Operation.STOP,
    Operation.JUMP,
    Operation.NOTE_DID,
    Operation.CHAINS,
)
"""What may happen to different cards in any order. What happens to pools, hands and decks alone may too."""
SENDING = (Operation.TO_HAND, Operation.TO_DECK_TOP, Operation.SHUFFLE_INTO_DECK, Operation.ARCHIVE, Operation.PURGE)
"""What sends cards away: in any order where nothing else happens."""
STIRRING = (
    Operation.TAKE_AMBER,
    Operation.OWNER_DISCARDS_RANDOM,
    Operation.SWAP,
    Operation.CONTROL,
    Operation.CONTROL_UNTIL_LEAVES,
    Operation.CONTROL_AS,
    Operation.OPPONENT_CONTROLS_THIS,
    Operation.FORGE,
    Operation.FORGE_FREE,
    Operation.FORGE_LESS_HAND,
)
"""What may take a card out of play by what follows from it, of other subjects than those of STIRRED."""
STIRRED = (Subject.BODY, Subject.PLACE, Subject.ENTRANCE, Subject.LOAN)
STILL = (
    Operation.HEAL,
    Operation.ADD_COUNTERS,
    Operation.REVEAL,
    Operation.DISCARD,
    Operation.MILL_UNTIL,
    Operation.PUT_UNDER,
    Operation.FIGHT_DAMAGE_TO,
)
"""What takes no card out of play, of the subjects of STIRRED."""
IN_PLAY = (Place.PLAY, Place.ANYWHERE, Place.PLAY_AND_DISCARD)
OF_THE_TABLE = (Subject.POOLS, Subject.HANDS, Subject.DECK_TOP, Subject.DECK)
ABOUT_THIS = (
    Operation.NAME_HOUSE,
    Operation.REPEAT,
    Operation.STORE_AMBER,
    Operation.SWAP,
    Operation.OPPONENT_CONTROLS_THIS,
    Operation.CONTROL_UNTIL_LEAVES,
    Operation.PURGE_FOR_THIS,
    Operation.PURGE_THIS_ACTION,
    Operation.PUT_UNDER,
    Operation.FIGHT_DAMAGE_TO,
)
ABOUT_THE_EVENT = (Operation.ATTACKER_DISCARDS_TOP, Operation.CANCEL_FIGHT)
WITH_FILTER = (
    Operation.CHOOSE,
    Operation.CHOOSE_ALSO,
    Operation.CAPTURE_EACH,
    Operation.CAPTURE_SOME,
    Operation.CAPTURE_OWN_SOME,
    Operation.ALLOCATE,
    Operation.MILL_UNTIL,
)
CONDITIONS_WITH_FILTER = (
    Condition.THERE_IS,
    Condition.THERE_IS_NO,
    Condition.LAST_IS,
    Condition.LAST_IS_NOT,
    Condition.EVENT_IS,
)
FILTERS_OF_THIS = Property.OTHER | Property.THIS | Property.HOST | Property.NEIGHBOR
FILTERS_OF_THE_EVENT = Property.EVENT | Property.NEIGHBOR_OF_FOUGHT
STEADY_CONDITIONS = (
    Condition.NONE,
    Condition.PLAYED_EXACTLY,
    Condition.SANCTUM_PLAYED_AT_LEAST,
    Condition.USED_AT_LEAST,
    Condition.OPPONENT_PLAYED_CREATURES,
    Condition.OPPONENT_FORGED,
    Condition.FORGED,
    Condition.OPPONENT_KEYS_AT_LEAST,
    Condition.ACTIVE_HOUSE,
    Condition.FIRST_USE,
)
STEADY_COUNTS = (Count.NONE, Count.MATCHING, Count.OPPONENT_KEYS, Count.UNFORGED_KEYS)
STEADY = Property.OTHER | Property.THIS | Property.HOST | Property.EVENT | Property.YOUR_TURN
"""What conditions, counts and filters ask that nothing of this changes."""


def matter_of(rows: Sequence[Columns], filters: Sequence[Columns]) -> int:
    """Matter bits of a program: of its rows, given all filters by number."""
    if len(rows) == 1 and _only_sends(rows[0]):
        return int(Matter.SENDS) | int(Matter.HOUSE) * (rows[0]["operation"] == Operation.TO_DECK_TOP)
    asked = [list(_filters_of(row, filters)) for row in rows]
    from_play = any(one["place"] in IN_PLAY for row in asked for one in row)
    stirs = int(any(_stirs(row, from_play) for row in rows)) * Matter.STIRS
    if all(map(_is_unnoticed, rows, asked)):
        return stirs
    return (
        stirs
        | int(any(map(_is_about_this, rows, asked))) * Matter.THIS
        | int(any(map(_is_about_the_event, rows, asked))) * Matter.EVENT
    )


def _only_sends(row: Columns) -> bool:
    """Whether all that a program with this single row does is to send its own card away."""
    return row["operation"] in SENDING and row["select"] == Select.THIS and not row["optional"]


def _stirs(row: Columns, from_play: bool) -> bool:
    """Whether what a row does may take a card out of play, other than the one that the trigger is about.

    from_play: whether a filter of the program looks for cards in play.
    """
    if row["operation"] == Operation.DAMAGE and row["select"] == Select.EVENT:
        return False
    subject = SUBJECTS[row["operation"]]
    if subject == Subject.PLACE and row["select"] in (Select.CHOSEN, Select.LAST, Select.EACH) and not from_play:
        return False
    return row["operation"] in STIRRING or (subject in STIRRED and row["operation"] not in STILL)


def _filters_of(row: Columns, filters: Sequence[Columns]) -> Iterator[Columns]:
    """The filters that a row reads."""
    if row["select"] == Select.EACH or row["operation"] in WITH_FILTER:
        yield filters[row["filter"]]
    if row["count"] == Count.MATCHING:
        yield filters[row["count_filter"]]
    if row["condition"] in CONDITIONS_WITH_FILTER:
        yield filters[row["condition_filter"]]


def _is_unnoticed(row: Columns, asked: Sequence[Columns]) -> bool:
    """Whether what a row does to one card makes no difference to what it does to another, and asks nobody."""
    kept = row["operation"] in UNNOTICED or (
        SUBJECTS[row["operation"]] in OF_THE_TABLE and row["operation"] not in ABOUT_THIS + ABOUT_THE_EVENT
    )
    steady = row["condition"] in STEADY_CONDITIONS and row["count"] in STEADY_COUNTS and all(map(_is_steady, asked))
    return kept and steady and not row["optional"]


def _is_steady(asked: Columns) -> bool:
    """Whether nothing UNNOTICED changes which cards a filter lets pass."""
    if asked["properties"] & ~STEADY or asked["houses"] or asked["without_houses"]:
        return False
    return asked["power_at_least"] == 0 and asked["power_at_most"] == ALL


def _is_about_this(row: Columns, asked: Sequence[Columns]) -> bool:
    """Whether a row looks at the card whose text it is."""
    return (
        row["select"] in (Select.THIS, Select.HOST)
        or row["operation"] in ABOUT_THIS
        or row["count"] == Count.AMBER_ON_THIS
        or row["condition"] in (Condition.FIRST_USE, Condition.IN_PLAY)
        or any(
            one["properties"] & FILTERS_OF_THIS or one["place"] in (Place.UNDER_THIS, Place.PURGED_BY_THIS)
            for one in asked
        )
    )


def _is_about_the_event(row: Columns, asked: Sequence[Columns]) -> bool:
    """Whether a row looks at the card that the trigger is about."""
    return (
        row["select"] in (Select.EVENT, Select.FOUGHT)
        or row["operation"] in ABOUT_THE_EVENT
        or row["condition"] == Condition.EVENT_IS
        or any(one["properties"] & FILTERS_OF_THE_EVENT for one in asked)
    )
