"""Members of enumerations in kernels are numbers: `Decision.MAIN` compiles to the very code of a constant.

numba knows members as values of a type of their own, one for each class, for which every kernel that is handed one
would be compiled again, and of which `int(...)` and arithmetic know nothing. Here is one step more of compiling, in
which a member that a kernel names (by its class, or as a constant of the module, also in a tuple) becomes its number
before types are worked out.
"""

from __future__ import annotations

from enum import EnumMeta, IntEnum
from typing import Any

from numba.core import ir
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.ir_utils import build_definitions


@register_pass(mutates_CFG=False, analysis_only=False)
class NumbersForMembers(FunctionPass):
    """Puts constants in the place of members of integer enumerations."""

    _name = "numbers_for_members"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Changes the function; whether anything was changed."""
        changed = False
        for block in state.func_ir.blocks.values():
            classes: dict[str, EnumMeta] = {}
            for statement in block.find_insts(ir.Assign):
                number = _number(statement.value, classes)
                if isinstance(statement.value, (ir.Global, ir.FreeVar)) and _is_enumeration(statement.value.value):
                    classes[statement.target.name] = statement.value.value
                if number is not None:
                    statement.value, changed = number, True
        if changed:
            state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        return changed


def _is_enumeration(value: Any) -> bool:
    return isinstance(value, EnumMeta) and issubclass(value, IntEnum)


def _number(value: Any, classes: dict[str, EnumMeta]) -> Any:
    """What stands for a member; None for anything else. `classes`: the variables that hold an enumeration."""
    if isinstance(value, ir.Expr) and value.op == "getattr" and value.value.name in classes:
        member = getattr(classes[value.value.name], value.attr, None)
        return ir.Const(int(member), value.loc) if isinstance(member, IntEnum) else None
    if isinstance(value, (ir.Global, ir.FreeVar)):
        if isinstance(value.value, IntEnum):
            return ir.Const(int(value.value), value.loc)
        if isinstance(value.value, tuple) and any(isinstance(item, IntEnum) for item in value.value):
            numbers = tuple(int(item) if isinstance(item, IntEnum) else item for item in value.value)
            return ir.Global(value.name, numbers, value.loc)
    return None
