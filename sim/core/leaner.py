"""What numba works out again and again while it compiles, and here once or not at all.

None of it changes what is compiled. So much of numba is replaced:

| here | instead of | difference |
| --- | --- | --- |
| `written_once` | `Record.__repr__` | kept: numba writes a record's fields out at every step of compiling |
| `refresh_if_more` | `BaseContext.refresh` | registries are read again only if something was added to one |
| `process_lightly` | `PostProcessor.run` | live variables are found where they are asked for, not after each pass |
| `Passes` | `PassManager` | tells nobody of each pass, and checks none for what only numba's authors get wrong |
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

from numba.core import errors, transforms, types
from numba.core.base import BaseContext
from numba.core.compiler_machinery import PassManager
from numba.core.imputils import builtin_registry as implementations
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.typing.context import BaseContext as TypingContext
from numba.core.typing.templates import builtin_registry as templates

_written: dict[int, tuple[Any, str]] = {}
"""Record types, by where they are, with their texts."""
_installed: dict[int, tuple[int, ...]] = {}
"""By where a context is, how much there was when it was last refreshed."""


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
        if _installed.get(id(context)) != _there_is():
            usual(context)
            _installed[id(context)] = _there_is()

    return refresh


def _there_is() -> tuple[int, ...]:
    """How many modules are loaded, and how many entries the registries have into which extensions write."""
    lists = [*vars(implementations).values(), *vars(templates).values()]
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


types.Record.__repr__ = written_once(types.Record.__repr__)  # type: ignore[method-assign]
BaseContext.refresh = refresh_if_more(BaseContext.refresh)
TypingContext.refresh = refresh_if_more(TypingContext.refresh)
PostProcessor.run = process_lightly(PostProcessor.run)
