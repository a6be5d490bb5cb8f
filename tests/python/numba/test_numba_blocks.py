"""Grids and blocks of every shape, also along axes that a kernel of numba.cuda does not read."""

import math

import numpy as np
import pytest

from cudapy import cuda

X = np.arange(64.0)


@cuda.jit
def strided(x, out):
    start = cuda.grid(1)
    for i in range(start, x.size, cuda.gridsize(1)):
        cuda.atomic.add(out, 0, x[i])


@cuda.jit
def strided_local(x, out):
    start = cuda.grid(1)
    total = 0.0
    for i in range(start, x.size, cuda.gridsize(1)):
        total += x[i]
    cuda.atomic.add(out, 0, total)


@cuda.jit
def along_y(x, out):
    j = cuda.blockIdx.y * cuda.blockDim.y + cuda.threadIdx.y
    if j < x.size:
        cuda.atomic.add(out, 0, x[j])


@cuda.jit
def limited(x, out, n):
    i = cuda.grid(1)
    if i < n:
        out[i] = x[i] * 2


@cuda.jit
def none(out):
    cuda.atomic.add(out, 0, 1)


@cuda.jit
def reduce_shared(x, out):
    s = cuda.shared.array(256, np.float64)
    t = cuda.threadIdx.x + cuda.threadIdx.y * cuda.blockDim.x
    s[t] = x[t]
    cuda.syncthreads()
    h = cuda.blockDim.x * cuda.blockDim.y // 2
    while h > 0:
        if t < h:
            s[t] += s[t + h]
        cuda.syncthreads()
        h //= 2
    if t == 0:
        out[0] = s[0]


@cuda.jit
def warp_sum(x, out):
    v = x[cuda.threadIdx.x]
    o = 16
    while o > 0:
        v += cuda.shfl_down_sync(-1, v, o)
        o //= 2
    if cuda.laneid == 0:
        cuda.atomic.add(out, 0, v)


def whole(sizes):
    return (*sizes, 1, 1)[:3]


@pytest.mark.parametrize(
    "grid, block",
    [((2, 3), (4, 5)), ((2,), (32,)), ((1, 1, 2), (8, 2, 2)), ((2, 2, 2), (2, 2, 2)), ((3,), (16,))],
)
def test_threads_along_axes_that_are_not_read_do_the_same_work(grid, block):
    g, b = whole(grid), whole(block)
    others = g[1] * g[2] * b[1] * b[2]
    for kernel in (strided, strided_local):
        out = np.zeros(1)
        kernel[grid, block](X, out)
        assert out[0] == X.sum() * others
    out = np.zeros(1)
    along_y[grid, block](X, out)
    assert out[0] == X[: g[1] * b[1]].sum() * g[0] * b[0] * g[2] * b[2]
    out = np.zeros(1)
    none[grid, block](out)
    assert out[0] == math.prod(g) * math.prod(b)
    out = np.zeros(64)
    limited[grid, block](X, out, 5)
    assert out.tolist() == [2 * i if i < min(5, g[0] * b[0]) else 0 for i in range(64)]


@pytest.mark.parametrize("block", [(64,), (16, 4), (8, 8)])
def test_a_reduction_in_blocks_of_any_shape(block):
    out = np.zeros(1)
    reduce_shared[1, block](X, out)
    assert out[0] == X.sum()


def test_each_warp_of_a_block_along_two_axes_is_one():
    out = np.zeros(1)
    warp_sum[1, (32, 2)](X, out)
    assert out[0] == X[:32].sum() * 2
