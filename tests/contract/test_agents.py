"""What every game's agents must be: named, described, and different from each other."""

import pytest

from agents import list_agents, load_agent
from sim.core.turnloop import play_games

from .subject import SUBJECTS, subject


@pytest.mark.parametrize("game", SUBJECTS)
def test_every_agent_says_in_words_how_it_plays(game):
    agents = list_agents(game)
    assert [agent.name for agent in agents[:2]] == ["random", "best"]
    assert all(len(agent.description) > 60 for agent in agents)
    assert len({agent.digest() for agent in agents}) == len(agents)


@pytest.mark.parametrize(("game", "players"), [(g, n) for g in SUBJECTS for n in subject(g).game.player_counts])
def test_agents_of_different_seats_may_differ(game, players):
    of = subject(game)
    names = [agent.name for agent in list_agents(game)]
    seats = [load_agent(game, (["best", "random", *names[2:]] * 2)[seat]) for seat in range(players)]
    tables = of.game.make_tables({"players": players}, [])
    batch = play_games(of.game, tables, seats, seed=5, first=0, count=20)
    assert not batch.error.any()
    assert len(set(batch.fingerprint.tolist())) == 20
