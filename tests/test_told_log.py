"""Logs as text that are followed again: the same game comes of them, and what is no such log is refused by its line."""

import json

import pytest

from experiments.answer.replay import new_setting
from experiments.answer.told_log import ToldLog
from experiments.commands import cli
from sim import GAMES
from sim.core.errors import InputError

TABLES = [
    *((game, {}) for game in GAMES),
    ("aeons_end", {"players": 3, "nemesis": "carapace_queen"}),
    ("berserk", {"squads": ["mountains-starter", "forests-starter"]}),
    ("shards_of_infinity", {"starting_mastery": [0, 2, 4], "players": 3}),
]
"""As usual, and at tables of their own."""


@pytest.mark.drawn(4)
@pytest.mark.parametrize(("game", "table"), TABLES)
def test_a_log_is_followed_to_the_same_game(game, table):
    setting = new_setting(game, ["random"], table, seed=7)
    told = setting.tell(4)
    log = ToldLog.read(told.log.text)
    again = log.setting()
    followed = again.tell(log.number, decisions=log.followed(again), names=log.names)
    assert followed.log.text == told.log.text
    assert followed.log.fingerprint == told.log.fingerprint
    assert followed.log.decisions > 10


@pytest.fixture(scope="module")
def text():
    return new_setting("shards_of_infinity", ["random"]).tell(3).log.text


def problem(text):
    """What is wrong with a log."""
    with pytest.raises(InputError) as found:
        followed(text)
    (told,) = found.value.problems
    return told


def followed(text):
    """What was decided in a log."""
    log = ToldLog.read(text)
    return log.followed(log.setting())


def deeds(text):
    """The lines of a text that tell an action, by their numbers."""
    return [number for number, line in enumerate(text.splitlines()) if line.startswith("  p")]


def test_whoever_played_need_not_be_here(text):
    first, _, rest = text.partition("\n")
    renamed = first.replace("p1 random", "p1 lean_deck (gem=3)").replace("p2 random", "p2 Анна")
    log = ToldLog.read(f"{renamed}\n{rest}")
    assert log.names == ["lean_deck (gem=3)", "Анна"]
    assert len(log.followed(log.setting())) > 10


def test_a_log_that_was_explained_is_followed():
    told = new_setting("shards_of_infinity", ["random"]).tell(3, explained=True).log.text
    assert told.count("\n      ") > 100
    assert followed(told) == followed(new_setting("shards_of_infinity", ["random"]).tell(3).log.text)


def test_lines_of_another_system_and_empty_ones_around_change_nothing(text):
    log = ToldLog.read("\n\n" + text.replace("\n", "\r\n") + "\r\n\r\n")
    assert [deed.told for deed in log.deeds] == [deed.told for deed in ToldLog.read(text).deeds]


def test_a_line_that_the_rules_do_not_play_is_named(text):
    lines = text.splitlines()
    at = deeds(text)[40]
    lines[at] = "  p1 play no_such_card"
    assert problem("\n".join(lines)).startswith(f"line {at + 1}: ")


def test_a_line_that_is_gone_or_twice_is_noticed(text):
    lines = text.splitlines()
    at = next(number for number in deeds(text)[20:] if "play" in lines[number])
    assert "line" in problem("\n".join([*lines[:at], *lines[at + 1 :]]))
    assert "line" in problem("\n".join([*lines[:at], lines[at], *lines[at:]]))


def test_a_log_that_was_cut_says_so(text):
    lines = text.splitlines()
    assert problem("\n".join(lines[: deeds(text)[30]])) == "this log ends before the game does"


def test_a_log_of_one_seat_hides_too_much():
    told = new_setting("berserk_heroes", ["random"]).tell(3, "p1").log.text
    assert "this log was told to one seat" in problem(told)


@pytest.mark.parametrize(
    "first",
    [
        "", "nonsense", "Chess, game 1 of seed 1: p1 best, p2 best", "Berserk, game x of seed 1: p1 best, p2 best",
        "Berserk, game 1 of seed 1", "Berserk, game 1 of seed 1: p1 " + "a" * 5_000,
    ],
)  # fmt: skip
def test_what_begins_otherwise_is_no_log(first):
    assert problem(f"{first}\nTurn 1").startswith("line 1: ")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Table: nonsense", "line 2: the table should be an object in JSON"),
        ("Table: [1]", "line 2: the table should be an object in JSON, found [1]"),
        ("Table: " + "[" * 9_000, "line 2: the table should be an object in JSON"),
        ('Table: {"health": "x"}', "health"),
        ("Table: {" + " " * 30_000 + "}", "line 2: 20,000 letters at most"),
    ],
)
def test_a_table_that_cannot_be_is_told(text, line, told):
    first, _, rest = text.partition("\n")
    assert told in problem(f"{first}\n{line}\n{rest}")


def test_a_seat_is_not_told_the_table_of_its_own():
    setting = new_setting("berserk", ["random"], {"squads": ["mountains-starter", "forests-starter"]})
    assert setting.tell(1).log.text.splitlines()[1].startswith("Table: ")
    assert "Table: " not in setting.tell(1, "p2").log.text


def test_the_command_follows_a_log_and_draws_it(text, tmp_path, capsys):
    file, page = tmp_path / "game.txt", tmp_path / "game.html"
    file.write_text(text, encoding="utf-8")
    assert cli.main(["replay", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["log"] == text
    assert cli.main(["replay", str(file), "--html", str(page)]) == 0
    assert 'id="story"' in page.read_text(encoding="utf-8")
    assert cli.main(["replay", str(file), "3"]) == 2
    assert "a log has one game" in capsys.readouterr().err
    assert cli.main(["replay", str(tmp_path / "nosuch.txt")]) == 2
