"""What is replaced of numba: a kernel is typed once, whatever passes it an integer, and linked as a whole."""

import ast
import enum
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import llvmlite.binding as llvm
import numba
import numpy as np
import pytest
from numba.core.lowering import Lower
from numba.core.runtime import _nrt_python
from numba.core.typed_passes import NopythonRewrites
from numba.core.untyped_passes import InlineClosureLikes

from sim import load_game
from sim.core import calls, compiler, pile
from sim.core.compiler import KernelFlags, KernelLibrary, wide
from sim.core.kernel import cache_folder, interpreted, kernel, package_of

pytestmark = pytest.mark.skipif(interpreted, reason="about compiled kernels")

ROOT = Path(__file__).parents[1]
NARROW = np.dtype([("a", "i1"), ("b", "i4")])


class Code(enum.IntEnum):
    ONE = 1


@kernel(cache=False)
def doubled(x):
    return 2 * x


@kernel(cache=False)
def sums_of_each_width(records, x):
    record = records[0]
    return doubled(record.a) + doubled(record.b) + doubled(3) + doubled(Code.ONE) + doubled(x)


@kernel(cache=False)
def floats(x):
    return doubled(x)


def test_a_narrow_field_a_constant_and_a_member_of_an_enumeration_give_one_signature():
    records = np.zeros(1, NARROW)
    records["a"], records["b"] = 100, 2_000_000_000
    assert sums_of_each_width(records, 5) == 200 + 4_000_000_000 + 6 + 2 + 10
    assert [args for args in doubled.inner if args[0] != numba.float64] == [(numba.int64,)]
    assert floats(1.5) == 3.0


def test_only_integers_with_a_sign_and_members_are_widened():
    assert wide(numba.types.literal(3)) == wide(numba.int8) == wide(numba.int64) == numba.int64
    for kind in (numba.uint64, numba.uint8, numba.boolean, numba.float32):
        assert wide(kind) == kind


@kernel(cache=False)
def first_of(numbers):
    return numbers[1:][0]


@kernel(cache=False)
def second_half(numbers):
    return numbers[numbers.size // 2 :]


@kernel(cache=False)
def made_of(numbers):
    return numbers + 1.0


@kernel(cache=False)
def sum_of_parts(numbers):
    half = second_half(made_of(numbers))
    return half[0] + first_of(half) + first_of(made_of(half))


def test_a_kernel_counts_the_holders_of_an_array_only_where_it_makes_one_or_gives_one_back():
    stats = numba.core.runtime.rtsys.get_allocation_stats
    assert sum_of_parts(np.arange(8.0)) == 5 + 6 + 7
    _nrt_python.memsys_enable_stats()
    try:
        before = stats()
        for _ in range(100):
            sum_of_parts(np.arange(8.0))
        after = stats()
    finally:
        _nrt_python.memsys_disable_stats()
    assert after.alloc - before.alloc == after.free - before.free >= 300
    counting = {
        one.py_func.__name__: any("incref" in line or "decref" in line for line in llvm_of(one))
        for one in (first_of, second_half, made_of)
    }
    assert counting == {"first_of": False, "second_half": True, "made_of": True}


def llvm_of(dispatcher):
    """The lines of a kernel as others call it that call something."""
    (inner,) = dispatcher.inner.values()
    module = str(llvm.parse_bitcode(inner.library.bitcode()))
    return [line for line in module.splitlines() if " call " in line]


def test_a_kernel_that_others_call_gets_no_machine_code():
    assert floats(2.5) == 5.0
    inner = doubled.inner[(numba.float64,)].library
    assert isinstance(inner, KernelLibrary)
    assert not inner._finalized


def test_an_inner_kernel_is_called_from_python_and_from_numba_s_own_functions():
    @numba.njit
    def outside(x):
        return doubled(x) + 1

    assert doubled(21) == 42
    assert outside(21) == 43


PLACES = np.dtype([("n", "i4"), ("few", "i2", 5), ("table", "i8", (3, 4)), ("parts", np.dtype([("x", "i1", 2)]), 3)])


def touched(s, whole, index):
    """Reads and writes arrays of a record in all the ways that kernels do."""
    s.few[2], s.table[1, 3], s.table[index, 0] = 7, 40, index
    s.few[-1] = s.few[2] + len(s.few)
    s.parts[index].x[1] = 5
    row = s.table[index]
    row[1] += row[0] + 3
    found = row.shape[0] * 1000 + s.table.shape[0] + int(s.parts[index].x[1]) + whole[index] + whole[-1]
    for value in s.few:
        found += value
    for place in range(s.few.size):
        found += 10 * int(s.few[place])
    part = s.few[1:4]
    part[0] = 9
    whole[1:3] = s.table[1, 1:3]
    return found + part[1] + added(s.table[2]) + added(whole)


def added(row):
    total = 0
    for value in row:
        total += value
    return total


def test_arrays_of_records_are_read_and_written_as_python_does(monkeypatch):
    def played(function):
        state, whole = np.zeros(1, PLACES), np.arange(4)
        return [function(state.view(np.recarray)[0], whole, i) for i in (0, 1, 2)], state.tobytes(), whole.tolist()

    expected = played(touched)
    monkeypatch.setitem(globals(), "added", kernel(cache=False)(added))
    assert played(kernel(cache=False)(touched)) == expected
    assert played(kernel(cache=False, bounds=True)(touched)) == expected


@kernel(cache=False)
def refuse(x):
    if x == 3:
        raise ValueError("three")
    return 100 // x


@kernel(cache=False)
def refuse_twice(x):
    return refuse(x) + refuse(x - 1)


@numba.njit
def caught(x):
    found = refuse_twice(x + 1)
    for y in range(x - 1, x + 2):
        try:
            found += refuse_twice(y)
        except Exception:
            found += 1_000
    return found + refuse_twice(x)


def test_an_error_comes_through_every_call_or_is_caught():
    assert refuse_twice(2) == 150
    with pytest.raises(ValueError, match="three"):
        refuse_twice(3)
    with pytest.raises(ValueError, match="three"):
        refuse_twice(4)
    with pytest.raises(ZeroDivisionError):
        refuse_twice(1)
    assert caught(6) == sum(100 // a + 100 // (a - 1) for a in (7, 5, 6, 7, 6))
    with pytest.raises(ValueError, match="three"):
        caught(2)
    with pytest.raises(ValueError, match="three"):
        caught(4)
    assert caught(5) == sum(100 // a + 100 // (a - 1) for a in (6, 5, 6, 5)) + 1_000


def closing_over(numbers, x):
    added = lambda y: x + y  # noqa: E731
    return added(numbers[0]) + added(numbers[1])


def listed(numbers, x):
    return np.array([numbers[0], x, numbers[2]]).sum() + np.array([x * i for i in range(3)])[2]


def computed(numbers, x):
    return (numbers * 2 + x).sum()


def mapped(numbers, x):
    known = {1: x, 2: numbers[1]}
    return known[1] + known[2]


def guarded(numbers, x):
    with numba.objmode(found="int64"):
        found = int(numbers[0]) + x
    return found


@pytest.mark.parametrize("function", [closing_over, listed, computed, mapped, guarded])
def test_what_numba_rewrites_it_rewrites_still(function):
    numbers = np.array([5, 7, 11])
    compiled = numba.njit(function) if function is guarded else kernel(cache=False)(function)
    assert compiled(numbers, 3) == {closing_over: 18, listed: 25, computed: 55, mapped: 10, guarded: 8}[function]


def branching(records, x):
    total = 0
    for i in range(records.size):
        one = records[i]
        if one.a > x and (one.b == 0 or one.a < 9):
            total += one["b"]
            continue
        while total < one.a:
            total = total + 1 if one.b > 2 else total + 2
        one.b = total
    return total


def test_what_is_left_out_would_change_nothing(monkeypatch):
    left_out = []

    def watch(ours):
        def run(step, state):
            before = state.func_ir.dump_to_string()
            ours.__wrapped__(step, state)
            assert state.func_ir.dump_to_string() == before
            left_out.append(type(step).__name__)
            return True

        return run

    def find(lower):
        finding(lower)
        ours = lower._singly_assigned_vars
        finding.__wrapped__(lower)
        assert lower._singly_assigned_vars == ours
        left_out.append("assignments")

    finding = Lower._find_singly_assigned_variable
    monkeypatch.setattr(Lower, "_find_singly_assigned_variable", find)
    for step in (InlineClosureLikes, NopythonRewrites):
        monkeypatch.setattr(step, "run_pass", watch(step.run_pass))
    records = np.zeros(3, NARROW)
    records["a"], records["b"] = (5, 2, 9), (0, 3, 1)
    expected = branching(records.copy().view(np.recarray), 4)
    assert kernel(cache=False)(branching)(records, 4) == expected
    assert {"InlineClosureLikes", "NopythonRewrites", "assignments"} == set(left_out)


def test_flags_are_equal_if_all_values_are():
    from numba.core.compiler import Flags

    plain, ours = Flags(), KernelFlags()
    ours.nrt = Flags().nrt  # set, to what it is anyhow
    assert ours == plain
    assert hash(ours) == hash(plain)
    ours.nrt = not ours.nrt
    assert ours != plain
    assert ours.copy() == ours


def test_a_context_takes_up_what_is_added_to_any_registry_that_it_knows():
    """An intrinsic stands in the first registry of numba's context, not in the one for what is built in."""
    target = numba.core.registry.cpu_target
    target.target_context.refresh()
    for context in (target.target_context, target.target_context.subtarget(), target.target_context.subtarget()):
        for registry in [*context._registries]:

            def added():
                pass

            registry.lower(added)(added)
            context.refresh()
            assert added in context._defns


LINEAR_ALGEBRA = """
import sys
import numpy as np
from sim.core.kernel import kernel

@kernel(cache=False)
def total(a):
    return a.sum()

@kernel(cache=False)
def product(a, b):
    return np.dot(a, b)

print(total(np.ones(3)), "scipy.linalg" in sys.modules)
print(product(np.eye(2), np.full((2, 2), 3.0)).tolist(), "scipy.linalg" in sys.modules)
"""


def test_linear_algebra_is_loaded_when_a_kernel_calls_it():
    found = subprocess.run([sys.executable, "-c", LINEAR_ALGEBRA], cwd=ROOT, capture_output=True, text=True, check=True)
    assert found.stdout.splitlines() == ["3.0 False", "[[3.0, 3.0], [3.0, 3.0]] True"]


def test_an_index_below_0_is_out_of_bounds_in_kernels_of_the_project_alone():
    def taken(numbers, place):
        return numbers[place]

    numbers = np.arange(3)
    assert kernel(cache=False, bounds=True)(taken)(numbers, -1) == 2
    taken.__module__ = pile.__name__
    assert kernel(cache=False)(taken)(numbers[1:], -1) == 0
    inside = kernel(cache=False, bounds=True)(taken)
    assert inside(numbers, 2) == 2
    with pytest.raises(IndexError):
        inside(numbers, -1)


def test_no_kernel_of_the_project_counts_from_the_end():
    for path in [*(ROOT / "sim").rglob("*.py"), *(ROOT / "agents").rglob("*.py")]:
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef) and "kernel" in map(ast.unparse, function.decorator_list):
                slices = [one.slice for one in ast.walk(function) if isinstance(one, ast.Subscript)]
                indices = [one for each in slices for one in (each.elts if isinstance(each, ast.Tuple) else [each])]
                assert [ast.unparse(one) for one in indices if is_below_0(one)] == [], path


def is_below_0(index):
    return isinstance(index, ast.UnaryOp) and isinstance(index.op, ast.USub) and isinstance(index.operand, ast.Constant)


PROGRAM = """
import sys
from sim.core import compiler
from sim.core.rng import mix64
import numpy as np
import numba
from sim.core.kernel import kernel

def stirred(x):
    return mix64(x)

made = []
make = compiler.KernelDispatcher._make_inner
def noted(self, path, args, claimed):
    made.append(self.kernel_name)
    return make(self, path, args, claimed)
compiler.KernelDispatcher._make_inner = noted
stirred = kernel(cache=False)(stirred)
print(stirred(np.uint64(7)), *made)
"""


@pytest.mark.drawn(of="compiling")
def test_an_inner_kernel_is_read_from_its_file_by_the_next_process(tmp_path, monkeypatch):
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))

    def play():
        return subprocess.run(
            [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
        ).stdout.split()

    first, second = play(), play()
    assert first[1:] == ["rng.mix64"]
    assert second == first[:1]
    for path in tmp_path.rglob("*.kernel"):
        path.unlink()
    assert play() == first


SYMBOLS = """
import sys
import numba, numpy as np
for n in range(int(sys.argv[1])):
    numba.from_dtype(np.dtype([(f"field_{n}", "i4")]))
from sim import load_game
from sim.core import pile
game = load_game("shards_of_infinity")
game.setup.compile(game.signatures.setup.args)
print(*sorted(inner.description.mangled_name for inner in pile.put.inner.values()))
"""


@pytest.mark.drawn(of="compiling")
def test_symbols_are_the_same_in_processes_that_know_other_types(tmp_path):
    """So what two processes compile into one cache at the same time fits together."""
    found = []
    for types in ("0", "7"):
        settings = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / types), "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", SYMBOLS, types]
        found.append(subprocess.run(command, env=settings, check=True, capture_output=True, text=True).stdout)
    assert found[0] == found[1]
    assert "put" in found[0]


def test_kernels_that_threads_make_at_the_same_time_are_each_kept_in_their_own_folder(monkeypatch):
    """In another's folder a changed source would go unnoticed; in none it would litter where the user works."""
    enable_caching = compiler.KernelDispatcher.enable_caching

    def slowly(self):
        time.sleep(0.01)
        enable_caching(self)

    monkeypatch.setattr(compiler.KernelDispatcher, "enable_caching", slowly)
    functions = [pile.put.py_func, load_game("shards_of_infinity").setup.py_func] * 4
    with ThreadPoolExecutor(len(functions)) as threads:
        made = list(threads.map(kernel, functions))
    for dispatcher in made:
        assert Path(dispatcher._cache.cache_path).parent == cache_folder(package_of(dispatcher.py_func.__module__))


COMPILED = """
import os, sys
from agents import load_agent
from sim import load_game
from sim.compiling import compile_game
from sim.core.kernel import compile_times

game, agent = load_game("shards_of_infinity"), load_agent("shards_of_infinity", "random")
compile_game(game, [agent.choose], int(sys.argv[1]))
made_here = [name.removesuffix(" (machine code)") for name in compile_times() if name.endswith("(machine code)")]
print(sorted(set(made_here) & {kernel.py_func.__name__ for kernel in game.kernels}), game.is_warm())
"""


@pytest.mark.drawn(of="compiling")
def test_a_second_process_makes_machine_code_of_the_rules(tmp_path):
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    found = [
        subprocess.run(
            [sys.executable, "-c", COMPILED, count], cwd=ROOT, env=environment, capture_output=True, text=True
        )
        for count in ("2", "1")
    ]
    assert [done.stderr for done in found] == ["", ""]
    assert [done.stdout.strip() for done in found] == ["['legal_actions', 'measure'] True", "[] True"]


SHARED = """
import sys
from sim import load_game
from sim.core import compiler

store, made = compiler.Inner.store, []
def noted(self, path):
    store(self, path)
    made.append(path.name)
compiler.Inner.store = noted
game = load_game("shards_of_infinity")
print("ready", flush=True)
sys.stdin.readline()
game.apply.compile_inner(game.signatures.apply.args)
print(*sorted(made))
"""


@pytest.mark.drawn(of="compiling")
def test_processes_that_compile_the_same_make_each_kernel_once(tmp_path):
    """And what one that is killed was making the other one makes."""

    def started(cache):
        settings = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / cache), "PYTHONPATH": str(ROOT)}
        command, pipe = [sys.executable, "-c", SHARED], subprocess.PIPE
        return subprocess.Popen(command, env=settings, stdin=pipe, stdout=pipe, text=True, bufsize=1)

    def go(*processes):
        assert [process.stdout.readline() for process in processes] == ["ready\n"] * len(processes)
        for process in processes:
            process.stdin.write("\n")

    alone, *both, killed, left = [started(cache) for cache in ("alone", "both", "both", "killed", "killed")]
    go(alone)
    every = alone.communicate()[0].split()
    go(*both)
    made = [process.communicate()[0].split() for process in both]
    assert sorted(made[0] + made[1]) == every
    assert all(made)
    go(killed)
    while not any((tmp_path / "killed").rglob("*.making")):
        time.sleep(0.01)
    go(left)
    killed.kill()
    rest = left.communicate()[0].split()
    kept = {path.name for path in (tmp_path / "killed").rglob("*.kernel")}
    assert kept == set(every)
    assert set(rest) <= kept
    killed.communicate()


@kernel(cache=False, apart=True)
def tripled(x):
    return 3 * doubled(x)


@kernel(cache=False)
def tripled_and_one(x):
    return tripled(x) + 1


@kernel(cache=False)
def tripled_twice(x):
    return tripled(tripled(x))


def test_a_kernel_that_stands_apart_is_made_machine_code_once_and_entered_by_all():
    made = compiler.clock.seconds
    assert (tripled_and_one(5), tripled_twice(1), tripled(7)) == (31, 36, 42)
    assert [args for args in tripled.inner] == [(numba.int64,)]
    library = tripled.inner[(numba.int64,)].library
    callers = [one.overloads[(numba.int64,)].library for one in (tripled_and_one, tripled_twice, tripled)]
    assert [caller.entered for caller in callers] == [(library,)] * 3
    assert f"tripled{compiler.MACHINE_CODE}" in made
    symbol = tripled.inner[(numba.int64,)].description.mangled_name
    assert all(caller.get_function(symbol).is_declaration for caller in callers)


ENTERED = """
from sim import load_game
from sim.core.compiler import MACHINE_CODE, clock
game = load_game("keyforge")
game.legal_actions.compile(game.signatures.legal_actions)
print(*(name.removesuffix(MACHINE_CODE) for name in clock.seconds if name.endswith(MACHINE_CODE)))
"""


@pytest.mark.drawn(of="compiling")
def test_processes_share_the_machine_code_of_kernels_that_stand_apart(tmp_path):
    """And one that finds it lost makes it again."""

    def made():
        settings = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-c", ENTERED]
        return subprocess.run(command, env=settings, check=True, capture_output=True, text=True).stdout.split()

    assert made() == ["legal_actions"]
    assert made() == []
    (code,) = tmp_path.rglob("*.code")
    code.unlink()
    assert made() == ["legal_actions"]


@kernel(cache=False)
def numbers_of(records, x, step):
    """What numbers.py makes, of a narrow field, an int64 and constants."""
    record, found = records[0], 0
    for i in range(x):
        found = (3 * found + i) % 10_007
    for i in range(-4, x):
        found = (3 * found + i) % 10_007
    for i in range(-4, x, 3):
        found = (3 * found + i) % 10_007
    for i in range(x, -4, -1):
        found = (3 * found + i) % 10_007
    for i in range(x, -x, step):
        found = (3 * found + i) % 10_007
    length = len(range(x)) + len(range(-3, x, 2)) + len(range(x, 0, step))
    divided = x // 7, x % 7, record.a // 4, record.a % 4, x // -3, x % -3
    extremes = min(x, record.a, 5), max(x, record.a), min(2.5, x), int(x / 2), int(record.a)
    return found, length, divided, extremes, record.a in (Code.ONE, 3, x), x in (2, 3, 5)


@kernel(cache=False)
def numbers_of_numbers(records, x, step):
    return numbers_of(records, x, step)


@pytest.mark.parametrize("x", [-20, -7, -1, 0, 1, 2, 3, 5, 6, 7, 8, 30])
def test_numbers_and_loops_in_kernels_are_those_of_python(x):
    records = np.zeros(1, NARROW)
    records["a"] = x
    for step in (-5, -2, -1, 1, 2, 9):
        plain = numbers_of.py_func([Plain(x)], x, step)
        assert numbers_of_numbers(records, x, step) == plain, step
    with pytest.raises(ValueError, match="zero"):
        numbers_of_numbers(records, x, 0)


class Plain:
    """A record whose numbers are of no width."""

    def __init__(self, a):
        self.a = a


PAIRS = np.dtype([("pair", "i2", (2,)), ("pairs", "i1", (3, 2))])


@kernel(cache=False)
def parts_of_arrays(records, x):
    first, second = records[0].pair
    third, fourth = records[0].pairs[x]
    return first, second, third, fourth


@kernel(cache=False)
def parts_of_an_array(array):
    first, second = array
    return first + second


@kernel(cache=False)
def total_of_a_range(n):
    total = np.uint64(0)
    for i in range(n):
        total += i
    return total


def test_a_loop_over_numbers_without_a_sign_is_that_of_numba():
    assert total_of_a_range(np.uint64(5)) == 10


def test_an_array_is_taken_apart_and_one_of_another_length_is_not():
    records = np.zeros(1, PAIRS)
    records["pair"], records["pairs"] = [3, 4], [[1, 2], [5, 6], [7, 8]]
    assert [parts_of_arrays(records, x) for x in range(3)] == [(3, 4, 1, 2), (3, 4, 5, 6), (3, 4, 7, 8)]
    assert parts_of_an_array(np.array([5, 6])) == 11
    with pytest.raises(ValueError):
        parts_of_an_array(np.array([1, 2, 3]))


RETURNS = """
define {{ i32, i64 }} @f(i1 %which, i64 %x) {{
  br i1 %which, label %one, label %other
one:
  %.1 = insertvalue {{ i32, i64 }} undef, i32 0, 0
  %.2 = insertvalue {{ i32, i64 }} %.1, i64 %x, 1
  br label %end
other:
  %.3 = insertvalue {{ i32, i64 }} undef, i32 {code}, 0
  br label %end
end:
  %.4 = phi {{ i32, i64 }} [ %.2, %one ], [ %.3, %other ]
  ret {{ i32, i64 }} %.4
}}
"""


@pytest.mark.parametrize(("code", "fails"), [("0", False), ("1", True), ("%unknown", True)])
def test_it_is_known_of_a_kernel_that_it_cannot_fail(code, fails):
    text = RETURNS.format(code=code).replace("i64 %x)", "i64 %x, i32 %unknown)")
    assert calls.cannot_fail(llvm.parse_assembly(text).get_function("f")) is not fails
