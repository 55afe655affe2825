"""`import overnight` offers what the rooms offer, and no more, in a checkout."""

import subprocess
import sys

import pytest

import agents
import experiments
import overnight
from sim import load_game
from sim.core.errors import InputError


@pytest.mark.parametrize("room", [experiments, agents])
def test_everything_that_a_room_offers_is_offered(room):
    assert [name for name in room.__all__ if getattr(overnight, name) is not getattr(room, name)] == []


def test_games_and_errors_are_offered():
    assert overnight.load_game is load_game
    assert overnight.InputError is InputError


def test_what_is_listed_is_there_and_nothing_else():
    assert set(dir(overnight)) == {*experiments.__all__, *agents.__all__, "load_game", "InputError"}
    with pytest.raises(AttributeError, match="no attribute 'comparee'"):
        _ = overnight.comparee


def test_the_face_is_there_before_anything_is_loaded():
    code = "import sys, overnight; print(sorted({'numba', 'pandas', 'sim', 'experiments'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_a_question_is_asked_through_it():
    found = overnight.estimate("nightfall", ["random", "random"], games=4, results=None)
    assert found.table["games"].tolist() == [4, 4]
