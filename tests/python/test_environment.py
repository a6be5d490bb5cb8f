"""What the environment's variables say wrongly is an error of Python that names what is known, and never ends
the process."""

import os
import subprocess
import sys

import pytest

LAUNCH = """
import cudapy as cp
# fill : void (float* A)
def fill(A):
    if idx < len(A):
        A[idx] = 1.0
# fill_blocks : void (float* A)
def fill_blocks(A):
    for i in range(idx, len(A), gridsize.x):
        A[i] = 1.0
call = cp.compile([fill, fill_blocks], target="cpu")
for kernel in (call.fill, call.fill_blocks):
    for _ in range(2):
        try:
            A = [0.0] * 3
            kernel(3)(A)
            print(A)
        except Exception as error:
            print(f"{type(error).__name__}: {error}")
try:
    call.explain(3)
    print("ok")
except Exception as error:
    print(f"{type(error).__name__}: {error}")
"""


def run(tmp_path, code, **environment):
    path = tmp_path / "program.py"
    path.write_text(code, encoding="utf-8")
    result = subprocess.run(
        [sys.executable, path],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        timeout=120,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")
    return result.stdout.splitlines()


@pytest.mark.parametrize("value", ["abc", "0", "-1", "4.5", "5000", " 2", "99999999999999999999"])
def test_a_number_of_cores_that_is_none(value, tmp_path):
    error = f'ValueError: CUDAPY_NUM_THREADS is "{value}"; it must be a number from 1 to 4096'
    assert set(run(tmp_path, LAUNCH, CUDAPY_NUM_THREADS=value)) == {error}


def test_a_choice_about_openmp_that_is_none(tmp_path):
    assert set(run(tmp_path, LAUNCH, CUDAPY_OPENMP="yes")) == {
        'ValueError: CUDAPY_OPENMP is "yes"; it must be 0 or 1'
    }


def test_a_number_of_cores(tmp_path):
    assert run(tmp_path, LAUNCH, CUDAPY_NUM_THREADS="4096") == ["[1.0, 1.0, 1.0]"] * 4 + ["ok"]


def test_a_compiler_that_is_none_of_those_for_gpus(tmp_path):
    assert run(
        tmp_path,
        """
import cudapy as cp
# fill : void (float* A)
def fill(A):
    A[idx] = 1.0
try:
    cp.compile(fill, target="cpu")
except Exception as error:
    print(f"{type(error).__name__}: {error}")
""",
        CUDAPY_COMPILER="gcc",
    ) == [
        'ValueError: the environment\'s CUDAPY_COMPILER must be "nvcc" or "nvrtc", which compile for a GPU, '
        'it is "gcc"; CUDAPY_CXX names the compiler for '
        "the CPU"
    ]
