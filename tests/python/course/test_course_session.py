"""A student goes through the whole course in a terminal. docs/course.md has the record, and the list of
exercises: CUDAPY_UPDATE_GOLDENS=1 writes both anew."""

import os
import shlex
from pathlib import Path


from course_answers import answers
from cudapy.__main__ import main
from cudapy._course.catalogue import exercises
from cudapy._course.check import SEED
from cudapy._course.running import compiled, random_of, traced
from cudapy._course.submission import read

PAGE = Path(__file__).parents[3] / "docs" / "course.md"
SHOWN = (1, 7, 13, 18, 22, 31)


class Student:
    """Types commands, and remembers what the terminal shows."""

    def __init__(self, capsys):
        self.capsys, self.record = capsys, ""

    def type(self, command, status):
        self.record += f"$ {command}\n"
        assert command.startswith("python -m cudapy ")
        assert main(shlex.split(command)[3:]) == status
        self.record += self.capsys.readouterr().out

    def write(self, exercise, text):
        Path(exercise.file_name).write_text(text, "utf-8")

    def take(self):
        taken, self.record = self.record, ""
        return taken


def go_through(exercise, student):
    """What a student sees who is wrong once, asks, and then knows."""
    solution, wrong = answers(exercise.number)
    mistake, text = next(iter(wrong.items()))
    command = f"python -m cudapy course check {exercise.number}"
    student.write(exercise, text)
    student.type(command, 1)
    assert f"    {mistake}\n" in student.record
    student.type(f"python -m cudapy course hint {exercise.number}", 0)
    student.write(exercise, solution)
    student.type(command, 0)
    return student.take(), text


def test_a_student_goes_through_the_course(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    student = Student(capsys)
    student.type("python -m cudapy course start kernels", 0)
    monkeypatch.chdir(tmp_path / "kernels")
    shown = [f"```text\n{student.take()}$ cd kernels\n```\n"]
    for exercise in exercises():
        record, wrong = go_through(exercise, student)
        if exercise.number in SHOWN:
            kernel = wrong[wrong.index(f"# {exercise.title} :") :].strip()
            shown.append(
                f"### {exercise.number} {exercise.title}\n\nThe first answer is\n\n"
                f"```text\n{kernel}\n```\n\n```text\n{record}```\n"
            )
        if exercise.number == 18:
            shown.append(_picture(exercise, wrong))
    student.type("python -m cudapy course progress", 0)
    end = student.take()
    assert end.endswith("\n32 of 32 are right\n")
    shown.append(f"### The end\n\n```text\n{end}```\n")
    _compare("session", "\n".join(shown))


def _picture(exercise, text):
    """What `picture 18` draws of the line that is wrong, in docs/pictures."""
    kernel = compiled(exercise, read(text, exercise.file_name))
    plan = traced(exercise, kernel, exercise.measured(random_of(exercise, SEED)))
    drawn, path = plan.svg(plan.advice[0].line), PAGE.parent / "pictures" / "column_of_tile.svg"
    if os.environ.get("CUDAPY_UPDATE_GOLDENS"):
        path.write_text(drawn, "utf-8")
    assert drawn == path.read_text("utf-8")
    return (
        "`picture 18` draws the wrong answer:\n\n"
        "![The lanes of a warp, and the banks of the words that they load](pictures/column_of_tile.svg)\n"
    )


def test_the_list_of_exercises():
    lines = ["| | exercise | unit | bars | mistakes |", "|---|---|---|---|---|"]
    for each in exercises():
        bars = "; ".join(limit.text for limit in each.limits) or "the numbers"
        mistakes = ", ".join(f"`{name}`" for name in answers(each.number)[1])
        lines.append(
            f"| {each.number} | {each.title} | {each.unit_name.partition(' ')[2]} | {bars} | {mistakes} |"
        )
    _compare("exercises", "\n".join(lines) + "\n")


def _compare(name, text):
    page = PAGE.read_text("utf-8")
    begin = f"<!-- {name}: made by tests/python/course/test_course_session.py -->\n"
    end = f"<!-- end of {name} -->"
    before, _, rest = page.partition(begin)
    old, _, after = rest.partition(end)
    if os.environ.get("CUDAPY_UPDATE_GOLDENS"):
        PAGE.write_text(f"{before}{begin}\n{text}\n{end}{after}", "utf-8")
        return
    assert old == f"\n{text}\n"
