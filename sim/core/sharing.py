"""Processes that compile the same kernels at the same time share the work: each makes what no other one is making.

Who makes a kernel holds a lock on a file beside the one that it will write; the lock ends with its process, however
that ends. Who meets a call of a kernel that another process is making goes on with what else there is to type in the
caller, and comes back to it (`leaner`). Where nothing else is left it types that kernel too, to find what can be made
of those that it calls, and then waits for the other one. Nobody waits in a circle: one waits only for what one calls.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from numba.core.compiler_machinery import FunctionPass, register_pass

try:
    import fcntl
except ImportError:  # there are no such locks, and each process makes all that it needs
    fcntl = None  # type: ignore[assignment]

MAKING_SUFFIX = ".making"


class BeingMadeError(Exception):
    """Another process is making the kernel, and there may be something else to do."""


class MadeElsewhereError(Exception):
    """Another process has made the kernel."""


class Claim:
    """That this process makes what will be in a file. path: of that file; None if it is kept in none."""

    def __init__(self, path: Path | None) -> None:
        self.path, self.is_held = path, True
        self._lock: int | None = None
        if path is not None and fcntl is not None:
            with contextlib.suppress(OSError):
                self._lock = os.open(f"{path}{MAKING_SUFFIX}", os.O_CREAT | os.O_RDWR, 0o666)
                self.is_held = self._try(fcntl.LOCK_NB)

    def _try(self, how: int) -> bool:
        """Whether it is held now. Where locks cannot be had it is, as if there were no other process."""
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | how)  # type: ignore[arg-type]
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True

    def wait(self) -> None:
        """Until it is held, because whoever held it has made the file, or will not."""
        if not self.is_held:
            self.is_held = self._try(0)

    def release(self) -> None:
        """At the end."""
        if self._lock is not None:
            if self.is_held:
                with contextlib.suppress(OSError):
                    os.unlink(f"{self.path}{MAKING_SUFFIX}")
            os.close(self._lock)


@contextlib.contextmanager
def claim(path: Path | None) -> Iterator[Claim]:
    """A claim for as long as a block lasts."""
    claimed = Claim(path)
    try:
        yield claimed
    finally:
        claimed.release()


class Room:
    """Whether there may be something else to do, should a kernel be in the making elsewhere."""

    def __init__(self) -> None:
        self.for_others = False

    @contextlib.contextmanager
    def set(self, for_others: bool) -> Iterator[None]:
        """For as long as a block lasts."""
        before, self.for_others = self.for_others, for_others
        try:
            yield
        finally:
            self.for_others = before


room = Room()


@register_pass(mutates_CFG=False, analysis_only=True)
class LeaveToOthers(FunctionPass):
    """Ends the making of a kernel that another process has made in the meantime. Follows the typing of the function, by
    which all that it calls is made.
    """

    _name = "leave_to_others"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Changes nothing."""
        claimed = state.library.claimed
        if claimed is not None and not claimed.is_held:
            claimed.wait()
            if claimed.path.exists():
                raise MadeElsewhereError
        return False
