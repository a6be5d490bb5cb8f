"""Kernel.vjp against Kernel.jvp: <u, J v> is <J^T u, v>, for kernels of every construct."""

from __future__ import annotations

import math
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import idx, idy

rng = np.random.default_rng(48)


def doubles(*shape: int) -> Any:
    return rng.uniform(0.5, 2.0, shape)


def is_active(value: Any) -> bool:
    if isinstance(value, np.ndarray):
        return value.dtype.kind in "fcV"
    return isinstance(value, float | complex)


def direction(value: Any) -> Any:
    """Returns random numbers in the shape of a value."""
    if not isinstance(value, np.ndarray):
        if isinstance(value, complex):
            return complex(rng.uniform(-1, 1), rng.uniform(-1, 1))
        return rng.uniform(-1, 1)
    made = np.zeros_like(value)
    if value.dtype.kind == "V":
        for name in value.dtype.names:
            if value.dtype[name].kind == "f":
                made[name] = rng.uniform(-1, 1, value.shape)
    elif value.dtype.kind == "c":
        made[...] = rng.uniform(-1, 1, value.shape) + 1j * rng.uniform(-1, 1, value.shape)
    else:
        made[...] = rng.uniform(-1, 1, value.shape)
    return made


def product(a: Any, b: Any) -> float:
    """Returns the real inner product."""
    if isinstance(a, np.ndarray) and a.dtype.kind == "V":
        return sum(product(a[name], b[name]) for name in a.dtype.names if a.dtype[name].kind == "f")
    return float(np.sum(np.real(np.conj(a) * b)))


def copies(values: list[Any]) -> list[Any]:
    return [np.copy(value) if isinstance(value, np.ndarray) else value for value in values]


def pulls_back(call: Any, threads: Any, arguments: list[Any], tolerance: float = 1e-12) -> None:
    if any(isinstance(value, np.ndarray) and value.dtype == np.float32 for value in arguments):
        tolerance = 1e-6
    places = [place for place, value in enumerate(arguments) if is_active(value)]
    tangents = [direction(arguments[place]) for place in places]
    dots = copies(tangents)
    call.jvp(threads)(*copies(arguments), *dots)
    bars: list[Any] = []
    for place in places:
        value = arguments[place]
        bars.append(direction(value if isinstance(value, np.ndarray) else np.array([value])))
    after = copies(bars)
    given = copies(arguments)
    call.vjp(threads)(*given, *bars)
    forward = backward = size = 0.0
    for i, place in enumerate(places):
        assert bars[i].dtype.kind == "V" or np.all(np.isfinite(bars[i])), call.name
        if isinstance(arguments[place], np.ndarray):
            forward += product(after[i], dots[i])
            backward += product(bars[i], tangents[i])
            size += product(abs(after[i]), abs(dots[i])) if bars[i].dtype.kind in "fc" else 1.0
        else:
            backward += product(bars[i] - after[i], tangents[i])
    assert abs(forward - backward) <= tolerance * (size + abs(forward)), (forward, backward)
    for before, left in zip(arguments, given, strict=True):
        np.testing.assert_array_equal(before, left)
    again = copies(after)
    call.vjp(threads)(*given, *again)
    for first, second in zip(bars, again, strict=True):
        for name in first.dtype.names or [...]:
            np.testing.assert_allclose(first[name], second[name], rtol=1e-9, atol=1e-9)


KERNELS: dict[str, tuple[Any, Any, list[Any]]] = {}


def case(signature: str, threads: Any, *arguments: Any) -> Any:
    """Adds a kernel to those that are tested."""

    def add(function: Any) -> Any:
        call = cp.compile(function, signature)
        KERNELS[function.__name__] = (call, threads, list(arguments))
        return call

    return add


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


# Loops.


@case("void (double[,] A, double[,] B, double[,] C)", (4, 3), doubles(3, 5), doubles(5, 4), doubles(3, 4))
def matrix_product(A, B, C):
    total = 0.0
    for k in range(A.shape[1]):
        total += A[idy, k] * B[k, idx]
    C[idy, idx] = total


@case("void (double* X, double* Y)", 8, doubles(8), doubles(8))
def newton(X, Y):
    x = X[idx]
    for _ in range(20):
        x -= (x * x - X[idx]) / (2 * x)
    Y[idx] = x


@case("void (double* X, double* W, double* Y)", 3, doubles(7), doubles(7), doubles(3))
def weighted_mean(X, W, Y):
    total, weight = 0.0, 0.0
    for k in range(len(X)):
        total += W[k] * X[k]
        weight += W[k]
    Y[idx] = total / weight


@case("void (double* X, double* Y)", 8, doubles(8), doubles(8))
def marcher(X, Y):
    t = X[idx]
    for _ in range(50):
        d = math.sin(t) + 1.0
        if d < 0.01:
            break
        t += d * 0.5
    Y[idx] = t


@case("void (double* X, double* Y)", 6, doubles(6), doubles(6))
def steps(X, Y):
    x = X[idx]
    for i in range(10, -7, -3):
        x = math.sin(x) * (i + 1)
        for j in range(7, 1, -2):
            if j % 2 == 0:
                continue
            x = x * 0.7 + math.cos(x) * j
            Y[idx] += x * j
    for i in range(5, 2):
        x = x * x
    for i in range(1):
        x = math.exp(-x * x)
    Y[idx] += x * i


@case("void (double* X, double* Y)", 6, doubles(6), doubles(6))
def changed_index(X, Y):
    x = X[idx]
    n = 4
    i = 0
    for i in range(4):
        n = n - 1
        i = i * 2 + n
        x = x * x / (i + 1.5)
    Y[idx] = x + n * X[i % 6]


@case("void (double* X, double* Y)", 6, doubles(6), doubles(6))
def nested(X, Y):
    x, y = X[idx], Y[idx]
    for i in range(4):
        z = x
        for j in range(3):
            z = math.sin(z) * y + x
            for k in range(2):
                y = y * 0.9 + z * 0.1 * k
            if z > 1.2:
                continue
            x = x + z * z * 0.1
        y = y * z
    Y[idx] = x * y


@case("void (double* X, double* Y)", 6, doubles(6), doubles(6))
def flow(X, Y):
    total = 0.0
    for k in range(8):
        if X[idx] * k > 9.0:
            break
        if k % 3 == 1:
            if X[idx] > 1.5:
                continue
            total = total * 1.5
        total += math.sqrt(X[idx] + total * k)
        if total > 20:
            return
    else:
        total *= 1.25
    Y[idx] = total * Y[idx]


@case("void (double* X, double* Y)", 6, doubles(6), doubles(6))
def own_element_in_a_loop(X, Y):
    for k in range(5):
        Y[idx] = Y[idx] * X[k] + math.sin(Y[idx])
        if k % 2 == 0:
            Y[idx] *= 1.1


@case("void (double* X)", 1, doubles(6))
def recurrence(X):
    for i in range(1, 6):
        X[i] = X[i] * X[i - 1]


@case("void (double* X, double* Y)", 1, doubles(6), doubles(6))
def prefix_sum(X, Y):
    for i in range(1, len(X)):
        X[i] += X[i - 1]
        Y[i] = 2 * Y[i - 1] + X[i]


@case("void (double* X, double* Y)", 6, doubles(6), doubles(6))
def local_arrays(X, Y):
    A = cp.local(cp.double, 4)
    B = cp.local(cp.double, (2, 2), 1.0)
    for i in range(4):
        A[i] = X[idx] * (i + 1)
    B[1, 0] += A[2] * A[3]
    for i in range(3):
        A[i] = A[i + 1] * B[1, 0] * A[i]
        B[i % 2, 1] = A[i] * A[i]
    Y[idx] = A[0] + B[1, 1] * B[0, 0] * A[1]


@case("void (double* X, double* Y)", 3, doubles(3), doubles(3))
def pendulum(X, Y):
    q, p = X[idx], Y[idx]
    h = 0.01
    for _ in range(100):
        k1, l1 = p, -math.sin(q)
        k2, l2 = p + h / 2 * l1, -math.sin(q + h / 2 * k1)
        k3, l3 = p + h / 2 * l2, -math.sin(q + h / 2 * k2)
        k4, l4 = p + h * l3, -math.sin(q + h * k3)
        q += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        p += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4)
    X[idx] = q
    Y[idx] = p


@case(
    "void (double* S, double* K, double* T, double* C, double r, double v)",
    6,
    doubles(6),
    doubles(6),
    doubles(6),
    doubles(6),
    0.03,
    0.3,
)
def black_scholes(S, K, T, C, r, v):
    if idx >= len(S):
        return
    root = v * math.sqrt(T[idx])
    d1 = (math.log(S[idx] / K[idx]) + (r + 0.5 * v * v) * T[idx]) / root
    d2 = d1 - root
    C[idx] = S[idx] * math.normcdf(d1) - K[idx] * math.exp(-r * T[idx]) * math.normcdf(d2)


@case("void (double* X, double* F, double eps)", 5, doubles(15), doubles(15), 0.1)
def bodies(X, F, eps):
    fx, fy, fz = 0.0, 0.0, 0.0
    x, y, z = X[3 * idx], X[3 * idx + 1], X[3 * idx + 2]
    for j in range(len(X) // 3):
        dx, dy, dz = X[3 * j] - x, X[3 * j + 1] - y, X[3 * j + 2] - z
        r = dx * dx + dy * dy + dz * dz + eps
        w = 1.0 / (r * math.sqrt(r))
        fx += w * dx
        fy += w * dy
        fz += w * dz
    F[3 * idx] = fx
    F[3 * idx + 1] = fy
    F[3 * idx + 2] = fz


@case("void (double[,] P, double[,] C, double* D)", 5, doubles(5, 3), doubles(4, 3), doubles(5))
def nearest(P, C, D):
    best = math.inf
    for c in range(4):
        d = 0.0
        for k in range(C.shape[1]):
            d += (P[idx, k] - C[c, k]) ** 2
        if d < best:
            best = d
    D[idx] = best


@case(
    "void (int* begins, int* columns, double* values, double* X, double* Y)",
    3,
    np.array([0, 2, 2, 5], np.int32),
    np.array([0, 2, 1, 2, 0], np.int32),
    doubles(5),
    doubles(3),
    doubles(3),
)
def sparse_product(begins, columns, values, X, Y):
    total = 0.0
    for k in range(begins[idx], begins[idx + 1]):
        total += values[k] * X[columns[k]]
    Y[idx] = total


@case("void (double* X, double* Y)", 6, doubles(6), doubles(6))
def linear_while(X, Y):
    total = 0.0
    i = 0
    while i < len(X):
        total += X[i] * i
        i += 2
    n = 3
    while n:
        total -= X[n] * Y[idx]
        n -= 1
    Y[idx] = total


@case("void (double* X, double* Y)", 6, doubles(6), doubles(6))
def for_each(X, Y):
    for x in X:
        Y[idx] += x * x
    for i, (x, y) in enumerate(zip(X, X)):
        Y[idx] += i * x / y


@case("void (double* X, int* N)", 1, doubles(6), np.array([3, 0, 1, 2, 5, 4], np.int32))
def chained_index(X, N):
    i = 0
    for _ in range(5):
        i = N[i]
        X[i] = X[i] * X[0] * X[5]


# Other types.


@case(
    "void (complex128 a, complex128* Z, double* R)",
    5,
    0.3 + 0.2j,
    doubles(5) + 1j * doubles(5),
    doubles(5),
)
def complexes(a, Z, R):
    z = Z[idx]
    for _ in range(3):
        z = z * z / (1 + z) + a
    w = 1 / z
    R[idx] = abs(z) + z.real * z.imag + w.imag
    Z[idx] = z.conjugate() * complex(R[idx], 2.0) - z**3 - w


@cp.struct
class Body:
    x: cp.double
    n: cp.int32
    v: cp.double


# moved : void (Body b, double dt)
def moved(b, dt):
    b.x += b.v * b.v * dt


BODY = np.dtype([("x", "f8"), ("n", "i4"), ("v", "f8")], align=True)
BODIES = np.zeros(3, BODY)
for field in ("x", "v"):
    BODIES[field] = doubles(3)


@case("void (Body* B, double dt, double* Y)", 3, BODIES, 0.5, doubles(3))
def structs(B, dt, Y):
    p = B[idx]
    p.v = p.v * p.x
    moved(p, dt)
    q = Body(p.x * 2.0, 3, p.v)
    q.x *= q.x
    Y[idx] = q.x + p.v
    B[idx] = q


@case("void (Body* B, double* Y)", 3, BODIES, doubles(3))
def neighbours(B, Y):
    Y[idx] = B[(idx + 1) % 3].x * B[idx].v


@case("void (double2* V, double* Y)", 3, doubles(3, 2), doubles(3))
def vectors(V, Y):
    v = V[idx]
    v = v * v + v / 2.0 - v * v.y + v / v.x
    v += v * Y[idx]
    w = cp.double2(v.x, 3.0)
    Y[idx] = v.x * w.x + w.y * v.y
    V[idx] = v / w


@case("void (double a, Body* B, double* Z)", 3, -0.5, BODIES, doubles(3))
def name_of_an_element(a, B, Z):
    b = B[idx]
    b.x = max(Z[idx], Z[idx] % 0.7)
    b.v += b.x * a


# Loops that need a tape.


@case("void (double* X, double* Y)", 5, doubles(5), doubles(5))
def product_of_all(X, Y):
    x = 1.0
    for k in range(len(X)):
        x = x * X[k]
    Y[idx] = x


@case("void (double* X, double* Y)", 5, doubles(5), doubles(5))
def until_small(X, Y):
    x = X[idx] + 3
    n = 0
    while x > 0.1 and n < 50:
        x = x * 0.5 + math.sin(x) * 0.1
        n = n + 1
    Y[idx] = x * n


@case("void (double* X, double* Y, int n)", 5, doubles(5), doubles(5), 7)
def nested_tapes(X, Y, n):
    x, y = X[idx], 1.0
    for i in range(n):
        z = x
        for j in range(i, -2, -2):
            z = math.sin(z) * y + x
            k = n
            while k > j and z > 0.1:
                y = y * 0.9 + z * 0.1
                k -= 2
                if y > 3:
                    break
            if z > 1.2:
                continue
            x = x + z * z * 0.1
        if i > 2:
            for j in range(i):
                y = y * math.cos(y)
        y = math.cos(y * z)
    for i in range(n // 2):
        y = math.sin(y * y * 0.8)
    Y[idx] = x * y


@case("void (float* X, double* Y, int64 n)", 5, doubles(5).astype(np.float32), doubles(5), 6)
def other_words(X, Y, n):
    x = X[idx]
    y = Y[idx]
    flips = False
    m = n
    for i in range(n):
        if flips:
            x = x * x
        else:
            y = y * cp.double(x) + m
        flips = i % 3 == 1
        m = m // 2 - 1
    Y[idx] = y


@case("void (double[,] X, double[,] Y, int n)", (4, 3), doubles(3, 4), doubles(3, 4), 9)
def in_a_plane(X, Y, n):
    x = X[idy, idx]
    for k in range(n):
        if k % 4 == 2:
            continue
        x = math.sin(x) + x * x * 0.1
    Y[idy, idx] = x * Y[idy, idx]


@case("void (double* X, double* Y, int n)", 3, doubles(3), doubles(3), 6)
def array_on_tape(X, Y, n):
    A = cp.local(cp.double, 3, 1.0)
    for k in range(n):
        A[k % 3] = A[(k + 1) % 3] * A[k % 3] * X[idx] * 0.7 + 0.2
    Y[idx] = A[0] + A[1] * A[2]


@case("void (double* X, double* Y, int n)", 3, doubles(3), doubles(3), 1000)
def long_pendulum(X, Y, n):
    q, p = X[idx], Y[idx]
    for _ in range(n):
        k = p - 0.005 * math.sin(q)
        q += 0.01 * k
        p -= 0.01 * math.sin(q)
    X[idx] = q
    Y[idx] = p


@pytest.mark.parametrize("name", KERNELS)
def test_inner_products(name: str) -> None:
    pulls_back(*KERNELS[name])


def refusal(call: Any) -> str:
    with pytest.raises(cp.CompileError) as caught:
        call.vjp
    return str(caught.value).partition(": ")[2]


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
