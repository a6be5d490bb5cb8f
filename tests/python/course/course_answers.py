"""The solutions and the wrong answers of the course, in course/ of the repository."""

import runpy
from pathlib import Path

from cudapy._course import catalogue
from cudapy._course.check import check
from cudapy._course.student import text_of

FOLDER = Path(__file__).parents[3] / "course"


def answers(number):
    """(solution, {mistake: answer}) of an exercise."""
    exercise = catalogue.exercise(number)
    found = runpy.run_path(str(FOLDER / f"unit{exercise.unit}" / f"{exercise.title}.py"))
    return found["SOLUTION"], found["WRONG"]


def report(number, text, seed=1):
    exercise = catalogue.exercise(number)
    return check(exercise, text, exercise.file_name, seed)


def look_at(number):
    """Each answer is what it should be, whatever the random data are."""
    solution, wrong = answers(number)
    assert len(wrong) >= 3, "an exercise has at least three wrong answers"
    for seed in (1, 2):
        found = report(number, solution, seed)
        assert found.is_right and found.mistake == "" and found.points == 10, str(found)
        for mistake, text in wrong.items():
            assert text != solution, f"{mistake} is the solution"
            found = report(number, text, seed)
            assert not found.is_right and found.mistake == mistake and found.explanation, str(found)
            assert found.points < 10
        found = report(number, text_of(catalogue.exercise(number)), seed)
        assert not found.is_right and found.points == 0, str(found)
