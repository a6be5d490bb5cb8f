"""The course's server: what its page can ask for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ... import _core
from ..._pages.files import Files
from ..._pages.server import Handler, PageServer, WrongRequest, number_in, text_in
from ..._playground.translating import translated
from ..catalogue import COUNT, exercise
from ..exercise import Exercise
from ..looking import text_of
from ..student import Folder, Misuse
from ..student import text_of as beginning_of
from .checks import CheckError, Checks, StopError
from .facts import for_page, hints_of, listed, shown
from .files import FileConflict, opened, save


class CoursePage(PageServer):
    """The server of a student's folder, only on 127.0.0.1. `address` is what to open."""

    def __init__(self, folder: Path, port: int = 0) -> None:
        """Raises OSError if the port is taken."""
        self.folder = folder.absolute()
        self.checks = Checks(self.folder)
        files = Files(Path(__file__).with_name("page"))
        super().__init__(port, files, "the course", "python -m cudapy course open")

    def server_close(self) -> None:
        self.checks.close()
        super().server_close()

    def answer_get(self, name: str, answer: Handler) -> bool:
        what, _, number = name.partition("/")
        try:
            if name == "exercises":
                answer.send_json(listed(Folder(self.folder)))
            elif what == "exercise":
                self._show(_exercise(number), answer)
            elif what == "beginning":
                answer.send_json({"text": beginning_of(_exercise(number))})
            elif what == "picture":
                made = Folder(self.folder).file(_exercise(number)).with_suffix(".html")
                answer.send_inside(text_of(made).encode("utf-8"))
            else:
                return False
        except (Misuse, OSError) as error:
            answer.refuse(409, str(error))
        return True

    def answer_post(self, order: str, given: dict[str, Any], answer: Handler) -> bool:
        try:
            if order == "translate":
                answer.send_json(translated(text_in(given, "text")))
            elif order == "save":
                self._save(given, answer)
            elif order == "check":
                report = self.checks.check(text_in(given, "run"), _asked(given).number, answer.connection)
                answer.send_json({"report": for_page(report), "exercises": listed(Folder(self.folder))})
            elif order == "picture":
                self.checks.draw(text_in(given, "run"), _asked(given).number, answer.connection)
                answer.send_json({})
            elif order == "stop":
                answer.send_json({"stopped": self.checks.stop(text_in(given, "run"))})
            elif order == "hint":
                self._hint(_asked(given), answer)
            else:
                return False
        except StopError:
            answer.refuse(410, "stopped")
        except (Misuse, CheckError, OSError) as error:
            answer.refuse(409, str(error))
        except _core.Error as error:
            answer.refuse(500, str(error))
        return True

    def _show(self, asked: Exercise, answer: Handler) -> None:
        folder = Folder(self.folder)
        answer.send_json(shown(folder, asked, *opened(folder, asked)))

    def _save(self, given: dict[str, Any], answer: Handler) -> None:
        version = text_in(given, "version") if given.get("version") is not None else None
        try:
            made = save(Folder(self.folder), _asked(given), text_in(given, "text"), version)
        except FileConflict as error:
            return answer.refuse(412, str(error))
        answer.send_json({"version": made})

    def _hint(self, asked: Exercise, answer: Handler) -> None:
        folder = Folder(self.folder)
        with folder.changing(asked) as progress:
            progress.hints = min(progress.hints + 1, len(asked.hints))
        answer.send_json(hints_of(folder, asked))


def _asked(given: dict[str, Any]) -> Exercise:
    return _exercise(str(number_in(given, "exercise")))


def _exercise(number: str) -> Exercise:
    """Raises WrongRequest."""
    if not (number.isascii() and number.isdigit() and len(number) <= 3 and 1 <= int(number) <= COUNT):
        raise WrongRequest(f"expected an exercise, a number from 1 to {COUNT}")
    return exercise(int(number))
