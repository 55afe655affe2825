"""Calls between compiled functions, with no more than they need to tell what went wrong.

A function of numba returns a code, and writes an error where its caller says. For every call numba makes room for the
error, clears it, reads it, computes seven facts of the code, of which two are asked, and copies the error to where
the caller was told to, unless that is within a `try`. Where no `try` came before, the callee may as well write there
itself, and the code alone is looked at. What is compiled does the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import callconv, cgutils, types

TRIED = "_CPUCallConv__eh_try_state"
"""The attribute of a builder that is there once it has met a `try`."""
PLACE = ir.PointerType(callconv.excinfo_ptr_t)


def place_of_errors(builder: Any) -> Any:
    """Where the function that is built has to write errors; None where a `try` may catch them, or Python calls it."""
    arguments = builder.function.args
    if hasattr(builder, TRIED) or len(arguments) < 2 or arguments[1].type != PLACE or arguments[1].name != "excinfo":
        return None
    return arguments[1]


class Status:
    """How a call ended, with what numba's `Status` has. What is asked for is computed where it is asked."""

    def __init__(self, convention: Any, builder: Any, code: Any, place: Any, may_be_none: bool) -> None:
        self.code, self._may_be_none = code, may_be_none
        self._convention, self._builder, self._place = convention, builder, place

    def __getattr__(self, asked: str) -> Any:
        if asked == "is_error" and not self._may_be_none:
            return self._builder.icmp_signed("!=", self.code, callconv.RETCODE_OK)
        error = self._builder.load(self._place)
        return getattr(self._convention._get_return_status(self._builder, self.code, error), asked)


def call_lightly(usual: Callable[..., Any]) -> Callable[..., Any]:
    """A `call_function` that hands on where errors are to be written."""

    def call(
        convention: Any, builder: Any, callee: Any, kind: Any, argument_types: Any, arguments: Any, attrs: Any = None
    ) -> tuple[Any, Any]:
        place = place_of_errors(builder)
        if place is None or attrs is not None:
            return usual(convention, builder, callee, kind, argument_types, arguments, attrs)
        returned = convention.get_return_type(kind).pointee
        room = cgutils.alloca_once(builder, returned)
        builder.store(cgutils.get_null_value(returned), room)
        given = convention._get_arg_packer(argument_types).as_arguments(builder, arguments)
        code = builder.call(callee, [room, place, *given])
        value = convention.context.get_returned_value(builder, kind, builder.load(room))
        may_be_none = isinstance(kind, types.Optional)  # type: ignore[attr-defined]
        return Status(convention, builder, code, place, may_be_none), value

    return call


def pass_on_lightly(usual: Callable[..., None]) -> Callable[..., None]:
    """A `return_status_propagate` for calls whose errors stand where they should."""

    def pass_on(convention: Any, builder: Any, status: Any) -> None:
        if isinstance(status, Status):
            builder.ret(status.code)
        else:
            usual(convention, builder, status)

    return pass_on


callconv.CPUCallConv.call_function = call_lightly(callconv.CPUCallConv.call_function)
callconv.CPUCallConv.return_status_propagate = pass_on_lightly(callconv.CPUCallConv.return_status_propagate)
