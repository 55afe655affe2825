"""Where the time of play goes, by kernel: a clock that ticks in CPU time notes which kernels are running.

Kernels that only kernels call are inlined into their callers and have no machine code of their own. Here those of more
than some instructions keep it under their names, so that a tick finds the kernel that runs and all that called it;
shorter ones are inlined as in play, and count with their callers. What calls cost is in the shares.

As a program, with a game, an agent and a number of players: prints the shares as JSON. It is a process of its own,
because what is compiled so is slower.
"""

from __future__ import annotations

import bisect
import ctypes
import functools
import json
import platform
import re
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any

import llvmlite.binding as llvm
import numba
import numpy as np
from numba import types
from numba.core import cgutils, registry
from numba.core.caching import FunctionCache
from numba.extending import intrinsic

from agents import load_agent
from sim import load_game
from sim.compiling import compile_game
from sim.core.compiler import KernelLibrary
from sim.core.turnloop import play_games

SECONDS, BATCH_SECONDS = 10.0, 0.5
"""CPU time that is sampled, and of each batch of games."""
LONG = 300
"""Instructions, before they are optimised, of the kernels that keep machine code of their own."""
OTHER = "(other code)"
TICK_SECONDS = 0.001
"""Wanted between two ticks; most systems give one in 4 milliseconds."""
TICKS_MAX, DEPTH = 20_000, 64
"""Ticks that are kept, and how many nested calls of each."""
STACK_BYTES = 1 << 20
"""What stands farther than that above the frame that runs is of none of its callers."""
IN_CONTEXT = {"instruction": 168, "stack": 160, "frame": 120}
"""Bytes before a register in the `ucontext_t` of Linux on x86-64."""
FAR = 1 << 18
"""Bytes behind the begin of a kernel where it has ended for sure."""
SA_SIGINFO, SA_RESTART = 4, 0x10000000
ATTRIBUTES = {"long": 'noinline "frame-pointer"="all"', "short": '"frame-pointer"="all"'}
"""What is added to the first line of a function, by the mark in its symbol."""
FIRST_LINE = re.compile(r'^(define .*@"\d+:(long|short):.*) \{$', re.MULTILINE)

SAMPLES, TAKEN = np.zeros((TICKS_MAX, DEPTH), np.int64), np.zeros(1, np.int64)
"""A row of addresses for each tick, the innermost first and a 0 after the last; how many rows are filled."""
named: dict[str, str] = {}
"""The kernels whose machine code has a name, by its symbol."""


@dataclass(frozen=True)
class Share:
    """What part of the CPU time of play goes into a kernel."""

    kernel: str
    itself: float
    """in the kernel, and in what is inlined into it"""
    with_callees: float
    callers: dict[str, float]
    """of that: by the kernel that called it, the largest first"""


def is_possible() -> bool:
    """Whether samples can be taken on this machine."""
    return sys.platform == "linux" and platform.machine() == "x86_64"


def shares(ticks: Sequence[Sequence[str]]) -> list[Share]:
    """The shares of kernels, the largest first. ticks: the kernels that were running at each, the innermost first; one
    that calls itself counts once.
    """
    itself: Counter[str] = Counter(kernels[0] for kernels in ticks)
    whole: Counter[str] = Counter()
    callers: dict[str, Counter[str]] = defaultdict(Counter)
    for kernels in ticks:
        whole.update(set(kernels))
        for kernel, caller in dict.fromkeys(pairwise(kernels)):
            callers[kernel][caller] += 1
    total = max(1, len(ticks))
    return [
        Share(kernel, itself[kernel] / total, n / total, {c: m / total for c, m in callers[kernel].most_common()})
        for kernel, n in sorted(whole.items(), key=lambda found: (-itself[found[0]], found[0]))
    ]


def kernel_of(symbol: str) -> str:
    """The kernel whose machine code stands under a symbol, with its module's last part: `stats.has_plain`."""
    parts, rest = [], symbol.partition("_ZN")[2]
    while found := re.match(r"\d+", rest):
        length, rest = int(found[0]), rest[found.end() :]
        parts.append(rest[:length])
        rest = rest[length:]
    return ".".join(parts[-2:])


# --- names ----------------------------------------------------------------------------------------------------------


def keep_names() -> None:
    """From now on this process compiles with names, and takes no machine code from the cache nor puts any there."""

    def load_nothing(*_: Any) -> None:
        return None

    for name, found in (("load_overload", load_nothing), ("save_overload", load_nothing)):
        setattr(FunctionCache, name, found)
    KernelLibrary.keeps_code = False
    usual = KernelLibrary._optimize_final_module

    def optimise(library: Any) -> None:
        for function in library._final_module.functions:
            if not function.is_declaration and function.name.startswith("_ZN"):
                kernel = kernel_of(function.name)
                if function.linkage == llvm.Linkage.internal:
                    mark = "long" if _is_long(function) else "short"
                    function.linkage, function.name = "external", f"{len(named)}:{mark}:{function.name}"
                named[function.name] = kernel
        text = FIRST_LINE.sub(lambda line: f"{line[1]} {ATTRIBUTES[line[2]]} {{", str(library._final_module))
        library._final_module = llvm.parse_assembly(text)
        usual(library)

    setattr(KernelLibrary, usual.__name__, optimise)


def _is_long(function: Any) -> bool:
    return sum(1 for block in function.blocks for _ in block.instructions) > LONG


@functools.cache
def _addresses() -> tuple[list[int], list[str]]:
    """Where machine code of kernels begins, in order, and whose it is."""
    engine = registry.cpu_target.target_context.codegen()._engine
    places = sorted((engine.get_function_address(symbol), kernel) for symbol, kernel in named.items())
    return [address for address, _ in places], [kernel for _, kernel in places]


def _kernel_at(address: int) -> str:
    starts, kernels = _addresses()
    at = bisect.bisect_right(starts, address) - 1
    return kernels[at] if at >= 0 and address - starts[at] < FAR else OTHER


# --- ticks ----------------------------------------------------------------------------------------------------------


@intrinsic
def _peek(context: Any, address: Any) -> Any:
    """The eight bytes at an address, as a number."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.load(builder.inttoptr(arguments[0], cgutils.intp_t.as_pointer()))

    return types.int64(types.int64), build


@intrinsic
def _poke(context: Any, address: Any, value: Any) -> Any:
    """Writes a number into the eight bytes at an address."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        builder.store(arguments[1], builder.inttoptr(arguments[0], cgutils.intp_t.as_pointer()))
        return context.get_dummy_value()

    return types.void(types.int64, types.int64), build


def _handler() -> Any:
    """What is called at each tick: a C function that writes a row of addresses, of the instruction that runs and of
    those after the calls that led to it. It allocates nothing and calls nothing.
    """
    instruction, top, frame_pointer = IN_CONTEXT["instruction"], IN_CONTEXT["stack"], IN_CONTEXT["frame"]
    rows, count = SAMPLES.ctypes.data, TAKEN.ctypes.data
    most, depth = TICKS_MAX, DEPTH

    @numba.cfunc(types.void(types.int32, types.int64, types.int64))
    def tick(number: Any, information: Any, context: Any) -> None:
        taken = _peek(count)
        if taken < most:
            row = rows + 8 * depth * taken
            stack, frame = _peek(context + top), _peek(context + frame_pointer)
            _poke(row, _peek(context + instruction))
            place, end = 1, stack + STACK_BYTES
            while place < depth and stack <= frame < end and frame % 8 == 0:
                _poke(row + 8 * place, _peek(frame + 8))
                stack, frame, place = frame + 16, _peek(frame), place + 1
            if place < depth:
                _poke(row + 8 * place, 0)
            _poke(count, taken + 1)

    return tick


class _Action(ctypes.Structure):
    """Linux's `struct sigaction`, as the C library takes it."""

    _fields_ = (
        ("handler", ctypes.c_void_p),
        ("mask", ctypes.c_ulong * 16),
        ("flags", ctypes.c_int),
        ("restorer", ctypes.c_void_p),
    )


@contextmanager
def _ticking() -> Iterator[None]:
    """Notes at each tick what runs in the block. Nothing may be compiled in it."""
    handler = _handler()
    action = _Action(handler=handler.address, flags=SA_SIGINFO | SA_RESTART)
    if ctypes.CDLL(None).sigaction(signal.SIGPROF, ctypes.byref(action), None):
        raise OSError("no handler can be set for SIGPROF")
    TAKEN[0] = 0
    signal.setitimer(signal.ITIMER_PROF, TICK_SECONDS, TICK_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, signal.SIG_IGN)


def sample(play: Callable[[], Any]) -> list[Share]:
    """Plays, and tells what part of the CPU time went into each kernel. What is played was compiled after
    `keep_names`.
    """
    with _ticking():
        play()
    rows = SAMPLES[: int(TAKEN[0])].tolist()
    return shares([[_kernel_at(address) for address in row[: [*row, 0].index(0)]] for row in rows])


def main(name: str, agent: str, players: int) -> None:
    """Plays a game with one agent in all seats and prints the shares."""
    keep_names()
    game, player = load_game(name), load_agent(name, agent)
    compile_game(game, [player.choose], processes=1)
    tables = game.make_tables({"players": players}, [])

    def play() -> None:
        first, count, began = 0, 1, time.process_time()
        while (now := time.process_time()) - began < SECONDS:
            play_games(game, tables, [player] * players, 1, first, count)
            first += count
            count *= 2 if time.process_time() - now < BATCH_SECONDS else 1

    play_games(game, tables, [player] * players, 1, 0, 1)
    print(json.dumps([asdict(share) for share in sample(play)]))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
