"""The same games compiled, interpreted by Python, and compiled with every index checked."""

import random
from collections import Counter

import pytest
from quick import quick_agents

from .replays import here, results, rounds_of_all
from .subject import SUBJECTS, subject

CHUNKS, ROUNDS, GAMES, WHOLE = 10, 20, 10, 1
"""The games of each agent in the long tests: in so many rounds so many each, of which some are whole and the others
short, in all so many chunks of a game's.
"""
FEW = 2
"""The games of each agent in the short tests, at a game's first table: one in each of so many rounds, in the first a
whole one.
"""
BEGUN = 80
"""Steps of the games that begin in records which held something else."""
CHECKED = 400
"""Games at a table with every index checked."""


def compare(deed, compiled, python):
    """Asserts that games are without faults, differ from each other and are the same in both ways of playing."""
    assert not any(compiled["error"]), deed
    games = [str(game) for game in zip(*compiled.values(), strict=True)]  # other dice may lead to the same actions
    assert len(set(games)) == len(games), deed
    for column in compiled:
        assert compiled[column] == python[column], (deed, column)


def play_all(game, tables, rounds, whole, short=0):
    """The deeds in which every agent of a game plays so many games in each of so many rounds: whole ones and then short
    ones. One that thinks does so in a share of the kinds of decision alone, another in each round, for thinking in all
    would take hours.
    """
    found = []
    for n, (table, seats) in enumerate(rounds_of_all(game, tables, rounds)):
        first = 41 + n * (whole + short)
        found.append(["rows", game, seats, table, first, whole, rounds, False])
        if short:
            found.append(["rows", game, seats, table, first + whole, short, rounds, True])
    return found


def many_games(game):
    return play_all(game, list(subject(game).tables), ROUNDS, WHOLE, GAMES - WHOLE)


def few_games(game):
    found = play_all(game, [next(iter(subject(game).tables))], FEW, 1)
    return [[*deed, min(number for _, number in deed[2]) > 0] for *deed, _ in found]


def redeals(game):
    return [["redealt", game, table, steps] for table, steps in subject(game).redealt.items()]


@pytest.mark.drawn(2)
@pytest.mark.parametrize("game", SUBJECTS)
def test_games_and_what_is_redealt_are_the_same_compiled_and_interpreted(game):
    deeds, redealt = few_games(game), redeals(game)
    assert {agent for _, _, seats, *_ in deeds for agent, _ in seats} == set(quick_agents(game))
    assert redealt
    interpreted = results([*deeds, *redealt], NUMBA_DISABLE_JIT="1")
    for deed, compiled, python in zip(deeds, here(deeds), interpreted[: len(deeds)], strict=True):
        compare(deed, compiled, python)
    assert here(redealt) == interpreted[len(deeds) :]


@pytest.mark.parametrize("game", SUBJECTS)
def test_a_game_begins_the_same_whatever_its_record_held(game):
    deeds = [["begun_anew", game, table, BEGUN] for table in subject(game).tables]
    assert here(deeds) == [[]] * len(deeds)


def test_no_index_is_out_of_bounds_in_a_game_that_is_drawn_and_one_would_be_noticed(sample_seed):
    """A whole game is compiled once more for that, so the short tests look at one of them."""
    game = random.Random(sample_seed).choice(list(SUBJECTS))
    table = next(iter(subject(game).tables))
    faults, noticed = results([["checked", game, table, CHECKED], ["beyond", game, table]], NUMBA_BOUNDSCHECK="1")
    assert faults == 0, f"{game}: again with --sample {sample_seed}"
    assert "raised IndexError: index is out of bounds" in noticed


def test_every_agent_plays_two_hundred_games():
    for game in SUBJECTS:
        played = Counter()
        for _, _, seats, _, _, games, _, _ in many_games(game):
            played.update({agent: games for agent in {agent for agent, _ in seats}})
        assert set(played) == set(quick_agents(game))
        assert min(played.values()) >= 200


@pytest.mark.long
@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("game", SUBJECTS)
def test_two_hundred_games_of_every_agent_are_the_same_compiled_and_interpreted(game, chunk):
    deeds = many_games(game)[chunk::CHUNKS]
    for deed, compiled, python in zip(deeds, here(deeds), results(deeds, NUMBA_DISABLE_JIT="1"), strict=True):
        compare(deed, compiled, python)


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


@pytest.mark.long
@pytest.mark.parametrize("game", SUBJECTS)
def test_no_index_is_out_of_bounds_with_any_fact_of_a_card_changed(game):
    assert results([["changed_facts", game]], NUMBA_BOUNDSCHECK="1") == [[]]
