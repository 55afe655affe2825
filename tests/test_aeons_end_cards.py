"""Cards of Aeon's End that cannot be read, or cannot be played at a table."""

import json

import numpy as np
import pytest
from quick import quick_agents

from sim import load_game
from sim.aeons_end.cards import Operation
from sim.core.errors import InputError
from sim.core.turnloop import play_games
from sim.reading.notation import Choice

GAME = load_game("aeons_end")
NO_SPELLS = ("own", "other", "lowest", "new", "at")
"""Scopes of breaches, or of what the engine alone asks for, that no prepped spell has."""


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


@pytest.mark.parametrize(
    ("line", "what"),
    [
        *((f"discard_prepped 1 {word}", "scope of prepped spells") for word in NO_SPELLS),
        *((f"destroy_prepped 1 {word}", "scope of prepped spells") for word in NO_SPELLS),
        *((f"focus {word}", "scope of breaches") for word in ("cost_3", "own_cost_3", "dearest", "new", "at")),
        *((f"{word} 1 deck", "sort of card") for word in ("discard", "destroy", "take_up_to", "discard_together")),
        *((f"{word} 1 any_or_discarded", "sort of card") for word in ("discard", "take", "pick_able")),
        *((f"{word} 1 cheapest_gem", "sort of card") for word in ("discard_up_to", "destroy_up_to", "pick_able")),
        *((f"gain {word} to_hand", "sort of card") for word in ("any_or_discarded", "deck")),
        ("discard_all deck", "sort of card"),
    ],
)
def test_a_word_that_another_operation_can_tell_is_refused(tmp_path, line, what):
    path = tmp_path / "cards.toml"
    path.write_text(f"[jade]\nplay = {json.dumps([line])}\n", encoding="utf-8")
    with pytest.raises(InputError, match=f"jade: play.*no {what} is called"):
        GAME.make_tables({}, [path])


@pytest.mark.parametrize("line", ["pick most_life per husk", "focus own per fury", "gain spell to_hand per chosen"])
def test_a_name_is_not_multiplied(tmp_path, line):
    path = tmp_path / "cards.toml"
    path.write_text(f"[jade]\nplay = {json.dumps([line])}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"jade: play.*takes no number, so nothing can be multiplied"):
        GAME.make_tables({}, [path])


def words_of(reader):
    """The words that a reader of names reads, or for one of numbers a number."""
    return list(reader.names) if isinstance(reader, Choice) else ["1"]


@pytest.mark.parametrize(
    "operation",
    [operation for operation in Operation if any(len(words_of(reader)) > 1 for reader in operation.term.readers)],
    ids=lambda operation: operation.name,
)
def test_every_word_that_an_operation_reads_is_written(tmp_path, operation):
    """Each line stands in both of two halves, so that it is also asked whether it can be done."""
    words = [words_of(reader) for reader in operation.term.readers]
    lines = [
        " ".join((operation.name.lower(), *(said[number % len(said)] for said in words)))
        for number in range(max(map(len, words)))
    ]
    text = [row for line in lines for row in ("either", line, "or", line, "end")]
    path = tmp_path / "cards.toml"
    path.write_text(f"[spark]\ncast = {json.dumps(text)}\nprepped = {json.dumps(text)}\n", encoding="utf-8")
    for nemesis in ("prince_of_gluttons", "crooked_mask"):
        tables = GAME.make_tables({"players": 3, "nemesis": nemesis}, [path])
        batch = play_games(GAME, tables, [quick_agents("aeons_end")["random"]] * 3, 3, 0, 20)
        assert np.all(batch.error == 0)
