"""Kernel.vjp of kernels with barriers that count, and with barriers of the grid."""

from __future__ import annotations

import math
from typing import Any

import cudapy as cp
import pytest
from block_derivatives import agrees, doubles
from cudapy import blockDim, blockIdx, gridDim, idx, threadIdx

VECTORS = "void (double* X, double* Y)"


def counted(X, Y):
    big = cp.syncthreads_count(X[idx] > 1.0)
    some = cp.syncthreads_or(X[idx] > 1.9)
    every = cp.syncthreads_and(X[idx] > 0.6)
    Y[idx] *= X[idx] * big
    if some:
        Y[idx] += X[idx] * X[idx]
    if every:
        Y[idx] *= X[idx]


def counts_in_phases(X, Y):
    S = cp.shared(cp.double, 256)
    i = threadIdx.x
    S[i] = X[idx]
    big = cp.syncthreads_count(S[i] > 1.0)
    y = S[(i + 1) % blockDim.x] * big
    cp.syncthreads_or(True)
    S[i] = y * S[i]
    cp.syncthreads_count(True)
    Y[idx] = S[(i + 1) % blockDim.x] * y


def until_all_are_small(X, Y):
    S = cp.shared(cp.double, 256)
    i = threadIdx.x
    S[i] = X[idx]
    while cp.syncthreads_or(S[i] > 0.2):
        y = 0.4 * S[(i + 1) % blockDim.x] * S[i]
        cp.syncthreads()
        S[i] = y
    Y[idx] = S[i] * S[(i + 1) % blockDim.x]


@pytest.mark.parametrize("block", [1, 31, 64, 256])
@pytest.mark.parametrize("function", [counted, counts_in_phases, until_all_are_small])
def test_barriers_that_count(function: Any, block: int) -> None:
    n = 2 * block
    agrees(function, VECTORS, n, block, [doubles(n), doubles(n)])


def neighbours_of_other_blocks(X, Y):
    n = len(X)
    if idx < n:
        Y[idx] = X[idx] * X[idx]
    cp.grid_sync()
    if idx < n:
        X[idx] = Y[(idx + 1) % n] * Y[(idx + 7) % n]
    cp.grid_sync()
    if idx < n:
        Y[idx] = X[(idx + 5) % n] * X[idx]


def diffuses(X, Y):
    n = len(X)
    for step in range(3):
        if 0 < idx < n - 1:
            Y[idx] = X[idx] + 0.1 * (X[idx - 1] - 2 * X[idx] + X[idx + 1])
        cp.grid_sync()
        if 0 < idx < n - 1:
            X[idx] = Y[idx]
        cp.grid_sync()


def goes_back_and_forth(X, Y):
    n = len(X)
    for step in range(n % 3 + 2):
        if 0 < idx < n - 1:
            Y[idx] = X[idx] + 0.1 * (X[idx - 1] * X[idx + 1] - X[idx] * X[idx])
        cp.grid_sync()
        if 0 < idx < n - 1:
            X[idx] = Y[idx] + 0.1 * math.sin(Y[idx - 1] * Y[idx + 1])
        cp.grid_sync()


def summed_by_blocks(X, Y):
    S = cp.shared(cp.double, 64)
    i = threadIdx.x
    S[i] = X[idx] * X[idx] if idx < len(X) else 0.0
    cp.syncthreads()
    s = blockDim.x // 2
    while s > 0:
        if i < s:
            S[i] += S[i + s]
        cp.syncthreads()
        s //= 2
    if i == 0:
        Y[blockIdx.x] = S[0]
    cp.grid_sync()
    total = 0.0
    for k in range(gridDim.x):
        total += Y[k]
    if idx < len(X):
        X[idx] = X[idx] / total


@pytest.mark.parametrize("block", [2, 32, 64])
@pytest.mark.parametrize(
    "function", [neighbours_of_other_blocks, diffuses, goes_back_and_forth, summed_by_blocks]
)
def test_barriers_of_the_grid(function: Any, block: int) -> None:
    for n in {3 * block, 5 * block // 2 + 1}:
        agrees(function, VECTORS, n, block, [doubles(n), doubles(n)])


def test_a_linear_diffusion_stores_nothing() -> None:
    text = cp.compile(diffuses, VECTORS).vjp.cuda_source
    text = text[text.index("__global__") : text.index('extern "C"')]
    assert text.count(".sync()") == 2
    assert "X[" not in text and "Y[" not in text
