"""What strategists of all games share: numbers with units, the frame of a choice, styles."""

from __future__ import annotations

import importlib
import tomllib
from pathlib import Path

import numpy as np
import pytest

from agents import load_agent
from agents.aeons_end.strategist import highest_scored
from agents.strategist import EQUAL, Setting, Settings, first_highest, in_sets, most_wanted
from sim import GAMES
from sim.core.kernel import kernel

ROOT = Path(__file__).parents[1]
LEARNED = [game for game in GAMES if (ROOT / "agents" / game / "learned.toml").exists()]


class Number(Settings):
    """Two numbers of a strategist."""

    PRICE = Setting(1.0, "points", "what a card costs")
    PACE = Setting(3.0, "turns", "how long a game lasts")


def test_numbers_stand_in_their_order():
    assert [(int(number), number.setting.default) for number in Number] == [(0, 1.0), (1, 3.0)]
    assert Number.defaults() == {"price": 1.0, "pace": 3.0}


@pytest.mark.parametrize("game", GAMES)
def test_every_number_has_a_unit_and_a_meaning(game):
    numbers = [*importlib.import_module(f"agents.{game}.numbers").Number]
    features = [*importlib.import_module(f"agents.{game}.value").Feature] if game not in LEARNED else []
    for place, number in enumerate(numbers):
        assert number == place
    assert all(number.setting.unit and number.setting.meaning for number in numbers + features)
    parameters = load_agent(game, "best").parameters
    assert [number.name.lower() for number in numbers] == [*parameters][: len(numbers)]


@kernel
def worth(s, t, action, p, room):
    """What an action is worth in the test of the frame: the number that it has."""
    return room[action]


@kernel
def score(s, t, action, p):
    """As `worth`, in the frame of Aeon's End."""
    return p[action]


@pytest.mark.parametrize(
    ("worths", "best"),
    [([1.0], 0), ([1.0, 2.0, 2.0], 1), ([1.0, 1.0 + EQUAL / 2], 0), ([-2e9, -1e9, -1e9], 1), ([0.0, -1.0, 3.0], 2)],
)
def test_the_first_of_equals_is_taken(worths, best):
    room = np.array(worths)
    assert first_highest(room) == best
    assert most_wanted(0, 0, np.arange(room.size), room.size, 0, room, worth) == best


def test_in_aeons_end_rounding_decides():
    room = np.array([1.0, 1.0 + EQUAL / 2])
    assert highest_scored(0, 0, np.arange(2), 2, room, score) == 1
    assert highest_scored(0, 0, np.arange(2), 2, room[::-1].copy(), score) == 0


@pytest.mark.parametrize("game", GAMES)
def test_a_style_has_the_numbers_of_best_where_it_says_so_and_gives_none(game):
    styles = tomllib.loads((ROOT / "agents" / game / "strategies.toml").read_text(encoding="utf-8"))
    best = load_agent(game, "best").parameters
    for name, style in styles.items():
        own = {**load_agent(game, name).parameters}
        given = {key for key, value in style.items() if not isinstance(value, (str, dict))}
        assert all(own[key] == style[key] for key in given)
        if style.get("like") == "best":
            assert {key for key in own if own[key] != best[key] and "_" not in key} <= given


def test_numbers_in_several_sets_are_those_of_the_first_but_for_what_a_set_has_of_its_own():
    style = {"hold": 1.0, "many": {"hold": 2.0}, "save": 3.0}
    assert in_sets(style, ("", "many_", "alone_")) == {
        "hold": 1.0, "save": 3.0, "many_hold": 2.0, "many_save": 3.0, "alone_hold": 1.0, "alone_save": 3.0,
    }  # fmt: skip
