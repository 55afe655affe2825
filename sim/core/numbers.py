"""What kernels do all the time with numbers, in as few of LLVM's instructions as it needs.

numba compiles a function for `int`, `min`, `max` and `in`, for each type of number, and writes a call of it that looks
whether it failed; `in` goes through its tuple in a loop, where here each member is compared. A loop over a range looks
whether its step is 0 and in which direction it goes, and a division whether it divides by 0 or by -1: here not where
these are constants. It was a third of all that LLVM was given. What is computed is the same.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import Any

import numba
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.datamodel import models
from numba.core.imputils import RefType, iternext_impl, lower_builtin
from numba.core.typing import signature
from numba.cpython import builtins, listobj, numbers, rangeobj  # noqa: F401  what is said here of ranges comes later

from .leaner import Function

FLOATS = types.real_domain
WHOLE = types.signed_domain


def whole(context: Any, arguments: tuple[Any, ...]) -> Any:
    """The signature of `int` for a number, None for anything else: an integer keeps its type, as numba has it."""
    if len(arguments) != 1 or arguments[0] not in WHOLE | FLOATS | {types.boolean}:
        return None
    return signature(arguments[0] if arguments[0] in WHOLE else types.intp, *arguments)


def extreme(context: Any, arguments: tuple[Any, ...]) -> Any:
    """The signature of `min` and `max` for several numbers, None for anything else."""
    if len(arguments) < 2 or not {*arguments} <= WHOLE | FLOATS:
        return None
    return signature(context.unify_types(*arguments), *arguments)


SIGNATURES = {int: whole, min: extreme, max: extreme}


def typed_here(usual: Callable[..., Any]) -> Callable[..., Any]:
    """A `get_call_type` that knows these functions for numbers, and that they are made here."""

    @functools.wraps(usual)
    def get(function: Any, context: Any, arguments: Any, named: Any) -> Any:
        asked = SIGNATURES.get(function.typing_key) if not named else None
        found = asked and asked(context, tuple(map(numba.types.unliteral, arguments)))
        if not found:
            return usual(function, context, arguments, named)
        function._impl_keys[found.args] = asked_for(function.typing_key)
        return found

    return get


def asked_for(function: Any) -> str:
    """The name under which numba finds here what a function does."""
    return f"{__name__}.{function.__name__}"


@lower_builtin(asked_for(int), types.Any)
def write_int(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    """The code of `int`."""
    return context.cast(builder, arguments[0], sig.args[0], sig.return_type)


@lower_builtin(asked_for(min), numba.types.VarArg(types.Any))
def write_min(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    """The code of `min`."""
    return builtins.do_minmax(context, builder, sig.args, arguments, operator.lt)


@lower_builtin(asked_for(max), numba.types.VarArg(types.Any))
def write_max(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    """The code of `max`."""
    return builtins.do_minmax(context, builder, sig.args, arguments, operator.gt)


@lower_builtin(operator.contains, numba.types.UniTuple, types.Integer)
def write_in(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    """The code of `in` for a tuple of integers."""
    members, wanted = sig.args
    if members.dtype not in WHOLE or wanted not in WHOLE:
        return listobj.in_seq(context, builder, sig, arguments)
    number = context.cast(builder, arguments[1], wanted, types.int64)
    found = ir.Constant(ir.IntType(1), 0)
    for member in unpack(builder, arguments[0], len(members)):
        same = builder.icmp_signed("==", context.cast(builder, member, members.dtype, types.int64), number)
        found = builder.or_(found, same)
    return found


def unpack(builder: Any, packed: Any, count: int) -> list[Any]:
    """The members of a tuple, as they were put into it, as far as that was done in this function."""
    found: list[Any] = [None] * count
    value = packed
    while isinstance(value, ir.InsertValue) and len(value.indices) == 1:
        if found[value.indices[0]] is None:
            found[value.indices[0]] = value.operands[1]
        value = value.operands[0]
    if isinstance(value, ir.Constant) and isinstance(value.constant, (list, tuple)):
        found = [was or each for was, each in zip(found, value.constant, strict=True)]
    return [each or builder.extract_value(packed, index) for index, each in enumerate(found)]


# --- loops over ranges ----------------------------------------------------------------------------------------------


class RangePlace(models.PrimitiveModel):
    """Where a loop over a range has come to: the next number, how many are left, the step."""

    def __init__(self, manager: Any, kind: Any) -> None:
        number = manager.lookup(kind.yield_type).get_value_type()
        super().__init__(manager, kind, ir.PointerType(ir.LiteralStructType([number] * 3)))


@models.register_default(numba.types.RangeIteratorType)
def range_model(manager: Any, kind: Any) -> Any:
    """The model of a loop over a range: numba's own where its numbers have no sign, as its code for it is."""
    return (RangePlace if kind.yield_type in WHOLE else models.RangeIteratorType)(manager, kind)


def write_range(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    """The code of `range`."""
    number = context.get_value_type(sig.args[0])
    start = arguments[0] if len(arguments) > 1 else number(0)
    step = arguments[2] if len(arguments) > 2 else number(1)
    found = ir.Constant(ir.LiteralStructType([number] * 3), ir.Undefined)
    for place, part in enumerate((start, arguments[0] if len(arguments) == 1 else arguments[1], step)):
        found = builder.insert_value(found, part, place)
    return found


def write_length(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    """The code of `len` of a range."""
    count = count_numbers(context, builder, *unpack(builder, arguments[0], 3))
    return builder.select(builder.icmp_signed(">", count, count.type(0)), count, count.type(0))


def count_numbers(context: Any, builder: Any, start: Any, stop: Any, step: Any) -> Any:
    """How many numbers a range has; none if that is below 0."""
    way, number = builder.sub(stop, start), start.type
    if isinstance(step, ir.Constant) and step.constant > 0:
        return way if step.constant == 1 else builder.sdiv(builder.add(way, number(step.constant - 1)), step)
    with cgutils.if_unlikely(builder, builder.icmp_signed("==", step, number(0))):
        context.call_conv.return_user_exc(builder, ValueError, ("range() arg 3 must not be zero",))
    ahead = builder.icmp_signed("==", *(builder.icmp_signed(">", each, number(0)) for each in (way, step)))
    more = builder.and_(ahead, builder.icmp_signed("!=", builder.srem(way, step), number(0)))
    return builder.add(builder.sdiv(way, step), builder.zext(more, number))


def write_beginning(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    """The code that begins a loop over a range."""
    start, stop, step = unpack(builder, arguments[0], 3)
    place = cgutils.alloca_once(builder, ir.LiteralStructType([start.type] * 3))
    for index, part in enumerate((start, count_numbers(context, builder, start, stop, step), step)):
        builder.store(part, cgutils.gep_inbounds(builder, place, 0, index))
    return place


def write_next(context: Any, builder: Any, sig: Any, arguments: Any, result: Any) -> None:
    """The code that goes on with a loop over a range."""
    number, left, step = (cgutils.gep_inbounds(builder, arguments[0], 0, index) for index in range(3))
    count = builder.load(left)
    goes_on = builder.icmp_signed(">", count, count.type(0))
    result.set_valid(goes_on)
    with builder.if_then(goes_on):
        value = builder.load(number)
        result.yield_(value)
        builder.store(builder.sub(count, count.type(1), flags=["nsw"]), left)
        builder.store(builder.add(value, builder.load(step)), number)


for _number, _range in ((types.int32, types.range_state32_type), (types.int64, types.range_state64_type)):
    for _count in (1, 2, 3):
        lower_builtin(range, *[_number] * _count)(write_range)
    lower_builtin(len, _range)(write_length)
    lower_builtin("getiter", _range)(write_beginning)
    lower_builtin("iternext", _range.iterator_type)(iternext_impl(RefType.UNTRACKED)(write_next))


# --- division -------------------------------------------------------------------------------------------------------


@lower_builtin(operator.floordiv, types.Integer, types.Integer)
@lower_builtin(operator.ifloordiv, types.Integer, types.Integer)
def write_floordiv(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    """The code of `//`."""
    if not divides_simply(sig, arguments[1]):
        return numbers.int_floordiv_impl(context, builder, sig, arguments)
    number = context.cast(builder, arguments[0], sig.args[0], sig.return_type)
    divisor = number.type(arguments[1].constant)
    below = builder.icmp_signed("<", builder.srem(number, divisor), number.type(0))
    return builder.add(builder.sdiv(number, divisor), builder.sext(below, number.type))


@lower_builtin(operator.mod, types.Integer, types.Integer)
@lower_builtin(operator.imod, types.Integer, types.Integer)
def write_mod(context: Any, builder: Any, sig: Any, arguments: Any) -> Any:
    """The code of `%`."""
    if not divides_simply(sig, arguments[1]):
        return numbers.int_rem_impl(context, builder, sig, arguments)
    number = context.cast(builder, arguments[0], sig.args[0], sig.return_type)
    divisor = number.type(arguments[1].constant)
    rest = builder.srem(number, divisor)
    return builder.select(builder.icmp_signed("<", rest, number.type(0)), builder.add(rest, divisor), rest)


def divides_simply(sig: Any, divisor: Any) -> bool:
    """Whether integers with signs are divided by a constant above 0."""
    return {*sig.args, sig.return_type} <= WHOLE and isinstance(divisor, ir.Constant) and divisor.constant > 0


def zero_known(usual: Callable[..., Any]) -> Callable[..., Any]:
    """An `is_scalar_zero` that knows of a constant whether it is 0."""

    @functools.wraps(usual)
    def is_zero(builder: Any, value: Any) -> Any:
        if isinstance(value, ir.Constant) and isinstance(value.constant, (int, float)):
            return ir.Constant(ir.IntType(1), int(value.constant == 0))
        return usual(builder, value)

    return is_zero


cgutils.is_scalar_zero = zero_known(cgutils.is_scalar_zero)
Function.get_call_type = typed_here(Function.get_call_type)  # type: ignore[method-assign]
