"""Members of enumerations in kernels: compiled they are constants, and one compilation serves all."""

from enum import IntEnum

import numba
import numpy as np
import pytest

from sim.core.kernel import interpreted, kernel


class Fruit(IntEnum):
    """Some codes."""

    APPLE = 3
    PEAR = 5
    PLUM = 8


class Nut(IntEnum):
    """Other codes."""

    HAZEL = 3


PLUM, SOME, MIXED = Fruit.PLUM, (Fruit.APPLE, Fruit.PEAR), (Nut.HAZEL, 7)


@kernel(cache=False)
def twice(code):
    return 2 * int(code)


@kernel(cache=False)
def deeds(code, counts):
    counts[Fruit.APPLE] = twice(Fruit.APPLE)
    counts[Fruit.PEAR] = twice(Nut.HAZEL) + twice(PLUM)
    counts[0] = 1 << Fruit.PEAR | Nut.HAZEL
    counts[1] = Fruit.PLUM - Fruit.APPLE
    counts[2] = 1 if code in (Fruit.APPLE, Nut.HAZEL) else 0
    counts[4] = (1 if code in SOME else 0) + (10 if code in MIXED else 0)
    for kind in (Fruit.PLUM, PLUM):
        counts[6] += kind
    if code == Fruit.APPLE:
        return Fruit.PEAR
    return PLUM if code > Fruit.PEAR else Nut.HAZEL


@pytest.mark.parametrize(("code", "answer", "seen"), [(3, 5, [1, 11]), (5, 3, [0, 1]), (7, 8, [0, 10]), (9, 8, [0, 0])])
def test_members_are_their_numbers(code, answer, seen):
    counts = np.zeros(8, np.int64)
    assert deeds(code, counts) == answer
    assert counts.tolist() == [1 << 5 | 3, 5, seen[0], 6, seen[1], 6 + 16, 16, 0]


@pytest.mark.skipif(interpreted, reason="nothing is compiled")
def test_members_narrow_fields_and_numbers_give_one_compilation():
    @kernel(cache=False)
    def callee(code, amount):
        return code + amount

    @kernel(cache=False)
    def caller(narrow):
        return callee(Fruit.APPLE, 1) + callee(Nut.HAZEL, narrow[0]) + callee(narrow[0], Fruit.PLUM) + callee(7, -1)

    assert caller(np.array([2], np.int8)) == 3 + 1 + 3 + 2 + 2 + 8 + 6
    assert [*callee.inner] == [(numba.int64, numba.int64)]


@pytest.mark.skipif(interpreted, reason="nothing is compiled")
def test_a_name_that_the_enumeration_does_not_have_is_an_error():
    @kernel(cache=False)
    def wrong():
        return Fruit.CHERRY

    with pytest.raises(Exception, match="CHERRY"):
        wrong()
