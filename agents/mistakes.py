"""What the compiler says of a mistake in an agent, in a sentence for who wrote it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import FrameType
from typing import Any

import numpy as np
from numba import from_dtype, types
from numba.core.errors import NumbaError

from sim.core.errors import InputError, nearest, quoted
from sim.core.game import ACTION, Game

LONGEST = 300
HEADING = re.compile(r"^Failed in \w+ mode pipeline.*$", re.MULTILINE)
REST = re.compile(r"^(During:|File |There (is|are) \d+ candidate)", re.MULTILINE)


def mistake(error: Exception, who: str, game: Game) -> InputError:
    """The error for code that cannot be compiled: who wrote it, where it is wrong, and what would be right.

    Raised while the compiler's own error is handled, it has that as its context, which `overnight --debug` shows.
    """
    frames = list(_frames(error))
    place = _place(error, frames)
    where = f" ({place.filename}, line {place.line})" if place else ""
    if isinstance(error, KeyError):
        records = [frame.f_locals.get("self") for frame in frames]
        record = next((r for r in reversed(records) if isinstance(r, types.Record)), None)
        if record is not None:
            field = str(error.args[0])
            known = nearest(field, record.fields)
            return InputError(f"{who}{where}: {_owner(record, game)} has no field {quoted(field)}{known}")
    return InputError(f"{who}{where}: it cannot be compiled: {_first_words(error)}")


def _frames(error: Exception) -> Iterator[FrameType]:
    """The calls that led to an error, the outermost first."""
    step = error.__traceback__
    while step is not None:
        yield step.tb_frame
        step = step.tb_next


def _place(error: Exception, frames: list[FrameType]) -> Any:
    """Where in the source the compiler was; None if it does not say."""
    known = [getattr(frame.f_locals.get("self"), "loc", None) for frame in frames]
    found = [getattr(error, "loc", None), *reversed(known)]
    return next((place for place in found if hasattr(place, "filename") and place.line), None)


def _owner(record: types.Record, game: Game) -> str:
    """Whose field it would be, in words."""
    named: dict[str, np.dtype] = {"the state": game.STATE, "the tables": game.TABLES, "an action": ACTION}
    return next((name for name, dtype in named.items() if from_dtype(dtype) == record), "this record")


def _first_words(error: Exception) -> str:
    """What is wrong, without the list of all that was tried."""
    text = HEADING.sub("", str(error)) if isinstance(error, NumbaError) else str(error) or type(error).__name__
    words = " ".join(REST.split(text.strip())[0].split()) or type(error).__name__
    return words if len(words) <= LONGEST else f"{words[:LONGEST]} ..."
