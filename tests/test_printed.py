"""Printed names are taken wherever ids are, in any case, if they name one thing."""

import pytest

from agents import load_agent
from experiments.answer.replay import new_setting
from experiments.commands import cli
from experiments.plan.reading import read_plan
from sim import GAMES, game_id, load_game
from sim.core.errors import InputError
from sim.nameable import KINDS, named
from sim.printed import Printed, printed, read_phrase, with_ids
from sim.reading.decks import letters
from sim.scenario_files import load_scenarios, run


@pytest.mark.parametrize(
    ("name", "game"),
    [
        ("KeyForge", "keyforge"),
        ("Aeon's End", "aeons_end"),
        ("Berserk: Heroes", "berserk_heroes"),
        ("NIGHTFALL", "nightfall"),
    ],
)
def test_a_game_is_found_by_its_printed_name(name, game):
    assert game_id(name) == game
    assert load_game(name) is load_game(game)


def test_a_game_that_is_not_there_is_answered_with_the_nearest():
    with pytest.raises(InputError, match=r'did you mean "keyforge"'):
        load_game("KeyForg")


@pytest.mark.parametrize("game", GAMES)
def test_every_printed_name_of_a_card_finds_it_or_says_what_it_may_mean(game):
    facts = load_game(game).words.cards([])
    known = Printed(facts)
    for card, about in facts.items():
        assert known.find(card) == card
        name = str(about.get("name", card))
        alike = [one for one, other in facts.items() if letters(str(other.get("name", one))) == letters(name)]
        if len(alike) == 1:
            assert known.find(name.upper()) == card
        else:
            with pytest.raises(InputError, match="may mean"):
                known.find(name.upper())


@pytest.mark.parametrize("game", GAMES)
def test_all_that_plans_name_is_found_by_what_it_is_called(game):
    for kind in KINDS:
        for one, facts in named(game, kind).items():
            assert printed(game, kind).find(str(facts.get("name", one))) == one


def test_what_stands_in_quotes_is_a_name_too_and_a_name_of_several_is_refused():
    game = load_game("keyforge")
    assert with_ids(game, {"decks": ["ONYX", "Guide Achea"]})["decks"][0] == "miss-onyx-censorius"
    twins = Printed({"first": {"name": "The Twins"}, "second": {"name": "The Twins"}, "third": {"name": "Other"}})
    assert twins.find("other") == "third"
    assert twins.find("nobody") is None
    with pytest.raises(InputError, match='"the twins" may mean "first" or "second"; say which'):
        twins.find("the twins")


def test_a_table_may_name_cards_mages_and_options_as_they_are_printed():
    game = load_game("aeons_end")
    table = {"supply": ["Jade", "Searing Ruby", "gem"], "mages": ["Adelheim", "BRAMA"], "difficulty": "Expert"}
    found = with_ids(game, table)
    assert found["supply"] == ["jade", "searing_ruby", "gem"]
    assert (found["mages"], found["difficulty"]) == (["adelheim", "brama"], "expert")


def test_a_plan_with_printed_names_is_the_plan_with_ids():
    def plan(game, agent, *decks):
        asked = {"question": "estimate", "game": game, "agents": [agent] * 2, "stop": {"games": 10}}
        return read_plan({**asked, "table": {"decks": list(decks)}})

    assert (
        plan("KeyForge", "Best", "Onyx", "Radiant Argus the Supreme").digest()
        == plan("keyforge", "best", "miss-onyx-censorius", "radiant-argus-the-supreme").digest()
    )


def test_an_agent_and_a_table_of_ones_own_take_printed_names():
    assert load_agent("keyforge", "BEST") is load_agent("keyforge", "best")
    setting = new_setting("KeyForge", ["Random"], {"decks": ["onyx", "Radiant Argus the Supreme"]})
    assert (
        setting.tables.tobytes()
        == load_game("keyforge")
        .make_tables({"decks": ["miss-onyx-censorius", "radiant-argus-the-supreme"]}, [])
        .tobytes()
    )


@pytest.mark.parametrize(
    ("game", "typed", "meant"),
    [
        ("keyforge", "Play Dust Imp left", "play dust_imp left"),
        ("keyforge", "FIGHT Troll#2 p2:Dust Imp", "fight troll#2 p2:dust_imp"),
        ("keyforge", "choose house Brobnar", "choose house brobnar"),
        ("shards_of_infinity", "attack P2 5", "attack p2 5"),
        ("shards_of_infinity", "Recruit Fungal Hermit", "recruit fungal_hermit"),
        ("shards_of_infinity", "play nothing of the sort", "play nothing of the sort"),
    ],
)
def test_a_phrase_is_read_in_any_case_and_with_printed_names(game, typed, meant):
    words = load_game(game).words
    assert read_phrase(words, typed, Printed(words.cards([]))) == meant


def test_a_scenario_may_be_written_with_printed_names(tmp_path):
    path = tmp_path / "printed.toml"
    path.write_text(
        'game = "Shards of Infinity"\n[[scenario]]\nname = "printed"\nshows = ["Fungal Hermit"]\n'
        'given = { "p1.mastery" = 9, "p1.hand" = ["Fungal Hermit"], "p1.health" = 30 }\n'
        'do = ["Play Fungal Hermit"]\nexpect = { "p1.mastery" = 10, "p1.health" = 35 }\n',
        encoding="utf-8",
    )
    report = run(load_scenarios([path]))
    assert (report.passed, report.failed) == (1, 0)


def test_commands_take_the_printed_name_of_a_game(capsys):
    assert cli.main(["decks", "KeyForge", "onyx"]) == 0
    assert "miss-onyx-censorius" in capsys.readouterr().out
