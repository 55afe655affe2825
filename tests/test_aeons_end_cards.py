"""Texts of Aeon's End's cards that cannot be read."""

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
