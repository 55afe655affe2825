"""What all pages share: how they are made, and how an answer is worked out beside others."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from sim.core.errors import begin_text

from ..answer.pages import page

ROOMS = (Path(__file__).parent,)
"""Where templates and scripts are looked for beside those of reports."""


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
