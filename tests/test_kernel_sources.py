"""What the source of a kernel may not say, because compiled code would do something else than it reads."""

import ast
import functools
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SOURCES = [path for folder in ("sim", "agents") for path in sorted((ROOT / folder).rglob("*.py"))]
ROOM = {"zeros", "empty", "ones", "full", "zeros_like", "empty_like", "ones_like", "full_like", "array", "arange"}
COMPILERS = {"kernel", "define_agent", "njit", "jit"}
ARGUMENTS_MOST = 7
"""As many as one can hold in one's head; beyond that several of them are one thing, which has a name."""


def name_of(node):
    """The last name of `np.zeros`, `kernel(signature)`, `kernel`; "" for anything else."""
    if isinstance(node, ast.Call):
        return name_of(node.func)
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


@functools.cache
def kernels(source):
    """The functions of a source that are compiled."""
    functions = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.FunctionDef)]
    return [f for f in functions if any(name_of(decorator) in COMPILERS for decorator in f.decorator_list)]


def loose_records(source):
    """Lines of kernels that take an element, or a field, of an array that nothing holds.

    A record of a fresh array does not keep the array alive: its memory is handed out again while it is in use.
    """
    return [
        node.lineno
        for kernel in kernels(source)
        for node in ast.walk(kernel)
        if isinstance(node, (ast.Subscript, ast.Attribute))
        and isinstance(node.value, ast.Call)
        and name_of(node.value) in ROOM
    ]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_kernel_takes_a_record_of_an_array_that_nothing_holds(path):
    assert loose_records(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "line",
    [
        "ctx = np.zeros(1, RECORD)[0]",
        "return np.empty(1, RECORD)[0].damage",
        "ctx = numpy.full((2, 2), 1)[0]",
        "use(empty(1, RECORD)[0])",
    ],
)
def test_such_a_record_would_be_noticed(line):
    for decorator in ("kernel", "kernel(cache=False)", 'define_agent("keyforge", patience=3.0)', "numba.njit"):
        assert loose_records(f"@{decorator}\ndef choose(s):\n    {line}\n") == [3]
    assert loose_records(f"def make_tables():\n    {line}\n") == []


def long_lists(source):
    """The kernels of a source that take more arguments than one can hold in one's head."""
    counts = {f.name: len(f.args.posonlyargs + f.args.args + f.args.kwonlyargs) for f in kernels(source)}
    return [name for name, count in counts.items() if count > ARGUMENTS_MOST]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_kernel_takes_more_arguments_than_one_can_hold_in_ones_head(path):
    assert long_lists(path.read_text(encoding="utf-8")) == []


def test_a_long_list_of_arguments_would_be_noticed():
    for decorator in ("kernel", "kernel(apart=True)", 'define_agent("keyforge", patience=3.0)'):
        assert long_lists(f"@{decorator}\ndef use(s, t, a, b, c, d, e, f):\n    return a\n") == ["use"]
        assert long_lists(f"@{decorator}\ndef use(s, t, a, b, c, *, d, e=1.0, f=2):\n    return a\n") == ["use"]
        assert long_lists(f"@{decorator}\ndef use(s, t, a, b, c, d, e):\n    return a\n") == []
    assert long_lists("def use(s, t, a, b, c, d, e, f):\n    return a\n") == []


def test_a_record_of_an_array_that_is_held_is_fine():
    assert loose_records("@kernel\ndef choose(s):\n    room = np.zeros(1, RECORD)\n    return turn(room)\n") == []
