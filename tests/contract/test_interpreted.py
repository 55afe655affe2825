"""The same games compiled, interpreted by Python, and compiled with every index checked."""

import functools

import pytest

from agents import list_agents, load_agent
from agents.search import SearchAgent

from .replays import here, results, run
from .subject import SUBJECTS, subject

CHUNKS, DEEDS, GAMES = 5, 4, 10
"""The games of each agent in the long tests: so many chunks, each of so many games at so many tables."""
CHECKED = 400
"""Games at a table with every index checked."""
AGENTS = [(game, agent.name) for game in SUBJECTS for agent in list_agents(game)]


def compare(compiled, python):
    """Asserts that games are without faults, differ from each other and are the same in both ways of playing."""
    assert not any(compiled["error"])
    assert len(set(compiled["fingerprint"])) == len(compiled["turns"])
    for column in compiled:
        assert compiled[column] == python[column], column


def first_table(game, agent):
    """A few games of an agent at a game's first table, and one of an agent that thinks, which plays for seconds."""
    thinks = isinstance(load_agent(game, agent), SearchAgent)
    return ["rows", game, agent, next(iter(subject(game).tables)), 41, 4 if agent == "random" else 2 - thinks]


@functools.cache
def by_python(game):
    """What the agents of a game play when interpreted, and what is redealt, in the order of both."""
    played = [first_table(game, agent) for of, agent in AGENTS if of == game]
    return results([*played, *redeals(game)], NUMBA_DISABLE_JIT="1")


def redeals(game):
    return [["redealt", game, table, steps] for table, steps in subject(game).redealt.items()]


@pytest.mark.parametrize(("game", "agent"), AGENTS)
def test_compiled_and_interpreted_games_are_the_same(game, agent):
    place = [of for of in AGENTS if of[0] == game].index((game, agent))
    compare(here([first_table(game, agent)])[0], by_python(game)[place])


@pytest.mark.parametrize("game", SUBJECTS)
def test_what_is_redealt_is_the_same_compiled_and_interpreted(game):
    found = here(redeals(game))
    assert len(found) == len(subject(game).redealt) > 0
    assert by_python(game)[-len(found) :] == found


@pytest.mark.parametrize("game", SUBJECTS)
def test_no_index_is_out_of_bounds(game):
    table = next(iter(subject(game).tables))
    assert results([["checked", game, table, CHECKED]], NUMBA_BOUNDSCHECK="1") == [0]


def test_an_index_out_of_bounds_would_be_noticed():
    done = run([["beyond"]], NUMBA_BOUNDSCHECK="1")
    assert done.returncode != 0
    assert "out of bounds" in done.stderr


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize(("game", "agent"), AGENTS)
def test_two_hundred_games_of_every_agent_are_the_same_compiled_and_interpreted(game, agent, chunk):
    """At one table after the other, until all have had their turn; agents that think do so in one kind of decision
    after the other, for thinking in all would take hours.
    """
    tables, numbers = list(subject(game).tables), range(chunk * DEEDS, (chunk + 1) * DEEDS)
    deeds = [["rows", game, agent, tables[n % len(tables)], 41 + n * GAMES, GAMES, n, CHUNKS * DEEDS] for n in numbers]
    for compiled, python in zip(here(deeds), results(deeds, NUMBA_DISABLE_JIT="1"), strict=True):
        compare(compiled, python)


@pytest.mark.long
@pytest.mark.parametrize("game", SUBJECTS)
def test_every_scenario_holds_when_interpreted(game):
    (found,) = results([["scenarios", game]], NUMBA_DISABLE_JIT="1")
    assert found["failures"] == []
    assert found["passed"] >= subject(game).scenarios


@pytest.mark.long
@pytest.mark.parametrize("game", SUBJECTS)
def test_no_index_is_out_of_bounds_at_any_table_or_in_any_scenario(game):
    tables = [["checked", game, table, CHECKED] for table in subject(game).tables]
    *faults, found = results([*tables, ["scenarios", game]], NUMBA_BOUNDSCHECK="1")
    assert faults == [0] * len(tables)
    assert found["failures"] == []
