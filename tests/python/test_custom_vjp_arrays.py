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


# Two equations, A x = (b, 1), by Cramer's rule; the rule solves with the transposed matrix.
def solve_vjp(A, b, x, A_bar, x_bar):
    determinant = A[0, 0] * A[1, 1] - A[0, 1] * A[1, 0]
    first = (A[1, 1] * x_bar[0] - A[1, 0] * x_bar[1]) / determinant
    second = (A[0, 0] * x_bar[1] - A[0, 1] * x_bar[0]) / determinant
    for k in range(2):
        atomicAdd(A_bar, (0, k), -first * x[k])
        atomicAdd(A_bar, (1, k), -second * x[k])
        x_bar[k] = 0.0
    return first


@cp.custom_vjp(solve_vjp)
def solve(A, b, x):
    determinant = A[0, 0] * A[1, 1] - A[0, 1] * A[1, 0]
    x[0] = (A[1, 1] * b - A[0, 1]) / determinant
    x[1] = (A[0, 0] - A[1, 0] * b) / determinant


# Each element becomes the sum of those before it, times a number.
def scaled_sums_vjp(X, by, X_bar):
    total = 0.0
    scale = 0.0
    k = len(X) - 1
    while k >= 0:
        total += X_bar[k]
        scale += X_bar[k] * X[k] / by
        X_bar[k] = total * by
        k -= 1
    return scale


@cp.custom_vjp(scaled_sums_vjp)
def scaled_sums(X, by):
    total = 0.0
    for k in range(len(X)):
        total += X[k]
        X[k] = total * by


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


def test_results_in_local_arrays() -> None:
    @cp.kernel("void (double[,] A, double* X, double* Y)")
    def kernel(A, X, Y):
        x = cp.local(cp.double, 2)
        solve(A, X[idx] * X[idx], x)
        Y[idx] = x[0] * x[1] + X[idx]

    A = np.array([[2.0, 0.5], [0.25, 3.0]])
    agrees(kernel, 3, A, np.array([0.5, 1.0, 1.5]), np.zeros(3))


@pytest.mark.parametrize("checked", [False, True])
def test_local_arrays_that_are_changed(checked: bool) -> None:
    def kernel(X, N, Y):
        A = cp.local(cp.double, 3, 0.5)
        A[1] = X[idx]
        scaled_sums(A, X[idx])
        A[2] = A[2] * A[0]
        scaled_sums(A[1:], A[2])
        for k in range(N[idx]):
            scaled_sums(A, 0.5 + 0.1 * A[k % 3])
            if A[0] > 0.1:
                scaled_sums(A[k % 2 :], X[idx])
            A[1] = A[1] * A[1]
        Y[idx] = A[0] + 2.0 * A[1] * A[2]

    call = cp.compile(kernel, sig="void (double* X, int* N, double* Y)", checked=checked)
    agrees(call, 4, np.array([0.5, 0.75, 1.0, 1.2]), np.array([0, 1, 2, 3], np.int32), np.zeros(4))


def test_arrays_that_carry_no_derivative() -> None:
    @cp.kernel("void (double* X, double* Y)")
    def kernel(X, Y):
        A = cp.local(cp.double, 3, 0.5)
        B = cp.local(cp.double, 3, 0.5)
        scaled_sums(A, 2.0)
        scaled_sums(B, A[1] * X[idx])
        Y[idx] = A[0] * X[idx] + squares_of(A) * squares_of(B) + B[2]
        scaled_sums(B, X[idx])

    agrees(kernel, 2, np.array([0.5, 0.75]), np.zeros(2))


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


def test_functions_that_write_to_parameters() -> None:
    @cp.kernel("void (double[,] A, double* X)")
    def kernel(A, X):
        solve(A, 1.0, X)

    assert refusal(kernel) == (
        "the call of `solve` cannot be differentiated: it has a rule of its own, and changes `X`, whose old "
        "values would have to come back: give it an array of `local` for what it computes"
    )


def test_atomics_of_arrays_of_one_thread() -> None:
    @cp.kernel("void (double* X)")
    def kernel(X):
        C = cp.local(cp.double, 3, 0.5)
        C[0] = X[idx]
        X[idx] = polynomial(C, X[idx])

    assert refusal(kernel) == (
        "the call of `polynomial` cannot be differentiated: its rule `polynomial_vjp` adds with atomics "
        "to the "
        "cotangents of `C`, which only one thread has: let the rule write `C_bar[i] += …`, and let it "
        "have such "
        "arrays only"
    )


def test_functions_that_write_and_return() -> None:
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
        "the call of `filled` cannot be differentiated: it has a rule of its own, changes an array, and "
        "returns "
        "a value, too: let it do one of the two"
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
