"""Agents of Aeon's End: how strong they are against each nemesis, what they say of themselves, and that none peeks."""

from __future__ import annotations

import functools
from collections import Counter

import pytest
from contract.honesty import HONEST, VERDICTS, look
from deeds import deeds

from agents import list_agents, load_agent
from agents.aeons_end.numbers import CARDS
from experiments.statistics.intervals import rate
from sim import load_game
from sim.aeons_end.cards import read_cards
from sim.aeons_end.knowledge import MEASURES
from sim.aeons_end.state import TARGET_HUSK, TARGET_NEMESIS, Decision, Kind
from sim.core.turnloop import play_games

GAME = load_game("aeons_end")
STRATEGIES = ("economy_first", "fast_breaches", "spell_damage", "gravehold_first")
NEMESES = ("rageborne", "carapace_queen", "prince_of_gluttons", "crooked_mask")
AT_LEAST = {
    "best": (0.86, 0.73, 0.58, 0.43),
    "economy_first": (0.71, 0.60, 0.31, 0.27),
    "fast_breaches": (0.76, 0.48, 0.34, 0.26),
    "spell_damage": (0.42, 0.61, 0.18, 0.33),
    "gravehold_first": (0.83, 0.61, 0.28, 0.31),
}
"""The win rate of a team of two that each agent surely reaches with the suggested first supply, by nemesis."""


@functools.cache
def wins(agent: str, nemesis: str, players: int = 2, games: int = 4_000):
    """The win rate of a team of one agent, with its interval."""
    tables = GAME.make_tables({"players": players, "nemesis": nemesis})
    batch = play_games(GAME, tables, [load_agent(GAME.name, agent)] * players, seed=2026, first=0, count=games)
    assert not batch.error.any()
    return rate(int(batch.score[:, 0].sum()), games, confidence=0.99)


def test_the_strategies_are_listed():
    agents = list_agents(GAME.name)
    assert {*STRATEGIES} <= {agent.name for agent in agents}


def test_all_strategies_share_their_numbers_and_differ_in_them():
    agents = [agent for agent in list_agents(GAME.name) if agent.name in ("best", *STRATEGIES)]
    assert len({tuple(agent.parameters) for agent in agents}) == 1
    assert {f"use_{card}" for card in CARDS} <= set(agents[0].parameters)
    assert len({tuple(agent.parameters.values()) for agent in agents}) == len(agents)


@pytest.mark.drawn(of="strength")
@pytest.mark.parametrize("nemesis", NEMESES)
@pytest.mark.parametrize("agent", ["best", *STRATEGIES])
def test_every_strategy_beats_chance(agent, nemesis):
    assert wins(agent, nemesis).low > wins("random", nemesis).high
    assert wins(agent, nemesis).low > AT_LEAST[agent][NEMESES.index(nemesis)]


@pytest.mark.drawn(of="strength")
@pytest.mark.parametrize("nemesis", NEMESES)
def test_the_best_agent_is_the_strongest(nemesis):
    assert all(wins("best", nemesis).high > wins(other, nemesis).low for other in STRATEGIES)


def gems_gained(agent: str, players: int) -> float:
    """Gems that each player of a team of one agent gains in a game."""
    tables, cards = GAME.make_tables({"players": players}), read_cards()
    batch = play_games(GAME, tables, [load_agent(GAME.name, agent)] * players, seed=7, first=0, count=500)
    means = dict(zip(MEASURES, batch.measures.mean(axis=0) / players, strict=True))
    gained = {name.removeprefix("gained_"): n for name, n in means.items() if name.startswith("gained_")}
    return float(sum(n for card, n in gained.items() if cards[card]["type"] == "gem"))


@pytest.mark.drawn(of="character")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_economy_first_gains_more_gems_than_the_others(players):
    found = {agent: gems_gained(agent, players) for agent in ("best", *STRATEGIES)}
    assert found.pop("economy_first") > 1.5 * max(found.values())


EARLY = 12
"""Turns, of players and the nemesis, in which breaches count as opened early."""


def habits(agent):
    """How often a team of two does what tells its character, over 40 games against Rageborne."""
    done: Counter[str] = Counter()
    for s, _, action in deeds(GAME.name, {"players": 2, "nemesis": "rageborne"}, (agent, agent), 40):
        kind = Kind(int(action.kind))
        done["focuses early"] += kind in (Kind.FOCUS, Kind.OPEN) and s.turn <= EARLY
        done["targets"] += kind == Kind.TARGET
        done["at the nemesis"] += kind == Kind.TARGET and action.a == TARGET_NEMESIS
        done["powers ended"] += kind == Kind.DISCARD_POWER
    return done


@pytest.mark.drawn(of="character")
def test_each_strategy_has_a_character_of_its_own():
    found = {agent: habits(agent) for agent in ("best", *STRATEGIES)}
    assert max(found, key=lambda agent: found[agent]["focuses early"]) == "fast_breaches"
    at_nemesis = {agent: done["at the nemesis"] / done["targets"] for agent, done in found.items()}
    assert max(at_nemesis, key=at_nemesis.get) == "spell_damage"
    assert min(at_nemesis, key=at_nemesis.get) == "gravehold_first"
    assert found["spell_damage"]["powers ended"] == 0 < found["gravehold_first"]["powers ended"]


def position(decision):
    """A position of a player alone at his first decision of a kind, with the tables."""
    tables, state, actions = GAME.make_tables({"players": 1}), GAME.new_state(), GAME.new_actions()
    agent = load_agent(GAME.name, "best")
    GAME.setup(state, tables, 1, 0)
    while state.decision != decision:
        n = GAME.legal_actions(state, tables, actions)
        GAME.apply(state, tables, actions[agent.choose(state, tables, actions, n, agent.params)])
    return tables, state


def chosen(tables, state, **numbers):
    """The kind of action that the all-rounder takes with some numbers."""
    agent, actions = load_agent(GAME.name, "best").with_parameters(**numbers), GAME.new_actions()
    n = GAME.legal_actions(state, tables, actions)
    return Kind(actions[agent.choose(state, tables, actions, n, agent.params)].kind)


def test_a_power_that_takes_cards_of_the_hand_is_ended_before_they_are_played_if_that_is_worth_it():
    tables, state = position(Decision.MAIN)
    state.in_play[0] = (GAME.words.card_ids().index("woven_sky"), 2, 0)
    state.n_in_play = 1
    assert chosen(tables, state, alone_spare=0.0) == Kind.DISCARD_POWER
    assert chosen(tables, state, alone_spare=99.0) == Kind.PLAY


def test_a_weak_spell_waits_in_a_breach_that_nothing_else_wants():
    tables, state = position(Decision.CASTING)
    state.hand[0].n = 0
    assert chosen(tables, state, alone_hold=0.0) == Kind.CAST
    assert chosen(tables, state, alone_hold=1.0) == Kind.END_CASTING
    state.nemesis_life = 1
    assert chosen(tables, state, alone_hold=1.0) == Kind.CAST


def after(table, event, **given):
    """A position in which an event has happened, with its tables: by path what is given."""
    tables, state, ids = GAME.make_tables(table), GAME.new_state(), GAME.words.card_ids()
    GAME.setup(state, tables, 1, 0)
    paths = GAME.words.paths(tables, ids)
    for path, value in given.items():
        paths[path.replace("__", ".")].write(state, value)
    word, *arguments = event.split()
    GAME.words.events[word].run(state, tables, ids, *arguments)
    return tables, state


def team(mages, turn, **given):
    """A position of a team after a turn order card was drawn, with its tables: by path what is given."""
    return after({"mages": mages}, f"turn {turn}", **given)


def take(tables, state):
    """Does what the all-rounder does, and tells it."""
    agent, actions = load_agent(GAME.name, "best"), GAME.new_actions()
    n = GAME.legal_actions(state, tables, actions)
    action = actions[agent.choose(state, tables, actions, n, agent.params)].copy()
    GAME.apply(state, tables, action)
    return action


def until(tables, state, decision):
    """Plays on to the next decision of a kind."""
    for _ in range(50):
        if state.decision == decision:
            return
        take(tables, state)
    raise AssertionError(f"{decision!r} does not come")


def test_damage_is_prevented_in_a_turn_of_the_nemesis_and_in_no_turn_of_a_player():
    mages, play = ["phaedraxa", "jian", "brama"], ["needlemaw 11", "venomite 9", "jagged_one 14"]
    for turn, kind in (("nemesis", Kind.ABILITY), ("wild", Kind.DECLINE), ("p2", Kind.DECLINE)):
        tables, state = team(mages, turn, p1__charges=5, nemesis__play=play, p2__life=2)
        assert state.decision == Decision.AUSPEX
        assert chosen(tables, state, three_auspex=2.0) == kind


@pytest.mark.parametrize(
    ("lives", "gravehold", "hands", "seat"),
    [
        ((1, 0), 30, ("6 spark", "spark"), 1),
        ((1, 6), 30, ("6 spark", "spark"), 1),
        ((6, 0), 2, ("spark", "6 spark"), 0),
        ((6, 6), 30, ("6 spark", "spark"), 0),
        ((6, 6), 30, ("spark", "6 spark"), 1),
    ],
)
def test_the_turn_is_hastened_of_whoever_can_bear_the_damage(lives, gravehold, hands, seat):
    """Of two who can bear it, of the one who does more in his turn. Nobody is exhausted for it, least of all the last
    who stands, and Gravehold does not fall.
    """
    tables, state = team(
        ["lash", "adelheim"],
        "p2",
        turn_order__discard=["nemesis", "p1", "p2"],
        gravehold=gravehold,
        p1__charges=5,
        p1__life=lives[0],
        p2__life=lives[1],
        p1__hand=[hands[0]],
        p2__hand=[hands[1]],
    )
    while state.decision != Decision.RESHUFFLE:
        take(tables, state)
    assert take(tables, state).a == seat


def test_the_better_cards_are_laid_first_and_come_sooner():
    tables, state = position(Decision.ORDER)
    ids = GAME.words.card_ids()
    for order in (["crystal", "searing_ruby", "moonstone_shard"], ["searing_ruby", "moonstone_shard", "crystal"]):
        GAME.words.paths(tables, ids)["play"].write(state, order)
        assert ids[take(tables, GAME.copy_state(state)).a] == "searing_ruby"


@pytest.mark.parametrize(
    ("hands", "prepped", "seat"),
    [
        ((["5 crystal"], ["3 crystal", "2 essence_theft"]), ([], []), 1),
        ((["3 crystal", "2 essence_theft"], ["5 crystal"]), ([], []), 0),
        ((["5 crystal"], ["3 crystal", "2 essence_theft"]), (["essence_theft"], []), 0),
    ],
)
def test_the_wild_turn_goes_to_whoever_does_most_with_his_breaches_and_his_hand(hands, prepped, seat):
    tables, state = team(
        ["jian", "brama", "xaxos"],
        "wild",
        p1__hand=hands[0],
        p2__hand=hands[1],
        p3__hand=["5 crystal"],
        p1__breach1__spells=prepped[0],
        p1__breach2__spells=prepped[0],
        p2__breach1__spells=prepped[1],
    )
    assert state.decision == Decision.WILD
    assert take(tables, state).b == seat


@pytest.mark.parametrize(("life", "half"), [(70, 1), (2, 2)])
def test_a_minion_comes_back_only_where_it_does_little_before_the_end(life, half):
    tables, state = after(
        {"players": 2},
        "turn nemesis",
        nemesis__deck=["awaken", "topple"],
        nemesis__play=[],
        nemesis__discard=["scorn"],
        nemesis__life=life,
    )
    until(tables, state, Decision.OPTION)
    assert take(tables, state).a == half


@pytest.mark.parametrize(
    ("damage", "play", "target"),
    [
        (4, ["maggot_engine 26"], "husk"),
        (1, ["needlemaw 1", "blot_the_sun 1"], "husk"),
        (1, ["needlemaw 1", "blot_the_sun 2"], "needlemaw"),
    ],
)
def test_husks_are_hit_where_the_next_swarm_would_lose_the_game(damage, play, target):
    """Not where no card in play swarms in the next turn of the nemesis."""
    tables, state = after(
        {"players": 3, "nemesis": "carapace_queen"}, f"deal p1 {damage}", nemesis__husks=13, nemesis__play=play
    )
    hit = take(tables, state).a
    assert hit == (TARGET_HUSK if target == "husk" else GAME.words.card_ids().index(target))


@pytest.mark.parametrize(
    ("second", "fourth", "position"),
    [("closed 1", "closed 3", 3), ("closed 3", "closed 1", 1)],
)
def test_a_free_focus_goes_where_it_opens_most_soonest(second, fourth, position):
    tables, state = after(
        {"mages": ["brama", "jian"], "nemesis": "crooked_mask"},
        "resolve p1 delirium_veil",
        p1__hand=["delirium_veil"],
        p1__breach2=second,
        p1__breach3="open",
        p1__breach4=fourth,
    )
    until(tables, state, Decision.FOCUS)
    assert take(tables, state).b == position


@pytest.mark.parametrize(
    ("dearer", "taken"), [("mages_talisman", "unstable_prism"), ("blasting_staff", "blasting_staff")]
)
def test_a_gift_that_wounds_by_its_price_is_weighed_against_it(dearer, taken):
    """The Talisman wounds more than the Prism, the Staff as much as that."""
    supply = ["gem"] * 3 + ["unstable_prism", dearer] + ["spell"] * 4
    tables, state = after(
        {"players": 2, "nemesis": "crooked_mask", "supply": supply},
        "resolve p1 reckless_might",
        p1__hand=["reckless_might"],
        p1__life=5,
    )
    until(tables, state, Decision.GAIN)
    assert GAME.words.card_ids()[take(tables, state).a] == taken


def ends_power(nemesis, play, hand, **given):
    """Whether the first of two ends a power in play, with a hand of these cards."""
    tables, state = after(
        {"players": 2, "nemesis": nemesis},
        "turn p1",
        nemesis__play=play,
        p1__hand=hand,
        p1__breach1__spells=[],
        **given,
    )
    for _ in range(50):
        kind = Kind(take(tables, state).kind)
        if kind in (Kind.DISCARD_POWER, Kind.END_TURN):
            return kind == Kind.DISCARD_POWER
    raise AssertionError("the turn does not end")


def test_a_power_that_heals_the_nemesis_is_ended_with_the_hand_if_there_is_much_to_heal():
    for life, ended in ((40, True), (70, False)):
        hand = ["4 crystal", "spark"]
        assert ends_power("crooked_mask", ["twisting_madness 1"], hand, nemesis__life=life) == ended


def test_no_strong_card_is_destroyed_to_end_a_power():
    assert not ends_power("rageborne", ["agony_field 1"], ["4 crystal", "essence_theft"])


def test_a_player_without_a_card_still_buys():
    tables, state = position(Decision.MAIN)
    paths = GAME.words.paths(tables, GAME.words.card_ids())
    for pile in ("hand", "deck", "discard"):
        paths[f"p1.{pile}"].write(state, [])
    state.aether = 8
    assert chosen(tables, state) == Kind.GAIN


@pytest.mark.parametrize("nemesis", NEMESES)
def test_a_nemesis_that_corrupts_is_met_alone_by_numbers_of_its_own(nemesis):
    tables, state = after({"players": 1, "nemesis": nemesis}, "turn p1", nemesis__play=["woven_sky 2"])
    until(tables, state, Decision.MAIN)
    own, other = ("alone_corrupts_", "alone_") if nemesis == "crooked_mask" else ("alone_", "alone_corrupts_")
    assert chosen(tables, state, **{f"{own}spare": -99.0, f"{other}spare": 99.0}) == Kind.DISCARD_POWER
    assert chosen(tables, state, **{f"{own}spare": 99.0, f"{other}spare": -99.0}) != Kind.DISCARD_POWER


def alone(**given):
    """The turn of Jian alone against Rageborne, with nothing in play; by path what is given."""
    return after({"players": 1}, "turn p1", **{"nemesis__play": [], "p1__breach1__spells": [], **given})


def test_a_breach_that_is_to_be_opened_is_opened_before_spells_are_prepped():
    tables, state = alone(p1__hand=["planar_insight"], p1__breach3="closed 2")
    until(tables, state, Decision.MAIN)
    state.aether = 5
    assert chosen(tables, state, alone_breach=99.0) == Kind.OPEN
    assert chosen(tables, state, alone_breach=0.0, alone_breach_bonus=0.0, alone_prep_now=0.0) == Kind.PREP


@pytest.mark.parametrize(("play", "first"), [([], "essence_theft"), (["needlemaw 11"], "spark")])
def test_the_big_are_cast_before_the_small_where_no_minion_is_to_be_finished(play, first):
    tables, state = alone(
        nemesis__play=play, p1__breach1__spells=["spark"], p1__breach2__spells=["essence_theft"], p1__hand=["5 crystal"]
    )
    assert GAME.words.card_ids()[take(tables, state).a] == first


@pytest.mark.parametrize(
    ("charges", "hand", "life", "kept"),
    [(4, "crystal", 70, True), (3, "crystal", 70, False), (4, "planar_insight", 70, False), (4, "crystal", 3, False)],
)
def test_the_best_spell_waits_for_the_ability_that_casts_it_twice(charges, hand, life, kept):
    """Not if the charges are few, if as good a one is in hand, or if it wins."""
    given = {"p1__hand": [f"2 {hand}"], "p1__breach2__spells": ["planar_insight"], "nemesis__life": life}
    tables, state = alone(p1__charges=charges, **given)
    assert (chosen(tables, state, alone_mirror=4.0) == Kind.END_CASTING) == kept


@pytest.mark.parametrize(("life", "bought"), [(8, True), (9, False)])
def test_the_charge_is_bought_with_which_the_ability_wins(life, bought):
    tables, state = alone(p1__charges=3, p1__hand=["planar_insight"], nemesis__life=life)
    until(tables, state, Decision.MAIN)
    assert Kind(take(tables, state).kind) == Kind.PREP
    state.aether = 2
    assert (chosen(tables, state, alone_ability_twice=-9.0) == Kind.GAIN_CHARGE) == bought


def test_agents_of_different_seats_may_differ():
    tables = GAME.make_tables({"players": 3})
    team = [load_agent(GAME.name, name) for name in ("best", "random", "economy_first")]
    batch = play_games(GAME, tables, team, seed=5, first=0, count=100)
    assert not batch.error.any()
    assert (batch.score[:, 0] == batch.score[:, 2]).all()


# --- no agent peeks ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("nemesis", NEMESES)
@pytest.mark.parametrize(
    "mages",
    [["jian"], ["adelheim", "phaedraxa"], ["kadir", "lash", "mist"], ["brama", "xaxos", "lash", "phaedraxa"]],
    ids=len,
)
@pytest.mark.parametrize("name", ["best", "gravehold_first", "random"])
def test_no_agent_peeks_or_meddles(name, mages, nemesis):
    supply = ["gem"] * 3 + ["relic"] * 2 + ["spell"] * 4
    table = {"mages": mages, "nemesis": nemesis, "supply": supply}
    verdict, _ = look(GAME, load_agent(GAME.name, name), table, 3_000)
    assert verdict == VERDICTS[HONEST]
