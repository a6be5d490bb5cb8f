"""The derivative of a function over arrays, against differences of the function itself."""

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


def doubles(*shape: int) -> Any:
    return rng.uniform(0.5, 2.0, shape)


@pytest.mark.parametrize(
    "shapes",
    [
        ((5,), (5,), (5,), (5,)),
        ((3, 4), (4,), (3, 1), ()),
        ((), (2, 3), (), (3,)),
        ((), (), (), ()),
        ((0,), (0,), (0,), (0,)),
    ],
)
def test_shapes(shapes: tuple[tuple[int, ...], ...]) -> None:
    x, y, x_dot, y_dot = (doubles(*shape) if shape else float(doubles(1)[0]) for shape in shapes)
    value, dot = smooth.jvp(x, y, x_dot, y_dot)
    step = 1e-6
    expected = (smooth(x + step * x_dot, y + step * y_dot) - smooth(x - step * x_dot, y - step * y_dot)) / (
        2 * step
    )
    np.testing.assert_allclose(value, smooth(x, y) + 0 * expected, rtol=1e-12)
    np.testing.assert_allclose(dot, expected, rtol=1e-6)
    assert np.shape(dot) == np.broadcast_shapes(*shapes)


def test_views_and_other_elements() -> None:
    x, y = doubles(4, 6)[::2, ::-1].T, np.arange(12.0, dtype=np.float32).reshape(6, 2)
    x_dot = doubles(6, 2)
    value, dot = smooth.jvp(x, y, x_dot, None)
    np.testing.assert_allclose(value, smooth(x, y))
    np.testing.assert_allclose(dot, (np.cos(x) * y + 2 * x) * x_dot)


def test_several_results_and_integers() -> None:
    x, n, x_dot = doubles(3), np.array([1, 2, 3]), doubles(3)
    (first, second, third), (first_dot, second_dot, third_dot) = several.jvp(x, n, x_dot, None)
    np.testing.assert_allclose(first, np.exp(x) * n)
    np.testing.assert_array_equal(second, n + 1)
    np.testing.assert_allclose(first_dot, np.exp(x) * n * x_dot)
    np.testing.assert_allclose(third_dot, x_dot / 2)
    assert second_dot is None


def test_arrays_of_libraries() -> None:
    value, dot = smooth.jvp(cp.CudaArray([1.0, 2.0]), 3.0, [1.0, 0.0], 1.0)
    assert type(value) is cp.CudaArray and type(dot) is cp.CudaArray
    np.testing.assert_allclose(dot.numpy(), [3 * math.cos(1.0) + 2 + math.sin(1.0), math.sin(2.0)], rtol=1e-6)


def test_what_is_refused() -> None:
    assert repr(smooth.jvp) == "<function smooth_jvp(x, y, x_dot, y_dot) over arrays>"
    with pytest.raises(TypeError) as error:
        smooth.jvp(1.0, 2.0)
    assert str(error.value) == (
        "smooth.jvp: expected 4 arguments (x, y, and their tangents x_dot, y_dot), got 2"
    )

    @cp.vectorize
    def neighbour(x):
        return math.nextafter(x, 2.0)

    with pytest.raises(cp.CompileError, match=r"E790.*`math.nextafter` cannot be differentiated"):
        neighbour.jvp(1.0, 1.0)


def test_pickled() -> None:
    assert pickle.loads(pickle.dumps(smooth.jvp))(2.0, 1.0, 0.0, 1.0) == (
        math.sin(2.0) + 4.0,
        math.sin(2.0),
    )
