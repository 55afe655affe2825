"""A scenario ends the same when what must not matter is changed: seats exchanged, cards given in another order and so
numbered differently, a bystander added, states copied and redealt on the way.

The short tests try a sample, another one after each commit (`--sample SEED` tries the sample of that seed again); the
long tests try all. A scenario that such a change alters says so (`differs`), and must then differ.
"""

import random
from dataclasses import replace

import pytest

from sim.words.scenario import CHANGES_NOTHING, holds

from .mutations import loaded
from .relations import broken, seats_exchanged
from .subject import SUBJECTS, subject

SAMPLE = 60
"""Scenarios of each game for each change in the short tests."""
MADE = 0.6
"""Of more than this share of the scenarios each change can be made."""
RELATIONS = [(game, change) for game in SUBJECTS for change in CHANGES_NOTHING]


def ends_otherwise(game, change, scenarios):
    """(all, those that end otherwise but do not say so, those that say so but end the same) by name, after a change."""
    outcome = {s.name: broken(change, s, subject(game).bystanders) for s in scenarios}
    found = {name: bool(wrong) for name, wrong in outcome.items() if wrong is not None}
    said = {s.name for s in scenarios if change in s.keys.get("differs", ())}
    differ = {name for name, differs in found.items() if differs}
    return found, sorted(differ - said), sorted(said - differ)


@pytest.mark.parametrize(("game", "change"), RELATIONS)
def test_a_sample_of_scenarios_ends_the_same(game, change, sample_seed):
    drawn = random.Random(f"{sample_seed} {game} {change}").sample(loaded(game), SAMPLE)
    found, differ, same = ends_otherwise(game, change, drawn)
    assert (differ, same) == ([], []), f"again with --sample {sample_seed}"
    assert len(found) > SAMPLE * MADE


@pytest.mark.long
@pytest.mark.parametrize(("game", "change"), RELATIONS)
def test_every_scenario_ends_the_same(game, change):
    found, differ, same = ends_otherwise(game, change, loaded(game))
    assert (differ, same) == ([], [])
    assert len(found) > len(loaded(game)) * MADE


@pytest.mark.parametrize("game", SUBJECTS)
def test_a_scenario_whose_cards_alone_keep_their_seats_fails(game):
    fails = 0
    for scenario in random.Random(game).sample(loaded(game), SAMPLE):
        other = seats_exchanged(scenario)
        kept = replace(other, keys=other.keys | {"given": scenario.keys.get("given", {})})
        fails += not holds(kept, kept.tables())
    assert fails > SAMPLE / 4
