"""Copies of kernels of the project that check every index: what an agent from outside calls of the project."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import CellType, CodeType, FunctionType
from typing import Any

from sim.core.kernel import is_kernel, own_folder, rebuilt


class Bounded:
    """Makes the copies, one of each kernel, however often it is met."""

    def __init__(self) -> None:
        self.copies: dict[Any, Any] = {}
        self.signed: list[Callable[[], None]] = []
        """Compiles each copy for the signatures for which alone its kernel is compiled; to be called at the end, when
        all that it calls is there."""

    def copy(self, kernel: Any) -> Any:
        """A copy of a kernel that checks its indices, as do all kernels that it calls; compiled at its first call."""
        if kernel not in self.copies:
            function = kernel.py_func
            cells = {name: CellType() for name in function.__code__.co_freevars}
            scope = dict(function.__globals__)
            unbound = FunctionType(
                function.__code__, scope, function.__name__, function.__defaults__, tuple(cells.values())
            )
            unbound.__kwdefaults__, unbound.__qualname__ = function.__kwdefaults__, function.__qualname__
            again = self.copies[kernel] = rebuilt(kernel, unbound)
            for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
                cells[name].cell_contents = self._value(cell.cell_contents)
            for name in _names(function.__code__) & scope.keys():
                scope[name] = self._value(scope[name])
            if not kernel._can_compile:
                self.signed += [partial(again.compile, signature.args) for signature in kernel.nopython_signatures]
        return self.copies[kernel]

    def _value(self, value: Any) -> Any:
        """What stands for a value that a kernel reads: copies of kernels, alone or in a tuple."""
        if is_kernel(value):
            return self.copy(value) if own_folder(value.py_func.__code__.co_filename) else value
        if type(value) is tuple:
            return tuple(map(self._value, value))
        return value


def _names(code: CodeType) -> set[str]:
    """The names that a code object reads, and those within it."""
    inner = [_names(constant) for constant in code.co_consts if isinstance(constant, CodeType)]
    return set(code.co_names).union(*inner)
