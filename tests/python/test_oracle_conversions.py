"""Casts, weak literals, rounding, constants captured from outside, through the oracle."""

import enum
import math

import numpy as np
import pytest

import cudapy as cp
from generated import functions
from oracle import Batch

TYPES = {"bool": np.bool_, "int": np.int32, "int64": np.int64, "float": np.float32, "double": np.float64}
CASTS = ["bool", "int", "float", "double", "int64", "int32", "float32", "float64", "cp.int64", "cp.float32"]
RESULT = {"int32": "int", "float32": "float", "float64": "double"}


def cast_kernels():
    text = "import cudapy as cp\n\n\n"
    for source in TYPES:
        for cast in CASTS:
            bare = cast.removeprefix("cp.")
            result = RESULT.get(bare, bare)
            name = f"from_{source}_by_{cast.replace('.', '_')}"
            text += (
                f"# {name} : void ({source}* A, {result}* R)\ndef {name}(A, R):\n"
                f"    R[idx] = {cast}(A[idx])\n\n\n"
            )
    return text


CAST_FUNCTIONS = functions(cast_kernels())
casts = Batch(*CAST_FUNCTIONS.values())


@pytest.mark.parametrize("source", TYPES)
@pytest.mark.parametrize("cast", CASTS)
def test_cast(source, cast):
    a = np.array(
        [
            0,
            1,
            -1,
            2,
            100,
            -100,
            0.5,
            -0.5,
            0.99,
            -0.99,
            1.5,
            2.5,
            -2.5,
            1e6,
            -123456.75,
            2e9,
            -2e9,
            0,
            16777217,
            7,
        ]
    )
    a = a.astype(TYPES[source])
    bare = cast.removeprefix("cp.")
    result = np.zeros(len(a), dtype=TYPES[RESULT.get(bare, bare)])
    casts.check(CAST_FUNCTIONS[f"from_{source}_by_{cast.replace('.', '_')}"], len(a), a, result, ulps=0)


# roundings : void (float* F, double* D, int* I, int64* L, float* R)
def roundings(F, D, I, L, R):
    I[idx * 5 + 0] = round(F[idx])
    I[idx * 5 + 1] = int(F[idx])
    I[idx * 5 + 2] = math.floor(F[idx])
    I[idx * 5 + 3] = math.ceil(F[idx])
    I[idx * 5 + 4] = math.trunc(F[idx])
    L[idx * 4 + 0] = round(D[idx])
    L[idx * 4 + 1] = math.floor(D[idx])
    L[idx * 4 + 2] = math.ceil(D[idx])
    L[idx * 4 + 3] = math.trunc(D[idx])
    R[idx * 3 + 0] = math.floorf(F[idx])
    R[idx * 3 + 1] = math.rint(F[idx])
    R[idx * 3 + 2] = round(F[idx]) / 2


DIGITS = 3


# digits : void (float* F, double* D, half* H, int* I, int64* L, uint8* B, int16* S, float* RF, double* RD,
# half* RH, int* RI, int64* RL, int* RB)
def digits(F, D, H, I, L, B, S, RF, RD, RH, RI, RL, RB):
    RF[idx * 5] = round(F[idx], 2)
    RF[idx * 5 + 1] = round(F[idx], ndigits=DIGITS)
    RF[idx * 5 + 2] = round(F[idx], 0)
    RF[idx * 5 + 3] = round(F[idx], -1)
    RF[idx * 5 + 4] = round(F[idx], 12)
    RD[idx * 6] = round(D[idx], 1)
    RD[idx * 6 + 1] = round(D[idx], 2)
    RD[idx * 6 + 2] = round(D[idx], 15)
    RD[idx * 6 + 3] = round(D[idx], 22)
    RD[idx * 6 + 4] = round(D[idx], -2)
    RD[idx * 6 + 5] = round(D[idx], -22)
    RH[idx * 3] = round(H[idx], 1)
    RH[idx * 3 + 1] = round(H[idx], 0)
    RH[idx * 3 + 2] = round(H[idx], -1)
    RI[idx * 3] = round(I[idx], -2)
    RI[idx * 3 + 1] = round(I[idx], 4)
    RI[idx * 3 + 2] = round(I[idx] > 0, 1)
    RL[idx * 2] = round(L[idx], -1)
    RL[idx * 2 + 1] = round(L[idx], -18)
    RB[idx * 4] = round(B[idx], -1)
    RB[idx * 4 + 1] = round(S[idx], -2) + round(S[idx], 3)
    RB[idx * 4 + 2] = round(B[idx] - B[0], -3)
    RB[idx * 4 + 3] = round(cp.int8(B[idx] % 128), -1)


# weak : void (float* F, double* D, int* A, float* R, double* W)
def weak(F, D, A, R, W):
    acc = 0
    for i in range(3):
        acc += F[idx]
    R[idx * 6 + 0] = acc
    R[idx * 6 + 1] = 0.1 * F[idx] + 1
    R[idx * 6 + 2] = A[idx] * 0.1
    R[idx * 6 + 3] = 1 / 3
    R[idx * 6 + 4] = F[idx] + A[idx]
    R[idx * 6 + 5] = A[idx] / 7
    total = 0.0
    total += D[idx] * 0.1
    W[idx * 4 + 0] = total
    W[idx * 4 + 1] = 2.0 * D[idx] + 0.1
    W[idx * 4 + 2] = D[idx] + F[idx]
    W[idx * 4 + 3] = math.pi * D[idx]


# wide : void (int* A, int64* L, double* D)
def wide(A, L, D):
    L[idx * 4 + 0] = A[idx] + 5000000000
    L[idx * 4 + 1] = int64(A[idx]) * 3000000
    x = 10000000000
    x += A[idx]
    L[idx * 4 + 2] = x
    y: cp.int64 = 1
    for i in range(40):
        y = y * 2
    L[idx * 4 + 3] = y + 0x7FFF_FFFF
    D[idx * 2 + 0] = L[idx * 4] / 7
    D[idx * 2 + 1] = cp.int64(A[idx]) / 3


BIG = 1e300
TINY = (1e-60, 2.0)


# huge : void (float* F, double* D, half* H, float* R, double* W, bool* B)
def huge(F, D, H, R, W, B):
    x = BIG
    W[idx * 8] = x * 1e-300
    eps = 1e-50
    W[idx * 8 + 1] = 2e-50 / eps
    t = (1e300, 1)
    W[idx * 8 + 2] = t[0]
    W[idx * 8 + 3] = F[idx] * 1e300 + D[idx]
    W[idx * 8 + 4] = math.sqrt(1e300) if F[idx] > 0 else -1e-300
    W[idx * 8 + 5] = max(F[idx], 1e300)
    W[idx * 8 + 6] = TINY[idx % 2]
    W[idx * 8 + 7] = 1e300 * (F[idx] if F[idx] > 1e38 else 1.0)
    B[idx * 4] = F[idx] < 1e300
    B[idx * 4 + 1] = -1e-60 < F[idx] < 1e-60
    B[idx * 4 + 2] = H[idx] < 1e5
    B[idx * 4 + 3] = H[idx] * 100000 > 65504
    R[idx * 2] = H[idx] * 1e5
    R[idx * 2 + 1] = 1e-8 + H[idx]


# take : double (double d, float f, int64 l, int i, bool b)
def take(d, f, l, i, b):
    return d + f * 2 + l - i + (1 if b else 0)


# give_float : float (int i)
def give_float(i):
    return i


# give_double : double (float f)
def give_double(f):
    if f > 2:
        return 1
    return f


# passing : void (int* A, float* F, double* D, float* R)
def passing(A, F, D, R):
    D[idx * 2 + 0] = take(A[idx], A[idx], A[idx], A[idx] > 3, A[idx] > 5)
    D[idx * 2 + 1] = take(1, 2, 3, 4, True) + give_double(A[idx])
    R[idx] = give_float(A[idx]) / 2 + give_float(A[idx] > 1)


# booleans : void (bool* B, int* A, bool* C, int* I)
def booleans(B, A, C, I):
    C[idx] = A[idx] > 3
    flag = False
    if B[idx]:
        flag = A[idx] % 2 == 0
    flag ^= True
    C[idx] |= flag
    I[idx * 4 + 0] = B[idx] + B[idx]
    I[idx * 4 + 1] = B[idx] * A[idx] + flag
    I[idx * 4 + 2] = flag & B[idx]
    I[idx * 4 + 3] = True


# selections : void (float* F, float* G, double* D, int* A, float* R, double* W, int* I)
def selections(F, G, D, A, R, W, I):
    R[idx * 6 + 0] = min(F[idx], G[idx])
    R[idx * 6 + 1] = max(F[idx], G[idx])
    R[idx * 6 + 2] = max(F[idx], 0)
    R[idx * 6 + 3] = min(1.5, F[idx], G[idx], A[idx])
    R[idx * 6 + 4] = abs(F[idx])
    R[idx * 6 + 5] = max(A[idx], F[idx])
    W[idx * 2 + 0] = min(D[idx], F[idx])
    W[idx * 2 + 1] = abs(D[idx])
    I[idx * 3 + 0] = min(A[idx], 3, idx)
    I[idx * 3 + 1] = max(-A[idx], A[idx])
    I[idx * 3 + 2] = abs(A[idx])


class Color(enum.IntEnum):
    RED = 3
    GREEN = 5


COUNT = 7
SCALE = 0.1
FLAG = True
BIG = 6_000_000_000
NEGATIVE = -4
HALF32 = np.float32(0.3)
FINE = np.float64(0.3)
SHORT = np.int32(11)


# globals_used : void (int* A, float* F, float* R, double* W, int* I, int64* L)
def globals_used(A, F, R, W, I, L):
    R[idx * 3 + 0] = F[idx] * SCALE + COUNT
    R[idx * 3 + 1] = F[idx] * HALF32
    R[idx * 3 + 2] = F[idx] + (1 if FLAG else 2)
    W[idx] = F[idx] * FINE
    I[idx * 4 + 0] = A[idx] * COUNT + SHORT
    I[idx * 4 + 1] = Color.RED + A[idx]
    I[idx * 4 + 2] = Color.GREEN if A[idx] > Color.RED else NEGATIVE
    I[idx * 4 + 3] = 1 if A[idx] == Color.RED else 0
    L[idx] = A[idx] + BIG


def made(step, offset):
    # captured : void (int* A, float* R)
    def captured(A, R):
        R[idx] = A[idx] * step + offset

    return captured


captured = made(3, 0.25)

whole = Batch(
    roundings,
    digits,
    weak,
    huge,
    wide,
    take,
    give_float,
    give_double,
    passing,
    booleans,
    selections,
    globals_used,
    captured,
)


def test_rounding():
    f = np.array(
        [0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 0.49999997, 2.4, 2.6, -2.4, -2.6, 0, 3, -3, 8388609, 1e9],
        np.float32,
    )
    d = np.array(
        [
            0.5,
            1.5,
            2.5,
            -0.5,
            -1.5,
            -2.5,
            0.49999999999999994,
            4503599627370497.5,
            1e15,
            -1e15,
            2**40 + 0.5,
            -7.1,
            7.9,
            0,
            1,
            2,
        ]
    )
    n = len(f)
    whole.check(
        roundings,
        n,
        f,
        d,
        np.zeros(n * 5, np.int32),
        np.zeros(n * 4, np.int64),
        np.zeros(n * 3, np.float32),
        ulps=0,
    )


def test_weak_literals():
    n = 65
    random = np.random.default_rng(3)
    f, d = random.normal(size=n).astype(np.float32), random.normal(size=n)
    whole.check(weak, n, f, d, np.arange(n, dtype=np.int32), np.zeros(n * 6, np.float32), np.zeros(n * 4))


def test_literals_that_no_float_holds():
    n = 12
    f = np.linspace(-2, 3, n).astype(np.float32)
    whole.check(
        huge,
        n,
        f,
        f.astype(np.float64),
        f.astype(np.float16),
        np.zeros(n * 2, np.float32),
        np.zeros(n * 8),
        np.zeros(n * 4, np.bool_),
    )


def test_64_bit_integers():
    n = 20
    whole.check(
        wide, n, np.arange(-10, 10, dtype=np.int32) * 1000, np.zeros(n * 4, np.int64), np.zeros(n * 2)
    )


def test_arguments_and_results_convert():
    n = 12
    a = np.arange(n, dtype=np.int32)
    whole.check(passing, n, a, a.astype(np.float32), np.zeros(n * 2), np.zeros(n, np.float32))


def test_booleans():
    n = 40
    a = np.arange(n, dtype=np.int32)
    whole.check(booleans, n, a % 3 == 0, a, np.zeros(n, np.bool_), np.zeros(n * 4, np.int32))


def test_min_max_abs():
    nan, inf = np.nan, np.inf
    f = np.array([1, nan, 2, inf, -inf, 0.5, -3, nan, -0.25], np.float32)
    g = np.array([nan, 1, 3, 1, 2, 0.25, -4, nan, 0.5], np.float32)
    d = np.array([nan, 2, nan, 1, 2, 0.7, -3, 4, -9])
    n = len(f)
    a = np.arange(n, dtype=np.int32) - 4
    whole.check(
        selections, n, f, g, d, a, np.zeros(n * 6, np.float32), np.zeros(n * 2), np.zeros(n * 3, np.int32)
    )


def test_captured_constants():
    n = 10
    a = np.arange(n, dtype=np.int32)
    f = (a / 3).astype(np.float32)
    whole.check(
        globals_used,
        n,
        a,
        f,
        np.zeros(n * 3, np.float32),
        np.zeros(n),
        np.zeros(n * 4, np.int32),
        np.zeros(n, np.int64),
    )
    whole.check(captured, n, a, np.zeros(n, np.float32))


def test_round_to_digits():
    """Ties, numbers that look like ties and are none, negative ones, zeros, and those without a fraction: all
    as CPython has them."""
    near = [k / 8 + d for k in range(-40, 41) for d in (0, 0.005, 0.0049999)] + [
        k / 100 + 0.005 for k in range(-300, 300, 7)
    ]
    large = [
        0.0,
        -0.0,
        2.675,
        -2.675,
        1e-9,
        1e-30,
        5e-324,
        1e15 + 0.5,
        2.0**52 + 1,
        1e22,
        1.5e22,
        -2.5e22,
        1e300,
        math.inf,
        -math.inf,
        math.nan,
        1250,
        1350,
        -1250,
        50,
        150,
        250,
        0.5,
        1.5,
        2.5,
    ]
    d = np.array(near + large + list(np.random.default_rng(5).normal(size=200) * 1000))
    n = len(d)
    with np.errstate(all="ignore"):
        f, h = d.astype(np.float32), np.clip(d, -60000, 60000).astype(np.float16)
    i = np.arange(n, dtype=np.int32) * 25 - 4000
    l = np.arange(n, dtype=np.int64) * 10**16 - 2 * 10**18 + 5
    b = np.arange(n).astype(np.uint8)
    s = np.linspace(-32768, 32767, n).astype(np.int16)
    results = [
        np.zeros(n * k, t)
        for k, t in (
            (5, np.float32),
            (6, np.float64),
            (3, np.float16),
            (3, np.int32),
            (2, np.int64),
            (4, np.int32),
        )
    ]
    whole.check(digits, n, f, d, h, i, l, b, s, *results, ulps=0)
