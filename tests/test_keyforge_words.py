"""The words of KeyForge: logs that can be read back, phrases that are told apart, paths and events."""

import re

import numpy as np
import pytest

from agents import load_agent
from sim import load_game
from sim.core.turnloop import play_games
from sim.keyforge.describe import MAKERS
from sim.keyforge.state import TRIGGERED, Decision
from sim.words.paths import find_path
from sim.words.scenario import Scenario, check
from sim.words.trace import play_log
from sim.words.vocabulary import check_phrase
from sim.words.walk import Walk

GAME = load_game("keyforge")
WORDS = GAME.words
IDS = WORDS.card_ids()
PAIRS = [("random:1", "random:2"), ("random:9", "random:30"), ("miss-onyx-censorius", "radiant-argus-the-supreme")]


def log(decks, number=0, seed=1):
    players = [load_agent(GAME.name, "random")] * 2
    tables = GAME.make_tables({"decks": list(decks)})
    told = play_log(GAME, tables, players, seed, number, ["one", "other"])
    return told, play_games(GAME, tables, players, seed, number, 1), tables


@pytest.mark.drawn(1)
@pytest.mark.parametrize("decks", PAIRS)
def test_a_log_is_the_game_of_the_batch(decks):
    for number in (0, 3):
        told, batch, _ = log(decks, number)
        assert told.fingerprint == int(batch.fingerprint[0])
        assert told.score == batch.score[0].tolist()
        assert (told.turns, told.decisions, told.error) == (batch.turns[0], batch.decisions[0], 0)


@pytest.mark.parametrize("decks", PAIRS)
def test_a_log_read_back_leads_to_the_same_end(decks):
    """The phrases of a log, done one after the other, are the same game, and each means one action."""
    told, _, tables = log(decks, 4, 2)
    state, actions = GAME.new_state(), GAME.new_actions()
    GAME.setup(state, tables, 2, 4)
    for line in re.findall(r"^  p\d (.*)$", told.text, re.MULTILINE):
        n = GAME.legal_actions(state, tables, actions)
        phrases = [WORDS.phrase(state, actions[k], IDS) for k in range(n)]
        found = [phrase for phrase in phrases if f"{line} ".startswith(f"{phrase} ")]
        longest = max(found, key=len)
        assert found.count(longest) == 1, (line, phrases)
        GAME.apply(state, tables, actions[phrases.index(longest)])
    assert state.over
    assert [float(state.score[seat]) for seat in range(2)] == told.score


def test_every_phrase_of_many_games_is_one_of_the_verbs_and_means_one_action():
    luck, asked = np.random.default_rng(4), set()
    for number in range(12):
        tables = GAME.make_tables({"decks": [f"random:{number}", f"random:{99 - number}"]})
        for step in Walk(GAME, tables, lambda s, legal: int(luck.integers(len(legal))), 6, number):
            phrases = [WORDS.phrase(step.state, action, IDS) for action in step.legal]
            assert len(set(phrases)) == len(phrases), phrases
            asked.add(int(step.state.decision))
            for phrase in phrases:
                check_phrase(WORDS, phrase, IDS, 2)
    assert {Decision.MAIN, Decision.HOUSE, Decision.CHOOSE, Decision.FLANK, Decision.ORDER} <= asked


def test_a_log_shows_both_sides_at_the_start_of_a_turn():
    told, _, _ = log(PAIRS[0])
    turn = told.text.split("\n\n")[-2].splitlines()
    assert re.match(r"Turn \d+: p[12] (one|other)", turn[0])
    shown = [line.split(" ")[0] for line in (line.strip() for line in turn[1:7]) if re.match(r"p\d \(", line)]
    assert shown == ["p1", "p2"]
    assert "hand: " in turn[1]
    assert re.search(r"\d amber \(a key costs \d+\)", turn[1])


def test_effects_of_a_turn_are_called_by_a_card_that_makes_them():
    tables = GAME.make_tables({})
    assert set(MAKERS) == set(TRIGGERED)
    assert {kind: IDS[tables.lasting[kind]] for kind in MAKERS} == MAKERS


def scenario(given, do, **claims):
    found = check(Scenario("test", GAME, {"name": "test", "given": given, "do": list(do), **claims}))
    assert found == []


def test_cards_that_are_alike_are_told_apart():
    given = {
        "house": "brobnar",
        "p1.creatures": ["troll", "krump", "troll"],
        "p2.creatures": ["troll", "bumpsy", "bumpsy"],
        "p1.hand": ["punch"],
    }
    scenario(
        given,
        ["play punch"],
        asks=[
            "choose p1:troll",
            "choose krump",
            "choose p1:troll#2",
            "choose p2:troll",
            "choose bumpsy",
            "choose bumpsy#2",
        ],
    )
    scenario(
        given, [], legal=["fight troll#2 troll", "fight troll bumpsy#2", "reap troll#2"], illegal=["reap p1:troll"]
    )


def test_cards_of_two_discard_piles_are_told_apart():
    given = {
        "house": "dis",
        "p1.creatures": ["eater_of_the_dead"],
        "p1.discard": ["2 troll", "krump"],
        "p2.discard": ["troll"],
        "p1.hand": ["troll"],
    }
    scenario(given, ["reap eater_of_the_dead"], asks=["choose p1:troll", "choose krump", "choose p2:troll"])


def test_a_second_copy_in_hand_is_one_of_another_house():
    tables, s, actions = GAME.make_tables({}), GAME.new_state(), GAME.new_actions()
    WORDS.clear(s, tables, 0)
    paths = WORDS.paths(tables, IDS)
    paths["house"].write(s, "dis")
    paths["p1.hand"].write(s, ["3 punch"])
    s.card[int(s.hand[0].card[1])].house = 1
    n = GAME.legal_actions(s, tables, actions)
    assert [WORDS.phrase(s, actions[k], IDS) for k in range(n)] == ["play punch#2", "discard punch#2", "end turn"]


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("active", "p2"),
        ("house", "mars"),
        ("house", "none"),
        ("first_turn", True),
        ("p1.amber", 7),
        ("p2.keys", 2),
        ("p1.chains", 24),
        ("p2.houses", ["dis", "logos", "untamed"]),
        ("p1.hand", ["troll", "troll", "anger"]),
        ("p2.deck", ["troll", "anger"]),
        ("p1.discard", ["anger", "troll"]),
        ("p2.archives", ["anger"]),
        ("p1.purged", ["troll"]),
    ],
)
def test_what_is_written_is_read(path, value):
    tables, s = GAME.make_tables({}), GAME.new_state()
    WORDS.clear(s, tables, 0)
    found = WORDS.paths(tables, IDS)[path]
    for _ in range(2):
        found.write(s, value)
        assert found.read(s) == value


def test_cards_in_play_are_written_and_read_as_records():
    tables, s = GAME.make_tables({}), GAME.new_state()
    WORDS.clear(s, tables, 0)
    paths = WORDS.paths(tables, IDS)
    paths["p2.creatures"].write(
        s,
        [
            {"id": "troll", "damage": 2, "ready": False, "stunned": True, "amber": 3, "power_counters": 1},
            {
                "id": "restringuntus",
                "named": "mars",
                "owner": "p1",
                "house": "untamed",
                "upgrades": ["blood_of_titans"],
            },
        ],
    )
    paths["p1.artifacts"].write(s, ["cannon", {"id": "safe_place", "amber": 2, "ready": False}])
    plain = {"damage": 0, "ready": True, "stunned": False, "amber": 0, "power_counters": 0, "upgrades": [], "armor": 0}
    assert paths["p2.creatures"].read(s) == [
        plain
        | {"id": "troll", "damage": 2, "ready": False, "stunned": True, "amber": 3, "power_counters": 1, "power": 9}
        | {"house": "brobnar", "named": "", "named_for": "", "owner": "p2"},
        plain
        | {"id": "restringuntus", "upgrades": ["blood_of_titans"], "power": 6}
        | {"house": "untamed", "named": "mars", "named_for": "p1", "owner": "p1"},
    ]
    assert [entry["amber"] for entry in paths["p1.artifacts"].read(s)] == [0, 2]
    assert find_path(paths, "p2.creatures[1].owner").read(s) == "p1"


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("house", "mrs", 'did you mean "mars"'),
        ("p1.keys", 3, "from 0 to 2"),
        ("p1.houses", "dis", "a list of houses"),
        ("p1.hand", ["trol"], 'no card is called "trol"'),
        ("p1.hand", ["37 troll"], "a player has 36 cards"),
        ("p1.creatures", ["cannon"], '"cannon" is not a creature'),
        ("p1.creatures", [{"id": "troll", "power": 3}], "can only be read"),
        ("p1.creatures", [{"id": "troll", "stuned": True}], "no field"),
        ("p1.creatures", [{"id": "troll", "ready": 1}], "true or false"),
    ],
)
def test_what_cannot_be_written_is_refused(path, value, told):
    tables, s = GAME.make_tables({}), GAME.new_state()
    WORDS.clear(s, tables, 0)
    found = WORDS.paths(tables, IDS)[path]

    def check_and_write():
        found.check(value)
        found.write(s, value)

    with pytest.raises(ValueError, match=told):
        check_and_write()


def test_events_happen_and_the_game_goes_on():
    given = {"house": "brobnar", "p1.deck": ["anger", "troll"], "p2.creatures": ["bad_penny", "troll"], "p1.amber": 1}
    scenario(given, ["!draw p1 1"], expect={"p1.hand": ["anger"], "p1.deck": ["troll"]}, legal=["play anger"])
    scenario(given, ["!damage troll 5"], expect={"p2.creatures": ["bad_penny", {"id": "troll", "damage": 5}]})
    scenario(given, ["!destroy bad_penny"], expect={"p2.creatures": ["troll"], "p2.hand": ["bad_penny"]})
