"""Situations drawn at random end as a second reading of the rules says (`oracles`).

The short tests draw by the commit (`--sample SEED` draws as with that seed again), the long ones draw thousands.
"""

import importlib
from random import Random

import pytest
import tomli_w

from sim import GAMES, load_game
from sim.words.scenario import Scenario, check_answered

SITUATIONS, MANY = 120, 4000
FALSIFIED = 400
"""Situations in which a wrong reading must show."""
ORACLES = {game: importlib.import_module(f"oracles.{game}").ORACLE for game in GAMES}


def failures_of(game, seed, folder, number, error=""):
    """The claims of so many situations that do not hold."""
    return (
        failure for scenario, prefer in drawn(game, seed, folder, number, error) for failure in judged(scenario, prefer)
    )


def judged(scenario, prefer):
    def answer(legal):
        found = next((phrase for phrase in left if phrase in legal), None)
        if found is not None:
            left.remove(found)
        return found

    left = list(prefer)
    return check_answered(scenario, answer)


def drawn(game, seed, folder, number, error=""):
    """So many situations of a game, as scenarios that share their tables, with the phrases that they prefer."""
    oracle, chance = ORACLES[game], Random(f"{seed} {game}")
    cards = oracle.cards(chance)
    file = folder / "drawn_cards.toml"
    file.write_text(tomli_w.dumps(cards), encoding="utf-8")
    own = {"cards": [str(file)]} if cards else {}
    found, made = [], {}
    for situation in range(20 * number):
        keys = oracle.judge(Random(f"{seed} {game} {situation}"), cards, error)
        if keys is not None:
            prefer = keys.pop("prefer", [])
            found.append((Scenario(f"situation {situation}", load_game(game), keys | own, made), prefer))
        if len(found) == number:
            return found
    raise AssertionError(f"only {len(found)} situations were drawn")


@pytest.mark.parametrize("game", GAMES)
def test_drawn_situations_end_as_the_oracle_says(game, sample_seed, tmp_path):
    assert list(failures_of(game, sample_seed, tmp_path, SITUATIONS)) == [], f"again with --sample {sample_seed}"


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_thousands_of_drawn_situations_end_as_the_oracle_says(game, sample_seed, tmp_path):
    assert list(failures_of(game, sample_seed, tmp_path, MANY)) == [], f"again with --sample {sample_seed}"


@pytest.mark.drawn(20)
@pytest.mark.parametrize(("game", "error"), [(game, error) for game in GAMES for error in ORACLES[game].errors])
def test_a_wrong_reading_is_noticed(game, error, tmp_path):
    assert next(failures_of(game, "errors", tmp_path, FALSIFIED, error), None) is not None
