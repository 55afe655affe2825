"""numba, made to compile a game as a whole rather than each of its kernels by itself.

numba gives every function that compiled code calls machine code, wrappers for Python and a cache file of its own, and
links and optimises all its callees into it once more. Of a game's kernels only a handful are ever called from outside.
Here a kernel that another one calls is typed and lowered to LLVM's language once and kept as bitcode; it is linked,
optimised and made machine code with all the rest in the kernels that are entered from Python or as first-class
functions. A kernel that stands apart, because it holds most rules of a game and several others call it, is made machine
code once, which they enter. So much of numba is replaced, each by a subclass:

| class | instead of | difference |
| --- | --- | --- |
| `KernelDispatcher` | `CPUDispatcher` | calls from other kernels get the inner form; integers are passed as int64 |
| `KernelLibrary` | `JITCodeLibrary` | callees are linked when machine code is asked for, once each |
| `KernelCache` | `FunctionCache` | loads the machine code of kernels that stand apart before what enters it |
| `KernelCompiler` | `Compiler` | makes such libraries; inner symbols are the same in every process |
| `KernelFlags` | `Flags` | compared at once: numba does it at every operator that it types |
"""

from __future__ import annotations

import contextlib
import copy
import functools
import gc
import glob
import hashlib
import os
import pickle
import time
import uuid
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
from numba.core import compiler, serialize, sigutils, types, typing
from numba.core.caching import CompileResultCacheImpl, FunctionCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import DefaultPassBuilder
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.runtime import rtsys
from numba.core.typed_passes import NoPythonSupportedFeatureValidation, NopythonTypeInference
from numba.core.untyped_passes import IRProcessing

from . import arrays, calls, numbers  # noqa: F401  they change how numba writes LLVM's language
from .borrowing import BorrowArrays
from .leaner import Passes
from .members import NumbersForMembers
from .sharing import BeingMadeError, Claim, LeaveToOthers, MadeElsewhereError, claim, room

LEVEL = 2
"""How much LLVM does of all that it can: the rest makes play up to 6 % faster, for a twelfth more of the time."""

INNER_SUFFIX, CODE_SUFFIX = ".kernel", ".code"
"""of the cache files of inner kernels, and of the machine code of those that stand apart"""


class Clock:
    """CPU seconds by what took them; what is measured within a measurement counts there alone."""

    def __init__(self) -> None:
        self.seconds: Any = Counter()
        self._within: list[float] = []

    @contextlib.contextmanager
    def measure(self, what: str) -> Iterator[None]:
        """Counts the time of a block, less that of the measurements in it."""
        began = time.process_time()
        self._within.append(0.0)
        try:
            yield
        finally:
            took = time.process_time() - began
            self.seconds[what] += took - self._within.pop()
            if self._within:
                self._within[-1] += took


clock = Clock()
"""What this process compiled: a kernel's name for typing and lowering it, with MACHINE_CODE after it for the rest."""

MACHINE_CODE = " (machine code)"

RARELY = (200_000, 50, 1_000)
"""How much Python allocates between two collections of garbage while it compiles: what numba makes of a kernel lives
until the end, and to go through it again and again takes a sixth of the time. It costs up to 100 MB.
"""


@contextlib.contextmanager
def rare_collections() -> Iterator[None]:
    """Collects garbage rarely within a block."""
    before = gc.get_threshold()
    gc.set_threshold(*RARELY)
    try:
        yield
    finally:
        gc.set_threshold(*before)


def wide(argument: Any) -> Any:
    """The type that an argument of this type is passed as: every signed integer, constant, narrow field or member of
    an enumeration alike, is an int64, so that a kernel is compiled once, not once for each of them.
    """
    kind = numba.types.unliteral(argument)
    return types.int64 if kind in types.signed_domain or isinstance(kind, types.IntEnumMember) else kind


class KernelFlags(compiler.Flags):
    """Flags that are compared by what is set, before numba compares all that could be."""

    _hash = hash(compiler.Flags())

    def __hash__(self) -> int:
        return self._hash  # numba's hash of flags covers their names, so it is the same for all

    def __eq__(self, other: object) -> bool:
        return isinstance(other, compiler.Flags) and (self._values == other._values or super().__eq__(other))


class KernelLibrary(JITCodeLibrary):
    """The code of one kernel. Its callees are linked when it is finalised; an inner kernel never is, unless it stands
    apart: then its callers have no copy of it, and enter its machine code.
    """

    apart = False
    keeps_code = True
    """whether machine code of what stands apart is kept in files"""
    stable_id: str | None = None
    """instead of numba's running number, and of the types of arguments, in the names of symbols: equal in all
    processes, so that files can refer to each other"""
    path: Path | None = None
    """the file that holds it, if any"""
    _bitcode: bytes | None = None
    claimed: Claim | None = None
    """that this process makes it; None if it is not kept in a file"""
    entered: tuple[KernelLibrary, ...] = ()
    """the kernels that stand apart and that its machine code enters"""

    def stand_apart(self) -> None:
        """From now on it is to have machine code of its own."""
        self.apart = True
        self.enable_object_caching()

    def add_linking_library(self, library: Any) -> None:
        """Notes a callee."""
        if not isinstance(library, KernelLibrary):
            library._ensure_finalized()
        self._linking_libraries.append(library)

    @property
    def callees(self) -> list[KernelLibrary]:
        """The kernels that this one calls."""
        return [library for library in self._linking_libraries if isinstance(library, KernelLibrary)]

    def bitcode(self) -> bytes:
        """The kernel alone, with what numba compiled for it of its own, to be linked into others."""
        if self._bitcode is None:
            for function in self._own_functions():
                function.linkage = "linkonce_odr"
            own = {function.name for function in self._own_functions()}
            for library in dict.fromkeys(self._linking_libraries):
                if not isinstance(library, KernelLibrary) and library is not rtsys.library:
                    self._final_module.link_in(library._get_module_for_linking(), preserve=True)
            self._internalise(own)
            self._bitcode = self._final_module.as_bitcode()
        return self._bitcode

    def restore(self, bitcode: bytes, callees: list[KernelLibrary]) -> None:
        """Makes it what it was when it was stored."""
        self._bitcode, self._linking_libraries = bitcode, [rtsys.library, *callees]

    def finalize(self) -> None:
        """Links every callee once, optimises, and makes machine code."""
        with clock.measure(f"{self.name}{MACHINE_CODE}"):
            if self._bitcode is not None:
                self._final_module = llvm.parse_bitcode(self._bitcode)
                for function in self._own_functions():
                    function.linkage = "external"
            own = {function.name for function in self._own_functions()}
            others, reachable = [], self._reachable()
            self.entered = tuple(one for one in reachable if isinstance(one, KernelLibrary) and one.apart)
            for library in reachable:
                if library in self.entered:
                    continue
                if isinstance(library, KernelLibrary) and not (library._finalized and library._bitcode is None):
                    self._reload_init.update(library._reload_init)
                    self._final_module.link_in(llvm.parse_bitcode(library.bitcode()))
                else:
                    others.append(library)
            self._internalise(own)
            self._linking_libraries = others
            super().finalize()
        if self.apart and self.keeps_code and self.path is not None:
            content = self.name, self._get_compiled_object(), self.entered_from(self.path.parent)
            write(self.path.with_suffix(CODE_SUFFIX), pickle.dumps(content))
            codes[self.path] = self

    def enter(self) -> None:
        """Sees that the machine code of a kernel that stands apart is there: loaded, or made."""
        path = self.path.with_suffix(CODE_SUFFIX) if self.keeps_code and self.path is not None else None
        with claim(path) as claimed:
            claimed.wait()
            with contextlib.suppress(FileNotFoundError):
                if self.path is not None and path is not None:
                    load_code(self._codegen, self.path)
                    return
            self._ensure_finalized()

    def entered_from(self, folder: Path) -> list[str]:
        """The files of the kernels that it enters, seen from a folder."""
        return [os.path.relpath(library.path, folder) for library in self.entered if library.path is not None]

    def serialize_using_object_code(self) -> tuple[str, str, tuple[bytes, bytes]]:
        """What numba keeps of it: machine code, and of the bitcode, which nobody links, the names alone."""
        self._ensure_finalized()
        names = [function.name for function in self._own_functions()]
        stubs = llvm.parse_assembly("".join(f'define void @"{name}"() {{ unreachable }}\n' for name in names))
        stubs.triple, stubs.data_layout = self._final_module.triple, self._final_module.data_layout
        return self.name, "object", (self._get_compiled_object(), stubs.as_bitcode())

    def _finalize_final_module(self) -> None:
        for library in self.entered:
            library.enter()
        super()._finalize_final_module()

    def function(self, name: str) -> Any:
        """A function of its own."""
        return self._final_module.get_function(name)

    def _own_functions(self) -> list[Any]:
        """Functions defined in the module, but for those that it hides."""
        hidden = (llvm.Linkage.internal, llvm.Linkage.private)
        return [f for f in self._final_module.functions if not f.is_declaration and f.linkage not in hidden]

    def _internalise(self, own: set[str]) -> None:
        """Hides all functions but its own, so that LLVM may change, inline and drop them as it likes."""
        for function in self._own_functions():
            if function.name not in own:
                function.linkage = "internal"

    def _reachable(self) -> list[Any]:
        """All libraries that this one needs but for what is behind those that stand apart, in an order that is the same
        each time.
        """
        found: dict[Any, None] = {}
        todo = list(reversed(self._linking_libraries))
        while todo:
            library = todo.pop()
            if library is not self and library not in found:
                found[library] = None
                linked = isinstance(library, KernelLibrary) and not library.apart
                todo += reversed(library._linking_libraries if linked else [])
        return list(found)

    def _optimize_functions(self, ll_module: Any) -> None:
        """Takes variables from memory into registers and drops what nothing uses: that makes bitcode small, and free of
        addresses in this process, which numba loads for each callee without need. The rest follows after linking.
        """
        ll_module.data_layout = self._codegen._data_layout
        builder = self._codegen._pass_builder()
        passes = llvm.create_new_function_pass_manager()
        passes.add_sroa_pass()
        passes.add_simplify_cfg_pass()
        passes.add_aggressive_dce_pass()
        for function in ll_module.functions:
            if not function.is_declaration:
                passes.run(function, builder)
        unused = llvm.create_new_module_pass_manager()
        unused.add_global_dead_code_eliminate_pass()
        unused.run(ll_module, builder)

    def _optimize_final_module(self) -> None:
        """Rules loop over few cards: no loop is unrolled or vectorised. Once LLVM has dropped all that raises no error
        after all, it is asked again which kernels can raise none: whoever calls these need not look.
        """
        tuning = llvm.create_pipeline_tuning_options(LEVEL)
        tuning.loop_unrolling = tuning.loop_vectorization = tuning.slp_vectorization = False
        builder = llvm.create_pass_builder(self._codegen._tm, tuning)
        passes = builder.getModulePassManager()
        passes.add_refprune_pass()
        passes.add_ipsccp_pass()
        passes.add_dead_arg_elimination_pass()
        passes.add_instruction_combine_pass()
        passes.add_simplify_cfg_pass()
        passes.add_global_dead_code_eliminate_pass()
        passes.run(self._final_module, builder)


def name_stably(context: Any) -> None:
    """Makes numba leave the types of arguments out of the symbols of inner kernels, whose number stands for them.

    numba writes a record type by a running number of this process, so files of several processes would not fit.
    """
    if "mangler" not in vars(context):
        usual = context.mangler

        def mangler(name: str, argument_types: Any, *, abi_tags: Any = (), uid: Any = None) -> str:
            return usual(name, () if isinstance(uid, str) else argument_types, abi_tags=abi_tags, uid=uid)

        context.mangler = mangler


class KernelCompiler(compiler.Compiler):
    """numba's pipeline, into a `KernelLibrary`; members of enumerations are numbers from its beginning on (`members`),
    arrays that are only handed on are not counted (`borrowing`), and processes share the work (`sharing`).
    """

    def define_pipelines(self) -> list[Any]:
        """The usual passes and three of our own; the library and the function's number are settled before them."""
        state = self.state
        if state.library is None:
            state.library = KernelLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
            state.library.enable_object_caching()
        if state.library.stable_id is not None:
            state.func_id.unique_id = state.library.stable_id
        key = str(state.flags._values)
        if key not in pipelines:
            passes = DefaultPassBuilder.define_nopython_pipeline(state)
            passes.add_pass_after(NumbersForMembers, IRProcessing)
            passes.add_pass_after(LeaveToOthers, NopythonTypeInference)
            passes.add_pass_after(BorrowArrays, NoPythonSupportedFeatureValidation)
            pipelines[key] = Passes(passes.pipeline_name)
            pipelines[key].passes = passes.passes
            pipelines[key].finalize()
        return [pipelines[key]]


pipelines: dict[str, Passes] = {}
"""the passes by which kernels are compiled, by the flags"""


class Inner:
    """A kernel as others call it: its library and what a caller must know."""

    def __init__(self, library: KernelLibrary, description: Any, signature: Any) -> None:
        self.library, self.description, self.signature = library, description, signature

    def store(self, path: Path) -> None:
        """Writes it to a file, unless it needs what only this process has."""
        library = self.library
        dynamic = any(v.name.startswith("numba.dynamic.globals") for v in library._final_module.global_variables)
        if dynamic or library._reload_init or any(callee.path is None for callee in library.callees):
            return
        description = copy.copy(self.description)
        description.typemap = description.calltypes = description.argtypes = None
        callees = [os.path.relpath(callee.path, path.parent) for callee in library.callees if callee.path is not None]
        write(path, serialize.dumps((library.name, library.bitcode(), callees, library.apart, description)))
        library.path = path


def write(path: Path, content: bytes) -> None:
    """Writes a file, whole or not at all."""
    draft = path.with_name(f"{path.name}.{uuid.uuid4().hex}")
    draft.write_bytes(content)
    draft.replace(path)


stored: dict[Path, tuple[KernelLibrary, Any]] = {}
"""the libraries and descriptions that were read from files"""


def read_library(codegen: Any, path: Path) -> tuple[KernelLibrary, Any]:
    """The library in a file, with its callees, and the description of its function; FileNotFoundError if it or one of
    its callees is not there.
    """
    path = Path(os.path.normpath(path))
    if path not in stored:
        name, bitcode, callees, apart, description = pickle.loads(path.read_bytes())
        library = KernelLibrary(codegen, name)
        if apart:
            library.stand_apart()
        library.restore(bitcode, [read_library(codegen, path.parent / callee)[0] for callee in callees])
        library.path = path
        stored[path] = library, description
    return stored[path]


codes: dict[Path, KernelLibrary] = {}
"""what stands apart and has machine code in this process, by the file of its inner form"""


def load_code(codegen: Any, path: Path) -> None:
    """Loads the machine code of a kernel that stands apart, and of those that it enters, unless it is there;
    FileNotFoundError if there is no file of it. path: of its inner form.
    """
    path = Path(os.path.normpath(path))
    if path not in codes:
        name, code, entered = pickle.loads(path.with_suffix(CODE_SUFFIX).read_bytes())
        for other in entered:
            load_code(codegen, path.parent / other)
        library = KernelLibrary(codegen, name)
        library.enable_object_caching()
        library._set_compiled_object(code)
        library._finalize_final_module()
        codes[path] = library


class KernelCacheFiles(CompileResultCacheImpl):
    """Keeps beside a kernel's machine code which others it enters."""

    @property
    def folder(self) -> Path:
        """Where the files are."""
        return Path(self.locator.get_cache_path())

    def reduce(self, cres: Any) -> Any:
        """What is written."""
        return cres.library.entered_from(self.folder), super().reduce(cres)

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        """What was written, in this process."""
        entered, result = payload
        for path in entered:
            load_code(target_context.codegen(), self.folder / path)
        return super().rebuild(target_context, result)

    def check_cachable(self, cres: Any) -> bool:
        """Whether another process can load it."""
        entered = all(library.path is not None for library in cres.library.entered)
        return entered and super().check_cachable(cres)


class KernelCache(FunctionCache):
    """The cache of a kernel that is called from outside. It is found by the types of its arguments, whether what it
    returns is asked for with them, as where it is a first-class function, or not.
    """

    _impl_class = KernelCacheFiles

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return super()._index_key(sigutils.normalize_signature(sig)[0], codegen)

    def _load_overload(self, sig: Any, target_context: Any) -> Any:
        """None also if it returns something else, or if a kernel that it enters is not in the cache any more."""
        try:
            found = super()._load_overload(sig, target_context)
        except FileNotFoundError:
            return None
        wanted = sigutils.normalize_signature(sig)[1]
        return found if found is None or wanted in (None, found.signature.return_type) else None


class KernelDispatcher(CPUDispatcher):
    """A kernel. Called from Python or as a first-class function it is compiled as numba does; for other kernels there
    is its inner form. Where it stands apart, the inner form has the only machine code of it, and all enter that.
    """

    def __init__(
        self, py_func: Any, locals: Any = None, targetoptions: Any = None, pipeline_class: Any = KernelCompiler
    ) -> None:
        super().__init__(py_func, locals, targetoptions, pipeline_class)
        self.inner: dict[tuple[Any, ...], Inner] = {}
        self.apart = self._makes_inner = False

    def stand_apart(self) -> None:
        """From now on it has machine code of its own, which is made once."""
        names = ", ".join(self._compiler.pysig.parameters)
        inside = {"kernel": self, "__name__": self.py_func.__module__}
        entering = functools.wraps(self.py_func)(eval(f"lambda {names}: kernel({names})", inside))
        del entering.__wrapped__  # numba would look at the names of its arguments instead
        self.apart, self._compiler._get_implementation = True, lambda args, kws: entering

    def enable_caching(self) -> None:
        """Keeps what is compiled in files."""
        self._cache = KernelCache(self.py_func)

    def compile(self, sig: Any) -> Any:
        """Compiles or loads what is called from outside."""
        with global_compiler_lock, rare_collections(), clock.measure(self.kernel_name):
            return super().compile(sig)

    @property
    def is_compiling(self) -> bool:
        """Whether a call of it would be a recursion; what enters its own inner form is none."""
        return bool(self._compiling_counter) and not (self.apart and not self._makes_inner)

    @property
    def is_stored(self) -> bool:
        """Whether machine code of this kernel is in a file, or it is not to be kept in one."""
        cache = self._cache
        if not isinstance(cache, FunctionCache):
            return True
        return any(Path(cache.cache_path).glob(f"{glob.escape(cache._impl.filename_base)}.*.nbc"))

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What numba asks when another kernel calls this one."""
        signature, args = self._compiler.fold_argument_types(tuple(map(wide, args)), kws)
        inner = self.compile_inner(tuple(args))
        name = self.py_func.__name__
        template = typing.make_concrete_template(f"CallTemplate({name})", key=name, signatures=[inner.signature])
        return template, signature, args, {}

    def get_overload(self, sig: Any) -> Any:
        """The key under which numba knows the form that other kernels call."""
        args, _ = sigutils.normalize_signature(sig)
        return self.inner[tuple(args)].library if tuple(args) in self.inner else super().get_overload(sig)

    @property
    def kernel_name(self) -> str:
        """The name of the function, with its module's last part."""
        return f"{str(self.py_func.__module__).rpartition('.')[2]}.{self.py_func.__qualname__}"

    def compile_inner(self, args: tuple[Any, ...]) -> Inner:
        """The form that other kernels call: compiled, read from its file, or known."""
        with global_compiler_lock, self._compiling_counter:
            if args not in self.inner:
                path = self._inner_path(args)
                inner = self._read_inner(path, args) or self._make_or_await(path, args)
                self.targetctx.insert_user_function(inner.library, inner.description, [inner.library])
                self.inner[args] = inner
            return self.inner[args]

    def _make_or_await(self, path: Path | None, args: tuple[Any, ...]) -> Inner:
        """Makes the inner form, unless another process does; BeingMadeError if one is at it and there is room for what
        else there may be to do.
        """
        with claim(path) as claimed:
            inner = self._read_inner(path, args) if claimed.is_held else None  # made since it was looked for
            if not claimed.is_held and room.for_others:
                raise BeingMadeError
            while inner is None:
                try:
                    with rare_collections(), clock.measure(self.kernel_name), room.set(False):
                        self._makes_inner = True
                        inner = self._make_inner(path, args, claimed)
                except MadeElsewhereError:
                    inner = self._read_inner(path, args)
                finally:
                    self._makes_inner = False
            return inner

    def _make_inner(self, path: Path | None, args: tuple[Any, ...], claimed: Claim) -> Inner:
        flags = KernelFlags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        library = KernelLibrary(self.targetctx.codegen(), self.py_func.__qualname__)
        library.claimed = claimed
        if self.apart:
            library.stand_apart()
        if path is not None:
            library.stable_id = path.name.split(".")[-2]
            if self.apart:  # machine code of other sources or with checks may be in this process under the same name
                library.stable_id += f"_{path.parts[-3]}"
            name_stably(self.targetctx)
        result = compiler.compile_extra(
            self.typingctx, self.targetctx, self.py_func, args, None, flags, self.locals, library, KernelCompiler
        )
        description = result.fndesc
        if isinstance(description.uid, str) and calls.cannot_fail(library.function(description.llvm_func_name)):
            description.uid = calls.Unfailing(description.uid)
        inner = Inner(library, description, result.signature)
        if path is not None:
            inner.store(path)
        return inner

    def _read_inner(self, path: Path | None, args: tuple[Any, ...]) -> Inner | None:
        if path is None:
            return None
        self.targetctx.refresh()
        try:
            library, description = read_library(self.targetctx.codegen(), path)
        except FileNotFoundError:
            return None
        description.argtypes = args
        return Inner(library, description, typing.signature(description.restype, *args))

    def _inner_path(self, args: tuple[Any, ...]) -> Path | None:
        """The file of the inner form; None if this kernel is not cached or could not be found again by its name."""
        function, cache = self.py_func, self._cache
        if not isinstance(cache, FunctionCache) or "<locals>" in function.__qualname__:
            return None
        if any(isinstance(argument, types.Callable) for argument in args):
            return None
        key = (repr(args), self.targetctx.codegen().magic_tuple(), code_key(function.__code__))
        digest = hashlib.sha256(repr(key).encode()).hexdigest()[:16]
        return Path(cache.cache_path) / f"{cache._impl.filename_base}.{digest}{INNER_SUFFIX}"


def code_key(code: Any) -> tuple[Any, ...]:
    """What a function's code does, without where it stands."""
    constants = tuple(c for c in code.co_consts if isinstance(c, (int, float, str, bytes, bool, type(None))))
    return code.co_code, code.co_names, constants
