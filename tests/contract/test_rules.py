"""Rules are put together into a kernel that finds the first that is broken, and what breaks them does what it says."""

from pathlib import Path

import numpy as np
import pytest

from sim.core.kernel import kernel

from .playouts import rules_of
from .rules import OF_THE_LOOP, Rules, When, looking, notes_dtype
from .spoils import Adds, Flips, Sets, below, called, outside
from .subject import SUBJECTS
from .zones import Missizes

CARD = np.dtype([("zone", "i2"), ("damage", "i2")])
PILE = np.dtype([("n", "i2"), ("card", "i1", (5,))])
STATE = np.dtype(
    [
        ("active", "i2"),
        ("to_move", "i2"),
        ("gems", "i4"),
        ("score", "f8", (2,)),
        ("card", CARD, (3,)),
        ("deck", PILE, (2,)),
    ]
)
TABLES, NOTES = np.dtype([("max_gems", "i4")]), notes_dtype(measures=2)


def record(dtype):
    """A record of zeros."""
    return np.zeros(1, np.dtype((np.record, dtype)))[0]


def first_broken(rules, s, when):
    """The text of the first rule of a kind that a state breaks, if it breaks one."""
    asked = [*OF_THE_LOOP[:1], *rules.rules]
    number = looking(asked, when)(s, record(TABLES), record(NOTES))
    return asked[number].text if number else None


# --- when rules are asked ---------------------------------------------------------------------------------------------

RULES = Rules()


@kernel(cache=False)
def while_gems_last(s, t, notes):
    """Whether there are gems."""
    return s.gems > 0


def asks_the_other_player(s):
    s.to_move = 1 - s.active


@RULES.asked(only=while_gems_last, broken_by=[asks_the_other_player])
@kernel(cache=False)
def the_active_player_decides(s, t):
    """The active player decides while there are gems."""
    return s.to_move == s.active


def test_a_rule_is_found_broken_by_what_breaks_it_and_only_when_it_is_asked():
    (rule,), s = RULES.rules, record(STATE)
    assert rule.text == the_active_player_decides.__doc__.removesuffix(".")
    for gems, found in ((0, None), (3, rule.text)):
        s.gems, s.to_move = gems, s.active
        assert first_broken(RULES, s, When.ASKED) is None
        for spoil in rule.spoils:
            called(spoil, {"s": s})
        assert first_broken(RULES, s, When.ASKED) == found
    assert first_broken(RULES, s, When.ALWAYS) is None
    assert first_broken(RULES, s, When.END) is None


def test_the_readme_shows_a_rule_of_a_game():
    tests = Path(__file__).parents[1]
    _, example, *_ = (tests / "README.md").read_text(encoding="utf-8").split("```python\n")
    rules = (tests / "games" / "berserk_heroes_invariants.py").read_text(encoding="utf-8")
    assert example.split("```")[0] in rules


# --- of what rules are asked ------------------------------------------------------------------------------------------

ALL = Rules()


@ALL.always(broken_by=[])
@kernel(cache=False)
def once(s, t):
    """Of the state."""
    return s.gems != 1


@ALL.always(broken_by=[])
@kernel(cache=False)
def of_seats(s, t, seat):
    """Of every seat."""
    return s.score[seat] < 5


@ALL.always(broken_by=[])
@kernel(cache=False)
def of_cards(s, t, card):
    """Of every card."""
    return s.card[card].damage < 5


@ALL.always(broken_by=[])
@kernel(cache=False)
def of_notes(s, t, notes):
    """Of what is noted."""
    return notes.turn + notes.room[3] + notes.measures[1] < 5


@ALL.always(broken_by=[])
@kernel(cache=False)
def once_more(s, t):
    """Of the state, once more."""
    return s.to_move != 1


def test_a_rule_is_asked_of_what_it_takes_and_the_first_broken_is_found():
    s, t, notes, asks = (
        record(STATE),
        record(TABLES),
        record(NOTES),
        looking([*OF_THE_LOOP[:1], *ALL.rules], When.ALWAYS),
    )
    assert asks(s, t, notes) == 0
    s.to_move = 1
    assert asks(s, t, notes) == 5
    notes.turn, notes.room[3], notes.measures[1] = 2, 2, 1
    assert asks(s, t, notes) == 4
    s.card[2].damage = 5
    assert asks(s, t, notes) == 3
    s.score[1] = 5
    assert asks(s, t, notes) == 2
    s.gems = 1
    assert asks(s, t, notes) == 1


def test_a_rule_that_is_asked_of_nothing_known_or_says_nothing_is_refused():
    def of_a_player(s, t, player):
        """Of a player."""

    def silent(s, t):
        return True

    with pytest.raises(ValueError, match=r"of_a_player takes \('s', 't', 'player'\); a rule takes one of"):
        Rules().always(broken_by=[])(of_a_player)
    with pytest.raises(ValueError, match="silent has no docstring: it is the rule"):
        Rules().always(broken_by=[])(silent)


@pytest.mark.parametrize("game", SUBJECTS)
def test_no_two_rules_of_a_game_say_the_same(game):
    texts = [rule.text for rule in rules_of(game)]
    assert len(set(texts)) == len(texts)


# --- what breaks rules ------------------------------------------------------------------------------------------------


def second_card(s):
    return s.card[1]


@pytest.mark.parametrize(
    ("spoil", "field", "before", "after"),
    [
        (Sets("gems", 4), lambda s: s.gems, 2, 4),
        (Sets("score", 4), lambda s: s.score[1], 2, 4),
        (Sets("damage", 4, of=second_card), lambda s: s.card[1].damage, 2, 4),
        (Sets("gems", lambda t, seat: t.max_gems + seat, plus=1), lambda s: s.gems, 2, 9),
        (Adds("gems"), lambda s: s.gems, 2, 3),
        (Adds("score", 2), lambda s: s.score[0], 1, 3),
        (Adds("damage", -1, of=second_card), lambda s: s.card[1].damage, 2, 1),
        (Flips("active"), lambda s: s.active, 1, 0),
        (Missizes("deck", too_many=True), lambda s: s.deck[1].n, 2, 6),
        (Missizes("deck", too_many=False), lambda s: s.deck[1].n, 2, -1),
    ],
)
def test_what_breaks_a_rule_changes_one_number(spoil, field, before, after):
    s, t = record(STATE), record(TABLES)
    s.gems, s.score[:], s.card[1].damage, s.active, s.deck[1].n, t.max_gems = 2, (1, 2), 2, 1, 2, 7
    as_it_was = s.copy()
    assert field(s) == before
    called(spoil, {"s": s, "t": t, "seat": 1, "notes": record(NOTES)})
    assert field(s) == after
    assert sum(a != b for a, b in zip(numbers(s), numbers(as_it_was), strict=True)) == 1


def numbers(value):
    """All numbers of a record or an array."""
    if getattr(value.dtype, "names", None) and value.ndim == 0:
        return [number for name in value.dtype.names for number in numbers(value[name])]
    return [number for one in value for number in numbers(one)] if value.ndim else [value]


def test_bounds_are_broken_on_each_side():
    assert list(below(0, "gems", "power")) == [Sets("gems", 0, plus=-1), Sets("power", 0, plus=-1)]
    assert list(outside("gems", 0, 7)) == [Sets("gems", 0, plus=-1), Sets("gems", 7, plus=1)]
