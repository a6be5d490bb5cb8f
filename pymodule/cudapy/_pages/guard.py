"""Choosing the requests that are answered.

Whoever can make a server run a kernel can make it run any Python. So no page of another origin, no other user
of this machine and no program that does not know the address may: the address has a token that nobody can
guess, the request must name this very server (a name that an attacker's DNS points at 127.0.0.1 does not),
and what does something must come from the page itself.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import Protocol

MOST_BYTES = 1 << 20
"""The most bytes of a request's body."""


class Headers(Protocol):
    """A request's headers, whose names may be in any case."""

    def get(self, name: str, /) -> str | None: ...

    def __contains__(self, name: str, /) -> bool: ...


@dataclass(frozen=True)
class Refusal:
    """Why a request is not answered, as HTTP says it and in words."""

    status: int
    reason: str


@dataclass(frozen=True)
class Guard:
    token: str
    port: int
    page_name: str = "the playground"
    """The name of the page for messages."""
    command: str = "python -m cudapy playground"
    """The command that serves the page."""

    def refusal(self, method: str, path: str, headers: Headers) -> Refusal | None:
        """Returns why a request is not answered; None when it is."""
        host = headers.get("Host")
        if host not in (f"127.0.0.1:{self.port}", f"localhost:{self.port}"):
            return Refusal(403, f"{self.page_name} answers only to its own address")
        if method not in ("GET", "POST"):
            return Refusal(405, f"{self.page_name} knows only GET and POST")
        if self.below_token(path) is None:
            return Refusal(404, f"there is nothing here: take the address that `{self.command}` printed")
        if method == "POST":
            return self._refusal_of_post(f"http://{host}", headers)
        return None

    def _refusal_of_post(self, own_origin: str, headers: Headers) -> Refusal | None:
        if headers.get("Origin") != own_origin or headers.get("Sec-Fetch-Site") not in (None, "same-origin"):
            return Refusal(403, f"{self.page_name} takes orders only from its own page")
        if headers.get("Content-Type") != "application/json":
            return Refusal(415, f"{self.page_name} takes only JSON")
        length = headers.get("Content-Length") or ""
        if not (length.isascii() and length.isdigit()) or "Transfer-Encoding" in headers:
            return Refusal(411, "the length of the request is missing")
        if len(length) > 9 or int(length) > MOST_BYTES:
            return Refusal(413, f"the request is longer than {MOST_BYTES} bytes")
        return None

    def below_token(self, path: str) -> str | None:
        """Returns the part of a request's path after `/TOKEN/`, without its query; None if the token is
        another."""
        start, slash, rest = path.removeprefix("/").partition("/")
        is_ours = hmac.compare_digest(start.encode("utf-8", "replace"), self.token.encode())
        return rest.partition("?")[0] if path.startswith("/") and slash and is_ours else None
