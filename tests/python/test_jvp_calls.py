"""Kernel.jvp is a call like others, in every way of compiling and launching."""

from __future__ import annotations

import math
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import cudapy as cp
import mpmath
import numpy as np
import pytest
from cudapy import idx, idy


def squares(X, Y):
    Y[idx] = X[idx] * X[idx] + math.sin(Y[idx])


X, Y = np.array([1.0, 2.0, -3.0]), np.array([0.5, -1.0, 4.0])
X_dot, Y_dot = np.array([0.25, 1.0, -2.0]), np.array([1.5, 0.5, -0.25])
RESULT = X * X + np.sin(Y)
TANGENT = 2 * X * X_dot + np.cos(Y) * Y_dot


def compiled(**options: Any) -> Any:
    return cp.compile(squares, "void (double* X, double* Y)", **options)


def check(call: Any, launch: Any = None, rtol: float = 1e-12) -> None:
    given, dot = Y.copy(), Y_dot.copy()
    (launch or call(3))(X, given, X_dot, dot)
    np.testing.assert_allclose(given, RESULT, rtol=rtol)
    np.testing.assert_allclose(dot, TANGENT, rtol=rtol)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"optimize": False},
        {"checked": True},
        {"index": cp.int64},
        {"fastmath": True},
        {"strict": True},
        {"coarsen": 2},
    ],
    ids=str,
)
def test_options(options: dict[str, Any]) -> None:
    call = compiled(**options).jvp
    check(call, rtol=1e-6 if "fastmath" in options else 1e-12)


def test_launches() -> None:
    call = compiled().jvp
    check(call, call(3, block=2))
    check(call, call(3, stream=cp.Stream()))
    check(call, call.over(X))
    with cp.Stream():
        check(call)


def test_arguments_by_name() -> None:
    given, dot = Y.copy(), Y_dot.copy()
    compiled().jvp(3)(Y_dot=dot, X=X, X_dot=X_dot, Y=given)
    np.testing.assert_allclose(dot, TANGENT)


def test_its_parameters() -> None:
    call = compiled().jvp
    assert call.signature == ("squares_jvp : void (double* X, double* Y, double* X_dot, double* Y_dot)")
    assert [name for name, _ in call.parameters] == ["X", "Y", "X_dot", "Y_dot"]
    with pytest.raises(TypeError) as error:
        call(3)(X, Y.copy())
    assert str(error.value) == (
        "squares_jvp: expected 4 arguments (double* X, double* Y, double* X_dot, double* Y_dot), got 2"
    )


def test_graphs() -> None:
    call = compiled().jvp
    arrays = [cp.CudaArray(each) for each in (X, Y, X_dot, Y_dot)]
    with cp.capture() as graph:
        call(3)(*arrays)
    assert list(arrays[3]) == list(Y_dot)
    graph.replay()
    np.testing.assert_allclose(arrays[1].numpy(), RESULT)
    np.testing.assert_allclose(arrays[3].numpy(), TANGENT)


def test_tune() -> None:
    call = compiled().jvp
    arrays = [cp.CudaArray(each) for each in (X, Y, X_dot, Y_dot)]
    call.tune(3)(*arrays)
    check(call)


def test_explain() -> None:
    plan = compiled().jvp.explain(3)
    assert plan.kernel == "squares_jvp"
    assert {each.text for each in plan.access_patterns} == {"X[idx]", "Y[idx]"}


def test_trace_and_explain_with_arguments() -> None:
    call = compiled().jvp
    given = [each.copy() for each in (X, Y, X_dot, Y_dot)]
    traced = call.trace(3, *given)
    assert traced.kernel == "squares_jvp" and traced.producer == "compiled"
    assert set(traced.arrays) == {"X", "Y", "X_dot", "Y_dot"}
    names = [array.name for array in traced.trace.arrays]
    counts = {
        name: int((traced.trace.accesses["array"] == number).sum()) for number, name in enumerate(names)
    }
    # Of each of the three threads: both factors of X[idx] * X[idx], and a read and a store.
    assert counts["X_dot"] == 6 and counts["Y_dot"] == 6
    plan = call.explain(3, *given)
    assert [line.number for line in plan.lines] and "(Y_dot)" in str(plan)
    for before, after in zip((X, Y, X_dot, Y_dot), given):
        np.testing.assert_array_equal(before, after)


def test_pickled() -> None:
    check(pickle.loads(pickle.dumps(compiled().jvp)))
    check(pickle.loads(pickle.dumps(compiled())).jvp)


def test_built_for_another_machine(tmp_path: Path) -> None:
    cp.build(compiled().jvp, tmp_path / "built")
    program = (
        "import sys, numpy as np, cudapy as cp\n"
        f"kernels = cp.load({str(tmp_path / 'built')!r})\n"
        "Y, Y_dot = np.array([0.5]), np.array([1.5])\n"
        "kernels.squares_jvp(1)(np.array([3.0]), Y, np.array([2.0]), Y_dot)\n"
        "print(Y[0] - np.sin(0.5), Y_dot[0] - np.cos(0.5) * 1.5)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "9.0 12.0\n"


@pytest.mark.parametrize("kind", ["float", "half", "bfloat16"])
def test_small_floats(kind: str) -> None:
    call = cp.compile(squares, f"void ({kind}* X, {kind}* Y)").jvp
    element = {"float": cp.float32, "half": cp.half, "bfloat16": cp.bfloat16}[kind]
    arrays = [cp.CudaArray(each, element) for each in (X, Y, X_dot, Y_dot)]
    call(3)(*arrays)
    given = [np.array([float(v) for v in each.tolist()]) for each in arrays]
    rtol = {"float": 1e-6, "half": 5e-3, "bfloat16": 4e-2}[kind]
    np.testing.assert_allclose(given[1], RESULT, rtol=rtol)
    np.testing.assert_allclose(given[3], TANGENT, rtol=rtol, atol=rtol)


def two_axes(A, B):
    B[idy, idx] = A[idy, idx] * A[idx, idy]


def test_over_two_axes() -> None:
    call = cp.compile(two_axes, "void (double[,] A, double[,] B)").jvp
    A, A_dot = np.arange(9.0).reshape(3, 3), np.arange(9.0)[::-1].reshape(3, 3).copy()
    B, B_dot = np.zeros((3, 3)), np.zeros((3, 3))
    call.over(B)(A, B, A_dot, B_dot)
    np.testing.assert_allclose(B_dot, A_dot * A.T + A * A_dot.T)


@cp.kernel("void (T* X, T* Y, T a)")
def scaled(X, Y, a):
    """Y becomes a times the square of X."""
    Y[idx] = a * X[idx] * X[idx]


@cp.kernel("void (A(A) f, A* X, A* Y)")
def applied(f, X, Y):
    Y[idx] = f(X[idx])


def test_generic_kernels() -> None:
    given, dot = Y.copy(), Y_dot.copy()
    scaled.jvp(3)(X, given, 3.0, X_dot, dot, 0.5)
    np.testing.assert_allclose(given, 3 * X * X)
    np.testing.assert_allclose(dot, 6 * X * X_dot + 0.5 * X * X)
    scaled.jvp.over(X)(X, a=3.0, Y=given, Y_dot=dot, a_dot=0.0, X_dot=X_dot)
    np.testing.assert_allclose(dot, 6 * X * X_dot)
    assert repr(scaled.jvp) == "<generic kernel scaled_jvp>"
    assert scaled.jvp.__doc__ == scaled.__doc__
    assert scaled.jvp.signature == (
        "scaled_double_jvp : void (double* X, double* Y, double a, double* X_dot, double* Y_dot, "
        "double a_dot)"
    )
    with pytest.raises(TypeError) as error:
        scaled.jvp(3)(X, given, 3.0, X_dot)
    assert str(error.value) == (
        "scaled_jvp: expected 6 arguments (double* X, double* Y, double a, double* X_dot, double* Y_dot, "
        "double a_dot), got 4"
    )
    again = pickle.loads(pickle.dumps(scaled.jvp))
    again(3)(X, given, 2.0, X_dot, dot, 0.0)
    np.testing.assert_allclose(dot, 4 * X * X_dot)


def test_generic_kernels_of_functions() -> None:
    given, dot = Y.copy(), Y_dot.copy()
    for by in (2.0, 5.0):
        applied.jvp(3)(lambda x: by * x * x, X, given, X_dot, dot)
        np.testing.assert_allclose(given, by * X * X)
        np.testing.assert_allclose(dot, 2 * by * X * X_dot)
    applied.jvp(3)(math.exp, X, given, X_dot, dot)
    np.testing.assert_allclose(dot, np.exp(X) * X_dot)


@pytest.mark.parametrize("kind, digits", [("double", 13), ("float", 5)])
def test_the_digamma_function(kind: str, digits: int) -> None:
    @cp.kernel(f"void ({kind}* X, {kind}* L, {kind}* G)")
    def gammas(X, L, G):
        L[idx] = math.lgamma(X[idx])
        G[idx] = math.tgamma(X[idx])

    element = np.float64 if kind == "double" else np.float32
    points = [1e-3, 0.1, 0.5, 1.0, 1.46, 2.0, 3.7, 9.99, 10.0, 20.5, -0.5, -1.25, -7.9]
    P = np.array(points, element)
    L, G, ones = (np.zeros(len(P), element), np.zeros(len(P), element), np.ones(len(P), element))
    L_dot, G_dot = np.zeros(len(P), element), np.zeros(len(P), element)
    gammas.jvp(len(P))(P, L, G, ones, L_dot, G_dot)
    for x, of_log, of_gamma in zip(P.tolist(), L_dot.tolist(), G_dot.tolist()):
        digamma = mpmath.digamma(x)
        assert of_log == pytest.approx(float(digamma), rel=10.0**-digits, abs=10.0**-digits)
        assert of_gamma == pytest.approx(
            float(mpmath.gamma(x) * digamma), rel=10.0**-digits, abs=10.0**-digits
        )
