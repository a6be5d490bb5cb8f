"""cp.Tape: operations with whole arrays."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import idx
from tape_kernels import doubles

WHOLE: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {
    "sum along an axis": (lambda X: X.sum(axis=0), lambda X: X.sum(axis=0)),
    "sum along the other axis": (lambda X: X.sum(axis=1, keepdims=True), lambda X: X.sum(1, keepdims=True)),
    "mean": (lambda X: X.mean(axis=1), lambda X: X.mean(axis=1)),
    "max": (lambda X: X.max(axis=0), lambda X: X.max(axis=0)),
    "min": (lambda X: X.min(keepdims=True), lambda X: X.min(keepdims=True)),
    "transposed": (lambda X: X.T * X.T, lambda X: X.T * X.T),
    "strided": (lambda X: X[::2, 1:] * 3.0 + X[0:1, 1:], lambda X: X[::2, 1:] * 3.0 + X[0:1, 1:]),
    "broadcast": (lambda X: X * X[:, 0:1], lambda X: X * X[:, 0:1]),
    "power": (lambda X: X**3 / (X + 5.0), lambda X: X**3 / (X + 5.0)),
    "number first": (lambda X: 1.0 / (X + 5.0) - X, lambda X: 1.0 / (X + 5.0) - X),
    "negated": (lambda X: -X, lambda X: -X),
    "map": (
        lambda X: cp.lib.map(lambda x: x * math.exp(x), X.reshape(-1)),
        lambda X: (X * np.exp(X)).reshape(-1),
    ),
    "zipWith": (
        lambda X: cp.lib.zipWith(lambda x, y: x * y, X[0], X[1]),
        lambda X: X[0] * X[1],
    ),
    "cumsum": (lambda X: cp.lib.cumsum(X, axis=1), lambda X: X.cumsum(axis=1)),
    "sort": (
        lambda X: cp.lib.sort(X, axis=0),
        lambda X: X[np.argsort(X.real, axis=0), np.arange(X.shape[1])],
    ),
    "select": (lambda X: cp.lib.select(X, lambda x: x > 0), lambda X: X[X.real > 0]),
    "product": (
        lambda X: cp.reduction(lambda a, b: a * b, 1.0)(X, axis=0),
        lambda X: np.prod(X, axis=0),
    ),
    "mapped reduction": (
        lambda X: cp.reduction(lambda a, b: a + b, 0.0, map=lambda x: x * x)(X, axis=1),
        lambda X: (X * X).sum(axis=1),
    ),
    "vectorize": (
        lambda X: cp.vectorize(lambda x, y: x * math.sin(y))(X, X),
        lambda X: X * np.sin(X),
    ),
    "elementwise": (
        lambda X: cp.elementwise("T x", "T z", "z = x * x * x", "cubed")(X),
        lambda X: X**3,
    ),
}


@pytest.mark.parametrize("memory", [None, 100_000])
@pytest.mark.parametrize("shape", [(3, 4), (5, 300)], ids=str)
@pytest.mark.parametrize("name", WHOLE)
def test_whole_arrays(name: str, shape: tuple[int, int], memory: int | None) -> None:
    ours, theirs = WHOLE[name]
    random = np.random.default_rng(7)
    values, direction = random.uniform(-1, 1, shape), random.uniform(-1, 1, shape)
    X = doubles(values)
    with cp.Tape(memory=memory) as tape:
        Y = ours(X)
    dot = theirs(values + 1e-30j * direction).imag * 1e30 if name not in ("max", "min") else None
    if dot is None:
        at = values.argmax(axis=0) if name == "max" else values.argmin()
        dot = direction[at, np.arange(shape[1])] if name == "max" else direction.reshape(-1)[at].reshape(1, 1)
    weights = random.uniform(-1, 1, Y.shape)
    tape.vjp(Y, weights)
    found = float((tape.gradient(X).toHost() * direction).sum())
    assert found == pytest.approx(float((weights * dot).sum()), rel=1e-11)


def test_what_has_no_derivative_is_refused_where_it_is_needed() -> None:
    @cp.kernel("void (double* X, double* Y)")
    def next_one(X, Y):
        Y[idx] = math.nextafter(X[idx], 3.0)

    X, Y = doubles([1.0]), cp.zeros(1, cp.Double)
    with cp.Tape() as tape:
        next_one(1)(X, Y)
        Z = X * X
    tape.vjp(Z, [1.0])
    assert tape.gradient(X).tolist() == [2.0]
    with pytest.raises(TypeError, match=r"^the tape cannot go back: next_one has no derivative: "):
        tape.vjp(Y, [1.0])
