"""`course grade`: a class is graded, hostile answers harm nothing, and one seed gives the same bytes."""

import csv
import json
import os
import xml.etree.ElementTree
from html.parser import HTMLParser

import pytest

from course_answers import answers
from cudapy.__main__ import main
from cudapy._course.catalogue import exercise
from cudapy._course.student import text_of

EVIL = """
import os
os.system("touch made-by-top-level")
@open("made-by-decorator", "w")
# brighten : void (float* X, float by)
def brighten(X, by):
    X[idx] += by
class C:
    open("made-by-class", "w")
"""
ENDLESS = """
# blend : void (float* A, float* B, float t, float* Out)
def blend(A, B, t, Out):
    while t < 1.0:
        Out[idx] = A[idx] - Out[idx]
"""
EVAL = """
# stretch : void (float* Small, float* Big)
def stretch(Small, Big):
    __import__("os").system("touch made-by-kernel")
"""
LARGE = """
# halve : void (float* X)
def halve(X):
    tile = local(float, 1000000000)
"""


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """The folder of a class that was graded, and the exit status."""
    folder = tmp_path_factory.mktemp("class")
    handed_in = folder / "handed in"
    for student in ("anna", "=bob<b>", "eve"):
        (handed_in / student).mkdir(parents=True)
    (handed_in / "a file").write_text("")
    (handed_in / "anna" / "01_brighten.py").write_text(answers(1)[0])
    (handed_in / "anna" / "09_predict.py").write_text(answers(9)[0])
    (handed_in / "anna" / "notes.py").write_text("raise SystemExit")
    (handed_in / "=bob<b>" / "01_brighten.py").write_text(answers(1)[1]["lost-update"])
    (handed_in / "=bob<b>" / "10_copy_rows.py").write_text(text_of(exercise(10)))
    (handed_in / "=bob<b>" / "16_ripple.py").write_text(answers(16)[1]["too-many-barriers"])
    eve = handed_in / "eve"
    (eve / "01_brighten.py").write_text(EVIL)
    (eve / "02_blend.py").write_text(ENDLESS)
    (eve / "03_stretch.py").write_text(EVAL)
    (eve / "04_mirror.py").symlink_to("/etc/passwd")
    (eve / "05_halve.py").write_text(LARGE)
    os.mkfifo(eve / "06_outer.py")
    (eve / "07_smooth.py").write_bytes(b"\xff\xfe")
    (eve / "09_predict.py").write_text("answers = {'X[idx]': 9 ** 9 ** 9}\n")
    status = _grade(folder, "grades", "--jobs", "3", "--junit", str(folder / "grades" / "junit.xml"))
    return folder, status


def _grade(folder, out, *more):
    return main(
        [
            "course",
            "grade",
            str(folder / "handed in"),
            "--out",
            str(folder / out),
            "--time",
            "3",
            "--exercises",
            "1-10,16",
            *more,
        ]
    )


def _read(graded, name):
    return (graded[0] / "grades" / name).read_text("utf-8")


def test_the_mistakes_of_a_class(graded):
    assert graded[1] == 1
    grades = json.loads(_read(graded, "grades.json"))
    found = {
        student["name"]: {each["number"]: (each["mistake"], each["points"]) for each in student["exercises"]}
        for student in grades["students"]
    }
    assert found == {
        "anna": {1: (None, 10), 9: (None, 10)},
        "=bob<b>": {
            1: ("lost-update", 0),
            10: ("thread-per-row", 0),
            16: ("too-many-barriers", pytest.approx(8.666667)),
        },
        "eve": {
            1: (None, 10),
            2: ("never-ends", 0),
            3: ("does-not-translate", 0),
            4: ("not-readable", 0),
            5: ("does-not-translate", 0),
            6: ("not-readable", 0),
            7: ("not-readable", 0),
            9: ("not-python", 0),
        },
    }
    assert grades["seed"] == 1 and grades["students"][0]["name"] == "=bob<b>"
    barriers = grades["students"][0]["exercises"][2]["checks"][1]
    assert barriers == {
        "check": "barriers", "state": "wrong", "text": "19 a block; at most 13",
        "sentence": "A block waits here 6 times.",
        "line": barriers["line"], "measured": 19.0, "limit": 13.0, "points": 0.0, "most_points": 1.333333,
    }  # fmt: skip
    assert grades["students"][1]["missing"] == [2, 3, 4, 5, 6, 7, 8, 10, 16]


def test_nothing_of_it_ran(graded):
    assert [str(path) for path in graded[0].rglob("made-by-*")] == []
    assert not [each for each in os.listdir() if each.startswith("made-by-")]


def test_the_same_seed_gives_the_same_bytes(graded):
    _grade(graded[0], "again", "--jobs", "1")
    for name in ("grades.json", "class.csv", "class.html", "anna/results.json", "eve/results.json"):
        assert (graded[0] / "again" / name).read_bytes() == (graded[0] / "grades" / name).read_bytes()


def test_the_tables(graded):
    rows = list(csv.reader((graded[0] / "grades" / "class.csv").open(newline="")))
    assert rows[0][:5] == ["student", "points", "right", "1 brighten", "2 blend"]
    assert [row[0] for row in rows[1:]] == ["'=bob<b>", "anna", "eve"]
    assert rows[2][1:5] == ["20", "2", "right", "missing"]
    page = _read(graded, "class.html")
    assert "<b>" not in page and "=bob&lt;b&gt;" in page and "http" not in page
    HTMLParser().feed(page)


def test_junit_and_gradescope(graded):
    suites = xml.etree.ElementTree.parse(graded[0] / "grades" / "junit.xml").getroot()
    assert [each.get("name") for each in suites] == ["=bob<b>", "anna", "eve"]
    anna = suites[1]
    assert (anna.get("tests"), anna.get("failures"), anna.get("skipped")) == ("7", "0", "0")
    failure = suites[0].find("testcase/failure")
    assert failure.get("message") == "lost-update: with 31 elements"
    results = json.loads(_read(graded, "anna/results.json"))
    assert results["score"] == 20 and results["output"] == "2 of 11 right" and len(results["tests"]) == 11
    assert results["tests"][0]["status"] == "passed" and results["tests"][1] == {
        "name": "2 blend", "score": 0.0, "max_score": 10.0, "status": "failed", "output_format": "text",
        "output": "nothing was handed in",
    }  # fmt: skip
