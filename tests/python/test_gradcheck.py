"""Kernel.gradcheck: derivatives against finite differences."""

from __future__ import annotations

import math
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import idx
from cudapy._derivatives.gradcheck import in_double

HERE = "test_gradcheck.py"


@cp.kernel("void (float alpha, float* X, float* Y)")
def saxpy(alpha, X, Y):
    if idx < len(Y):
        Y[idx] = alpha * X[idx] + Y[idx]


def line_of(kernel: Any, text: str) -> int:
    code = kernel.__wrapped__.__code__
    with open(code.co_filename, encoding="utf-8") as file:
        lines = file.read().splitlines()
    return next(at for at in range(code.co_firstlineno, len(lines)) if text in lines[at]) + 1


def test_arrays_stay_as_they_are() -> None:
    X, Y = np.array([1.0, 2.0], np.float32), [10.0, 20.0]
    found = saxpy.gradcheck(2)(3.0, X, Y)
    assert (found.kernel, found.checked, found.kinks) == ("saxpy", 25, [])
    assert found.largest < 1e-9
    assert X.tolist() == [1.0, 2.0] and Y == [10.0, 20.0]
    found = saxpy.gradcheck(2)(3.0, X, Y=cp.CudaArray(Y, cp.float32))
    assert str(found).startswith("<saxpy: 25 derivatives agree with finite differences to ")


@cp.kernel("void (half a, bfloat16* X, complex64* Z, float2* V, double[,] A)")
def of_all_types(a, X, Z, V, A):
    X[idx] = a * math.sin(X[idx])
    Z[idx] = Z[idx] * Z[idx] / X[idx]
    V[idx] = V[idx] * a + V[idx] / 3.0
    A[0, idx] = abs(Z[idx]) * V[idx].x + A[1, idx]


def test_narrow_types_are_computed_in_double() -> None:
    X = cp.CudaArray(np.array([0.5, 1.5], np.float32), cp.bfloat16)
    found = of_all_types.gradcheck(2)(1.5, X, [1 + 2j, 2 - 1j], [(1.0, 2.0), (3.0, 4.0)], np.ones((2, 2)))
    assert found.checked == 15 * 15 and found.largest < 1e-7 and not found.kinks
    assert in_double(of_all_types).target == "cpu"
    assert [str(type) for _, type in in_double(of_all_types).parameters][:2] == [
        "cudapy.Double",
        "cudapy.Pointer(cudapy.Double)",
    ]


@cp.kernel("void (double* X, double* Y)")
def kinks(X, Y):
    x = X[idx]
    if idx == 0:
        Y[idx] = math.sqrt(x)
    elif idx == 1:
        Y[idx] = abs(x)
    elif idx == 2:
        Y[idx] = math.log(x)
    elif idx == 3:
        Y[idx] = math.floor(x) * x
    else:
        Y[idx] = x * x


def test_kinks_are_named() -> None:
    found = kinks.gradcheck(5)([0.0, 0.0, 0.0, 1.0, 0.5], [0.0] * 5)
    assert [str(each) for each in found.kinks] == [
        "Y[0] along X[0]: its formula gives inf",
        "Y[1] along X[1]: from above it is 1, and from below -1",
        "Y[2] along X[2]: the value is -inf",
        "Y[3] along X[3]: the value jumps",
    ]
    assert str(found).split("; ")[1].splitlines()[:2] == [
        "4 are at kinks:",
        "  Y[0] along X[0]: its formula gives inf",
    ]


@cp.kernel("void (double* X, double* Y)")
def square(X, Y):
    Y[idx] = 0.0
    Y[idx] += X[idx] ** 2


@cp.kernel("void (double* X, double* Y)")
def almost_square(X, Y):
    Y[idx] = X[idx] ** 2 * 1.0001


def test_a_wrong_derivative(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_double(square), "_jvp", almost_square.jvp, raising=False)
    with pytest.raises(AssertionError) as caught:
        square.gradcheck(2)([3.0, 2.0], [0.0, 0.0])
    last, first = line_of(square, "+="), line_of(square, "= 0.0")
    assert str(caught.value) == (
        "gradcheck: square: the derivative of Y[0] along X[0] is 6.0006, and finite differences give 6. "
        f"It is stored in\n  {HERE}, line {last}: Y[idx] += X[idx] ** 2\n  {HERE}, line {first}: Y[idx] = 0.0"
    )
    X = np.linspace(1.0, 2.0, 101)
    with pytest.raises(AssertionError) as caught:
        square.gradcheck(101)(X, np.zeros(101))
    assert str(caught.value).startswith(
        "gradcheck: square: the derivative of Y[0] along X[0] is 2.0002, and finite differences give 2, and "
        "100 more differ. It is stored in\n"
    )


def pulling(factor: float) -> Any:
    """Returns a derivative in reverse mode for `square`, which is right with 2."""

    def launch(X: Any, Y: Any, X_bar: Any, Y_bar: Any) -> None:
        X_bar += factor * X * Y_bar
        Y_bar[...] = 0

    return property(lambda call: lambda *threads, **options: launch)


@pytest.mark.parametrize("size", [3, 80])
def test_reverse_mode(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    X = np.linspace(1.0, 2.0, size)
    monkeypatch.setattr(cp.Kernel, "vjp", pulling(2), raising=False)
    assert square.gradcheck(size)(X, np.zeros(size)).reverse == "agrees"
    monkeypatch.setattr(cp.Kernel, "vjp", pulling(2.001), raising=False)
    with pytest.raises(AssertionError) as caught:
        square.gradcheck(size)(X, np.zeros(size))
    text = str(caught.value)
    if size == 3:
        assert text.startswith("gradcheck: square: reverse mode (vjp) pulls back ")
        assert " to X[0], and forward mode (jvp) " in text and text.endswith(", and 2 more differ")
    else:
        assert text.startswith("gradcheck: square: along random directions reverse mode (vjp) gives ")


@cp.kernel("void (int* N)")
def count(N):
    N[idx] += 1


@cp.struct
class Body:
    x: cp.float32


@cp.kernel("void (Body* B)")
def bodies(B):
    B[idx].x *= B[idx].x


@cp.kernel("void (double* X)")
def largest(X):
    cp.atomicMax(X, 0, X[idx])


def test_what_cannot_be_checked() -> None:
    with pytest.raises(TypeError) as caught:
        count.gradcheck(1)([1])
    assert str(caught.value) == (
        "gradcheck: count has no parameter with floats, so that there is nothing to differentiate"
    )
    with pytest.raises(TypeError) as caught:
        bodies.gradcheck(1)([Body(1.0)])
    assert str(caught.value) == (
        "gradcheck: bodies is checked with doubles in place of its floats, and the field `x` of `Body` is "
        f"none of them (line {line_of(bodies, 'def bodies')}): declare it with doubles for the check"
    )
    with pytest.raises(cp.CompileError, match="E790.*atomicMax"):
        largest.gradcheck(1)([1.0])


def test_wrong_arguments() -> None:
    with pytest.raises(TypeError, match="saxpy: .*3 arguments"):
        saxpy.gradcheck(2)(1.0, [1.0])
    with pytest.raises(TypeError, match="parameter X"):
        saxpy.gradcheck(2)(1.0, 2.0, [1.0])


def test_empty_arrays() -> None:
    found = square.gradcheck(0)([], [])
    assert (found.checked, found.largest, found.kinks) == (0, 0.0, [])
    assert saxpy.gradcheck(0)(1.0, [], np.zeros(0, np.float32)).checked == 1


def test_one_array_given_twice() -> None:
    X = np.array([1.0, 2.0])
    assert square.gradcheck(2)(X, X).checked == 4
