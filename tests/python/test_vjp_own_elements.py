"""Reverse mode adds without atomics where an element of a bar belongs to one thread."""

from __future__ import annotations

from typing import Any

import cudapy as cp
import numpy as np
import pytest
from block_derivatives import agrees, doubles
from cudapy import blockDim, idx, idy, threadIdx
from inner_products import pulls_back


def atomics(call: Any) -> list[str]:
    """Returns what atomics of a derivative add to."""
    lines = [line.strip() for line in call.vjp.cuda_source.splitlines()]
    return [line.partition("(&")[2].partition("[")[0] for line in lines if line.startswith("atomicAdd(&")]


def test_any_element_of_a_row_of_its_own() -> None:
    @cp.kernel("void (double[,] D, int* N, double* Y)")
    def chosen(D, N, Y):
        Y[idx] = D[idx, N[idx]] * D[idx, 0] + D[idx, N[idx]]

    assert atomics(chosen) == []
    pulls_back(chosen, 5, [doubles(5, 4), np.array([0, 3, 1, 2, 0], np.int32), doubles(5)])


def test_any_element_of_a_plane_of_its_own() -> None:
    @cp.kernel("void (double[,,] D, int[,] N, double[,] Y)")
    def chosen(D, N, Y):
        d = D[idy, N[idy, idx], idx]
        D[idy, 1, idx] = d * d
        Y[idy, idx] += D[idy, N[idy, idx], idx] * d

    assert atomics(chosen) == []
    N = np.random.default_rng(1).integers(0, 3, (4, 5), dtype=np.int32)
    pulls_back(chosen, (5, 4), [doubles(4, 3, 5), N, doubles(4, 5)])


def test_every_other_element() -> None:
    @cp.kernel("void (double* X, double* Y)")
    def pairs(X, Y):
        Y[idx] = X[2 * idx] * X[2 * idx + 1] * X[2 * idx]

    assert atomics(pairs) == []
    pulls_back(pairs, 6, [doubles(12), doubles(6)])


def test_an_element_that_two_threads_have() -> None:
    @cp.kernel("void (double* X, int* N, double* Y)")
    def shared_ones(X, N, Y):
        Y[idx] = X[2 * idx] * X[N[idx]]

    assert set(atomics(shared_ones)) == {"X_bar"}
    pulls_back(shared_ones, 6, [doubles(12), np.array([0, 2, 2, 2, 11, 0], np.int32), doubles(6)])


def test_one_coordinate_of_two() -> None:
    """The threads of a column have their element together."""

    @cp.kernel("void (double* X, int* N, double[,] Y)")
    def columns(X, N, Y):
        Y[idy, idx] = X[idx] * Y[idy, idx] if N[idx] > 0 else X[idx] * X[idx]

    pulls_back(columns, (5, 4), [doubles(5), np.array([0, 1, 1, 0, 1], np.int32), doubles(4, 5)])


def own_then_others(X, Y):
    S = cp.shared(cp.double, 256)
    i = threadIdx.x
    S[i] = X[idx]
    cp.syncthreads()
    a = S[(i + 1) % blockDim.x]
    cp.syncthreads()
    S[i] = S[i] * S[i] * a
    cp.syncthreads()
    Y[idx] = S[blockDim.x - 1 - i]


def own_in_a_loop(X, Y):
    S = cp.shared(cp.double, 256)
    i = threadIdx.x
    S[i] = X[idx]
    cp.syncthreads()
    for _ in range(3):
        s = S[(i + 1) % blockDim.x]
        cp.syncthreads()
        S[i] = S[i] * s
        cp.syncthreads()
    Y[idx] = S[i] * Y[idx]


def mirrored(X, Y):
    """Own elements on one side of a barrier, and those of others on the other side."""
    S = cp.shared(cp.double, 256)
    i = threadIdx.x
    S[i] = X[idx]
    cp.syncthreads()
    Y[idx] = Y[idx] * S[blockDim.x - 1 - i] * S[i]


def under_a_condition(X, Y):
    S = cp.shared(cp.double, 256)
    i = threadIdx.x
    S[i] = X[idx]
    cp.syncthreads()
    b = 1.0
    if blockDim.x > 16:
        b = S[(i + 5) % blockDim.x]
        cp.syncthreads()
    c = S[i] * b
    cp.syncthreads()
    S[i] = S[i] * c
    Y[idx] = S[i]


@pytest.mark.parametrize("block", [1, 16, 32, 96])
@pytest.mark.parametrize("kernel", [own_then_others, own_in_a_loop, mirrored, under_a_condition])
def test_shared_arrays(kernel: Any, block: int) -> None:
    agrees(kernel, "void (double* X, double* Y)", 2 * block, block, [doubles(2 * block), doubles(2 * block)])


def tile(X, Y):
    S = cp.shared(cp.double, (8, 8))
    x, y = threadIdx.x, threadIdx.y
    S[y, x] = X[idy, idx]
    cp.syncthreads()
    a = S[x, y]
    cp.syncthreads()
    S[y, x] = S[y, x] * S[y, x] * a
    cp.syncthreads()
    Y[idy, idx] = S[7 - y, x]


def test_a_tile() -> None:
    call = agrees(tile, "void (double[,] X, double[,] Y)", (16, 8), (8, 8), [doubles(8, 16), doubles(8, 16)])
    # Threads read elements of others only before the last barrier, of S[7 - y, x]. S[x, y] is their own.
    assert atomics(call) == ["S_bar"]
    assert "S_bar[x * 8 + y] += a_bar;" in call.vjp.cuda_source
