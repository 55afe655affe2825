"""What numba works out again and again while it compiles, and here once or not at all.

None of it changes what is compiled, but for the last. So much of numba is replaced:

| here | instead of | difference |
| --- | --- | --- |
| `written_once` | `Record.__repr__` | kept: numba writes a record's fields out at every step of compiling |
| `refresh_if_more` | `BaseContext.refresh` | registries are read again only if something was added to one |
| `process_lightly` | `PostProcessor.run` | live variables are found where they are asked for, not after each pass; |
| `order_if_changed` | `canonicalize_cfg` | loops are brought into order again only if jumps have changed |
| `Passes` | `PassManager` | tells nobody of each pass, and checks none for what only numba's authors get wrong |
| `typed_once` | `BaseFunction.get_call_type` | kept, for numbers, records and arrays of them |
| `Variables` | `TypeVarMap` | notes at which types one looks |
| `propagate_changes` | `ConstraintNetwork.propagate` | types again only what looked at a type that has changed since |
| `Context` | `new_error_context` | a class, entered hundreds of thousands of times |
| `list_variables` | `Inst._rec_list_vars` | knows at once what holds no variables |
| `find_single_assignments` | `Lower._find_singly_assigned_variable` | looks at each statement once |
| `leave_with_if_any` | `peep_hole_delete_with_exit` | left out where there is no `with` |
| `fuse_if_any` | `peep_hole_fuse_dict_add_updates` | left out where there is no dictionary |
| `look_up_by_place` | `DataModelManager.lookup` | finds the model of a type by where the type is |
| `register_name` | `NameScope.register` | finds a free name in one step |
| `store_lightly` | `Lower.storevar` | what a variable held before is read only where its holders are counted |
| `look_once` | `_CacheLocator.ensure_cache_path` | tries to write into a folder once, not once a kernel |
| `size_once` | `Type.get_abi_size` | kept: numba has LLVM read a module for it |
| `inline_if_any` | `InlineClosureLikes.run_pass` | left out where there is nothing to inline |
| `rewrite_if_any` | `NopythonRewrites.run_pass` | left out where no rewrite can match |
| `load_when_called` | `ensure_blas` | linear algebra is loaded when it is called, not to see whether it is there |
| `index_from_the_front` | `fix_integer_index` | kernels of the project count no index from the end |

numba also tells those who listen to its events of each call of LLVM, a hundred thousand: nobody does, and here it tells
no more. Whether an implementation takes a place in a source it finds out once.
"""

from __future__ import annotations

import functools
import os
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from llvmlite import ir as llvm_ir
from llvmlite.binding import ffi
from llvmlite.ir._utils import DuplicatedNameError, NameScope
from numba.core import base, caching, errors, interpreter, ir, lowering, targetconfig, transforms, typeinfer, types
from numba.core.analysis import ir_extension_usedefs
from numba.core.base import BaseContext
from numba.core.compiler_machinery import PassManager
from numba.core.datamodel.manager import DataModelManager
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.rewrites import rewrite_registry
from numba.core.typed_passes import NopythonRewrites
from numba.core.typing.context import BaseContext as TypingContext
from numba.core.untyped_passes import InlineClosureLikes
from numba.core.utils import chain_exception
from numba.np import arrayobj, linalg
from numba.stencils.stencil import StencilFunc

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


ORDERED = "jumps_in_order"
"""The attribute of a function's IR that keeps the jumps with which its loops were brought into order."""
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
        order_if_changed(function)
        function.variable_lifetime, function.generator_info = VariableLifetime(function.blocks), None

    return run


def order_if_changed(function: Any) -> None:
    """Gives each loop one jump back, unless all jumps are those that there were when that was done before."""
    if getattr(function, ORDERED, None) != _jumps(function):
        function.blocks = transforms.canonicalize_cfg(function.blocks)
        setattr(function, ORDERED, _jumps(function))


def _jumps(function: Any) -> list[Any]:
    """Where the blocks of a function lead."""
    return [(place, block.body[-1].get_targets()) for place, block in function.blocks.items()]


class Passes(PassManager):
    """numba's passes, one after the other."""

    def _runPass(self, index: int, pss: Any, internal_state: Any) -> None:  # noqa: N802
        pss.analysis = self._analysis
        with typeinfer.new_error_context("Pass {name}", name=pss.name()):
            for step in (pss.run_initialization, pss.run_pass, pss.run_finalizer):
                step(internal_state)


INLINED, INLINING = frozenset({"make_function", "build_list"}), frozenset({"reduce", "stencil"})
"""Of what numba inlines before it types: the operations that make it, and the names of functions that take it."""


def inline_if_any(usual: Callable[..., bool]) -> Callable[..., bool]:
    """A `run_pass` of the inlining of closures, of `reduce` and `stencil`, and of arrays made from lists, that ends at
    once where a function has none of them.
    """

    @functools.wraps(usual)
    def run(step: Any, state: Any) -> bool:
        blocks = state.func_ir.blocks.values()
        if len({id(block.scope) for block in blocks}) > 1 or any(map(_may_inline, _values(blocks))):
            return usual(step, state)
        return True

    return run


def _values(blocks: Iterable[Any]) -> Iterator[Any]:
    """What is assigned in some blocks."""
    return (one.value for block in blocks for one in block.body if isinstance(one, ir.Assign))


def _may_inline(value: Any) -> bool:
    """Whether what is assigned may be inlined, or take what may be."""
    if isinstance(value, ir.Expr):
        return value.op in INLINED or (value.op == "getattr" and value.attr in INLINING)
    return isinstance(value, (ir.Global, ir.FreeVar)) and (
        getattr(value.value, "__name__", "") in INLINING or isinstance(value.value, StencilFunc)
    )


REWRITES = {"RewriteArrayExprs", "RewriteArrayOfConsts", "RewriteStringLiteralGetitems", "RewriteStringLiteralSetitems"}
"""All that numba rewrites after it has typed, as `rewrite_if_any` knows it."""
OF_ARRAYS = frozenset({"unary", "binop", "call"})
"""Operations on arrays that it rewrites."""


def rewrite_if_any(usual: Callable[..., bool]) -> Callable[..., bool]:
    """A `run_pass` of the rewrites after typing that ends at once where a function has nothing that is rewritten:
    operations that give arrays, lists, and items by name.
    """

    @functools.wraps(usual)
    def run(step: Any, state: Any) -> bool:
        known = {one.__name__ for one in rewrite_registry.rewrites["after-inference"]} <= REWRITES
        if not known or any(_may_rewrite(one, state.typemap) for b in state.func_ir.blocks.values() for one in b.body):
            return usual(step, state)
        return True

    return run


def _may_rewrite(statement: Any, kinds: dict[str, Any]) -> bool:
    """Whether a statement may be rewritten. kinds: the types of variables."""
    if isinstance(statement, ir.SetItem):
        return isinstance(kinds.get(statement.index.name), types.misc.StringLiteral)
    if not isinstance(statement, ir.Assign) or not isinstance(statement.value, ir.Expr):
        return False
    value = statement.value
    if value.op == "getitem":
        return isinstance(kinds.get(value.index.name), types.misc.StringLiteral)
    return value.op == "build_list" or (
        value.op in OF_ARRAYS and isinstance(kinds.get(statement.target.name), types.Array)
    )


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


VARIABLE, NONE, PARTS, ITEMS, VALUES = range(5)
"""How an object holds variables: it is one, it holds none, it tells them, its items do, or the values of its items."""
_sorts: dict[type, int] = {ir.Var: VARIABLE}
"""Which of these the objects of a type are."""


def _sort(kind: type) -> int:
    """Which of these the objects of a type are, found out once."""
    sort = NONE
    for one, whole in ((VARIABLE, ir.Var), (PARTS, ir.Inst), (VALUES, dict), (ITEMS, list), (ITEMS, tuple)):
        if issubclass(kind, whole):
            sort = one
    _sorts[kind] = sort
    return sort


def list_variables(instruction: Any, value: Any) -> list[Any]:
    """The variables in a part of an instruction."""
    kind = type(value)
    sort = _sorts[kind] if kind in _sorts else _sort(kind)
    if sort < PARTS:
        return [value] if sort == VARIABLE else []
    if sort == PARTS:
        return value.list_vars()
    found = []
    for part in value.values() if sort == VALUES else value:
        kind = type(part)
        sort = _sorts[kind] if kind in _sorts else _sort(kind)
        if sort == VARIABLE:
            found.append(part)
        elif sort != NONE:
            found += list_variables(instruction, part)
    return found


def find_single_assignments(usual: Callable[[Any], None]) -> Callable[[Any], None]:
    """A `_find_singly_assigned_variable`: of the variables that are assigned once and used in that block alone, after
    that.
    """

    @functools.wraps(usual)
    def find(lower: Any) -> None:
        function = lower.func_ir
        statements = (one for block in function.blocks.values() for one in block.body)
        if function.func_id.is_generator or any(type(one) in ir_extension_usedefs for one in statements):
            usual(lower)
            return
        counts: Counter[str] = Counter()
        elsewhere: set[str] = set()
        for block in function.blocks.values():
            here: set[str] = set()
            for one in block.body:
                is_assignment = type(one) is ir.Assign
                used = list_variables(one, one.value) if is_assignment else one.list_vars()
                elsewhere.update(variable.name for variable in used if variable.name not in here)
                if is_assignment:
                    here.add(one.target.name)
                    counts[one.target.name] += 1
        lower._singly_assigned_vars = {name for name, n in counts.items() if n == 1 and name not in elsewhere}
        lower._blk_local_varmap = {}

    return find


def leave_with_if_any(usual: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A `peep_hole_delete_with_exit` that looks for what `with` left only where there is one."""

    @functools.wraps(usual)
    def leave(function: Any) -> Any:
        scopes = {id(block.scope): block.scope for block in function.blocks.values()}.values()
        there = any(name.startswith("$setup_with_exitfn") for scope in scopes for name in scope.localvars._con)
        return usual(function) if there else function

    return leave


def fuse_if_any(usual: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A `peep_hole_fuse_dict_add_updates` that looks for dictionaries to fuse only where there are some."""

    @functools.wraps(usual)
    def fuse(function: Any) -> Any:
        values = _values(function.blocks.values())
        there = any(isinstance(value, ir.Expr) and value.op == "build_map" for value in values)
        return usual(function) if there else function

    return fuse


def look_up_by_place(usual: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    """A `lookup` of the model of a type, which never changes, by where the type is."""

    @functools.wraps(usual)
    def look_up(manager: Any, kind: Any) -> Any:
        known = vars(manager).setdefault("known_models", {})
        found = known.get(id(kind))
        if found is None:
            found = known[id(kind)] = kind, usual(manager, kind)
        return found[1]

    return look_up


def register_name(scope: Any, name: str, deduplicate: bool = False) -> str:
    """A `register` of llvmlite's names: that one, or with a number if it is in use."""
    used = scope._useset
    if name in used:
        if not deduplicate:
            raise DuplicatedNameError(name)
        base, counts = name, scope._basenamemap
        while name in used:
            counts[base] += 1
            name = f"{base}.{counts[base]}"
    used.add(name)
    return name


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


def load_when_called(usual: Callable[[], None]) -> Callable[[], None]:
    """A check that linear algebra is there, which answers at once while numba loads its room for sums of arrays: SciPy
    is installed with the project, and loading it would be an eighth of a warm start.
    """

    @functools.wraps(usual)
    def ensure() -> None:
        asking = sys.modules.get("numba.np.arraymath")
        if asking is None or hasattr(asking, "_HAVE_BLAS"):
            usual()

    return ensure


types.Record.__repr__ = written_once(types.Record.__repr__)  # type: ignore[method-assign]
BaseContext.refresh = refresh_if_more(BaseContext.refresh)
TypingContext.refresh = refresh_if_more(TypingContext.refresh)
PostProcessor.run = process_lightly(PostProcessor.run)
InlineClosureLikes.run_pass = inline_if_any(InlineClosureLikes.run_pass)
NopythonRewrites.run_pass = rewrite_if_any(NopythonRewrites.run_pass)
Function = types.functions.BaseFunction
Function.get_call_type = typed_once(Function.get_call_type)  # type: ignore[method-assign]
typeinfer.TypeVarMap = Variables
typeinfer.ConstraintNetwork.propagate = propagate_changes
typeinfer.new_error_context = lowering.new_error_context = Context
ir.Inst._rec_list_vars = list_variables
lowering.Lower.storevar = store_lightly(lowering.Lower.storevar)
lowering.Lower._find_singly_assigned_variable = find_single_assignments(lowering.Lower._find_singly_assigned_variable)
interpreter.peep_hole_delete_with_exit = leave_with_if_any(interpreter.peep_hole_delete_with_exit)
interpreter.peep_hole_fuse_dict_add_updates = fuse_if_any(interpreter.peep_hole_fuse_dict_add_updates)
DataModelManager.lookup = look_up_by_place(DataModelManager.lookup)
NameScope.register = register_name
llvm_ir.Type.get_abi_size = size_once(llvm_ir.Type.get_abi_size)
base._has_loc = functools.cache(base._has_loc)
ffi.lib._lock._cblist.clear()
Locator = caching._CacheLocator
Locator.ensure_cache_path = look_once(Locator.ensure_cache_path)
linalg.ensure_blas = load_when_called(linalg.ensure_blas)
arrayobj.fix_integer_index = index_from_the_front(arrayobj.fix_integer_index)
