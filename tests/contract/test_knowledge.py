"""What a seat cannot know is redealt evenly, all else is kept, and no agent's choice depends on it.

The agents are asked twice: in a game as it is, and in copies of it in which all that their seat cannot know is dealt
anew. The answers must be equal, and agents that peek, made for this test, must be caught.
"""

import functools

import numpy as np
import pytest
from quick import quick_agents
from scipy.stats import chi2_contingency, chisquare

from agents import list_agents, load_agent
from sim.core.kernel import kernel
from sim.core.rng import shuffle_stream

from .honesty import HONEST, LEAKS, MEDDLES, NONSENSE, PEEKS, VERDICTS, agent_of, look, look_for_seconds, told
from .subject import SUBJECTS, subject

LEAST_P = 1e-5
REDEALS = 12_000


def redealt(game, s, tables, viewer, seed):
    copy = s.copy()
    game.determinize(copy, tables, viewer, seed)
    return copy


def as_bytes(s):
    return {name: s[name].tobytes() for name in s.dtype.names}


# --- redealing --------------------------------------------------------------------------------------------------------

PLACES = [(game, name) for game in SUBJECTS for name in subject(game).knowledge.places]


def place_of(game, name):
    of = subject(game)
    return of.game, of.knowledge, of.knowledge.places[name]()


@pytest.mark.parametrize(("name", "place"), PLACES)
def test_redealing_keeps_all_that_the_viewer_knows(name, place):
    game, knowledge, at = place_of(name, place)
    assert any(at.telling(s) for _, s in at.positions)
    for number, (tables, s) in enumerate(at.positions):
        for viewer in range(int(s.players)):
            copy = redealt(game, s, tables, viewer, number)
            assert knowledge.known(copy, tables, viewer) == knowledge.known(s, tables, viewer)


@pytest.mark.parametrize(("name", "place"), PLACES)
def test_redealing_changes_all_that_the_viewer_cannot_know(name, place):
    game, knowledge, at = place_of(name, place)
    players = int(at.positions[0][1].players)
    luck = [*knowledge.luck.values(), *map(shuffle_stream, range(players))]
    for viewer in range(players):
        changed = dict.fromkeys(at.parts(at.positions[0][1], at.positions[0][0], viewer), 0)
        for number, (tables, s) in enumerate(at.positions):
            copy = redealt(game, s, tables, viewer, 1000 + number)
            before, after = at.parts(s, tables, viewer), at.parts(copy, tables, viewer)
            for part in changed:
                changed[part] += before[part] != after[part]
            assert all(copy.rng[stream] != s.rng[stream] for stream in luck)
        assert {part: changed.pop(part) for part in at.same(viewer)} == dict.fromkeys(at.same(viewer), 0)
        assert all(times > len(at.positions) * at.share for times in changed.values()), changed


@pytest.mark.parametrize(("name", "place"), PLACES)
def test_what_is_redealt_does_not_depend_on_what_was_there(name, place):
    game, _, at = place_of(name, place)
    for number, (tables, s) in enumerate(at.positions):
        players = int(s.players)
        for viewer in range(players):
            found = [redealt(game, s, tables, viewer, number)]
            found += [redealt(game, redealt(game, s, tables, viewer, seed), tables, viewer, number) for seed in (0, 1)]
            if game.words.team is not None:  # no seat hides anything from another
                found.append(redealt(game, s, tables, (viewer + 1) % players, number))
            parts = [at.parts(copy, tables, viewer) for copy in found]
            assert all(part == parts[0] for part in parts)
            assert all((copy.rng == found[0].rng).all() for copy in found)


@pytest.mark.parametrize(("name", "place"), PLACES)
def test_the_same_seed_redeals_the_same_and_another_another(name, place):
    game, _, at = place_of(name, place)
    tables, s = at.positions[5]
    one, same, other = (redealt(game, s, tables, 0, seed) for seed in (3, 3, 4))
    assert as_bytes(one) == as_bytes(same)
    assert at.parts(one, tables, 0) != at.parts(other, tables, 0)


@functools.cache
def many_redeals(name):
    """What each part of the small situation comes to when it is redealt again and again."""
    of = subject(name)
    tables, s = of.knowledge.situation()
    viewers = of.knowledge.viewers
    found = [
        of.knowledge.read(redealt(of.game, s, tables, viewers[seed % len(viewers)], seed)) for seed in range(REDEALS)
    ]
    return {part: [row[part] for row in found] for part in found[0]}


HIDDEN = [(game, part) for game in SUBJECTS for part in subject(game).knowledge.outcomes]
PAIRS = [(game, *pair) for game in SUBJECTS for pair in subject(game).knowledge.independent]


@pytest.mark.parametrize(("game", "part"), HIDDEN)
def test_every_outcome_of_what_is_hidden_is_equally_likely(game, part):
    found, outcomes = many_redeals(game)[part], subject(game).knowledge.outcomes[part]
    counts = [found.count(outcome) for outcome in outcomes]
    assert len(outcomes) >= 6
    assert sum(counts) == len(found)
    assert chisquare(counts).pvalue > LEAST_P


@pytest.mark.parametrize("game", SUBJECTS)
def test_what_is_known_in_the_small_situation_stays(game):
    assert set(many_redeals(game)["kept"]) == {subject(game).knowledge.kept}


@pytest.mark.parametrize(("game", "one", "other"), PAIRS)
def test_hidden_parts_are_redealt_independently(game, one, other):
    found, outcomes = many_redeals(game), subject(game).knowledge.outcomes
    orders = {name: sorted(outcomes[name]) for name in (one, other)}
    table = np.zeros((len(orders[one]), len(orders[other])))
    for x, y in zip(found[one], found[other], strict=True):
        table[orders[one].index(x), orders[other].index(y)] += 1
    assert chi2_contingency(table).pvalue > LEAST_P


# --- no agent peeks ---------------------------------------------------------------------------------------------------

COUNTS = [(game, players) for game in SUBJECTS for players in subject(game).game.player_counts]
AGENTS = [(game, agent.name, players) for game, players in COUNTS for agent in list_agents(game)]


@pytest.mark.parametrize(("game", "agent", "players"), AGENTS)
def test_no_agent_peeks_or_meddles(game, agent, players):
    of, asked, many = subject(game), set(), True
    knowledge = of.knowledge
    for table in knowledge.tables(players):
        verdict, seen, enough = look_for_seconds(
            of.game, quick_agents(game)[agent], table, knowledge.seconds(agent), knowledge.asked_at_once
        )
        assert verdict == VERDICTS[HONEST], table
        asked |= seen
        many = many and enough
    if many:
        assert asked >= knowledge.asked(players)


@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_an_honest_agent_is_not_accused(game, players):
    of = subject(game)
    tables = of.knowledge.tables(players)
    for table in tables:
        positions = max(5000 // len(tables), 2000)
        assert look(of.game, agent_of(of.game, of.knowledge.honest), table, positions)[0] == VERDICTS[HONEST]


def changes_the_list(s, t, actions, n, params):
    actions[0].a, actions[0].kind = actions[1].a, actions[1].kind
    return 0


def changes_the_state(s, t, actions, n, params):
    s.turn += 1
    return 0


def answers_nonsense(s, t, actions, n, params):
    return n if s.turn > 4 else 0


MEDDLING = [(changes_the_list, MEDDLES), (changes_the_state, MEDDLES), (answers_nonsense, NONSENSE)]
"""Agents that do what they may not in any game."""
STREAMS = {"its deck": "shuffle_stream(s.to_move)", "another": "agent_stream((s.to_move + 1) % s.players)"}
"""Streams of luck that no agent may use in any game."""


def cheats(game):
    """(what it does, the agent, the verdict on it) of all that cheat."""
    of = subject(game)
    streams = STREAMS | {name: str(stream) for name, stream in of.knowledge.luck.items()}
    answers = [(what, f"({text}) % n", PEEKS) for what, text in of.knowledge.peeks.items()]
    for name, stream in streams.items():
        answers += [(f"reads luck of {name}", f"np.int64(s.rng[{stream}] % np.uint64(n))", PEEKS)]
        answers += [(f"draws luck of {name}", f"below(s, {stream}, n)", MEDDLES)]
    yield from ((function.__name__, function, verdict) for function, verdict in MEDDLING)
    yield from ((what, told(of.game, "s, t, actions, n, params", text), verdict) for what, text, verdict in answers)


@pytest.mark.parametrize(
    ("game", "cheat", "verdict"),
    [
        pytest.param(game, cheat, verdict, id=f"{game}-{what}")
        for game in SUBJECTS
        for what, cheat, verdict in cheats(game)
    ],
)
def test_an_agent_that_cheats_is_caught(game, cheat, verdict):
    of = subject(game)
    found, _ = look(of.game, agent_of(of.game, cheat), of.knowledge.cheated, 3000)
    assert found.endswith(VERDICTS[verdict])


@pytest.mark.parametrize("game", SUBJECTS)
def test_legal_actions_that_tell_a_secret_are_caught(game):
    of = subject(game)
    rules, leaked = of.game.legal_actions, kernel(cache=False)(told(of.game, "s", of.knowledge.leak))

    def leaking(s, t, actions):
        n = rules(s, t, actions)
        return n - 1 if n > 2 and leaked(s) else n

    leak = kernel(of.game.signatures.legal_actions, cache=False)(leaking)
    found, _ = look(of.game, load_agent(game, "random"), of.knowledge.cheated, 500, legal_actions=leak)
    assert found.endswith(VERDICTS[LEAKS])
