"""The playground's server: what its page can ask for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from .. import _core
from .._pages.files import Files
from .._pages.server import Handler, PageServer, WrongRequest, text_in
from .examples import EXAMPLES
from .supervision import Limits, Runs, TooManyRuns
from .translating import translated


class Playground(PageServer):
    """The server, only on 127.0.0.1. `address` is what to open."""

    def __init__(self, port: int = 0, limits: Limits | None = None) -> None:
        """Raises OSError if the port is taken."""
        self.runs = Runs(limits)
        files = Files(Path(__file__).with_name("page"))
        super().__init__(port, files, "the playground", "python -m cudapy playground")

    def server_close(self) -> None:
        super().server_close()
        self.runs.close()

    def answer_get(self, name: str, answer: Handler) -> bool:
        if name == "examples":
            answer.send_json([each.as_json() for each in EXAMPLES])
        return name == "examples"

    def answer_post(self, order: str, content: dict[str, Any], answer: Handler) -> bool:
        if order == "translate":
            try:
                answer.send_json(translated(text_in(content, "text")))
            except _core.Error as error:
                answer.refuse(500, str(error))
        elif order == "run":
            self._run(content, answer)
        elif order == "stop":
            answer.send_json({"stopped": self.runs.stop(text_in(content, "run"))})
        else:
            return False
        return True

    def _run(self, content: dict[str, Any], answer: Handler) -> None:
        inputs = content.get("inputs")
        if not isinstance(inputs, dict) or not all(isinstance(each, str) for each in inputs.values()):
            raise WrongRequest("expected the inputs as texts")
        request: dict[str, Any] = {
            key: text_in(content, key) for key in ("text", "kernel", "threads", "block", "shared")
        }
        request |= {
            "inputs": inputs,
            "checked": content.get("checked") is True,
            "trace": content.get("trace") is True,
        }
        name = text_in(content, "run")
        try:
            run = self.runs.start(name, request)
        except (TooManyRuns, ValueError) as error:
            return answer.refuse(409, str(error))
        try:
            answer.send_events(run.events(answer.connection))
        finally:
            self.runs.forget(name)
