"""Kernel.vjp of kernels whose threads work together: other forms of flow, of functions and of types."""

from __future__ import annotations

import math
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from block_derivatives import agrees, doubles
from cudapy import blockDim, blockIdx, gridDim, idx, idy, threadIdx

BLOCKS = [1, 32, 64]
VECTORS = "void (double* X, double* Y)"


def sum_of_block(S, i):
    """sum_of_block : double (double* S, int i)"""
    cp.syncthreads()
    s = blockDim.x // 2
    while s > 0:
        if i < s:
            S[i] += S[i + s]
        cp.syncthreads()
        s //= 2
    total = S[0]
    cp.syncthreads()
    return total


def calls_functions(X, Y):
    S = cp.shared(cp.double, 64)
    i = threadIdx.x
    S[i] = X[idx] * X[idx]
    first = sum_of_block(S, i)
    S[i] = X[idx] / first
    second = sum_of_block(S, i)
    Y[idx] = X[idx] * first * second


def leaves_loops(X, Y):
    S = cp.shared(cp.double, 64)
    i = threadIdx.x
    S[i] = X[idx]
    for step in range(6):
        cp.syncthreads()
        top = S[0]
        cp.syncthreads()
        if top < 0.2:
            break
        if step % 2 == 1:
            continue
        u = S[(i + 1) % blockDim.x]
        cp.syncthreads()
        S[i] = 0.6 * S[i] * u
    cp.syncthreads()
    Y[idx] = S[i] * S[blockDim.x - 1 - i]


def branches_in_loops(X, Y):
    S = cp.shared(cp.double, 64)
    i = threadIdx.x
    S[i] = X[idx]
    for step in range(4):
        if step % 2 == 0:
            cp.syncthreads()
            u = S[(i + 1) % blockDim.x] * S[i]
            cp.syncthreads()
            S[i] = 0.5 * u
        else:
            S[i] += X[idx]
            S[i] *= S[i]
    cp.syncthreads()
    Y[idx] = S[(i + 3) % blockDim.x]


def nested_loops(X, Y):
    S = cp.shared(cp.double, 64)
    T = cp.shared(cp.double, 64)
    i = threadIdx.x
    T[i] = 0.1 * X[idx]
    for tile in range(2):
        for part in range(2):
            S[i] = X[(idx + tile + part) % len(X)] * (part + 1)
            cp.syncthreads()
            for k in range(3):
                u = S[(i + k) % blockDim.x] * T[i]
                cp.syncthreads()
                T[i] = math.sin(u) + T[i]
                cp.syncthreads()
        if idx < len(Y):
            Y[idx] += T[i] * Y[idx]
        cp.syncthreads()


def integers_in_shared_memory(X, Y):
    order = cp.shared(cp.int32, 64)
    S = cp.shared(cp.double, 64)
    i = threadIdx.x
    order[i] = i
    S[i] = X[idx]
    cp.syncthreads()
    for step in range(3):
        j = order[(i + 1) % blockDim.x]
        cp.syncthreads()
        order[i] = j
        cp.syncthreads()
        S[i] *= 0.5 + X[blockIdx.x * blockDim.x + order[i]]
    cp.syncthreads()
    Y[idx] = S[order[i]]


def local_and_shared(X, Y):
    S = cp.shared(cp.double, 64)
    mine = cp.local(cp.double, 3)
    i = threadIdx.x
    for k in range(3):
        mine[k] = X[idx] * (k + 1)
    for k in range(3):
        S[i] = mine[k]
        cp.syncthreads()
        mine[k] = S[(i + 1) % blockDim.x] * mine[(k + 1) % 3]
        cp.syncthreads()
    Y[idx] = mine[0] * mine[1] + mine[2]


def tiles_by_loops(X, Y):
    S = cp.shared(cp.double, 128)
    i = threadIdx.x
    total = 0.0
    for tile in range(3):
        for k in range(2):
            S[i + k * blockDim.x] = X[(idx + k + tile) % len(X)]
        cp.syncthreads()
        for k in range(4):
            total += S[(i + k) % (2 * blockDim.x)] * S[i]
        cp.syncthreads()
    Y[idx] = total


def two_stages(X, Y):
    S = cp.shared(cp.double, 64)
    i = threadIdx.x
    for tile in range(2):
        S[i] = X[(idx + tile) % len(X)]
        cp.syncthreads()
        u = S[(i + 1) % blockDim.x] * S[i]
        cp.syncthreads()
        S[i] = u * u
        cp.syncthreads()
        Y[idx] += S[(i + 2) % blockDim.x] * u
        cp.syncthreads()


def read_before_it_is_staged(X, Y):
    S = cp.shared(cp.double, 64)
    i = threadIdx.x
    S[i] = X[idx] + 1.0
    cp.syncthreads()
    y = S[(i + 1) % blockDim.x] * S[i]
    for tile in range(2):
        cp.syncthreads()
        S[i] = X[(idx + tile) % len(X)] * y
        cp.syncthreads()
        y += S[(i + 1) % blockDim.x] * 0.3 * S[i]
    cp.syncthreads()
    Y[idx] = y * S[0]


def doubly_buffered(X, Y):
    S = cp.shared(cp.double, (2, 64))
    i = threadIdx.x
    S[0, i] = X[idx]
    for step in range(3):
        cp.syncthreads()
        S[(step + 1) % 2, i] = S[step % 2, (i + 1) % blockDim.x] * S[step % 2, i]
    cp.syncthreads()
    Y[idx] = S[1, i] * S[0, (i + 1) % blockDim.x]


FORMS = [
    leaves_loops,
    branches_in_loops,
    nested_loops,
    integers_in_shared_memory,
    local_and_shared,
    tiles_by_loops,
    two_stages,
    read_before_it_is_staged,
    doubly_buffered,
]


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("function", FORMS)
def test_forms(function: Any, block: int) -> None:
    n = 2 * block
    agrees(function, VECTORS, n, block, [doubles(n), doubles(n)])


@pytest.mark.parametrize("block", BLOCKS)
def test_functions(block: int) -> None:
    n = 2 * block
    agrees(calls_functions, VECTORS, n, block, [doubles(n), doubles(n)])


def smoothed_in_the_plane(A, B):
    S = cp.shared(cp.double, (10, 10))
    ty, tx = threadIdx.y + 1, threadIdx.x + 1
    for step in range(3):
        inside = 0 < idy < A.shape[0] - 1 and 0 < idx < A.shape[1] - 1
        S[ty, tx] = A[idy, idx] if idy < A.shape[0] and idx < A.shape[1] else 0.0
        if threadIdx.x == 0:
            S[ty, 0] = 0.5
            S[ty, blockDim.x + 1] = 0.25
        if threadIdx.y == 0:
            S[0, tx] = 0.1
            S[blockDim.y + 1, tx] = 0.2
        cp.syncthreads()
        u = S[ty - 1, tx] * S[ty + 1, tx] + S[ty, tx - 1] * S[ty, tx + 1] - S[ty, tx] ** 2
        cp.syncthreads()
        if inside:
            A[idy, idx] += 0.1 * u
    if idy < B.shape[0] and idx < B.shape[1]:
        B[idy, idx] *= A[idy, idx]


def summed_in_the_plane(A, B):
    S = cp.shared(cp.double, 64)
    t = threadIdx.y * blockDim.x + threadIdx.x
    S[t] = A[idy, idx] if idy < A.shape[0] and idx < A.shape[1] else 0.0
    s = blockDim.x * blockDim.y // 2
    while s > 0:
        cp.syncthreads()
        if t < s:
            S[t] += S[t + s] * S[t]
        s //= 2
    cp.syncthreads()
    if t == 0:
        B[blockIdx.y, blockIdx.x] = S[0] / (gridDim.x + gridDim.y)


@pytest.mark.parametrize("block", [(8, 8), (8, 4), (2, 8), (1, 8), (8, 1)])
@pytest.mark.parametrize("function", [smoothed_in_the_plane, summed_in_the_plane])
def test_loops_in_blocks_of_two_axes(function: Any, block: tuple[int, int]) -> None:
    for rows, columns in ((8, 8), (7, 13)):
        shapes = [doubles(rows, columns), doubles(rows, columns)]
        agrees(function, "void (double[,] A, double[,] B)", (columns, rows), block, shapes)


@cp.struct
class Body:
    position: cp.double
    kind: cp.int32
    mass: cp.double


def moved_bodies(P, Y):
    S = cp.shared(Body, 64)
    S[threadIdx.x] = P[idx]
    cp.syncthreads()
    for step in range(3):
        force = S[(threadIdx.x + 1) % blockDim.x].mass * S[(threadIdx.x + 2) % blockDim.x].position
        cp.syncthreads()
        S[threadIdx.x].position += 0.1 * math.sin(force)
        cp.syncthreads()
    Y[idx] = S[threadIdx.x].position * S[0].mass


def moved_vectors(V, Y):
    S = cp.shared(cp.double2, 64)
    S[threadIdx.x] = V[idx]
    for step in range(3):
        cp.syncthreads()
        v = S[(threadIdx.x + 1) % blockDim.x] * 0.5
        cp.syncthreads()
        S[threadIdx.x] = S[threadIdx.x] * v + v
    Y[idx] = S[threadIdx.x].x * S[threadIdx.x].y


def moved_floats(X, Y):
    S = cp.shared(cp.float32, 64)
    S[threadIdx.x] = X[idx]
    for step in range(3):
        cp.syncthreads()
        v = S[(threadIdx.x + 1) % blockDim.x]
        cp.syncthreads()
        S[threadIdx.x] = S[threadIdx.x] * v * 0.5
    Y[idx] += S[threadIdx.x]


@pytest.mark.parametrize("block", [1, 7, 64])
def test_types_in_loops(block: int) -> None:
    n = 2 * block
    bodies = np.zeros(n, Body.dtype)
    bodies["position"], bodies["mass"] = doubles(n), doubles(n)
    agrees(moved_bodies, "void (Body* P, double* Y)", n, block, [bodies, doubles(n)])
    agrees(moved_vectors, "void (double2* V, double* Y)", n, block, [doubles(n, 2), doubles(n)])
    floats = [doubles(n).astype(np.float32), doubles(n).astype(np.float32)]
    agrees(moved_floats, "void (float* X, float* Y)", n, block, floats)


def scaled(alpha, X, Y):
    S = cp.shared(cp.double, 64)
    S[threadIdx.x] = alpha * X[idx]
    cp.syncthreads()
    Y[idx] = S[(threadIdx.x + 1) % blockDim.x] * alpha


@pytest.mark.parametrize("block", BLOCKS)
def test_bars_of_numbers(block: int) -> None:
    n = 2 * block
    agrees(scaled, "void (double alpha, double* X, double* Y)", n, block, [1.5, doubles(n), doubles(n)])
