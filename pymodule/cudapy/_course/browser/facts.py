"""The content of the page: the list, an exercise, and the report on an answer."""

from __future__ import annotations

from typing import Any

from ..catalogue import exercises
from ..exercise import Exercise
from ..report import Report
from ..student import Folder


def listed(folder: Folder) -> list[dict[str, Any]]:
    """The exercises in their order, and how far the student is with each: "right", "begun" or ""."""
    return [
        {
            "number": each.number,
            "title": each.title,
            "unit": each.unit_name,
            "state": "right" if folder.of(each).is_right else "begun" if folder.of(each).checks else "",
        }
        for each in exercises()
    ]


def shown(folder: Folder, exercise: Exercise, text: str, version: str) -> dict[str, Any]:
    """An exercise, and the student's file."""
    return {
        "number": exercise.number,
        "title": exercise.title,
        "unit": exercise.unit_name,
        "story": exercise.story.strip(),
        "signature": f"# {exercise.title} : {exercise.signature}" if exercise.signature else "",
        "limits": [each.text for each in exercise.limits],
        "has_kernel": not exercise.questions,
        "file": str(folder.file(exercise)),
        "text": text,
        "version": version,
        **hints_of(folder, exercise),
    }


def hints_of(folder: Folder, exercise: Exercise) -> dict[str, Any]:
    """The hints that the student has seen, and how many are left."""
    seen = min(folder.of(exercise).hints, len(exercise.hints))
    texts = [" ".join(each.split()) for each in exercise.hints[:seen]]
    return {"hints": texts, "hints_left": len(exercise.hints) - seen}


def for_page(report: dict[str, Any]) -> dict[str, Any]:
    """Returns a report with columns as a page counts them: from 0, in UTF-16 units. Those of the file count
    bytes."""
    found = Report.from_dict(report)
    rows = [{**row, **_columns(row)} for row in report["rows"]]
    time = found.time.text if found.time else ""
    return {**report, "rows": rows, "time": time, "is_right": found.is_right}


def _columns(row: dict[str, Any]) -> dict[str, int]:
    source = row["source"].encode("utf-8", "replace")

    def units(column: int) -> int:
        return len(source[:column].decode("utf-8", "ignore").encode("utf-16-le")) // 2

    return {"column": units(row["column"]), "end_column": units(row["end_column"])}
