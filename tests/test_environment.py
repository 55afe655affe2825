"""Games as PettingZoo environments: its own tests pass, observations tell what a seat may see and nothing else."""

import itertools

import numpy as np
import pytest
from pettingzoo.test import api_test, render_test, seed_test

from agents import load_agent
from sim import GAMES, load_game
from sim.core.errors import InputError
from sim.core.turnloop import play_games
from sim.learners.environment import Environment
from sim.learners.observation import LARGEST, LISTED, SLOTS, Observer

COUNTS = [(name, players) for name in GAMES for players in load_game(name).player_counts]
LOOKED_AT = 40
"""Decisions of a game in which observations are compared."""


def made(name, **more):
    return lambda render_mode=None: Environment(load_game(name), render_mode=render_mode, **more)


@pytest.mark.parametrize("name", GAMES)
def test_it_passes_the_tests_of_pettingzoo(name, capsys):
    api_test(made(name)(), num_cycles=60)
    seed_test(made(name), num_cycles=20)
    render_test(made(name))
    assert "Passed" in capsys.readouterr().out


def random_positions(name, table, every=3):
    """Positions of a random game in which a seat has a choice, some of them, with the game's tables."""
    game, luck = load_game(name), np.random.default_rng(1)
    tables, s, actions = game.make_tables(table), game.new_state(), game.new_actions()
    game.setup(s, tables, 1, 0)
    for step in itertools.count():
        if s.over or step >= every * LOOKED_AT:
            return
        n = game.legal_actions(s, tables, actions)
        if step % every == 0:
            yield tables, s
        game.apply(s, tables, actions[luck.integers(n)])


HIDDEN_SQUADS = {"players": 2, "decks": ["random:1", "random:2"]}
TABLES = [(name, {"players": players}) for name, players in COUNTS] + [("berserk", HIDDEN_SQUADS)]


@pytest.mark.drawn(6)
@pytest.mark.parametrize(("name", "table"), TABLES)
def test_an_observation_does_not_depend_on_what_is_hidden(name, table):
    game, observer, changed = load_game(name), None, 0
    for number, (tables, s) in enumerate(random_positions(name, table)):
        observer = observer or Observer(game, tables, game.words.card_ids())
        for viewer in range(int(tables.players)):
            seen, copy = observer.observe(s, viewer), s.copy()
            game.determinize(copy, tables, viewer, number)
            again = observer.observe(copy, viewer)
            different = [observer.labels[place] for place in np.flatnonzero(seen != again)]
            assert different == []
            changed += copy.tobytes() != s.tobytes()
    assert changed


@pytest.mark.parametrize(("name", "players"), COUNTS)
def test_every_seat_sees_numbers_of_the_same_meaning(name, players):
    for tables, s in itertools.islice(random_positions(name, {"players": players}, every=20), 3):
        observer = Observer(load_game(name), tables, load_game(name).words.card_ids())
        labels = [[label for part in parts for label in part.labels] for parts in observer.seats]
        assert all(own == observer.labels for own in labels)
        assert len(set(observer.labels)) == len(observer.labels)
        for viewer in range(players):
            seen = observer.observe(s, viewer)
            assert seen.dtype == np.float32
            assert seen.shape == (len(observer.labels),)
            assert (np.abs(seen) <= LARGEST).all()


def observed(name, given, viewer=0, **table):
    """The numbers, by label, that are not 0 in a position."""
    game = load_game(name)
    tables, s, ids = game.make_tables(table), game.new_state(), game.words.card_ids()
    game.words.clear(s, tables, 0)
    paths = game.words.paths(tables, ids)
    for path, value in given.items():
        paths[path].write(s, paths[path].check(value) if path.endswith("phase") else value)
    observer = Observer(game, tables, ids)
    return {
        label: float(number)
        for label, number in zip(observer.labels, observer.observe(s, viewer), strict=True)
        if number
    }


def test_numbers_are_those_of_the_position_as_the_viewer_sees_it():
    given = {"p1.hand": ["2 crystal", "blaster"], "p2.hand": ["crystal"], "p2.discard": ["blaster"], "p2.mastery": 7}
    own, other = (observed("shards_of_infinity", given, viewer) for viewer in (0, 1))
    assert {name: own[name] for name in ("own.hand: crystal", "own.hand: blaster", "other1.hand.count")} == {
        "own.hand: crystal": 2, "own.hand: blaster": 1, "other1.hand.count": 1,
    }  # fmt: skip
    assert own["other1.discard: blaster"] == other["own.discard: blaster"] == 1
    assert own["other1.mastery"] == other["own.mastery"] == 7
    assert other["own.hand: crystal"] == 1
    assert other["other1.hand.count"] == 3
    assert not any(label.startswith(("other1.hand:", "own.deck:")) for label in {*own, *other})


def test_words_cards_in_play_and_their_fields_are_told():
    creature = {"id": "troll", "damage": 3, "upgrades": ["blood_of_titans"], "house": "brobnar"}
    seen = observed("keyforge", {"p2.creatures": ["bumpsy", creature]}, viewer=1)
    ids = load_game("keyforge").words.card_ids()
    assert seen["own.creatures: troll"] == seen["own.creatures: bumpsy"] == 1
    assert seen["own.creatures[1]"] == ids.index("troll") + 1
    assert seen["own.creatures[1].damage"] == 3
    assert seen["own.creatures[1].upgrades[0]"] == ids.index("blood_of_titans") + 1
    assert "own.creatures[1].upgrades[1]" not in seen
    assert seen["own.creatures[1].house"] == 1
    assert seen["active: p2"] == 1, "p2 stands for the next seat of the viewer"
    assert (SLOTS, LISTED) == (24, 4)


def test_an_amount_behind_a_card_counts():
    seen = observed("aeons_end", {"nemesis.play": ["needlemaw 11"], "p1.breach2": "closed 2"}, players=2)
    assert seen["nemesis.play: needlemaw"] == 11
    assert seen["own.breach2: closed 2"] == 1


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_the_environment_is_that_of_the_batch(name):
    game, agent = load_game(name), load_agent(name, "random")
    env = Environment(game, seed=5)
    batch = play_games(game, env.tables, [agent] * env.players, 5, 0, 2)
    for number in range(2):
        env.reset()
        while env.agents:
            over = env.terminations[env.agent_selection] or env.truncations[env.agent_selection]
            if over:
                assert [env.rewards[seat] for seat in env.possible_agents] == pytest.approx(
                    batch.score[number].tolist()
                )
                break
            env.step(env.ask(agent))
        assert env.position.turn == batch.turns[number]


def test_resetting_deals_the_next_game_and_a_seed_the_first_of_another():
    env = Environment(load_game("nightfall"))
    positions = []
    for seed in (None, None, 1, 9):
        env.reset(seed)
        positions.append(env.position.tobytes())
    assert positions[0] == positions[2]
    assert len(set(positions)) == 3


def test_the_mask_names_the_legal_actions_of_who_is_to_move():
    env = Environment(load_game("nightfall"), {"players": 3})
    env.reset()
    mask = env.observe(env.agent_selection)["action_mask"]
    assert mask.sum() == env.n == len(env.phrases) > 1
    assert mask[: env.n].all()
    others = [agent for agent in env.agents if agent != env.agent_selection]
    assert len(others) == 2
    assert not any(env.observe(agent)["action_mask"].any() for agent in others)


def test_the_log_is_told_as_the_game_goes_on():
    env = Environment(load_game("nightfall"), render_mode="ansi", view="p1")
    env.reset()
    first = env.render()
    assert first.startswith("Nightfall, game 0 of seed 1")
    phrase = env.phrases[0]
    env.step(0)
    assert phrase in env.render()
    assert env.render() == ""


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"render_mode": "video"}, 'render_mode: "human" or "ansi" is expected'),
        ({"view": "p9"}, 'view: no seat is called "p9"'),
        ({"table": {"players": 7}}, "players"),
    ],
)
def test_wrong_input_is_told(wrong, message):
    with pytest.raises(InputError, match=message):
        Environment(load_game("nightfall"), **wrong)


def test_an_action_that_is_not_legal_is_told():
    env = Environment(load_game("nightfall"))
    env.reset()
    for action in (env.n, -1, None):
        with pytest.raises(InputError, match=f"action: a number from 0 to {env.n - 1} is expected"):
            env.step(action)
