"""`python -m cudapy course`, as a student types it."""

import json
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from course_answers import answers
from cudapy.__main__ import main

BRIGHTEN = """from cudapy import idx


# brighten : void (float* X, float by)
def brighten(X, by):
    X[idx{}] += by
"""


@pytest.fixture
def course(tmp_path, capsys, monkeypatch):
    """Runs a command in a folder of its own: gives its exit status and what it prints."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        try:
            status = main(["course", *arguments])
        except SystemExit as ended:
            status = ended.code
        printed = capsys.readouterr()
        return status, printed.out + printed.err

    return run


def test_start_makes_a_file_for_each_exercise(course, tmp_path):
    status, printed = course("start", "kernels")
    assert status == 0
    assert printed == (
        "kernels: 32 exercises\n"
        "Begin with kernels/01_brighten.py: read it, write the kernel, and then\n"
        "  cd kernels\n"
        "  python -m cudapy course check 1\n"
    )
    files = sorted(each.name for each in (tmp_path / "kernels").iterdir())
    assert (
        len(files) == 33 and files[0] == "01_brighten.py" and files[31:] == ["32_descent.py", "progress.json"]
    )
    (tmp_path / "kernels" / "01_brighten.py").write_text("mine")
    assert course("start", "kernels")[1].startswith("kernels: 0 exercises; 32 were there already\n")
    assert (tmp_path / "kernels" / "01_brighten.py").read_text() == "mine"


def test_without_an_action_it_says_where_one_is(course):
    assert course() == (
        0,
        "32 exercises teach to write kernels.\n"
        "  python -m cudapy course open kernels    as a page in the browser\n"
        "  python -m cudapy course start kernels   as files in a folder, for your editor\n"
        "  python -m cudapy course --help          what else there is\n",
    )
    course("start", "kernels")
    assert course("--dir", "kernels") == course("--dir", "kernels", "progress")
    assert course("--dir", "kernels")[1].splitlines()[-1] == "0 of 32 are right; next: 1 brighten"


def test_start_of_one_exercise(course, tmp_path):
    status, printed = course("start", "transpose")
    assert status == 0 and printed.startswith("18_transpose.py\n\n18 transpose")
    status, printed = course("start", "12")
    assert status == 0 and printed.startswith("12_heat.py\n\n12 heat")
    assert (tmp_path / "12_heat.py").read_text().startswith('"""12 heat (unit 3, memory)\n')
    assert course("start", "12") == (
        2,
        "python -m cudapy course: 12_heat.py is there already: remove it, or give it another name, to begin "
        "anew\n",
    )


def test_notebooks(course, tmp_path):
    status, printed = course("notebook", "books")
    assert (
        status == 0 and printed.splitlines()[0] == "books/unit1_one_thread.ipynb" and printed.count("\n") == 9
    )
    assert course("notebook", "books") == (0, "books: all notebooks were there already\n")


def test_an_exercise_from_its_beginning_to_its_end(course, tmp_path):
    course("start", "1")
    status, printed = course("check")
    assert status == 1
    assert printed == (
        "1 brighten                                        unit 1, one thread\n"
        "  results  wrong  X[0] is 2.078125, not 10.07812, with 1 element    nothing-written\n"
        "         No thread wrote it.\n"
        "  cost     -      at most 1 load of X for each element of X\n"
        "\n"
        "  The kernel ran and left the result as it was. Which line writes the answer?\n"
        "\n"
        "next: `hint 1` (3 left), `picture 1`\n"
    )
    assert course("hint", "1") == (0, "1. There is no loop to write. Ask: who am I? `idx` says it.\n")
    assert course("hint", "brighten")[1].count("\n") == 2
    (tmp_path / "01_brighten.py").write_text(BRIGHTEN.format(" + 1"))
    status, printed = course("check", "1")
    assert status == 1
    assert printed == (
        "1 brighten                                        unit 1, one thread\n"
        "  bounds  wrong  with 1 element    out-of-bounds\n"
        "     6 | X[idx + 1] += by\n"
        "         Index 1 is outside X, which has 1 element, in thread 0: `X[idx + 1]`\n"
        "  cost    -      at most 1 load of X for each element of X\n"
        "\n"
        "  A thread uses an index that its array does not have. Which thread is it, and what should it do\n"
        "  instead?\n"
        "\n"
        "next: `hint 1` (1 left), `picture 1`\n"
    )
    (tmp_path / "01_brighten.py").write_text(BRIGHTEN.format(""))
    right = (
        "1 brighten                                        unit 1, one thread\n"
        "  results, bounds, races, barriers  ok     5 launches, 0 elements to 1000 elements\n"
        "  loads of X                        ok     1 load an element; at most 1\n"
        "\n"
        "1 brighten is right. 1 of 32 are.\n"
    )
    assert course("check", "01_brighten.py") == (0, right)
    assert json.loads((tmp_path / "progress.json").read_text()) == {
        "format": "cudapy-course/1",
        "exercises": {"1": {"is_right": True, "checks": 3, "hints": 2}},
    }
    assert course("check") == (
        2,
        "python -m cudapy course: all exercises of this folder are right: say which one to look at\n",
    )
    status, printed = course("progress")
    assert status == 0
    assert (
        printed.splitlines()[0] == "unit 1  #...  one thread"
        and printed.splitlines()[-1] == "1 of 32 are right"
    )
    assert course("list")[1].splitlines()[:3] == [
        "unit 1, one thread",
        "   1 brighten        right",
        "   2 blend",
    ]


def test_the_cost_names_the_line_and_the_mistake(course, tmp_path):
    (tmp_path / "18_transpose.py").write_text(answers(18)[1]["column-of-tile"])
    status, printed = course("check", "18")
    assert status == 1
    assert re.sub(r"\d+ in \d+", "N in M", printed).split("\n")[5:10] == [
        "  bank conflicts                    wrong  N in M requests; at most 0    column-of-tile",
        "    15 | B[r, c] = tile[x, y]",
        "       |           ^^^^^^^^^^",
        "         Neighbouring threads are 128 bytes apart, in one bank: up to 32 words of one bank are",
        "         wanted at a time. Give tile one more column, which nobody uses: the bank conflicts of tile",
    ]


def test_the_json_of_a_check(course, tmp_path):
    (tmp_path / "9.py").write_text("")
    (tmp_path / "09_predict.py").write_text(answers(9)[1]["lanes-for-sectors"])
    status, printed = course("check", "9", "--json")
    found = json.loads(printed)
    assert status == 1
    assert (found["number"], found["title"], found["mistake"]) == (9, "predict", "lanes-for-sectors")
    assert [row["state"] for row in found["rows"]] == ["wrong", "wrong", "wrong", "ok", "wrong"]


def test_the_picture(course, tmp_path):
    (tmp_path / "01_brighten.py").write_text(BRIGHTEN.format(""))
    assert course("picture", "1") == (0, "01_brighten.html: open it in a browser\n")
    page = (tmp_path / "01_brighten.html").read_text("utf-8")
    assert page.lower().startswith("<!doctype html>") and "<svg" in page and "X[idx] += by" in page
    (tmp_path / "01_brighten.py").write_text(BRIGHTEN.format(" + nothing"))
    status, printed = course("picture", "1")
    assert status == 1 and "unknown name `nothing`" in printed
    (tmp_path / "09_predict.py").write_text("")
    assert course("picture", "9") == (2, "python -m cudapy course: 9 predict has no kernel to draw\n")


def test_watching(course, tmp_path):
    file = tmp_path / "01_brighten.py"
    file.write_text(BRIGHTEN.format(" + 1"))
    editor = threading.Timer(1, lambda: file.write_text(BRIGHTEN.format("")))
    editor.start()
    status, printed = course("check", "1", "--watch")
    editor.join()
    assert status == 0
    first, again, second = printed.partition(
        "\nlooking at 01_brighten.py again when it changes; Ctrl-C ends it\n"
    )
    assert again and "out-of-bounds" in first and "1 brighten is right. 1 of 32 are." in second


def test_a_kernel_that_never_ends(course, tmp_path):
    (tmp_path / "01_brighten.py").write_text(
        "# brighten : void (float* X, float by)\n"
        "def brighten(X, by):\n"
        "    while by > 0:\n"
        "        X[idx] = X[idx] / 2\n"
    )
    status, printed = course("check", "1", "--time", "2")
    assert status == 1
    assert printed.splitlines()[1] == (
        "  launch  wrong  launching it on 1 element: it was not done in 2 seconds    never-ends"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check", "99"), "there is no exercise '99': `course list` shows all"),
        (("check", "18_transpos.py"), "there is no exercise '18_transpos.py': `course list` shows all"),
        (("check", "2"), "there is no 02_blend.py: `course start 2` puts it there"),
        (("check",), "there is no exercise in this folder: `course start DIR` makes one with all of them"),
        (("picture", "2"), "there is no 02_blend.py: `course start 2` puts it there"),
        (("grade", "nowhere"), "there is no folder nowhere"),
        (("grade", ".", "--exercises", "1-x"), "--exercises: '1-x' is no list of numbers, such as 1-4,18"),
        (("grade", ".", "--exercises", "33"), "--exercises: the exercises are 1 to 32"),
        (
            ("grade", ".", "--jobs", "0"),
            "--jobs, --time and --memory must be above 0, and --seed not below it",
        ),
    ],
)
def test_misuse(course, arguments, said):
    assert course(*arguments) == (2, f"python -m cudapy course: {said}\n")


def test_a_broken_progress_file(course, tmp_path):
    (tmp_path / "progress.json").write_text("{}")
    status, printed = course("list")
    assert status == 2
    assert (
        printed
        == "python -m cudapy course: progress.json cannot be read ('exercises'): remove it to begin anew\n"
    )


def test_stories_fit_a_terminal(course):
    for number in range(1, 33):
        status, printed = course("show", str(number))
        assert status == 0 and max(map(len, printed.splitlines())) <= 100


def test_a_check_that_is_told_to_end_leaves_no_process(tmp_path):
    """Shells let what they begin in the background ignore Ctrl-C: SIGTERM is what ends it there."""
    text = (
        "from cudapy import idx\n\n\n# brighten : void (float* X, float by)\ndef brighten(X, by):\n"
        "    while by == by:\n        X[0] += by\n"
    )
    (tmp_path / "01_brighten.py").write_text(text, "utf-8")
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        command = [sys.executable, "-m", "cudapy", "course", "--dir", str(tmp_path), "check", "1"]
        made = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    finally:
        signal.signal(signal.SIGINT, before)

    def children():
        return Path(f"/proc/{made.pid}/task/{made.pid}/children").read_text().split()

    deadline = time.monotonic() + 30
    while not children() and time.monotonic() < deadline:
        time.sleep(0.02)
    [child] = children()
    made.terminate()
    assert made.wait(10) == 1
    assert made.communicate() == (b"", b"")
    assert not Path(f"/proc/{child}").exists()
