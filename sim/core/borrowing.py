"""Arrays that a kernel is handed are not counted: its caller holds them for as long as it runs.

numba counts how many hold the memory of an array, at every variable and every call, by an operation that all cores
have to agree on. A kernel that makes no array and returns none leaves every count as it was, so here it counts nothing.
"""

from __future__ import annotations

from typing import Any

from numba.core import ir
from numba.core.compiler_machinery import FunctionPass, register_pass

from .leaner import UNCOUNTED

VIEWS = ("getattr", "getitem", "static_getitem", "cast", "phi")
"""Expressions of which an array is a part, or another name, of one that is there."""


@register_pass(mutates_CFG=False, analysis_only=True)
class BorrowArrays(FunctionPass):
    """Leaves out the counting of a kernel that only other kernels call, if its arrays are all parts of what it is
    handed. Follows the typing of the function.
    """

    _name = "borrow_arrays"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Changes how the function is lowered, not the function."""
        if state.flags.no_cpython_wrapper and not _is_counted(state, state.return_type) and not _makes_any(state):
            state.targetctx.enable_nrt = False
            setattr(state.func_ir, UNCOUNTED, True)
        return False


def _is_counted(state: Any, kind: Any) -> bool:
    """Whether values of a type hold memory that is counted."""
    return bool(state.targetctx.data_model_manager[kind].contains_nrt_meminfo())


def _makes_any(state: Any) -> bool:
    """Whether a function makes an array, or is given one that a call made. To put an array into another one makes one
    too, for the elements that overlap, and so does an error that tells values.
    """
    for block in state.func_ir.blocks.values():
        for statement in block.body:
            if isinstance(statement, (ir.DynamicRaise, ir.DynamicTryRaise)):
                return True
            if isinstance(statement, (ir.SetItem, ir.StaticSetItem)):
                if _is_counted(state, state.typemap[statement.value.name]):
                    return True
                continue
            if not isinstance(statement, ir.Assign) or not _is_counted(state, state.typemap[statement.target.name]):
                continue
            value = statement.value
            if isinstance(value, ir.Expr) and not (value.op in VIEWS and _is_view(state, value)):
                return True
    return False


def _is_view(state: Any, value: ir.Expr) -> bool:
    """Whether no array picks the elements, which would copy them."""
    return value.op != "getitem" or not _is_counted(state, state.typemap[value.index.name])
