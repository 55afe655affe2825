"""Any card file is either refused, with the reason, or plays games that keep the rules."""

import pytest

from sim.core.faults import ERROR_UNWRITTEN, fault_text

from .playouts import play, rules_of
from .random_cards import accepted
from .replays import results
from .rules import FAULT
from .subject import SUBJECTS, subject

SHORT, LONG, PARTS, CHECKED = 8, 5_000, 10, 200
"""Files of each game that are played in the short tests, files in the long ones, in so many parts, and those with every
index checked."""
GAMES = 3
"""Games with each file."""


def broken(game, first, many, sample, folder, games=GAMES, enough=LONG):
    """The files with which games break a rule, each with the game and the rule; how many files were played. A game that
    a fault stops, such as a pile that is full, keeps the rules: it is counted as a fault. Not so one that comes to a
    code without a branch: a text that says it should be refused. enough: after so many files that were played no more
    are drawn.
    """
    of, found, played = subject(game), [], 0
    fault, unwritten = rules_of(game)[FAULT].text, fault_text(ERROR_UNWRITTEN)
    for number in range(first, first + many):
        if played == enough:
            break
        seed = f"{sample} {number}"
        tables, cards, why = accepted(game, seed, of.invariants.many(number), folder)
        if tables is None:
            assert all(why), seed
            continue
        played += bool(cards)
        for deal in range(games):
            rule, _ = play(of, tables, number, deal, 1)
            if rule != "sound" and (unwritten in rule or not rule.endswith(f": {fault}")):
                found.append(f"{seed}, {rule}")
    return found, played


@pytest.mark.parametrize("game", SUBJECTS)
def test_random_cards_are_refused_or_keep_the_rules(game, sample_seed, tmp_path):
    found, played = broken(game, 0, 4 * SHORT, sample_seed, tmp_path, enough=SHORT)
    assert found == [], f"again with --sample {sample_seed}"
    assert played == SHORT


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", SUBJECTS)
def test_thousands_of_random_card_files_are_refused_or_keep_the_rules(game, part, tmp_path):
    each = LONG // PARTS
    assert broken(game, part * each, each, "long", tmp_path)[0] == []


@pytest.mark.long
@pytest.mark.parametrize("game", SUBJECTS)
def test_random_cards_read_and_write_within_bounds(game):
    assert results([["random_cards", game, CHECKED]], NUMBA_BOUNDSCHECK="1") == [[]]
