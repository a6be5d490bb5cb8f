"""The checked mode, in which what is outside the contract of the language is an error of the launch that
names the place: how it is asked for, assertions next to it, generic kernels, files of pycu2cu, and variables
without a value."""

import os
import shutil
import subprocess

import numpy as np
import pytest

import cudapy as cp
from checking import checked, reports, shifted
from raising import line_of, raises
from test_pycu2cu import find_program

FILE = os.path.abspath(__file__)


@cp.kernel(checked=True)
# decorated : void (int* X)
def decorated(X):
    X[idx + 1] = 0


def test_the_decorator_and_the_environment(monkeypatch):
    with reports(
        decorated.__wrapped__, "X[idx + 1]", "index 1 is outside X, which has 1 element, in thread 0"
    ):
        decorated(1)([0])
    monkeypatch.setenv("CUDAPY_CHECKED", "1")
    with reports(shifted, "X[idx + by]", "index 1 is outside X, which has 1 element, in thread 0"):
        cp.compile(shifted)(1)([0.0], 1, [0.0])
    assert "in_range" in cp.compile(shifted).cuda_source
    assert "in_range" not in cp.compile(shifted, checked=False).cuda_source
    monkeypatch.setenv("CUDAPY_CHECKED", "0")
    assert "in_range" not in cp.compile(shifted).cuda_source
    monkeypatch.setenv("CUDAPY_CHECKED", "yes")
    with raises(ValueError, "CUDAPY_CHECKED must be 0 or 1, not 'yes'"):
        cp.compile(shifted)


# both : void (int* X, int i)
def both(X, i):
    assert i < 5, "small"
    X[i] = 1


def test_assertions_beside_checks():
    call, X = checked(both), [0, 0]
    call(1)(X, 1)
    assert X == [0, 1]
    with raises(
        AssertionError, f'assertion failed in {FILE}:{line_of(both, "assert")}: assert i < 5, "small"'
    ):
        call(1)(X, 7)
        cp.synchronize()
    with reports(both, "X[i]", "index 2 is outside X, which has 2 elements, in thread 0"):
        call(1)(X, 2)


# smooth : void (T* X, T* Y)
def smooth(X, Y):
    Y[idx] = X[idx] + X[idx + 1]


def test_generic_kernels():
    call = cp.compile(smooth, checked=True)
    with reports(smooth, "X[idx + 1]", "index 2 is outside X, which has 2 elements, in thread 1"):
        call(2)(np.zeros(2, np.float32), np.zeros(2, np.float32))


PROGRAM = """\
#include "kernels.h"

int main()
{
    const float X[] = {1, 2, 3};
    float Y[3];
    const CpuRange range = {{3, 1, 1}, {256, 1, 1}, {1, 1, 1}, 0, 1};
    run_shifted(&range, X, 3, 0, Y, 3);
    run_shifted(&range, X, 3, 1, Y, 3);
}
"""


def test_files_of_pycu2cu_say_it_and_stop(tmp_path):
    (tmp_path / "kernels.py").write_text(
        "# shifted : void (float* X, int by, float* Y)\ndef shifted(X, by, Y):\n    Y[idx] = X[idx + by]\n"
    )
    (tmp_path / "main.cpp").write_text(PROGRAM)
    compiler = shutil.which("g++") or shutil.which("clang++")
    for command in (
        [
            find_program(),
            "kernels.py",
            "--checked",
            "--target",
            "cpu",
            "-o",
            "kernels.cpp",
            "--header",
            "kernels.h",
        ],
        [compiler, "-std=c++17", "-o", "program", "main.cpp", "kernels.cpp"],
    ):
        subprocess.run(command, cwd=tmp_path, check=True)
    run = subprocess.run(["./program"], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == -6  # SIGABRT
    assert run.stderr == "kernels.py:3: `X[idx + by]`, in thread (2, 0, 0): 3 is not in range(3)\n"


# unassigned : void (float* X, int n, float* Y)
def unassigned(X, n, Y):
    if X[idx] > n:
        best = X[idx]
    Y[idx] = best
    for i in range(n):
        last = 2 * i
    Y[idx] += last


# counted_twice : void (int* X, int n)
def counted_twice(X, n):
    if n > 0:
        total = X[idx]
    total += 1
    X[idx] = total


@pytest.mark.filterwarnings("ignore")
def test_variables_that_the_path_has_not_assigned():
    """Where CPython raises UnboundLocalError."""
    call, Y = checked(unassigned), np.zeros(3, np.float32)
    call(3)(np.float32([3, 4, 5]), 2, Y)
    assert Y.tolist() == [5, 6, 7]
    with reports(unassigned, "best", "best is read and has not been assigned, in thread 1", "= best"):
        call(3)(np.float32([3, 2, 5]), 2, Y)
    with reports(unassigned, "last", "last is read and has not been assigned, in thread 0", "+= last"):
        call(1)(np.float32([3]), 0, Y)
    X = [3, 4]
    checked(counted_twice)(2)(X, 1)
    assert X == [4, 5]
    with reports(
        counted_twice, "total", "total is read and has not been assigned, in thread 0", "total += 1"
    ):
        checked(counted_twice)(1)(X, 0)
