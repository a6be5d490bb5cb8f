"""Kernels that are typed at Python's prompt, in a terminal."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("readline", reason="without it Python's prompt has no history")

SAXPY = """\
# saxpy : void (float alpha, float* X, float* Y)
def saxpy(alpha, X, Y):
    Y[idx] = alpha * X[idx] + Y[idx]

"""


def typed(text: str, home: Path, wait: float = 60) -> list[str]:
    """Types the text at the prompt of a new Python, and returns what it printed, without what was typed."""
    process, terminal = pty.fork()
    if process == 0:
        os.environ.update(HOME=str(home), TERM="dumb", PYTHON_COLORS="0", PYTHONSTARTUP="")
        os.execv(sys.executable, [sys.executable, "-q"])
    os.write(terminal, b"import cudapy as cp\n" + text.encode() + b"\nraise SystemExit\n")
    output = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        output += piece
    os.waitpid(process, 0)
    os.close(terminal)
    lines = output.decode().replace("\r", "").split("\n")
    first = next(number for number, line in enumerate(lines) if line.startswith(">>> "))
    return [line for line in lines[first:] if line and not line.startswith((">>>", "..."))]


PROGRAMS = {
    "a comment with the signature": SAXPY
    + """Y = [1.0, 2.0]
cp.compile(saxpy)(2)(2.0, [1.0, 1.0], Y)
print(Y)
""",
    "a signature in the decorator": """\
@cp.kernel("void (float* X)")
def twice(X):
    X[idx] *= 2

Y = [1.5, 2.0]
twice.over(Y)(Y)
print(Y)
""",
    "types as annotations": """\
@cp.kernel
def twice(X: "float*"):
    X[idx] *= 2

Y = [1.5, 2.0]
twice.over(Y)(Y)
print(Y)
""",
    "no types": """\
@cp.kernel
def twice(X):
    for i in range(1):
        X[idx] *= 2

Y = [1.5, 2.0]
twice.over(Y)(Y)
print(Y)
""",
    "a helper": """\
def half(x):
    return x / 2

# halves : void (float* X)
def halves(X):
    X[idx] = half(X[idx])

Y = [3.0, 4.0]
cp.compile([halves, half]).over(Y)(Y)
print(Y)
""",
    "a lambda": """\
half = cp.vectorize(lambda x: x / 2)
print(half(cp.CudaArray([3.0, 4.0])).toList())
""",
    "numba's dialect": """\
from cudapy import cuda
import numpy as np
@cuda.jit
def twice(X):
    i = cuda.grid(1)
    if i < X.size:
        X[i] *= 2

Y = np.array([1.5, 2.0])
twice[1, 2](Y)
print(Y.tolist())
""",
    "a line within brackets": """\
# total : void (float* X)
def total(X):
    X[idx] = (X[idx] +
              1)

Y = [0.5, 1.0]
cp.compile(total).over(Y)(Y)
print(Y)
""",
}
PRINTED = {
    "a comment with the signature": "[3.0, 4.0]",
    "a helper": "[1.5, 2.0]",
    "a lambda": "[1.5, 2.0]",
    "a line within brackets": "[1.5, 2.0]",
}


@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_kernel_that_was_typed(name, tmp_path):
    assert typed(PROGRAMS[name], tmp_path)[-1:] == [PRINTED.get(name, "[3.0, 4.0]")]


@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_the_text_is_the_newest_one(tmp_path):
    """Functions of one name and code are told apart by what the name is now."""
    ints = SAXPY.replace("float", "int")
    lines = typed(
        f"{SAXPY}first = saxpy\n{ints}print(cp.compile(saxpy).signature)\ncp.compile(first)\n",
        tmp_path,
    )
    assert lines[0] == "saxpy : void (int alpha, int* X, int* Y)"
    assert lines[-1] == (
        "cudapy.SourceError: saxpy: its source cannot be read: several functions of this name were typed at "
        "the prompt, which differ only in their signatures. Give this one another name, and type it again"
    )


@pytest.mark.filterwarnings("ignore:.*multi-threaded:DeprecationWarning")
def test_an_older_session_does_not_count(tmp_path):
    (tmp_path / ".python_history").write_text(SAXPY.replace("float", "double"))
    lines = typed(f"{SAXPY}print(cp.compile(saxpy).signature)\n", tmp_path)
    assert lines == ["saxpy : void (float alpha, float* X, float* Y)"]


def test_standard_input_that_is_no_prompt():
    text = f"import cudapy as cp\n{SAXPY}\ncp.compile(saxpy)\n"
    ended = subprocess.run([sys.executable, "-"], input=text, capture_output=True, text=True)
    assert ended.stderr.splitlines()[-1] == (
        "cudapy.SourceError: saxpy: its source cannot be read: it came from standard input, and is not in "
        "the history of a prompt. Put the function in a file and import it, or define it in a "
        "notebook cell or IPython"
    )
