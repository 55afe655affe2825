"""The command `new`: every plan that it writes can be played."""

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
