"""What messages tell: the line of a file, the form that is wanted, what is in a folder, the nearest names."""

import functools
import json
import shutil

import pytest

from experiments.commands import cli, output
from experiments.commands.options import read_table
from experiments.commands.output import narrate, wrapped
from experiments.plan.lines import line_of, with_lines
from experiments.plan.reading import read_plan
from sim import load_game
from sim.core.errors import InputError, nearest

WRONG = """# colour: an old plan
question = "compare"
game = "keyforge"
agents = ["best", "bset"]
colour = 3

[[variants]]
name = "mine"
table = { decks = ["miss-onyx", "radiant"] }

[[variants]]
name = "cards"
table = { chain = [0, 1] }
cards = ["mine.toml"]

[stop]
games = 0
"""
CARDS = """# power of my own
[bumpsy]
name = "Bumpsy"

[dust_imp]
power = "x"
"""


@pytest.fixture
def call(capsys):
    """Runs a command: exit status, standard output, standard error."""

    def run(*arguments):
        code = cli.main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


def test_problems_of_plans_and_card_files_have_their_line(tmp_path):
    (tmp_path / "mine.toml").write_text(CARDS, encoding="utf-8")
    plan = tmp_path / "plan.toml"
    plan.write_text(WRONG, encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read_plan(plan)
    starts = [problem.removeprefix(f"{plan}:").split(";")[0] for problem in caught.value.problems]
    assert starts == [
        '5: no key is called "colour"',
        "17: stop: games should be a whole number above 0, found 0",
        '4: agents, p2: no agent for keyforge is called "bset"',
        '9: variant "mine": no deck is called "miss-onyx"',
        '9: variant "mine": no deck is called "radiant"',
        '13: variant "cards": table: no key is called "chain"',
        f" variant \"cards\": {tmp_path}/mine.toml:6: dust_imp: power should be a whole number, found 'x'",
    ]
    assert with_lines(caught.value.problems) == caught.value.problems


def test_what_is_no_toml_has_its_line_once(tmp_path, call):
    (tmp_path / "b.toml").write_text('question = "compare"\ngame = \n', encoding="utf-8")
    code, _, err = call("plan", tmp_path / "b.toml")
    assert code == 2
    assert f"{tmp_path}/b.toml:2: not a TOML file" in err
    assert err.count("b.toml") == 1


def test_card_files_of_a_command_have_their_line_too(tmp_path, call):
    (tmp_path / "mine.toml").write_text(CARDS, encoding="utf-8")
    code, _, err = call("play", "keyforge", "--cards", tmp_path / "mine.toml")
    assert (code, err.splitlines()[-1]) == (
        2, f"{tmp_path}/mine.toml:6: dust_imp: power should be a whole number, found 'x'"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("problem", "line"),
    [
        ("question is missing", ""),
        ("seed should be a whole number, found 'x'", ""),
        ('variant "cards": 3 variants are called "nobody"', "12"),
        ("something else went wrong", ""),
    ],
)
def test_where_nothing_is_known_no_line_is_told(problem, line):
    assert line_of(WRONG, problem) == line


@pytest.mark.parametrize(
    ("game", "given"),
    [
        ("keyforge", "decks=a,b"),
        ("keyforge", "chains=3"),
        ("aeons_end", "mages=brama"),
        ("aeons_end", "nemesis=ragborne"),
        ("berserk", "squads=mountain"),
        ("berserk_heroes", "heroes=sulmedir"),
        ("nightfall", "commons=vulko"),
    ],
)
def test_the_form_of_a_house_rule_is_shown(call, game, given):
    code, _, err = call("play", game, "--table", given)
    assert code == 2
    key = given.split("=")[0]
    form = err.strip().rpartition("; such as --table '")[2].removesuffix("'")
    assert form.startswith(f"{key}=")
    load_game(game).make_tables({**read_table([form]), **({"draft": "dealt"} if game == "nightfall" else {})}, [])


@pytest.mark.parametrize(
    ("game", "given", "near"),
    [
        ("keyforge", 'decks=["radiant", "miss-onyx-censoris"]', ("radiant-argus-the-supreme", "miss-onyx-censorius")),
        ("aeons_end", "nemesis=carapace", ("carapace_queen",)),
        ("aeons_end", "supply=deck_destrucsion", ("deck_destruction",)),
        ("aeons_end", 'mages=["bramma", "jian"]', ("brama",)),
        ("berserk", 'squads=["mountains", "forests"]', ("mountains-starter", "forests-starter")),
    ],
)
def test_the_nearest_names_are_told(call, game, given, near):
    code, _, err = call("play", game, "--table", given)
    assert code == 2
    assert "did you mean" in err
    assert all(f'"{name}"' in err for name in near)


def test_names_of_which_a_word_is_a_part_are_near():
    assert nearest("argus", ["radiant-argus-the-supreme", "guide-achea"] * 7).endswith('"radiant-argus-the-supreme"?')
    assert "did you mean" not in nearest("ar", ["radiant-argus-the-supreme", "guide-achea"])


def test_a_folder_of_plans_lists_them(call, tmp_path):
    for number in range(70):
        (tmp_path / f"plan_{number:02}.toml").touch()
    code, _, err = call("run", tmp_path)
    assert code == 2
    assert "a plan file should be a file, this is a folder; in it: plan_00.toml, plan_01.toml" in err
    assert "plan_59.toml and 10 more" in err


@pytest.fixture
def results(tmp_path):
    """Three runs, none of which can be read."""
    for name in ("alpha-11111111", "alphabet-22222222", "beta-33333333"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "manifest.json").write_text("{", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ([], ["alpha-11111111", "alphabet-22222222", "beta-33333333"]),
        (["bet"], ["beta-33333333"]),
        (["alpha"], ["alpha-11111111"]),
        (["alph"], ["alpha-11111111", "alphabet-22222222"]),
        (["beta", "beta-33333333", "bet"], ["beta-33333333"]),
    ],
)
def test_status_takes_the_beginning_of_a_name_and_lists_each_run_once(call, results, asked, found):
    code, out, _ = call("status", *asked, "--results", results, "--json")
    assert code == 1
    assert [run["run"] for run in json.loads(out)["runs"]] == found


def test_a_run_by_its_path_and_its_name_is_one(call, results):
    out = call("status", results / "beta-33333333", "beta", "--results", results, "--json")[1]
    assert len(json.loads(out)["runs"]) == 1


COMMAND = "overnight replay results/demo-1234567890 13 --variant 'power aggro' --results a/long/way/to/the/results"
FORM = """--table 'decks=["miss-onyx-censorius", "radiant-argus-the-supreme"]'"""


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        (f"To read one of them, the greatest upset of all: {COMMAND}", COMMAND),
        (f"  {COMMAND}", COMMAND),
        (f"table: decks should be two decks, each named or given as a text, found [1]; such as {FORM}", FORM),
        ("/my own/folder of plans/with a plan.toml:12: stop: games should be a whole number above 0, found 0 or less",
         "/my own/folder of plans/with a plan.toml:12:"),
        ('no deck is called "miss onyx", of which there is none; did you mean "miss-onyx-the-one-and-only censorius"?',
         '"miss-onyx-the-one-and-only censorius"'),
        ("one and another word, and so on until the line is nearly full, and then it is +6.3 points ± 2.1 or so",
         "+6.3 points ± 2.1"),
    ],
)  # fmt: skip
def test_messages_are_wrapped_and_what_is_to_be_copied_stays_whole(text, whole):
    told = wrapped(text, 80)
    lines = told.splitlines()
    assert any(whole in line for line in lines)
    assert all(len(line) <= 80 or line.strip() == whole for line in lines)
    assert all(line.startswith("  ") for line in lines[1:])
    assert " ".join(told.split()) == " ".join(text.split())


@pytest.mark.parametrize("width", [40, 80, 300])
def test_a_terminal_gets_lines_it_has_room_for_and_a_log_gets_them_whole(monkeypatch, capsys, width):
    text = "a word and " * 20
    narrate(text)
    assert capsys.readouterr().err == f"{text}\n"
    monkeypatch.setattr(
        output, "PlainConsole", functools.partial(output.PlainConsole, force_terminal=True, width=width)
    )
    narrate(text)
    assert max(map(len, capsys.readouterr().err.splitlines())) in range(min(width, 200) - 6, width + 1)


def test_what_is_no_run_or_no_folder_is_told(call, results):
    assert "several runs" in call("report", "alph", "--results", results)[2]
    assert 'did you mean "beta"' in call("status", "bata", "--results", results)[2]
    (results / "none").mkdir()
    assert "There is no run in" in call("status", "--results", results / "none")[2]
    shutil.rmtree(results)
    for command in (["status"], ["report", "beta"]):
        code, out, err = call(*command, "--results", results)
        assert (code, out) == (2, "")
        assert f"{results}: there is no such folder" in err
