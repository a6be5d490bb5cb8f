"""cp.custom_vjp: rules of functions that take arrays, and add to their cotangents."""

from __future__ import annotations

from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import atomicAdd, idx, idy, syncthreads


def polynomial_vjp(C, x, bar, C_bar):
    power = 1.0
    slope = 0.0
    for k in range(len(C)):
        atomicAdd(C_bar, k, bar * power)
        if k > 0:
            slope += k * C[k] * power / x
        power *= x
    return slope * bar


@cp.custom_vjp(polynomial_vjp)
def polynomial(C, x):
    total = 0.0
    power = 1.0
    for k in range(len(C)):
        total += C[k] * power
        power *= x
    return total


# The root of x * x * x + A[i] * x = 1, whose derivative the equation says: (3 x x + A[i]) dx + x dA = 0.
def solution_vjp(A, i, bar, A_bar):
    x = solution(A, i)
    atomicAdd(A_bar, i, -bar * x / (3.0 * x * x + A[i]))


@cp.custom_vjp(solution_vjp)
def solution(A, i):
    x = 1.0
    for _ in range(100):
        x -= (x * x * x + A[i] * x - 1.0) / (3.0 * x * x + A[i])
    return x


def row_vjp(row, bar, row_bar):
    for k in range(len(row)):
        row_bar[k] += 2.0 * bar * row[k]


@cp.custom_vjp(row_vjp)
def squares_of(row):
    total = 0.0
    for k in range(len(row)):
        total += row[k] * row[k]
    return total


def agrees(kernel: Any, threads: Any, *arguments: Any) -> None:
    found = kernel.gradcheck(threads)(*arguments)
    assert (found.reverse, found.kinks) == ("agrees", []) and found.largest < 1e-6


@pytest.mark.parametrize("checked", [False, True])
def test_an_array_that_all_threads_read(checked: bool) -> None:
    def kernel(C, X, Y):
        Y[idx] = 3.0 * polynomial(C, X[idx]) * X[idx] + C[0]

    call = cp.compile(kernel, sig="void (double* C, double* X, double* Y)", checked=checked)
    agrees(call, 5, np.array([1.0, -2.0, 0.5]), np.linspace(0.5, 1.5, 5), np.zeros(5))


def test_an_implicit_derivative_needs_no_tape() -> None:
    @cp.kernel("void (double* A, double* Y)")
    def kernel(A, Y):
        Y[idx] = solution(A, idx)

    agrees(kernel, 3, np.array([1.0, 2.0, 5.0]), np.zeros(3))
    assert "for" not in kernel.vjp.cuda_source.partition("kernel_vjp(")[2].partition("extern")[0]
    A_bar, Y_bar = [0.0], [1.0]
    kernel.vjp(1)([0.0], [0.0], A_bar, Y_bar)
    assert A_bar == [pytest.approx(-1 / 3)] and Y_bar == [0.0]


def test_rows_and_parts() -> None:
    @cp.kernel("void (double[,] A, double* X, double* Y)")
    def kernel(A, X, Y):
        Y[idx] = squares_of(A[idx]) * squares_of(X[idx : idx + 1]) + A[idx, 0]

    agrees(kernel, 3, np.arange(1.0, 7.0).reshape(3, 2), np.array([0.5, 1.0, 2.0]), np.zeros(3))


def test_local_arrays() -> None:
    @cp.kernel("void (double* X, double* Y)")
    def kernel(X, Y):
        row = cp.local(cp.double, 3)
        for k in range(3):
            row[k] = X[idx] * (k + 1)
        first = squares_of(row)
        row[1] = first * row[1]
        Y[idx] = squares_of(row) + row[1]

    agrees(kernel, 2, np.array([0.5, 0.25]), np.zeros(2))


def test_an_array_that_the_kernel_changes_before_and_after() -> None:
    @cp.kernel("void (double* C, double* X)")
    def kernel(C, X):
        if idx == 0:
            for k in range(len(C)):
                C[k] = C[k] * C[k]
                X[idx] = X[idx] * polynomial(C, X[idx])
            C[1] = X[idx] * polynomial(C, 0.5)

    C, X = np.array([0.5, -0.25, 0.75]), np.array([0.5])
    agrees(kernel, 1, C, X)
    C_bar, X_bar = np.ones(3), np.ones(1)
    kernel.vjp(1)(C, X, C_bar, X_bar)
    assert C.tolist() == [0.5, -0.25, 0.75] and X.tolist() == [0.5]


def test_a_loop_whose_length_is_not_known() -> None:
    @cp.kernel("void (double* C, double* X, int* N, double* Y)")
    def kernel(C, X, N, Y):
        x = X[idx]
        k = 0
        while k < N[idx]:
            x = 0.25 * polynomial(C, x) + x * x
            k += 1
        Y[idx] = x

    N = np.array([0, 3, 7], np.int32)
    agrees(kernel, 3, np.array([0.5, -0.25, 0.75]), np.array([0.5, 0.4, 0.3]), N, np.zeros(3))


def test_sums_that_would_be_gathered() -> None:
    @cp.kernel("void (double[,] A, double[,] B, double[,] C)")
    def kernel(A, B, C):
        total = 0.0
        for k in range(A.shape[1]):
            total += A[idy, k] * B[k, idx]
        C[idy, idx] = total * squares_of(A[idy])

    # All threads of a row add to its cotangents, and the rule does so without atomics: one thread for a row.
    A, B = np.random.default_rng(3).normal(size=(4, 3)), np.random.default_rng(4).normal(size=(3, 1))
    agrees(kernel, (1, 4), A, B, np.zeros((4, 1)))


def test_generic_kernels_and_helpers_of_helpers() -> None:
    def helper(C, x):
        return polynomial(C, x) if x > 1.0 else 2.0 * polynomial(C, x * x)

    @cp.kernel
    def kernel(C, X, Y):
        Y[idx] = helper(C, X[idx])

    C, X, Y = np.array([1.0, 2.0]), np.array([0.5, 1.5]), np.zeros(2)
    C_bar, X_bar, Y_bar = np.zeros(2), np.zeros(2), np.ones(2)
    kernel.vjp(2)(C, X, Y, C_bar, X_bar, Y_bar)
    np.testing.assert_allclose(C_bar, [3.0, 2 * 0.25 + 1.5])
    np.testing.assert_allclose(X_bar, [2 * 2.0 * 2 * 0.5, 2.0])


# What is refused


def refusal(kernel: Any, **options: Any) -> str:
    with pytest.raises(cp.CompileError) as caught:
        kernel.vjp(**options) if options else kernel.vjp
    (found,) = caught.value.diagnostics
    assert found["code"] == "E790"
    return f"{found['message']}: {found['note']}: {found['help']}"


def test_arrays_whose_cotangents_are_not_asked_for() -> None:
    @cp.kernel("void (double* C, double* X, double* Y)")
    def kernel(C, X, Y):
        Y[idx] = polynomial(C, X[idx])

    assert refusal(kernel, wrt=("X",)) == (
        "the call of `polynomial` cannot be differentiated: its rule `polynomial_vjp` adds to the "
        "cotangents of "
        "`C`, which were not asked for: name the array in `wrt=`, too"
    )


def test_functions_that_write() -> None:
    def filled_vjp(X, x, bar, X_bar):
        return bar

    @cp.custom_vjp(filled_vjp)
    def filled(X, x):
        X[0] = x
        return x

    @cp.kernel("void (double* X, double* Y)")
    def kernel(X, Y):
        Y[idx] = filled(X, Y[idx])

    assert refusal(kernel) == (
        "the call of `filled` cannot be differentiated: it has a rule of its own, and changes the array `X`, "
        "whose old values would have to come back: return what it computes"
    )


def test_rules_that_write_to_arguments() -> None:
    def first_vjp(X, bar, X_bar):
        X[0] = bar

    @cp.custom_vjp(first_vjp)
    def first(X):
        return X[0]

    @cp.kernel("void (double* X, double* Y)")
    def kernel(X, Y):
        Y[idx] = first(X)

    assert refusal(kernel) == (
        "the call of `first` cannot be differentiated: its rule `first_vjp` changes an array of its "
        "arguments: "
        "change the cotangents of the arrays only"
    )


# without_vjp : double (double* X, double bar)
def without_vjp(X, bar):
    return bar


# without : double (double* X)
@cp.custom_vjp(without_vjp)
def without(X):
    return X[0]


def test_rules_without_the_cotangents_of_arrays() -> None:
    @cp.kernel("void (double* X, double* Y)")
    def kernel(X, Y):
        Y[idx] = without(X)

    assert refusal(kernel) == (
        "the call of `without` cannot be differentiated: its rule must be `without_vjp : void (double*, "
        "double, "
        "double*)`: return the cotangent of each parameter that is a float, in their order, and take the "
        "cotangents of its arrays as last parameters"
    )


def test_threads_that_work_together() -> None:
    @cp.kernel("void (double* C, double* X)")
    def kernel(C, X):
        sums = cp.shared(cp.double, 32)
        sums[idx % 32] = X[idx]
        syncthreads()
        X[idx] = polynomial(C, sums[0])

    assert refusal(kernel) == (
        "the call of `polynomial` cannot be differentiated: it has a rule of its own and takes an array, and "
        "the threads of the kernel work together: pass it the elements that it reads"
    )
