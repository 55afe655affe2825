"""Questions that choose what is played as games come in: killed at any moments, a run ends with the bytes that it would
have had.
"""

import pytest
from test_runner import kill_at_moments_of_writing

RACE = {
    "question": "race",
    "game": "shards_of_infinity",
    "agents": ["random", "random"],
    "variants": [{"name": str(hand), "table": {"hand": hand}} for hand in (4, 5, 6, 7)],
    "part_games": 40,
    "keep": 2,
    "indifference": 0.1,
    "final_games": 2000,
    "stop": {"games": 6000},
}  # fmt: skip
SWEEP = {
    "question": "sweep", "game": "aeons_end", "agents": ["random", "random"], "random": 240, "final_offers": 2,
    "final_games": 2400, "stop": {"games": 400},
}  # fmt: skip
SEARCH = {
    "question": "improve", "game": "aeons_end", "agents": ["random", "random"], "start": {"supply": "free_charges"},
    "neighbours": 12, "steps": 2, "race_games": 1200, "check_games": 4800, "stop": {"games": 4800},
}  # fmt: skip
UNDER = {
    "question": "sweep", "game": "nightfall", "agents": ["random", "random"], "random": 160, "final_offers": 2,
    "final_games": 20, "also_under": {"agent": "swarm", "cards": 2, "exchanges": 10, "games": 200},
    "stop": {"games": 200},
}  # fmt: skip
NAMES = ["race", "sweep", "improve", "sweep, also under another player"]
CHOOSING = pytest.mark.parametrize("values", [RACE, SWEEP, SEARCH, UNDER], ids=NAMES)
"""The last of them sweeps too, before it asks another player."""


def in_long_tests(values):
    """A question that the long tests alone ask: the last of them sweeps too, and `test_improve.py` stops a search."""
    return pytest.param(values, marks=pytest.mark.long)


@pytest.mark.drawn(1)
@pytest.mark.parametrize("values", [RACE, in_long_tests(SWEEP), in_long_tests(SEARCH), UNDER], ids=NAMES)
def test_a_question_that_chooses_is_killed_and_ends_with_the_same_bytes(tmp_path, values):
    kill_at_moments_of_writing(tmp_path, values, kills=6, seconds=300)


@pytest.mark.long
@CHOOSING
def test_a_question_that_chooses_is_killed_with_its_processes(tmp_path, values):
    kill_at_moments_of_writing(tmp_path, values, kills=6, seconds=600, backend="processes")
