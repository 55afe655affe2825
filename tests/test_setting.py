"""An answer says what it rests on beside what is compared: what all bring, who plays, the house rules."""

import pytest

import experiments
from experiments import read_plan
from experiments.commands import cli
from experiments.questions.setting import SHOWN, folded, played_with

BASE = {"question": "estimate", "stop": {"games": 6}}
CASES = {
    "aeons_end": (
        {"agents": ["best", "random"]},
        "2 players; mages adelheim and brama; nemesis rageborne; supply deck_destruction; agents best and random",
    ),
    "aeons_end alone": (
        {"agents": ["best"], "table": {"players": 1, "nemesis": "crooked_mask", "hand": 6}},
        "1 player; mages jian; nemesis crooked_mask; supply deck_destruction; hand = 6; agent best",
    ),
    "keyforge": (
        {"agents": ["best", "best"], "table": {"decks": ["random:1", "random:2"], "chains": [2, 0]}},
        "decks random:1 and random:2; chains = [2, 0]; best at every seat",
    ),
    "berserk": (
        {"agents": ["best", "best"], "table": {"squads": ["random:1", "random:2"], "turn_limit": 20}},
        "squads random:1 and random:2; turn_limit = 20; best at every seat",
    ),
    "berserk_heroes": (
        {"agents": ["best", "best"], "table": {"heroes": ["saikono", ""]}},
        "decks teach-steppes and teach-mountains; heroes saikono; best at every seat",
    ),
    "shards_of_infinity": (
        {"agents": ["best", "random", "random"], "table": {"players": 3, "health": 30}},
        "3 players; health = 30; agents best, random and random",
    ),
    "nightfall": ({"agents": ["best", "best"]}, "2 players; best at every seat"),
}


@pytest.mark.parametrize("case", CASES)
def test_all_that_a_score_rests_on_is_named(case):
    own, told = CASES[case]
    assert played_with(read_plan({**BASE, "game": case.split()[0], **own})) == told


def test_what_variants_differ_by_is_told_by_their_names():
    plan = {**BASE, "question": "compare", "game": "aeons_end", "agents": ["best", "best"]}
    variants = [{"name": "one"}, {"name": "two", "table": {"nemesis": "crooked_mask"}}]
    assert "nemesis" not in played_with(read_plan({**plan, "variants": variants}))
    variants = [{"name": "one"}, {"name": "two", "table": {"hand": 6}}]
    assert "nemesis rageborne" in played_with(read_plan({**plan, "variants": variants}))


def test_long_lists_are_folded_and_nothing_is_dropped_in_silence():
    names = [f"card_{n}" for n in range(9)]
    assert folded(names) == f"card_0, card_1, card_2, card_3 and {9 - SHOWN} more"
    assert folded(names[:5]) == "card_0, card_1, card_2, card_3 and card_4"
    assert folded(names[:1]) == "card_0"


def test_terminal_report_index_and_line_say_it(tmp_path, capsys):
    run = experiments.estimate(
        "shards_of_infinity", ["random", "random"], games=8, table={"health": 20}, results=tmp_path, name="mine"
    )
    told = "2 players; health = 20; random at every seat"
    assert f"Played with {told}." in repr(run)
    assert f"Played with {told}." in run._repr_html_()
    for command in (["report", "mine"], ["export", "mine", "--to", "line"], ["run", str(run.folder / "plan.toml")]):
        assert cli.main([*command, "--results", str(tmp_path)]) == 0
        assert told in " ".join(capsys.readouterr().out.split()), command
    assert cli.main(["index", "--results", str(tmp_path)]) == 0
    assert told in (tmp_path / "index.html").read_text(encoding="utf-8").replace("\u00a0", " ")
    assert told in run.report.read_text(encoding="utf-8").replace("\u00a0", " ")
