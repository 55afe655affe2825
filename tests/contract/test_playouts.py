"""Random games keep the invariants at every step, and the checker finds every game that does not."""

import random

import numpy as np
import pytest

from sim.core.kernel import kernel

from .playouts import play, rules_of, spoilt
from .subject import SUBJECTS, subject

MANY = 10_000_000
"""Games of each game in the long tests."""
PARTS = 100
TABLES = 20
"""Tables in each part."""
DRAWN, DRAWN_FROM, FEW = 150, 10_000_000, 8
"""Tables that are drawn by the commit, of so many; games at each of them."""


def cases(what):
    """(game, name) of all that a game's invariants name."""
    return [(game, name) for game in SUBJECTS for name in what(subject(game).invariants)]


@pytest.mark.drawn(30)
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


@pytest.mark.parametrize(
    ("game", "rule"),
    [pytest.param(game, rule, id=f"{game}-{rule.text}") for game in SUBJECTS for rule in rules_of(game)],
)
def test_the_checker_finds_a_game_that_breaks_a_rule(game, rule):
    assert rule.spoils
    for spoil in rule.spoils:
        assert spoilt(subject(game), rule, spoil) == rule.text, spoil


def none_offered(legal_actions):
    return lambda s, t, actions: 0 if s.turn > 1 else legal_actions(s, t, actions)


def at_fault(apply):
    def faulty(s, t, action):
        apply(s, t, action)
        s.error = s.turn > 1

    return faulty


def measured_wrongly(measure):
    def wrong(s, t, measures):
        measure(s, t, measures)
        measures[:] += 1

    return wrong


@pytest.mark.parametrize(
    ("part", "spoiling", "rule"),
    [
        ("legal_actions", none_offered, "There is a legal action, and not too many"),
        ("apply", at_fault, "The game stops without a fault"),
        ("measure", measured_wrongly, "The measures are those of the final state"),
    ],
)
def test_random_games_are_looked_at_throughout(part, spoiling, rule):
    of = subject(SUBJECTS[0])
    spoilt_part = kernel(getattr(of.game.signatures, part), cache=False)(spoiling(getattr(of.game, part)))
    found, _ = play(of, of.game.make_tables(of.invariants.spoilt_table, []), 1, 0, 3, **{part: spoilt_part})
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


def break_no_rule(game, numbers):
    """Looks at the games of tables by their numbers, in which nothing ends them early."""
    of = subject(game)
    for number in numbers:
        table = of.invariants.many(number * of.invariants.whole)
        assert play(of, of.game.make_tables(table, []), number, 0, FEW)[0] == "sound", table


@pytest.mark.parametrize("game", SUBJECTS)
def test_games_of_tables_drawn_anew_keep_the_rules(game, sample_seed):
    break_no_rule(game, random.Random(f"{sample_seed} {game}").sample(range(DRAWN_FROM), DRAWN))


@pytest.mark.long
@pytest.mark.parametrize("game", SUBJECTS)
def test_games_of_twenty_thousand_tables_keep_the_rules(game):
    break_no_rule(game, range(20_000))


@pytest.mark.long
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", SUBJECTS)
def test_ten_million_random_games_keep_the_rules(game, part):
    of, games = subject(game), MANY // PARTS // TABLES
    for number in range(part * TABLES, (part + 1) * TABLES):
        tables = of.game.make_tables(of.invariants.many(number), [])
        assert play(of, tables, 1_000 + number, 0, games)[0] == "sound", number
