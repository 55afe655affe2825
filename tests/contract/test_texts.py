"""Conditions as texts say of a state what Python says."""

from types import SimpleNamespace

import pytest

from .texts import Lines, Words, used

PILE = SimpleNamespace(n=3, card=[4, 9, 2, 77])
ROOM = [0] * 10
STATE = SimpleNamespace(hand=PILE, gems=5, n_frames=2, frame=[1, 1, 8])


def broken(*conditions):
    """Whether a kernel of these conditions finds one that does not hold."""
    lines = Lines(["def found(s, room):"])
    for condition in conditions:
        lines.add(condition)
    names = {}
    exec("\n".join([*lines.lines, " return False"]), names)
    return names["found"](STATE, ROOM)


@pytest.mark.parametrize(
    "condition",
    [
        "s.gems == 5",
        "s.gems == 6 implies s.gems == 7",
        "s.gems == 5 implies s.n_frames == 2",
        "s.gems == 5 implies s.n_frames == 9 implies s.gems == 0",
        "all(card < 10 for card in cards(s.hand))",
        "all(frame == 1 for frame in s.frame[: s.n_frames])",
        "all(card + place < 11 for card in cards(s.hand) for place in range(2) if card != 9 or place == 0)",
        "sum(card for card in cards(s.hand) if card > 2) == 13",
        "min(card for card in cards(s.hand)) == 2",
        "s.gems > 9 or all(card > 1 for card in cards(s.hand))",
    ],
)
def test_what_holds_is_not_found_broken_and_its_contrary_is(condition):
    assert not broken(condition)
    *given, then = condition.split(" implies ")
    if "s.gems == 6" not in given and "s.n_frames == 9" not in given:
        assert broken(" implies ".join([*given, f"not ({then})"]))


def test_one_of_several_conditions_is_enough():
    assert broken("s.gems == 5", "s.gems == 6")
    assert broken("all(card > 2 for card in cards(s.hand))", "s.gems == 5")


def test_what_is_counted_stands_in_the_room():
    assert not broken(
        "counted(card for card in cards(s.hand))", "counted((frame, 3) for frame in s.frame[: s.n_frames])"
    )
    assert [(place, n) for place, n in enumerate(ROOM) if n] == [(1, 6), (2, 1), (4, 1), (9, 1)]


def test_a_generator_goes_through_nothing_else():
    with pytest.raises(ValueError, match=r"not a range, the cards of a pile or a part of an array: s\.hand"):
        broken("all(card > 2 for card in s.hand)")


def test_words_stand_for_what_they_say():
    words = Words({"one": "s.card[card]", "facts": "t.card[one.type]"})
    assert words.of("one.zone == 2 implies facts.power > 0") == (
        "s.card[card].zone == 2 implies t.card[s.card[card].type].power > 0"
    )
    with pytest.raises(ValueError, match=r"one is a word already: s\.card\[card\]"):
        words.of("all(one > 2 for one in cards(s.hand))")


def test_names_that_a_generator_gives_are_not_used():
    assert used("s.gems == 5 implies all(card > seat for card in cards(s.hand))") >= {"s", "seat"}
    assert "card" not in used("all(card > seat for card in cards(s.hand))")
