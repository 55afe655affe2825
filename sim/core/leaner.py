"""What numba works out again and again while it compiles, and here once or not at all.

None of it changes what is compiled, but for the last. So much of numba is replaced:

| here | instead of | difference |
| --- | --- | --- |
| `written_once` | `Record.__repr__` | kept: numba writes a record's fields out at every step of compiling |
| `refresh_if_more` | `BaseContext.refresh` | registries are read again only if something was added to one |
| `process_lightly` | `PostProcessor.run` | live variables are found where they are asked for, not after each pass |
| `Passes` | `PassManager` | tells nobody of each pass, and checks none for what only numba's authors get wrong |
| `typed_once` | `BaseFunction.get_call_type` | kept, for numbers, records and arrays of them |
| `Variables` | `TypeVarMap` | notes at which types one looks |
| `propagate_changes` | `ConstraintNetwork.propagate` | types again only what looked at a type that has changed since |
| `Context` | `new_error_context` | a class, entered hundreds of thousands of times |
| `list_variables` | `Inst._rec_list_vars` | knows at once what holds no variables |
| `store_lightly` | `Lower.storevar` | what a variable held before is read only where its holders are counted |
| `look_once` | `_CacheLocator.ensure_cache_path` | tries to write into a folder once, not once a kernel |
| `size_once` | `Type.get_abi_size` | kept: numba has LLVM read a module for it |
| `index_from_the_front` | `fix_integer_index` | kernels of the project count no index from the end |

numba also tells those who listen to its events of each call of LLVM, a hundred thousand: nobody does, and here it tells
no more. Whether an implementation takes a place in a source it finds out once.
"""

from __future__ import annotations

import functools
import os
import sys
import warnings
from collections.abc import Callable
from typing import Any

from llvmlite import ir as llvm_ir
from llvmlite.binding import ffi
from numba.core import base, caching, errors, ir, lowering, targetconfig, transforms, typeinfer, types
from numba.core.base import BaseContext
from numba.core.compiler_machinery import PassManager
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.typing.context import BaseContext as TypingContext
from numba.core.utils import chain_exception
from numba.np import arrayobj

from .sharing import BeingMadeError, room

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


UNCOUNTED = "counts_no_holders"
"""The attribute of a function's IR that says that what it is lowered to counts none; see `borrowing`."""


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
    """A `run` after a pass that finds no live variables, unless they are written into the function then and there. Nor
    are their ends written into one that counts no holders, for nothing is done there.
    """

    @functools.wraps(usual)
    def run(processor: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        function = processor.func_ir
        if function.is_generator or (emit_dels and not hasattr(function, UNCOUNTED)):
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


PLAIN = (types.Number, types.Boolean, types.IntegerLiteral, types.BooleanLiteral, types.Record)
"""Types that say all about a value that typing looks at."""


def is_plain(kind: Any) -> bool:
    """Whether a type is of numbers, or of records, arrays or tuples of them."""
    if isinstance(kind, types.Array):
        return isinstance(kind.dtype, PLAIN)
    if isinstance(kind, types.BaseTuple):  # type: ignore[attr-defined]
        return all(is_plain(part) for part in kind)
    return isinstance(kind, PLAIN)


def typed_once(usual: Callable[..., Any]) -> Callable[..., Any]:
    """A `get_call_type` of numba's own functions that keeps what it found, for the flags with which it found it."""

    @functools.wraps(usual)
    def get(function: Any, context: Any, arguments: Any, named: Any) -> Any:
        arguments = tuple(arguments)
        if named or not all(map(is_plain, arguments)):
            return usual(function, context, arguments, named)
        flags = targetconfig.ConfigStack.top_or_none()
        settings = None if flags is None else str(flags._values)
        known = vars(function).setdefault("known_calls", {})
        key = context, arguments, settings
        if key not in known:
            found = usual(function, context, arguments, named)
            known[key] = found, None if found is None else function._impl_keys[found.args]
        signature, implementation = known[key]
        if signature is not None:
            function._impl_keys[signature.args] = implementation
        return signature

    return get


class Variables(dict[str, Any]):
    """What numba has learnt of the types of variables. It notes at which of them one looks."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: dict[str, Any] = {}

    def set_context(self, context: Any) -> None:
        """Told once, before any variable is asked for."""
        self.context = context

    def __getitem__(self, name: str) -> Any:
        found = self.seen[name] = super().__getitem__(name)
        return found

    def __missing__(self, name: str) -> Any:
        self[name] = found = typeinfer.TypeVar(self.context, name)
        return found


def propagate_changes(network: Any, typer: Any) -> list[Any]:
    """A `propagate` that leaves out what would give what it gave before: everything it looked at has the type that it
    had when it was done. Calls of kernels that another process is making come last (see `sharing`).
    """
    failed: list[Any] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", typer.warnings._category)
        later = [one for one in network.constraints if not _settle(network, one, typer, caught, failed, True)]
        while later:
            still = [one for one in later if not _settle(network, one, typer, caught, failed, True)]
            if len(still) == len(later):
                _settle(network, still.pop(), typer, caught, failed, False)
            later = still
    return failed


def _settle(network: Any, constraint: Any, typer: Any, caught: list[Any], failed: list[Any], is_first: bool) -> bool:
    """Types what a constraint is about, unless it is done; False if it is a call of a kernel that another process is
    making, and others come first. Adds errors to those that failed. A function that calls itself is looked at again
    each time, for its type depends on more than those of variables.
    """
    done, seen = vars(network).setdefault("done", {}), typer.typevars.seen
    if constraint in done and all(one.type is kind for one, kind in done[constraint]):
        return True
    seen.clear()
    try:
        with room.set(is_first):
            constraint(typer)
    except BeingMadeError:
        return False
    except errors.ForceLiteralArg as error:
        failed.append(error)
    except errors.TypingError as error:
        failed.append(chain_exception(errors.TypingError(str(error), constraint.loc, False), error))
    else:
        looked = [(one, one.type) for one in seen.values()]
        if not any(isinstance(kind, types.RecursiveCall) for _, kind in looked):
            done[constraint] = looked
    if caught:
        _pass_on(caught, typer.warnings, constraint.loc)
        caught.clear()
    return True


def _pass_on(caught: list[Any], told: Any, place: Any) -> None:
    """Does with warnings what numba's `WarningsFixer` does."""
    for one in caught:
        if issubclass(one.category, told._category):
            told._warnings[place.filename, place.line, one.category].add(str(one.message))
        else:
            warnings.warn_explicit(str(one.message), one.category, one.filename, one.lineno)


class Context:
    """Adds to an error that passes what was done when it came up."""

    __slots__ = ("named", "placed", "what")

    def __init__(self, what: str, *placed: Any, **named: Any) -> None:
        self.what, self.placed, self.named = what, placed, named
        place = named.get("loc")
        if place is not None and not place.filename.startswith(errors._numba_path):  # type: ignore[attr-defined]
            errors.loc_info.update(named)  # type: ignore[attr-defined]

    def __enter__(self) -> None:
        """Nothing yet."""

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> None:
        if isinstance(error, errors.NumbaError):
            error.add_context(errors._format_msg(self.what, self.placed, self.named))  # type: ignore[attr-defined]


BARE = frozenset({str, int, bool, float, type(None), ir.Loc, type(ir.UNDEFINED)})
"""Types of what holds no variables."""


def list_variables(instruction: Any, value: Any) -> list[Any]:
    """The variables in a part of an instruction."""
    kind = type(value)
    if kind is ir.Var:
        return [value]
    if kind in BARE:
        return []
    if isinstance(value, ir.Inst):
        return value.list_vars()
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, (list, tuple)):
        return [value] if isinstance(value, ir.Var) else []
    found = []
    for part in value:
        kind = type(part)
        if kind is ir.Var:
            found.append(part)
        elif kind not in BARE:
            found += list_variables(instruction, part)
    return found


def size_once(usual: Callable[..., int]) -> Callable[..., int]:
    """A `get_abi_size` that keeps the sizes of types."""
    sizes: dict[Any, int] = {}

    @functools.wraps(usual)
    def get(kind: Any, target_data: Any, context: Any = None) -> int:
        key = str(kind), str(target_data)
        if context is not None:
            return usual(kind, target_data, context)
        if key not in sizes:
            sizes[key] = usual(kind, target_data)
        return sizes[key]

    return get


def store_lightly(usual: Callable[..., None]) -> Callable[..., None]:
    """A `storevar` that looks at what was there before only where that is counted."""

    @functools.wraps(usual)
    def store(function: Any, value: Any, name: str, argidx: int | None = None) -> None:
        if function.context.enable_nrt or argidx is not None or function._disable_sroa_like_opt:
            usual(function, value, name, argidx)
            return
        function._alloca_var(name, function.typeof(name))
        if name in function._singly_assigned_vars:
            function._blk_local_varmap[name] = value
        else:
            function.builder.store(value, function.getvar(name))

    return store


def look_once(usual: Callable[[Any], None]) -> Callable[[Any], None]:
    """An `ensure_cache_path` that tries once whether one can write into a folder."""
    tried: set[str] = set()

    @functools.wraps(usual)
    def ensure(locator: Any) -> None:
        folder = locator.get_cache_path()
        if folder not in tried or not os.path.isdir(folder):
            usual(locator)
            tried.add(folder)

    return ensure


def index_from_the_front(usual: Callable[..., Any]) -> Callable[..., Any]:
    """A `fix_integer_index` that takes no index below 0 for one from the end in kernels of the project. Rules never
    count from the end, so it is the number of a card that there is not: an error where bounds are checked. To look at
    each index whether it is one costs a twelfth of play.
    """

    @functools.wraps(usual)
    def fix(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        if kind.signed and builder.function.name.startswith(OWN):
            return context.cast(builder, index, kind, types.intp)
        return usual(context, builder, kind, index, size)

    return fix


types.Record.__repr__ = written_once(types.Record.__repr__)  # type: ignore[method-assign]
BaseContext.refresh = refresh_if_more(BaseContext.refresh)
TypingContext.refresh = refresh_if_more(TypingContext.refresh)
PostProcessor.run = process_lightly(PostProcessor.run)
Function = types.functions.BaseFunction
Function.get_call_type = typed_once(Function.get_call_type)  # type: ignore[method-assign]
typeinfer.TypeVarMap = Variables
typeinfer.ConstraintNetwork.propagate = propagate_changes
typeinfer.new_error_context = lowering.new_error_context = Context
ir.Inst._rec_list_vars = list_variables
lowering.Lower.storevar = store_lightly(lowering.Lower.storevar)
llvm_ir.Type.get_abi_size = size_once(llvm_ir.Type.get_abi_size)
base._has_loc = functools.cache(base._has_loc)
ffi.lib._lock._cblist.clear()
Locator = caching._CacheLocator
Locator.ensure_cache_path = look_once(Locator.ensure_cache_path)
arrayobj.fix_integer_index = index_from_the_front(arrayobj.fix_integer_index)
