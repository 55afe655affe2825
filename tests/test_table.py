"""Tables of house rules: what a key says it may be is what it may be; who begins; what cards may say of themselves."""

import numpy as np
import pytest

from sim.core.actions import PROBE_SIZE, offer
from sim.core.beginning import RANDOM_FIRST, ROTATE, begin
from sim.core.faults import ERROR_ACTIONS_FULL, ERROR_FRAMES_FULL
from sim.core.frames import below_top, pop, push, top
from sim.core.game import ACTION
from sim.core.kernel import kernel
from sim.core.rng import stream_count
from sim.reading.card_schema import SOURCE, CardSchema, Field
from sim.reading.table import Key, firsts, read_table

KEYS = {
    "players": Key("how many", 2, (2, 4)),
    "first": Key("who begins", "rotate", ways=("rotate", "random")),
    "health": Key("at the start", 50, (1, 99)),
    "chains": Key("by seat", [0, 0], (0, 9), each_seat=True),
    "mode": Key("how hard", "mild", options=("mild", "wild")),
    "open": Key("whether hands are", False),
    "life": Key("what follows from mode", None, (1, 9)),
}
STATE = np.dtype([("rng", "u8", (stream_count(4),)), ("error", "i2")])


def test_what_is_not_given_is_by_the_rules():
    values, problems = read_table(KEYS, {"health": 7})
    assert problems == []
    assert values == {name: key.standard for name, key in KEYS.items()} | {"health": 7}


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ({"helth": 7}, 'no key is called "helth"; did you mean "health"'),
        ({"health": 0}, "health should be a whole number from 1 to 99, found 0"),
        ({"health": True}, "health should be a whole number from 1 to 99, found True"),
        ({"health": 7.0}, "health should be a whole number from 1 to 99, found 7.0"),
        (
            {"chains": [0, 10]},
            "chains should list whole numbers from 0 to 9, one a player, found [0, 10]",
        ),
        ({"chains": 3}, "chains should list whole numbers from 0 to 9, one a player, found 3"),
        ({"mode": "midl"}, "mode should be one of mild, wild, found 'midl'; did you mean \"mild\""),
        ({"mode": ["mild"]}, "mode should be one of mild, wild, found ['mild']"),
        ({"open": 1}, "open should be true or false, found 1"),
        ({"first": "p3"}, "first should be one of rotate, random, p1, p2, found 'p3'"),
        ({"first": 1}, "first should be one of rotate, random, p1, p2, found 1"),
        ({"life": "low"}, "life should be a whole number from 1 to 9, found 'low'"),
    ],
)
def test_a_wrong_value_is_told_with_what_would_be_right(table, problem):
    found = read_table(KEYS, table)[1]
    assert len(found) == 1
    assert found[0].startswith(f"table: {problem}")


def test_all_that_is_wrong_is_told_at_once():
    fixed = Key("how many", 2, (2, 2))
    assert fixed.wrong(3, 2) == "should be 2, found 3"
    assert len(read_table(KEYS, {"helth": 1, "health": 0, "mode": 3, "players": 9})[1]) == 4


def test_who_may_begin_follows_from_the_players():
    assert read_table(KEYS, {"first": "p3", "players": 3})[1] == []
    assert firsts(3, ()) == {"p1": 0, "p2": 1, "p3": 2}
    assert firsts(1) == {"rotate": ROTATE, "random": RANDOM_FIRST, "p1": 0}


@pytest.fixture
def state():
    return np.zeros(1, np.dtype((np.record, STATE)))[0]


def begun(state, game, players, first):
    seat = begin(state, 5, game, players, first)
    return int(seat), state.rng.tolist()


def test_with_rotate_a_deal_is_played_once_with_each_seat_first(state):
    found = [begun(state, game, 3, ROTATE) for game in range(6)]
    assert [seat for seat, _ in found] == [0, 1, 2, 0, 1, 2]
    shared = [streams[:3] for _, streams in found]
    assert shared[0] == shared[1] == shared[2] != shared[3]
    second = found[1][1]
    assert second[5:7] == found[0][1][3:5], "who begins has the luck of who begins"


def test_a_seat_or_chance_begins(state):
    assert {begun(state, game, 3, 2)[0] for game in range(9)} == {2}
    drawn = [begun(state, game, 4, RANDOM_FIRST)[0] for game in range(400)]
    assert all(70 < drawn.count(seat) < 130 for seat in range(4))


SCHEMA = CardSchema(
    {
        "name": Field(needed=True),
        "type": Field(options=("beast", "spell"), needed=True),
        "power": Field(int, (0, 9), of=("beast",), needed=("beast",)),
        "fast": Field(bool),
        "play": Field(list),
        "traits": Field(list, check=lambda value: [f'"{word}" is no trait' for word in value if word == "each"]),
        "source": SOURCE,
    },
    ability=lambda key, kind: [] if key == "destroyed" else [f'no ability is called "{key}"'],
)
BEAR = {"name": "Bear", "type": "beast", "power": 3}


@pytest.mark.parametrize("facts", [{}, {"fast": True, "play": ["gain 1"]}, {"destroyed": ["gain 1"]}, {"traits": []}])
def test_sound_cards(facts):
    assert SCHEMA.check("bear", BEAR | facts, "here") == []


@pytest.mark.parametrize(
    ("facts", "problem"),
    [
        ({"power": 10}, "power should be a whole number from 0 to 9, found 10"),
        ({"power": True}, "power should be a whole number, found True"),
        ({"fast": 1}, "fast should be true or false, found 1"),
        ({"type": "spel", "power": 3}, "type should be one of beast, spell, found 'spel'; did you mean \"spell\""),
        ({"type": "spell"}, 'only a beast has "power"'),
        ({"play": "gain 1"}, "play should be a list of texts, found 'gain 1'"),
        ({"play": ["gain 1", 2]}, "play should be a list of texts, found ['gain 1', 2]"),
        ({"traits": ["each"]}, '"each" is no trait'),
        ({"source": "guessed"}, "source should be one of established, assumed, designed, found 'guessed'"),
        ({"destroyed": "gain 1"}, "destroyed should be a list of texts, found 'gain 1'"),
        ({"destroid": []}, 'no ability is called "destroid"'),
    ],
)
def test_unsound_cards(facts, problem):
    found = SCHEMA.check("bear", BEAR | facts, "here")
    assert found[0].startswith(f"here: {problem}")


def test_what_a_card_needs():
    assert SCHEMA.check("bear", {"type": "beast"}, "here") == ["here: name is missing", "here: power is missing"]
    assert SCHEMA.check("fog", {"type": "spell", "name": "Fog"}, "here") == []
    plain = CardSchema({"name": Field()})
    assert plain.check("fog", {"nam": "Fog"}, "here") == ['here: no field is called "nam"; did you mean "name"?']


@kernel
def put(s, kind):
    frame = push(s)
    frame.kind = kind


def test_frames():
    frame = np.dtype((np.record, [("kind", "i2"), ("card", "i2")]))
    room = np.zeros(1, np.dtype((np.record, [("error", "i2"), ("n_frames", "i2"), ("frame", frame, (3,))])))
    s = room[0]
    for kind in (1, 2, 3):
        put(s, kind)
    assert (top(s).kind, below_top(s).kind, s.n_frames, s.error) == (3, 2, 3, 0)
    pop(s)
    assert (top(s).kind, s.n_frames) == (2, 2)
    put(s, 8)
    put(s, 9)
    assert (s.error, s.n_frames, top(s).kind, below_top(s).kind) == (ERROR_FRAMES_FULL, 3, 9, 2)


def test_a_full_list_of_actions_is_a_fault_and_a_probe_only_counts(state):
    actions = np.zeros(3, np.dtype((np.record, ACTION)))
    n = 0
    for a in range(3):
        n = offer(state, actions, n, 1, a, 0, -a)
    assert (n, int(state.error), actions[2].tolist()) == (3, 0, (1, 2, 0, -2))
    assert offer(state, actions, n, 1, 9, 0, 0) == 3
    assert state.error == ERROR_ACTIONS_FULL
    state.error = 0
    n = 0
    for a in range(5):
        n = offer(state, actions[:PROBE_SIZE], n, 1, a, 0, 0)
    assert (n, int(state.error)) == (5, 0)
