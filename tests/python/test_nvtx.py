"""CUDAPY_NVTX=1: ranges of NVTX around launches, by the package nvtx."""

import os
import subprocess
import sys

import pytest

FAKE = """
def push_range(message=None, color=None, domain=None, category=None, payload=None):
    print("push", message, domain)


def pop_range(domain=None):
    print("pop", domain)
"""

PROGRAM = """
import sys

import cudapy as cp


# fill : void (float value, float* A)
def fill(value, A):
    if idx < len(A):
        A[idx] = value


# first : void (float** rows, float* A)
def first(rows, A):
    if idx < len(rows):
        A[idx] = rows[idx][0]


call = cp.compile([fill, first])
launch = call.fill(2)
print("imported" if "nvtx" in sys.modules else "not imported")
A = [0.0, 0.0]


def tried(body, *arguments, **named):
    try:
        body(*arguments, **named)
        print(A)
    except Exception as error:
        print(f"{type(error).__name__}: {error} ({type(error.__cause__).__name__})")


tried(launch, 1.0, A)
tried(call.fill.over(A), 2.0, A=A)
tried(lambda: type(launch).__call__(launch, 3.0, A))
tried(call.first(2), [[4.0], [5.0, 6.0]], A)
tried(launch, 1.0)
"""

REFUSED = (
    "TypeError: fill: expected 2 arguments (float value, float* A), got 1: a launch returns None, so make A "
    "before it and pass it (NoneType)"
)


def run(tmp_path, target, value, fake, program=PROGRAM):
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    (tmp_path / "nvtx.py").write_text(fake, encoding="utf-8")  # a program finds what is next to it first
    environment = {**os.environ, "CUDAPY_NVTX": value, "CUDAPY_TARGET": target}
    result = subprocess.run(
        [sys.executable, tmp_path / "program.py"],
        capture_output=True,
        text=True,
        env=environment,
        timeout=120,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout.splitlines()


def test_each_launch_is_a_range(tmp_path, target):
    assert run(tmp_path, target, "1", FAKE) == [
        "not imported",
        "push fill cudapy", "pop cudapy", "[1.0, 1.0]",
        "push fill cudapy", "pop cudapy", "[2.0, 2.0]",
        "push fill cudapy", "pop cudapy", "[3.0, 3.0]",
        "push first cudapy", "pop cudapy", "[4.0, 5.0]",
        "push fill cudapy", "pop cudapy", REFUSED,
    ]  # fmt: skip


@pytest.mark.parametrize("value", ["", "0"])
def test_without_the_variable_there_is_no_range(tmp_path, target, value):
    expected = ["not imported", "[1.0, 1.0]", "[2.0, 2.0]", "[3.0, 3.0]", "[4.0, 5.0]", REFUSED]
    assert run(tmp_path, target, value, FAKE) == expected


def test_without_the_package_launches_say_what_to_install(tmp_path, target):
    message = (
        "CUDAPY_NVTX=1 puts ranges around launches by the package nvtx, which is not here: pip install nvtx"
    )
    missing = "raise ModuleNotFoundError(name='nvtx')"
    assert run(tmp_path, target, "1", missing) == [
        "not imported",
        *[f"ImportError: {message} (ModuleNotFoundError)"] * 5,
    ]


def test_a_value_that_is_none(tmp_path, target):
    assert run(tmp_path, target, "yes", FAKE) == [
        "not imported",
        *["ValueError: CUDAPY_NVTX must be 0 or 1, not 'yes' (NoneType)"] * 5,
    ]


def test_a_range_that_does_not_end_leaves_the_result(tmp_path, target):
    broken = FAKE + "    raise RuntimeError('no range')\n"
    hook = "import sys\nsys.unraisablehook = lambda found: print('unraisable:', found.exc_value)\n"
    lines = run(tmp_path, target, "1", broken, PROGRAM.replace("import sys\n", hook, 1))
    assert lines[-4:] == ["push fill cudapy", "pop cudapy", "unraisable: no range", REFUSED]


def test_the_package_has_what_is_called():
    pytest.importorskip("nvtx")
    program = "from cudapy._launch import nvtx\nbegin, end = nvtx.ranges()\nbegin('fill')\nend()\n"
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True,
    env={**os.environ, "CUDAPY_NVTX": "1"},
                            timeout=120, check=False)  # fmt: skip
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
