"""Loads of arrays that nobody writes, in branches next to loads of an array that the thread has written. nvcc
13.0 makes one load of the two, and read what was there before where `__restrict__` told it that nobody writes
the one."""

import os
import pathlib
import shutil
import subprocess
import sys

import numpy as np
import pytest

import cudapy as cp
from cudapy import *
from oracle import check
from ptx_loads import wrong_loads
from test_pycu2cu import find_program

HERE = pathlib.Path(__file__).resolve().parent
NVCC = os.environ.get("CUDAPY_NVCC") or shutil.which("nvcc")


@cp.struct
class Place:
    at: cp.int32
    weight: cp.float32


# chosen : void (uint32* A, int* S, int64* R, bool c)
def chosen(A, S, R, c):
    S[idx] = S[idx] * 5 + 3 & 511
    R[idx] = int(A[idx]) if c else S[idx]


# of_struct : void (Place* P, int* S, int64* R, bool c)
def of_struct(P, S, R, c):
    S[idx] = S[idx] * 5 + 3 & 511
    x = P[idx].at
    if not c:
        x = S[idx]
    R[idx] = x


# in_turns : void (uint32* A, int* S, int64* R, int n)
def in_turns(A, S, R, n):
    for i in range(n):
        S[idx] = S[idx] * 5 + i & 511
        if i % 2 == 0:
            x = S[idx]
        else:
            x = int(A[idx])
        R[idx] += x


# counted : void (uint32* A, int* S, int64* R, bool c)
def counted(A, S, R, c):
    atomicAdd(S, idx, 5)
    R[idx] = int(A[idx]) if c else S[idx]


# one_type : void (int* A, int* S, int64* R, int n)
def one_type(A, S, R, n):
    for i in range(n):
        S[idx] = S[idx] * 5 + i & 511
        R[idx] += A[i] if i % 3 == 0 else S[idx]


# pick : int64 (uint32* A, int* S, int i, bool c)
def pick(A, S, i, c):
    if c:
        return A[i]
    return S[i]


# by_helper : void (uint32* A, int* S, int64* R, bool c)
def by_helper(A, S, R, c):
    S[idx] = S[idx] * 5 + 3 & 511
    R[idx] = pick(A, S, idx, c)


CASES = [
    (chosen, False),
    (chosen, True),
    (of_struct, False),
    (of_struct, True),
    (in_turns, 6),
    (counted, False),
    (one_type, 7),
    (by_helper, False),
]


@pytest.mark.parametrize("kernel, last", CASES)
def test_written_elements_are_read_again(kernel, last):
    if kernel is of_struct:
        A = [Place(i, 0.5) for i in range(40)]
    else:
        A = np.arange(40, dtype=np.int32 if kernel is one_type else np.uint32)
    check(kernel, 40, A, np.arange(40, dtype=np.int32) * 3, np.zeros(40, np.int64), last)


needs_nvcc = pytest.mark.skipif(not NVCC, reason="nvcc is not there")


def ptx_of(text, folder):
    source = folder / "kernels.cu"
    source.write_text(text)
    return subprocess.run(
        [NVCC, "-w", "-std=c++17", "-arch=sm_90", "--ptx", source, "-o", "-"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout


@needs_nvcc
@pytest.mark.parametrize("kernel", dict.fromkeys(kernel for kernel, _ in CASES))
def test_nvcc_reads_no_written_array_from_the_cache_for_constants(kernel, tmp_path):
    text = ptx_of(
        cp.compile([kernel, pick] if kernel is by_helper else kernel, target="cpu").cuda_source, tmp_path
    )
    assert ".entry" in text and "ld.global.nc" not in text


@needs_nvcc
def test_what_nvcc_does_wrong_is_seen(tmp_path):
    """What the next test looks for: the load of a choice between two arrays, of which one is written."""
    text = ptx_of(
        """
extern "C" __global__ void wrong(const int* __restrict__ A, int* S, int* R, int c)
{
    S[threadIdx.x] = S[threadIdx.x] * 5 + 3;
    R[threadIdx.x] = c ? S[threadIdx.x] : A[threadIdx.x + 1];
}
extern "C" __global__ void right(const int* __restrict__ A, int* S)
{
    S[threadIdx.x] += A[threadIdx.x];
}
""",
        tmp_path,
    )
    assert [(kernel, parameters) for kernel, _, parameters in wrong_loads(text)] == [
        ("wrong", {"wrong_param_1"})
    ]


@needs_nvcc
def test_loads_of_random_programs(tmp_path):
    """Number 768 of this seed was wrong on a GPU, in the form for launches whose arrays are different
    ones."""
    batches = HERE.parent / "random_programs/batches.py"
    subprocess.run(
        [sys.executable, batches, tmp_path / "some", "--seed", "7301", "--first", "764", "--count", "8"],
        check=True,
        capture_output=True,
    )
    program = os.environ.get("PYCU2CU") or find_program()
    subprocess.run(
        [program, tmp_path / "some.py", "--optimize", "-o", tmp_path / "some.cu"],
        check=True,
        capture_output=True,
    )
    text = ptx_of((tmp_path / "some.cu").read_text(), tmp_path)
    assert "k768" in text and "ld.global.nc" in text and wrong_loads(text) == []
