"""Derivatives of kernels of cudapy.cuda."""

from __future__ import annotations

import math
import pickle
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import cuda

rng = np.random.default_rng(48)


def doubles(*shape: int) -> Any:
    return rng.uniform(0.5, 2.0, shape)


@cuda.jit
def saxpy(alpha, X, Y):
    i = cuda.grid(1)
    if i < X.size:
        Y[i] = alpha * X[i] + Y[i]


def test_both_ways() -> None:
    X, Y = np.array([1.0, 2.0]), np.array([10.0, 20.0])
    X_dot, Y_dot = np.ones(2), np.zeros(2)
    saxpy.jvp[1, 32](3.0, X, Y, 0.5, X_dot, Y_dot)
    assert Y.tolist() == [13.0, 26.0]
    assert Y_dot.tolist() == [3.5, 4.0]
    X_bar, Y_bar, alpha_bar = np.zeros(2), np.array([1.0, 10.0]), np.zeros(1)
    Y = np.array([10.0, 20.0])
    saxpy.vjp[1, 32](3.0, X, Y, alpha_bar, X_bar, Y_bar)
    assert alpha_bar.tolist() == [21.0]
    assert X_bar.tolist() == [3.0, 30.0]
    assert Y.tolist() == [10.0, 20.0]


def test_arrays_on_the_device() -> None:
    X, Y, X_bar, Y_bar = map(cuda.to_device, (np.ones(64), np.ones(64), np.zeros(64), np.ones(64)))
    alpha_bar = cuda.to_device(np.zeros(1))
    saxpy.vjp[2, 32](3.0, X, Y, alpha_bar, X_bar, Y_bar)
    assert X_bar.copy_to_host().tolist() == [3.0] * 64
    assert alpha_bar.copy_to_host().tolist() == [64.0]
    saxpy.vjp.forall(64)(3.0, X, Y, alpha_bar, X_bar, Y_bar)
    assert X_bar.copy_to_host().tolist() == [6.0] * 64


def test_some_parameters() -> None:
    X_bar, Y_bar = np.zeros(2), np.ones(2)
    saxpy.vjp(wrt=("X",))[1, 2](2.0, np.ones(2), np.ones(2), X_bar, Y_bar)
    assert X_bar.tolist() == [2.0, 2.0]


@cuda.jit("void(float32, float32[:], float32[:])")
def typed(alpha, X, Y):
    i = cuda.grid(1)
    if i < X.size:
        Y[i] = alpha * X[i] * X[i]


def test_a_signature() -> None:
    ones, Y_bar = np.ones(3, np.float32), np.ones(3, np.float32)
    alpha_bar, X_bar = np.zeros(1, np.float32), np.zeros(3, np.float32)
    typed.vjp[1, 3](2, ones, ones.copy(), alpha_bar, X_bar, Y_bar)  # an int, as the signature casts it
    assert (alpha_bar.tolist(), X_bar.tolist(), Y_bar.tolist()) == ([3.0], [4.0] * 3, [0.0] * 3)
    assert "X_bar[" in typed.vjp.inspect_cuda()


def test_types_are_chosen_at_each_launch() -> None:
    for kind in (np.float32, np.float64):
        X_bar = np.zeros(2, kind)
        saxpy.vjp[1, 2](
            kind(2), np.ones(2, kind), np.ones(2, kind), np.zeros(1, kind), X_bar, np.ones(2, kind)
        )
        assert X_bar.tolist() == [2.0, 2.0]


@cuda.jit(device=True)
def gain(x, y):
    return math.exp(-x) * y


@cuda.jit
def product(A, B, C):
    j, i = cuda.grid(2)
    if i < C.shape[0] and j < C.shape[1]:
        total = 0.0
        for k in range(A.shape[1]):
            total += A[i, k] * gain(B[k, j], A[i, k])
        C[i, j] = total


@cuda.jit
def halves(X, Y):
    S = cuda.shared.array(64, np.float64)
    i = cuda.threadIdx.x
    S[i] = X[cuda.grid(1)]
    cuda.syncthreads()
    n = cuda.blockDim.x // 2
    while n > 0:
        if i < n:
            S[i] += S[i + n] * S[i]
        cuda.syncthreads()
        n //= 2
    if i == 0:
        Y[cuda.blockIdx.x] = S[0]


@cuda.jit
def totals(X, N, T):
    for i in range(cuda.grid(1), X.size, cuda.gridsize(1)):
        cuda.atomic.add(T, N[i], X[i] * X[i])


@cuda.jit
def in_place(X):
    i = cuda.grid(1)
    if i < X.shape[0]:
        for _ in range(3):
            X[i] = math.sin(X[i]) * X[i] + 0.5


@cuda.jit
def constants(a, X, Y):
    own = cuda.local.array(3, np.float64)
    i = cuda.grid(1)
    if i < X.size:
        for k in range(3):
            own[k] = a * X[i] ** k
        Y[-1 - i] = own[0] + own[1] * own[2]


CASES: dict[str, tuple[Any, Any, list[Any]]] = {
    "a product": (product, ((1, 2), (8, 2)), [doubles(3, 4), doubles(4, 5), doubles(3, 5)]),
    "a sum by halves": (halves, (2, 32), [doubles(64), doubles(2)]),
    "atomics": (totals, (2, 4), [doubles(20), rng.integers(0, 3, 20), doubles(3)]),
    "a loop in place": (in_place, (1, 8), [doubles(7)]),
    "a local array and a negative index": (constants, (1, 8), [0.75, doubles(5), doubles(5)]),
}


@pytest.mark.parametrize("name", CASES)
def test_inner_products(name: str) -> None:
    """<u, J v> is <J^T u, v>, and J v is what differences say."""
    kernel, (blocks, threads), arguments = CASES[name]
    active = [i for i, each in enumerate(arguments) if isinstance(each, float) or each.dtype == np.float64]

    def copies(values: list[Any]) -> list[Any]:
        return [np.copy(each) if isinstance(each, np.ndarray) else each for each in values]

    def moved(step: float) -> list[Any]:
        values = copies(arguments)
        for i, dot in zip(active, dots, strict=True):
            values[i] = values[i] + step * dot
        kernel[blocks, threads](*values)
        return values

    dots = [rng.uniform(-1, 1) if isinstance(arguments[i], float) else rng.uniform(-1, 1, arguments[i].shape)
            for i in active]  # fmt: skip
    values, tangents = copies(arguments), copies(dots)
    kernel.jvp[blocks, threads](*values, *tangents)
    above, below = moved(1e-6), moved(-1e-6)
    for i, tangent in zip(active, tangents, strict=True):
        if not isinstance(tangent, float):
            np.testing.assert_allclose(tangent, (above[i] - below[i]) / 2e-6, rtol=1e-6, atol=1e-8)
    weights = [np.zeros(1) if isinstance(each, float) else rng.uniform(-1, 1, each.shape) for each in dots]
    bars = copies(weights)
    kernel.vjp[blocks, threads](*copies(arguments), *bars)
    forward = sum(float(np.sum(w * t)) for w, t in zip(weights, tangents, strict=True) if w.shape != (1,))
    backward = sum(float(np.sum(bar * dot)) for bar, dot in zip(bars, dots, strict=True))
    assert forward == pytest.approx(backward, rel=1e-12, abs=1e-12)


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^saxpy.vjp: the launch configuration was not specified"):
        saxpy.vjp(1.0)

    @cuda.jit
    def several(X, *others):
        X[cuda.grid(1)] = others[0][0]

    with pytest.raises(TypeError, match=r"^several: a kernel with \*arguments has no derivative"):
        several.vjp[1, 1](np.ones(1), np.ones(1), np.ones(1), np.ones(1))


def test_stores_to_an_array_in_a_record_are_refused() -> None:
    record = np.dtype([("x", "f8", (3,)), ("k", "f8")], align=True)

    @cuda.jit
    def turn(R):
        i = cuda.grid(1)
        for s in range(3):
            R[i].x[s] = R[i].x[(s + 1) % 3] * R[i].k

    with pytest.raises(cp.CompileError) as caught:
        turn.vjp[1, 1](np.zeros(1, record), np.zeros(1, record))
    text = str(caught.value)
    assert text[text.index("error[E790]") :].splitlines() == [
        "error[E790]: a store to an array in a struct, which a loop reads again cannot be differentiated",
        f"{text.splitlines()[1].partition('|')[0]}|             R[i].x[s] = R[i].x[(s + 1) % 3] * R[i].k",
        f"{text.splitlines()[2].partition('|')[0]}|             {'^' * 40} the derivative goes through this",
        "   = note: the array cannot be recorded yet",
        "   = help: use a local array",
        "1 error",
    ]


def test_pickles() -> None:
    again = pickle.loads(pickle.dumps(typed.vjp))
    assert repr(again) == "<cuda kernel typed.vjp>"
    X_bar = np.zeros(1, np.float32)
    one = np.ones(1, np.float32)
    again[1, 1](2.0, one, one.copy(), np.zeros(1, np.float32), X_bar, one.copy())
    assert X_bar.tolist() == [4.0]


def test_a_tape() -> None:
    X, Y = cp.CudaArray([1.0, 2.0]), cp.zeros(2, cp.Double)
    with cp.Tape() as tape:
        saxpy[1, 2](3.0, X, Y)
        Z = Y * Y
    tape.vjp(Z, [1.0, 1.0])
    assert tape.gradient(X).tolist() == [18.0, 36.0]
