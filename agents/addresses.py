"""Addresses of compiled functions: how an agent is told, as numbers, which functions it is to call.

A first-class function is passed to a kernel as an argument, but `choose` has none to spare. So a thinking agent finds
the addresses of the game's kernels among its numbers, and turns them into first-class functions again. Addresses are
below 2**53, which a float64 holds exactly. Interpreted, an address is an index into a list of Python functions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from sim.core.kernel import interpreted

FUNCTIONS: list[Callable[..., Any]] = []
"""The functions that interpreted addresses stand for."""


def address_of(function: Any, signature: Any) -> int:
    """The number by which a kernel can be called; it is compiled for the signature if it is not. The caller keeps the
    kernel alive.
    """
    if interpreted:
        if function not in FUNCTIONS:
            FUNCTIONS.append(function)
        return FUNCTIONS.index(function)
    compiled = function.get_compile_result(signature)
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))


def function_at(signature_of: Callable[..., Any]) -> Any:
    """Makes `at(address, s, tables, actions, params)`, the first-class function at an address. signature_of: from the
    types of the four others to the signature of the function.
    """
    if interpreted:
        return lambda address, s, tables, actions, params: FUNCTIONS[int(address)]

    @intrinsic
    def at(typing_context: Any, address: Any, s: Any, tables: Any, actions: Any, params: Any) -> Any:
        function = types.FunctionType(signature_of(s, tables, actions, params))

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            value = cgutils.create_struct_proxy(function)(context, builder)
            value.jit_addr = builder.inttoptr(arguments[0], cgutils.voidptr_t)
            return value._getvalue()

        return function(types.int64, s, tables, actions, params), generate

    return at
