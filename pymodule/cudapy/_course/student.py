"""The student's folder: a file for each exercise, and what has been done so far."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from .catalogue import exercises, find
from .exercise import Exercise

PROGRESS = "progress.json"
_FORMAT = "cudapy-course/1"


class Misuse(Exception):
    """The command line asks for something that cannot be done. The text says why."""


def text_of(exercise: Exercise) -> str:
    """The file that a student begins with."""
    title = f"{exercise.number} {exercise.title} ({exercise.unit_name})"
    parts = [title, "", exercise.story.strip()]
    if exercise.limits:
        parts += ["", "What it may cost:"]
        parts += [f"  - {limit.text}" for limit in exercise.limits]
    parts += [
        "",
        f"python -m cudapy course check {exercise.number}     looks at it, as running this file does",
    ]
    parts += [f"python -m cudapy course hint {exercise.number}      helps"]
    story = "\n".join(parts)
    return f'''"""{story}
"""

{exercise.starter.strip()}


if __name__ == "__main__":
    from cudapy.course import check_file

    raise SystemExit(check_file(__file__))
'''


@dataclass
class Progress:
    is_right: bool = False
    checks: int = 0
    """The number of checks before the answer was right."""
    hints: int = 0
    """The number of hints that were read."""


class Folder:
    """A folder with exercises."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.progress = _stored(path / PROGRESS)

    def file(self, exercise: Exercise) -> Path:
        return self.path / exercise.file_name

    def of(self, exercise: Exercise) -> Progress:
        return self.progress.setdefault(exercise.number, Progress())

    def save(self) -> None:
        """Writes the progress. A reader never sees a half of it."""
        stored = {str(number): asdict(each) for number, each in sorted(self.progress.items())}
        new = self.path / f"{PROGRESS}.new"
        new.write_text(json.dumps({"format": _FORMAT, "exercises": stored}, indent=1) + "\n", "utf-8")
        os.replace(new, self.path / PROGRESS)

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Makes other processes wait that change the folder, from a terminal or the page."""
        folder = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            with contextlib.suppress(OSError):  # a file system may have no locks
                fcntl.flock(folder, fcntl.LOCK_EX)
            yield
        finally:
            os.close(folder)

    @contextlib.contextmanager
    def changing(self, exercise: Exercise) -> Iterator[Progress]:
        """Gives the progress with an exercise, to be changed. It is saved afterwards, and nothing that other
        processes did meanwhile is lost."""
        with self.locked():
            self.progress = _stored(self.path / PROGRESS)
            yield self.of(exercise)
            self.save()

    def start(self, exercise: Exercise) -> bool:
        """Makes the file of an exercise. If it is there already, it leaves it and returns False."""
        self.path.mkdir(parents=True, exist_ok=True)
        try:
            with open(self.file(exercise), "x", encoding="utf-8") as file:
                file.write(text_of(exercise))
        except FileExistsError:
            return False
        return True

    def present(self) -> list[Exercise]:
        """The exercises whose files are there."""
        return [each for each in exercises() if self.file(each).is_file()]

    def next(self) -> Exercise | None:
        """The first exercise that is there and not right yet."""
        return next((each for each in self.present() if not self.of(each).is_right), None)


def _stored(path: Path) -> dict[int, Progress]:
    """Raises Misuse."""
    try:
        stored = json.loads(path.read_text("utf-8"))
        return {
            int(number): Progress(bool(values["is_right"]), int(values["checks"]), int(values["hints"]))
            for number, values in stored["exercises"].items()
        }
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise Misuse(f"{path} cannot be read ({error}): remove it to begin anew") from None


def exercise_called(text: str) -> Exercise:
    """Raises Misuse."""
    found = find(Path(text).name)
    if found is None:
        raise Misuse(f"there is no exercise {text!r}: `course list` shows all")
    return found
