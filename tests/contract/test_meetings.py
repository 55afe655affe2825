"""Cards whose texts speak of the same thing meet: whatever is chosen the game stays sound, and what must not matter
does not.
"""

import itertools
from dataclasses import replace

import pytest

from sim.words.scenario import Failure

from . import meetings, relations
from .meetings import by_word, difference, play_meetings
from .subject import SUBJECTS

FEW, MANY, PARTS = 10, 400, 4
"""Meetings of each game in the short tests, drawn by the commit, and in the long ones, in so many parts."""
STATES = 4
"""States that a meeting comes to, on average, at the least."""


@pytest.mark.parametrize("game", SUBJECTS)
def test_meetings_keep_the_rules_and_the_relations(game, sample_seed):
    found = play_meetings(game, FEW, sample_seed)
    assert found.broken == [], f"again with --sample {sample_seed}"
    assert found.met == FEW
    assert found.states > STATES * FEW


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", SUBJECTS)
def test_many_meetings_keep_the_rules_and_the_relations(game, part):
    found = play_meetings(game, MANY // PARTS, f"long {part}")
    assert found.broken == []
    assert found.met == MANY // PARTS


@pytest.mark.parametrize("game", SUBJECTS)
def test_many_words_bring_cards_together(game):
    assert len(by_word(game)) > 10


def test_meetings_in_which_cards_keep_their_seats_are_told(monkeypatch):
    right = relations.seats_exchanged

    def seats_alone(scenario):
        other = right(scenario)
        return replace(other, keys=other.keys | {"given": scenario.keys["given"]})

    monkeypatch.setattr(relations, "seats_exchanged", seats_alone)
    assert len(play_meetings("nightfall", FEW, "told").broken) > FEW


def test_a_state_that_no_game_could_come_to_is_told(monkeypatch):
    looks = itertools.count()  # every other state is told to be unsound, of one meeting or another after some deeds
    monkeypatch.setattr(meetings, "unsound", lambda table: "a word too many" if next(looks) % 2 else "")
    found = play_meetings("nightfall", FEW, "told")
    assert any("a word too many" in text and "do [" in text for text in found.broken)


@pytest.mark.parametrize(
    ("expected", "found", "told"),
    [
        (["troll", "urchin"], ["urchin", "umbra"], "expected ['troll'], found ['umbra']"),
        (["troll", "troll", "urchin"], ["troll", "urchin", "urchin"], "expected ['troll'], found ['urchin']"),
        (["troll", "urchin"], ["urchin", "troll"], "expected ['troll', 'urchin'], found ['urchin', 'troll']"),
    ],
    ids=["cards", "copies", "order"],
)
def test_how_two_lists_differ_is_told(expected, found, told):
    assert difference(Failure("", "", "p1.hand", expected, found, [])) == f"p1.hand: {told}"
