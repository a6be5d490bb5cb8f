"""Kernel.vjp against Kernel.jvp: <u, J v> is <J^T u, v>, for straight code, branches and helpers."""

from __future__ import annotations

import math
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import idx, idy
from inner_products import Cases, doubles, pulls_back, refusal

KERNELS = Cases()
case = KERNELS.case


# Straight code and branches.


@case("void (double alpha, double* X, double* Y)", 8, 2.0, doubles(8), doubles(8))
def saxpy(alpha, X, Y):
    if idx < len(Y):
        Y[idx] = alpha * X[idx] + Y[idx]


@case("void (double a, double b, double* X, double* Y)", 5, 1.5, 0.5, doubles(5), doubles(5))
def temporaries(a, b, X, Y):
    x = X[idx] * a
    y = math.sin(x) * math.exp(b * x)
    x = y / x + b
    a = x * y
    Y[idx] = a**2 + math.sqrt(x * x + y * y)


@case("void (double* X, double* Y)", 6, doubles(6), doubles(6))
def in_place(X, Y):
    if idx >= len(X):
        return
    X[idx] *= Y[idx]
    Y[idx] = math.sin(X[idx]) * math.exp(Y[idx])
    X[idx] = X[idx] * X[idx] - Y[idx]


@case("void (double* X, double* Y)", 6, doubles(6), doubles(6))
def multiplied(X, Y):
    X[idx] *= Y[idx]


@case("void (double* X, double* Y)", 6, doubles(6), doubles(6))
def read_then_overwritten(X, Y):
    Y[idx] = X[idx] * X[idx]
    X[idx] = 0.5
    Y[idx] += X[idx] * Y[idx]


@case("void (double* X, double* Y, int mode)", 6, doubles(6), doubles(6), 2)
def branches(X, Y, mode):
    x = X[idx]
    if mode == 1:
        x = x * x
    elif x > 1.0:
        x = math.log(x) * Y[idx]
        if x > 0.3:
            x = x * x
        else:
            Y[idx] = x * x
    else:
        x = x / 3.0
    Y[idx] = x * math.cos(x) + Y[idx]


@case("void (double* X, double* Y)", 8, doubles(8), doubles(8))
def chosen(X, Y):
    x, y = X[idx], Y[idx]
    z = max(x, y) * min(x * x, 1.5) + (x * y if x > y else math.sin(y))
    w = abs(x - 1.0) + (z if z > 2.0 else max(z, x, 0.5))
    X[idx] = w if w < x else x * w
    Y[idx] = max(Y[idx], 1.0) * w


@case("void (double* X, double* Y)", 6, doubles(6), doubles(6))
def swapped(X, Y):
    X[idx], Y[idx] = Y[idx], X[idx]
    a, b = X[idx], Y[idx]
    a, b = b, a * b
    a = b = a * b
    a += b * X[idx]
    Y[idx] = a


@case("void (double* X, double* Y)", 6, doubles(6), doubles(6))
def functions(X, Y):
    x, y = X[idx], Y[idx]
    s, c = math.sincos(x)
    m, e = math.frexp(y)
    Y[idx] = (
        math.atan2(y, x)
        + math.hypot(x, y)
        + math.fmod(y, x)
        + x % y
        + math.fma(x, y, x)
        + m * e
        + s * c
        + math.pow(x, y)
        + x**y
        + math.erf(x)
        + math.tanh(y)
        + math.cbrt(x)
        + math.rsqrt(y)
        + math.copysign(x, -y)
        + divmod(x, 0.3)[1]
        + math.floor(x) * y
        + math.fmax(x, y)
        + -x / y
    )
    s, s2 = math.sincos(s * y)
    X[idx] = s * s2


@case("void (double* X, int* N, double* Y)", 6, doubles(6), np.zeros(6, np.int32), doubles(6))
def integers(X, N, Y):
    n = int(X[idx] * 3)
    N[idx] = n
    Y[idx] = X[n % len(X)] * n + X[idx] // 0.25 + math.floor(X[idx]) * Y[idx]


@case("void (double[,] X, double[,] Y)", (4, 3), doubles(3, 4), doubles(3, 4))
def plane(X, Y):
    row = X[idy]
    Y[idy, idx] *= row[idx] * X[idy, idx]


@case("void (double* X, double* Y)", 6, doubles(6), doubles(6))
def stencil(X, Y):
    if idx > 0 and idx < len(X) - 1:
        Y[idx] = 0.25 * X[idx - 1] + X[idx] ** 2 + X[idx + 1] * X[-1]


@case("void (double* X, double* Total)", 9, doubles(9), doubles(3))
def atomics(X, Total):
    cp.atomicAdd(Total, idx % 3, X[idx] * X[idx])
    cp.atomicAdd(Total, 0, -math.exp(X[idx]))
    cp.atomicAdd(Total, 1, -X[idx])


@case("void (double* X, double* Y, int* N)", 9, doubles(9), doubles(9), np.zeros(2, np.int32))
def counted(X, Y, N):
    cp.atomicAdd(N, 0, 1)
    if X[idx] > 1.0:
        cp.atomicMax(N, 1, idx)
        Y[idx] = X[idx] ** 3


@case("void (double* X, double* Y, double* Z)", 6, doubles(6), doubles(6), doubles(6))
def overwritten_twice(X, Y, Z):
    Z[idx] = X[idx] * Y[idx]
    Z[idx] = Z[idx] * Z[idx]
    Y[idx] = Z[idx] * Y[idx]
    Z[idx] = 1.0


@case("void (double a, double* X, double* Y)", 6, 0.0, doubles(6), doubles(6))
def short_circuits(a, X, Y):
    x = X[idx]
    Y[idx] = (a and x) + (x and x * Y[idx]) + (a or x * x) + (Y[idx] or a) * (x > 1.0)


# Helpers.


def squared(x: "double") -> "double":
    return x * x


def length(x: "double", y: "double") -> "double":
    if x > y:
        return math.sqrt(squared(x) + squared(y))
    for i in range(3):
        x *= y
        if x > 4:
            return x + i
    return x / y


def store(A: "double*", i: "int", x: "double") -> "void":
    A[i] = x * A[i]


# halves : (double, double) (double x, double y)
def halves(x, y):
    return y * y / 2, x * y / 2


@case("void (double* X, double* Y)", 6, doubles(6), doubles(6))
def helpers(X, Y):
    a, b = halves(X[idx], Y[idx])
    pair = (a, squared(squared(b)))
    store(Y, idx, a)
    Y[idx] += pair[1] * pair[0] + (squared(a) if a > 1.0 else length(b, a)) + length(a, b)
    if squared(a) > 2 and squared(b) > 0.1:
        X[idx] = squared(X[idx])


# norm : T (T x, T y)
def norm(x, y):
    return math.sqrt(x * x + y * y)


@case("void (double* X, double* Y)", 6, doubles(6), doubles(6))
def generic_helpers(X, Y):
    Y[idx] = norm(X[idx], Y[idx]) + norm(Y[idx], 2.0)


@case("void (double[,] A, double[,] B, double[,] C)", (4, 3), doubles(3, 5), doubles(5, 4), doubles(3, 4))
def matrix_product(A, B, C):
    total = 0.0
    for k in range(A.shape[1]):
        total += A[idy, k] * B[k, idx]
    C[idy, idx] = total


@pytest.mark.parametrize("name", KERNELS)
def test_inner_products(name: str) -> None:
    pulls_back(*KERNELS[name])


def test_index_of_an_atomic_counter() -> None:
    @cp.kernel("void (double* X, double* Y, int* N)")
    def packed(X, Y, N):
        i = cp.atomicAdd(N, 0, 1)
        Y[i] = X[idx] * X[idx]

    assert refusal(packed).splitlines()[0] == (
        "error[E790]: the value that `atomicAdd` gives cannot be differentiated"
    )


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        ("AABC", "X and Y share memory, and the kernel changes Y"),
        ("ABCC", "X_bar and Y_bar share memory, and the bars of a kernel are arrays of their own"),
        ("ABCA", "X and Y_bar share memory, and the bars of a kernel are arrays of their own"),
    ],
)
@pytest.mark.parametrize("make", [np.array, list, lambda values: cp.CudaArray(np.array(values))])
def test_arrays_that_share_memory(make: Any, names: str, reason: str) -> None:
    arrays = {name: make([1.0 + i, 2.0 * i]) for i, name in enumerate("ABC")}
    X, Y, X_bar, Y_bar = (arrays[name] for name in names)
    alpha_bar = make([0.0])
    with pytest.raises(ValueError) as caught:
        KERNELS["saxpy"][0].vjp(2)(3.0, X, Y, alpha_bar, X_bar, Y_bar)
    assert str(caught.value) == f"saxpy_vjp: {reason}: pass a copy of one"


def test_arrays_that_are_only_read_may_be_one() -> None:
    A, C = doubles(4, 4), doubles(4, 4)
    A_bar, B_bar, C_bar = np.zeros((4, 4)), np.zeros((4, 4)), doubles(4, 4)
    expected = C_bar @ A.T, A.T @ C_bar
    matrix_product.vjp(4, 4)(A, A, C, A_bar, B_bar, C_bar)
    np.testing.assert_allclose(A_bar, expected[0])
    np.testing.assert_allclose(B_bar, expected[1])


def test_bar_of_a_number_has_one_element() -> None:
    X, Y, X_bar, Y_bar, alpha_bar = doubles(2), doubles(2), doubles(2), doubles(2), np.zeros(2)
    with pytest.raises(ValueError) as caught:
        KERNELS["saxpy"][0].vjp(2)(3.0, X, Y, alpha_bar, X_bar, Y_bar)
    assert str(caught.value) == (
        "saxpy_vjp: parameter alpha_bar (double*): it gains the cotangent of a number, so that it has one "
        "element, not 2"
    )


@cp.kernel("void (double* X, double* Y)")
def most(X, Y):
    cp.atomicMax(Y, 0, X[idx])


@cp.kernel("void (double* X, double* Y)")
def added_and_read(X, Y):
    cp.atomicAdd(Y, 0, X[idx])
    X[idx] = Y[0] * Y[0]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (most, "an atomicMax of an array with cotangents"),
        (added_and_read, "a read of `Y`, which atomics change"),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_refused(call: Any, message: str) -> None:
    assert refusal(call).splitlines()[0] == f"error[E790]: {message} cannot be differentiated"


def test_some_parameters() -> None:
    X, Y, before = doubles(4), doubles(4), doubles(4)
    X_bar, Y_bar = np.zeros(4), before.copy()
    saxpy = KERNELS["saxpy"][0]
    saxpy.vjp(wrt="X")(4)(3.0, X, Y, X_bar, Y_bar)
    np.testing.assert_array_equal(X_bar, 3.0 * before)
    np.testing.assert_array_equal(Y_bar, before)
    assert [name for name, _ in saxpy.vjp.parameters] == ["alpha", "X", "Y", "alpha_bar", "X_bar", "Y_bar"]
    with pytest.raises(ValueError) as caught:
        saxpy.vjp(wrt=("Z",))
    assert str(caught.value) == "saxpy.vjp: wrt: there is no parameter 'Z', but alpha, X, Y"


def test_it_is_a_call() -> None:
    saxpy = KERNELS["saxpy"][0]
    assert saxpy.vjp is saxpy.vjp
    assert "saxpy_vjp" in saxpy.vjp.cuda_source
    with pytest.raises(TypeError, match="derivatives of derivatives"):
        saxpy.vjp.jvp
    import pickle

    assert pickle.loads(pickle.dumps(matrix_product)).vjp.name == "matrix_product_vjp"


def test_a_limit_that_is_kept_and_given_back() -> None:
    @cp.kernel("void (double* X, int n)")
    def filled(X, n):
        old = n
        n = old
        if idx < n:
            X[idx] = 1.0

    X = np.zeros(4)
    filled(4)(X, 2)
    assert X.tolist() == [1.0, 1.0, 0.0, 0.0]


PARTLY = [
    "math.sin(a if W[0] < 0.9 else v)",
    "a if W[0] < 0.9 else v * v",
    "math.exp(min(v, a) * 0.1)",
    "(a and W[1] > 5) * v + (v if idx % 3 == 0 else a)",
    "abs(v if v < a else W[0])",
]


@pytest.mark.parametrize("value", PARTLY)
@pytest.mark.parametrize("head", ["if idx % 2 == 0:", "for k in range(idx % 3):", "for k in range(2):"])
def test_a_value_that_reads_its_variable_only_sometimes(value: str, head: str) -> None:
    """Its bar becomes 0 also on the way on which the old value is not read, and is used after the branch."""
    from generated import functions

    text = (
        "import math\n\n\n# k : void (double a, double* X, double* W, double* Y)\ndef k(a, X, W, Y):\n"
        f"    v = X[0]\n    {head}\n        v = {value}\n    Y[idx] += math.erf(v)\n"
    )
    call = cp.compile(functions(text)["k"])
    for _ in range(4):
        pulls_back(call, 6, [1.1, doubles(2), doubles(2), doubles(6)])
