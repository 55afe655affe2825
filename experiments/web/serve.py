"""The command `serve`: pages with the runs, their answers, their games, and tables to play at."""

from __future__ import annotations

import ipaddress
import secrets
import socket
from typing import Annotated

import typer

from sim.core.errors import InputError, quoted, system_problem

from ..commands.options import RESULTS, Json, ServedFolder
from ..commands.output import DONE, answer, narrate, print_text

PORT = 8421
LOOPBACK = "127.0.0.1"
EXTRA = 'pages need the packages "starlette" and "uvicorn": pip install "overnight[web]"'
END_SECONDS = 1
"""How long those that are still read are waited for when the server ends."""


def serve(
    results: ServedFolder = RESULTS,
    port: Annotated[int, typer.Option(metavar="N", help="Where it listens; 0: at any that is free.")] = PORT,
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Another address than this machine's own.")] = LOOPBACK,
    as_json: Json = False,
) -> int:
    """Shows runs, answers and games on pages, and tables to play at. It prints its address and ends with Ctrl-C.

    Only this machine can reach it. With --host others can, but only by the address with the token that is printed.
    """
    try:
        import uvicorn

        from .app import make_app
    except ModuleNotFoundError as error:
        raise InputError(EXTRA) from error
    results.mkdir(parents=True, exist_ok=True)
    with _listening(host, port) as listener:
        address = f"{_in_address(host)}:{listener.getsockname()[1]}"
        token = "" if _is_own(host) else secrets.token_urlsafe()
        url = f"http://{address}/" + (f"?token={token}" if token else "")
        answer({"address": url, "results": str(results)}, as_json, lambda out: print_text(out, url))
        narrate(f"the runs of {results}, until Ctrl-C")
        config = uvicorn.Config(
            make_app(results, address, token), log_level="error", timeout_graceful_shutdown=END_SECONDS
        )
        try:
            uvicorn.Server(config).run(sockets=[listener])
        except KeyboardInterrupt:  # how it is meant to end
            return DONE
    return DONE


def _is_own(host: str) -> bool:
    """Whether nobody but this machine can reach an address."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _in_address(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _listening(host: str, port: int) -> socket.socket:
    """A socket that listens; InputError says why none can."""
    if not 0 <= port < 2**16:
        raise InputError(f"--port: a number from 0 to 65535 is expected, found {port}")
    try:
        family, kind, number, _, where = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, number)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(where)
        listener.listen()  # so that who reads the address finds somebody
    except socket.gaierror:
        raise InputError(f"--host: no address is called {quoted(host)}") from None
    except OSError as error:
        raise InputError(f"{host}, port {port}: {system_problem(error)}; --port names another one") from None
    return listener
