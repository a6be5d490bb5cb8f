"""`course grade`: checks what a class handed in, and writes down what was found.

Nothing of a student's Python runs: `submission.py` takes the text apart, and what is launched is the
translated kernel, in checked mode, in a process of its own with limits of time and memory. What is written
names no time and no path, so that the same seed gives the same bytes.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import tables
from .apart import Limits, run
from .catalogue import COUNT, exercises, find
from .exercise import Exercise
from .looking import report_of, task_of, text_of
from .report import Report, Row, share_points
from .student import Misuse

FORMAT = "cudapy-grades/1"


@dataclass
class Student:
    """The answers that one student handed in."""

    name: str
    """The name of the student's folder."""
    files: dict[int, Path] = field(default_factory=dict)
    """By the exercise's number."""
    reports: dict[int, Report] = field(default_factory=dict)

    @property
    def points(self) -> float:
        return sum(report.points for report in self.reports.values())

    @property
    def right(self) -> int:
        return sum(report.is_right for report in self.reports.values())


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "folders",
        nargs="+",
        type=Path,
        metavar="FOLDER",
        help="a student's folder, or one with a folder for each student",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="DIR",
        help="write grades.json, class.csv, class.html, and NAME/results.json, as Gradescope wants it",
    )
    parser.add_argument("--json", action="store_true", help="print grades.json and nothing else")
    parser.add_argument("--junit", type=Path, metavar="FILE", help="write the checks as JUnit's XML")
    parser.add_argument(
        "--exercises", metavar="LIST", default="", help='those that count, such as "1-4,18" (all)'
    )
    parser.add_argument("--seed", type=int, default=1, help="of the random data (1)")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="how many are checked at a time"
    )
    parser.add_argument(
        "--time", type=float, default=60, metavar="SECONDS", help="of computing, the most for one check (60)"
    )
    parser.add_argument(
        "--memory", type=int, default=4096, metavar="MIB", help="the most for one check (4096)"
    )


def grade(options: argparse.Namespace) -> int:
    """Grades the answers. Returns 0 if everything that was handed in is right, else 1.

    Raises Misuse.
    """
    if options.jobs < 1 or not 0 < options.time < math.inf or options.memory < 1 or options.seed < 0:
        raise Misuse("--jobs, --time and --memory must be above 0, and --seed not below it")
    counted = _counted(options.exercises)
    students = _students(options.folders)
    _check_all(students, counted, options)
    text = json.dumps(grades(students, counted, options.seed), indent=1, ensure_ascii=False) + "\n"
    if options.out:
        _write(options.out, students, counted, text)
    if options.junit:
        options.junit.parent.mkdir(parents=True, exist_ok=True)
        options.junit.write_text(tables.junit(students), "utf-8")
    sys.stdout.write(text if options.json else tables.text(students, counted))
    return 0 if all(report.is_right for each in students for report in each.reports.values()) else 1


def _counted(text: str) -> list[Exercise]:
    """Returns the exercises of a list such as "1-4,18"; all of them if it is empty."""
    if not text:
        return exercises()
    numbers: set[int] = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        if not (first.isdecimal() and (last.isdecimal() or not last) and len(part) < 10):
            raise Misuse(f"--exercises: {text!r} is no list of numbers, such as 1-4,18")
        numbers.update(range(int(first), int(last or first) + 1))
    if not numbers or not all(1 <= each <= COUNT for each in numbers):
        raise Misuse(f"--exercises: the exercises are 1 to {COUNT}")
    return [each for each in exercises() if each.number in numbers]


def _students(folders: list[Path]) -> list[Student]:
    found: dict[str, Student] = {}
    for folder in folders:
        if not folder.is_dir():
            raise Misuse(f"there is no folder {folder}")
        inner = (
            [folder]
            if _files(folder)
            else sorted(each for each in folder.iterdir() if each.is_dir() and not each.is_symlink())
        )
        for each in inner:
            name = each.resolve().name
            if name in found:
                raise Misuse(f"two folders are named {name}: students need names of their own")
            found[name] = Student(name, _files(each))
    if not found:
        raise Misuse("there is no student's folder in it")
    return sorted(found.values(), key=lambda student: student.name)


def _files(folder: Path) -> dict[int, Path]:
    """The answers in a folder."""
    files: dict[int, Path] = {}
    for path in sorted(folder.iterdir()):
        exercise = find(path.name) if path.name.endswith(".py") else None
        if exercise and path.name == exercise.file_name:
            files[exercise.number] = path
    return files


def _check_all(students: list[Student], counted: list[Exercise], options: argparse.Namespace) -> None:
    limits = Limits(options.time, options.memory, is_quiet=True)
    tasks, places = [], []
    for student in students:
        for exercise in counted:
            if exercise.number not in student.files:
                continue
            try:
                text = text_of(student.files[exercise.number])
            except Misuse as error:
                student.reports[exercise.number] = unreadable(exercise, str(error))
                continue
            tasks.append(task_of(exercise, text, exercise.file_name, options.seed))
            places.append((student, exercise))
    for number, ended in run(tasks, limits, options.jobs):
        student, exercise = places[number]
        student.reports[exercise.number] = report_of(exercise, ended, limits)
    for student in students:
        student.reports = dict(sorted(student.reports.items()))


def unreadable(exercise: Exercise, reason: str) -> Report:
    report = Report(exercise.number, exercise.title, exercise.unit_name)
    report.rows = [
        Row("the file", "wrong", reason),
        *(Row("cost", "open", limit.text) for limit in exercise.limits),
    ]
    share_points(report.rows, len(exercise.limits))
    report.mistake, report.explanation = "not-readable", "The file cannot be read."
    return report


def grades(students: list[Student], counted: list[Exercise], seed: int) -> dict[str, Any]:
    """Returns the content of grades.json."""
    return {
        "format": FORMAT,
        "seed": seed,
        "exercises": [
            {"number": each.number, "title": each.title, "unit": each.unit, "most_points": 10.0}
            for each in counted
        ],
        "students": [
            {
                "name": student.name,
                "points": round(student.points, 6),
                "most_points": 10.0 * len(counted),
                "right": student.right,
                "missing": [each.number for each in counted if each.number not in student.reports],
                "exercises": [_as_json(report) for report in student.reports.values()],
            }
            for student in students
        ],
    }  # fmt: skip


def _as_json(report: Report) -> dict[str, Any]:
    return {
        "number": report.number,
        "title": report.title,
        "is_right": report.is_right,
        "mistake": report.mistake or None,
        "points": round(report.points, 6),
        "checks": [
            {
                "check": row.check, "state": row.state, "text": row.text, "sentence": row.sentence,
                "line": row.line or None, "measured": row.measured, "limit": row.limit,
                "points": round(row.points, 6), "most_points": round(row.most_points, 6),
            }
            for row in report.rows
        ],
    }  # fmt: skip


def _write(folder: Path, students: list[Student], counted: list[Exercise], text: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "grades.json").write_text(text, "utf-8")
    (folder / "class.csv").write_text(tables.csv(students, counted), "utf-8", newline="")
    (folder / "class.html").write_text(tables.html(students, counted), "utf-8")
    for student in students:
        (folder / student.name).mkdir(exist_ok=True)
        results = json.dumps(tables.gradescope(student, counted), indent=1, ensure_ascii=False) + "\n"
        (folder / student.name / "results.json").write_text(results, "utf-8")
