"""Kernel.jvp: tangents against central differences in double, for kernels of every construct."""

from __future__ import annotations

import math
import os
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from derivative_oracle import compare_derivative
from cudapy import blockDim, blockIdx, idx, idy, threadIdx  # noqa: F401

rng = np.random.default_rng(48)


def tangents(call: Any, threads: Any, arguments: list[Any], **launch: Any) -> None:
    """Compares what the kernel and its tangents leave with the kernel itself, and with differences."""

    def is_dual(value: Any) -> bool:
        return isinstance(value, float | complex) or (
            isinstance(value, np.ndarray) and value.dtype.kind in "fc"
        )

    def direction(value: Any) -> Any:
        if not isinstance(value, np.ndarray):
            return type(value)(rng.uniform(-1, 1))
        dots = rng.uniform(-1, 1, value.shape)
        return (dots + 1j * rng.uniform(-1, 1, value.shape) if value.dtype.kind == "c" else dots).astype(
            value.dtype
        )

    dots = {place: direction(value) for place, value in enumerate(arguments) if is_dual(value)}

    def run(step: float) -> list[Any]:
        moved = [
            value + step * dots[place]
            if place in dots
            else np.copy(value)
            if isinstance(value, np.ndarray)
            else value
            for place, value in enumerate(arguments)
        ]
        call(threads, **launch)(*moved)
        return moved

    plain, step = run(0.0), 1e-6
    above, below = run(step), run(-step)
    given = [np.copy(value) if isinstance(value, np.ndarray) else value for value in arguments]
    given_dots = {place: np.copy(dot) if isinstance(dot, np.ndarray) else dot for place, dot in dots.items()}
    call.jvp(threads, **launch)(*given, *given_dots.values())
    compare_derivative(call, threads, arguments, launch.get("block"))
    for place, value in enumerate(arguments):
        if not isinstance(value, np.ndarray):
            continue
        # A GPU may contract a product and a sum into one rounding, here and not there.
        rtol = 1e-14 if os.environ.get("CUDAPY_TARGET") == "cuda" else 0
        np.testing.assert_allclose(given[place], plain[place], rtol=rtol)
        if place in dots:
            expected = (above[place] - below[place]) / (2 * step)
            np.testing.assert_allclose(given_dots[place], expected, rtol=2e-6, atol=2e-7)


def doubles(*shape: int) -> Any:
    return rng.uniform(0.5, 2.0, shape)


@cp.kernel("void (double alpha, double* X, double* Y)")
def saxpy(alpha, X, Y):
    if idx < len(Y):
        Y[idx] = alpha * X[idx] + Y[idx]


@cp.kernel("void (double* A, double* B, double* C, int n)")
def product(A, B, C, n):
    total = 0.0
    for k in range(n):
        total += A[idy * n + k] * B[k * n + idx]
    C[idy * n + idx] = total


def length(x: "double", y: "double") -> "double":
    if x > y:
        return math.sqrt(x * x + y * y)
    for i in range(3):
        x *= y
        if x > 4:
            return x + i
    return x / y


@cp.kernel("void (double a, double* X, double* Y)")
def flow(a, X, Y):
    total = 0.0
    for k in range(len(X)):
        if X[k] < 0.8:
            continue
        total += length(X[k], a) ** 2
        if total > 100:
            break
    else:
        total *= 1.25
    s, c = math.sincos(total)
    p, q = c, s
    p, q = q, p * q
    Y[idx] = max(p, 0.5 * q) if idx > 1 else -q
    w = X[idx]
    while w < 3:
        w *= 1.5
    Y[idx] += w % 0.7
    Y[idx] -= abs(p) ** w
    Y[idx] *= X[idx]
    Y[idx] /= 1 + X[idx]
    for x in X:
        Y[idx] += x * x
    for i, (x, y) in enumerate(zip(X, X)):
        Y[idx] += i * x / y
    while (w := w / 2) > 0.1:
        Y[idx] += w
    first = a and w
    Y[idx] += first or a


@cp.kernel("void (double* X, double* Y)")
def newton(X, Y):
    x = X[idx]
    for _ in range(20):
        x -= (x * x - X[idx]) / (2 * x)
    Y[idx] = x


@cp.kernel("void (double* X, double* Total)")
def atomics(X, Total):
    cp.atomicAdd(Total, idx % 3, X[idx] * X[idx])
    cp.atomicAdd(Total, 0, -math.exp(X[idx]))


@cp.kernel("void (double* X, double* Y)")
def local_arrays(X, Y):
    A = cp.local(cp.double, 4)
    B = cp.local(cp.double, (2, 2), 1.0)
    for i in range(4):
        A[i] = X[idx] * (i + 1)
    B[1, 0] += A[2] * A[3]
    A[0] = A[1] * B[1, 0]
    Y[idx] = A[0] + B[1, 1] * B[0, 0]


@cp.kernel("void (double* X, double* Y)")
def shared_sum(X, Y):
    cache = cp.shared(cp.double, 64)
    i = threadIdx.x
    cache[i] = X[idx] * X[idx]
    cp.syncthreads()
    step = blockDim.x // 2
    while step > 0:
        if i < step:
            cache[i] += cache[i + step]
        cp.syncthreads()
        step //= 2
    if i == 0:
        Y[blockIdx.x] = math.log(cache[0])


@cp.kernel("void (double* X, double* Y)")
def warps(X, Y):
    value = X[idx] ** 3
    for d in (16, 8, 4, 2, 1):
        value += cp.shfl_down_sync(0xFFFFFFFF, value, d)
    Y[idx] = cp.shfl_sync(0xFFFFFFFF, value, 0) * X[idx]


@cp.kernel("void (complex128 a, complex128* Z, double* R)")
def complexes(a, Z, R):
    z = Z[idx]
    for _ in range(3):
        z = z * z / (1 + z) + a
    R[idx] = abs(z) + z.real * z.imag
    Z[idx] = z.conjugate() * complex(R[idx], 2.0) - z**3


# swapped : (double, double) (double x, double y)
def swapped(x, y):
    return y * y, x * y


def store(A: "double*", i: "int", x: "double") -> "void":
    A[i] = x * A[i]


@cp.kernel("void (double* X, double* Y)")
def calls(X, Y):
    a, b = swapped(X[idx], Y[idx])
    pair = (a, b)
    store(Y, idx, a)
    Y[idx] += pair[1] * pair[0]


@cp.kernel("void (double* X, int* N, double* Y)")
def integers(X, N, Y):
    n = int(X[idx] * 3)
    N[idx] = n
    Y[idx] = X[n % len(X)] * n + X[idx] // 0.25 + math.floor(X[idx])


# norm : T (T x, T y)
def norm(x, y):
    return math.sqrt(x * x + y * y)


@cp.kernel("void (double* X, double* Y)")
def generic(X, Y):
    Y[idx] = norm(X[idx], Y[idx]) + norm(Y[idx], 2.0)


@cp.kernel("void (double* X, double* Y)")
def chosen(X, Y):
    A = X if idx % 2 == 0 else Y
    part = Y[2:]
    x = A[idx]
    Y[idx] = x * x
    if idx < 2:
        part[idx] = X[idx] * x


@cp.kernel("void (double[,] X, double[,] Y)")
def rows(X, Y):
    row = X[idy]
    for k in range(X.shape[1]):
        Y[idy, idx] += row[k] * X[idx, k]
    Y[idy, -1] *= 2.0


@cp.kernel("void (double* X, double* Y)")
def changed_in_place(X, Y):
    rng = cp.random_state(7, idx)
    X[idx], Y[idx] = Y[idx] * X[idx], X[idx] - cp.uniform(rng, 0.0, 1.0)
    a = b = X[idx] * Y[idx]
    a, b = b * a, a + b
    X[idx] = a if a > b and b > 0 else min(a, b, Y[idx])
    Y[idx] = math.hypot(a, b) + pow(abs(a), 2.5) + math.atan2(b, a) + math.fmod(a, b)
    m, e = math.frexp(a)
    Y[idx] += m * e + sum((a, b)) + divmod(a, 0.3)[1]


def grown(x: cp.double, y: cp.double) -> cp.double:
    i = 0
    while True:
        x = x * y
        i += 1
        if x > 9 or i > 2:
            return x


@cp.kernel("void (double* X, double* Y)")
def short_circuits(X, Y):
    x = X[idx]
    Y[idx] = grown(1.5, x) if (x > 1 and grown(x, 2.0) > 3) else grown(Y[idx], x)
    w = 1.0
    while grown(w, x) > 0.3 and x > 0:
        w *= 0.5
    Y[idx] += w * x + (grown(2.0, x) and x)


@cp.kernel("void (double* X, double* Y, double* out, int mode)")
def names_of_arrays(X, Y, out, mode):
    first = X if mode == 0 else Y
    out[idx] = first[idx] * first[idx]
    into = out
    if mode > 1:
        into = out[1:] if mode > 2 else X
    into[idx] += first[idx] * out[idx]


@pytest.mark.parametrize(
    ("call", "threads", "arguments", "launch"),
    [
        (saxpy, 8, [2.0, doubles(8), doubles(8)], {}),
        (product, (4, 4), [doubles(16), doubles(16), doubles(16), 4], {}),
        (flow, 8, [1.25, doubles(8), doubles(8)], {}),
        (newton, 8, [doubles(8), doubles(8)], {}),
        (atomics, 9, [doubles(9), doubles(3)], {}),
        (local_arrays, 8, [doubles(8), doubles(8)], {}),
        (shared_sum, 128, [doubles(128), doubles(2)], {"block": 64}),
        (warps, 64, [doubles(64), doubles(64)], {"block": 64}),
        (complexes, 5, [0.3 + 0.2j, doubles(5) + 1j * doubles(5), doubles(5)], {}),
        (calls, 6, [doubles(6), doubles(6)], {}),
        (short_circuits, 6, [doubles(6), doubles(6)], {}),
        *((names_of_arrays, 1, [doubles(3), doubles(3), doubles(3), mode], {}) for mode in range(4)),
        (generic, 6, [doubles(6), doubles(6)], {}),
        (chosen, 2, [doubles(6), doubles(6)], {}),
        (rows, (1, 4), [doubles(4, 4), doubles(4, 4)], {}),
        (changed_in_place, 6, [doubles(6), doubles(6)], {}),
        (integers, 6, [doubles(6), np.zeros(6, np.int32), doubles(6)], {}),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_against_differences(call: Any, threads: Any, arguments: list[Any], launch: dict[str, Any]) -> None:
    tangents(call, threads, arguments, **launch)


def test_other_shape() -> None:
    X, Y, X_dot, Y_dot = doubles(4), doubles(4), doubles(3), doubles(4)
    with pytest.raises(ValueError) as caught:
        saxpy.jvp(4)(1.0, X, Y, 1.0, X_dot, Y_dot)
    assert str(caught.value) == (
        "saxpy_jvp: parameter X_dot (double*): it holds the tangents of X and has another shape: (3,), "
        "not (4,)"
    )


@cp.kernel("void (double* X, double* Y, double* Z)")
def multiplied(X, Y, Z):
    Z[idx] = X[idx] * Y[idx]


MAKERS: list[Any] = [np.array, list, lambda values: cp.CudaArray(np.array(values))]


@pytest.mark.parametrize("make", MAKERS, ids=["numpy", "list", "CudaArray"])
@pytest.mark.parametrize(
    "names, refused",
    [
        ("AABC", "X and Y are the same array, and X_dot and Y_dot are not: pass X_dot as Y_dot, too"),
        ("ABCC", "X_dot and Y_dot are the same array, and X and Y are not: pass a copy of one"),
        ("ABCB", "Y and Y_dot are the same array, and the kernel writes to Y: pass a copy of one"),
        ("ABBC", "Y and X_dot are the same array, and the kernel writes to Y: pass a copy of one"),
        ("ABCA", "X and Y_dot are the same array, and the kernel writes to Y_dot: pass a copy of one"),
    ],
)
def test_tangents_of_arrays_that_are_one(make: Any, names: str, refused: str) -> None:
    arrays = {name: make([1.0 + i, 2.0 * i]) for i, name in enumerate("ABC")}
    X, Y, X_dot, Y_dot = (arrays[name] for name in names)
    with pytest.raises(ValueError) as caught:
        saxpy.jvp(2)(3.0, X, Y, 0.5, X_dot, Y_dot)
    assert str(caught.value) == f"saxpy_jvp: {refused}"


@pytest.mark.parametrize("make", MAKERS, ids=["numpy", "list", "CudaArray"])
def test_arrays_that_are_one_and_so_are_their_tangents(make: Any) -> None:
    A, B = make([1.0, 2.0]), make([1.0, 3.0])
    saxpy.jvp(2)(3.0, A, A, 0.5, B, B)
    assert list(A) == [4.0, 8.0] and list(B) == [4.5, 13.0]
    # Of what is only read, tangents may be any arrays.
    X, Z, Z_dot = make([1.0, 2.0]), make([0.0, 0.0]), make([0.0, 0.0])
    multiplied.jvp(2)(X, X, Z, X, make([5.0, 6.0]), Z_dot)
    assert list(Z_dot) == [6.0, 16.0]


def test_it_is_made_once_and_only_when_asked() -> None:
    @cp.kernel("void (double* X)")
    def halve(X):
        X[idx] /= 2

    assert "_jvp" not in vars(halve)
    assert halve.jvp is halve.jvp
    assert halve.jvp.name == "halve_jvp"
    assert "X_dot" not in halve.cuda_source
    assert "halve_jvp" in halve.jvp.cuda_source and "halve(" not in halve.jvp.cuda_source


def test_refused() -> None:
    @cp.kernel("void (double* X)")
    def neighbour(X):
        X[idx] = math.nextafter(X[idx], 2.0)

    with pytest.raises(cp.CompileError, match=r"E790.*`math.nextafter` cannot be differentiated"):
        neighbour.jvp


def test_pickled() -> None:
    import pickle

    again = pickle.loads(pickle.dumps(saxpy.jvp))
    assert again.name == "saxpy_jvp"


def test_checked() -> None:
    call = cp.compile(saxpy.__wrapped__, "void (double alpha, double* X, double* Y)", checked=True)
    X, Y, X_dot, Y_dot = doubles(4), doubles(4), doubles(4), doubles(4)
    before, expected = np.copy(Y_dot), None
    expected = 0.5 * X + 2.0 * X_dot + before
    call.jvp(4)(2.0, X, Y, 0.5, X_dot, Y_dot)
    np.testing.assert_allclose(Y_dot, expected)


@cp.struct
class Body:
    x: cp.double
    n: cp.int32
    v: cp.double


# moved : void (Body b, double dt)
def moved(b, dt):
    b.x += b.v * b.v * dt


@cp.kernel("void (Body* B, double dt, double* Y)")
def bodies(B, dt, Y):
    p = B[idx]
    p.v = p.v * p.x
    moved(p, dt)
    q = Body(p.x * 2.0, 3, p.v)
    q.x *= q.x
    Y[idx] = q.x + p.v
    B[idx] = q


def test_structs() -> None:
    kind = np.dtype([("x", "f8"), ("n", "i4"), ("v", "f8")], align=True)
    B, B_dot = np.zeros(2, kind), np.zeros(2, kind)
    for field in ("x", "v"):
        B[field], B_dot[field] = doubles(2), doubles(2)

    def left(step: float) -> tuple[Any, Any]:
        moved_bodies, Y = B.copy(), np.zeros(2)
        for field in ("x", "v"):
            moved_bodies[field] += step * B_dot[field]
        bodies(2)(moved_bodies, 0.5 + 0.3 * step, Y)
        return moved_bodies, Y

    above, below = left(1e-6), left(-1e-6)
    given, dots, Y, Y_dot = B.copy(), B_dot.copy(), np.zeros(2), np.zeros(2)
    bodies.jvp(2)(given, 0.5, Y, dots, 0.3, Y_dot)
    np.testing.assert_allclose(Y_dot, (above[1] - below[1]) / 2e-6, rtol=1e-6)
    for field in ("x", "v"):
        np.testing.assert_allclose(dots[field], (above[0][field] - below[0][field]) / 2e-6, rtol=1e-6)


# made : Body (double a, double b)
def made(a, b):
    if a > 1:
        return Body(a * b, 3, b)
    p = Body(a, 1, b * b)
    p.x += b
    return p.copy()


# stretched : Body (Body p, double t)
def stretched(p, t):
    q = p.copy()
    q.x = q.x * t
    return q.copy()


# chosen_of : Body (Body p)
def chosen_of(p):
    return stretched(p, p.v) if p.x > 1 else p.copy()


@cp.kernel("void (double* X, Body* B, double* Y)")
def returned_structs(X, B, Y):
    p = made(X[idx], Y[idx])
    q = stretched(p, 2.0)
    r = chosen_of(q)
    B[idx] = stretched(B[idx], r.v)
    Y[idx] = r.x + q.x * p.v + made(X[idx], 1.0).x


def test_functions_that_return_structs() -> None:
    kind = np.dtype([("x", "f8"), ("n", "i4"), ("v", "f8")], align=True)
    X, Y, X_dot, Y_dot = doubles(6), doubles(6), doubles(6), doubles(6)
    B, B_dot = np.zeros(6, kind), np.zeros(6, kind)
    for field in ("x", "v"):
        B[field], B_dot[field] = doubles(6), doubles(6)

    def left(step: float) -> tuple[Any, Any]:
        given, result = B.copy(), Y + step * Y_dot
        for field in ("x", "v"):
            given[field] += step * B_dot[field]
        returned_structs(6)(X + step * X_dot, given, result)
        return given, result

    above, below = left(1e-6), left(-1e-6)
    given, dots, result, result_dot = B.copy(), B_dot.copy(), Y.copy(), Y_dot.copy()
    returned_structs.jvp(6)(X, given, result, X_dot, dots, result_dot)
    np.testing.assert_allclose(result_dot, (above[1] - below[1]) / 2e-6, rtol=1e-6)
    for field in ("x", "v"):
        np.testing.assert_allclose(dots[field], (above[0][field] - below[0][field]) / 2e-6, rtol=1e-6)


@cp.kernel("void (double2* V, double* Y)")
def vectors(V, Y):
    v = V[idx]
    v = v * v + v / 2.0 - v * v.y + v / v.x
    v += v * Y[idx]
    w = cp.double2(v.x, 3.0)
    Y[idx] = v.x * w.x + w.y * v.y
    V[idx] = v / w


def test_vectors() -> None:
    V, V_dot = doubles(3, 2), doubles(3, 2)

    def left(step: float) -> tuple[Any, Any]:
        moved_vectors, Y = V + step * V_dot, 0.5 + step * np.ones(3)
        vectors(3)(moved_vectors, Y)
        return moved_vectors, Y

    above, below = left(1e-6), left(-1e-6)
    given, dots, Y, Y_dot = V.copy(), V_dot.copy(), np.full(3, 0.5), np.ones(3)
    vectors.jvp(3)(given, Y, dots, Y_dot)
    np.testing.assert_allclose(Y_dot, (above[1] - below[1]) / 2e-6, rtol=1e-6)
    np.testing.assert_allclose(dots, (above[0] - below[0]) / 2e-6, rtol=1e-6, atol=1e-7)


@cp.kernel("void (half* X, half* Y)")
def halves(X, Y):
    x = X[idx]
    Y[idx] = x * x + math.sin(x) - x / cp.half(2.0)


def test_half() -> None:
    X, Y, X_dot, Y_dot = np.array([0.5, 1.5], "f2"), np.zeros(2, "f2"), np.ones(2, "f2"), np.zeros(2, "f2")
    halves.jvp(2)(X, Y, X_dot, Y_dot)
    np.testing.assert_allclose(Y_dot, 2 * X + np.cos(X) - 0.5, rtol=3e-3)


def test_what_is_not_there_yet() -> None:
    with pytest.raises(TypeError, match="derivatives of derivatives"):
        saxpy.jvp.jvp
