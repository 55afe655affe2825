"""Who may ask for a page: this machine, by the server's own name, from its own pages; others with a token."""

from __future__ import annotations

import base64
import hashlib
import hmac
import ipaddress
import secrets
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MOST_BYTES = 256 * 1024
"""Of what a request may bring."""
FORM_TOKEN = "x-overnight-form"
"""The header, and TOKEN_FIELD the field, by which a request that changes something shows that our page sent it."""
TOKEN_FIELD = "form_token"
COOKIE = "overnight"
SAFE = ("GET", "HEAD")
LOCAL_NAMES = ("127.0.0.1", "localhost", "[::1]")


def script_hashes(scripts: Iterable[str]) -> str:
    """By which scripts a page may run, as a policy names them; each as it stands between its tags."""
    hashes = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in scripts)
    return " ".join(f"'sha256-{text}'" for text in hashes)


class Guard:
    """Lets through what may come in, and says of all that goes out what a browser may do with it.

    address: host and port where the server listens. token: what others than this machine must show once; empty where
    nobody else can reach it. scripts: the scripts of all pages.
    """

    def __init__(self, app: ASGIApp, address: str, token: str, scripts: Iterable[str]) -> None:
        self.app, self.token = app, token
        self.port = address.rpartition(":")[2]
        self.hosts = {address, *(f"{name}:{self.port}" for name in LOCAL_NAMES if not token)}
        self.form_token = secrets.token_urlsafe()
        self.policy = (
            f"default-src 'none'; script-src {script_hashes(scripts)}; style-src 'unsafe-inline'; img-src data:;"
            " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or says in one sentence why not."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        send = self._with_policy(send)
        if (wrong := self._wrong_sender(scope, headers)) is not None:
            await PlainTextResponse(*wrong)(scope, receive, send)
            return
        if self.token and not self._knows_token(headers):
            await self._ask_token(scope, receive, send)
            return
        body = await self._body(headers, receive)
        if body is None:
            await PlainTextResponse(f"a request brings {MOST_BYTES:,} bytes at most\n", 413)(scope, receive, send)
            return
        if scope["method"] not in SAFE and not self._is_from_a_page(headers, body):
            text = "this was not sent by a page of this server, or the server was started anew: load the page again\n"
            await PlainTextResponse(text, 403)(scope, receive, send)
            return
        scope["overnight.form_token"] = self.form_token
        await self.app(scope, _given(body, receive), send)

    def _wrong_sender(self, scope: Scope, headers: Headers) -> tuple[str, int] | None:
        """What is wrong with where a request comes from or goes to."""
        if not self._is_own_name(headers.get("host", "")):
            return "this server is not called so; use the address that it has printed\n", 421
        origin = headers.get("origin")
        elsewhere = origin is not None and not self._is_own_origin(origin)
        site = headers.get("sec-fetch-site", "none")
        followed = scope["method"] in SAFE and headers.get("sec-fetch-mode") == "navigate"
        if elsewhere or (site not in ("none", "same-origin") and not followed):
            return "this was asked for by a page of another server\n", 403
        return None

    def _is_own_origin(self, origin: str) -> bool:
        """Whether a page of this server asks; what is no address is none of its."""
        try:
            return self._is_own_name(urlsplit(origin).netloc)
        except ValueError:
            return False

    def _is_own_name(self, host: str) -> bool:
        """Whether the server may be called so. What others reach has many addresses, but nobody can give it a name."""
        if host in self.hosts:
            return True
        name, _, port = host.rpartition(":")
        try:
            return bool(self.token and port == self.port and ipaddress.ip_address(name.strip("[]")))
        except ValueError:
            return False

    def _knows_token(self, headers: Headers) -> bool:
        try:
            shown = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
        except CookieError:
            return False
        return shown is not None and hmac.compare_digest(shown.value.encode(), self.token.encode())

    async def _ask_token(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Takes the token from an address and keeps it as a cookie; refuses all else."""
        given = parse_qs(scope["query_string"].decode("latin-1")).get("token", [""])[0]
        if scope["method"] not in SAFE or not hmac.compare_digest(given.encode(), self.token.encode()):
            text = "this needs the token: use the whole address that the server has printed\n"
            await PlainTextResponse(text, 401)(scope, receive, send)
            return
        known = RedirectResponse("/", 303)
        known.set_cookie(COOKIE, self.token, httponly=True, samesite="strict")
        await known(scope, receive, send)

    async def _body(self, headers: Headers, receive: Receive) -> bytes | None:
        """All that a request brings; None if that is too much."""
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > MOST_BYTES:
            return None
        body = b""
        more = "content-length" in headers or "transfer-encoding" in headers
        while more:
            message = await receive()
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > MOST_BYTES:
                return None
        return body

    def _is_from_a_page(self, headers: Headers, body: bytes) -> bool:
        given = headers.get(FORM_TOKEN, "")
        if not given and headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
            given = parse_qs(body.decode("utf-8", "replace")).get(TOKEN_FIELD, [""])[0]
        return hmac.compare_digest(given.encode(), self.form_token.encode())

    def _with_policy(self, send: Send) -> Send:
        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["content-security-policy"] = self.policy
                headers["x-content-type-options"] = "nosniff"
                headers["referrer-policy"] = "same-origin"  # with none a form says that it comes from nowhere
                headers["cross-origin-resource-policy"] = "same-origin"
                headers["cross-origin-opener-policy"] = "same-origin"
                headers.setdefault("cache-control", "no-store")
            await send(message)

        return sent


def _given(body: bytes, receive: Receive) -> Receive:
    """What the application receives: the body that was read, then what comes after it."""
    told = False

    async def received() -> Message:
        nonlocal told
        if told:
            return await receive()
        told = True
        return {"type": "http.request", "body": body, "more_body": False}

    return received
