"""Times next to the predictions, on machines with a GPU."""

import json
import math
import re

import cudapy as cp
import pytest
from course_answers import answers

from cudapy import course
from cudapy._course import timing
from cudapy._course.catalogue import exercise, exercises
from cudapy._course.facts import copies
from cudapy._course.report import Report, Row
from cudapy._course.timing import Timing

TIMING = Timing("a GPU", "4194304 elements", 12.5, 1_048_576)


def a_report():
    return Report(
        1,
        "brighten",
        "unit 1, one thread",
        [Row("loads of X", "ok", "1 load an element; at most 1")],
        time=TIMING,
    )


def test_a_report_with_a_time():
    report = a_report()
    assert str(report) == (
        "1 brighten                                        unit 1, one thread\n"
        "  loads of X  ok     1 load an element; at most 1\n"
        "  time               12.5 \u00b5s on a GPU with 4194304 elements; 1048576 sectors"
    )
    assert "<th scope='row' style='text-align:left'>time</th>" in report._repr_html_()
    assert Report.from_dict(json.loads(json.dumps(report.to_dict()))) == report


def test_a_time_that_could_not_be_measured():
    assert (
        Timing("a GPU", "8 elements", reason="nvcc was not found").text == "none on a GPU: nvcc was not found"
    )


def test_the_process_that_measures_says_nothing_without_a_gpu(monkeypatch):
    monkeypatch.delenv("CUDAPY_TARGET")
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    monkeypatch.setattr(timing, "_DRIVERS", ("/",))
    assert timing.time_of(exercise(1), answers(1)[0], "01_brighten.py", 1) is None


@pytest.mark.parametrize(
    "program, said",
    [
        (
            "import time; print('\"a GPU\"', flush=True); time.sleep(60)",
            "none on a GPU: it was not done in 1 seconds",
        ),
        ("print('\"a GPU\"'); raise SystemExit(1)", "none on a GPU: it failed"),
    ],
)
def test_a_measurement_that_does_not_end_well_is_told(program, said, monkeypatch, tmp_path):
    import shlex
    import sys

    other = tmp_path / "python"
    other.write_text(f"#!/bin/sh\nexec {shlex.quote(sys.executable)} -c {shlex.quote(program)}\n", "utf-8")
    other.chmod(0o755)
    monkeypatch.delenv("CUDAPY_TARGET")
    monkeypatch.setattr(timing, "_DRIVERS", ("/",))
    monkeypatch.setattr(timing, "_SECONDS", 1)
    monkeypatch.setattr(sys, "executable", str(other))
    assert timing.time_of(exercise(1), answers(1)[0], "01_brighten.py", 1).text == said


def test_without_a_gpu_there_is_no_time():
    report = course.check(1, answers(1)[0])
    assert report.is_right and report.time is None and "time" not in report.to_dict()


@pytest.mark.parametrize("one", [each for each in exercises() if each.limits], ids=lambda one: one.title)
def test_a_launch_that_is_timed_has_the_arguments_of_the_others(one):
    import numpy as np

    case = one.timed(np.random.default_rng(1))
    small = one.measured(np.random.default_rng(1))
    assert list(case.arguments) == list(small.arguments)
    assert math.prod(case.threads) >= math.prod(small.threads)
    for name, value in copies(case.arguments).items():
        assert type(value) is type(small.arguments[name])
        if isinstance(value, np.ndarray):
            assert (value.dtype, value.ndim) == (small.arguments[name].dtype, small.arguments[name].ndim)


@pytest.mark.skipif(not cp.devices(), reason="there is no GPU")
def test_an_answer_that_is_right_and_takes_hours_is_not_waited_for(monkeypatch):
    """Each thread looks at all elements, some times: that is not much for 1000 of them."""
    monkeypatch.delenv("CUDAPY_TARGET")
    monkeypatch.setattr(timing, "_SECONDS", 8)
    text = (
        "from cudapy import idx\n\n\n# brighten : void (float* X, float by)\ndef brighten(X, by):\n"
        "    for i in range(len(X)):\n        for j in range(len(X) // 256 + 1):\n"
        "            if i == idx and j == 0:\n                X[i] += by\n"
    )
    report = course.check(1, text)
    assert report.is_right and report.time
    assert report.time.text == f"none on {cp.devices()[0].name}: it was not done in 8 seconds"


@pytest.mark.skipif(not cp.devices(), reason="there is no GPU")
@pytest.mark.parametrize("number", [each.number for each in exercises() if each.limits])
def test_on_a_gpu_each_solution_has_a_time(number, monkeypatch):
    monkeypatch.delenv("CUDAPY_TARGET")
    report = course.check(number, answers(number)[0])
    assert report.is_right and report.time and report.time.reason == ""
    assert report.time.device == cp.devices()[0].name
    assert report.time.microseconds > 0 and report.time.sectors > 0
    assert re.search(r"\n  time +[\d.]+ \u00b5s on .* with .*; \d+ sectors$", str(report))
    assert exercise(number).timed is not None
