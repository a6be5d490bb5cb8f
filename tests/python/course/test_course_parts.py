"""The parts of the course: exercises, what is installed, notebooks, limits of processes."""

import doctest
import importlib.metadata
import json
import linecache
import mmap
import os
import re
from pathlib import Path

import pytest

import cudapy
from cudapy import course
from cudapy._course import apart, limits, mistakes, trouble
from cudapy._course.catalogue import COUNT, exercise, exercises, find
from cudapy._course.exercise import UNITS
from cudapy._course.notebook import write_notebooks
from cudapy._course.questions import _SENTENCES

from course_answers import FOLDER, answers


def test_the_exercises():
    assert [each.number for each in exercises()] == list(range(1, COUNT + 1)) and COUNT == 32
    for each in exercises():
        assert each.unit in UNITS and each.title.isidentifier() and len(each.hints) == 3
        assert all(len(line) <= 100 for line in each.story.splitlines()), each.title
        assert bool(each.questions) != bool(each.signature)
        if not each.questions:
            assert f"# {each.title} : {each.signature}\n" in each.starter and each.measured and each.limits, (
                each.title
            )
    assert find("18") is find("transpose") is find("18_transpose") is find("18_transpose.py") is exercise(18)
    assert [find(text) for text in ("0", "33", "x", "", "19_transpose", "9999999")] == [None] * 6


def test_solutions_are_not_installed():
    """What installs the package takes pymodule/cudapy, and the solutions are outside of it: neither their
    folder nor their texts are in the package that Python has found."""
    package = Path(cudapy.__file__).parent
    installed = [path for path in package.rglob("*") if path.is_file()]
    assert any(path.name == "transpose.py" for path in installed)
    assert not any(path.name in ("course", "solutions") and path.is_dir() for path in package.rglob("*"))
    texts = {path: path.read_text("utf-8") for path in installed if path.suffix in (".py", ".pyi")}
    assert not any(re.search("^(WRONG = {|SOLUTION = )", text, re.MULTILINE) for text in texts.values())
    assert FOLDER.name == "course" and package not in FOLDER.parents
    for number in range(1, COUNT + 1):
        solution = answers(number)[0].strip()
        assert not any(solution in text for text in texts.values()), number
    try:
        files = importlib.metadata.files("cudapy") or []
    except importlib.metadata.PackageNotFoundError:  # it is used from a build folder
        files = []
    assert not any(each.parts[0] == "course" for each in files)
    project = (FOLDER.parent / "pyproject.toml").read_text("utf-8")
    assert re.findall(r"^wheel\.packages = (.*)$", project, re.MULTILINE) == ['["pymodule/cudapy"]']


def test_each_mistake_has_a_name_and_a_sentence():
    of_exercises = [mistake for each in exercises() for mistake in each.mistakes]
    for mistake in (*mistakes.GENERAL, *of_exercises):
        assert re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", mistake.name) and mistake.sentence.endswith((".", "?")), (
            mistake.name
        )
    for each in exercises():
        for question in each.questions:
            assert set(question.mistakes.values()) <= set(_SENTENCES)
            assert question.answer() not in question.mistakes, question.name


def test_what_is_predicted_is_what_a_trace_has():
    """The questions are answered by the rules; a traced kernel has the same numbers."""
    import numpy as np

    text = (
        "# f : void (float* X, double* D, float* Y)\n"
        "def f(X, D, Y):\n"
        "    Y[idx] = X[idx] + X[idx + 1] + X[4 * idx] + X[7] + D[idx]\n"
    )
    linecache.cache["predicted.py"] = (len(text), None, text.splitlines(True), "predicted.py")
    scope = {"__name__": "predicted"}
    exec(compile(text, "predicted.py", "exec"), scope)
    with pytest.warns(cudapy.CompileWarning):
        kernel = cudapy.compile(scope["f"], target="cpu")
    plan = kernel.explain(32, *(np.ones(128, each) for each in "fdf"), block=32)
    reads = {each.text: each.cost for each in plan.lines[0].accesses if each.operation == "read"}
    assert reads == {each.name: each.answer() for each in exercise(9).questions}


@pytest.mark.parametrize("module", [course, limits, trouble])
def test_examples_of_docstrings(module):
    ran = doctest.testmod(module)
    assert ran.attempted > 0 and ran.failed == 0


# brighten : void (float* X, float by)
def brighten(X, by):
    X[idx] = by  # noqa: F821 - a name that kernels know


def test_check_from_python():
    report = course.check("brighten", answers(1)[1]["everyone-does-everything"])
    assert (report.is_right, report.mistake, report.points) == (False, "everyone-does-everything", 0)
    assert str(report).startswith("1 brighten") and "<table>" in report._repr_html_()
    with pytest.raises(ValueError, match="check: there is no exercise '33': `course list` shows all"):
        course.check(33, "")
    with pytest.raises(
        ValueError, match="check: there is no source of <built-in function len>: give its text"
    ):
        course.check(1, len)
    report = course.check(1, brighten)
    assert (report.is_right, report.mistake) == (False, "old-value-forgotten"), str(report)


def test_notebooks_run(tmp_path):
    """Each cell is run as a notebook does it, with its own text after it."""
    paths = write_notebooks(tmp_path)
    assert [path.name for path in paths][:2] == ["unit1_one_thread.ipynb", "unit2_grids.ipynb"] and len(
        paths
    ) == 9
    assert write_notebooks(tmp_path) == []
    for path in paths:
        notebook = json.loads(path.read_text("utf-8"))
        assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
        names = [cell["id"] for cell in notebook["cells"]]
        assert len(set(names)) == len(names) and all(
            re.fullmatch("[a-zA-Z0-9-_]{1,64}", name) for name in names
        )
    for path, titles in (
        (paths[0], ["brighten", "blend", "stretch", "mirror"]),
        (paths[2], ["predict", "copy_rows", "energy", "heat"]),
    ):
        reports = _run(json.loads(path.read_text("utf-8")))
        assert [report.title for report in reports] == titles
        assert not any(report.is_right for report in reports)


def _run(notebook):
    scope, reports = {"__name__": "__main__"}, []
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] != "code":
            continue
        text, path = "".join(cell["source"]), f"<ipython-input-{number}-course>"
        linecache.cache[path] = (len(text), None, text.splitlines(True), path)
        if cell["id"].endswith("-check"):
            lines = text.strip().splitlines()
            exec("\n".join(lines[:-1]), scope)
            reports.append(eval(lines[-1], scope))
        else:
            exec(compile(text, path, "exec"), scope)
    return reports


def _spin(say):
    say("spinning")
    while True:
        pass


def _fill(say):
    return len(bytearray(8 << 30))


def _die(say):
    os.kill(os.getpid(), 9)


_NO_RESERVE = 0x4000  # MAP_NORESERVE, which Python has no name for before 3.13


def _need_little(say):
    return len(bytearray(64 << 20))


def test_memory_that_is_there_already_is_not_limited():
    """CUDA's driver reserves more addresses than there is memory, and many cores have many threads' heaps."""
    kind = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | _NO_RESERVE
    with mmap.mmap(-1, 64 << 30, flags=kind, prot=mmap.PROT_READ), mmap.mmap(-1, 8 << 30, flags=kind):
        ended = dict(apart.run([_need_little, _fill], apart.Limits(60, 1024, is_quiet=True)))
    assert ended == {0: apart.TaskOutcome(64 << 20), 1: apart.TaskOutcome(None, "memory")}


def test_limits_of_processes():
    ended = dict(apart.run([_spin, _fill, _die, lambda say: 7], apart.Limits(1, 2048, is_quiet=True), jobs=4))
    assert ended == {
        0: apart.TaskOutcome(None, "time", "spinning"),
        1: apart.TaskOutcome(None, "memory"),
        2: apart.TaskOutcome(None, "signal 9"),
        3: apart.TaskOutcome(7),
    }
