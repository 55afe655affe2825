"""What a function from outside the project can reach, as a digest, and the same function bound to exactly that.

Compiled code takes the values of names as they are when it is compiled, once and for all. So an agent is made of a copy
of its function that holds copies of all it can reach: captured values, globals, helpers, their defaults, and so on. The
digest names what was copied; nothing that changes afterwards can change the agent.
"""

from __future__ import annotations

import builtins
import dis
import enum
import functools
import itertools
import random
import sys
from collections.abc import Callable
from types import CellType, CodeType, FunctionType, ModuleType
from typing import Any

import numba
import numpy as np

from sim.core.errors import InputError
from sim.core.kernel import PACKAGE, digest, interpreted, is_kernel, options_of, own_folder, reached_digest, rebuilt

from .bounds import Bounded
from .printing import print_aside

LIBRARIES = {
    "numpy": np.__version__,
    "numba": numba.__version__,
    **dict.fromkeys(("builtins", "math", "cmath", "operator"), "Python {}.{}".format(*sys.version_info)),
}
"""Counted by name and version."""
ADDRESSES = ("ctypes", "__array_interface__", "__array_struct__", "data", "base")
"""Attributes of arrays that tell where they stand in memory."""
UNSOUND = {
    "id": "tells where something stands in memory, which differs from run to run; compare values",
    "hash": "may differ from process to process; compare values",
    "carray": "reads memory at an address; read the arrays that the agent is given",
    "farray": "reads memory at an address; read the arrays that the agent is given",
    "as_strided": "reads past the end of an array; use slices",
}
"""What libraries and Python bring that makes a decision depend on more than the agent sees, and what would be right."""
LUCK = ("random", "numpy.random")
PLAIN = (type(None), bool, int, float, complex, str, bytes, type(Ellipsis))
ATTRIBUTES = ("LOAD_ATTR", "LOAD_METHOD")


def reach(function: Callable[..., Any], who: str) -> tuple[FunctionType, str]:
    """A copy of a function that is bound to copies of all it can reach, and the digest of that.

    InputError names the first thing that cannot be followed. who: begins the error, such as `agent "mine"`.
    """
    follower = _Follower(who)
    try:
        copy = follower.function(function)
    except RecursionError:
        raise InputError(f"{who}: what it uses is nested too deep to be followed, or holds itself") from None
    for compile_again in [*follower.bounded.signed, *follower.signed]:
        compile_again()
    return copy, digest(*follower.found)


class _Follower:
    """Walks over everything that a function can reach."""

    def __init__(self, who: str) -> None:
        self.who, self.where = who, ""
        self.found: list[bytes] = []
        """a description of each thing, in the order of the walk"""
        self.functions: dict[int, tuple[int, Any]] = {}
        """by identity: the number and the copy of a function or kernel that was met, which may call itself"""
        self.modules: dict[int, ModuleType] = {}
        self.held: list[Any] = []
        """keeps what was met, so that no identity is used again"""
        self.signed: list[Callable[[], None]] = []
        self.bounded = Bounded()

    def note(self, *texts: object) -> None:
        self.found.append("\0".join(map(str, texts)).encode("utf-8", "surrogatepass"))

    def refuse(self, why: str) -> InputError:
        return InputError(f"{self.who}{self.where}: {why}")

    # --- functions

    def function(self, function: Callable[..., Any]) -> Any:
        """The copy of a function; the project's own is told by the digest of its folder, and not copied."""
        assert isinstance(function, FunctionType)
        if self.is_own(function):
            return function
        copy, cells = self.shell(function)
        self.remember(function, copy)
        self.fill(function, copy, cells)
        return copy

    def kernel(self, kernel: Any) -> Any:
        """The copy of a kernel, which is not compiled yet; of the project's own, one that checks its indices."""
        function = kernel.py_func
        if self.is_own(function):
            return self.bounded.copy(kernel)
        self.note("kernel", *options_of(kernel))
        copy, cells = self.shell(function)
        again = rebuilt(kernel, copy)
        self.remember(kernel, again)
        self.fill(function, copy, cells)
        if not kernel._can_compile:
            self.signed += [
                functools.partial(again.compile, signature.args) for signature in kernel.nopython_signatures
            ]
        return again

    def shell(self, function: FunctionType) -> tuple[FunctionType, dict[str, CellType]]:
        """A copy of a function that is bound to nothing but its defaults yet, and the cells for what it captures."""
        self.note("function")
        cells = {name: CellType() for name in function.__code__.co_freevars}
        scope = {"__builtins__": builtins, "__name__": function.__module__}
        copy = FunctionType(function.__code__, scope, function.__name__, None, tuple(cells.values()))
        copy.__qualname__, copy.__doc__, copy.__module__ = function.__qualname__, function.__doc__, function.__module__
        copy.__defaults__ = self.value(function.__defaults__, "its defaults")
        copy.__kwdefaults__ = self.value(function.__kwdefaults__, "its defaults")
        return copy, cells

    def is_own(self, function: FunctionType) -> bool:
        """Whether a function is one of the project, which is described here; an agent's helper also calls its game."""
        folder = own_folder(function.__code__.co_filename)
        if not folder:
            return False
        game = folder.removeprefix("agents/")
        sources = reached_digest("sim/core", folder, *([f"sim/{game}"] if game != folder else []))
        self.note("project", folder, function.__qualname__, sources)
        return True

    def remember(self, original: Any, copy: Any) -> None:
        self.functions[id(original)] = (len(self.functions), copy)
        self.held.append(original)

    def fill(self, function: FunctionType, copy: FunctionType, cells: dict[str, CellType]) -> None:
        """Describes what a function does, and binds its copy to copies of what it reads."""
        self.check_addresses(function.__code__)
        self.code(function.__code__, function.__doc__)
        captured = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        before = self.where
        for (name, attributes), line in _names_read(function.__code__).items():
            self.where = f" ({function.__code__.co_filename}, line {line})"
            self.note("name", name, *attributes)
            if name in captured:
                cells[name].cell_contents = self.attribute(self.content(captured[name], name), name, attributes)
            elif name in function.__globals__:
                copy.__globals__[name] = self.attribute(function.__globals__[name], name, attributes)
            elif name == "print":
                copy.__globals__[name] = print_aside
            elif hasattr(builtins, name):
                self.value(getattr(builtins, name), name)
            else:
                raise self.undefined(name)
        self.where = before

    def check_addresses(self, code: CodeType) -> None:
        """InputError if a function asks where an array stands in memory, by an attribute or by its name as a text."""
        for step in dis.get_instructions(code):
            asks = step.opname in ATTRIBUTES or (step.opname == "LOAD_CONST" and "getattr" in code.co_names)
            if asks and isinstance(step.argval, str) and step.argval in ADDRESSES:
                line = step.positions.lineno if step.positions else None
                self.where = f" ({code.co_filename}, line {line or code.co_firstlineno})"
                raise self.refuse(
                    f"`{step.argval}` tells where an array stands in memory, which differs from run to run; decide by"
                    " the values in it"
                )
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self.check_addresses(constant)

    def content(self, cell: CellType, name: str) -> Any:
        """The value of a captured name."""
        try:
            return cell.cell_contents
        except ValueError:
            raise self.undefined(name) from None

    def undefined(self, name: str) -> InputError:
        return self.refuse(f"`{name}` is not defined; define it above the agent")

    def code(self, code: CodeType, doc: str | None = None) -> None:
        """Describes what a code object does, without its name, its place and its docstring."""
        self.note(
            "code", code.co_code.hex(), code.co_flags, code.co_argcount, code.co_posonlyargcount,
            code.co_kwonlyargcount, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars,
            code.co_exceptiontable.hex(), sys.version_info[:2],
        )  # fmt: skip
        for place, constant in enumerate(code.co_consts):
            if isinstance(constant, CodeType):
                self.code(constant)
            elif not (place == 0 and doc is not None and constant == doc):
                self.value(constant, "a constant")

    # --- modules

    def attribute(self, value: Any, name: str, attributes: tuple[str, ...]) -> Any:
        """The copy of a value; of a module, one that has no more than the attribute that is read."""
        if not isinstance(value, ModuleType):
            return self.value(value, name)
        if value.__name__ in LUCK:
            raise self.no_luck(name)
        if not attributes:
            raise self.refuse(f"`{name}` is a module; read what you need of it by name, as in {name}.helper(s)")
        if not hasattr(value, attributes[0]):
            raise self.undefined(f"{name}.{attributes[0]}")
        found = self.attribute(getattr(value, attributes[0]), f"{name}.{attributes[0]}", attributes[1:])
        if value.__name__.split(".")[0] in LIBRARIES:
            return value
        copy = self.modules.setdefault(id(value), ModuleType(value.__name__))
        setattr(copy, attributes[0], found)
        return copy

    def no_luck(self, name: str) -> InputError:
        return self.refuse(
            f"`{name}` draws luck that no game can be replayed with; use below(s, agent_stream(s.to_move), n)"
            f" of {PACKAGE}sim.core.rng"
        )

    # --- values

    def value(self, value: Any, name: str) -> Any:
        """The copy of a value, which is described by all that it holds."""
        if id(value) in self.functions:
            number, copy = self.functions[id(value)]
            self.note("met before", number)
            return copy
        if isinstance(value, enum.Enum):
            self.enumeration(type(value), name)
            self.note("member", value.name)
            return value
        if type(value) in PLAIN:
            self.note(type(value).__name__, repr(value))
            return value
        if isinstance(value, (np.ndarray, np.generic, np.dtype)):
            return self.array(value, name)
        if isinstance(value, (tuple, list, dict, set, frozenset)):
            return self.container(value, name)
        if library := self.library(value, name):
            self.note("library", library)
            return value
        return self.code_object(value, name)

    def code_object(self, value: Any, name: str) -> Any:
        """The copy of a helper, or of a class of constants."""
        if is_kernel(value):
            return self.kernel(value)
        if isinstance(value, FunctionType):
            if interpreted or own_folder(value.__code__.co_filename):
                return self.function(value)
            raise self.refuse(f"`{name}` is a plain function; put @kernel (of {PACKAGE}sim.core.kernel) above it")
        if isinstance(value, type) and issubclass(value, enum.Enum):
            self.enumeration(value, name)
            return value
        if isinstance(value, type) and issubclass(value, tuple) and hasattr(value, "_fields"):
            self.note("named tuple", value.__qualname__, *value._fields)
            return value
        raise self.refuse(
            f"`{name}` is of the type {type(value).__name__}, which cannot be followed; use numbers, tuples, arrays,"
            f" enumerations, and helpers with @kernel (of {PACKAGE}sim.core.kernel) above them"
        )

    def enumeration(self, kind: type[enum.Enum], name: str) -> None:
        self.note("enumeration", kind.__qualname__, *(base.__name__ for base in kind.__mro__))
        for label, member in kind.__members__.items():
            self.note(label)
            self.value(member.value, name)

    def array(self, value: Any, name: str) -> Any:
        dtype = value if isinstance(value, np.dtype) else value.dtype
        if dtype.hasobject:
            raise self.refuse(f"`{name}` holds Python objects; compiled code reads numbers alone")
        self.note(type(value).__name__, *_dtype_text(dtype))
        if isinstance(value, np.dtype):
            return value
        self.note(value.shape, getattr(value, "strides", ()), value.tobytes().hex())
        return np.array(value, subok=True, order="K") if isinstance(value, np.ndarray) else value.copy()

    def container(self, value: Any, name: str) -> Any:
        kind = type(value)
        self.note(kind.__module__, kind.__qualname__, len(value), *getattr(value, "_fields", ()))
        if isinstance(value, dict):
            return {self.value(key, name): self.value(item, name) for key, item in value.items()}
        if isinstance(value, (set, frozenset)):
            for item in sorted(value, key=repr):
                self.value(item, name)
            return kind(value)
        copies = [self.value(item, name) for item in value]
        return kind(*copies) if hasattr(value, "_fields") else kind(copies)

    def library(self, value: Any, name: str) -> str:
        """The name and version of something that a library brings; empty for anything else."""
        if isinstance(value, numba.types.Type):
            return f"{value} of numba {LIBRARIES['numba']}"
        module = "numpy" if isinstance(value, np.ufunc) else getattr(value, "__module__", None) or ""
        owner = getattr(value, "__self__", None)
        if module in LUCK or isinstance(owner, (random.Random, np.random.RandomState, np.random.Generator)):
            raise self.no_luck(name)
        if value is numba.objmode:
            raise self.refuse(f"`{name}` runs what is not compiled, which cannot be followed")
        path = getattr(value, "__qualname__", None) or getattr(value, "__name__", "")
        root = module.split(".")[0]
        if root not in LIBRARIES or not path:
            return ""
        if path in UNSOUND:
            raise self.refuse(f"`{name}` {UNSOUND[path]}")
        if "unsafe" in module:
            raise self.refuse(f"`{name}` reads memory unchecked; read the arrays that the agent is given")
        found: Any = sys.modules.get(module)
        for part in path.split("."):
            found = getattr(found, part, None)
        return f"{module}.{path} of {root} {LIBRARIES[root]}" if found is value else ""


def _names_read(code: CodeType) -> dict[tuple[str, tuple[str, ...]], int]:
    """What a function reads from around it: each name with the attributes that are taken of it at once, and the first
    line that does.
    """
    found: dict[tuple[str, tuple[str, ...]], int] = {}
    steps = list(dis.get_instructions(code))
    for place, step in enumerate(steps):
        captured = step.opname in ("LOAD_DEREF", "LOAD_CLASSDEREF") and step.argval in code.co_freevars
        if captured or step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            following = itertools.takewhile(lambda after: after.opname in ATTRIBUTES, steps[place + 1 :])
            line = step.positions.lineno if step.positions else None
            found.setdefault((step.argval, tuple(after.argval for after in following)), line or code.co_firstlineno)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            inner = _names_read(constant).items()
            found |= {read: line for read, line in inner if read[0] not in code.co_cellvars and read not in found}
    return found


def _dtype_text(dtype: np.dtype) -> list[str]:
    """All that tells one data type from another, as texts."""
    texts = [dtype.str, str(dtype.itemsize), str(dtype.alignment), dtype.type.__name__]
    if dtype.subdtype:
        return [*texts, repr(dtype.subdtype[1]), *_dtype_text(dtype.subdtype[0])]
    for name, (kind, offset, *_) in (dtype.fields or {}).items():
        texts += [name, str(offset), *_dtype_text(kind)]
    return [*texts, "end"]
