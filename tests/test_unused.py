"""What a squad leaves unspent is told, by the plan and by the run, before anything is played."""

import pytest

import experiments
from experiments import read_plan
from experiments.commands import cli
from experiments.run.unused import MOST, left_unused
from sim import load_game
from sim.berserk import cards as berserk_cards

FOUR = "My squad\nMountain Giant B1\nAxe Master C1\nBorg D1\nBasaarg Dwarf C2"
PLAN = {"question": "estimate", "game": "berserk", "agents": ["random", "random"], "stop": {"games": 4}}


def plan_of(*squads):
    return read_plan({**PLAN, "table": {"squads": list(squads)}})


def test_a_squad_that_could_pay_for_more_is_told_with_what_it_leaves():
    # 23 gold and 1 for the single element, 22 silver; the four cost 6, 5, 4 and 7
    (told,) = left_unused(plan_of(FOUR, "forests-starter"))
    assert told.startswith('squad "My squad" leaves 24 crystals unspent')


@pytest.mark.parametrize("squad", ["mountains-starter", "random:17"])
def test_one_that_can_pay_for_nothing_more_is_not(squad):
    assert left_unused(plan_of("forests-starter", squad)) == []


def test_more_gold_leaves_more():
    (told,) = left_unused(read_plan({**PLAN, "table": {"squads": [FOUR, "forests-starter"], "gold": [25, 23]}}))
    assert "leaves 26 crystals" in told


def test_many_are_folded():
    cards = ["Borg", "Axe Master", "Mountain Giant", "Bonecrusher", "Gobrakh", "Hammerer", "Centurion", "Forge Keeper"]
    variants = [{"name": card, "table": {"squads": [f"{card} squad\n{card} B1", FOUR]}} for card in cards]
    told = left_unused(read_plan({**PLAN, "question": "compare", "variants": variants}))
    assert len(told) == MOST + 1
    assert told[-1].startswith("4 more")


def test_the_plan_and_the_run_say_so(tmp_path, capsys):
    path = tmp_path / "plan.toml"
    path.write_text(
        'question = "estimate"\ngame = "berserk"\nagents = ["random", "random"]\n'
        '[table]\nsquads = ["my_squad.txt", "forests-starter"]\n[stop]\ngames = 4\n',
        encoding="utf-8",
    )
    (tmp_path / "my_squad.txt").write_text(FOUR, encoding="utf-8")
    assert cli.main(["plan", str(path)]) == 0
    assert "leaves 24 crystals unspent" in " ".join(capsys.readouterr().out.split())
    assert cli.main(["run", str(path), "--results", str(tmp_path / "results")]) == 0
    (folder,) = (tmp_path / "results").iterdir()
    assert any("leaves 24 crystals unspent" in note for note in experiments.load(folder).notes)


def test_games_in_which_nothing_is_paid_for_leave_nothing():
    game = load_game("keyforge")
    assert game.left_unused({"decks": ["random:1", "random:2"]}, []) == {}


def test_every_squad_of_a_large_matrix_is_judged_once(monkeypatch):
    judged = []
    whole = berserk_cards.crystals_left
    monkeypatch.setattr(berserk_cards, "crystals_left", lambda *given: judged.append(given) or whole(*given))
    berserk_cards._unspent.cache_clear()
    squads = [f"Squad {name}\n{name} B1" for name in ("Borg", "Axe Master", "Mountain Giant", "Gobrakh")]
    plan = read_plan({**PLAN, "question": "matrix", "entries_of": {"squads": squads}})
    assert len(plan.variants) == 6
    assert len(left_unused(plan)) == 4
    assert len(judged) == 6  # three as the first player, three as the second, who has other crystals
