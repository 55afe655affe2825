"""A log tells the game that a batch plays, step by step."""

import re
from dataclasses import replace

import numpy as np
import pytest
from quick import quick_agents

from agents import Agent, load_agent
from sim import load_game
from sim.core.faults import ERROR_AGENT, ERROR_ENDLESS
from sim.core.kernel import kernel
from sim.core.turnloop import play_games
from sim.words import walk
from sim.words.readers import CardRecord
from sim.words.trace import describe_changes, play_log, told_options

GAME = load_game("shards_of_infinity")
AGENTS = quick_agents(GAME.name)


def log(number=0, seed=1, agents=("random", "random"), game=GAME, **table):
    players = [AGENTS[agent] if isinstance(agent, str) else agent for agent in agents]
    tables = game.make_tables({"players": len(agents), **table})
    names = [agent.name for agent in players]
    return play_log(game, tables, players, seed, number, names), play_games(game, tables, players, seed, number, 1)


def transcript():
    return log()[0].text


@pytest.mark.drawn(10)
@pytest.mark.parametrize("players", GAME.player_counts)
@pytest.mark.parametrize("name", AGENTS)
def test_a_log_is_the_game_of_the_batch(name, players):
    for number in (0, 5):
        told, batch = log(number, seed=3, agents=[name] * players)
        assert told.fingerprint == int(batch.fingerprint[0])
        assert told.score == pytest.approx(batch.score[0].tolist())
        assert (told.turns, told.decisions, told.error) == (batch.turns[0], batch.decisions[0], 0)


def test_a_log_names_the_game_its_seats_and_the_end():
    told, _ = log(4, seed=9, agents=("random", "random", "random"))
    lines = told.text.splitlines()
    assert lines[0] == f"{GAME.title}, game 4 of seed 9: p1 random, p2 random, p3 random"
    winner = told.score.index(1) + 1
    assert lines[-1] == f"The game ends in turn {told.turns + 1}: p{winner} random wins."


def test_a_log_tells_every_turn_in_order():
    text = transcript()
    turns = [int(found) for found in re.findall(r"^Turn (\d+): ", text, re.MULTILINE)]
    assert turns == list(range(1, len(turns) + 1))
    assert re.findall(r"^Turn \d+: (p\d)", text, re.MULTILINE)[:4] == ["p1", "p2", "p1", "p2"]


def test_a_log_read_back_leads_to_the_same_end():
    """The phrases of a log, done one after the other, are the same game."""
    told, _ = log(7, seed=2)
    tables, state, actions = GAME.make_tables({"players": 2}), GAME.new_state(), GAME.new_actions()
    ids = GAME.words.card_ids()
    GAME.setup(state, tables, 2, 7)
    for phrase in re.findall(r"^  p\d (.*?)(?:  .*)?$", told.text, re.MULTILINE):
        n = GAME.legal_actions(state, tables, actions)
        phrases = [GAME.words.phrase(state, actions[k], ids) for k in range(n)]
        assert phrases.count(phrase) == 1, phrase
        GAME.apply(state, tables, actions[phrases.index(phrase)])
    assert state.over
    assert [float(state.score[seat]) for seat in range(2)] == told.score


def test_a_draw_is_told():
    assert transcript_of_a_draw().splitlines()[-1].endswith("a draw between p1 random and p2 random.")


def transcript_of_a_draw():
    return log(turn_limit=1)[0].text


def test_the_fault_of_an_agent_is_told():
    wrong = Agent("wrong", GAME.name, "wrong", kernel(cache=False)(lambda s, t, actions, n, params: n))
    told, batch = log(agents=(wrong, "random"))
    assert told.error == batch.error[0] == ERROR_AGENT
    assert told.fingerprint == int(batch.fingerprint[0])
    assert told.text.splitlines()[-1].startswith('Stopped by a fault: agent "wrong": index ')


def test_a_game_without_end_is_told_only_so_far(monkeypatch):
    """The log of a game that a batch has stopped as endless must end too."""
    monkeypatch.setattr(walk, "DECISIONS_MAX", 50)
    steps = []

    def stand_still(s, t, action):
        steps.append(action)
        assert len(steps) <= 100, "the log goes on and on"

    agents = [load_agent(GAME.name, "random")] * 2
    told = play_log(replace(GAME, apply=stand_still), GAME.make_tables({}), agents, 1, 0, ["one", "other"])
    assert told.error == ERROR_ENDLESS
    assert "did not end" in told.text


def test_a_log_of_cards_of_the_user(tmp_path):
    path = tmp_path / "cards.toml"
    path.write_text(
        '[golem]\nname = "Golem"\ntype = "starter"\ncost = 0\ncopies = 9\nplay = ["gain_power 3"]\n', encoding="utf-8"
    )
    tables, agents = GAME.make_tables({}, [path]), [load_agent(GAME.name, "random")] * 2
    told = play_log(GAME, tables, agents, 1, 0, ["a", "b"], [path])
    assert "play golem" in told.text
    assert told.fingerprint == int(play_games(GAME, tables, agents, 1, 0, 1).fingerprint[0])


def test_changes_are_described_in_words():
    before = {"gems": 1, "p1.hand": ["a", "a", "b"], "row": ["x", "y"], "power": 2, "tapped": False, "over": False}
    after = {
        "gems": 3,
        "p1.hand": ["a", "b", "c"],
        "row": ["y", "x"],
        "power": "infinite",
        "tapped": False,
        "over": True,
    }
    told = ["gems 1 -> 3", "p1.hand -a +c", "power 2 -> infinite", "over no -> yes"]
    assert describe_changes(before, after) == told
    assert describe_changes(before, before) == []


def test_the_option_that_was_taken_is_told_wherever_it_stands():
    """Of many options the first five are told, and the one that was taken after them."""
    options = [(index, f"option {index}") for index in (7, 2, 5, 0, 1, 3, 6)]
    assert told_options(options, 5) == options[:5]
    assert told_options(options, 6) == [*options[:5], (6, "option 6")]
    assert told_options(options, 4) == options[:5]


def card(name, damage=0, ready=True, upgrades=()):
    return {"id": name, "damage": damage, "ready": ready, "stunned": False, "upgrades": list(upgrades)}


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ([card("troll")], [card("troll")], []),
        ([], [card("troll", 3)], ["z +troll"]),
        ([card("troll", 3)], [], ["z -troll"]),
        ([card("troll")], [card("troll", 3, False)], ["z troll (damage 0 -> 3, exhausted)"]),
        ([card("troll", 2, False)], [card("troll", 0)], ["z troll (damage 2 -> 0, ready)"]),
        ([card("troll")], [card("troll") | {"stunned": True}], ["z troll (stunned)"]),
        ([card("troll"), card("imp")], [card("rat"), card("troll", 1)], ["z -imp +rat, troll (damage 0 -> 1)"]),
        ([card("imp", 1), card("imp")], [card("imp")], ["z -imp"]),
        ([card("imp"), card("imp", 1)], [card("imp", 1, False)], ["z -imp, imp (exhausted)"]),
        ([card("imp"), card("imp", 1)], [card("imp", 2), card("imp", 1)], ["z imp (damage 0 -> 2)"]),
        ([card("imp"), card("rat")], [card("rat"), card("imp")], ["z in the order rat, imp"]),
        ([card("imp", 0, True, ["a", "b"])], [card("imp", 0, True, ["b", "c"])], ["z imp (upgrades -a +c)"]),
        ([card("imp", 0, True, ["a", "b"])], [card("imp", 0, True, ["b", "a"])], []),
    ],
)
def test_changes_of_cards_in_play_are_told_card_by_card(before, after, told):
    assert describe_changes({"z": before}, {"z": after}) == told


def test_namesakes_are_told_apart_by_their_numbers():
    """Of two cards of one name that change places of a list and are both wounded each is told for itself."""
    before = [CardRecord(3, card("imp", 1)), CardRecord(7, card("imp", 2))]
    after = [CardRecord(7, card("imp", 3)), CardRecord(3, card("imp", 2))]
    assert describe_changes({"z": before}, {"z": after}) == ["z imp (damage 1 -> 2), imp (damage 2 -> 3)"]
    assert describe_changes({"z": before}, {"z": [CardRecord(7, card("imp", 1))]}) == ["z -imp, imp (damage 2 -> 1)"]


def test_with_several_opponents_all_damage_is_told():
    """The amounts told of an attack are all the power there was, wherever the last of it went."""
    told, batch = log(3, seed=4, agents=("best", "lean_deck", "random"))
    assert told.fingerprint == int(batch.fingerprint[0])
    attacks = re.findall(r"^  p\d end turn.*\n((?:  p\d attack p\d \d+ .*\n)+)", told.text, re.MULTILINE)
    amounts = [sum(map(int, re.findall(r"attack p\d (\d+)", attack))) for attack in attacks]
    powers = [int(re.findall(r"power (\d+) -> ", attack)[0]) for attack in attacks if "power" in attack]
    assert [amount for amount in amounts if amount] == powers
    assert len(powers) > 10


@pytest.mark.parametrize("players", [1, 2])
def test_every_corruption_that_leaves_a_hand_has_a_line(players):
    game = load_game("aeons_end")
    told, batch = log(1, seed=2, agents=["random"] * players, game=game, nemesis="crooked_mask")
    assert told.fingerprint == int(batch.fingerprint[0])
    corruptions = [card for card, facts in game.words.cards([]).items() if facts["type"] == "corruption"]
    done = 0
    for line in told.text.splitlines():
        left = re.findall(r"p\d\.hand -([^+;]*)", line)
        for card in {word for cards in left for word in re.findall(r"\w+", cards)} & set(corruptions):
            assert re.match(rf"  p\d \w+ {card} ", line), line
            done += 1
    assert done >= 3


def test_every_strike_is_named():
    game = load_game("aeons_end")
    told, _ = log(2, seed=6, agents=["random"] * 2, game=game, nemesis="rageborne")
    struck = re.findall(r"nemesis\.struck \+(\w+)", told.text)
    falls = [
        int(before) - int(after)
        for before, after in re.findall(r"nemesis\.fury (\d+) -> (\d+)", told.text)
        if int(before) > int(after)
    ]
    assert len(struck) >= len(falls) > 0


def test_telling_a_game_twice_gives_the_same_text():
    assert transcript() == transcript()
    assert np.uint64(log()[0].fingerprint) != np.uint64(log(2)[0].fingerprint)
