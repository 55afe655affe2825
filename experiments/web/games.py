"""The pages of games that were played: which are worth reading, one of them step by step, and what goes with it."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote, urlencode

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from sim.core.errors import InputError, quoted

from ..answer.formats import ORDERS
from ..answer.notable import sorted_games
from ..answer.replay import VERDICTS, Setting, Stored, plan_setting
from ..answer.result import load
from ..answer.story import options, read_chances, story_html, tell_story, what_if, with_cards
from ..commands.one_card import told_cards
from ..questions.texts import rows_of
from .known_runs import KnownRuns
from .responses import in_thread, shown

MOST_DIGITS = 18
DOUBTFUL: tuple[Stored, ...] = ("another game", "other rules or agents")
"""How a game compares with the stored one, where that has to be told."""
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


@dataclass(frozen=True)
class Stepped:
    """A game that can be stepped through."""

    name: str
    """of its files"""
    setting: Setting
    number: int = 0
    decisions: Sequence[int] | None = None
    """as of `Setting.players`"""
    names: Sequence[str] = ()
    """of who plays, if not the agents"""


def routes(path: str, find: Callable[[Request], Stepped]) -> list[Route]:
    """What goes with each page on which a game is stepped through, at the address of that page. find: the game that is
    asked for.
    """
    answers = {"options": _options, "what-if": _what_if, "log.txt": _log, "replay.html": _file}

    def beside(answer: Callable[[Request, Stepped], Response]) -> Any:
        return in_thread(lambda request: answer(request, find(request)))

    return [Route(f"{path}/{last}", beside(answer)) for last, answer in answers.items()]


def _step(request: Request, name: str) -> int:
    return whole_number(request.query_params.get(name, ""), name)


def _options(request: Request, game: Stepped) -> Response:
    """A decision as it could have been taken."""
    with THINKING:
        return JSONResponse(options(game.setting, game.number, _step(request, "step"), game.decisions))


def _what_if(request: Request, game: Stepped) -> Response:
    """Another action at a decision, played on."""
    step, option = _step(request, "step"), _step(request, "option")
    with THINKING:
        return JSONResponse(what_if(game.setting, game.number, step, option, game.decisions))


def _log(request: Request, game: Stepped) -> Response:
    """The game as text, which can be stepped through again."""
    with THINKING:
        text = game.setting.tell(game.number, decisions=game.decisions, names=game.names).log.text
    return PlainTextResponse(text, headers=_kept(f"{game.name}.txt"))


def _file(request: Request, game: Stepped) -> Response:
    """The game as one file that needs no other."""
    with THINKING:
        story = tell_story(game.setting, game.number, decisions=game.decisions, names=game.names)
        log = game.setting.tell(game.number, decisions=game.decisions, names=game.names).log.text
    cards = told_cards(game.setting.game, story["cards"], game.setting.cards)
    return HTMLResponse(story_html(story, cards, log), headers=_kept(f"{game.name}.html"))


def _kept(name: str) -> dict[str, str]:
    return {"content-disposition": f"attachment; filename*=UTF-8''{quote(name)}"}


def game_of_run(request: Request) -> Stepped:
    """The game of a run that is asked for."""
    run = request.path_params["run"]
    variant = request.query_params.get("variant") or None
    number = whole_number(request.path_params["number"], "game")
    setting = plan_setting(request.app.state.runs.folder(run), variant)
    setting.check_number(number)
    return Stepped(f"{run}-{number}", setting, number)


def stepped_page(request: Request, game: Stepped, at: str, back: tuple[str, str]) -> Response:
    """The page on which a game is stepped through. at: the address of what goes with it; back: where one came from, as
    an address and in words.
    """
    setting, asked = game.setting, request.query_params
    if doing := request.app.state.ready.wait_for(setting.game, setting.agents):
        return shown(request, "wait.html", doing=doing)
    view, how, explain = asked.get("view", ""), read_chances(asked.get("chances", "value")), bool(asked.get("explain"))
    with THINKING:
        story = tell_story(setting, game.number, view, explain, how, game.decisions, game.names)
    return shown(
        request,
        "stepped.html",
        story=with_cards(story, told_cards(setting.game, story["cards"], setting.cards)),
        at=at,
        back=back,
        variant=asked.get("variant", ""),
        query=urlencode({"variant": asked["variant"]}) if "variant" in asked else "",
        view=view,
        chances=how,
        explain=explain,
        stored=VERDICTS[story["stored"]] if story["stored"] in DOUBTFUL else "",
    )


@in_thread
def one_game(request: Request) -> Response:
    """A game of a run step by step."""
    game = game_of_run(request)
    run, variant = request.path_params["run"], request.query_params.get("variant", "")
    back = f"/runs/{quote(run)}/games?{urlencode({'variant': variant})}" if variant else f"/runs/{quote(run)}/games"
    return stepped_page(request, game, request.url.path, (back, f"games of {run}"))
