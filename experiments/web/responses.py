"""What all pages share: how they are made, how forms are read, and how an answer is worked out beside others."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sim import GAMES, load_game
from sim.core.errors import begin_text

from ..answer.pages import page

ROOMS = (Path(__file__).parent,)
"""Where templates and scripts are looked for beside those of reports."""


@functools.cache
def games_told() -> dict[str, tuple[str, str]]:
    """The games there are: what each is called, and a line about it."""
    return {game: (load_game(game).title, about) for game, about in GAMES.items()}


class Fields(dict[str, list[str]]):
    """What a form sent: by name, all that was given."""

    def last(self, name: str, usual: str = "") -> str:
        """What was given in a field, the last of several."""
        return self.get(name, [usual])[-1]


def shown(request: Request, template: str, status: int = 200, **facts: Any) -> HTMLResponse:
    """A page of this room."""
    return HTMLResponse(page(template, rooms=ROOMS, form_token=request.scope["overnight.form_token"], **facts), status)


def in_thread(answer: Callable[[Request], Response]) -> Callable[[Request], Awaitable[Response]]:
    """An answer that is worked out beside the others."""

    def begun(request: Request) -> Response:
        begin_text()
        return answer(request)

    @functools.wraps(answer)
    async def answered(request: Request) -> Response:
        return await run_in_threadpool(begun, request)

    return answered


def posted(answer: Callable[[Request, Fields], Response]) -> Callable[[Request], Awaitable[Response]]:
    """What answers a form, worked out beside the others."""

    @functools.wraps(answer)
    async def answered(request: Request) -> Response:
        text = (await request.body()).decode("utf-8", "replace")
        fields = Fields(parse_qs(text, keep_blank_values=True))

        def begun() -> Response:
            begin_text()
            return answer(request, fields)

        return await run_in_threadpool(begun)

    return answered
