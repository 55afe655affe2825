"""Agents of Berserk: how strong they are with equal squads, and that they recruit and place with sense."""

from __future__ import annotations

import functools
import random

import numpy as np
import pytest
from deeds import deeds

from agents import list_agents, load_agent
from agents.berserk.features import ROOM, fight_worth, survey, wound_worth
from agents.berserk.numbers import Number
from agents.berserk.strategist import main_worth, results_by
from experiments.statistics.intervals import rate
from sim import load_game
from sim.berserk.board import NEIGHBOURS
from sim.berserk.cards import card_facts
from sim.berserk.decks import shipped_squads
from sim.berserk.modifiers import armour
from sim.berserk.recruiting import Crystals
from sim.berserk.state import CARDS, Decision, Kind, Phase, Zone
from sim.berserk.stats import lives
from sim.berserk.tables import Event, Type
from sim.core.kernel import kernel
from sim.core.turnloop import play_games
from sim.words.walk import Walk

GAME = load_game("berserk")
STRATEGIES = ("rush", "shooters", "formation")
SQUADS = [("mountains-starter", "forests-starter"), ("steppes-line", "swamps-poison")]
DECK = "forests-mountains-starter"
BEST = load_agent("berserk", "best")
UNPLACED = {name: squad for name, squad in shipped_squads(card_facts(), Crystals()).items() if not squad.is_placed}
PLACEMENTS, GAMES_OF_A_PLACEMENT = 120, 10


@functools.cache
def wins(agent: str, other: str, games: int = 100):
    """The win rate of an agent against another, each squad in each hand, with its interval; a draw is half a win."""
    won, played = 0.0, 0
    for pair in SQUADS:
        for squads in (pair, pair[::-1]):
            batch = play(agent, other, {"squads": list(squads)}, games)
            won, played = won + float(batch.score[:, 0].sum()), played + games
    return rate(round(won), played, confidence=0.99)


def play(agent: str, other: str, table: dict, games: int):
    """A batch of games without faults."""
    agents = [load_agent(GAME.name, name) for name in (agent, other)]
    batch = play_games(GAME, GAME.make_tables(table, []), agents, seed=2026, first=0, count=games)
    assert not batch.error.any()
    return batch


def test_the_strategies_are_listed():
    assert {"best", "published", "expert", *STRATEGIES} <= {agent.name for agent in list_agents(GAME.name)}


@pytest.mark.drawn(of="strength")
def test_the_best_agent_beats_the_published_one_two_to_one():
    assert wins("best", "published").low > 0.65


@pytest.mark.parametrize("agent", ["best", *STRATEGIES])
def test_random_loses_to_every_strategy(agent):
    assert wins(agent, "random").low > 0.9


def test_random_loses_to_the_published_agent():
    assert wins("published", "random").low > 0.5


@pytest.mark.parametrize("other", STRATEGIES)
def test_no_strategy_is_stronger_than_the_best_agent(other):
    assert wins("best", other).high > 0.5


def test_the_best_agent_recruits_and_places_better_than_chance():
    batch = play("best", "random", {"decks": [DECK, DECK]}, 200)
    assert rate(round(float(batch.score[:, 0].sum())), 200, confidence=0.99).low > 0.9


def score_of_the_careful(decision: int, table: dict, games: int) -> float:
    """What the best agent scores against itself when the other side leaves one kind of decision to chance."""
    BEST.compile()
    drawn, actions, total = random.Random(1), GAME.new_actions(), 0.0
    tables = GAME.make_tables({**table, "first": "rotate"}, [])
    for number in range(games):
        state, careless = GAME.new_state(), number // 2 % 2
        GAME.setup(state, tables, 1, number)
        while not state.over:
            n, picked = GAME.legal_actions(state, tables, actions), 0
            if state.to_move == careless and state.decision == decision:
                picked = drawn.randrange(n)
            elif n > 1:
                picked = BEST.choose(state, tables, actions, n, BEST.params)
            GAME.apply(state, tables, actions[picked])
        total += float(state.score[1 - careless])
    return total


def test_the_best_agent_gains_by_recruiting():
    won = score_of_the_careful(Decision.RECRUIT, {"decks": [DECK, DECK]}, 200)
    assert rate(round(won), 200, confidence=0.99).low > 0.5


def placed_by_chance(cards: list[str], drawn: random.Random) -> dict:
    """A squad in drawn cells where either player may place it."""
    cells = [f"{column}{row}" for row in (1, 2, 3) for column in "BCD"]
    more = ["A2", "E2", "A3", "E3"]
    drawn.shuffle(cells)
    drawn.shuffle(more)
    return {"cards": [f"{card} {cell}" for card, cell in zip(cards, cells + more, strict=False)]}


@pytest.mark.drawn(of="strength")
@pytest.mark.parametrize("squad", UNPLACED)
def test_the_best_agent_places_every_shipped_squad_better_than_chance(squad):
    """Its own placement against the same squad placed by chance, each side first in half of the games."""
    cards = [card for card, _ in UNPLACED[squad].cards]
    drawn, won, played = random.Random(squad), 0.0, 0
    for number in range(PLACEMENTS):
        squads = [squad, placed_by_chance(cards, drawn)]
        own = number % 2
        batch = play("best", "best", {"squads": squads[:: 1 - 2 * own]}, GAMES_OF_A_PLACEMENT)
        won, played = won + float(batch.score[:, own].sum()), played + GAMES_OF_A_PLACEMENT
    assert rate(round(won), played, confidence=0.99).low > 0.5


@pytest.mark.parametrize("number", [72, 148, 245, 267])
def test_two_best_agents_do_not_wait_for_each_other(number):
    """At these tables either would rather be struck at than strike, so that caution alone never ends the battle."""
    table = {"squads": [f"random:{19_000 + 2 * number}", f"random:{19_001 + 2 * number}"]}
    batch = play_games(GAME, GAME.make_tables(table, []), [BEST, BEST], seed=77, first=number, count=1)
    assert batch.turns[0] < 60


def test_strikes_at_armour_that_is_used_up_are_worth_more():
    tables = GAME.make_tables({"squads": ["mountains-starter", "steppes-line"]}, [])
    tried = 0
    for step in Walk(GAME, tables, [BEST, BEST], seed=12, number=0):
        s, card, target = step.state, int(step.action["a"]), int(step.action["b"])
        if step.action["kind"] != Kind.STRIKE or armour(s, tables, target) <= s.card[target].armour_used:
            continue
        bare = GAME.copy_state(s)
        bare.card[target].armour_used = armour(s, tables, target)
        assert fight_worth(bare, tables, card, target, BEST.params) > fight_worth(s, tables, card, target, BEST.params)
        tried += 1
    assert tried > 0


@kernel(cache=False)
def reckoned_and_true(s, t):
    """The results of both dice on the table, as the agent reckons them and as the rules do."""
    frame = s.frame[s.n_frames - 1]
    own, other = results_by(s, t, frame, int(frame.die[0]), int(frame.die[1]))
    return own, other, int(frame.result[0]), int(frame.result[1])


def test_the_best_agent_reckons_with_all_that_is_added_to_dice():
    added = 0
    for number in range(4):
        tables = GAME.make_tables({"squads": ["mountains-starter", f"random:{number}"]}, [])
        for step in Walk(GAME, tables, [BEST, BEST], seed=5, number=number):
            if step.state.decision == Decision.STEP:
                own, other, *true = reckoned_and_true(step.state, tables)
                assert [own, other] == true
                dice = step.state.frame[step.state.n_frames - 1].die
                added += (own, other) != (int(dice[0]), int(dice[1]))
    assert added > 0


@kernel(cache=False)
def worths_of_strikes(s, t, actions, n, p, card):
    """What the strikes of a card are worth to the best agent, those of all targets."""
    room, found = np.empty(ROOM, np.float64), []
    survey(s, t, int(s.to_move), room)
    for k in range(n):
        if actions[k].kind == Kind.STRIKE and actions[k].a == card:
            found.append(main_worth(s, t, actions[k], p, room))
    return found


def strikes_at_the_table(squads, number):
    """(state, tables, actions, number of actions, card) of each card with strikes to choose from, while two best agents
    play.
    """
    tables, actions = GAME.make_tables({"squads": squads}, []), GAME.new_actions()
    for step in Walk(GAME, tables, [BEST, BEST], seed=21, number=number):
        if step.state.decision == Decision.MAIN:
            n = GAME.legal_actions(step.state, tables, actions)
            for card in sorted({int(action["a"]) for action in actions[:n] if action["kind"] == Kind.STRIKE}):
                yield step.state, tables, actions, n, card


def with_number(number, value):
    """The numbers of the best agent, one of them changed."""
    params = BEST.params.copy()
    params[number] = value
    return params


def test_who_strikes_several_strikes_on():
    """Whatever else is done would end that, and to close costs nothing more."""
    tried = 0
    for s, tables, actions, n, card in strikes_at_the_table(["mountains-starter", "steppes-line"], 0):
        going_on = GAME.copy_state(s)
        going_on.card[card].strikes = 1
        first = worths_of_strikes(s, tables, actions, n, BEST.params, card)
        further = worths_of_strikes(going_on, tables, actions, n, BEST.params, card)
        assert all(more > less for more, less in zip(further, first, strict=True))
        tried += 1
    assert tried > 0


def test_a_strike_is_worth_more_to_who_gains_by_striking():
    differ = 0
    for number in range(4):
        for s, tables, actions, n, card in strikes_at_the_table([f"random:{number}", f"random:{number + 40}"], number):
            triggers = bool(int(tables.card[s.card[card].type].events) >> Event.STRIKE & 1)
            plain = worths_of_strikes(s, tables, actions, n, with_number(Number.ON_STRIKE, 0.0), card)
            found = worths_of_strikes(s, tables, actions, n, BEST.params, card)
            assert triggers or found == plain
            differ += found != plain
    assert differ > 0


def test_what_is_no_creature_is_worth_less_to_destroy():
    half, whole = with_number(Number.LIFELESS, 0.5), with_number(Number.LIFELESS, 1.0)
    lifeless, creatures = 0, 0
    for s, tables, _, _, _ in strikes_at_the_table(["mountains-starter", "steppes-recruits"], 0):
        for card in range(CARDS):
            it = s.card[card]
            if it.zone != Zone.PLAY or it.hidden or lives(s, tables, card) <= 0:
                continue
            is_creature = tables.card[it.type].type == Type.CREATURE
            less, more = (wound_worth(s, tables, card, 1, params) for params in (half, whole))
            assert less == pytest.approx(more if is_creature else more / 2)
            creatures, lifeless = creatures + is_creature, lifeless + (not is_creature)
    assert min(lifeless, creatures) > 0


def test_a_strike_that_the_enemy_may_redirect_is_worth_the_same_at_whomever():
    volot, actions, several = GAME.words.card_ids().index("volot"), GAME.new_actions(), 0
    for number in range(6):
        tables = GAME.make_tables({"squads": ["random:11", f"random:{number}"]}, [])
        for step in Walk(GAME, tables, [BEST, BEST], seed=11, number=number):
            if step.state.decision == Decision.MAIN:
                n = GAME.legal_actions(step.state, tables, actions)
                for card in (card for card in range(CARDS) if step.state.card[card].type == volot):
                    worths = worths_of_strikes(step.state, tables, actions, n, BEST.params, card)
                    assert len(set(worths)) <= 1
                    several += len(worths) > 1
    assert several > 0


def test_help_in_defence_is_kept_for_an_attack():
    """Mires of Zenda help in defence until the end of the turn: in one's own turn that would be in vain."""
    tables = GAME.make_tables({"squads": ["random:12", "random:412"]}, [])
    mires = GAME.words.card_ids().index("zenda_mires")
    turns = []
    for step in Walk(GAME, tables, [BEST, BEST], seed=12, number=0):
        action, s = step.action, step.state
        if action["kind"] == Kind.USE and s.card[action["a"]].type == mires:
            turns.append((int(s.active), step.seat))
    assert turns
    assert all(active != seat for active, seat in turns)


def test_a_wound_and_poison_are_worth_something_to_the_other_player():
    tables, value = GAME.make_tables({"squads": list(SQUADS[0])}, []), load_agent(GAME.name, "expert").value
    tried = 0
    for step in Walk(GAME, tables, [BEST, BEST], seed=3, number=0):
        s = step.state
        if s.phase != Phase.MAIN or s.over:
            continue
        for card in range(CARDS):
            it = s.card[card]
            creature = it.zone == Zone.PLAY and tables.card[it.type].type == Type.CREATURE
            if creature and it.hidden == 0 and it.wounds == 0 and it.poison == 0:
                for field in ("wounds", "poison"):
                    worse = GAME.copy_state(s)
                    worse.card[card][field] += 1
                    assert value(worse, tables, int(it.controller)) < value(s, tables, int(it.controller))
                    tried += 1
    assert tried > 100


def test_the_best_agent_weighs_cells_for_a_card_that_is_about_to_die():
    table = {"players": 2, "decks": ["darkness", "swamps-poison"], "turn_limit": 60}
    batch = play_games(GAME, GAME.make_tables(table, []), [BEST, BEST], seed=7, first=0, count=20)
    assert not batch.error.any()


def company(agent):
    """How many own cards stand beside each card of an agent at the end of its turns, over ten games with the
    all-rounder.
    """
    beside, cards = 0, 0
    for s, _, action in deeds(GAME.name, {"squads": list(SQUADS[0])}, (agent, "best"), 10):
        if s.to_move == 0 and action.kind == Kind.END_TURN:
            own = {cell for cell, card in enumerate(s.at) if card >= 0 and s.card[card].controller == 0}
            beside += sum(int(NEIGHBOURS[cell]) >> other & 1 for cell in own for other in own)
            cards += len(own)
    return beside / cards


def test_formation_keeps_together():
    found = {agent: company(agent) for agent in ("best", *STRATEGIES)}
    assert max(found, key=found.get) == "formation"


def test_rush_ends_games_soonest_and_shooters_let_them_last():
    turns = {}
    for agent in ("best", *STRATEGIES):
        batches = [play(agent, "best", {"squads": list(pair)}, 100) for pair in SQUADS]
        turns[agent] = sum(batch.turns.mean() for batch in batches)
    assert min(turns, key=turns.get) == "rush"
    assert max(turns, key=turns.get) == "shooters"
