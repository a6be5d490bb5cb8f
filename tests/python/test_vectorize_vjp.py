"""The derivative of a function over arrays in reverse mode, against that in forward mode."""

from __future__ import annotations

import math
import pickle
from typing import Any

import cudapy as cp
import numpy as np
import pytest

rng = np.random.default_rng(48)


@cp.vectorize
def smooth(x, y):
    return math.sin(x) * y + x * x


@cp.vectorize
def several(x, n):
    return math.exp(x) * n, n + 1, x / 2


@cp.vectorize
def one(x):
    return x * x * x


def doubles(*shape: int) -> Any:
    return rng.uniform(0.5, 2.0, shape)


@pytest.mark.parametrize(
    "shapes",
    [((5,), (5,)), ((3, 4), (4,)), ((3, 1), (1, 4)), ((), (2, 3)), ((2, 3), ()), ((), ()), ((300,), (1,))],
    ids=str,
)
def test_shapes(shapes: tuple[tuple[int, ...], ...]) -> None:
    x, y = (doubles(*shape) if shape else float(doubles(1)[0]) for shape in shapes)
    x_dot, y_dot = (doubles(*shape) if shape else float(doubles(1)[0]) for shape in shapes)
    _, dot = smooth.jvp(x, y, x_dot, y_dot)
    bar = doubles(*np.shape(dot)) if np.shape(dot) else 0.75
    x_bar, y_bar = smooth.vjp(x, y, bar)
    assert (np.shape(x_bar), np.shape(y_bar)) == shapes
    assert np.sum(x_bar * x_dot) + np.sum(y_bar * y_dot) == pytest.approx(float(np.sum(bar * dot)), rel=1e-12)


def test_several_results_and_integers() -> None:
    x, n = doubles(4), np.arange(1, 5, dtype=np.int32)
    x_bar, n_bar = several.vjp(x, n, (np.ones(4), None, np.full(4, 6.0)))
    assert n_bar is None
    np.testing.assert_allclose(x_bar, np.exp(x) * n + 3.0)
    x_bar, _ = several.vjp(x, n, (None, None, None))
    assert x_bar.tolist() == [0.0] * 4


def test_kinds_of_arrays() -> None:
    assert one.vjp([1.0, 2.0], 1.0).tolist() == [3.0, 12.0]
    found = one.vjp(cp.CudaArray([1.0, 2.0]), cp.CudaArray([1.0, 0.5]))
    assert isinstance(found, cp.CudaArray) and found.tolist() == [3.0, 6.0]
    assert one.vjp(np.array([1.0, 2.0], np.float32), np.ones(2)).dtype == np.float32
    assert one.vjp(2.0, 1.0) == 12.0
    assert pickle.loads(pickle.dumps(one)).vjp(2.0, 1.0) == 12.0
    assert repr(one.vjp) == "<function one_vjp(x, bar) over arrays>"


def test_what_is_refused() -> None:
    with pytest.raises(TypeError, match=r"^smooth.vjp: expected 3 arguments \(x, y, and the cotangent"):
        smooth.vjp(1.0, 2.0)
    with pytest.raises(TypeError, match="^several.vjp: expected a tuple of 3 cotangents"):
        several.vjp(1.0, 2, 1.0)
    with pytest.raises(ValueError, match=r"^one.vjp: the cotangent has the shape \(3,\), and the result"):
        one.vjp(np.ones(2), np.ones(3))
    with pytest.raises(RuntimeError, match="^one.vjp: derivatives are not recorded"), cp.Tape():
        one.vjp(np.ones(2), np.ones(2))
