"""`@kernel`: numba.njit with a cache that is keyed by the sources the machine code came from.

numba's own cache looks at the file of the function alone, so a rule changed in an imported file would go unnoticed.
Here every package's kernels are cached in a folder named after a hash of all that they can reach in the core, in the
package itself and, for the agents of a game, in that game (see `reached`). What a function from outside the project can
call has no such bounds: it is compiled anew in every process.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
import shutil
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numba
import numpy as np
from numba.core import typeinfer
from numba.core.errors import NumbaExperimentalFeatureWarning

from .compiler import KernelDispatcher, clock
from .errors import printable
from .reached import reached

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = __name__.removesuffix("sim.core.kernel")
"""What stands before the names of the project's modules: nothing in a checkout, "overnight." where it is installed."""
IMPORT_PATH = Path(__file__).resolve().parents[2 + PACKAGE.count(".")]
"""The folder in which Python finds the project's modules by these names."""
OWN = ("sim", "agents")
"""The folders whose kernels are cached, for their digests name all that these can reach."""
SUFFIXES = (".py", ".toml")
"""Of the sources there."""
WORDS = ("describe.py", "readings.toml")
"""Files of a game that only tell of it, to people: nothing that is played reads them, and no digest has them."""
DIGITS = 12
"""Of a digest."""
KEEP_DAYS = 30
"""Cache folders that nobody has used for so many days are removed."""

config: Any = numba.core.config
interpreted = bool(config.DISABLE_JIT)
_setting = threading.Lock()
YARDSTICK, YARDSTICK_SECONDS, SECONDS_A_KERNEL = range(20_000), 0.0007, 0.03
"""Compiling is Python's work for the most part: where summing these squares takes so long, a kernel takes so long."""


def _warn(message: Any, category: Any = None, *rest: Any, **more: Any) -> None:
    """`warnings.warn`, but for numba's experimental features. A filter would not do: filters are those of the whole
    process, and a library that another thread calls may make errors of all warnings for a moment.
    """
    if category is not NumbaExperimentalFeatureWarning:
        warnings.warn(message, category, *rest, **more)


for _module in (numba.core.utils, numba.core.types.npytypes):
    _module.warnings = SimpleNamespace(warn=_warn)


def digest(*parts: bytes) -> str:
    """Twelve hex digits of the SHA-256 of the parts."""
    sha = hashlib.sha256()
    for part in parts:
        sha.update(len(part).to_bytes(8, "little"))
        sha.update(part)
    return sha.hexdigest()[:DIGITS]


@functools.cache
def folder_digest(*folders: str, suffixes: tuple[str, ...] = (".py",)) -> str:
    """Twelve hex digits naming the bytes of the sources in these folders (or files) of the project and the compiler in
    use, the same in a checkout and where it is installed. Words of games are no sources.
    """
    parts = [numba.__version__.encode(), np.__version__.encode()]
    for folder in folders:
        inside = [ROOT / folder] if (ROOT / folder).is_file() else (ROOT / folder).rglob("*")
        for path in sorted(p for p in inside if p.suffix in suffixes and not _is_words(p)):
            parts += [str(path.relative_to(ROOT)).encode(), _read_source(path)]
    return digest(*parts)


def _read_source(path: Path) -> bytes:
    """A source as it stands in a checkout: modules that are installed name each other otherwise."""
    return path.read_bytes().replace(f"from {PACKAGE}".encode(), b"from ") if PACKAGE else path.read_bytes()


def _is_words(path: Path) -> bool:
    return path.name in WORDS and ROOT / "sim" in path.parents


@functools.cache
def reached_digest(*folders: str) -> str:
    """Twelve hex digits naming what compiled code in these folders (or files) of the project reaches, and the compiler
    in use, the same in a checkout and where it is installed. It takes a second to find out, so it is kept beside the
    kernels, unless a source has been changed meanwhile.
    """
    sources = folder_digest(*OWN, suffixes=SUFFIXES)
    known = cache_root() / "reached" / digest(sources.encode(), sys.version.encode(), *map(str.encode, folders))
    with contextlib.suppress(OSError):
        found = known.read_text(encoding="ascii")
        if len(found) == DIGITS:
            return found
    versions = [numba.__version__.encode(), np.__version__.encode()]
    found = digest(*versions, *reached(ROOT, folders, PACKAGE))
    if folder_digest.__wrapped__(*OWN, suffixes=SUFFIXES) == sources and prepare_cache(known.parent):
        with contextlib.suppress(OSError):
            draft = known.with_name(f"{known.name}.{os.getpid()}")
            draft.write_text(found, encoding="ascii")
            draft.replace(known)
    return found


@functools.cache
def own_folder(file: str) -> str:
    """The folder of the project that a source belongs to: "sim/core", "agents/keyforge", or the file itself where it is
    in none, such as "agents/random.py"; empty for a source from outside.
    """
    path = Path(file).resolve()
    if not path.is_file() or not any(ROOT / folder in path.parents for folder in OWN):
        return ""
    return "/".join(path.relative_to(ROOT).parts[:2])


def cache_root() -> Path:
    """The folder under which compiled kernels are kept: NUMBA_CACHE_DIR if set, else the user's cache folder."""
    chosen = os.environ.get("NUMBA_CACHE_DIR") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(chosen) / "overnight"


@functools.cache
def cache_folder(package: str) -> Path:
    """The cache folder for the kernels of one package, e.g. `sim.core`, `sim.keyforge`, `agents.keyforge` or `agents`:
    what they can call is in the core, for agents in those of every game, and in the game.
    """
    room, _, name = package.partition(".")
    shared = sorted(f"agents/{path.name}" for path in (ROOT / "agents").glob("*.py")) if room == "agents" else []
    own = dict.fromkeys([f"sim/{name}", f"{room}/{name}"]) if name else ()
    sources = reached_digest(*dict.fromkeys(["sim/core", *shared, *own]))
    checked = "-checked" if config.BOUNDSCHECK else ""
    return cache_root() / f"{PACKAGE}{package}-{sources}{checked}"


def package_of(module: str) -> str:
    """The package that a module's kernels are cached with: `sim.<room>`, `agents.<game>`, or `agents` for agents of
    every game.
    """
    package = ".".join(module.removeprefix(PACKAGE).split(".")[:2])
    return package if (ROOT / package.replace(".", "/")).is_dir() else "agents"


@functools.cache
def prepare_cache(folder: Path) -> bool:
    """Makes the folder, notes that it is in use, and removes those that have long been out of use. If it cannot be
    written, that is told once, and nothing is kept.
    """
    there = folder.is_dir()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    except OSError as error:
        message = f"{folder}: {error.strerror}; what is compiled is not kept: set NUMBA_CACHE_DIR to another folder"
        print(printable(message), file=sys.stderr)
        return False
    if there:
        return True
    for other in folder.parent.iterdir():
        try:
            if other.is_dir() and other.stat().st_mtime < time.time() - KEEP_DAYS * 86400:
                shutil.rmtree(other, ignore_errors=True)
        except FileNotFoundError:
            continue  # another process has just removed it
    return True


def kernel(function_or_signature: Any = None, cache: bool = True, bounds: bool = False, apart: bool = False) -> Any:
    """Compiles a function without Python objects, releasing the GIL; one of the project's own is cached on disk by its
    sources.

    `@kernel` alone compiles at the first call. `@kernel(signature)` compiles at once for one signature, which is what
    a function needs that is passed to other kernels as a value. With `cache=False` it is never cached. With `bounds`,
    which is never cached either, an index outside an array raises IndexError. One that stands `apart` is optimised and
    made machine code once, and not again in every kernel that calls it: that is for the few that hold most rules.
    """
    if not callable(function_or_signature) or isinstance(function_or_signature, numba.core.typing.templates.Signature):
        return functools.partial(_compile, signature=function_or_signature, cache=cache, bounds=bounds, apart=apart)
    return _compile(function_or_signature, cache=cache, bounds=bounds, apart=apart)


def is_kernel(value: Any) -> bool:
    """Whether a value is a compiled function, by `@kernel` or by numba's own decorators."""
    return isinstance(value, numba.core.dispatcher.Dispatcher)


def options_of(dispatcher: Any) -> list[str]:
    """In what a kernel is compiled otherwise than by `@kernel`, as texts."""
    usual = {"nopython": True, "nogil": True, "boundscheck": None}
    found = {**dict.fromkeys(usual), **dispatcher.targetoptions}
    return [f"{name}={value!r}" for name, value in sorted(found.items()) if value != usual.get(name)]


def rebuilt(dispatcher: Any, function: Callable[..., Any]) -> Any:
    """A kernel of another function, compiled as this one is but with bounds checked, at its first call. It is kept on
    disk if the function is one of the project.
    """
    options = {**dispatcher.targetoptions, "boundscheck": True}
    if not isinstance(dispatcher, KernelDispatcher):
        return numba.jit(**options)(function)
    again = KernelDispatcher(function, {}, options)
    if own_folder(function.__code__.co_filename):
        folder = cache_folder(package_of(function.__module__))
        folder = folder.with_name(f"{folder.name}-bounds")
        if prepare_cache(folder):
            _keep_in(folder, again)
    return again


def _compile(
    function: Callable[..., Any],
    signature: Any = None,
    cache: bool = True,
    bounds: bool = False,
    apart: bool = False,
) -> Any:
    if interpreted:
        return function
    cache = cache and not bounds and bool(own_folder(function.__code__.co_filename))
    folder = cache_folder(package_of(function.__module__)) if cache else None
    dispatcher = KernelDispatcher(function, {}, {"nopython": True, "nogil": True, "boundscheck": bounds or None})
    if folder is not None and prepare_cache(folder):
        _keep_in(folder, dispatcher)
    if apart:
        dispatcher.stand_apart()
    if signature is not None:
        with typeinfer.register_dispatcher(dispatcher):
            dispatcher.compile(signature)
        dispatcher.disable_compile()
    return dispatcher


def _keep_in(folder: Path, dispatcher: KernelDispatcher) -> None:
    """Has a kernel's machine code kept in a folder. numba takes the folder from a setting of the whole process, so one
    thread at a time may change that.
    """
    with _setting:
        before = config.CACHE_DIR
        config.CACHE_DIR = str(folder)
        try:
            dispatcher.enable_caching()
        finally:
            config.CACHE_DIR = before


def is_compiled(function: Any) -> bool:
    """Whether the kernel's machine code is in the cache; so it is said to be if the kernel is not cached."""
    return interpreted or function.is_stored


def compile_seconds(packages: Iterable[str]) -> float:
    """Roughly how long the kernels of loaded packages such as `sim.keyforge` take to compile, on this machine as busy
    as it is now.
    """
    wanted = [f"{PACKAGE}{package}." for package in packages]
    modules = [module for name, module in list(sys.modules.items()) if f"{name}.".startswith(tuple(wanted))]
    found = {f for module in modules for f in vars(module).values() if isinstance(f, KernelDispatcher)}
    began = time.perf_counter()
    for _ in range(10):
        sum(number * number for number in YARDSTICK)
    slower = (time.perf_counter() - began) / 10 / YARDSTICK_SECONDS
    return max(1.0, len(found) * SECONDS_A_KERNEL * slower)


def compile_times() -> dict[str, float]:
    """CPU seconds that this process took to compile each kernel, callees apart, the longest first."""
    return dict(clock.seconds.most_common())
