"""What a seat cannot know is redealt evenly, all else is kept, and no agent's choice depends on it.

The agents are asked twice: in a game as it is, and in copies of it in which all that their seat cannot know is dealt
anew. The answers must be equal, and agents that peek, made for this test, must be caught.
"""

import functools
import re
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from quick import quick_agents
from scipy.stats import chi2_contingency, chisquare

from agents import list_agents, load_agent
from sim.core.kernel import kernel
from sim.core.rng import agent_stream, shuffle_stream
from sim.words.paths import NOBODY

from .honesty import (
    HONEST,
    LEAKS,
    MEDDLES,
    NONSENSE,
    PEEKS,
    VERDICTS,
    agent_of,
    always_stream,
    answers_by,
    draws_luck,
    honest,
    look,
    look_for_seconds,
    next_agent_stream,
    own_deck_stream,
    reading,
    reads_luck,
)
from .piles import without_leftovers
from .subject import SUBJECTS, positions, subject

LEAST_P = 1e-5
REDEALS = 12_000


def redealt(game, s, tables, viewer, seed):
    copy = s.copy()
    game.determinize(copy, tables, viewer, seed)
    return copy


def as_bytes(s, but=()):
    return {name: s[name].tobytes() for name in s.dtype.names if name not in but}


# --- redealing --------------------------------------------------------------------------------------------------------

PLACES = [(game, place) for game in SUBJECTS for place in subject(game).knowledge.places]
TELLING = 5
"""So many positions show what redealing may do wrong, at least."""
EVERY = 10
"""The words are read in every so many-th position: they take longest."""


def place_of(name, place):
    of = subject(name)
    return of.game, of.knowledge, of.knowledge.places[place]


def readings(paths, s):
    """What paths tell of a state."""
    return {name: path.read(s) for name, path in paths.items()}


def without_seat(name):
    """The name of a path without the seat to which it belongs."""
    return re.sub(r"^p\d\.", "", name)


def hidden_by(paths, s, viewer):
    """What paths hide from a seat, by name: also the order of what nobody may see."""
    found = {}
    for name, path in paths.items():
        if not path.is_open_to(viewer):
            there = path.read(s)
            found[name] = there if path.seen_by == NOBODY else sorted(there)
        elif path.read_by:
            seen = path.read_by(s, viewer)
            found[name] = [card for card in path.read(s) if card not in seen]
        elif path.fields_seen_by:
            found[name] = [entry[field] for entry in path.read(s) for field in path.fields_seen_by]
    return found


@pytest.mark.drawn(8)
@pytest.mark.parametrize(("name", "place"), PLACES)
def test_redealing_keeps_all_that_the_viewer_knows(name, place):
    game, knowledge, at = place_of(name, place)
    closed = ("rng", *knowledge.hidden, *knowledge.scratch)
    assert sum(at.telling(position.state) for position in positions(name, place)) >= TELLING
    for number, (tables, s, _, views) in enumerate(positions(name, place)):
        for viewer, view in enumerate(views):
            copy = redealt(game, s, tables, viewer, number)
            assert as_bytes(copy, closed) == as_bytes(s, closed)
            assert all(copy.rng[agent_stream(seat)] == s.rng[agent_stream(seat)] for seat in range(game.seats))
            assert knowledge.seen(copy, tables, viewer) == knowledge.seen(s, tables, viewer)
            if number % EVERY == 0:
                assert readings(view, copy) == readings(view, s)


@pytest.mark.drawn(12)
@pytest.mark.parametrize(("name", "place"), PLACES)
def test_redealing_changes_all_that_the_viewer_cannot_know(name, place):
    game, knowledge, at = place_of(name, place)
    found, changed, there = positions(name, place), Counter(), set()
    seats = range(len(found[0].views))
    luck = [*knowledge.luck.values(), *map(shuffle_stream, seats)]
    for number, (tables, s, paths, _) in enumerate(found):
        for viewer in seats:
            copy = redealt(game, s, tables, viewer, 1000 + number)
            before, after = hidden_by(paths, s, viewer), hidden_by(paths, copy, viewer)
            changed.update({(viewer, path): before[path] != after[path] for path in before})
            there |= {without_seat(path) for path in before if any(before[path])}
            assert all(copy.rng[stream] != s.rng[stream] for stream in luck)
    often = {place: times for place, times in changed.items() if without_seat(place[1]) in at.hides}
    assert all(times > len(found) * at.share for times in often.values()), often
    ever = {without_seat(path) for (_, path), times in changed.items() if times}
    assert ever == {*at.hides, *at.seldom}
    assert there - ever == set(at.bare)


@pytest.mark.parametrize("game", SUBJECTS)
def test_every_field_that_is_called_hidden_is_redealt(game):
    of, unchanged = subject(game), set(subject(game).knowledge.hidden)
    found = (position for place in of.knowledge.places for position in positions(game, place))
    for number, (tables, s, *_) in enumerate(found):
        copy = redealt(of.game, s, tables, number % int(s.players), number)
        unchanged -= {name for name in unchanged if copy[name].tobytes() != s[name].tobytes()}
        if not unchanged:
            return
    assert not unchanged


@pytest.mark.drawn(8)
@pytest.mark.parametrize(("name", "place"), PLACES)
def test_what_is_redealt_does_not_depend_on_what_was_there(name, place):
    game, knowledge, _ = place_of(name, place)
    for number, (tables, s, *_) in enumerate(positions(name, place)):
        players = int(s.players)
        for viewer in range(players):
            found = [redealt(game, s, tables, viewer, number)]
            found += [redealt(game, redealt(game, s, tables, viewer, seed), tables, viewer, number) for seed in (0, 1)]
            if game.words.team is not None:  # no seat hides anything from another
                found.append(redealt(game, s, tables, (viewer + 1) % players, number))
            first, *others = (as_bytes(without_leftovers(copy), knowledge.scratch) for copy in found)
            assert all(other == first for other in others)


@pytest.mark.parametrize(("name", "place"), PLACES)
def test_the_same_seed_redeals_the_same_and_another_another(name, place):
    game = subject(name).game
    tables, s, paths, _ = positions(name, place)[5]
    one, same, other = (redealt(game, s, tables, 0, seed) for seed in (3, 3, 4))
    assert as_bytes(one) == as_bytes(same)
    assert hidden_by(paths, one, 0) != hidden_by(paths, other, 0)


def lying(situation, paths, s):
    """By name, the cards that are alike in the order in which they lie; and the zones, with that name for each."""
    names = {card: name for name, cards in situation.alike.items() for card in cards}
    zones = {path: paths[path].read(s) for path, there in situation.given.items() if isinstance(there, list)}
    there = [card for zone in zones.values() for card in zone if isinstance(card, str)]
    orders = {name: tuple(card for card in there if names.get(card) == name) for name in situation.alike}
    known = {
        path: [names.get(card, card) if isinstance(card, str) else card for card in zone]
        for path, zone in zones.items()
    }
    return orders, known


@functools.cache
def many_redeals(game):
    """What lies in the small situation when it is redealt again and again."""
    of, situation = subject(game).game, subject(game).knowledge.situation
    tables, s = situation.laid_out(of)
    paths, viewers = of.words.paths(tables, of.words.card_ids()), situation.viewers
    return [
        lying(situation, paths, redealt(of, s, tables, viewers[seed % len(viewers)], seed)) for seed in range(REDEALS)
    ]


HIDDEN = [(game, part) for game in SUBJECTS for part in subject(game).knowledge.situation.alike]
PAIRS = [(game, *pair) for game in SUBJECTS for pair in combinations(subject(game).knowledge.situation.alike, 2)]


@pytest.mark.drawn(8)
@pytest.mark.parametrize(("game", "part"), HIDDEN)
def test_every_outcome_of_what_is_hidden_is_equally_likely(game, part):
    found = Counter(orders[part] for orders, _ in many_redeals(game))
    outcomes = subject(game).knowledge.situation.outcomes(part)
    assert len(outcomes) >= 6
    assert set(found) == outcomes
    assert chisquare([*found.values()]).pvalue > LEAST_P


@pytest.mark.parametrize("game", SUBJECTS)
def test_what_is_known_in_the_small_situation_stays(game):
    situation = subject(game).knowledge.situation
    first, *others = (zones for _, zones in many_redeals(game))
    assert all(zones == first for zones in others)
    known = {path: [card for card in first[path] if card not in situation.alike] for path in situation.known}
    assert known == situation.known


@pytest.mark.parametrize(("game", "one", "other"), PAIRS)
def test_hidden_parts_are_redealt_independently(game, one, other):
    found = Counter((orders[one], orders[other]) for orders, _ in many_redeals(game))
    rows, columns = (subject(game).knowledge.situation.outcomes(name) for name in (one, other))
    table = [[found[row, column] for column in columns] for row in rows]
    assert chi2_contingency(table).pvalue > LEAST_P


# --- no agent peeks ---------------------------------------------------------------------------------------------------

COUNTS = [(game, players) for game in SUBJECTS for players in subject(game).game.player_counts]
AGENTS = [(game, agent.name, players) for game, players in COUNTS for agent in list_agents(game)]


@pytest.mark.drawn(20)
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
    if many and players > 1:
        assert asked >= set(knowledge.asked)


def test_all_numbers_of_a_record_are_read():
    inner = np.dtype([("a", "i1"), ("b", "i2", (2, 3))])
    dtype = np.dtype([("x", "i4"), ("closed", "i4"), ("y", inner, (2,)), ("z", inner)])
    s = np.zeros(1, np.dtype((np.record, dtype)))[0]
    read, found = reading(dtype, ["x", "y", "z"]), 0
    assert read(s) == 0
    s.x, s.closed, s.z.a, s.y[1].a = 1, 100, 2, 4
    assert read(s) == 7
    for number, one in enumerate((*s.y, s.z), 1):
        for place in np.ndindex(2, 3):
            one.b[place] = number
            found += number
            assert read(s) == 7 + found


@functools.cache
def honest_agent(game):
    of = subject(game)
    closed = (*of.knowledge.hidden, *of.knowledge.scratch)
    return agent_of(of.game, honest(of.game, closed, of.knowledge.reads))


@pytest.mark.drawn(4)
@pytest.mark.parametrize(("game", "players"), COUNTS)
def test_an_honest_agent_is_not_accused(game, players):
    of = subject(game)
    tables = of.knowledge.tables(players)
    for table in tables:
        assert look(of.game, honest_agent(game), table, max(5000 // len(tables), 2000))[0] == VERDICTS[HONEST]


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
STREAMS = {"its deck": own_deck_stream, "another": next_agent_stream}
"""Streams of luck that no agent may use in any game."""


def cheats(game):
    """(what it does, the agent, the verdict on it) of all that cheat."""
    of = subject(game)
    streams = STREAMS | {name: always_stream(number) for name, number in of.knowledge.luck.items()}
    yield from ((function.__name__, function, verdict) for function, verdict in MEDDLING)
    yield from ((what, answers_by(peek), PEEKS) for what, peek in of.knowledge.peeks.items())
    for name, stream in streams.items():
        yield f"reads luck of {name}", reads_luck(stream), PEEKS
        yield f"draws luck of {name}", draws_luck(stream), MEDDLES


@pytest.mark.drawn(24)
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
    found, _ = look(of.game, agent_of(of.game, cheat), of.knowledge.tables(2)[-1], 3000)
    assert found.endswith(VERDICTS[verdict])


@pytest.mark.parametrize("game", SUBJECTS)
def test_legal_actions_that_tell_a_secret_are_caught(game):
    of = subject(game)
    rules, leaked = of.game.legal_actions, of.knowledge.leak

    def leaking(s, t, actions):
        n = rules(s, t, actions)
        return n - 1 if n > 2 and leaked(s) else n

    leak = kernel(of.game.signatures.legal_actions, cache=False)(leaking)
    found, _ = look(of.game, load_agent(game, "random"), of.knowledge.tables(2)[-1], 500, legal_actions=leak)
    assert found.endswith(VERDICTS[LEAKS])
