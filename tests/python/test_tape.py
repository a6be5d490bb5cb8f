"""cp.Tape: derivatives of several launches, by type and by way to ask."""

from __future__ import annotations

from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import idx
from tape_kernels import doubles, loss_along, moved_loss, wave_loss


@pytest.mark.parametrize("memory", [None, "1 MB", 40_000, 9_000, 4_000])
def test_a_wave_over_many_launches(memory: Any) -> None:
    n, steps = 32, 500
    first = 0.1 * np.sin(np.arange(n) / 4)
    tape = cp.Tape(memory=memory)
    loss, start = wave_loss(first, steps, tape)
    tape.backward(loss)
    # U[0] and U[1] begin alike, and only U[1] is what the gradient is of.
    found = tape.gradient(start).toHost()
    if isinstance(memory, int):
        assert tape.explain().bytes <= memory
    direction = np.random.default_rng(1).uniform(-1, 1, n)
    assert found @ direction == pytest.approx(loss_along(first, direction, steps), rel=1e-9)
    step = 1e-7
    differences = moved_loss(first, first + step * direction, steps) - moved_loss(
        first, first - step * direction, steps
    )
    assert found @ direction == pytest.approx(differences / (2 * step), rel=1e-4)


# Ways to ask


def test_several_derivatives_of_one_tape() -> None:
    X = doubles([1.0, 2.0, 3.0])
    with cp.Tape() as tape:
        Y = X * X * X
    for at in range(3):
        tape.vjp(Y, np.eye(3)[at])
        assert tape.gradient(X).tolist() == [(3.0 * (i + 1) ** 2 if i == at else 0.0) for i in range(3)]


def test_an_array_that_is_given_twice() -> None:
    X, Z = doubles([1.0, 2.0]), doubles([0.0, 0.0])

    @cp.kernel("void (double* A, double* B, double* C)")
    def product(A, B, C):
        C[idx] = A[idx] * B[idx] * B[idx]

    with cp.Tape() as tape:
        product(2)(X, X, Z)
    tape.vjp(Z, [1.0, 1.0])
    assert tape.gradient(X).tolist() == [3.0, 12.0]


@pytest.mark.parametrize("kind", [cp.Float, cp.Half, cp.Complex64, cp.Complex128], ids=lambda kind: kind.name)
def test_types(kind: Any) -> None:
    X = cp.CudaArray([1.0, 2.0, 4.0], kind)
    with cp.Tape() as tape:
        Y = X * X + X.copy()
    tape.vjp(Y, [1.0, 0.5, 0.0])
    assert tape.gradient(X).elemType() is kind and tape.gradient(X).tolist() == [3.0, 2.5, 0.0]


def test_conversions() -> None:
    X = cp.CudaArray([1.0, 2.0, 4.0], cp.Float)
    with cp.Tape() as tape:
        Y = X.astype(cp.Double) * 3.0
        Z = (X > 1.0).astype(cp.Int)
        W = Z.astype(cp.Double) * Y
    tape.vjp(W, [1.0, 0.5, 0.0])
    assert tape.gradient(X).tolist() == [0.0, 1.5, 0.0]


@cp.struct
class Body:
    x: cp.Double
    v: cp.Double
    n: cp.Int


@cp.kernel("void (float2* A, float2* B)")
def turned(A, B):
    B[idx] = cp.float2(A[idx].y * A[idx].x, A[idx].x)


@cp.kernel("void (double h, Body* B, Body* C)")
def moved(h, B, C):
    C[idx] = Body(B[idx].x + h * B[idx].v, B[idx].v * B[idx].x, B[idx].n)


def test_vectors() -> None:
    A, B = cp.CudaArray([(1.0, 2.0), (3.0, 4.0)], cp.float2), cp.zeros(2, cp.float2)
    with cp.Tape() as tape:
        turned(2)(A, B)
        C = B.copy()
        C[0:1] = B[1:2]
    tape.vjp(C, [(1.0, 0.0), (0.0, 1.0)])
    assert tape.gradient(A).toHost().tolist() == [[0.0, 0.0], [5.0, 3.0]]


def test_structs() -> None:
    A = cp.CudaArray([Body(1.0, 2.0, 3), Body(4.0, 5.0, 6)])
    B, C = cp.zeros(2, Body), cp.zeros(2, Body)
    with cp.Tape() as tape:
        moved(2)(0.5, A, B)
        moved(2)(0.5, B, C)
        B.copy_from(C)
    tape.vjp(B, [Body(1.0, 0.0, 0), Body(0.0, 1.0, 0)])
    found = tape.gradient(A).toList()
    assert [(each.x, each.v) for each in found] == [(2.0, 1.0), (52.5, 36.0)]


def test_cotangents_of_structs_that_meet() -> None:
    A = cp.CudaArray([Body(1.0, 2.0, 3), Body(4.0, 5.0, 6)])
    with cp.Tape() as tape:
        B = A.copy()
        B[0:1] = A[1:2]
        C = A.copy()
    tape.vjp((B, C), ([Body(1.0, 2.0, 0), Body(4.0, 8.0, 0)], [Body(0.5, 0.0, 0), Body(0.0, 0.25, 0)]))
    found = tape.gradient(A).toList()
    assert [(each.x, each.v) for each in found] == [(0.5, 0.0), (5.0, 10.25)]


def test_an_array_that_is_changed_and_given_twice() -> None:
    A = cp.CudaArray([(1.0, 2.0), (3.0, 4.0)], cp.float2)
    with cp.Tape() as tape:
        turned(2)(A, A)
    with pytest.raises(
        TypeError,
        match="^the tape cannot go back: turned has no derivative: it changes an array that it was given",
    ):
        tape.vjp(A, [(1.0, 0.0), (0.0, 0.0)])


def test_generic_kernels_helpers_and_named_arguments() -> None:
    def cube(x):
        return x * x * x

    @cp.kernel("void (T* X, T* Y, int n)")
    def cubes(X, Y, n):
        if idx < n:
            Y[idx] = cube(X[idx])

    X, Y = doubles([1.0, 2.0, 3.0]), cp.zeros(3, cp.Double)
    with cp.Tape() as tape:
        cubes(3)(X, n=2, Y=Y)
    tape.vjp(Y, [1.0, 1.0, 1.0])
    assert tape.gradient(X).tolist() == [3.0, 12.0, 0.0]
    assert tape.gradient(Y).tolist() == [0.0, 0.0, 1.0]


def test_arguments_of_the_host_are_constants() -> None:
    @cp.kernel("void (int* order, double* weights, double* X, double* Y)")
    def taken(order, weights, X, Y):
        Y[idx] = weights[idx] * X[order[idx]]

    X, Y, order, weights = (
        doubles([1.0, 2.0, 3.0]),
        cp.zeros(3, cp.Double),
        [2, 0, 0],
        np.array([1.0, 2.0, 3.0]),
    )
    with cp.Tape() as tape:
        taken(3)(order, weights, X, Y)
    order[:] = [0, 0, 0]
    weights[:] = 0
    tape.vjp(Y, [1.0, 1.0, 1.0])
    assert tape.gradient(X).tolist() == [5.0, 0.0, 1.0]
