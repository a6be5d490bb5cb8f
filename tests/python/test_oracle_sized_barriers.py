"""Barriers whose divergence is a matter of sizes: right where the threads of a block agree, reported where
they do not."""

import numpy as np
import pytest

import cudapy as cp
from oracle import TARGET, Batch


# under_size : void (int* X, int n)
def under_size(X, n):
    cache = shared(int, 32)
    i = blockIdx.x * blockDim.x + threadIdx.x
    if i < n:
        cache[threadIdx.x] = X[i]
        syncthreads()
        X[i] = cache[blockDim.x - 1 - threadIdx.x] * 2


# in_steps : void (int* X, int* R)
def in_steps(X, R):
    cache = shared(int, 16)
    k = threadIdx.x
    total = 0
    while k < len(X):
        cache[threadIdx.x] = X[k]
        syncthreads()
        total += cache[15 - threadIdx.x]
        syncthreads()
        k += blockDim.x
    R[threadIdx.x] = total


# until : void (int* limits, int* X, int n)
def until(limits, X, n):
    for i in range(n):
        syncthreads()
        if threadIdx.x + n > limits[0]:
            break
        X[idx] += i


# reversed_in_block : int (int* X, int n)
def reversed_in_block(X, n):
    cache = shared(int, 16)
    if idx >= n:
        return 0
    cache[threadIdx.x] = X[idx]
    syncthreads()
    return cache[15 - threadIdx.x]


# by_call : void (int* X, int n)
def by_call(X, n):
    got = reversed_in_block(X, n)
    syncthreads()
    X[idx] = got


batch = Batch(under_size, in_steps, until, by_call, reversed_in_block)


@pytest.mark.parametrize("n", (0, 16, 32, 48))
def test_a_condition_that_whole_blocks_agree_about(n):
    batch.check(under_size, 48, np.arange(48, dtype=np.int32), n, block=16)


@pytest.mark.parametrize("size", (0, 16, 64))
def test_a_loop_that_threads_leave_together(size):
    batch.check(in_steps, 16, np.arange(size, dtype=np.int32), np.zeros(16, np.int32), block=16)


@pytest.mark.parametrize("limit", (0, 1000))
def test_a_break_that_all_threads_take_or_none(limit):
    batch.check(until, 32, np.array([limit], np.int32), np.zeros(32, np.int32), 4, block=16)


@pytest.mark.parametrize("n", (0, 16, 32))
def test_a_return_of_whole_blocks(n):
    batch.check(by_call, 32, np.arange(32, dtype=np.int32), n, block=16)


@pytest.mark.skipif(TARGET == "cuda", reason="a GPU hangs, or goes on, where threads disagree")
@pytest.mark.parametrize(
    "kernel, arguments, line",
    (
        (under_size, (np.zeros(48, np.int32), 20), 3),
        (in_steps, (np.zeros(20, np.int32), np.zeros(16, np.int32)), 4),
        (until, (np.full(1, 8, np.int32), np.zeros(32, np.int32), 4), 3),
    ),
)
def test_threads_that_disagree_are_reported_with_the_line(kernel, arguments, line):
    with pytest.raises(cp.KernelError) as raised:
        batch.call(kernel)(32, block=16)(*arguments)
    assert str(raised.value) == (
        f"{kernel.__name__}: the threads of a block disagree about the condition in line "
        f"{kernel.__code__.co_firstlineno + line} of {__file__}, which decides about a barrier: some would "
        f"wait there for others that never come; `{kernel.__name__}.simulate(…)` names them"
    )


def test_strict_makes_it_an_error():
    with pytest.raises(cp.CompileError) as raised:
        cp.compile(under_size, target="cpu", strict=True)
    line = under_size.__code__.co_firstlineno
    assert (
        str(raised.value)
        == f"""\
{__file__}:{line + 5}:9: error[W920]: for some sizes not every thread of a block reaches this `syncthreads`
  {line + 2} |     i = blockIdx.x * blockDim.x + threadIdx.x
     |                                   ----------- because of this
  {line + 3} |     if i < n:
     |        ----- this depends on the thread, for some sizes
  {line + 5} |         syncthreads()
     |         ^^^^^^^^^^^^^ under a condition that depends on the thread
   = note: it is right where all threads of the block go the same way; the CPU and the checked mode report it when they do not, a GPU may wait endlessly
   = help: end the `if` before it: put under the condition only the work that is for some of the threads, and the barrier after it, where all threads come
1 error"""  # noqa: E501
    )
