"""Cards of Aeon's End that cannot be read, or cannot be played at a table."""

import json

import pytest

from sim import load_game
from sim.core.errors import InputError

GAME = load_game("aeons_end")


@pytest.mark.parametrize("text", [["or"], ["either", "aether 1", "end"], ["either", "or", "end", "either"]])
def test_halves_that_do_not_belong_together_are_told(tmp_path, text):
    path = tmp_path / "cards.toml"
    path.write_text(f"[crystal]\nplay = {json.dumps(text)}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r'crystal.*: modes are "either", \.\.\., "or", \.\.\., "end"'):
        GAME.make_tables({}, [path])


def test_a_nemesis_that_the_difficulty_leaves_no_life_is_refused(tmp_path):
    path = tmp_path / "cards.toml"
    path.write_text("[rageborne]\nlife = 10\n", encoding="utf-8")
    with pytest.raises(InputError, match=r'nemesis_life.*rageborne has 10 life.*"beginner" takes 10'):
        GAME.make_tables({"difficulty": "beginner"}, [path])
    assert GAME.make_tables({"difficulty": "beginner", "nemesis_life": 1}, [path]).nemesis_life == 1
    assert GAME.make_tables({}, [path]).nemesis_life == 10
