"""Arrays in kernels are values of LLVM, not places in memory from which each of their parts is read.

Where a kernel names an array of a record, or an element of an array, numba has LLVM make room for a structure of seven
parts, write all of them into it, and read some back: forty instructions for one that does anything. LLVM finds that
out, but to write, read and simplify them was a fifth of all compiling. Here the parts stay what they are, and those of
an array in a record, but for its place, are constants. What is compiled does the same.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba.core import cgutils, lowering, types
from numba.core.typing import signature
from numba.np import arrayobj

PARTS = "parts_of_array"
"""The attribute of an LLVM value in which those parts of an array are kept that are known."""


class ArrayValue:
    """An array, with what numba's `ArrayStruct` has for those who only read it. Once someone writes, it is one."""

    def __init__(self, context: Any, builder: Any, kind: Any, value: Any, in_memory: Callable[..., Any]) -> None:
        self._context, self._builder, self._kind, self._whole = context, builder, kind, value
        self._in_memory, self._written = in_memory, None
        self._datamodel, self._fe_type = context.data_model_manager[kind], kind

    def __getattr__(self, part: str) -> Any:
        if part.startswith("_"):
            raise AttributeError(part)
        if self._written is not None:
            return getattr(self._written, part)
        known = getattr(self._whole, PARTS, {})
        if part in known:
            return known[part]
        return self._builder.extract_value(self._whole, self._datamodel.get_field_position(part))

    def __setattr__(self, part: str, value: Any) -> None:
        if part.startswith("_"):
            super().__setattr__(part, value)
        else:
            setattr(self._as_written(), part, value)

    def _as_written(self) -> Any:
        if self._written is None:
            self._written = self._in_memory(self._context, self._builder, self._whole)
        return self._written

    def _getvalue(self) -> Any:
        return self._whole if self._written is None else self._written._getvalue()

    def _getpointer(self) -> Any:
        return self._as_written()._getpointer()


def make_value(usual: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A `make_array` that gives the value of an array that there is."""

    def make(kind: Any) -> Any:
        in_memory = usual(kind)
        if type(kind) not in (types.Array, types.NestedArray):
            return in_memory

        def read(context: Any, builder: Any, value: Any = None, ref: Any = None) -> Any:
            if ref is None and value is not None:
                return ArrayValue(context, builder, kind, value, in_memory)
            if ref is None and type(kind) is types.NestedArray:
                return NewValue(context, builder, kind)
            return in_memory(context, builder, value, ref)

        return read

    return make


class NewValue:
    """An array that `populate_array` makes."""

    def __init__(self, context: Any, builder: Any, kind: Any) -> None:
        self._context, self._builder, self._fe_type = context, builder, kind
        self._datamodel, self._whole = context.data_model_manager[kind], None

    def _getvalue(self) -> Any:
        return self._whole


def populate_value(usual: Callable[..., Any]) -> Callable[..., Any]:
    """A `populate_array` that makes values of arrays too."""

    def populate(
        array: Any, data: Any, shape: Any, strides: Any, itemsize: Any, meminfo: Any, parent: Any = None
    ) -> Any:
        if not isinstance(array, NewValue):
            return usual(array, data, shape, strides, itemsize, meminfo, parent)
        context, builder, model = array._context, array._builder, array._datamodel
        whole, kind = context.get_value_type(types.intp), array._fe_type
        count = 1
        for length in kind.shape:
            count *= length
        sizes = {"shape": kind.shape, "strides": kind.strides}
        parts = {
            "nitems": ir.Constant(whole, count),
            "itemsize": ir.Constant(whole, kind.size),
            **{name: ir.Constant(ir.ArrayType(whole, kind.ndim), [*values]) for name, values in sizes.items()},
            **{name: ir.Constant(context.get_value_type(model.get_type(name)), None) for name in ("meminfo", "parent")},
        }
        layout = model.get_value_type()
        pieces = [
            parts.get(name, ir.Constant(part, ir.Undefined))
            for name, part in zip(model._fields, layout.elements, strict=True)
        ]
        found = builder.insert_value(ir.Constant(layout, pieces), data, model.get_field_position("data"))
        setattr(found, PARTS, {**parts, "data": data})
        array._whole = found
        return array

    return populate


def unpack_known(usual: Callable[..., Any]) -> Callable[..., Any]:
    """An `unpack_tuple` that takes constants apart itself."""

    def unpack(builder: Any, packed: Any, count: Any = None) -> Any:
        if isinstance(packed, ir.Constant) and isinstance(packed.constant, list):
            return list(packed.constant)
        return usual(builder, packed, count)

    return unpack


def point_straight(usual: Callable[..., Any]) -> Callable[..., Any]:
    """A `get_item_pointer2` that neither multiplies by 1 nor adds to 0, where elements lie one after the other."""

    def point(
        context: Any, builder: Any, data: Any, shape: Any, strides: Any, layout: Any, inds: Any,
        wraparound: bool = False, boundscheck: bool = False,
    ) -> Any:  # fmt: skip
        if layout == "C" and len(inds) == 1 and len(shape) == 1 and not wraparound and not boundscheck:
            return builder.gep(data, [*inds])
        return usual(context, builder, data, shape, strides, layout, inds, wraparound, boundscheck)

    return point


def index_known(usual: Callable[..., Any]) -> Callable[..., Any]:
    """A `fix_integer_index` that knows of a constant whether it counts from the end."""

    def fix(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        if isinstance(index, ir.Constant) and isinstance(index.constant, int) and index.constant >= 0:
            return ir.Constant(context.get_value_type(types.intp), index.constant)
        return usual(context, builder, kind, index, size)

    return fix


def unpack_straight(usual: Callable[..., Any]) -> Callable[..., Any]:
    """A `lower_expr` that takes an array of numbers apart element by element, where numba iterates over it and looks
    each time whether there is one more. How many there are is looked at once, where it is not known.
    """

    @functools.wraps(usual)
    def lower(function: Any, kind: Any, expression: Any) -> Any:
        if expression.op != "exhaust_iter":
            return usual(function, kind, expression)
        array, count = function.typeof(expression.value.name), expression.count
        plain = type(array) in (types.Array, types.NestedArray) and isinstance(array.dtype, types.Number)
        if not plain or array.ndim != 1:
            return usual(function, kind, expression)
        context, builder, value = function.context, function.builder, function.loadvar(expression.value.name)
        (size,) = cgutils.unpack_tuple(builder, arrayobj.make_array(array)(context, builder, value).shape, 1)
        if not isinstance(size, ir.Constant) or size.constant != count:
            with cgutils.if_unlikely(builder, builder.icmp_signed("!=", size, size.type(count))):
                function.return_exception(ValueError, loc=function.loc)
        get = context.get_function(operator.getitem, signature(array.dtype, array, types.intp))
        found = context.get_constant_undef(kind)
        for place in range(count):
            element = get(builder, (value, context.get_constant(types.intp, place)))
            found = builder.insert_value(found, element, place)
        return found

    return lower


arrayobj.make_array = make_value(arrayobj.make_array)
arrayobj.populate_array = populate_value(arrayobj.populate_array)
arrayobj.fix_integer_index = index_known(arrayobj.fix_integer_index)
cgutils.unpack_tuple = unpack_known(cgutils.unpack_tuple)
cgutils.get_item_pointer2 = point_straight(cgutils.get_item_pointer2)
lowering.Lower.lower_expr = unpack_straight(lowering.Lower.lower_expr)
