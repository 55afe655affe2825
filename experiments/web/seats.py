"""The pages at which people play."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from sim import GAMES, game_id, load_game, nameable
from sim.core.errors import InputError
from sim.core.game import Game
from sim.reading.names import read_seat, seat_name

from ..questions.draft import is_text
from .games import THINKING, Stepped, stepped_page, whole_number
from .responses import Fields, games_told, in_thread, posted, shown
from .sessions import PERSON, Sitting, Table, Tables, offered

NEW_SEED = 2**31
"""Seeds that are drawn are below it."""


@in_thread
def tables(request: Request) -> Response:
    """The games that were played, and the form of a new one."""
    return _form(request, dict(request.query_params), [])


def _form(request: Request, given: Mapping[str, str], problems: list[str], status: int = 200) -> Response:
    kept: Tables = request.app.state.tables
    facts: dict[str, Any] = {"game": "", "given": given, "problems": problems, "person": PERSON}
    if given.get("game"):
        game = load_game(game_id(given["game"]))
        facts |= {"game": game.name, "title": game.title, **offered(game)}
        count = given.get("players", "")
        facts["count"] = int(count) if count.isdecimal() and int(count) in facts["players"] else facts["usual"]
    return shown(request, "new_table.html", status, games=games_told(), played=kept.names()[:20], **facts)


@posted
def begin(request: Request, fields: Fields) -> Response:
    """A new game, and its page; the form again with what is wrong."""
    kept: Tables = request.app.state.tables
    try:
        sitting = _sitting(load_game(game_id(fields.last("game"))), fields)
        sitting.setting()
    except InputError as error:
        if "application/json" in request.headers.get("accept", ""):
            raise
        known = {name: fields.last(name) for name in fields} if fields.last("game") in GAMES else {}
        return _form(request, known, error.problems, 400)
    if doing := request.app.state.ready.wait_for(*_needed(sitting)):
        return _wait(request, doing, sitting)
    return RedirectResponse(f"/play/{kept.begin(sitting).name}", 303)


def _wait(request: Request, doing: str, sitting: Sitting) -> HTMLResponse:
    """What is being compiled, and the form that begins the game when that is done."""
    return shown(request, "wait_to_begin.html", doing=doing, fields=_as_fields(sitting))


def _as_fields(sitting: Sitting) -> dict[str, str]:
    fields = {"game": sitting.game, "seed": str(sitting.seed), "players": str(len(sitting.agents))}
    for seat, agent in enumerate(sitting.agents):
        fields[f"agent_{seat_name(seat)}"] = PERSON if seat in sitting.people else agent
    for key, value in sitting.table.items():
        kind = next((kind for kind, name in nameable.KINDS.items() if name == key), "")
        if isinstance(value, list):
            given = {f"{kind}_{seat_name(seat)}": word for seat, word in enumerate(value)}
        else:
            given = {kind: str(value)} if kind else {}
        fields |= {f"{field}_pasted" if is_text(word) else field: word for field, word in given.items()}
    return fields


def _chosen(fields: Fields, field: str) -> str:
    """What was pasted beside a field, else what was chosen in it."""
    text = fields.last(f"{field}_pasted").replace("\r\n", "\n").strip()
    return f"{text}\n" if text else fields.last(field)


def _needed(sitting: Sitting) -> tuple[Game, Any]:
    setting = sitting.setting()
    return setting.game, setting.agents


def _sitting(game: Game, fields: Fields) -> Sitting:
    """The table that a form asks for; InputError lists what is wrong."""
    known = offered(game)
    count = whole_number(fields.last("players") or str(known["usual"]), "players")
    if count not in known["players"]:
        raise InputError(f"players: {known['players'][0]} to {known['players'][-1]} are expected, found {count}")
    seats = [seat_name(seat) for seat in range(count)]
    sat = [fields.last(f"agent_{seat}") or (PERSON if seat == "p1" else known["best"]) for seat in seats]
    table: dict[str, Any] = {"players": count} if len(known["players"]) > 1 else {}
    for kind in known["by_seat"]:
        chosen = [_chosen(fields, f"{kind}_{seat}") for seat in seats]
        if any(chosen):
            if not all(chosen):
                raise InputError(f"{kind}: one for each seat is expected, or none for the usual ones")
            table[nameable.KINDS[kind]] = chosen
    for kind in known["for_all"]:
        if mine := _chosen(fields, kind):
            table[nameable.KINDS[kind]] = mine
    seed = fields.last("seed")
    return Sitting.read({
        "game": game.name,
        "agents": [known["best"] if who == PERSON else who for who in sat],
        "people": [seat for seat, who in enumerate(sat) if who == PERSON],
        "table": table,
        "seed": whole_number(seed, "seed") if seed else secrets.randbelow(NEW_SEED),
    })  # fmt: skip


def _found(request: Request) -> Table | str:
    """The game that is asked for, or what it waits for."""
    kept: Tables = request.app.state.tables
    sitting, _ = kept.sitting(request.path_params["name"])
    doing: str = request.app.state.ready.wait_for(*_needed(sitting))
    return doing or kept.find(request.path_params["name"])


def _viewer(table: Table, text: str) -> int:
    """The seat that is meant; the only person's unless given."""
    if not text:
        return table.sitting.people[0]
    try:
        seat = read_seat(text, len(table.names))
    except ValueError as error:
        raise InputError(f"seat: {error}") from None
    return seat


@in_thread
def one_table(request: Request) -> Response:
    """A game as a person sees it. Of several people each says that it is he who looks."""
    table = _found(request)
    if isinstance(table, str):
        return shown(request, "wait.html", doing=table)
    seat = request.query_params.get("seat", "")
    with table.lock:
        if len(table.sitting.people) > 1 and not seat and not table.is_over:
            return shown(request, "curtain.html", name=table.name, next=seat_name(table.decider))
        scene = table.scene(_viewer(table, seat))
    return shown(request, "table.html", name=table.name, scene=scene, several=len(table.sitting.people) > 1)


@in_thread
def table_scene(request: Request) -> Response:
    """What a person sees of a game now, as data."""
    table = _found(request)
    if isinstance(table, str):
        raise InputError(table)
    with table.lock:
        return JSONResponse(table.scene(_viewer(table, request.query_params.get("seat", ""))))


def _changed(request: Request, fields: Fields, change: Any) -> Response:
    """A game after a change: as data for the script of its page, else its page again."""
    kept: Tables = request.app.state.tables
    table = _found(request)
    if isinstance(table, str):
        raise InputError(table)
    with table.lock:
        viewer = _viewer(table, fields.last("seat"))
        if not table.is_over and table.decider != viewer:
            raise InputError(f"{seat_name(table.decider)} decides, not {seat_name(viewer)}")
        with THINKING:
            change(table)
        kept.keep(table)
        if "application/json" in request.headers.get("accept", ""):
            have = fields.last("have", "0")
            return JSONResponse(table.scene(viewer, int(have) if have.isdecimal() else 0, fields.last("epoch")))
    seat = f"?seat={seat_name(viewer)}" if len(table.sitting.people) == 1 else ""
    return RedirectResponse(f"/play/{quote(table.name)}{seat}", 303)


@posted
def act(request: Request, fields: Fields) -> Response:
    """Takes an action."""
    decision, index = (whole_number(fields.last(name), name) for name in ("decision", "action"))
    return _changed(request, fields, lambda table: table.act(decision, index))


@posted
def take_back(request: Request, fields: Fields) -> Response:
    """Takes the last decision of a person back."""
    return _changed(request, fields, lambda table: table.take_back())


@in_thread
def hint(request: Request) -> Response:
    """What the agent would do in the place of the person who decides."""
    table = _found(request)
    if isinstance(table, str):
        raise InputError(table)
    with table.lock, THINKING:
        if not table.is_over and _viewer(table, request.query_params.get("seat", "")) != table.decider:
            raise InputError(f"{seat_name(table.decider)} decides")
        return JSONResponse(table.hint())


def finished(request: Request) -> Stepped:
    """The game that is asked for, once it is over."""
    table = _found(request)
    if isinstance(table, str):
        raise InputError(table)
    if not table.is_over:
        raise InputError("this game is not over yet: what is hidden in it stays hidden until then")
    return Stepped(table.name, table.setting, 0, table.decisions, table.names)


@in_thread
def replay(request: Request) -> Response:
    """A game that is over, step by step."""
    game = finished(request)
    return stepped_page(request, game, f"/play/{quote(game.name)}", ("/play", "games that were played here"))
