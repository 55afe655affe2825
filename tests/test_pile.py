"""Piles do what lists do, whatever is done to them in whatever order."""

import numpy as np
from contract.piles import cards
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.core.faults import ERROR_PILE_FULL
from sim.core.game import header
from sim.core.pile import (
    find,
    move_all,
    pile_dtype,
    put,
    put_under,
    seen_before,
    shuffle,
    shuffle_part,
    take,
    take_top,
)

CAPACITY = 6
STATE = np.dtype([*header(2), ("a", pile_dtype(CAPACITY)), ("b", pile_dtype(CAPACITY)), ("after", "u8")], align=True)
CARDS = st.integers(0, 4)
INDICES = st.integers(0, CAPACITY - 1)
PILES = st.sampled_from(["a", "b"])
STEPS = st.one_of(
    st.tuples(st.sampled_from(["put", "put_under", "find"]), PILES, CARDS),
    st.tuples(st.sampled_from(["take", "seen_before", "shuffle_part"]), PILES, INDICES),
    st.tuples(st.sampled_from(["take_top", "move_all", "shuffle"]), PILES, st.just(0)),
)
GUARD = 0xFEEDFACE


def new_state():
    s = np.zeros(1, np.dtype((np.record, STATE)))[0]
    s.after = GUARD
    return s


def step(s, model, deed, name, x):
    """Does one deed to the piles and to the lists that should be like them; whether a fault was due."""
    pile, cards_of = s[name], model[name]
    other = "b" if name == "a" else "a"
    if deed == "put":
        put(s, pile, x)
        if len(cards_of) == CAPACITY:
            return True
        cards_of.append(x)
    elif deed == "put_under":
        put_under(s, pile, x)
        if len(cards_of) == CAPACITY:
            return True
        cards_of.insert(0, x)
    elif deed == "find":
        assert find(pile, x) == (cards_of.index(x) if x in cards_of else -1)
    elif deed == "take" and x < len(cards_of):
        assert take(pile, x) == cards_of.pop(x)
    elif deed == "take_top" and cards_of:
        assert take_top(pile) == cards_of.pop()
    elif deed == "seen_before" and x < len(cards_of):
        assert seen_before(pile, x) == (cards_of[x] in cards_of[:x])
    elif deed == "move_all":
        move_all(s, pile, s[other])
        if len(cards_of) + len(model[other]) > CAPACITY:
            return True
        model[other] += cards_of
        cards_of.clear()
    elif deed in ("shuffle", "shuffle_part"):
        start = min(x, len(cards_of))
        shuffle_part(s, 0, pile, start) if deed == "shuffle_part" else shuffle(s, 0, pile)
        found = cards(pile)
        assert found[:start] == cards_of[:start]
        assert sorted(found) == sorted(cards_of)
        cards_of[:] = found
    return False


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(STEPS, max_size=40), st.integers(0, 2**63))
def test_piles_are_like_lists(steps, seed):
    s, model = new_state(), {"a": [], "b": []}
    s.rng[0] = seed
    for deed, name, x in steps:
        full = step(s, model, deed, name, x)
        assert s.error == (ERROR_PILE_FULL if full else 0)
        assert s.after == GUARD
        if full:
            return
        assert {key: cards(s[key]) for key in model} == model


def test_a_full_pile_is_a_fault_and_never_an_overwrite():
    for deed in (put, put_under):
        s = new_state()
        for card in range(CAPACITY):
            put(s, s.a, card)
        assert s.error == 0
        deed(s, s.a, 9)
        assert s.error == ERROR_PILE_FULL
        assert cards(s.a) == list(range(CAPACITY))
        assert s.b.n == 0


def test_moving_more_cards_than_fit_is_a_fault():
    s = new_state()
    for card in range(4):
        put(s, s.a, card)
        put(s, s.b, card)
    move_all(s, s.a, s.b)
    assert s.error == ERROR_PILE_FULL
    assert s.after == GUARD


def test_every_order_of_three_cards_comes_up_and_the_same_stream_gives_the_same_order():
    def orders(seed):
        s = new_state()
        s.rng[0] = seed
        found = []
        for _ in range(60):
            s.a.n = 3
            s.a.card[:3] = range(3)
            shuffle(s, 0, s.a)
            found.append(tuple(cards(s.a)))
        return found

    assert len(set(orders(1))) == 6
    assert orders(1) == orders(1) != orders(2)
