"""What numba works out again and again while it compiles, and here once or not at all.

None of it changes what is compiled, but for the last. So much of numba is replaced:

| here | instead of | difference |
| --- | --- | --- |
| `written_once` | `Record.__repr__` | kept: numba writes a record's fields out at every step of compiling |
| `refresh_if_more` | `BaseContext.refresh` | registries are read again only if something was added to one |
| `process_lightly` | `PostProcessor.run` | live variables are found where they are asked for, not after each pass |
| `Passes` | `PassManager` | tells nobody of each pass, and checks none for what only numba's authors get wrong |
| `index_from_the_front` | `fix_integer_index` | where bounds are checked, our kernels count no index from the end |
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

from numba.core import errors, transforms, types
from numba.core.base import BaseContext
from numba.core.compiler_machinery import PassManager
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.typing.context import BaseContext as TypingContext
from numba.np import arrayobj

PACKAGE = __name__.removesuffix("sim.core.leaner").removesuffix(".")
OWN = tuple(
    "_ZN" + "".join(f"{len(part)}{part}" for part in (*PACKAGE.split("."), room) if part) for room in ("sim", "agents")
)
"""How the names of compiled functions begin that are made from kernels of the project."""
_written: dict[int, tuple[Any, str]] = {}
"""Record types, by where they are, with their texts."""
REFRESHED = "refreshed_with"
"""The attribute in which a context, and each copy that numba makes of it, keeps what was registered when it was last
refreshed.
"""


def written_once(usual: Callable[[Any], str]) -> Callable[[Any], str]:
    """A `__repr__` of types, which never change, whose texts are kept."""

    @functools.wraps(usual)
    def write(kind: Any) -> str:
        if id(kind) not in _written:
            _written[id(kind)] = kind, usual(kind)
        return _written[id(kind)][1]

    return write


def refresh_if_more(usual: Callable[[Any], None]) -> Callable[[Any], None]:
    """A `refresh` of contexts that does nothing where no module was loaded and nothing registered since the last."""

    @functools.wraps(usual)
    def refresh(context: Any) -> None:
        there_is = registered(context)
        if getattr(context, REFRESHED, None) != there_is:
            usual(context)
            setattr(context, REFRESHED, there_is)  # what was registered meanwhile is looked at again

    return refresh


def registered(context: Any) -> tuple[int, ...]:
    """How many modules are loaded, and how many entries each registry has that a context, or the one by which it types,
    takes its functions from. numba puts an intrinsic into the first of them, whatever that is for.
    """
    contexts = dict.fromkeys((context, getattr(context, "typing_context", context)))
    lists = (found for each in contexts for one in [*each._registries] for found in vars(one).values())
    return len(sys.modules), *(len(found) for found in lists if isinstance(found, list))


def process_lightly(usual: Callable[..., None]) -> Callable[..., None]:
    """A `run` after a pass that finds no live variables, unless they are written into the function then and there."""

    @functools.wraps(usual)
    def run(processor: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        function = processor.func_ir
        if emit_dels or function.is_generator:
            usual(processor, emit_dels, extend_lifetimes)
            return
        function.blocks = transforms.canonicalize_cfg(function.blocks)
        function.variable_lifetime, function.generator_info = VariableLifetime(function.blocks), None

    return run


class Passes(PassManager):
    """numba's passes, one after the other."""

    def _runPass(self, index: int, pss: Any, internal_state: Any) -> None:  # noqa: N802
        pss.analysis = self._analysis
        with errors.new_error_context("Pass {name}", name=pss.name()):  # type: ignore[attr-defined]
            for step in (pss.run_initialization, pss.run_pass, pss.run_finalizer):
                step(internal_state)


def index_from_the_front(usual: Callable[..., Any]) -> Callable[..., Any]:
    """A `fix_integer_index` that takes no index below 0 for one from the end where a kernel of the project is compiled
    with bounds checked: rules never count from the end, so that it is the number of a card that there is not.
    """

    @functools.wraps(usual)
    def fix(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        if context.enable_boundscheck and kind.signed and builder.function.name.startswith(OWN):
            return context.cast(builder, index, kind, types.intp)
        return usual(context, builder, kind, index, size)

    return fix


types.Record.__repr__ = written_once(types.Record.__repr__)  # type: ignore[method-assign]
BaseContext.refresh = refresh_if_more(BaseContext.refresh)
TypingContext.refresh = refresh_if_more(TypingContext.refresh)
PostProcessor.run = process_lightly(PostProcessor.run)
arrayobj.fix_integer_index = index_from_the_front(arrayobj.fix_integer_index)
