"""What an agent from outside prints: it goes to standard error, since standard output may be read by a program."""

from __future__ import annotations

import sys
from typing import Any

from numba import types
from numba.extending import intrinsic

from sim.core.errors import printable
from sim.core.kernel import interpreted


def show(*values: Any) -> None:
    """Prints values to standard error."""
    print(printable(" ".join(map(str, values))), file=sys.stderr)


def _compiled_print() -> Any:
    @intrinsic
    def tell(typing_context: Any, *values: Any) -> Any:
        kinds = types.StarArgTuple(values)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            api = context.get_python_api(builder)
            lock = api.gil_ensure()
            module = api.import_module(context.insert_const_string(builder.module, __name__))
            function = api.object_getattr_string(module, "show")
            items = [builder.extract_value(arguments[0], place) for place in range(len(values))]
            for kind, item in zip(values, items, strict=True):
                if context.enable_nrt:
                    context.nrt.incref(builder, kind, item)
            objects = [
                api.from_native_value(types.unliteral(kind), context.cast(builder, item, kind, types.unliteral(kind)))
                for kind, item in zip(values, items, strict=True)
            ]
            answer = api.call_function_objargs(function, objects)
            for used in (answer, *objects, function, module):
                api.decref(used)
            api.gil_release(lock)
            return context.get_dummy_value()

        return types.none(kinds), generate

    return tell


print_aside: Any = show if interpreted else _compiled_print()
"""What stands for `print` in an agent from outside."""
