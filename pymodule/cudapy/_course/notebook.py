"""The exercises as notebooks, one for each unit, of the same texts as the files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .catalogue import exercises
from .exercise import UNITS, Exercise


def write_notebooks(folder: Path) -> list[Path]:
    """Writes the notebooks, and returns their paths. One that is there already stays as it is, and is not
    among them."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for unit, name in UNITS.items():
        path = folder / f"unit{unit}_{name.replace(' ', '_')}.ipynb"
        try:
            with open(path, "x", encoding="utf-8") as file:
                file.write(text_of(unit))
        except FileExistsError:
            continue
        made.append(path)
    return made


def text_of(unit: int) -> str:
    """A notebook as nbformat 4.5 has it."""
    cells = [_markdown(f"unit-{unit}", f"# Unit {unit}: {UNITS[unit]}")]
    for exercise in exercises():
        if exercise.unit == unit:
            cells += _cells(exercise)
    notebook = {
        "cells": cells,
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def _cells(exercise: Exercise) -> list[dict[str, Any]]:
    name = f"exercise-{exercise.number}"
    story = [f"## {exercise.number} {exercise.title}", exercise.story.strip()]
    if exercise.limits:
        story.append("What it may cost:\n\n" + "\n".join(f"- {limit.text}" for limit in exercise.limits))
    check = f"from cudapy import course\n\ncourse.check({exercise.number}, {_answer(exercise)})"
    hints = "\n".join(
        f"<details><summary>Hint {number}</summary>{hint}</details>"
        for number, hint in enumerate(exercise.hints, 1)
    )
    return [
        _markdown(name, "\n\n".join(story)),
        _code(f"{name}-answer", exercise.starter.strip()),
        _code(f"{name}-check", check),
        _markdown(f"{name}-hints", hints),
    ]


def _answer(exercise: Exercise) -> str:
    """Returns the expression that the check gets: the kernel, or the numbers as a text."""
    return 'f"answers = {answers}"' if exercise.questions else exercise.title


def _markdown(name: str, text: str) -> dict[str, Any]:
    return {"cell_type": "markdown", "id": name, "metadata": {}, "source": text.splitlines(keepends=True)}


def _code(name: str, text: str) -> dict[str, Any]:
    return {
        "cell_type": "code",
        "execution_count": None,
        "id": name,
        "metadata": {},
        "outputs": [],
        "source": text.splitlines(keepends=True),
    }
