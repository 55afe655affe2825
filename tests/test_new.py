"""The command `new`: every plan that it writes can be played."""

import io
import json
import shlex

import pytest

from experiments.commands import cli
from experiments.commands.new import HELP, is_written, kinds, questions
from experiments.plan.reading import read_plan
from experiments.questions.question import QUESTIONS
from sim import GAMES, load_game, nameable


@pytest.fixture
def new(capsys, tmp_path, monkeypatch):
    """Writes a plan in a folder of its own: exit status, the plan, what was told."""
    monkeypatch.chdir(tmp_path)

    def write(*arguments):
        code = cli.main(["new", *map(str, arguments)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return write


OFFERED = [
    (game, question, kind)
    for game in GAMES
    for question in questions(load_game(game))
    for kind in kinds(load_game(game), question)
]


@pytest.mark.drawn(32)
@pytest.mark.parametrize(("game", "question", "kind"), OFFERED)
def test_every_plan_that_is_offered_can_be_read(new, game, question, kind):
    code, text, err = new("plan.toml", "--game", game, "--question", question, "--of", kind, "--games", 240)
    assert code == 0, err
    plan = read_plan("plan.toml")
    assert (plan.game.name, plan.question, plan.stop.games) == (game, question, 240)
    assert len(plan.variants) > 1 or question == "estimate" or QUESTIONS[question].seeks
    assert "#" in text
    assert all(len(line) < 400 for line in text.splitlines())


def test_it_asks_what_is_not_given(new, monkeypatch):
    answers = [
        "keyforg",
        "KeyForge",
        "Field",
        "decks",
        "? onyx",
        "Miss “Onyx” Censorius",
        "guide-achea,sahl-the-aegian",
    ]
    answers += ["?", "2", "soon", "1"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(answers) + "\n"))
    code, _, err = new()
    assert code == 0, err
    assert 'there is no "keyforg"; did you mean "keyforge"' in err
    assert "miss-onyx-censorius: " in err
    assert "four times as many games" in err
    assert 'a number above 0 is expected, found "soon"' in err
    plan = read_plan("keyforge_field.toml")
    assert (plan.stop.half_width, plan.stop.hours) == (0.02, 1)
    assert [entry.name for entry in plan.own.rows] == ["miss-onyx-censorius"]
    assert [entry.name for entry in plan.own.columns] == ["guide-achea", "sahl-the-aegian"]
    assert "overnight run keyforge_field.toml" in err


def test_an_answer_that_is_only_enter_takes_what_is_offered(new, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 8))
    assert new("mine.toml")[0] == 0
    assert len(read_plan("mine.toml").variants) == 1


def test_what_is_written_is_told_as_json(new):
    code, out, _ = new("--game", "aeons_end", "--question", "compare", "--of", "nemeses", "--within", 2, "--json")
    told = json.loads(out)
    assert (code, told["plan"]) == (0, "aeons_end_compare.toml")
    assert [v.name for v in read_plan(told["plan"]).variants] == [
        "rageborne", "carapace_queen", "prince_of_gluttons", "crooked_mask"
    ]  # fmt: skip


def test_my_deck_stands_at_the_first_seat_and_nobody_meets_himself(new):
    decks = "miss-onyx-censorius,radiant-argus-the-supreme"
    assert new("p.toml", "--game", "keyforge", "--question", "compare", "--of", "decks", "--choose", decks)[0] == 0
    tables = [variant.table["decks"] for variant in read_plan("p.toml").variants]
    assert [mine for mine, _ in tables] == decks.split(",")
    assert tables[0][1] == tables[1][1] not in decks.split(",")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--game keyforg --question compare", 'there is no "keyforg"; did you mean "keyforge"?'),
        ("--game aeons_end --question matrix", '"matrix" is not asked of Aeon\'s End; known: balance, compare, '),
        ("--game nightfall --question improve", '"improve" is not asked of Nightfall; known: balance, compare, '),
        (
            "--game nightfall --question estimate --within 99",
            "--within: points between 0 and 50 are expected, found 99",
        ),
        ("--game aeons_end --question compare --of nemesis", 'did you mean "nemeses"'),
        ("--game aeons_end --question compare --of nemeses --choose ragborne", 'did you mean "rageborne"?'),
        (
            "--game keyforge --question balance --of chains --choose x",
            'two numbers from 0 to 99 are expected, such as "0,6"',
        ),
        ("there.toml --game keyforge --question estimate", "there.toml: file already exists"),
    ],
)
def test_a_wrong_answer_writes_nothing(new, tmp_path, arguments, message):
    (tmp_path / "there.toml").write_text("", encoding="utf-8")
    code, out, err = new(*arguments.split())
    assert (code, out) == (2, "")
    assert message in err
    assert [path.name for path in tmp_path.iterdir()] == ["there.toml"]


def test_what_is_to_be_typed_next_can_be_typed(new):
    code, _, err = new("my plan.toml", "--game", "nightfall", "--question", "estimate")
    assert code == 0
    commands = [shlex.split(line.partition(": ")[2]) for line in err.splitlines() if "overnight" in line]
    assert commands == [["overnight", word, "my plan.toml"] for word in ("plan", "run")]
    assert read_plan("my plan.toml").name == "my_plan"


def test_every_question_is_asked_with_a_line_about_it(new, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 8))
    err = new("mine.toml")[2]
    for name, about in questions(load_game(next(iter(GAMES)))).items():
        assert f"  {name}: {about}" in err
    assert all(f"  {game}: {about}" in err for game, about in GAMES.items())
    assert err.count(HELP) >= 6


OURS = [name for name, question in QUESTIONS.items() if type(question).__module__.startswith("experiments.")]


@pytest.mark.parametrize("name", OURS)
def test_every_question_of_the_register_that_writes_plans_is_offered(name):
    offered = any(name in questions(load_game(game)) for game in GAMES)
    assert offered == is_written(QUESTIONS[name]) is True


def test_questions_are_told_of_with_more_where_somebody_asks(new, monkeypatch):
    answers = ["?", "? nemesis", "aeons_end", "?", "compare", "?", "nemeses", "?", "rageborne,crooked_mask", "", ""]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(answers) + "\n"))
    code, _, err = new("mine.toml")
    assert code == 0, err
    assert err.count("  aeons_end: ") == 3
    assert [variant.name for variant in read_plan("mine.toml").variants] == ["rageborne", "crooked_mask"]


def test_own_decks_are_taken_as_a_file_by_number_or_pasted(new, monkeypatch, tmp_path):
    found = nameable.named("berserk_heroes", "decks")
    one = next(iter(found))
    lines = ["Mine", f"Hero: {found[one]['hero']}", *found[one]["cards"]]
    text = "\n".join(lines) + "\n"
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks" / "mine.txt").write_text(text.replace("Mine", "Mine too"), encoding="utf-8")
    (tmp_path / "plans").mkdir()
    options = ["--game", "berserk_heroes", "--question", "matrix", "--of", "decks"]
    code, _, err = new("plans/p.toml", *options, "--choose", f"decks/mine.txt, RANDOM: 3, {one}")
    assert code == 0, err
    assert '"../decks/mine.txt"' in (tmp_path / "plans" / "p.toml").read_text(encoding="utf-8")
    plan = read_plan("plans/p.toml")
    assert [entry.name for entry in plan.own.rows][1:] == ["random:3", one]
    answers = ["Berserk: Heroes", "compare", "decks", "paste", *lines, "", "random:7", "", ""]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(answers) + "\n"))
    code, _, err = new("q.toml")
    assert code != 0, "a comparison needs two"
    answers = ["Berserk: Heroes", "estimate", "decks", "paste", *lines, "", "random:7", "", ""]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(answers) + "\n"))
    code, _, err = new("r.toml")
    assert code == 0, err
    mine, other = read_plan("r.toml").variants[0].table["decks"]
    assert (mine["name"], mine["hero"], other) == ("Mine", found[one]["hero"], "random:7")


def test_whom_one_meets_is_asked_and_never_taken_in_silence(new, monkeypatch):
    options = ["--game", "keyforge", "--question", "compare", "--of", "decks", "--choose", "random:1,random:2"]
    code, _, err = new("p.toml", *options)
    assert code == 0
    assert "At the other seat: miss-onyx-censorius; --against names others." in err
    assert new("q.toml", *options, "--against", "Guide Achea")[0] == 0
    assert [v.table["decks"] for v in read_plan("q.toml").variants] == [
        ["random:1", "guide-achea"],
        ["random:2", "guide-achea"],
    ]
    assert new("r.toml", "--game", "shards_of_infinity", "--question", "compare", "--of", "agents", "--choose",
               "champions,lean_deck", "--against", "random")[0] == 0  # fmt: skip
    seated = [[agent.name for agent in variant.agents] for variant in read_plan("r.toml").variants]
    assert seated == [["champions", "random"], ["lean_deck", "random"]]
    monkeypatch.setattr("sys.stdin", io.StringIO("keyforge\ncompare\ndecks\nrandom:1,random:2\n" + "\n" * 4))
    assert "Against which?" in new("s.toml")[2]


def test_the_agents_of_a_team_are_equal_unless_asked_otherwise(new):
    options = ["--game", "aeons_end", "--of", "agents"]
    assert new("p.toml", *options, "--question", "compare", "--choose", "best,random")[0] == 0
    seated = [[agent.name for agent in variant.agents] for variant in read_plan("p.toml").variants]
    assert seated == [["best", "best"], ["random", "random"]]
    assert new("q.toml", *options, "--question", "estimate", "--choose", "random")[0] == 0
    assert [agent.name for agent in read_plan("q.toml").agents] == ["random", "random"]
    assert new("r.toml", *options, "--question", "estimate", "--choose", "best,random")[0] == 0
    assert [agent.name for agent in read_plan("r.toml").agents] == ["best", "random"]
