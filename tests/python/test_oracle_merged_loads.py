"""Loads of arrays that nobody writes, in branches beside loads of an array that the thread has written. nvcc 13.0 makes one load of the two,
and read what was there before where `__restrict__` told it that nobody writes the one."""

import os
import shutil
import subprocess

import numpy as np
import pytest

import cudapy as cp
from cudapy import *
from oracle import check

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


CASES = [(chosen, False), (chosen, True), (of_struct, False), (of_struct, True), (in_turns, 6), (counted, False), (one_type, 7), (by_helper, False)]


@pytest.mark.parametrize("kernel, last", CASES)
def test_written_elements_are_read_again(kernel, last):
    if kernel is of_struct:
        A = [Place(i, 0.5) for i in range(40)]
    else:
        A = np.arange(40, dtype=np.int32 if kernel is one_type else np.uint32)
    check(kernel, 40, A, np.arange(40, dtype=np.int32) * 3, np.zeros(40, np.int64), last)


@pytest.mark.skipif(not NVCC, reason="nvcc is not there")
@pytest.mark.parametrize("kernel", dict.fromkeys(kernel for kernel, _ in CASES))
def test_nvcc_reads_no_written_array_from_the_cache_for_constants(kernel, tmp_path):
    source = tmp_path / "kernels.cu"
    source.write_text(cp.compile([kernel, pick] if kernel is by_helper else kernel, target="cpu").cuda_source)
    text = subprocess.run([NVCC, "-w", "-std=c++17", "-arch=sm_80", "--ptx", source, "-o", "-"], capture_output=True, text=True, check=True).stdout
    assert ".entry" in text and "ld.global.nc" not in text
