"""Tuning: what its files may say, that it finds better numbers, that luck is not accepted, and that it can go on."""

import json

import numpy as np
import pandas as pd
import pytest

from agents import load_agent
from experiments.answer import plots
from experiments.commands.cli import main
from experiments.run.tuning import CANDIDATES, read_tuning, tune
from sim.core.errors import InputError

GAME = "shards_of_infinity"
SOUND = """
[{name}]
opponents = ["random"]
numbers = ["focus", "mastery"]
spread = {{ focus = 2.0 }}
candidates = 6
generations = {generations}
games = {games}
held_out_games = {held_out}
tables = [{{ health = 12 }}, {{ players = 3, health = 10 }}]
held_out = [{{ health = 14 }}]
"""


def file(tmp_path, name="mastery_rush", generations=2, games=3, held_out=20):
    path = tmp_path / "tuning.toml"
    text = SOUND.format(name=name, generations=generations, games=games, held_out=held_out)
    path.write_text(text, encoding="utf-8")
    return path


def tuning(tmp_path, **values):
    return read_tuning(GAME, "mastery_rush", file(tmp_path, **values))


def test_every_seat_of_every_table_is_played_against_every_opponent(tmp_path):
    found = tuning(tmp_path)
    scores = found.scores(load_agent(GAME, "best"), found.tables, 1, 0, 5)
    assert scores.shape == (5,)
    assert scores.mean() > 0.9  # against random at both tables, wherever it sits


def test_workers_and_interruptions_change_nothing(tmp_path):
    whole = tune(tuning(tmp_path, generations=3), tmp_path / "whole", workers=2)
    tune(tuning(tmp_path, generations=1), tmp_path / "parts", workers=1)
    told = []
    again = tune(tuning(tmp_path, generations=3), tmp_path / "parts", 1, lambda number, _: told.append(number))
    assert told == [0, 1, 2]
    assert (again.folder / CANDIDATES).read_bytes() == (whole.folder / CANDIDATES).read_bytes()
    assert again.numbers == whole.numbers
    assert again.gain == whole.gain
    table = pd.read_csv(whole.folder / CANDIDATES)
    assert len(table) == 18
    assert not table.duplicated(["focus", "mastery"]).any()


def test_what_was_played_is_not_played_again(tmp_path):
    first = tune(tuning(tmp_path, generations=1), tmp_path)
    path = first.folder / CANDIDATES
    table = pd.read_csv(path)
    path.write_text(table.assign(score=np.linspace(0, 1, len(table))).to_csv(index=False), encoding="utf-8")
    again = tune(tuning(tmp_path, generations=1), tmp_path)
    assert again.progress["best"].tolist() == [1.0]
    assert again.numbers != first.numbers


@pytest.mark.parametrize("damage", ["", "generation,score\n0,0.5\n", "generation,score\n0,nan\n", "nonsense\n\x00"])
def test_damaged_candidates_are_told(tmp_path, damage):
    first = tune(tuning(tmp_path, generations=1), tmp_path)
    (first.folder / CANDIDATES).write_text(damage, encoding="utf-8")
    with pytest.raises(InputError, match="damaged; delete it"):
        tune(tuning(tmp_path, generations=1), tmp_path)


def test_numbers_that_were_spoilt_are_found_again(tmp_path):
    """An agent that ends its turn without playing a card is made one that plays."""
    path = tmp_path / "tuning.toml"
    path.write_text(
        "[best]\nopponents = ['random']\nnumbers = ['focus', 'mastery']\ncandidates = 8\ngenerations = 6\ngames = 20\n"
        "held_out_games = 200\ntables = [{ players = 2 }]\nheld_out = [{ players = 2 }]\nspread = { mastery = 20 }\n",
        encoding="utf-8",
    )
    spoilt = read_tuning(GAME, "best", path)
    object.__setattr__(spoilt, "agent", spoilt.agent.with_parameters(mastery=-20.0))
    object.__setattr__(spoilt, "opponents", (load_agent(GAME, "champions"),))
    found = tune(spoilt, tmp_path)
    assert found.accepted
    assert found.numbers["mastery"] > -20
    assert plots.tuning(found).get_title(loc="left").endswith("accepted")


def test_any_number_of_tables_may_be_held_out(tmp_path):
    path = file(tmp_path)
    text = path.read_text(encoding="utf-8").replace(
        "held_out = [{ health = 14 }]", "held_out = [{ players = 3, health = 9 }]"
    )
    path.write_text(text.replace('["random"]', '["random", "published_v007", "best"]'), encoding="utf-8")
    found = read_tuning(GAME, "mastery_rush", path)
    assert found.sittings(found.held_out) == 9
    assert tune(found, tmp_path).gain.n == found.held_out_games


def test_luck_is_not_accepted(tmp_path):
    """Numbers that decide nothing, because every game is won, are no better."""
    found = tune(tuning(tmp_path), tmp_path)
    assert not found.accepted
    assert found.gain.low <= 0 <= found.gain.high


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('opponents = ["bset"]', 'opponent 1: no agent for shards_of_infinity is called "bset"; did you mean "best"'),
        ("opponents = []", "opponents should be a list of agents"),
        ('numbers = ["focus", "foccus"]', 'numbers: no number is called "foccus"; did you mean "focus"'),
        ("spread = { focus = 0 }", "spread should be a table of numbers above 0"),
        ("spread = { fokus = 1 }", 'spread: no number is called "fokus"; did you mean "focus"'),
        ("candidates = 1", "candidates should be a whole number from 4 to 1000"),
        ("tables = [{ helth = 12 }]", "tables 1: "),
        ("held_out = []", "held_out should be a list of tables"),
        ("generation = 3", 'no key is called "generation"; did you mean "generations"'),
    ],
)
def test_bad_files_are_told(tmp_path, line, said, capsys):
    path = file(tmp_path)
    key = line.split(" = ")[0]
    kept = [old for old in path.read_text(encoding="utf-8").splitlines() if not old.startswith(f"{key} =")]
    path.write_text("\n".join([*kept, line]), encoding="utf-8")
    assert main(["tune", GAME, "mastery_rush", "--file", str(path), "--results", str(tmp_path / "results")]) == 2
    assert f"[mastery_rush]: {said}" in capsys.readouterr().err
    assert not (tmp_path / "results").exists()


@pytest.mark.parametrize(
    ("agent", "path", "said"),
    [
        ("best", "tuning.toml", 'no tuning of "best"'),
        ("mastery_rush", "none.toml", "none.toml: no such tuning file"),
        ("mastry_rush", "tuning.toml", 'did you mean "mastery_rush"'),
    ],
)
def test_what_cannot_be_tuned_is_told(tmp_path, agent, path, said, capsys):
    file(tmp_path)
    assert main(["tune", GAME, agent, "--file", str(tmp_path / path)]) == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"focus = ", "not a TOML file"),
        (b"\xff", "not a TOML file"),
        (b"best = " + b"[" * 500 + b"]" * 500, "nested at most 32 deep"),
    ],
)
def test_files_that_are_no_tuning_are_told(tmp_path, content, said, capsys):
    path = tmp_path / "tuning.toml"
    path.write_bytes(content)
    assert main(["tune", GAME, "best", "--file", str(path)]) == 2
    assert said in capsys.readouterr().err


def test_the_command_tells_the_numbers_and_the_verdict(tmp_path, capsys):
    given = ["tune", GAME, "mastery_rush", "--file", str(file(tmp_path)), "--results", str(tmp_path), "--json"]
    assert main([*given, "--generations", "1"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["accepted"] is False
    assert [*found["numbers"]] == ["focus", "mastery"]
    assert len(found["gain"]) == 3
    assert (tmp_path / found["folder"] / "progress.png").stat().st_size > 10_000


@pytest.mark.parametrize("game", ["keyforge"])
def test_the_tunings_of_the_house_are_sound(game):
    found = read_tuning(game, "best")
    assert len(found.tables) >= 6
    assert not {table.tobytes() for table in found.tables} & {table.tobytes() for table in found.held_out}
