"""Kernels and functions without parameters, in each of the ways in which threads are run together."""

import pytest

import cudapy as cp
from cudapy import *

LIMIT = 37


# in_strips : void ()
def in_strips():
    for i in range(5):
        assert idx + i < LIMIT + 4, "too far"


# in_rows : void ()
def in_rows():
    for i in range(3):
        assert idx + idy * 8 + i < LIMIT + 2, "too far"


# in_blocks : void ()
def in_blocks():
    for i in range(2):
        syncthreads()
        assert blockIdx.x or idx < LIMIT + i, "too far"


# through_the_grid : void ()
def through_the_grid():
    for i in range(idx, 200, gridDim.x * blockDim.x):
        assert i < LIMIT, "too far"


# of_a_function : void ()
def of_a_function():
    assert steps() + idx < LIMIT + 4, "too far"


# steps : int ()
def steps():
    total = 0
    for i in range(idx, idx + 4):
        total += i - idx - (1 if i == idx + 3 else 0)
    return total - 1


# does_nothing : void ()
def does_nothing():
    pass


KERNELS = [in_strips, in_rows, in_blocks, through_the_grid, of_a_function, does_nothing]


def failure(run):
    """The line of an assertion that fails; "" where none does."""
    try:
        run()
        cp.synchronize()
    except AssertionError as error:
        return str(error).splitlines()[0].split(":")[-1]
    return ""


@pytest.mark.parametrize("checked", [False, True], ids=["plain", "checked"])
def test_kernels_without_parameters_run_as_CPython_says(checked):
    calls = cp.compile([*KERNELS, steps], checked=checked)
    seen = set()
    for kernel in KERNELS:
        call = getattr(calls, kernel.__name__)
        for threads in (
            [(8, 3), (8, 8)]
            if kernel is in_rows
            else [(30,), (64,)]
            if kernel is not does_nothing
            else [(1,)]
        ):
            got, expected = failure(lambda: call(*threads)()), failure(lambda: call.simulate(threads))
            assert got == expected, (kernel, threads)
            seen.add((kernel.__name__, got))
    assert len(seen) >= 9  # most of them run well, and fail where there are more threads
