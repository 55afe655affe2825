"""Scenarios pin every fact of every card: change one fact, and a scenario that shows the card must fail.

The short tests try a sample of the changes, another one after each commit (`--sample SEED` tries the sample of that
seed again); the long tests try them all.
"""

import functools
import random

import pytest

from sim.scenario_files import run

from .mutations import equivalent, loaded, noticed
from .subject import SUBJECTS, subject

SAMPLE, SAMPLE_OF_THE_TABLE = 100, 3
"""Changes of each game in the short tests: of cards, and of numbers that belong to no card."""
CARDS = [(game, card) for game in SUBJECTS for card in subject(game).mutations.cards]


@functools.cache
def every_change(game):
    """(card, name, change) of all changes of a game's cards."""
    mutations = subject(game).mutations
    return [(card, *change) for card in mutations.cards for change in mutations.changes(card)]


def survives(game, card, make):
    return not noticed(subject(game).scenarios_with(card), make)


@pytest.mark.parametrize("game", SUBJECTS)
def test_a_sample_of_the_facts_is_pinned_by_scenarios(game, sample_seed):
    drawn = random.Random(f"{sample_seed} {game}").sample(every_change(game), SAMPLE)
    survivors = {(card, name) for card, name, make in drawn if survives(game, card, make)}
    expected = {(card, name) for card, name, _ in drawn} & equivalent(game)
    assert survivors == expected, f"again with --sample {sample_seed}"


@pytest.mark.long
@pytest.mark.parametrize(("game", "card"), CARDS)
def test_every_fact_of_a_card_is_pinned_by_a_scenario(game, card):
    mutations = subject(game).mutations
    survivors = [name for name, make in mutations.changes(card) if survives(game, card, make)]
    assert set(survivors) == {name for of, name in equivalent(game) if of == card}


def numbers_of_the_table(game):
    mutations = subject(game).mutations
    scenarios = [shown for card in mutations.table_scenarios for shown in subject(game).scenarios_with(card)]
    return {name: functools.partial(noticed, scenarios, make) for name, make in mutations.of_the_table()}


@pytest.mark.parametrize("game", SUBJECTS)
def test_a_sample_of_the_numbers_of_the_table_is_pinned_by_scenarios(game, sample_seed):
    numbers = numbers_of_the_table(game)
    drawn = random.Random(f"{sample_seed} {game}").sample(sorted(numbers), min(SAMPLE_OF_THE_TABLE, len(numbers)))
    assert [name for name in drawn if not numbers[name]()] == [], f"again with --sample {sample_seed}"


@pytest.mark.long
@pytest.mark.parametrize("game", SUBJECTS)
def test_every_number_of_the_table_is_pinned_by_a_scenario(game):
    assert [name for name, is_noticed in numbers_of_the_table(game).items() if not is_noticed()] == []


@pytest.mark.parametrize("game", SUBJECTS)
def test_the_cards_have_many_facts_and_each_change_has_its_own_name(game):
    mutations, names = subject(game).mutations, {}
    for card, name, _ in every_change(game):
        names.setdefault(card, []).append(name)
    assert set(names) == set(mutations.cards)
    assert all(len(set(found)) == len(found) >= mutations.least_of_a_card for found in names.values())
    assert sum(map(len, names.values())) > mutations.least
    assert equivalent(game) <= {(card, name) for card, found in names.items() for name in found}


@pytest.mark.parametrize("game", SUBJECTS)
def test_every_scenario_holds(game):
    report = run(loaded(game))
    assert report.failures == []
    assert report.passed >= subject(game).scenarios


@pytest.mark.drawn(2)
@pytest.mark.parametrize("game", SUBJECTS)
def test_without_a_change_nothing_is_noticed(game):
    for card in random.Random(1).sample(["", *subject(game).mutations.cards], 20):
        assert not noticed(subject(game).scenarios_with(card), lambda tables, scenario: None)
