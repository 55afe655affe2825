"""Dice: rolls are fair and of their stream alone; scenarios force what is rolled, and claim how much."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from sim import load_game
from sim.core.dice import FORCED_MAX, dice_dtype, force, roll
from sim.core.errors import InputError
from sim.core.game import header
from sim.core.rng import DICE, MARKET, seed_streams
from sim.scenario_files import run_files
from sim.words.events import Event
from sim.words.paths import Path
from sim.words.readers import COUNT

GAME = load_game("shards_of_infinity")
STATE = np.dtype([*header(2), ("dice", dice_dtype()), ("total", "i2")], align=True)
SIDES = 6


def new_state(seed=1, deal=0):
    s = np.zeros(1, np.dtype((np.record, STATE)))[0]
    seed_streams(s, seed, deal, 0, 2)
    return s


def rolls(s, n, sides=SIDES):
    return [int(roll(s, DICE, sides)) for _ in range(n)]


@pytest.mark.parametrize("sides", [2, 6, 20])
def test_every_face_comes_up_equally_often(sides):
    n = 300 * sides
    found = Counter(rolls(new_state(), n, sides))
    assert set(found) == set(range(1, sides + 1))
    chi_square = sum((count - 300) ** 2 / 300 for count in found.values())
    assert chi_square < 2.2 * (sides - 1) + 12, "beyond one chance in ten thousand"


def test_rolls_follow_from_seed_and_deal_and_from_their_stream_alone():
    assert rolls(new_state(), 50) == rolls(new_state(), 50)
    assert rolls(new_state(), 50) != rolls(new_state(seed=2), 50)
    assert rolls(new_state(), 50) != rolls(new_state(deal=1), 50)
    s, before = new_state(), new_state()
    rolls(s, 50)
    others = [stream for stream in range(s.rng.size) if stream != DICE]
    assert (s.rng[others] == before.rng[others]).all()
    assert roll(new_state(), MARKET, 10**6) != roll(new_state(), DICE, 10**6)


def test_rolls_are_forced_in_order_and_then_are_those_of_the_stream():
    s = new_state()
    rolls(s, 3)
    force(s, [6, 1, 6, 6, 2])
    assert rolls(s, 5) == [6, 1, 6, 6, 2]
    assert s.dice.rolled == 5
    assert rolls(s, 20) == rolls(new_state(), 23)[3:], "a forced roll takes nothing from the stream"
    force(s, [5])
    assert rolls(s, 1) == [5]
    force(s, [3] * FORCED_MAX)
    assert rolls(s, FORCED_MAX) == [3] * FORCED_MAX


def roll_dice(s, tables, ids, number):
    for _ in range(int(number)):
        s.total += roll(s, DICE, SIDES)


@pytest.fixture
def dice_game(monkeypatch):
    """A game whose seats do nothing, and in which dice are rolled and added up."""
    words = replace(
        GAME.words,
        die=SIDES,
        paths=lambda tables, ids: {"total": Path(lambda s: int(s.total), None, "sum of all rolls", COUNT)},
        events={"roll": Event(("NUMBER",), roll_dice, "rolls dice")},
        clear=lambda s, tables, first: None,
        flaws=lambda s, tables, ids: [],
    )
    game = replace(GAME, STATE=STATE, words=words, legal_actions=lambda s, tables, actions: 0)
    monkeypatch.setattr("sim.scenario_files.load_game", lambda name: game)


def report_of(tmp_path, text):
    file = tmp_path / "dice.toml"
    file.write_text(f'game = "dice"\n[[scenario]]\nname = "x"\n{text}\n', encoding="utf-8")
    return run_files([file])


@pytest.mark.parametrize(
    "text",
    [
        'dice = [4, 2]\ndo = ["!roll 2"]\nexpect = { total = 6 }',
        'dice = [4, 2, 1]\ndo = ["!roll 1", "!roll 2"]\nexpect = { total = 7 }',
        "dice = []\nexpect = { total = 0 }",
    ],
)
def test_a_scenario_forces_its_dice(tmp_path, dice_game, text):
    assert report_of(tmp_path, text).failures == []


@pytest.mark.parametrize(
    ("text", "where", "expected", "found"),
    [
        ('dice = [4, 2]\ndo = ["!roll 2"]\nexpect = { total = 7 }', "total", 7, 6),
        ('dice = [4, 2]\ndo = ["!roll 1"]\nexpect = { total = 4 }', "dice", "2 rolled", "1 rolled"),
        ('dice = []\ndo = ["!roll 1"]\nover = false', "dice", "0 rolled", "1 rolled"),
        ('dice = [6]\ndo = ["!roll 2"]\nover = false', "dice", "1 rolled", "2 rolled"),
    ],
)
def test_other_dice_than_were_rolled_fail(tmp_path, dice_game, text, where, expected, found):
    (failure,) = report_of(tmp_path, text).failures
    assert (failure.where, failure.expected, failure.found) == (where, expected, found)


@pytest.mark.parametrize(
    ("faces", "told"),
    [
        ("[0]", "a die shows a whole number from 1 to 6, found 0"),
        ("[3, 7]", "a die shows a whole number from 1 to 6, found 7"),
        ("[true]", "a die shows a whole number from 1 to 6"),
        ("[2.0]", "a die shows a whole number from 1 to 6, found 2.0"),
        ("4", "dice should be a list, found 4"),
        (str([1] * (FORCED_MAX + 1)), f"at most {FORCED_MAX} rolls can be given, found {FORCED_MAX + 1}"),
    ],
)
def test_dice_that_cannot_be_are_told(tmp_path, dice_game, faces, told):
    with pytest.raises(InputError) as caught:
        report_of(tmp_path, f"dice = {faces}\nover = false")
    assert told in str(caught.value)


def test_a_game_without_dice_says_so(tmp_path):
    file = tmp_path / "dice.toml"
    text = 'game = "shards_of_infinity"\n[[scenario]]\nname = "x"\ndice = [4]\nover = false\n'
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match="dice: this game rolls none"):
        run_files([file])
