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


def compared(game, *variants, agents=("best", "best")):
    """What is told of a comparison of these variants."""
    plan = {**BASE, "question": "compare", "game": game, "agents": list(agents)}
    return played_with(read_plan({**plan, "variants": list(variants)}))


def test_what_variants_differ_by_is_told_unless_their_names_say_it():
    mask = {"table": {"nemesis": "crooked_mask"}}
    assert "nemesis rageborne or crooked_mask" in compared("aeons_end", {"name": "one"}, {"name": "two", **mask})
    assert "nemesis" not in compared("aeons_end", {"name": "rageborne"}, {"name": "crooked_mask", **mask})
    assert "nemesis rageborne" in compared("aeons_end", {"name": "one"}, {"name": "two", "table": {"hand": 6}})


def test_whom_all_variants_meet_is_told_by_seat():
    decks = ["random:1", "random:2", "random:3"]
    shelf = [{"name": deck, "table": {"decks": [deck, "random:9"]}} for deck in decks]
    assert compared("keyforge", *shelf) == "decks random:9 at p2; best at every seat"
    shelf[0]["name"] = "mine"
    assert "decks random:1, random:2 or random:3 at p1, random:9 at p2" in compared("keyforge", *shelf)
    agents = [{"name": name, "agents": [name, "best"]} for name in ("champions", "lean_deck")]
    assert compared("shards_of_infinity", *agents) == "2 players; best at p2"
    chains = [{"name": f"chains {n}", "table": {"chains": [n, 2], "decks": decks[:2]}} for n in (0, 3)]
    assert "chains 2 at p2" in compared("keyforge", *chains)


def test_what_is_listed_in_turn_order_is_told_by_place():
    mastery = [{"name": name, "table": {"starting_mastery": [0, n]}} for name, n in (("rules", 1), ("more", 2))]
    assert "starting mastery 1 or 2 of the second player" in compared("shards_of_infinity", *mastery)
    plan = {**BASE, "game": "shards_of_infinity", "agents": ["best"] * 2, "table": {"starting_mastery": [0, 9]}}
    assert "starting_mastery = [0, 9] in turn order" in played_with(read_plan(plan))


def test_what_pairs_are_averaged_over_is_told():
    over = [{"heroes": ["saikono", ""]}, {"heroes": ["", "saikono"]}]
    plan = {**BASE, "question": "matrix", "game": "berserk_heroes", "agents": ["best", "best"], "over": over}
    told = played_with(read_plan({**plan, "entries_of": {"agent": ["best", "aggro"]}}))
    assert "heroes saikono in turn" in told


def test_card_files_are_told(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text('[nil_assassin]\nplay = ["gain_power 6"]\n', encoding="utf-8")
    own = {"name": "mine", "cards": [str(mine)]}
    assert compared("shards_of_infinity", {"name": "printed"}, own).endswith(
        "cards of mine.toml in some variants; best at every seat"
    )


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
