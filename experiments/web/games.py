"""The pages of games that were played: which are worth reading, and one of them step by step."""

from __future__ import annotations

import threading
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from sim.core.errors import InputError, quoted

from ..answer.formats import ORDERS
from ..answer.notable import sorted_games
from ..answer.replay import VERDICTS, Setting, plan_setting
from ..answer.result import load
from ..answer.story import options, read_chances, tell_story, what_if, with_cards
from ..commands.one_card import told_cards
from ..questions.texts import rows_of
from .known_runs import KnownRuns
from .responses import in_thread, shown

MOST_DIGITS = 18
THINKING = threading.Lock()
"""One thinks at a time, so that pages stay quick."""


def games_of(known: KnownRuns, run: str, asked: Any) -> dict[str, Any]:
    """The games of a run that are worth reading, in an order and of a variant that are asked for."""
    result = load(known.folder(run))
    names = [variant.name for variant in result.plan.variants]
    variant, sort = asked.get("variant") or names[0], asked.get("sort", "upset")
    held = int(result.manifest["games"])
    rows = rows_of(sorted_games(result, sort, variant)) if held else []
    return {"variants": names, "variant": variant, "sort": sort, "sorts": ORDERS, "rows": rows, "held": held}


@in_thread
def games(request: Request) -> Response:
    """Games of a run that are worth reading."""
    run = request.path_params["run"]
    return shown(request, "games.html", run=run, **games_of(request.app.state.runs, run, request.query_params))


def whole_number(text: str, name: str) -> int:
    """A number from 0 on; InputError if a text is none."""
    if not text.isdecimal() or len(text) > MOST_DIGITS:
        raise InputError(f"{name}: a whole number from 0 on is expected, found {quoted(text)}")
    return int(text)


def _asked(request: Request) -> tuple[Setting, int]:
    """The table and the number of the game that is asked for."""
    folder = request.app.state.runs.folder(request.path_params["run"])
    variant = request.query_params.get("variant") or None
    return plan_setting(folder, variant), whole_number(request.path_params["number"], "game")


@in_thread
def one_game(request: Request) -> Response:
    """A game step by step."""
    setting, number = _asked(request)
    setting.check_number(number)
    if doing := request.app.state.ready.wait_for(setting.game, setting.agents):
        return shown(request, "wait.html", doing=doing)
    asked = request.query_params
    view, how = asked.get("view", ""), read_chances(asked.get("chances", "value"))
    with THINKING:
        story = tell_story(setting, number, view, bool(asked.get("explain")), how)
    return shown(
        request,
        "game.html",
        story=with_cards(story, told_cards(setting.game, story["cards"], setting.cards)),
        options_at=request.url.path,
        run=request.path_params["run"],
        variant=asked.get("variant", ""),
        view=view,
        chances=how,
        explain=bool(asked.get("explain")),
        stored="" if story["stored"] == "the same" else VERDICTS[story["stored"]],
    )


@in_thread
def game_options(request: Request) -> Response:
    """A decision of a game as it could have been taken."""
    setting, number = _asked(request)
    step = whole_number(request.query_params.get("step", ""), "step")
    with THINKING:
        return JSONResponse(options(setting, number, step))


@in_thread
def game_what_if(request: Request) -> Response:
    """Another action at a decision, played on."""
    setting, number = _asked(request)
    step, option = (whole_number(request.query_params.get(name, ""), name) for name in ("step", "option"))
    with THINKING:
        return JSONResponse(what_if(setting, number, step, option))
