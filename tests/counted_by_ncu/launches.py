"""The launches whose costs are counted: answers of the course, the solutions and those wrong ones that
compute what they should or at least harm nothing, each in a file of its own, so that ncu finds its lines."""

from __future__ import annotations

import runpy
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from cudapy._course import catalogue
from cudapy._course.exercise import Case, Exercise
from cudapy._course.running import random_of
from cudapy._course.submission import read

COURSE = Path(__file__).resolve().parents[2] / "course"


@dataclass(frozen=True)
class Counted:
    """One launch, by a name such as "18_solution"."""

    name: str
    exercise: Exercise
    text: str

    def path(self, folder: Path) -> Path:
        """Where ncu looks for the text."""
        return folder / f"{self.name.replace('-', '_')}.py"

    def function(self, folder: Path) -> Any:
        """The kernel, of a text that is not in its file yet."""
        path = self.path(folder)
        path.unlink(missing_ok=True)
        return read(self.text, str(path), self.exercise.provides).functions[self.exercise.title]

    @property
    def case(self) -> Case:
        """Of the exercise's cases that with the most threads, the first one of them."""
        cases = list(self.exercise.cases(random_of(self.exercise, 1)))
        return max(cases, key=lambda case: np.prod(case.threads))


def launches() -> list[Counted]:
    found = []
    for exercise in catalogue.exercises():
        if exercise.questions:
            continue
        answers = runpy.run_path(str(COURSE / f"unit{exercise.unit}" / f"{exercise.title}.py"))
        texts = {"solution": answers["SOLUTION"], **answers["WRONG"]}
        found += [Counted(f"{exercise.number:02}_{name}", exercise, text) for name, text in texts.items()]
    return found


def checksum(arguments: dict[str, Any]) -> int:
    """Tells launches with other data apart."""
    total = 0
    for value in arguments.values():
        total = zlib.crc32(np.ascontiguousarray(value).tobytes(), total)
    return total
