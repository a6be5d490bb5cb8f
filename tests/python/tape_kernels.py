"""Kernels and programs that the tests of cp.Tape record."""

from __future__ import annotations

import os
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import idx

needs_host = pytest.mark.skipif(
    os.environ["CUDAPY_TARGET"] != "cpu", reason="NumPy sees only memory of the host"
)


@cp.kernel("void (double* X, double* Y)")
def squared(X, Y):
    Y[idx] = X[idx] * X[idx]


@cp.kernel("void (double a, double* X)")
def scaled(a, X):
    X[idx] = a * X[idx] * X[idx]


@cp.kernel("void (double c, double* Before, double* Now, double* After)")
def wave(c, Before, Now, After):
    i = idx
    left = Now[i - 1] if i > 0 else 0.0
    right = Now[i + 1] if i + 1 < len(Now) else 0.0
    After[i] = 2.0 * Now[i] - Before[i] + c * Now[i] * Now[i] * (left - 2.0 * Now[i] + right)


def doubles(values: Any) -> cp.CudaArray:
    return cp.CudaArray(np.asarray(values, np.float64))


def wave_loss(first: Any, steps: int, tape: cp.Tape | None = None) -> tuple[Any, cp.CudaArray]:
    n = len(first)
    U = [doubles(first), doubles(first), cp.zeros(n, cp.Double)]
    start = U[1]

    def run() -> Any:
        for _ in range(steps):
            wave(n)(0.2, U[0], U[1], U[2])
            U[:] = U[1], U[2], U[0]
        return (U[1] * U[1]).sum(keepdims=True)

    if tape is None:
        return run(), start
    with tape:
        loss = run()
    return loss, start


def moved_loss(first: Any, second: Any, steps: int) -> float:
    U = [doubles(first), doubles(second), cp.zeros(len(first), cp.Double)]
    for _ in range(steps):
        wave(len(first))(0.2, *U)
        U = [U[1], U[2], U[0]]
    return float((U[1] * U[1]).sum())


def loss_along(first: Any, direction: Any, steps: int) -> float:
    """How the loss changes along a direction, by tangents."""
    n = len(first)
    U = [doubles(first), doubles(first), cp.zeros(n, cp.Double)]
    dots = [cp.zeros(n, cp.Double), doubles(direction), cp.zeros(n, cp.Double)]
    for _ in range(steps):
        wave.jvp(n)(0.2, *U, 0.0, *dots)
        U, dots = [U[1], U[2], U[0]], [dots[1], dots[2], dots[0]]
    return float(2 * (U[1] * dots[1]).sum())


@cp.kernel("void (double* X)")
def doubled(X):
    X[idx] = 2.0 * X[idx]


def replay(X: Any) -> None:
    graph = cp.capture()
    with graph:
        doubled(2)(X)
    graph.replay()
