"""The server: it answers what guard.py lets through."""

from __future__ import annotations

import json
import secrets
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from .. import _core
from .examples import EXAMPLES
from .files import file_of
from .guard import Guard, Refusal
from .supervision import Limits, Runs, TooManyRuns
from .translating import translated

_HEADERS = {
    # Everything comes from this server, and nothing of another page can hold this one.
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",  # the address has the token
    "Cache-Control": "no-store",
}


class WrongRequest(Exception):
    """JSON that no page of ours sends."""


class Playground(ThreadingHTTPServer):
    """The server, on 127.0.0.1 alone. `address` is what to open."""

    daemon_threads = True

    def __init__(self, port: int = 0, limits: Limits | None = None) -> None:
        """Raises OSError where the port is taken."""
        self.runs = Runs(limits)
        super().__init__(("127.0.0.1", port), Handler)
        self.guard = Guard(secrets.token_urlsafe(32), self.server_address[1])

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.guard.port}/{self.guard.token}/"

    def server_close(self) -> None:
        super().server_close()
        self.runs.close()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A page that goes while it is answered is nothing to speak of."""
        import sys

        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    server: Playground
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
            return self._refuse(refusal)
        name = guard.below_token(self.path)
        assert name is not None
        if self.command == "GET":
            return self._get(name)
        try:
            given = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if not isinstance(given, dict):
                raise WrongRequest("expected an object")
            self._post(name, given)
        except (WrongRequest, UnicodeError, json.JSONDecodeError, RecursionError) as error:
            self._refuse(Refusal(400, f"the request is not understood: {error}"))

    def _get(self, name: str) -> None:
        if name == "examples":
            return self._send_json([each.as_json() for each in EXAMPLES])
        found = file_of(name)
        if found is None:
            return self._refuse(Refusal(404, "there is no such file"))
        self._send(200, *found)

    def _post(self, name: str, given: dict[str, Any]) -> None:
        if name == "translate":
            try:
                self._send_json(translated(_string(given, "text")))
            except _core.Error as error:
                self._refuse(Refusal(500, str(error)))
        elif name == "run":
            self._run(given)
        elif name == "stop":
            self._send_json({"stopped": self.server.runs.stop(_string(given, "run"))})
        else:
            self._refuse(Refusal(404, "the playground does not know this order"))

    def _run(self, given: dict[str, Any]) -> None:
        inputs = given.get("inputs")
        if not isinstance(inputs, dict) or not all(isinstance(each, str) for each in inputs.values()):
            raise WrongRequest("expected the inputs as texts")
        request = {key: _string(given, key) for key in ("text", "kernel", "threads", "block", "shared")}
        name = _string(given, "run")
        try:
            run = self.server.runs.start(
                name,
                {
                    **request,
                    "inputs": inputs,
                    "checked": given.get("checked") is True,
                    "trace": given.get("trace") is True,
                },
            )
        except (TooManyRuns, ValueError) as error:
            return self._refuse(Refusal(409, str(error)))
        try:
            self.close_connection = True  # its end is the end of the answer
            self._head(200, "application/x-ndjson; charset=utf-8", None)
            for event in run.events(self.connection):
                self.wfile.write(json.dumps(event).encode() + b"\n")
        finally:
            self.server.runs.forget(name)

    def _refuse(self, refusal: Refusal) -> None:
        self.close_connection = True  # what the request has more is not read
        self._send(refusal.status, "text/plain; charset=utf-8", refusal.why.encode() + b"\n")

    def _send_json(self, value: Any) -> None:
        self._send(200, "application/json", json.dumps(value).encode())

    def _send(self, status: int, kind: str, body: bytes) -> None:
        self._head(status, kind, len(body))
        if self.command != "HEAD":
            self.wfile.write(body)

    def _head(self, status: int, kind: str, length: int | None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        if length is not None:
            self.send_header("Content-Length", str(length))
        if self.close_connection:
            self.send_header("Connection", "close")
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.end_headers()


def _string(given: dict[str, Any], key: str) -> str:
    value = given.get(key)
    if not isinstance(value, str):
        raise WrongRequest(f"expected a text for {key!r}")
    return value
