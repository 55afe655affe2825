"""`overnight cards GAME NAME` shows a card in full, in every game."""

import json

import pytest

from experiments.commands import cli
from experiments.commands import one_card as one_card_module
from experiments.commands.one_card import card_lines, find_card, one_card, short_card
from sim import GAMES, load_game


@pytest.mark.drawn(3)
@pytest.mark.parametrize("game", GAMES)
def test_no_fact_of_a_card_is_left_out(game, monkeypatch):
    monkeypatch.setattr(one_card_module, "shown_by", lambda game, card: [])
    rules = load_game(game)
    for card, about in rules.words.cards([]).items():
        page = one_card(rules, card)
        told = {*page["facts"], *page["notation"], "source", "sources", "note", "notes"}
        assert {key for key, value in about.items() if value not in ("", [], {})} <= told
        assert str(about["name"]) in card_lines(page)[0]


@pytest.mark.drawn(3)
@pytest.mark.parametrize(
    ("game", "name", "card", "said"),
    [
        ("shards_of_infinity", ["Giga,", "Source", "Adept"], "giga_source_adept", "mastery"),
        ("keyforge", ["incubation chamber"], "incubation_chamber", "archive"),
        ("aeons_end", ["Jade"], "jade", "aether for this turn"),
        ("nightfall", ["LILITH"], "lilith", "inflict"),
        ("berserk", ["Garrid", "Archer"], "garrid_archer", "shoots one card"),
        ("berserk_heroes", ["bard"], "bard", "choose so many such cards"),
    ],
)
def test_a_card_is_found_as_it_is_called_and_told_in_words(capsys, game, name, card, said):
    assert cli.main(["cards", game, *name, "--json"]) == 0
    page = json.loads(capsys.readouterr().out)
    assert page["card"] == card
    assert any(said in line for lines in page["in_words"].values() for line in lines)
    assert page["scenarios"]
    assert cli.main(["cards", game, *name]) == 0
    told = capsys.readouterr().out
    assert "Notation" in told
    assert "Source: " in told
    assert "Scenarios that show it" in told
    assert "Scenarios" not in "\n".join(short_card(load_game(game), card))


def test_words_that_name_no_card_search_as_before(capsys):
    assert find_card(load_game("keyforge"), "brobnar") is None
    assert cli.main(["cards", "keyforge", "brobnar"]) == 0
    assert len(capsys.readouterr().out.splitlines()) > 10


def test_the_scenarios_of_the_checkout_are_found_from_any_folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert any("tests/scenarios/aeons_end/" in shown for shown in one_card(load_game("aeons_end"), "jade")["scenarios"])


def test_where_there_are_no_scenarios_none_is_told(monkeypatch, tmp_path):
    monkeypatch.setattr(one_card_module, "SCENARIOS", tmp_path / "tests" / "scenarios")
    lines = card_lines(one_card(load_game("aeons_end"), "jade"))
    assert "Scenarios that show it" not in lines
    assert lines[-1].startswith("  ") or lines[-1].startswith("Source: ")
