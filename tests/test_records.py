"""Records that Python reads by name: the same as numpy's own, for Python and for compiled code."""

import copy
import operator
import pickle

import numba
import numpy as np
import pytest

from sim import GAMES, load_game
from sim.core.kernel import interpreted, kernel
from sim.core.records import Record, new_record, new_records, record_type

INNER = np.dtype([("bits", "i4"), ("card", "i2", (5,))], align=True)
OUTER = np.dtype([("turn", "i4"), ("over", "i1"), ("line", INNER, (3,)), ("one", INNER), ("size", "i2")], align=True)


@pytest.fixture
def both():
    """A record of ours and one of numpy's, of the same bytes."""
    ours = new_record(OUTER)
    raw = np.frombuffer(ours.tobytes(), np.uint8).copy()
    raw[:] = np.random.default_rng(1).integers(0, 256, raw.size)
    theirs = raw.view(np.dtype((np.record, OUTER)))[0]
    return raw.copy().view(record_type(OUTER))[0], theirs


def test_fields_are_read_as_of_a_record_of_numpy(both):
    ours, theirs = both
    assert ours.turn == theirs.turn
    assert ours.line[2].bits == theirs.line[2].bits
    assert ours.one.card.tolist() == theirs.one.card.tolist()
    assert ours.size == theirs.size == 1, "numpy's own attributes come first"
    assert {type(record) for record in (ours, ours.one, ours["one"], ours.line[0], ours["line"][1])} == {Record}


def test_fields_are_written_in_place_as_of_a_record_of_numpy(both):
    for record in both:
        one = record.line[1]
        one.bits, record.one.card[3], record.turn = 7, 9, 11
        record.turn += 1
    ours, theirs = both
    assert (ours.line[1].bits, ours.one.card[3], ours.turn) == (7, 9, 12)
    assert ours.tobytes() == theirs.tobytes()


@pytest.mark.parametrize("value", [300, -129, np.int64(2**40)])
def test_what_does_not_fit_is_refused(both, value):
    for record in both:
        with pytest.raises(OverflowError):
            record.over = value


def test_a_field_that_is_not_there_is_told(both):
    for record in both:
        with pytest.raises(AttributeError, match="nosuch"):
            operator.attrgetter("nosuch")(record)
        with pytest.raises(AttributeError, match="nosuch"):
            record.nosuch = 1
        assert getattr(record, "nosuch", None) is None


def test_what_cannot_be_a_value_is_refused_as_such(both):
    for record in both:
        with pytest.raises(ValueError, match="invalid literal"):
            record.turn = "x"


def test_a_copy_stands_alone_and_a_pickle_is_read_again(both):
    ours, _ = both
    copied, read = ours.copy(), pickle.loads(pickle.dumps(ours))
    assert str(copied) == str(read) == str(ours)
    copied.turn += 1
    assert copied.turn != ours.turn == read.turn


@pytest.mark.parametrize("game", GAMES)
def test_the_type_of_records_is_the_same_for_compiled_code(game):
    for dtype in (load_game(game).STATE, load_game(game).TABLES):
        assert record_type(dtype) == dtype
        assert record_type(record_type(dtype)) is record_type(dtype)
        assert numba.from_dtype(record_type(dtype)) == numba.from_dtype(dtype)
        assert numba.typeof(new_records(dtype, 2)) == numba.typeof(np.zeros(2, np.dtype((np.record, dtype))))


@kernel(cache=False)
def counts_up(record):
    record.turn += 1
    record.line[1].bits = record.turn
    record.one.card[0] = 3


def test_a_kernel_writes_into_a_record_where_it_lies(both):
    ours, theirs = both
    whole = new_records(OUTER, 3)
    for record in (ours, theirs, ours.copy(), copy.deepcopy(ours), whole[1]):
        turn = int(record.turn)
        counts_up(record)
        assert (record.turn, record.line[1].bits, record.one.card[0]) == (turn + 1, turn + 1, 3)
    assert [record.turn for record in whole] == [0, 1, 0]


@pytest.mark.skipif(interpreted, reason="numpy itself loses what Python writes into a record that was pickled")
def test_a_kernel_writes_into_a_record_that_was_pickled(both):
    record = pickle.loads(pickle.dumps(both[0]))
    assert record.base is None
    turn = int(record.turn)
    counts_up(record)
    assert record.turn == turn + 1


def test_a_kernel_takes_a_record_within_a_record_where_it_lies(both):
    ours, _ = both

    @kernel(cache=False)
    def marks(record):
        record.bits = 77

    marks(ours.one)
    marks(ours.line[2])
    assert (ours.one.bits, ours.line[2].bits) == (77, 77)


def test_the_memory_of_a_record_is_its_own(both):
    ours, _ = both
    assert np.shares_memory(ours.data, ours.base)
    assert bytes(ours.data) == ours.tobytes()
