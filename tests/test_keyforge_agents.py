"""Agents of KeyForge: how strong they are over real decks, what they say of themselves, and that none peeks."""

from __future__ import annotations

import functools
from collections import Counter

import numpy as np
import pytest
from contract.honesty import HONEST, VERDICTS, look
from deeds import deeds

from agents import list_agents, load_agent
from agents.keyforge.features import MIND, choice_worth, clash_worth
from agents.keyforge.strategist import house_worth
from experiments.statistics.intervals import rate
from sim import load_game
from sim.core.turnloop import play_games
from sim.keyforge.cards import card_facts
from sim.keyforge.decks import shipped_decks
from sim.keyforge.state import Decision, House, Kind, Trigger

GAME = load_game("keyforge")
STRATEGIES = ("race", "control", "amber_control")
DECKS = list(shipped_decks(card_facts()))
PAIRS = [(DECKS[i], DECKS[i + 1]) for i in range(0, 12, 2)]


@functools.cache
def wins(agent: str, other: str, games: int = 200):
    """The win rate of an agent against another over real decks, each deck in each hand, with its interval."""
    won = played = 0
    for pair in PAIRS:
        for decks in (pair, pair[::-1]):
            tables = GAME.make_tables({"decks": list(decks)}, [])
            agents = [load_agent(GAME.name, name) for name in (agent, other)]
            batch = play_games(GAME, tables, agents, seed=2026, first=0, count=games)
            assert not batch.error.any()
            won, played = won + int(batch.score[:, 0].sum()), played + games
    return rate(won, played, confidence=0.99)


def test_the_strategies_are_listed():
    agents = list_agents(GAME.name)
    assert {*STRATEGIES} <= {agent.name for agent in agents}


@pytest.mark.drawn(of="strength")
@pytest.mark.parametrize("deck", DECKS)
def test_random_loses_to_every_agent_with_equal_decks(deck):
    tables = GAME.make_tables({"decks": [deck, deck]}, [])
    for name in ("best", *STRATEGIES):
        agents = [load_agent(GAME.name, name), load_agent(GAME.name, "random")]
        batch = play_games(GAME, tables, agents, seed=7, first=0, count=400)
        assert not batch.error.any()
        assert rate(int(batch.score[:, 0].sum()), 400, confidence=0.99).low > 0.95


@pytest.mark.drawn(of="strength")
@pytest.mark.parametrize("other", STRATEGIES)
def test_no_strategy_is_stronger_than_the_best_agent(other):
    assert wins("best", other).high > 0.5


@pytest.mark.drawn(of="strength")
@pytest.mark.parametrize("other", ["race", "control"])
def test_the_best_agent_beats_those_that_go_one_way(other):
    assert wins("best", other).low > 0.5


@pytest.mark.drawn(of="strength")
def test_the_expert_beats_the_best_agent():
    assert wins("expert", "best", games=10).low > 0.6


@pytest.mark.drawn(of="character")
def test_strategies_play_in_ways_of_their_own():
    tables = GAME.make_tables({}, [])
    made = {}
    for name in STRATEGIES:
        batch = play_games(GAME, tables, [load_agent(GAME.name, name)] * 2, seed=3, first=0, count=600)
        figures = dict(zip(GAME.measures, batch.measures.mean(axis=0), strict=True))
        made[name] = (batch.turns.mean(), figures["p1_creatures"] + figures["p2_creatures"])
    assert made["race"][0] == min(turns for turns, _ in made.values())
    assert len(np.unique([turns for turns, _ in made.values()])) == len(STRATEGIES)


def uses(agent):
    """How often the creatures of an agent reap and fight where it could do otherwise, over 40 games with the
    all-rounder.
    """
    done: Counter[str] = Counter()
    for s, _, action in deeds(GAME.name, {}, (agent, "best"), 40):
        if s.to_move == 0:
            done[Kind(int(action.kind)).name] += 1
    return done


@pytest.mark.drawn(of="character")
def test_race_reaps_and_control_fights():
    found = {agent: uses(agent) for agent in ("best", *STRATEGIES)}
    fights = {agent: done["FIGHT"] / (done["FIGHT"] + done["REAP"]) for agent, done in found.items()}
    assert max(fights, key=fights.get) == "control"
    assert min(fights, key=fights.get) == "race"


@pytest.mark.drawn(of="character")
def test_amber_control_takes_most_amber_from_the_opponent():
    taken = {}
    for agent in ("best", *STRATEGIES):
        players = [load_agent(GAME.name, name) for name in (agent, "best")]
        batches = [play_games(GAME, GAME.make_tables({"decks": list(pair)}, []), players, 3, 0, 400) for pair in PAIRS]
        figures = [dict(zip(GAME.measures, batch.measures.mean(axis=0), strict=True)) for batch in batches]
        taken[agent] = sum(found["p1_amber_stolen"] + found["p1_amber_captured"] for found in figures)
    assert max(taken, key=taken.get) == "amber_control"


# --- what houses are worth --------------------------------------------------------------------------------------------


@pytest.fixture
def house():
    """The worth of the house of p1's first card in hand by the numbers of `best` and others, where all is as given."""

    def worth(cards=(), numbers=None, **given) -> float:
        tables, s = GAME.make_tables({}, cards), GAME.new_state()
        GAME.words.clear(s, tables, 0)
        paths = GAME.words.paths(tables, GAME.words.card_ids(cards))
        for path, value in given.items():
            paths[path.replace("_", ".", 1)].write(s, value)
        params = load_agent(GAME.name, "best").with_parameters(**numbers or {}).params
        name = int(s.card[int(s.hand[0].card[0])].house)
        return house_worth(s, tables, name, np.zeros(1, MIND)[0], params)

    return worth


def test_a_house_is_worth_most_where_it_saves_the_game(house):
    late = {"p1_hand": ["urchin"], "p2_keys": 2}
    saved = load_agent(GAME.name, "best").parameters["saved"]
    assert house(p2_amber=6, **late) - house(p2_amber=7, **late) > saved


def test_a_house_whose_creatures_are_exhausted_waits(house):
    hand = {"p1_hand": ["punch"]}
    tired = {"id": "troll", "ready": False}
    assert house(p1_creatures=[tired], **hand) < house(**hand) < house(p1_creatures=["troll"], **hand)


def test_every_card_has_a_worth_of_its_own_and_those_of_the_user_a_common_one(house, tmp_path):
    best = load_agent(GAME.name, "best")
    assert all(best.parameters[f"hand_{card}"] != 0.0 for card in card_facts())
    own = tmp_path / "own.toml"
    own.write_text('[noise]\nname = "Noise"\nhouse = "brobnar"\ntype = "action"\nplay = ["gain 1"]\n', encoding="utf-8")
    more = {"hand_other": best.parameters["hand_other"] + 5.0}
    gained = house([own], more, p1_hand=["noise"]) - house([own], p1_hand=["noise"])
    assert gained == pytest.approx(5.0)


# --- experience -------------------------------------------------------------------------------------------------------


@pytest.mark.drawn(of="strength")
def test_experience_makes_the_best_agent_stronger():
    best = load_agent(GAME.name, "best")
    blind = best.with_parameters(clearly=1000.0, certainly=1000.0)
    scores = []
    for decks in PAIRS:
        tables = GAME.make_tables({"decks": list(decks)}, [])
        for agents in ([best, blind], [blind, best]):
            batch = play_games(GAME, tables, agents, seed=5, first=0, count=400)
            scores.append(batch.score[:, agents.index(best)].mean())
    assert np.mean(scores) > 0.52


@pytest.fixture
def brobnar():
    """A state in p1's turn of Brobnar, before the main step's first action, and its tables; all is as given."""

    def turn(**given):
        tables, s = GAME.make_tables({}, []), GAME.new_state()
        GAME.words.clear(s, tables, 0)
        paths = GAME.words.paths(tables, GAME.words.card_ids())
        for path, value in given.items():
            paths[path.replace("_", ".", 1)].write(s, value)
        s.decision, s.house = Decision.MAIN, House.BROBNAR
        return s, tables

    return turn


def pick(s, tables, **numbers) -> str:
    """The card that `best` with other numbers takes next."""
    agent, actions = load_agent(GAME.name, "best").with_parameters(**numbers), GAME.new_actions()
    n = GAME.legal_actions(s, tables, actions)
    action = actions[agent.choose(s, tables, actions, n, agent.params)]
    return list(card_facts())[int(s.card[int(action.a)].type)]


def test_what_is_learned_of_single_cards_decides_when_it_is_clear(brobnar):
    s, tables = brobnar(p1_hand=["punch", "anger"], p1_creatures=["troll"])
    assert pick(s, tables, played_punch=500.0) == "punch"
    assert pick(s, tables, played_anger=500.0) == "anger"


def test_what_is_learned_of_cards_chosen_decides_when_it_is_certain(brobnar):
    s, tables = brobnar(p1_hand=["punch"], p2_creatures=["krump", "troll"])
    actions = GAME.new_actions()
    plays = actions[: GAME.legal_actions(s, tables, actions)]
    GAME.apply(s, tables, next(action for action in plays if action.kind == Kind.PLAY))
    assert s.decision == Decision.CHOOSE
    assert pick(s, tables, enemy_krump=500.0) == "krump"
    assert pick(s, tables, enemy_troll=500.0) == "troll"
    unmoved = {pick(s, tables, certainly=1000.0, **{f"enemy_{card}": 500.0}) for card in ("krump", "troll")}
    assert len(unmoved) == 1


# --- what fights are worth --------------------------------------------------------------------------------------------


@pytest.fixture
def fight():
    """The worth of a fight of p1's creature with that of p2 by the numbers of `best`, where all is as given."""

    def worth(**given) -> float:
        tables, s = GAME.make_tables({}, []), GAME.new_state()
        GAME.words.clear(s, tables, 0)
        paths = GAME.words.paths(tables, GAME.words.card_ids())
        for path, value in given.items():
            paths[path.replace("_", ".", 1)].write(s, value)
        attacker, target = int(s.line[0].card[0]), int(s.line[1].card[0])
        return clash_worth(s, tables, attacker, target, np.zeros(1, MIND)[0], load_agent(GAME.name, "best").params)

    return worth


def test_what_a_creature_does_when_it_is_destroyed_is_weighed(fight):
    refunded = fight(p1_creatures=["troll"], p2_creatures=["dust_imp"])
    assert refunded < fight(p1_creatures=["troll"], p2_creatures=["dust_pixie"])
    paid = fight(p1_creatures=["troll"], p2_creatures=["dust_imp"], p2_amber=5)
    assert paid < refunded  # with two more he pays a key


def test_a_creature_that_deals_no_damage_in_fights_destroys_nothing(fight):
    assert fight(p1_creatures=["ether_spider"], p2_creatures=["dust_pixie"]) <= 0.0
    assert fight(p1_creatures=["troll"], p2_creatures=["dust_pixie"]) > 0.0


def test_damage_that_a_neighbor_takes_wounds_the_neighbor(fight):
    alone = fight(p1_creatures=["troll"], p2_creatures=["dust_pixie"])
    guarded = fight(p1_creatures=["troll"], p2_creatures=["dust_pixie", "shadow_self"])
    assert 0.0 < guarded < alone


def test_who_ignores_elusive_strikes_at_once(fight):
    elusive = {"p2_creatures": ["noddy_the_thief"]}
    assert fight(p1_creatures=["troll"], **elusive) <= 0.0
    assert fight(p1_creatures=["niffle_ape"], **elusive) > 0.0


# --- what targets are worth -------------------------------------------------------------------------------------------


@pytest.fixture
def target():
    """What choosing a creature of a seat is worth by the first choice of a card's text, where all is as given."""

    def worth(card, seat, **given) -> float:
        tables, s = GAME.make_tables({}, []), GAME.new_state()
        GAME.words.clear(s, tables, 0)
        paths = GAME.words.paths(tables, GAME.words.card_ids())
        for path, value in given.items():
            paths[path.replace("_", ".", 1)].write(s, value)
        first, end = (int(row) for row in tables.card[GAME.words.card_ids().index(card)].program[Trigger.PLAY])
        mind, params = np.zeros(1, MIND)[0], load_agent(GAME.name, "best").params
        return choice_worth(s, tables, first + 1, end, int(s.line[seat].card[0]), mind, params)

    return worth


@pytest.mark.parametrize("card", ["lava_ball", "positron_bolt"])
def test_damage_that_goes_on_from_the_creature_chosen_is_for_enemies(target, card):
    given = {"p1_creatures": ["krump"], "p2_creatures": ["dust_pixie"]}
    assert target(card, 0, **given) < 0.0 < target(card, 1, **given)


def test_damage_to_neighbors_counts(target):
    alone = target("lava_ball", 1, p2_creatures=["troll"])
    assert alone < target("lava_ball", 1, p2_creatures=["troll", "dust_pixie"])


# --- no agent peeks ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pair", PAIRS[:4], ids=" - ".join)
@pytest.mark.parametrize("name", ["best", "control", "random"])
def test_no_agent_peeks_or_meddles(name, pair):
    verdict, _ = look(GAME, load_agent(GAME.name, name), {"decks": list(pair)}, 3_000)
    assert verdict == VERDICTS[HONEST]
