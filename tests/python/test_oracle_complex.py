"""complex64 and complex128 through the oracle."""

import cmath

import numpy as np
import pytest

import cudapy as cp
from generated import functions
from oracle import Batch, check
from cudapy._simulate.number import promote

N = 193
DTYPES = {
    "complex64": np.complex64,
    "complex128": np.complex128,
    "float": np.float32,
    "double": np.float64,
    "int": np.int32,
    "int64": np.int64,
    "uint8": np.uint8,
    "bool": np.bool_,
    "half": np.float16,
}
PAIRS = [(a, b) for a in ("complex64", "complex128") for b in DTYPES]
EXPRESSIONS = [
    "a + b",
    "a - b",
    "a * b",
    "a / (b + 3)",
    "b - a",
    "-a * b",
    "+a",
    "a * 2j + b",
    "(1 + 2j) * a",
    "a if a != b else b",
    "a or b",
    "a and b",
    "3 / (a + 20)",
    "a ** 2",
    "a ** 3 + b",
    "1 / (a + 9) ** -2",
    "a ** 0",
    "a.conjugate() + b",
    "complex(a.real, 2) + b",
    "complex(a.imag) * 0.5",
    "a + (0.5 if a == 1 else 2j)",
    "a * a.conjugate()",
    "(a * 2).conjugate() - b",
]
REALS = [
    "abs(a)",
    "a.real",
    "a.imag",
    "abs(a - b)",
    "(a * b).imag",
    "a.real * 2 + a.imag",
    "(a + 1).conjugate().imag",
]
CONDITIONS = ["a == b", "a != b + 1", "not a", "a", "a == a == a", "a - a", "a == 1j or b"]
AUGMENTED = [("+=", "a"), ("-=", "b"), ("*=", "b + 1"), ("/=", "b + 3"), ("*=", "2j"), ("+=", "1")]


# Where b is the more precise one, the arrays are compared in its precision: each operation must have it.
WIDE = {
    "a + b",
    "a - b",
    "a * b",
    "a / (b + 3)",
    "b - a",
    "a if a != b else b",
    "a or b",
    "a and b",
    "abs(a - b)",
    "(a * b).imag",
}


def tried(texts, a, b):
    return texts if promote(a, b) == a else [text for text in texts if text in WIDE]


def pair_kernel(a, b):
    kind = promote(a, b)
    real = "float" if kind == "complex64" else "double"
    lines = [
        f"# pair_{a}_{b} : void ({a}* A, {b}* B, {kind}* R, {real}* F, bool* C, {kind}* V)",
        f"def pair_{a}_{b}(A, B, R, F, C, V):",
        "    a = A[idx]",
        "    b = B[idx]",
    ]
    lines += [
        f"    R[idx * {len(EXPRESSIONS)} + {i}] = {text}" for i, text in enumerate(tried(EXPRESSIONS, a, b))
    ]
    lines += [f"    F[idx * {len(REALS)} + {i}] = {text}" for i, text in enumerate(tried(REALS, a, b))]
    lines += [
        f"    C[idx * {len(CONDITIONS)} + {i}] = True if {text} else False"
        for i, text in enumerate(CONDITIONS)
    ]
    lines += [f"    V[idx * {len(AUGMENTED)} + {i}] {op} {text}" for i, (op, text) in enumerate(AUGMENTED)]
    return "\n".join(lines) + "\n\n\n"


PAIR_FUNCTIONS = functions("".join(pair_kernel(a, b) for a, b in PAIRS))
pairs = Batch(*PAIR_FUNCTIONS.values())


def values(kind, random, count=N):
    numbers = random.normal(0, 2, count) + 1j * random.normal(0, 2, count)
    numbers[:6] = [0, 1, 1j, -1, 2 - 2j, -0.5j]
    return (
        numbers.astype(DTYPES[kind]) if kind.startswith("complex") else abs(numbers.real).astype(DTYPES[kind])
    )


@pytest.mark.parametrize("a, b", PAIRS)
def test_pairs(a, b):
    random = np.random.default_rng(len(a) + len(b))
    kind = promote(a, b)
    real = np.float32 if kind == "complex64" else np.float64
    pairs.check(
        PAIR_FUNCTIONS[f"pair_{a}_{b}"],
        N,
        values(a, random),
        values(b, random),
        np.zeros(N * len(EXPRESSIONS), DTYPES[kind]),
        np.zeros(N * len(REALS), real),
        np.zeros(N * len(CONDITIONS), np.bool_),
        values(kind, random, N * len(AUGMENTED)),
    )


# parts : void (complex128* A, complex128* B, complex128* R)
def parts(A, B, R):
    R[idx * 4] = A[idx] + B[idx]
    R[idx * 4 + 1] = A[idx] * B[idx]
    R[idx * 4 + 2] = A[idx] / B[idx]
    R[idx * 4 + 3] = A[idx] ** 5


def test_each_result_is_cpythons():
    """Not only to the largest: complex128 is CPython's own type."""
    random = np.random.default_rng(7)
    a = (random.normal(0, 1, N) + 1j * random.normal(0, 1, N)) * 10.0 ** random.integers(-9, 9, N)
    b = (random.normal(0, 1, N) + 1j * random.normal(0, 1, N)) * 10.0 ** random.integers(-9, 9, N)
    results = np.zeros(4 * N, np.complex128)
    cp.compile(parts)(N)(a, b, results)
    for i in range(N):
        x, y = complex(a[i]), complex(b[i])
        for got, want in zip(results[4 * i :], (x + y, x * y, x / y, x**5)):
            assert abs(got - want) <= 1e-14 * abs(want)


# functions_of_cmath : void (complex64* Z, complex64* R, float* F, double* D)
def functions_of_cmath(Z, R, F, D):
    R[idx * 4 + 0] = cmath.exp(Z[idx])
    R[idx * 4 + 1] = cmath.sqrt(Z[idx])
    R[idx * 4 + 2] = cmath.sqrt(Z[idx].real)
    R[idx * 4 + 3] = cmath.sqrt(complex(Z[idx].real, 0))
    F[idx] = cmath.phase(Z[idx])
    D[idx] = abs(cmath.exp(D[idx] * 1j)) + cmath.phase(complex(D[idx], 1))


def test_cmath():
    z = values("complex64", np.random.default_rng(1))
    check(
        functions_of_cmath,
        N,
        z,
        np.zeros(4 * N, np.complex64),
        np.zeros(N, np.float32),
        np.linspace(-3, 3, N),
    )


# casts : void (complex64* A, complex128* B, double* D, half* H, bool* C)
def casts(A, B, D, H, C):
    z = complex64(B[idx])
    w = complex128(A[idx] * 2)
    v = cp.complex128(D[idx], A[idx].real)
    A[idx] = z + complex64(H[idx])
    B[idx] = w * v + complex(D[idx], 1) - complex128(1, 2)
    D[idx] = (w * v).real
    H[idx] = half(z.imag)
    C[idx] = bool(z)
    acc = 0
    for i in range(3):
        acc += w
    B[idx] += acc
    A[idx] += 1.0 if C[idx] else 2j


def test_casts():
    random = np.random.default_rng(2)
    check(
        casts,
        N,
        values("complex64", random),
        values("complex128", random),
        random.normal(0, 1, N),
        random.normal(0, 1, N).astype(np.float16),
        np.zeros(N, np.bool_),
    )


# polar : (complex64, float) (complex64 z, float turn)
def polar(z, turn):
    return z * cmath.exp(1j * turn), abs(z)


# power : T (T z, int n)
def power(z, n):
    result = z
    for i in range(n):
        result *= z
    return result


# helped : void (complex64* A, complex128* B, complex64 by, complex128 wide)
def helped(A, B, by, wide):
    by = by * 2
    B[idx] = power(B[idx], 2) + power(complex128(A[idx]), 1) * by + wide
    turned, size = polar(A[idx] + by, 0.5)
    A[idx] = turned / (size + 1)
    pair = (A[idx], B[idx])
    A[idx] = pair[0] + size


def test_calls():
    random = np.random.default_rng(3)
    check(
        [helped, polar, power],
        N,
        values("complex64", random),
        values("complex128", random),
        1 - 2j,
        np.complex128(0.1 + 3j),
    )


# rotate : void (complex64* X, complex64* R)
def rotate(X, R):
    tile = shared(complex64, 64)
    mine = local(complex128, 2)
    mine[0] = X[idx]
    mine[1] = 1j
    tile[threadIdx.x] = X[idx]
    syncthreads()
    if threadIdx.x < 32:
        tile[threadIdx.x] *= tile[threadIdx.x + 32]
    syncthreads()
    R[idx] = tile[63 - threadIdx.x] + complex64(mine[0] * mine[1])


# matrix : void (complex64[,] A, complex64* x, complex64* y)
def matrix(A, x, y):
    total = 0
    for j in range(A.shape[1]):
        total += A[idx, j] * x[j]
    y[idx] = total
    for z in A[idx]:
        y[idx] -= z


def test_blocks_and_arrays():
    random = np.random.default_rng(4)
    check(rotate, 128, values("complex64", random, 128), np.zeros(128, np.complex64), block=64)
    check(
        matrix,
        40,
        values("complex64", random, 280).reshape(40, 7),
        values("complex64", random, 7),
        np.zeros(40, np.complex64),
    )


# What is evaluated once, or is looked at before it is used, in what a method is called of.
OWNERS = [
    "complex64((0, n) >= (atomicAdd(C, idx, 1), n), 8.0)",
    "complex64(0 < atomicAdd(C, idx, 1) < n, 1.0)",
    "complex64(divmod(atomicAdd(C, idx, 1) + 7, 3)[1], 1.0)",
    "complex64(A[atomicAdd(C, idx, 1) + 3].real, 2.0)",
    "complex64(TABLE[atomicAdd(C, idx, 1) % 3], 1.0)",
    "(A[idx] if 0 < atomicAdd(C, idx, 1) < n + 1 else A[idx] * 2)",
    "(A[idx] * atomicAdd(C, idx, 1)).conjugate()",
    "complex64(min(atomicAdd(C, idx, 1), n), 4.0)",
    "(complex64(atomicAdd(C, idx, 1), 1.0) or A[idx])",
    "complex64((n, atomicAdd(C, idx, 1), 5)[1], 1.0)",
    "complex64(atomicAdd(C, idx, 1), 1.0)" + ".conjugate()" * 60,
]
OWNER_FUNCTIONS = functions(
    "TABLE = (0.5, -2.0, 8.0)\n\n\n"
    + "".join(
        f"# owner_{i} : void (complex64* A, int* C, int n, complex64* R)\ndef owner_{i}(A, C, n, R):\n"
        f"    R[idx] = {text}.conjugate()\n\n\n"
        for i, text in enumerate(OWNERS)
    )
)
owners = Batch(*OWNER_FUNCTIONS.values())


@pytest.mark.parametrize("i", range(len(OWNERS)))
def test_what_a_method_is_called_of(i):
    random = np.random.default_rng(i)
    owners.check(
        OWNER_FUNCTIONS[f"owner_{i}"],
        N,
        values("complex64", random),
        np.arange(N, dtype=np.int32) % 3,
        1,
        np.zeros(N, np.complex64),
    )
