"""cp.custom_jvp: functions that kernels call, with a derivative of their own in forward mode."""

from __future__ import annotations

import pickle
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import idx


def root_jvp(a, a_dot):
    return a_dot / (2.0 * root(a))


def root_vjp(a, bar):
    return bar / (2.0 * root(a))


# root : double (double a)
@cp.custom_jvp(root_jvp)
@cp.custom_vjp(root_vjp)
def root(a):
    x = a
    for _ in range(60):
        x = 0.5 * (x + a / x)
    return x


def product_jvp(x, n, y, x_dot, y_dot):
    return 10 * (x_dot * y + x * y_dot) * n


@cp.custom_jvp(product_jvp)
def product(x, n, y):
    return x * y * n


def power_jvp(x, n, x_dot):
    return x_dot * n * power(x, n - 1)


# power : double (double x, int n)
@cp.custom_jvp(power_jvp)
def power(x, n):
    if n <= 0:
        return 1.0
    return x * power(x, n - 1)


def element_jvp(X, i, X_dot):
    return 2.0 * X[i] * X_dot[i]


@cp.custom_jvp(element_jvp)
def squared(X, i):
    return X[i] * X[i]


def put_jvp(Y, i, x, Y_dot, x_dot):
    Y_dot[i] = 3.0 * x_dot + 0.0 * Y[i]


@cp.custom_jvp(put_jvp)
def put(Y, i, x):
    Y[i] = 3.0 * x


def tangent(kernel: Any, *values: Any) -> list[float]:
    """Returns the tangents of the last array, where all others have tangents of ones."""
    arrays = [np.atleast_1d(np.array(value)) for value in values]
    dots = [np.ones_like(array) for array in arrays if array.dtype.kind in "fc"]
    kernel.jvp(arrays[0].size)(*arrays, *dots)
    return dots[-1].tolist()


def test_both_modes_on_one_function() -> None:
    @cp.kernel("void (double* X, double* Y)")
    def kernel(X, Y):
        x = X[idx]
        for _ in range(3):
            x = root(x + 1.0) * x
        Y[idx] = x

    found = kernel.gradcheck(2)(np.array([0.5, 3.0]), np.zeros(2))
    assert (found.reverse, found.kinks) == ("agrees", []) and found.largest < 1e-6
    assert "root_jvp_double(" in kernel.jvp.cuda_source and "root_vjp" not in kernel.jvp.cuda_source
    assert "root_vjp_double(" in kernel.vjp.cuda_source and "root_jvp" not in kernel.vjp.cuda_source
    assert "root_jvp" not in kernel.cuda_source and "root_vjp" not in kernel.cuda_source


def test_what_the_rule_returns_counts() -> None:
    @cp.kernel("void (double* X, int* N, double* Y)")
    def kernel(X, N, Y):
        Y[idx] = product(X[idx] * 2.0, N[idx], Y[idx])

    assert tangent(kernel, [3.0, 4.0], np.array([1, 2], np.int32), [5.0, 6.0]) == [160.0, 400.0]
    with pytest.raises(AssertionError, match="gradcheck: kernel: "):
        kernel.gradcheck(1)([3.0], np.array([1], np.int32), [5.0])


def test_parameters_without_a_tangent() -> None:
    @cp.kernel("void (double* X, double* Y)")
    def kernel(X, Y):
        Y[idx] = product(X[idx], 2, 7.0) + product(1.0, 2, 3.0)

    assert tangent(kernel, [3.0], [0.0]) == [140.0]


def test_a_function_that_calls_itself() -> None:
    @cp.kernel("void (double* X, double* Y)")
    def kernel(X, Y):
        Y[idx] = power(X[idx], 5)

    assert tangent(kernel, [2.0], [0.0]) == [80.0]


def test_arrays() -> None:
    @cp.kernel("void (double* X, double* Y)")
    def kernel(X, Y):
        put(Y, idx, squared(X, idx) + squared(X[1:], 0))

    Y, Y_dot = [0.0, 0.0], [9.0, 9.0]
    kernel.jvp(2)([1.0, 2.0], Y, [1.0, 10.0], Y_dot)
    assert (Y, Y_dot) == ([15.0, 24.0], [126.0, 240.0])


def test_floats_generic_kernels_functions_over_arrays_and_pickles() -> None:
    @cp.kernel("void (T* X, T* Y)")
    def kernel(X, Y):
        Y[idx] = product(X[idx], 1, X[idx])

    for dtype in (np.float16, np.float32, np.float64):
        assert tangent(kernel, np.array([3.0], dtype), np.array([0.0], dtype)) == [60.0]
    value, dot = cp.vectorize(lambda x: product(x, 1, 2.0)).jvp([3.0], [1.0])
    assert (value.tolist(), dot.tolist()) == ([6.0], [20.0])

    @cp.kernel("void (double* X, double* Y)")
    def typed(X, Y):
        Y[idx] = product(X[idx], 1, X[idx])

    assert tangent(pickle.loads(pickle.dumps(cp.compile(typed))), [3.0], [0.0]) == [60.0]


def test_reverse_mode_differentiates_the_function() -> None:
    @cp.kernel("void (double* X, double* Y)")
    def kernel(X, Y):
        Y[idx] = product(X[idx], 2, 5.0)

    X_bar = [0.0]
    kernel.vjp(1)([3.0], [0.0], X_bar, [1.0])
    assert X_bar == [10.0]


# What is refused


@pytest.mark.parametrize(
    ("rule", "function", "message"),
    [
        (
            lambda x, x_dot: x,
            None,
            "give the rule, a function that is defined with def, as @cp.custom_jvp.* a lambda",
        ),
        (root_jvp, lambda x: x, "write it above a function that is defined with def, got function"),
        (
            root_jvp,
            product,
            r"product has the parameters \(x, n, y\), so that root_jvp needs \(x, n, y, x_dot, n_dot, "
            r"y_dot\), got",
        ),
        (product_jvp, root, r"root has the parameters \(a\), so that product_jvp needs \(a, a_dot\), got"),
        (root_jvp, cp.kernel("void (float* X)")(lambda: 0), "is a kernel, and this is for functions that"),
        (cp.kernel("void (float* X)")(lambda: 0), None, "is a kernel: the rule is a function that returns a"),
    ],
)
def test_decorators_that_are_wrong(rule: Any, function: Any, message: str) -> None:
    with pytest.raises(TypeError, match=f"^custom_jvp: .*{message}"):
        cp.custom_jvp(rule)(function)


def refusal(kernel: Any) -> str:
    with pytest.raises(cp.CompileError) as caught:
        kernel.jvp
    found = caught.value.diagnostics[0]
    assert found["code"] == "E790"
    return f"{found['message']}: {found['note']}: {found['help']}"


# int_jvp : int (double x, double x_dot)
def int_jvp(x, x_dot):
    return 1


# number : double (double x)
@cp.custom_jvp(int_jvp)
def number(x):
    return x


def test_rules_of_other_types() -> None:
    @cp.kernel("void (double* X, double* Y)")
    def kernel(X, Y):
        Y[idx] = number(X[idx])

    assert refusal(kernel) == (
        "the call of `number` cannot be differentiated: its rule must be `int_jvp : double (double, "
        "double)`: "
        "take the arguments and the tangents of those that are floats, and return the result's"
    )


def test_a_rule_with_a_parameter_for_the_tangent_of_an_integer() -> None:
    def wrong_jvp(x, n, x_dot, n_dot):
        return x_dot

    @cp.custom_jvp(wrong_jvp)
    def times(x, n):
        return x * n

    @cp.kernel("void (double* X, double* Y)")
    def kernel(X, Y):
        Y[idx] = times(X[idx], 3)

    assert refusal(kernel) == (
        "`times` cannot be differentiated: `wrong_jvp` has 4 parameters, and needs 3: those of the function, "
        "and the tangents of those that are floats: name a function that is defined with `def`: "
        "@cp.custom_jvp(times_jvp)"
    )
