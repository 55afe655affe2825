"""The command `new`: every plan that it writes can be played."""

import io
import json

import pytest

from experiments.commands import cli
from experiments.commands.new import kinds, questions
from experiments.plan.reading import read_plan
from sim import GAMES, load_game


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


@pytest.mark.parametrize(("game", "question", "kind"), OFFERED)
def test_every_plan_that_is_offered_can_be_read(new, game, question, kind):
    code, text, err = new("plan.toml", "--game", game, "--question", question, "--of", kind, "--games", 240)
    assert code == 0, err
    plan = read_plan("plan.toml")
    assert (plan.game.name, plan.question, plan.stop.games) == (game, question, 240)
    assert len(plan.variants) > 1 or question == "estimate"
    assert "#" in text
    assert all(len(line) < 400 for line in text.splitlines())


def test_it_asks_what_is_not_given(new, monkeypatch):
    answers = ["keyforg", "keyforge", "field", "decks", "miss-onyx-censorius", "guide-achea,sahl-the-aegian", "2", "1"]
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(answers) + "\n"))
    code, _, err = new()
    assert code == 0, err
    assert 'there is no "keyforg"; did you mean "keyforge"' in err
    assert "miss-onyx-censorius" in err
    plan = read_plan("keyforge_field.toml")
    assert (plan.stop.half_width, plan.stop.hours) == (0.02, 1)
    assert [entry.name for entry in plan.own.rows] == ["miss-onyx-censorius"]
    assert [entry.name for entry in plan.own.columns] == ["guide-achea", "sahl-the-aegian"]
    assert "overnight run keyforge_field.toml" in err


def test_an_answer_that_is_only_enter_takes_what_is_offered(new, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 6))
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
        ("--game aeons_end --question matrix", 'there is no "matrix"'),
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
