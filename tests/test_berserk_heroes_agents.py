"""Agents of Berserk: Heroes: that random play loses with equal decks, and how the best one plays some positions."""

import functools
from collections import Counter

import pytest
from deeds import deeds

from agents import list_agents, load_agent
from experiments.statistics.intervals import rate
from sim import load_game
from sim.berserk_heroes.basics import hero_of
from sim.berserk_heroes.cards import card_facts
from sim.berserk_heroes.decks import shipped_decks
from sim.berserk_heroes.state import Decision, Kind
from sim.core.turnloop import play_games

GAME = load_game("berserk_heroes")
STRATEGIES = ("best", "aggro", "control", "board_value")
IDS = GAME.words.card_ids()
POSITIONS = {
    "a card that lives by its text is kept from Virgo, who takes it": (
        {"p1.gold": 4, "p1.tapped": True, "p1.creatures": ["virgo"], "p1.hand": ["treasure_guardian"]},
        ["attack virgo furgot"],
    ),
    "what can defend comes into play before the attack": (
        {"p1.gold": 2, "p1.creatures": ["burk"], "p1.hand": ["gnome"]},
        ["play gnome", "attack burk furgot"],
    ),
    "where Meditation makes attacks cost gold they come first": (
        {
            "p1.gold": 4,
            "p1.tapped": True,
            "p1.creatures": ["burk"],
            "p1.hand": ["gnome"],
            "p2.creatures": [{"id": "young_neophyte", "tapped": True}],
        },
        ["attack burk young_neophyte", "play gnome"],
    ),
    "a kill is taken though one creature can defend": (
        {"p1.creatures": ["burk", "gnome"], "p2.creatures": ["neibl"], "p2.wounds": 17},
        ["attack burk furgot"],  # and then the opponent is asked for a defender
    ),
    "a kill is made of a strike and a spell": (
        {
            "p1.gold": 3,
            "p1.hand": ["fire_weaving"],
            "p1.creatures": ["burk"],
            "p2.creatures": [{"id": "burk", "tapped": True}],
            "p2.wounds": 12,
        },
        ["play fire_weaving", "choose furgot", "attack burk furgot"],
    ),
    "a spell that does not help to kill the hero kills a creature": (
        {
            "p1.gold": 3,
            "p1.hand": ["fire_weaving"],
            "p1.creatures": ["burk"],
            "p2.creatures": [{"id": "burk", "tapped": True}],
            "p2.wounds": 11,
        },
        ["play fire_weaving", "choose p2:burk", "attack burk furgot"],
    ),
    "a kill is made of two spells of one name": (
        {"p1.gold": 6, "p1.hand": ["fire_weaving", "fire_weaving"], "p2.creatures": ["burk"], "p2.wounds": 12},
        ["play fire_weaving", "choose furgot", "play fire_weaving", "choose furgot"],
    ),
    "a kill is made of a strike and the hero's ability, not of a new creature": (
        {
            "p1.gold": 7,
            "p1.creatures": ["burk"],
            "p1.hand": ["groll"],
            "p2.creatures": [{"id": "burk", "tapped": True}],
            "p2.wounds": 14,
        },
        ["use kos_zag_the_ataman 2", "attack burk furgot"],
    ),
    "the one defender is tapped before the strike that kills": (
        {
            "p1.gold": 2,
            "p1.tapped": True,
            "p1.creatures": ["burk"],
            "p1.hand": ["calm", "gnome"],
            "p2.creatures": ["neibl"],
            "p2.wounds": 16,
        },
        ["play calm", "choose neibl", "attack burk furgot"],
    ),
    "and is left alone if it would not kill": (
        {
            "p1.gold": 2,
            "p1.tapped": True,
            "p1.creatures": ["burk"],
            "p1.hand": ["calm", "gnome"],
            "p2.creatures": ["neibl"],
            "p2.wounds": 15,
        },
        ["play gnome", "attack burk furgot"],
    ),
    "a Thirst that an opponent's creature may pay is paid with his": (
        {"p1.gold": 5, "p1.tapped": True, "p1.hand": ["drain_life"], "p2.creatures": ["teuri"]},
        ["play drain_life", "choose teuri"],
    ),
    "a support card does not take the place of one that is the same": (
        {"p1.gold": 3, "p1.tapped": True, "p1.hand": ["primal_rage"], "p1.support": ["primal_rage"]},
        [],
    ),
    "a hero who discards a spell of the cost that is paid is paid that cost": (
        {"p1.hero": "sulmedir", "p1.gold": 5, "p1.hand": ["fire_weaving"], "p2.creatures": ["gnome", "gnome"]},
        ["use sulmedir 1", "choose 3", "choose gnome", "choose gnome#2"],
    ),
    "and is not used without such a spell": (
        {"p1.hero": "sulmedir", "p1.gold": 2, "p1.hand": ["fire_weaving"], "p2.creatures": ["gnome"]},
        [],
    ),
    "a creature that would be killed for nothing while it is tapped stays at home": (
        {"p1.creatures": ["legate_of_akkenia"], "p1.wounds": 18, "p2.creatures": [{"id": "burk", "tapped": True}]},
        [],
    ),
    "a creature is exchanged for a better one, since what dies cannot be missed in the next turn": (
        {"p1.creatures": ["legate_of_akkenia"], "p1.wounds": 10, "p2.creatures": ["gnome"]},
        ["attack legate_of_akkenia gnome"],
    ),
    "a search is worth what lies in the own deck": (
        {"p1.gold": 5, "p1.tapped": True, "p1.hand": ["dragons_fury"], "p1.deck": ["spriggan", "sand_dragon"]},
        [
            "play dragons_fury",
            "choose sand_dragon",
            "choose done",
            "attack sand_dragon furgot",
            "choose furgot",
            "choose done",
        ],
    ),
    "and nothing without a card to be found": (
        {"p1.gold": 5, "p1.tapped": True, "p1.hand": ["dragons_fury"], "p1.deck": ["spriggan"]},
        [],
    ),
    "a defender is killed, or another drawn, so that the strikes left kill": (
        {"p1.creatures": ["burk", "burk", "gnome"], "p2.creatures": ["peasant"], "p2.wounds": 12},
        ["attack gnome peasant", "attack burk furgot", "attack burk#2 furgot"],
    ),
    "Uniqueness goes to one of two creatures of the opponent that are called alike": (
        {"p1.gold": 1, "p1.tapped": True, "p1.hand": ["peasant"], "p2.creatures": ["gnome", "burk", "burk"]},
        ["play peasant", "choose burk"],
    ),
    "the name is that of a card that the opponent may have in hand": (
        {"p1.gold": 3, "p1.tapped": True, "p1.hand": ["knight_of_segger"], "p2.deck": ["gnome", "burk", "burk"]},
        ["play knight_of_segger", "name burk", "choose furgot"],
    ),
    "X is what the best creature costs of which a copy is made": (
        {"p1.gold": 10, "p1.tapped": True, "p1.hand": ["evil_twin"], "p2.creatures": ["burk", "gnome"]},
        ["play evil_twin", "choose 3", "use burk 1"],
    ),
    "no gold is given for a second Hire that does nothing": (
        {"p1.gold": 7, "p1.tapped": True, "p1.hand": ["furious_tusker"]},
        ["play furious_tusker", "choose no"],
    ),
    "and it is where the second kills another": (
        {"p1.gold": 7, "p1.tapped": True, "p1.hand": ["furious_tusker"], "p2.creatures": ["burk", "gnome"]},
        ["play furious_tusker", "choose yes"],
    ),
    "what a Hire that fights would kill is seen": (
        {"p1.gold": 5, "p1.tapped": True, "p1.hand": ["stag", "gremlin_rumbler"], "p2.creatures": ["burk"]},
        ["play stag"],
    ),
    "Rush goes to a creature in its first turn": (
        {
            "p1.gold": 3,
            "p1.tapped": True,
            "p1.hand": ["last_order"],
            "p1.creatures": ["groll"],
            "p2.creatures": ["burk"],
        },
        ["play last_order", "choose burk", "choose yes", "choose burk", "attack groll furgot", "attack burk furgot"],
    ),
    "a creature that wounds itself as it comes is worth what is left of it": (
        {"p1.gold": 6, "p1.tapped": True, "p1.hand": ["teuri", "gruns"]},
        ["play gruns"],
    ),
    "creatures come before an ability that makes each of them stronger": (
        {"p1.gold": 10, "p1.tapped": True, "p1.hand": ["barbarian_centaur"], "p1.creatures": ["groll"]},
        [
            "play barbarian_centaur",
            "use kos_zag_the_ataman 2",
            "attack groll furgot",
            "attack barbarian_centaur furgot",
        ],
    ),
}
"""Positions, and what the best agent does in them until the turn is ended."""


@functools.cache
def wins(agent: str, games: int = 25):
    """The win rate of an agent against random play with each shipped deck on both sides, from both seats."""
    won = played = 0
    for deck in shipped_decks(card_facts()):
        tables = GAME.make_tables({"decks": [deck, deck]}, [])
        for seat in (0, 1):
            agents = [load_agent(GAME.name, agent if side == seat else "random") for side in (0, 1)]
            batch = play_games(GAME, tables, agents, seed=2026, first=0, count=games)
            assert not batch.error.any()
            won, played = won + int(batch.score[:, seat].sum()), played + games
    return rate(won, played)


def turn_of(given, agent):
    """What an agent does in a position, as phrases, until it ends the turn or another is asked."""
    tables, s, actions = GAME.make_tables({}, []), GAME.new_state(), GAME.new_actions()
    GAME.words.clear(s, tables, 0)
    paths = GAME.words.paths(tables, IDS)
    for path, value in given.items():
        paths[path].write(s, value)
    done = []
    while s.to_move == 0 and not s.over:
        n = GAME.legal_actions(s, tables, actions)
        action = actions[agent.choose(s, tables, actions, n, agent.params)]
        phrase = GAME.words.phrase(s, action, IDS)
        if phrase == "end turn":
            break
        done.append(phrase)
        GAME.apply(s, tables, action)
    return done


def test_the_strategies_are_listed():
    assert {"random", "expert", *STRATEGIES} <= {agent.name for agent in list_agents(GAME.name)}


@pytest.mark.parametrize("agent", STRATEGIES)
def test_random_play_wins_at_most_three_in_a_hundred_with_equal_decks(agent):
    assert wins(agent).estimate >= 0.97


@pytest.mark.parametrize(("given", "done"), POSITIONS.values(), ids=POSITIONS)
def test_the_best_agent_plays_a_turn_with_sense(given, done):
    assert turn_of(given, load_agent(GAME.name, "best")) == done


@pytest.mark.parametrize("heroes", [["gronbar", ""], ["", "gronbar"]])
def test_who_chooses_under_another_players_card_weighs_what_it_does_to_himself(heroes):
    """Gronbar has each player tap his creatures or his gold: who has no creature taps none of his gold."""
    made = deeds(GAME.name, {"players": 2, "heroes": heroes}, ("best", "best"), 10)
    chosen = [int(a.a) for s, _, a in made if s.decision == Decision.MODE and s.line[s.to_move].n == 0]
    assert chosen
    assert set(chosen) == {1}


def attacks(agent):
    """How many attacks at the other hero and at creatures an agent makes against the all-rounder, over 40 games."""
    made: Counter[str] = Counter()
    for s, _, action in deeds(GAME.name, {"players": 2}, (agent, "best"), 40):
        if s.to_move == 0 and action.kind == Kind.ATTACK:
            made["hero" if action.b == hero_of(1) else "creatures"] += 1
    return made


def test_aggro_attacks_the_hero_and_control_his_creatures():
    made = {agent: attacks(agent) for agent in STRATEGIES}
    at_hero = {agent: found["hero"] / found.total() for agent, found in made.items()}
    assert max(at_hero, key=at_hero.get) == "aggro"
    assert min(at_hero, key=at_hero.get) == "control"


@pytest.mark.drawn(of="character")
def test_control_plays_the_longest_games_and_board_value_more_creatures_than_the_all_rounder():
    tables, share, turns = GAME.make_tables({"players": 2}), {}, {}
    for agent in STRATEGIES:
        players = [load_agent(GAME.name, agent), load_agent(GAME.name, "best")]
        batch = play_games(GAME, tables, players, 5, 0, 1_000)
        figures = dict(zip(GAME.measures, batch.measures.mean(axis=0), strict=True))
        played = figures["p1_creatures_played"]
        share[agent] = played / (played + figures["p1_spells_played"] + figures["p1_support_played"])
        turns[agent] = batch.turns.mean()
    assert max(turns, key=turns.get) == "control"
    assert min(turns, key=turns.get) == "aggro"
    assert share["board_value"] > share["best"] > share["control"]
