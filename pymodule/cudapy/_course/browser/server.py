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

    def answer_post(self, order: str, content: dict[str, Any], answer: Handler) -> bool:
        try:
            if order == "translate":
                answer.send_json(translated(text_in(content, "text")))
            elif order == "save":
                self._save(content, answer)
            elif order == "check":
                report = self.checks.check(text_in(content, "run"), _asked(content).number, answer.connection)
                answer.send_json({"report": for_page(report), "exercises": listed(Folder(self.folder))})
            elif order == "picture":
                self.checks.draw(text_in(content, "run"), _asked(content).number, answer.connection)
                answer.send_json({})
            elif order == "stop":
                answer.send_json({"stopped": self.checks.stop(text_in(content, "run"))})
            elif order == "hint":
                self._hint(_asked(content), answer)
            else:
                return False
        except StopError:
            answer.refuse(410, "stopped")
        except (Misuse, CheckError, OSError) as error:
            answer.refuse(409, str(error))
        except _core.Error as error:
            answer.refuse(500, str(error))
        return True

    def _show(self, exercise: Exercise, answer: Handler) -> None:
        folder = Folder(self.folder)
        answer.send_json(shown(folder, exercise, *opened(folder, exercise)))

    def _save(self, content: dict[str, Any], answer: Handler) -> None:
        version = text_in(content, "version") if content.get("version") is not None else None
        try:
            made = save(Folder(self.folder), _asked(content), text_in(content, "text"), version)
        except FileConflict as error:
            return answer.refuse(412, str(error))
        answer.send_json({"version": made})

    def _hint(self, exercise: Exercise, answer: Handler) -> None:
        folder = Folder(self.folder)
        with folder.changing(exercise) as progress:
            progress.hints = min(progress.hints + 1, len(exercise.hints))
        answer.send_json(hints_of(folder, exercise))


def _asked(content: dict[str, Any]) -> Exercise:
    return _exercise(str(number_in(content, "exercise")))


def _exercise(number: str) -> Exercise:
    """Raises WrongRequest."""
    if not (number.isascii() and number.isdigit() and len(number) <= 3 and 1 <= int(number) <= COUNT):
        raise WrongRequest(f"expected an exercise, a number from 1 to {COUNT}")
    return exercise(int(number))
