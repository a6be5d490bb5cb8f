"""A server of a page only for this machine's user: it answers what guard.py lets through."""

from __future__ import annotations

import json
import secrets
import socket
from collections.abc import Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from .files import Files
from .guard import Guard

_POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self'",
    "connect-src": "'self'",
    "frame-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
    "frame-ancestors": "'none'",
}
_HEADERS = {
    # Everything comes from this server, and no other page can contain this one.
    "Content-Security-Policy": "; ".join(f"{name} {value}" for name, value in _POLICY.items()),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",  # the address has the token
    "Cache-Control": "no-store",
}
# The headers for what a user's own program has made. It is shown inside the page, and can do nothing there.
_INSIDE = {
    "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "frame-ancestors 'self'",
    "X-Frame-Options": "SAMEORIGIN",
}


class WrongRequest(Exception):
    """JSON that no page of ours sends."""


class PageServer(ThreadingHTTPServer):
    """A server only on 127.0.0.1. `address` is what to open.

    A page derives from it: `answer_get` and `answer_post` say what is answered besides the files.
    """

    daemon_threads = True

    def __init__(self, port: int, files: Files, page_name: str, command: str) -> None:
        """Raises OSError where the port is taken.

        page_name, command: see Guard.
        """
        self.files = files
        super().__init__(("127.0.0.1", port), Handler)
        self.guard = Guard(secrets.token_urlsafe(32), self.server_address[1], page_name, command)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.guard.port}/{self.guard.token}/"

    def answer_get(self, name: str, answer: Handler) -> bool:
        """Answers what is no file; returns whether there is such a thing."""
        return False

    def answer_post(self, order: str, content: dict[str, Any], answer: Handler) -> bool:
        """Does what the page asks for; returns whether there is such an order."""
        return False

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A page that goes while it is answered is nothing to speak of."""
        import sys

        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    server: PageServer
    protocol_version = "HTTP/1.1"
    server_version = "CudaPy"
    sys_version = ""
    timeout = 60
    disable_nagle_algorithm = True  # or what follows the headers waits 40 ms for them to be acknowledged

    def __getattr__(self, name: str) -> Any:
        if name.startswith("do_"):  # every method, so that the guard refuses the others
            return self._answer
        raise AttributeError(name)

    def log_message(self, format: str, *values: Any) -> None:
        """Nothing: the terminal has the address, and what is asked has the token."""

    def _answer(self) -> None:
        guard = self.server.guard
        refusal = guard.refusal(self.command, self.path, self.headers)
        if refusal:
            return self.refuse(refusal.status, refusal.reason)
        name = guard.below_token(self.path)
        assert name is not None
        try:
            if self.command == "GET":
                self._get(name)
            else:
                self._post(name)
        except (WrongRequest, UnicodeError, json.JSONDecodeError, RecursionError) as error:
            self.refuse(400, f"the request is not understood: {error}")

    def _get(self, name: str) -> None:
        if self.server.answer_get(name, self):
            return
        found = self.server.files.find(name)
        if found is None:
            return self.refuse(404, "there is no such file")
        self._send(200, *found)

    def _post(self, order: str) -> None:
        given = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if not isinstance(given, dict):
            raise WrongRequest("expected an object")
        if not self.server.answer_post(order, given, self):
            self.refuse(404, f"{self.server.guard.page_name} does not know this order")

    def refuse(self, status: int, reason: str) -> None:
        self.close_connection = True  # what the request has more is not read
        self._send(status, "text/plain; charset=utf-8", reason.encode("utf-8", "replace") + b"\n")

    def send_json(self, value: Any) -> None:
        self._send(200, "application/json", json.dumps(value).encode())

    def send_inside(self, page: bytes) -> None:
        """Sends HTML that is shown in a frame of the page, and that may hold anything."""
        self._send(200, "text/html; charset=utf-8", page, {**_HEADERS, **_INSIDE})

    def send_events(self, events: Iterable[dict[str, Any]]) -> None:
        """Sends events as they come, as a JSON object a line."""
        self.close_connection = True  # its end is the end of the answer
        self._head(200, "application/x-ndjson; charset=utf-8", None, _HEADERS)
        for event in events:
            self.wfile.write(json.dumps(event).encode() + b"\n")

    def _send(self, status: int, kind: str, body: bytes, headers: dict[str, str] = _HEADERS) -> None:
        self._head(status, kind, len(body), headers)
        if self.command != "HEAD":
            self.wfile.write(body)

    def _head(self, status: int, kind: str, length: int | None, headers: dict[str, str]) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if length is not None:
            self.send_header("Content-Length", str(length))
        if self.close_connection:
            self.send_header("Connection", "close")
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()


def has_gone(reader: socket.socket) -> bool:
    """Returns whether the client has closed the connection to which an answer goes."""
    try:
        return reader.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def text_in(content: dict[str, Any], key: str) -> str:
    """A text of a request. Raises WrongRequest."""
    value = content.get(key)
    if not isinstance(value, str):
        raise WrongRequest(f"expected a text for {key!r}")
    return value


def number_in(content: dict[str, Any], key: str) -> int:
    """A whole number of a request. Raises WrongRequest."""
    value = content.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise WrongRequest(f"expected a number for {key!r}")
    return value
