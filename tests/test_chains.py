"""No final `else` of a kernel does work: a code that nobody wrote is a fault of the engine, and no other code.

What a chain is and what may be left beside one says chains.py.
"""

from pathlib import Path
from textwrap import indent

import pytest
from chains import working_rests, working_rests_of

SIM = Path(__file__).parents[1] / "sim"
LEFT = ("berserk_heroes",)
"""Games whose chains still end in work."""
FOLDERS = sorted(path.name for path in SIM.iterdir() if (path / "__init__.py").exists() and path.name not in LEFT)


@pytest.mark.parametrize("folder", FOLDERS)
def test_beside_no_chain_of_codes_anything_is_done(folder):
    assert working_rests_of(SIM / folder) == {}


def rests(body):
    source = "PAIR = (Code.ONE, Code.TWO)\n\n\n@kernel\ndef f(s, row, code, other):\n" + indent(body, "    ")
    return [(rest.value, rest.tests, rest.text) for rest in working_rests(source)]


WORKING = {
    "else": "if code == Code.ONE:\n    one(s)\nelif code == Code.TWO:\n    two(s)\nelse:\n    three(s)",
    "elif that asks for something else": (
        "if code == Code.ONE:\n    one(s)\nelif code in PAIR:\n    two(s)\nelif other > 2:\n    three(s)"
    ),
    "returns": "if code == Code.ONE:\n    return one(s)\nif code == Code.TWO:\n    return two(s)\nreturn three(s)",
    "returns with something between them": (
        "if code in PAIR:\n    return one(s)\nother += 1\nif code == Code.THREE:\n    return two(s)\nthree(s)"
    ),
    "returns, then else": ("if code == Code.ONE:\n    return\nif code == Code.TWO:\n    two(s)\nelse:\n    three(s)"),
    "returns, then a branch that goes on": (
        "if code == Code.ONE:\n    return 1\nif code == Code.TWO:\n    return 2\n"
        "if code == Code.FOUR:\n    four(s)\nthree(s)"
    ),
    "a conditional expression": "x = one(s) if code == Code.ONE else two(s) if code == Code.TWO else three(s)",
    "a conditional expression at the end": (
        "if code == Code.ONE:\n    return one(s)\nreturn two(s) if code == Code.TWO else three(s)"
    ),
    "in a loop": (
        "for i in range(3):\n    if code == Code.ONE:\n        continue\n"
        "    if code == Code.TWO:\n        break\n    three(s)"
    ),
    "a number that is an answer": "if code == Code.ONE:\n    return 2\nif code == Code.TWO:\n    return 3\nreturn 4",
    "tests joined by or": (
        "if code == Code.ONE or code == Code.FOUR:\n    one(s)\nelif code == Code.TWO:\n    two(s)\nelse:\n    three(s)"
    ),
    "in the branch of another chain": (
        "if other == Code.ONE:\n    if code == Code.ONE:\n        one(s)\n    elif code == Code.TWO:\n        two(s)\n"
        "    else:\n        three(s)"
    ),
}
SOUND = {
    "fault": "if code == Code.ONE:\n    one(s)\nelif code in PAIR:\n    two(s)\nelse:\n    s.error = ERROR_UNWRITTEN",
    "fault after returns": (
        "if code == Code.ONE:\n    return 2\nif code == Code.TWO:\n    return 3\ns.error = ERROR_UNWRITTEN\nreturn 0"
    ),
    "fault at the head of the rest": (
        "if code == Code.ONE:\n    return\nif code == Code.TWO:\n    return\n"
        "if code != Code.THREE:\n    s.error = ERROR_UNWRITTEN\n    return\nthree(s)"
    ),
    "fault in a branch": (
        "if code == Code.ONE:\n    one(s)\nelif code == Code.TWO:\n    two(s)\n"
        "elif code != Code.THREE:\n    s.error = ERROR_UNWRITTEN\nelif other:\n    three(s)"
    ),
    "nothing": "if code == Code.ONE:\n    one(s)\nelif code == Code.TWO:\n    two(s)",
    "no": "if code == Code.ONE:\n    return one(s)\nif code == Code.TWO:\n    return two(s)\nreturn False",
    "no card": "if code == Code.ONE:\n    return one(s)\nif code == Code.TWO:\n    return two(s)\nreturn NO_CARD",
    "the last code is asked for": (
        "if code == Code.ONE:\n    return one(s)\nif code == Code.TWO:\n    return two(s)\n"
        "return code == Code.THREE and three(s)"
    ),
    "handed on": "if code == Code.ONE:\n    one(s)\nelif code == Code.TWO:\n    two(s)\nelse:\n    others(s, code)",
    "handed on in its record": (
        "if row.code == Code.ONE:\n    return one(s)\nif row.code in PAIR:\n    return two(s)\nreturn others(s, row)"
    ),
    "one test": "if code == Code.ONE:\n    one(s)\nelse:\n    others(s)",
    "tests of two values": "if code == Code.ONE:\n    one(s)\nelif other == Code.TWO:\n    two(s)\nelse:\n    three(s)",
    "numbers": "if code == 1:\n    one(s)\nelif code == 2:\n    two(s)\nelse:\n    three(s)",
}


@pytest.mark.parametrize("body", WORKING.values(), ids=WORKING)
def test_what_is_done_beside_a_chain_is_found(body):
    assert [(value, text) for value, _, text in rests(body)] in (
        [("code", "three(s)")],
        [("code", "return three(s)")],
        [("code", "return 4")],
        [("code", "if code == Code.FOUR:")],
    )


@pytest.mark.parametrize("body", SOUND.values(), ids=SOUND)
def test_what_may_be_left_beside_a_chain_is_not_found(body):
    assert rests(body) == []


def test_functions_that_are_not_compiled_are_not_looked_at():
    assert list(working_rests(f"def f(s, code):\n{indent(WORKING['else'], '    ')}")) == []
