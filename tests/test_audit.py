"""The audit of an agent: who refuses a card never takes it, who is greedy always does, and what it says is counted."""

import json
import random

import numpy as np
import pandas as pd
import pytest

from agents import define_agent, load_agent
from agents.taking import Manner, load_taking, taking
from experiments.commands.cli import main
from experiments.run import audit as module
from experiments.run.audit import (
    AS_IT_IS,
    BLANK,
    FALLS_SHORT,
    GREED,
    LIMIT,
    OPEN,
    PASSES,
    REFUSAL,
    ROUND,
    audit,
    read_audit,
)
from sim import GAMES, load_game
from sim.core.errors import InputError
from sim.shards_of_infinity.state import Kind

SHARDS = "shards_of_infinity"
CARDS_TRIED = 6


def decisions(game, agents, tables, games):
    """Each decision of some games: what each agent chose at it, the legal actions and the state; the first plays on."""
    s, actions = game.new_state(), game.new_actions()
    for number in range(games):
        game.setup(s, tables, 7, number)
        while not s.over and not s.error:
            n = int(game.legal_actions(s, tables, actions))
            chosen = 0
            if n > 1:
                found = [int(agent.choose(s, tables, actions, n, agent.params)) for agent in agents]
                yield s, actions[:n], found
                chosen = found[0]
            game.apply(s, tables, actions[chosen])


@pytest.mark.drawn(3)
@pytest.mark.parametrize("name", GAMES)
def test_who_refuses_never_takes_and_who_is_greedy_always_does(name):
    game = load_game(name)
    tables, taken = game.make_tables({}, ()), load_taking(name).taken
    rng = random.Random(1)
    simple, offered, chances = load_agent(name, "random"), set(), 0
    for s, actions, _ in decisions(game, [simple], tables, 1):  # which cards this table has
        offered |= {int(taken(s, tables, action)) for action in actions} - {-1}
    for card in rng.sample(sorted(offered), min(CARDS_TRIED, len(offered))):
        refuser, taker = (taking(simple, card, manner) for manner in Manner)
        for s, actions, (_, refused, took) in decisions(game, [simple, refuser, taker], tables, 2):
            takes = [int(taken(s, tables, action)) == card for action in actions]
            if any(takes) and not all(takes):
                chances += 1
                assert not takes[refused]
                assert takes[took]
    assert chances > 0


@pytest.mark.parametrize("name", [game for game in GAMES if load_taking(game).facts])
def test_a_blank_has_a_place_and_no_text(name, sample_seed):
    asked = read_audit(name, "random", games=1)
    for card in random.Random(sample_seed + name).sample(asked.cards, 4):
        tables = asked.offer(card, 0)
        if tables is None:  # it comes into play by other cards alone
            continue
        blank = asked.game.words.cards((asked.blank_file(card),))[f"blank_{card}"]
        texts = {key for key, value in blank.items() if isinstance(value, list) and value}
        assert texts <= {"elements", "classes", "links", "strike"}
        for fact in load_taking(name).facts:
            assert blank.get(fact) == asked.facts[card].get(fact)
        with_card, with_blank = tables[AS_IT_IS], tables[BLANK]
        assert with_card.tobytes() != with_blank.tobytes()


def scored(asked, offers, **columns):
    """Scores of a card as if they had been played."""
    rows = {"card": "mining_drones", "offer": range(offers), AS_IT_IS: 0.5}
    return pd.DataFrame({**rows, **{check: columns.get(check, 0.5) for check in asked.checks}})


def test_what_scores_more_than_a_point_falls_short():
    asked = read_audit(SHARDS, "random", games=10**6)
    card = asked.cards[0]
    luck = np.where(np.arange(20_000) % 2, 0.0625, -0.0625)
    for gain, verdict in ((0.05, FALLS_SHORT), (0.0, PASSES), (LIMIT, OPEN)):
        found = asked.verdict(card, scored(asked, 20_000, greed=0.5 + luck + 0.0625 * (gain / 0.0625)), 49)
        assert found.verdict == verdict
        assert found.cost == pytest.approx(max(gain, 0.0), abs=1e-9)
    assert asked.verdict(card, scored(asked, 0), 49).verdict == OPEN


@define_agent(SHARDS)
def hoarder(s, tables, actions, n, params):
    """Never recruits, plays all else in turn."""
    for k in range(n):
        if actions[k].kind != Kind.RECRUIT:
            return k
    return 0


@pytest.mark.drawn(of="measuring")
def test_an_agent_that_leaves_good_cards_is_found(tmp_path):
    asked = module.Audit(load_game(SHARDS), hoarder, ("command_seer", "reactor_drone"), rounds=6)
    found = audit(asked, tmp_path, 1)
    assert {one.card for one in found} == set(asked.cards)
    assert max(one.checks[GREED].estimate for one in found) > 0.01
    assert all(one.checks[REFUSAL].estimate == 0 for one in found)  # it never took them


@pytest.mark.drawn(of="going on")
def test_workers_and_interruptions_change_nothing(tmp_path):
    games = 3 * ROUND * module.DEALS * 2
    cards = read_audit(SHARDS, "random").cards[4:7]
    whole = audit(read_audit(SHARDS, "random", cards, games), tmp_path / "whole", 2)
    audit(read_audit(SHARDS, "random", cards[:2], games // 3), tmp_path / "parts", 1)
    told = []
    parts = audit(read_audit(SHARDS, "random", cards, games), tmp_path / "parts", 1, lambda *part: told.append(part))
    assert told[0] == (0, 3)
    assert parts == whole
    again = []
    assert audit(read_audit(SHARDS, "random", cards, games), tmp_path / "parts", 1, lambda *part: again.append(part))
    assert again == []


def test_a_damaged_file_is_told(tmp_path):
    asked = read_audit(SHARDS, "random", ["mining_drones"], 1)
    audit(asked, tmp_path, 1)
    (path,) = (tmp_path / asked.folder).glob("scores-*.csv")
    path.write_text(path.read_text(encoding="utf-8")[:-20], encoding="utf-8")
    with pytest.raises(InputError, match=r"scores-0\.csv: damaged; delete it"):
        audit(asked, tmp_path, 1)


def test_the_command_answers(tmp_path, capsys):
    results = ["--results", str(tmp_path), "--games", "10", "--agent", "random", "--json"]
    assert main(["audit", SHARDS, "--cards", "Mining Drones,Reactor Drone", *results]) in (0, 1)
    found = json.loads(capsys.readouterr().out)
    assert sorted(one["card"] for one in found["cards"]) == ["mining_drones", "reactor_drone"]
    assert sum(found["counts"].values()) == 2
    costs = [one["cost"] for one in found["cards"]]
    assert costs == sorted(costs, reverse=True)


def test_a_card_that_nobody_may_take_is_refused():
    with pytest.raises(InputError, match='called "mining_drone"; did you mean "mining_drones"'):
        read_audit(SHARDS, "best", ["mining_drone"])


SAMPLED = {"keyforge": 12, "berserk": 8, "berserk_heroes": 8, "nightfall": 6, "aeons_end": 6, SHARDS: 10}
SAMPLED_GAMES = 4000


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_cards_drawn_by_the_commit_cost_the_best_agent_nothing(name, sample_seed, tmp_path):
    known = read_audit(name, "best").cards
    cards = random.Random(sample_seed + name).sample(known, SAMPLED[name])
    found = audit(read_audit(name, "best", cards, SAMPLED_GAMES), tmp_path)
    assert [one.card for one in found if one.verdict == FALLS_SHORT] == []
