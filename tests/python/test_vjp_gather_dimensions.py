"""Reverse mode gathers elements of three and more dimensions, which are numbered along one axis."""

from __future__ import annotations

from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import idx, idy, idz
from inner_products import doubles, pulls_back


@cp.kernel("void (double[,,] X, double[,,,] W, double* b, double[,,] Y)")
def layer(X, W, b, Y):
    if idx < Y.shape[2] and idy < Y.shape[1] and idz < Y.shape[0]:
        total = b[idz]
        for c in range(W.shape[1]):
            for ky in range(W.shape[2]):
                for kx in range(W.shape[3]):
                    total += X[c, idy + ky, idx + kx] * W[idz, c, ky, kx]
        Y[idz, idy, idx] = total


@cp.kernel("void (double[,,] K, double* X, double* Y)")
def shared_by_all(K, X, Y):
    if idx < len(Y):
        total = 0.0
        for i in range(K.shape[0]):
            for j in range(K.shape[1]):
                for k in range(K.shape[2]):
                    total += K[i, j, k] * K[i, j, k] * X[idx]
        Y[idx] = total


@cp.kernel("void (double[,,,,] K, double[,] X, double[,] Y)")
def five(K, X, Y):
    if idx < Y.shape[1] and idy < Y.shape[0]:
        total = 0.0
        for i in range(K.shape[0]):
            for j in range(1, K.shape[2]):
                for k in range(K.shape[3] - 1, -1, -1):
                    total += K[i, 1, j, k, idy] * X[idy, idx] * K[i, 0, j - 1, k, idy]
        Y[idy, idx] = total


@cp.kernel("void (double[,,] A, double[,,] Y)")
def neighbours(A, Y):
    z, y, x = Y.shape
    if 0 < idx and idx < x - 1 and idy < y and idz < z:
        Y[idz, idy, idx] = A[idz, idy, idx - 1] * A[idz, idy, idx + 1] + A[0, idy, idx]


def atomics_in_loops(call: Any) -> list[str]:
    loops: list[int] = []  # how far the loops are indented that a line is in
    found = []
    for line in call.vjp.cuda_source.splitlines():
        indent = len(line) - len(line.lstrip())
        while line and loops and indent <= loops[-1]:
            loops.pop()
        if loops and "atomicAdd" in line:
            found.append(line)
        if line.lstrip().startswith(("for (", "while (")):
            loops.append(indent)
    return found


@pytest.mark.parametrize("threads", [(6, 5, 3), (4, 4, 2), (40, 7, 3)])
def test_a_layer(threads: tuple[int, int, int]) -> None:
    assert atomics_in_loops(layer) == []
    x, y, z = threads
    pulls_back(layer, threads, [doubles(2, y + 2, x + 1), doubles(z, 2, 3, 2), doubles(z), doubles(z, y, x)])


def test_a_launch_that_is_smaller_than_its_arrays() -> None:
    pulls_back(layer, (2, 3, 1), [doubles(2, 9, 8), doubles(4, 2, 3, 2), doubles(4), doubles(4, 7, 7)])


@pytest.mark.parametrize("threads", [1, 5, 3000])
def test_elements_that_all_threads_read(threads: int) -> None:
    """With 3000 threads those of an element are divided in parts."""
    assert atomics_in_loops(shared_by_all) == []
    pulls_back(shared_by_all, threads, [doubles(2, 3, 4), doubles(threads), doubles(threads)], 1e-11)


@pytest.mark.parametrize("threads", [(3, 2), (500, 2)])
def test_constant_positions_and_bounds(threads: tuple[int, int]) -> None:
    assert atomics_in_loops(five) == []
    x, y = threads
    pulls_back(five, threads, [doubles(2, 2, 3, 4, y), doubles(y, x), doubles(y, x)], 1e-11)


def test_a_row_that_all_threads_read() -> None:
    pulls_back(neighbours, (6, 4, 3), [doubles(3, 4, 6), doubles(3, 4, 6)])


def test_arrays_without_elements() -> None:
    bars = [np.zeros((2, 4, 4)), np.zeros((0, 2, 3, 2)), np.zeros(0), np.zeros((0, 2, 3))]
    layer.vjp(3, 2, 1)(*(bar.copy() for bar in bars), *bars)
    assert not bars[0].any()
