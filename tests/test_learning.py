"""A value that is learned: what the fit finds, what the file refuses, to which cards it holds, and that it goes on."""

import importlib
from dataclasses import replace

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from agents import load_agent
from agents.learned import FILE, Features, card_digest, learned_file, no_weights, read_learned, written
from agents.search import search
from agents.value import no_facts
from experiments.answer import plots
from experiments.commands.cli import main
from experiments.run.learning import ACTIVE, SOURCES, chances, facts_of, fit, learn, read_learning
from experiments.run.positions import NO_DECISION, NOWHERE, TRIED, WORLDS, Positions, play_and_note, play_and_try
from experiments.statistics.choice_model import Cases, calibration
from sim import GAMES, load_game
from sim.core.errors import InputError

LEARNED = [game for game in GAMES if learned_file(game).exists()]
TINY = """
rounds = {rounds}
drawn = "{drawn}"
fitted_to = "{fitted_to}"
parts = {{ best = 5, expert = 5 }}
tables = 1
games = {{ best = 2, expert = 1 }}
rollouts = 4
share = {share}
match = 2
"""
TURNS = {"drawn": "decks", "fitted_to": "turns", "share": 0.5}
DECISIONS = {"drawn": "", "fitted_to": "decisions", "share": 0.05}


def features_of(game):
    return importlib.import_module(f"agents.{game}.value").FEATURES


def drawn_table(game):
    """A table from which the value of a game is learned."""
    return read_learning(game).tables_of(3, 0)[0]


def some_states(game, tables, games=3):
    """States of games of chance in which somebody is to decide."""
    rules, found = load_game(game), []
    for number in range(games):
        s, actions, steps = rules.new_state(), rules.new_actions(), 0
        rules.setup(s, tables, 5, number)
        while not s.over and steps < 300:
            n = rules.legal_actions(s, tables, actions)
            rules.apply(s, tables, actions[(7 * steps + number) % n])
            steps += 1
            if steps % 17 == 0 and not s.over:
                found.append(rules.copy_state(s))
    return found


def as_positions(features, states, tables):
    """States as rows of features."""
    seats = int(tables.players)
    x = np.zeros((len(states), seats, len(features.numbers)))
    cards = np.full((len(states), seats, max(features.most, 1)), NOWHERE, np.int16)
    for i, s in enumerate(states):
        for seat in range(seats):
            found = np.zeros(max(features.most, 1), np.int64)
            features.read_numbers(s, tables, seat, x[i, seat])
            n = features.read_cards(s, tables, seat, found)
            cards[i, seat, :n] = found[:n]
    active = np.array([s.active for s in states], np.int8)
    return Positions(x, cards, active, *of_nothing(len(states), seats))


def of_nothing(n, seats):
    """Turns, games, results, decisions and who decides of positions of which that does not matter."""
    none = np.full(n, NO_DECISION)
    return (
        np.zeros(n, np.int16),
        np.zeros(n, np.int32),
        np.ones((n, seats)),
        none.astype(np.int32),
        none.astype(np.int8),
    )


# --- the fit ----------------------------------------------------------------------------------------------------------


@pytest.mark.drawn(of="coverage")
@pytest.mark.parametrize("sides", [2, 3])
def test_a_planted_truth_is_found(sides):
    rng = np.random.default_rng(1)
    truth, n = np.array([1.0, -2.0, 0.5, 0.0]), 200_000
    x = rng.normal(size=(n * sides, 4)) * [1.0, 0.5, 3.0, 1.0]
    first = np.arange(n) * sides
    cases = Cases(csr_matrix(x), first, np.zeros(n * sides))
    cumulative = np.cumsum(cases.chances(truth).reshape(n, sides), axis=1)
    winner = (rng.random(n)[:, None] > cumulative).sum(axis=1)
    won = (np.arange(sides)[None, :] == winner[:, None]).astype(float)
    found = Cases(csr_matrix(x), first, won.ravel())
    weights = found.fit(np.full(4, 1e-9))
    assert weights == pytest.approx(truth, abs=0.05)
    assert found.loss(weights).mean() <= found.loss(truth).mean()
    shrunk = found.fit(np.array([1e-9, 1e-9, 1e-9, 1e6]))
    assert abs(shrunk[3]) < 1e-5
    for foretold, share, _ in calibration(found.chances(weights), won.ravel(), (0, 0.25, 0.5, 0.75, 1.01)):
        assert foretold == pytest.approx(share, abs=0.02)


@pytest.mark.drawn(of="coverage")
@pytest.mark.parametrize("sides", [2, 3])
def test_what_decisions_differ_by_besides_does_not_count(sides):
    """A number that goes with how good a decision is anyway, and does nothing, is worth nothing to a fit that gives
    each decision an intercept of its own, and something to one that does not.
    """
    rng = np.random.default_rng(1)
    decisions, each, truth = 400, 250, np.array([0.0, 1.0, 0.0])
    n = decisions * each
    features = Features("nightfall", (ACTIVE, "helps", "idle"), no_facts)
    decision = np.repeat(np.arange(decisions), each).astype(np.int32)
    good = rng.normal(0, 1.5, decisions)[decision]
    x = rng.normal(size=(n, sides, 3)).astype(np.float32)
    x[:, 0, 2] += good
    x[:, :, 0] = np.arange(sides) == 0
    strength = x @ truth
    strength[:, 0] += good
    chance = np.exp(strength) / np.exp(strength).sum(axis=1, keepdims=True)
    won = np.arange(sides) == (rng.random(n)[:, None] > np.cumsum(chance, axis=1)).sum(axis=1)[:, None]
    turn, game, *_ = of_nothing(n, sides)
    cards, seat = np.full((n, sides, 1), NOWHERE, np.int16), np.zeros(n, np.int8)
    tried = Positions(x, cards, seat, turn, game, won.astype(np.float32), decision, seat)
    found = fit(features, [tried], np.zeros((0, 0))).numbers[0]
    assert found[2] / found[1] == pytest.approx(0, abs=0.06)
    blind = fit(features, [replace(tried, decision=np.full(n, NO_DECISION, np.int32))], np.zeros((0, 0))).numbers[0]
    assert blind[2] / blind[1] > 0.3


# --- the compiled value -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", LEARNED)
def test_the_compiled_sum_is_that_of_numpy(game):
    features, tables = features_of(game), drawn_table(game)
    weights, value = read_learned(features), load_agent(game, "expert").value
    states = some_states(game, tables)
    facts = np.zeros((features.kinds, len(features.facts)))
    for kind in range(len(features.cards)):
        features.read_facts(tables, kind, facts[kind])
    expected = chances(features, weights, as_positions(features, states, tables), facts)
    for s, row in zip(states, expected, strict=True):
        assert [value(s, tables, seat) for seat in range(int(tables.players))] == pytest.approx(row.tolist(), abs=1e-9)
    assert np.ptp(expected) > 0.2


# --- to which cards it holds ------------------------------------------------------------------------------------------


def test_a_card_that_a_user_changed_is_worth_what_its_text_says(tmp_path):
    """Bait and Switch, learned as a good card, is no more than its facts once a user changes it."""
    game, card = load_game("keyforge"), "bait_and_switch"
    file = tmp_path / "mine.toml"
    file.write_text(f"[{card}]\namber = 1\n", encoding="utf-8")
    features, kind = features_of("keyforge"), game.words.card_ids(()).index(card)
    weights = no_weights(features, {})
    weights.known[kind] = 1
    weights.worth[:, features.zones.index("hand"), kind] = 2.0
    value = importlib.import_module("agents.keyforge.value").value_with(weights)
    odds = []
    for cards in ([], [file]):
        tables, s = game.make_tables({}, cards), game.new_state()
        game.words.clear(s, tables, 0)
        paths = game.words.paths(tables, game.words.card_ids(cards))
        paths["p1.hand"].write(s, [card])
        odds.append(np.log(value(s, tables, 0) / value(s, tables, 1)))
    assert odds == pytest.approx([2.0, 0.0])


def test_a_row_that_changed_loses_what_was_learned_of_it(monkeypatch):
    features, game = features_of("keyforge"), load_game("keyforge")
    before = read_learned(features)
    cards = {card: dict(fields) for card, fields in game.words.cards(()).items()}
    cards["anger"]["amber"] = 3
    cards["arise"]["note"] = "said otherwise"
    changed_game = replace(game, words=replace(game.words, cards=lambda extra: cards))
    monkeypatch.setattr("agents.learned.load_game", lambda name: changed_game)
    after = read_learned(features)
    changed = list(cards).index("anger")
    assert before.known[changed] == 1
    assert after.known[changed] == 0
    assert np.flatnonzero(before.known != after.known).tolist() == [changed]


def test_notes_of_a_card_are_no_facts():
    assert card_digest({"name": "A", "amber": 1}) == card_digest({"amber": 1, "name": "B", "note": "x"})
    assert card_digest({"amber": 1}) != card_digest({"amber": 2})


def test_what_was_learned_counts_in_the_digest():
    expert, module = load_agent("keyforge", "expert"), importlib.import_module("agents.keyforge.value")
    weights = read_learned(module.FEATURES)
    same = search("keyforge", "expert", expert.rollout, module.value_with(weights), **expert.parameters)
    assert same.digest() == expert.digest()
    weights.numbers[0, 0] += 0.001
    other = search("keyforge", "expert", expert.rollout, module.value_with(weights), **expert.parameters)
    assert other.digest() != expert.digest()


# --- the file ---------------------------------------------------------------------------------------------------------


def test_what_is_written_is_read(tmp_path):
    features = features_of("keyforge")
    weights, path = read_learned(features), tmp_path / FILE
    path.write_text(written(features, weights), encoding="utf-8")
    again = read_learned(features, path)
    for one, other in zip(weights.arrays, again.arrays, strict=True):
        assert np.array_equal(one, other)
    assert path.read_bytes() == learned_file("keyforge").read_bytes()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("version = 1", "version = 2", "version 2, and 1 is read here"),
        ("version = 1\n", "", "version None, and 1 is read here"),
        ("hand = [", "hand = [9, ", "damaged or changed by hand"),
        ("[texts.hand]", "[texts.hands]", "damaged or changed by hand"),
    ],
)
def test_a_file_that_does_not_fit_is_one_clear_error(tmp_path, old, new, said):
    path = tmp_path / FILE
    path.write_text(learned_file("keyforge").read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(InputError) as error:
        read_learned(features_of("keyforge"), path)
    (problem,) = error.value.problems
    assert problem.startswith(f"{path}: ")
    assert said in problem
    assert problem.endswith("overnight learn keyforge")


def test_weights_of_other_features_are_refused(tmp_path):
    features = features_of("keyforge")
    path = tmp_path / FILE
    path.write_text(written(features, no_weights(features, {})), encoding="utf-8")
    other = replace(features, numbers=(*features.numbers[:-1], "something_else"))
    with pytest.raises(InputError, match=r"made for other features than value\.py reads"):
        read_learned(other, path)


def test_where_nothing_was_learned_all_are_even(tmp_path):
    weights = read_learned(features_of("keyforge"), tmp_path / FILE)
    assert not any(part.any() for part in weights.arrays)


def test_a_game_that_is_not_learned_says_which_are():
    learned = "berserk, berserk_heroes, keyforge, nightfall, shards_of_infinity"
    with pytest.raises(InputError, match=f"of Aeon's End is worth is not learned from play; of {learned} it is"):
        read_learning("aeons_end")


# --- learning ---------------------------------------------------------------------------------------------------------


class Killed(Exception):  # noqa: N818
    """Ends a learning in its midst."""


def tiny(tmp_path, rounds=2, game="keyforge"):
    path = tmp_path / "learning.toml"
    how = TURNS if game == "keyforge" else DECISIONS
    path.write_text(TINY.format(rounds=rounds, **how), encoding="utf-8")
    return read_learning(game, path)


@pytest.mark.drawn(of="going on")
@pytest.mark.parametrize("game", [pytest.param("keyforge", marks=pytest.mark.long), "nightfall"])
def test_a_learning_that_is_killed_goes_on_to_the_same_bytes(game, tmp_path):
    learning, told = tiny(tmp_path, game=game), []
    whole = learn(learning, tmp_path / "whole", told.append)
    for stop in (1, 7, 12, len(told) - 1):
        lines = []

        def kill(line, lines=lines, stop=stop):
            lines.append(line)
            if len(lines) == stop:
                raise Killed

        with pytest.raises(Killed):
            learn(learning, tmp_path / "parts", kill)
    again = learn(learning, tmp_path / "parts")
    files = sorted(path.name for path in whole.folder.iterdir())
    assert files == sorted(path.name for path in again.folder.iterdir())
    assert len(files) == 20 + 3
    for name in files:
        assert (whole.folder / name).read_bytes() == (again.folder / name).read_bytes(), name
    assert again.weights.plan["games"] == {"best": 20, "expert": 10}
    learned = read_learned(learning.features, again.folder / "learned.toml")
    assert all(map(np.array_equal, learned.arrays, again.weights.arrays))
    unseen = {"unseen cards", "the same, seen"} if learning.features.zones else set()
    assert set(again.figures["positions"]) == {"all", "early", "late"} | unseen
    assert plots.learning(again).get_title(loc="left").startswith(f"What a position of {learning.game.title}")


def test_a_learning_does_not_go_on_with_other_code(tmp_path, monkeypatch):
    learning, other = tiny(tmp_path), tmp_path / "positions.py"
    before = learning.digest()
    other.write_bytes(SOURCES[1].read_bytes() + b"#")
    monkeypatch.setattr("experiments.run.learning.SOURCES", [SOURCES[0], other])
    assert learning.digest() != before


def test_a_damaged_part_is_told(tmp_path):
    learning = tiny(tmp_path, rounds=1)

    def kill(line):
        raise Killed

    with pytest.raises(Killed):
        learn(learning, tmp_path, kill)
    (part,) = tmp_path.glob("learn-*/*.npz")
    part.write_bytes(part.read_bytes()[:100])
    with pytest.raises(InputError, match="damaged; delete it and learn again"):
        learn(learning, tmp_path)


def test_positions_are_those_at_turn_starts(tmp_path):
    learning = tiny(tmp_path)
    tables, best = learning.tables_of(1, 0)[0], load_agent("keyforge", "best")
    found = play_and_note(learning.features, tables, [best] * 2, 1, 0, 3, 1.0)
    for game in range(3):
        turns = found.turn[found.game == game]
        assert turns.tolist() == list(range(turns[0], turns[0] + len(turns)))
        assert len(set(map(tuple, found.won[found.game == game].tolist()))) == 1
    assert (found.won.sum(axis=1) == 1).all()
    thinned = play_and_note(learning.features, tables, [best] * 2, 1, 0, 3, 0.3)
    assert 0 < len(thinned.turn) < len(found.turn)
    assert facts_of(learning).any()


def test_positions_of_a_decision_are_those_its_actions_lead_to(tmp_path):
    learning = tiny(tmp_path, game="nightfall")
    tables, best = learning.tables_of(1, 0)[0], load_agent("nightfall", "best")
    found = play_and_try(learning.features, tables, [best] * 2, best, 3, 1, 0, 2, 0.1)
    decisions, counts = np.unique(found.decision, return_counts=True)
    assert len(decisions) > 5
    assert counts.max() <= TRIED * WORLDS
    assert (counts > WORLDS).any()
    for decision in decisions:
        here = found.taken(found.decision == decision)
        assert len(np.unique(here.decides)) == len(np.unique(here.game)) == len(np.unique(here.turn)) == 1
        assert (here.won.sum(axis=1) == 1).all()
    assert len(np.unique(found.numbers, axis=0)) > len(decisions)
    assert set(found.decides.tolist()) == {0, 1}


def test_actions_of_a_decision_are_tried_in_the_same_imagined_games(tmp_path):
    """Of many actions any are drawn, so that some are tried twice: they lead to the same positions."""
    learning = tiny(tmp_path, game="nightfall")
    tables, best = learning.tables_of(1, 0)[0], load_agent("nightfall", "best")
    found, twice, whole = play_and_try(learning.features, tables, [best] * 2, best, 3, 1, 0, 16, 0.1), 0, 0
    for decision in np.unique(found.decision):
        here = found.taken(found.decision == decision)
        if len(here.turn) == TRIED * WORLDS:
            whole += 1
            twice += len(np.unique(here.numbers.reshape(TRIED, -1), axis=0)) < TRIED
    assert whole > twice > 0


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('fitted_to = "games"', "fitted_to should be turns or decisions"),
        ("parts = { best = 5 }", "parts should be a table with whole numbers above 0 for best and expert"),
        ('drawn = "deck"', "drawn should be one of decks"),
        ("shares = 1", 'no key is called "shares"; did you mean "share"'),
    ],
)
def test_what_is_wrong_with_a_learning_file_is_told(tmp_path, line, said, capsys):
    key = line.split(" = ")[0]
    path = tmp_path / "learning.toml"
    kept = [told for told in TINY.format(rounds=1, **TURNS).splitlines() if not told.startswith(f"{key} =")]
    path.write_text("\n".join([*kept, line]), encoding="utf-8")
    assert main(["learn", "keyforge", "--file", str(path)]) == 2
    assert said in " ".join(capsys.readouterr().err.split())
