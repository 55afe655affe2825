"""Triggers of any two kinds wait at the same time in a scenario, where the cards allow it."""

from collections import Counter
from enum import IntEnum

import pytest

from .pending import ALL, GAMES, excluded, excluded_in, met_in_random_games, noted, pairs_of, waiting_of
from .replays import results
from .subject import Waiting


class Kind(IntEnum):
    COMES = 0
    STAYS = 2
    GOES = 1


HERE = Waiting(Kind, lambda state, tables: state, [])


@pytest.mark.long  # three CPU-minutes of Berserk: Heroes, two of KeyForge: scenarios are interpreted
@pytest.mark.parametrize("game", GAMES)
def test_scenarios_show_every_pair_of_triggers_that_can_wait_at_the_same_time(game):
    (found,) = results([["waited_together", game]], NUMBA_DISABLE_JIT="1")
    met, listed = {tuple(pair) for pair in found}, excluded(game)
    assert [pair for pair in listed if pair in met] == []
    assert [pair for pair in pairs_of(waiting_of(game)) if pair not in met and pair not in listed] == []


@pytest.mark.parametrize("game", GAMES)
def test_random_games_show_no_pair_that_is_listed(game, sample_seed):
    met = met_in_random_games(game, waiting_of(game).games, sum(sample_seed.encode()))
    assert met
    assert [pair for pair in excluded(game) if pair in met] == [], f"again with --sample {sample_seed}"


def test_each_pair_is_counted_once_in_a_state():
    met = Counter()
    for state in ([], [Kind.GOES], [Kind.STAYS, Kind.COMES, Kind.STAYS, Kind.STAYS], [Kind.COMES, Kind.STAYS]):
        noted(met, HERE, state, None)
    assert met == {("comes", "stays"): 2, ("stays", "stays"): 1}


def test_all_stands_for_every_kind_and_a_pair_is_listed_once():
    listed = excluded_in({"never": {"stays": [ALL]}, "not yet": {"goes": ["comes", "goes"]}}, HERE)
    assert set(listed) == set(pairs_of(HERE)) - {("comes", "comes")}
    assert listed["comes", "goes"] == "not yet"
    with pytest.raises(AssertionError, match="comes goes stands there twice"):
        excluded_in({"never": {"goes": ["comes"]}, "not yet": {"comes": ["goes"]}}, HERE)
