"""Coarsened kernels on a GPU: their launches leave what launches of the plain kernel leave."""

import numpy as np
import pytest

import ahead_kernels
import block_coarsened_kernels
import cudapy as cp
import coarsened_kernels
from cudapy._launch import tune
from coarsened_kernels import CASES
from oracle import compare
from real_compilers import needs_gpu
import test_block_coarsening
from test_coarsening import SIZES, arguments_for, launches_of


@pytest.fixture(autouse=True)
def in_small_launches(monkeypatch):
    """Lets small launches use coarsened kernels, too."""
    monkeypatch.setenv("CUDAPY_OPTIMIZE", "always")


def compiled(name, optimize):
    return cp.compile([CASES[name][0], *coarsened_kernels.HELPERS], target="cuda", optimize=optimize)


@needs_gpu
@pytest.mark.parametrize("name", CASES)
def test_coarsened_kernels_leave_what_plain_ones_leave(name):
    coarsened, plain = compiled(name, True), compiled(name, False)
    for sizes in SIZES:
        for threads in launches_of(name, sizes):
            one, other = arguments_for(name, sizes), arguments_for(name, sizes)
            coarsened(*threads)(*one)
            plain(*threads)(*other)
            for number, (got, expected) in enumerate(zip(one, other)):
                if isinstance(got, np.ndarray):
                    compare(got, expected, f"{name}, {threads} threads: argument {number}")


@needs_gpu
@pytest.mark.parametrize("coarsen", [None, (1, 2), (1, 8)])
@pytest.mark.parametrize("name", block_coarsened_kernels.CASES)
def test_coarsened_blocks_leave_what_plain_ones_leave(name, coarsen):
    kernel = [block_coarsened_kernels.CASES[name][0], *block_coarsened_kernels.HELPERS]
    coarsened, plain = (
        cp.compile(kernel, target="cuda", coarsen=coarsen),
        cp.compile(kernel, target="cuda", optimize=False),
    )
    for sizes in test_block_coarsening.SIZES:
        for threads in test_block_coarsening.threads_for(sizes):
            one, other = (
                test_block_coarsening.arguments_for(name, sizes),
                test_block_coarsening.arguments_for(name, sizes),
            )
            coarsened(*threads, block=(8, 8))(*one)
            plain(*threads, block=(8, 8))(*other)
            assert coarsened.explain(*threads, block=(8, 8)).coarsening == (1, (coarsen or (1, 4))[1], 1)
            for number, (got, expected) in enumerate(zip(one, other)):
                if isinstance(got, np.ndarray):
                    compare(got, expected, f"{name}, {threads} threads: argument {number}")


@needs_gpu
@pytest.mark.parametrize("name", CASES)
def test_ways_that_tune_measures_leave_what_threads_leave(name):
    """For rows of full vectors, and for launches that fill the coarsened threads and that do not."""
    sizes = {**SIZES[0], "c": 32, "R": 16, "N": 64}
    launched = set()
    for threads in launches_of(name, sizes):
        plain = arguments_for(name, sizes)
        compiled(name, False)(*threads)(*plain)
        launch = compiled(name, True)(*threads)
        ways = launch._choices()[0] + [way for size in tune._SIZES for way in launch._choices((*size, 1))[:2]]
        for way in ways:
            arguments = arguments_for(name, sizes)
            if not launch._launch_as(way, *arguments):
                continue  # the arguments do not fit the variant
            launched.add(way[0])
            for number, (got, expected) in enumerate(zip(arguments, plain)):
                if isinstance(got, np.ndarray):
                    compare(got, expected, f"{name}, {threads} threads, {way}: argument {number}")
    assert len(launched) >= 3, launched


@needs_gpu
@pytest.mark.parametrize("name", ahead_kernels.NAMES)
@pytest.mark.parametrize("n", [1, 7, 1000, 100_003])
def test_loads_ahead_change_no_result(name, n):
    arguments = ahead_kernels.arguments(name, n)
    expected = ahead_kernels.expected(name, arguments)
    threads = n if name in ahead_kernels.BY_ELEMENT else 1000
    call = cp.compile(getattr(ahead_kernels, name), target="cuda")
    call(threads)(*arguments)
    assert np.array_equal(arguments[-1], expected)
    assert call.explain(threads, block=64).is_coarsened == (name in ahead_kernels.RESTRICTED)


@needs_gpu
def test_one_array_twice_has_the_plain_form():
    """A thread then sees what it has stored in the iteration before."""
    call = cp.compile(ahead_kernels.steps, target="cuda")
    X = np.arange(40, dtype=np.int32)
    call(40)(3, X, X)
    assert np.array_equal(X, np.arange(40) + 3)
    Y = np.zeros(40, np.int32)
    call(40)(3, X, Y)
    assert np.array_equal(Y, np.arange(40) + 4)


@needs_gpu
def test_rows_of_other_lengths_run_alone():
    A = np.random.default_rng(1).random((50, 7)).astype(np.float32)
    got, expected = np.zeros(50, np.float32), np.zeros(50, np.float32)
    compiled("row_sums", True)(50)(A, got)
    compiled("row_sums", False)(50)(A, expected)
    assert np.array_equal(got, expected)


@needs_gpu
def test_arrays_that_begin_elsewhere_run_alone():
    memory = cp.CudaArray(np.arange(101, dtype=np.float32), target="cuda")
    X = cp.CudaArray(np.ones(100, np.float32), target="cuda")
    compiled("saxpy", True)(100)(2.0, X, memory[1:])
    assert memory.toList() == [0.0, *(float(each) + 2 for each in range(1, 101))]


@needs_gpu
def test_explain_says_what_is_launched():
    plan = compiled("saxpy", True).explain(1000)
    assert (plan.is_coarsened, plan.coarsening, plan.threads, plan.grid) == (
        True,
        (4, 1, 1),
        (1000, 1, 1),
        (1, 1, 1),
    )
    assert plan.coarsening_needs == (
        "X begins at a multiple of 16 bytes",
        "Y begins at a multiple of 16 bytes",
    )
    assert (
        "  variant        a CUDA thread does the work of 4 threads, if X begins at a multiple "
        "of 16 bytes and Y" in repr(plan)
    )
    plan = compiled("saxpy", False).explain(1000)
    assert (plan.is_coarsened, plan.coarsening, plan.coarsening_needs) == (False, (1, 1, 1), ())
    assert not compiled("saxpy", True).explain(1000, block=64).is_coarsened


# turned : void (float[,] A, float[,] B)
def turned(A, B):
    B[idx, idy] = A[idy, idx]


# escapes : void (float[,] C, int[,] steps)
def escapes(C, steps):
    z = 0.0
    steps[idy, idx] = 50
    for k in range(50):
        z = z * z + C[idy, idx]
        if z > 4.0:
            steps[idy, idx] = k
            break


# leaves : void (float[,] C, int[,] steps)
def leaves(C, steps):
    c = C[idy, idx]
    z = 0.0
    last = 50
    for k in range(50):
        z = z * z + c
        if z > 4.0:
            last = k
            break
    steps[idy, idx] = last


@needs_gpu
@pytest.mark.parametrize(
    ("kernel", "optimize", "block", "reason"),
    [
        (turned, True, (16, 16, 1), "some array is accessed along y where others are accessed along x"),
        (turned, False, (32, 8, 1), ""),
        (
            leaves,
            True,
            (8, 32, 1),
            "its threads leave loops at different times, and neighbours at similar ones",
        ),
        (leaves, False, (32, 8, 1), ""),
        (escapes, True, (32, 8, 1), ""),  # it uses arrays in its loop
    ],
)
def test_explain_says_why_blocks_are_high(kernel, optimize, block, reason):
    call = cp.compile(kernel, target="cuda", optimize=optimize)
    plan = call.explain(1024, 1024)
    assert (plan.block, plan.block_reason) == (block, reason)
    lines = [line for line in repr(plan).splitlines() if "high" in line]
    assert lines == ([f"  high blocks    {reason}"] if reason else [])
    assert call.explain(1024, 1024, block=(8, 32)).block_reason == ""
    assert call.explain(1024, 2).block_reason == ""  # whose blocks are wide


@needs_gpu
def test_threads_that_leave_loops_at_different_times_leave_the_same():
    C = np.linspace(0, 1, 100 * 33, dtype=np.float32).reshape(100, 33)
    results = []
    for options in ({}, {"optimize": False}):
        steps = np.full((100, 33), -1, np.int32)
        cp.compile(leaves, target="cuda", **options)(33, 100)(C, steps)
        results.append(steps.tolist())
    assert results[0] == results[1]
    assert len({each for row in results[0] for each in row}) > 10


# lifts : void (float[,] A, float* S)
def lifts(A, S):
    total = 0.0
    for i in range(A.shape[1]):
        cp.atomicMax(A, (idx, 0), 3.0)
        total += A[idx, i]
    S[idx] = total


@needs_gpu
@pytest.mark.parametrize("optimize", [False, True])
def test_loads_stay_behind_atomic_operations_of_helpers(optimize):
    """CUDA has no atomicMax of floats, so that a helper does it. What it leaves is what the iteration
    reads."""
    A, S = np.ones((50, 8), np.float32), np.zeros(50, np.float32)
    cp.compile(lifts, target="cuda", optimize=optimize)(50)(A, S)
    assert np.array_equal(S, np.full(50, 10, np.float32))
