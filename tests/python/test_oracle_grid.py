"""Blocks that wait for each other: `grid_sync`."""

import os

import numpy as np
import pytest

import cudapy as cp
import oracle
from cudapy._simulate import blocks
from cudapy._simulate import program
from raising import raises

TARGET = os.environ.get("CUDAPY_TARGET") or ("cuda" if cp.cuda_available() else "cpu")


# heat : void (float* now, float* later, int steps)
def heat(now, later, steps):
    first = blockIdx.x * blockDim.x + threadIdx.x
    for step in range(steps):
        for i in range(first, len(now), gridDim.x * blockDim.x):
            left = now[max(i - 1, 0)]
            right = now[min(i + 1, len(now) - 1)]
            later[i] = 0.25 * left + 0.5 * now[i] + 0.25 * right
        grid_sync()  # all of `later` is there
        for i in range(first, len(now), gridDim.x * blockDim.x):
            now[i] = later[i]
        grid_sync()


@pytest.mark.parametrize("threads,block", [(64, 16), (100, 32), (1, 1), (96, None), (48, 48)])
def test_steps_of_a_grid(threads, block):
    now = np.random.default_rng(1).random(150).astype(np.float32)
    oracle.check([heat], threads, now, np.zeros(150, np.float32), 3, block=block)


# wait : int (int n)
def wait(n):
    grid_sync()
    return n + blockIdx.x


# totals : void (int* X, int* sums, int* all)
def totals(X, sums, all):
    part = shared(int, 256)
    part[threadIdx.x] = X[idx] if idx < len(X) else 0
    syncthreads()
    if threadIdx.x == 0:
        sum = 0
        for i in range(blockDim.x):
            sum += part[i]
        sums[blockIdx.x] = sum
    mine = wait(part[threadIdx.x])
    if idx == 0:
        for i in range(gridDim.x):
            all[0] += sums[i]
    grid_sync()
    if idx < len(X):
        X[idx] = all[0] - mine


@pytest.mark.parametrize("n,block", [(200, 40), (64, 64), (33, 8)])
def test_shared_memory_and_helpers_across_the_grid(n, block):
    blocks = -(-n // block)
    oracle.check(
        [totals, wait],
        n,
        np.arange(n, dtype=np.int32) + 1,
        np.zeros(blocks, np.int32),
        np.zeros(1, np.int32),
        block=block,
    )


# planes : void (int[,,] A, int* count)
def planes(A, count):
    held = shared(int)
    held[threadIdx.y * blockDim.x + threadIdx.x] = idx * 100 + idy * 10 + idz
    atomicAdd(count, 0, 1)
    cp.grid_sync()
    seen = count[0]
    if seen < 0:
        return
    x = blockDim.x - 1 - threadIdx.x
    if idz < A.shape[0] and idy < A.shape[1] and idx < A.shape[2]:
        A[idz, idy, idx] = held[threadIdx.y * blockDim.x + x] + seen


def test_three_dimensions_and_dynamic_shared_memory():
    call = oracle.Batch(planes)
    call.check(
        planes, (6, 4, 3), np.zeros((3, 4, 6), np.int32), np.zeros(1, np.int32), block=(4, 2, 1), shared=8
    )


# until : void (int* X, int* changed)
def until(X, changed):
    round = 0
    while True:
        if idx == 0:
            changed[round % 3] = 0
        grid_sync()
        if idx < len(X) and X[idx] > round:
            X[idx] -= 2
            atomicAdd(changed, round % 3, 1)
        grid_sync()
        if changed[round % 3] == 0:
            break
        round += 1


def test_a_loop_that_memory_ends():
    oracle.check([until], 40, np.arange(40, dtype=np.int32), np.ones(3, np.int32), block=8)


# uneven : void (int* X)
def uneven(X):
    if X[blockIdx.x] > 0:
        grid_sync()
    X[blockIdx.x] += 1


# split : void (int* X)
def split(X):
    if X[idx] > 0:
        grid_sync()


@pytest.mark.skipif(TARGET == "cuda", reason="on a GPU the blocks would wait for ever")
@pytest.mark.parametrize("n", [2, 5, 300])
def test_blocks_that_go_another_way_are_reported(n):
    X = np.ones(n, np.int32)
    X[n // 2] = 0
    with raises(
        cp.KernelError,
        "uneven: some threads of the grid wait for others that never come, as line "
        f"{uneven.__code__.co_firstlineno + 2} of {__file__} shows: every thread of every block must "
        "reach each barrier of the grid, and go the same way around it; `uneven.simulate(…)` names them",
    ):
        cp.compile(uneven)(n, block=1)(X)
    with pytest.raises(blocks.DivergentBarrier):
        program.Program([uneven]).run(uneven, (5,), (np.array([1, 1, 0, 1, 1], np.int32),), block=(1,))
    X[:] = 1
    X[n // 2] = 0
    with raises(
        cp.KernelError,
        "split: some threads of the grid wait for others that never come, as line "
        f"{split.__code__.co_firstlineno + 1} of {__file__} shows: every thread of every block must reach "
        "each barrier of the grid, and go the same way around it; `split.simulate(…)` names them",
    ):
        cp.compile(split)(n, block=n)(X)


# checked : void (int* X)
def checked(X):
    assert X[blockIdx.x] < 7, "seven"
    grid_sync()
    X[blockIdx.x] = 1


@pytest.mark.skipif(TARGET == "cuda", reason="on a GPU the other blocks would wait for ever")
def test_an_assertion_ends_the_others_wait():
    X = np.arange(10, dtype=np.int32)
    with pytest.raises(AssertionError, match="X\\[blockIdx.x\\] < 7"):
        cp.compile(checked)(10, block=1)(X)
    assert (X == np.arange(10)).all()


def test_a_grid_that_does_not_fit_is_refused():
    call = cp.compile([totals, wait])
    X = cp.CudaArray.allocate(4, cp.Int)
    with pytest.raises(cp.LaunchError) as caught:
        call(2**27)(X, X, X)
    if TARGET == "cpu":
        assert str(caught.value) == (
            "totals: a launch of 134217728 threads is too large for grid_sync(): its 524288 blocks of 256 "
            "threads must all run at the same time, and cpu runs 1024 of them, 262144 threads in all"
        )
    else:
        message = str(caught.value)
        most = int(message.rsplit(", ", 1)[1].split()[0])
        assert message == (
            "totals: a launch of 134217728 threads is too large for grid_sync(): its 524288 "
            "blocks of 256 threads must all run at the same time, and cuda:0 runs "
            f"{most // 256} of them, {most} threads in all"
        )
        big = cp.CudaArray.allocate(most, cp.Int)
        call(most)(big, cp.CudaArray.allocate(most // 256, cp.Int), cp.CudaArray.allocate(1, cp.Int))
        cp.synchronize()
