"""Random games keep the invariants at every step, and the checker finds every game that does not."""

import numpy as np
import pytest

from .playouts import play
from .subject import SUBJECTS, subject

MANY = 10_000_000
"""Games of each game in the long tests."""
PARTS = 100
TABLES = 20
"""Tables in each part."""


def cases(what):
    """(game, name) of all that a game's invariants name."""
    return [(game, name) for game in SUBJECTS for name in what(subject(game).invariants)]


@pytest.mark.parametrize(("game", "name"), cases(lambda invariants: invariants.playouts))
def test_random_playouts_keep_the_rules_at_every_step(game, name, tmp_path):
    of = subject(game)
    playout, asked = of.invariants.playouts[name], 0
    for number, run in enumerate(playout.runs):
        files = []
        if run.cards:
            files = [tmp_path / f"cards {number}.toml"]
            files[0].write_text(run.cards, encoding="utf-8")
        found, seen = play(of, of.game.make_tables(run.table, files), run.seed, 0, run.games)
        assert found == "sound", run
        asked = asked + seen
    if playout.never is not None:
        assert {kind for kind in of.game.words.decisions if asked[kind] == 0} == set(playout.never)


@pytest.mark.parametrize(("game", "rule"), cases(lambda invariants: invariants.rules))
def test_the_checker_finds_a_game_that_breaks_a_rule(game, rule):
    of = subject(game)
    tables = of.game.make_tables(of.invariants.spoilt_table, [])
    found, _ = play(of, tables, 1, 0, 3, of.invariants.rules.index(rule))
    assert found.split(": ")[-1] == rule


@pytest.mark.parametrize("game", SUBJECTS)
def test_no_two_actions_of_a_decision_have_the_same_words(game):
    of = subject(game)
    ids = of.game.words.card_ids()
    for number, table in enumerate(of.tables.values()):
        tables, s, actions = of.game.make_tables(table, []), of.game.new_state(), of.game.new_actions()
        for deal in range(4):
            chance = np.random.default_rng([number, deal])
            of.game.setup(s, tables, 7, deal)
            while not s.over:
                n = of.game.legal_actions(s, tables, actions)
                phrases = [of.game.words.phrase(s, actions[k], ids) for k in range(n)]
                assert len(set(phrases)) == n, phrases
                of.game.apply(s, tables, actions[int(chance.integers(n))].copy())
                assert s.error == 0


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", SUBJECTS)
def test_ten_million_random_games_keep_the_rules(game, part):
    of, games = subject(game), MANY // PARTS // TABLES
    for number in range(part * TABLES, (part + 1) * TABLES):
        tables = of.game.make_tables(of.invariants.many(number), [])
        assert play(of, tables, 1_000 + number, 0, games)[0] == "sound", number
