"""Checks of files, each in a process of its own."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import numpy  # noqa: F401  # imported here, so that each process has it already

from . import check as checking
from . import mistakes
from .apart import Limits, Say, Task, TaskOutcome, run
from .exercise import Exercise
from .report import Report, Row, share_points
from .running import compiled, random_of, traced
from .student import Misuse
from .submission import MOST_BYTES, read
from .timing import time_of


def text_of(path: Path) -> str:
    """The text of an answer's file: a plain file, no link, and not too large.

    Raises Misuse.
    """
    try:
        file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError as error:
        raise Misuse(f"{path.name} cannot be read: {error.strerror}") from None
    with open(file, "rb") as opened:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise Misuse(f"{path.name} is no plain file")
        data = opened.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise Misuse(f"{path.name} has more than {MOST_BYTES // 1024} KiB, which no answer needs")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        raise Misuse(f"{path.name} is not UTF-8") from None


def task_of(exercise: Exercise, text: str, name: str, seed: int) -> Task:
    def task(say: Say) -> Any:
        return checking.check(exercise, text, name, seed, say).to_dict()

    return task


def report_of(exercise: Exercise, ended: TaskOutcome, limits: Limits) -> Report:
    """The report that a process gave, or one on how it failed."""
    if not ended.reason:
        return Report.from_dict(ended.result)
    if ended.reason == "time":
        mistake, text = mistakes.NEVER_ENDS, f"it was not done in {limits.seconds:g} seconds"
    elif ended.reason == "memory":
        mistake, text = mistakes.TOO_LARGE, f"it needs more than {limits.mebibytes} MiB"
    else:
        mistake, text = mistakes.FAILED, f"it ended: {ended.reason}"
    where = f"{ended.at or 'reading it'}"
    report = Report(exercise.number, exercise.title, exercise.unit_name)
    report.rows = [Row("launch", "wrong", f"{where}: {text}")]
    report.rows += [Row("cost", "open", limit.text) for limit in exercise.limits]
    share_points(report.rows, len(exercise.limits))
    report.mistake, report.explanation = mistake.name, mistake.sentence
    return report


def looked_at(exercise: Exercise, path: Path, seed: int, limits: Limits) -> Report:
    """The report on a student's file.

    Raises Misuse where the file cannot be read.
    """
    return looked_at_text(exercise, text_of(path), path.name, seed, limits)


def looked_at_text(exercise: Exercise, text: str, name: str, seed: int, limits: Limits) -> Report:
    [(_, ended)] = run([task_of(exercise, text, name, seed)], limits)
    report = report_of(exercise, ended, limits)
    if report.rows[0].check == checking.CORRECT and report.rows[0].state == "ok":
        report.time = time_of(exercise, text, name, seed)
    return report


def picture_of(exercise: Exercise, path: Path, made: Path) -> str:
    """Writes a page with the pictures of the launch that is measured. Returns why there is none, or ""."""
    text = text_of(path)

    def task(say: Say) -> Any:
        call = compiled(exercise, read(text, path.name, exercise.provides))
        random = random_of(exercise, checking.SEED)
        case = exercise.measured(random) if exercise.measured else list(exercise.cases(random))[-1]
        page = "picture.html"
        traced(exercise, call, case).html(page)
        return Path(page).read_text("utf-8")

    [(_, ended)] = run([task], Limits())
    if ended.reason:
        return f"there is no picture of an answer that does not run: {ended.reason}"
    made.write_text(ended.result, "utf-8")
    return ""
