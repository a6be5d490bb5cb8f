"""Integers of every width through the oracle: those of 32 and 64 bits that are unsigned wrap, narrow ones are
computed as `int`."""

import itertools
import math

import numpy as np
import pytest

import cudapy as cp
from generated import functions
from oracle import Batch, check
from cudapy._simulate.number import BITS, at_least_int, promote

DTYPES = {"bool": np.bool_, "int": np.int32} | {kind: np.dtype(kind).type for kind in BITS if kind != "int"}
N = 193


def common(a, b):
    try:
        return at_least_int(promote(a, b))
    except TypeError:
        return None


PAIRS = [
    (a, b)
    for a, b in itertools.combinations_with_replacement(list(DTYPES)[1:], 2)
    if common(a, b) and not ("uint64" in (a, b) and min(BITS[a], BITS[b]) < 32)
]
EXPRESSIONS = [
    "a + b",
    "a - b",
    "a * b",
    "a // b",
    "a % b",
    "(a + b) // 3",
    "(a - b) % 5",
    "(a * b + a) // 2",
    "a * 3 - b * 2 + 1",
    "min(a, b)",
    "max(a, b - 1)",
    "-a + b",
    "+b",
    "a & b | 5",
    "~a ^ b",
    "a if a + 1 > b else b",
    "a or b",
    "(b >> 1) + (b & 3)",
    "(b & 7) << 3",
    "b ** 2 // 3",
    "abs(a) % 9",
    "(a + b) % 4 * 2",
    "b // 4 - a // 2",
]
CONDITIONS = [
    "a < b",
    "a + b > a",
    "a - b == b",
    "a < b + 1 <= 100",
    "not a - b",
    "a * b",
    "a == 3 or b != 200",
    "b - 1 >= 0",
]


def pair_kernel(a, b):
    kind = common(a, b)
    lines = [
        f"# pair_{a}_{b} : void ({a}* A, {b}* B, {kind}* R, bool* C, {kind}* V)",
        f"def pair_{a}_{b}(A, B, R, C, V):",
        "    a = A[idx]",
        "    b = B[idx]",
    ]
    lines += [f"    R[idx * {len(EXPRESSIONS)} + {i}] = {kind}({text})" for i, text in enumerate(EXPRESSIONS)]
    lines += [
        f"    C[idx * {len(CONDITIONS)} + {i}] = True if {text} else False"
        for i, text in enumerate(CONDITIONS)
    ]
    lines += [
        line
        for i, (op, text) in enumerate(AUGMENTED)
        for line in (
            f"    v = V[idx * {len(AUGMENTED)} + {i}]",
            f"    V[idx * {len(AUGMENTED)} + {i}] = {kind}(v {op[:-1]} ({text}))",
        )
    ]
    return "\n".join(lines) + "\n\n\n"


AUGMENTED = [
    ("+=", "a + b"),
    ("-=", "b"),
    ("*=", "b"),
    ("//=", "b"),
    ("%=", "b"),
    ("&=", "a - b"),
    ("|=", "b"),
    ("^=", "~b"),
    (">>=", "2"),
    ("<<=", "1"),
    ("+=", "1"),
    ("//=", "(a * b | 1)"),
]
FUNCTIONS = functions("".join(pair_kernel(a, b) for a, b in PAIRS))
pairs = Batch(*FUNCTIONS.values())


def values(kind, most, random, nonzero=False):
    """Numbers up to `most`, or of the whole range of an unsigned type without it."""
    if kind == "bool":
        return np.ones(N, np.bool_) if nonzero else random.integers(0, 2, N).astype(np.bool_)
    limits = np.iinfo(DTYPES[kind])
    if most is not None and limits.min < 0:
        most = min(most, math.isqrt(limits.max) // 2)
    low, high = (limits.min, limits.max) if most is None else (max(limits.min, -most), min(limits.max, most))
    drawn = random.integers(low, high, N, dtype=DTYPES[kind], endpoint=True)
    drawn[:4] = [low, high, low + 1, high - 1]
    if nonzero:
        drawn[drawn == 0] = 3
    return drawn


@pytest.mark.parametrize("a,b", PAIRS)
def test_pair(a, b):
    random = np.random.default_rng(len(a) * 97 + len(b))
    kind = common(a, b)
    # Products of signed numbers must stay inside their type: their overflow is outside the contract.
    most = None if kind[0] == "u" else math.isqrt(np.iinfo(DTYPES[kind]).max) // 2
    left, right = values(a, most, random), values(b, most, random, nonzero=True)
    pairs.check(
        FUNCTIONS[f"pair_{a}_{b}"],
        N,
        left,
        right,
        np.zeros(N * len(EXPRESSIONS), DTYPES[kind]),
        np.zeros(N * len(CONDITIONS), np.bool_),
        np.resize(values(kind, most, random), N * len(AUGMENTED)),
    )


def cast_kernel(source):
    results = ", ".join(f"{kind}* to_{kind}" for kind in DTYPES)
    lines = [
        "import cudapy as cp",
        "import numpy as np",
        "",
        "",
        f"# cast_{source} : void ({source}* A, {results}, float* F, double* D)",
        f"def cast_{source}(A, {', '.join(f'to_{kind}' for kind in DTYPES)}, F, D):",
    ]
    lines += [f"    to_{kind}[idx] = {kind}(A[idx])" for kind in DTYPES]
    lines += ["    F[idx] = A[idx]", "    D[idx] = double(A[idx]) / 3"]
    return "\n".join(lines) + "\n\n\n"


CASTS = functions("".join(cast_kernel(source) for source in DTYPES))
casts = Batch(*CASTS.values())


@pytest.mark.parametrize("source", DTYPES)
def test_cast_keeps_the_low_bits(source):
    a = values(source, None, np.random.default_rng(5))
    casts.check(
        CASTS[f"cast_{source}"],
        N,
        a,
        *(np.zeros(N, dtype) for dtype in DTYPES.values()),
        np.zeros(N, np.float32),
        np.zeros(N, np.float64),
    )


# from_floats : void (float* F, double* D, uint8* A, int16* B, uint32* C, uint64* E)
def from_floats(F, D, A, B, C, E):
    A[idx] = cp.uint8(F[idx])
    B[idx] = cp.int16(-F[idx])
    C[idx] = cp.uint32(D[idx] * 1000)
    E[idx] = cp.uint64(D[idx] * 1e10) + uint64(A[idx])


def test_casts_of_floats():
    random = np.random.default_rng(6)
    check(
        from_floats,
        N,
        random.uniform(0, 255, N).astype(np.float32),
        random.uniform(0, 255, N),
        np.zeros(N, np.uint8),
        np.zeros(N, np.int16),
        np.zeros(N, np.uint32),
        np.zeros(N, np.uint64),
    )


# splitmix : uint64 (uint64 x)
def splitmix(x):
    x += 0x9E3779B97F4A7C15
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9
    x = (x ^ x >> 27) * 0x94D049BB133111EB
    return x ^ x >> 31


# murmur : uint32 (uint32 x)
def murmur(x):
    x ^= x >> 16
    x *= 0x85EBCA6B
    x ^= x >> 13
    x *= 0xC2B2AE35
    return x ^ x >> 16


# hashes : void (uint64* A, uint32* B, float* U, uint16* S)
def hashes(A, B, U, S):
    A[idx] = splitmix(uint64(idx) + A[idx])
    B[idx] = murmur(B[idx])
    U[idx] = (B[idx] >> 8) / 16777216
    seed = S[idx]
    for i in range(5):
        seed ^= (seed << 7) & 0xFFFF
        seed ^= seed >> 9
        seed ^= (seed << 8) & 0xFFFF
    S[idx] = uint16(seed)


def test_hashes():
    check(
        [hashes, splitmix, murmur],
        N,
        np.arange(N, dtype=np.uint64) * 12345678901234567,
        np.arange(N, dtype=np.uint32),
        np.zeros(N, np.float32),
        np.arange(1, N + 1, dtype=np.uint16),
    )


# chosen : void (uint8* keys, int* rows, uint32* starts, uint64* far, uint8* out, int16[,] A)
def chosen(keys, rows, starts, far, out, A):
    key = keys[idx]
    out[idx] = uint8(keys[key % 50] + keys[starts[idx % 8]] + keys[far[idx % 8]])
    rows[key] = int(starts[key % 8])
    for i in range(key % 5, keys[0]):
        A[idx, i] = int16(A[idx, i] + i)
    for i in range(starts[1]):
        A[idx, uint8(i) + 1] = int16(A[idx, uint8(i) + 1] - key % 7)
    for i, k in enumerate(keys[key % 3 : starts[1]]):
        A[idx, i] ^= k


def test_narrow_and_unsigned_indices():
    keys = np.arange(64, dtype=np.uint8)
    keys[0], keys[12] = 12, 0
    check(
        chosen,
        64,
        keys,
        np.zeros(64, np.int32),
        np.arange(8, dtype=np.uint32),
        np.arange(8, dtype=np.uint64)[::-1].copy(),
        np.zeros(64, np.uint8),
        np.zeros((64, 20), np.int16),
    )


# summed : void (uint8* image, int* sums, uint8* means, int width)
def summed(image, sums, means, width):
    total = 0
    for x in range(width):
        total += image[idx * width + x]
    sums[idx] = total
    means[idx] = uint8(total // width)


def test_a_variable_that_begins_with_a_literal_is_an_int():
    image = np.full((5, 40), 200, np.uint8)
    sums, means = np.zeros(5, np.int32), np.zeros(5, np.uint8)
    cp.compile(summed)(5)(image.reshape(-1), sums, means, 40)
    assert sums.tolist() == [8000] * 5 and means.tolist() == [200] * 5


# flags : void (bool* F, uint8* A, int16* B, uint32* C)
def flags(F, A, B, C):
    A[idx] = uint8(A[idx] + F[idx])
    B[idx] = int16(B[idx] - F[idx] if F[idx] else B[idx] * F[idx])
    C[idx] = max(C[idx], F[idx]) ^ F[idx]


def test_bools_take_the_type_of_an_integer():
    check(
        flags,
        N,
        np.arange(N) % 3 == 0,
        np.arange(N).astype(np.uint8),
        np.arange(N, dtype=np.int16),
        np.arange(N, dtype=np.uint32),
    )


SEED = np.uint32(2463534242)
MASK = np.uint8(0xF0)
LARGE = 0xCBF29CE484222325


# captured : void (uint32* A, uint8* B, uint64* C)
def captured(A, B, C):
    A[idx] = A[idx] ^ SEED
    B[idx] = B[idx] & MASK | 1
    C[idx] = C[idx] ^ LARGE


def test_captured_scalars():
    check(
        captured,
        N,
        np.arange(N, dtype=np.uint32),
        np.arange(N).astype(np.uint8),
        np.arange(N, dtype=np.uint64),
    )


# mixed : void (int8 a, uint8 b, int16 c, uint16 d, uint32 e, uint64 f, int64* R)
def mixed(a, b, c, d, e, f, R):
    R[0] = a + b
    R[1] = c + d
    R[2] = e + a
    R[3] = int64(f >> 2) + b
    R[4] = (b + 1) * 2
    R[5] = 300 + b
    R[6] = -1 + b


def test_scalar_arguments():
    check(mixed, 1, -128, 255, -32768, 65535, 2**32 - 1, 2**64 - 1, np.zeros(7, np.int64))


WIDTHS = ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64"]


@pytest.mark.parametrize("kind", WIDTHS)
def test_arrays_of_every_width(kind):
    limits = np.iinfo(kind)
    numbers = [int(limits.min), int(limits.max), 0, 1]
    made = cp.CudaArray(numbers, getattr(cp, kind))
    assert made.toList() == numbers and made.elemType() is getattr(cp, kind)
    host = made.toHost()
    assert host.dtype == np.dtype(kind) and host.tolist() == numbers
    assert cp.CudaArray(host).toList() == numbers
    made[2] = limits.max
    assert made[2] == limits.max
    name = "int" if kind == "int32" else kind
    for wrong in (int(limits.max) + 1, int(limits.min) - 1):
        with pytest.raises(OverflowError) as error:
            made[0] = wrong
        assert str(error.value).endswith(
            f"int {wrong} is out of range for {name} ({limits.min} to {limits.max})"
        )


# extrema : void (uint8* B, int8* S, uint16* H, int16* K, int* A, uint8* Q, int8* T, uint16* U, int16* V, int*
# R)
def extrema(B, S, H, K, A, Q, T, U, V, R):
    b, s, h, k, a = B[idx], S[idx], H[idx], K[idx], A[idx]
    Q[idx * 3] = max(b, 3)
    Q[idx * 3 + 1] = min(200, b)
    Q[idx * 3 + 2] = min(b, 7 if a > 3 else 5)
    T[idx * 2] = max(s, -3)
    T[idx * 2 + 1] = min(100, s, 5)
    U[idx] = uint16(max(h, 300) + max(7, h))
    V[idx * 2] = min(k, -3)
    V[idx * 2 + 1] = max(3, k)
    R[idx * 3] = max(a, 3)
    R[idx * 3 + 1] = max(b, h) - min(3, s, a)
    R[idx * 3 + 2] = min(a, 4) + max(b, 3)


def test_extrema_of_narrow_integers_and_literals():
    random = np.random.default_rng(5)
    kinds = [np.uint8, np.int8, np.uint16, np.int16, np.int32]
    given = [
        random.integers(np.iinfo(kind).min // 2, np.iinfo(kind).max // 2, N).astype(kind) for kind in kinds
    ]
    check(
        extrema,
        N,
        *given,
        np.zeros(3 * N, np.uint8),
        np.zeros(2 * N, np.int8),
        np.zeros(N, np.uint16),
        np.zeros(2 * N, np.int16),
        np.zeros(3 * N, np.int32),
    )


# --- lengths and coordinates of 64 bits ---


# of_lengths : int64 (int* X, int x)
def of_lengths(X, x):
    syncthreads()
    X[threadIdx.x] = x
    syncthreads()
    n = len(X)
    total = len(X) * 1_000_000_000 + (len(X) << 40) + X[threadIdx.x ^ 3] - (n << 35)
    for i in range(len(X)):
        total += i * 2_000_000_000 + X[i] - min(i, len(X) - 1)
    return total - max(len(X), x) - X[-1]


# of_shapes : int64 (int[,] M, int x)
def of_shapes(M, x):
    M[threadIdx.x, 1] = x
    syncthreads()
    return (
        (M.shape[0] + M.shape[1]) * 2_000_000_000 + M.size * 500_000_000 + M[threadIdx.x ^ 1, -2] + M[-1][1]
    )


# lengths_of_shared : void (int64* R, int* X)
def lengths_of_shared(R, X):
    s = shared(int, 16)
    m = shared(int, (16, 3))
    l = local(int, 20)
    for i in range(20):
        l[i] = X[idx]
    R[idx] = of_lengths(s, X[idx])
    R[idx] += of_shapes(m, X[idx]) + of_lengths(l, idx % 5) - laneid * 3_000_000_000
    R[idx] -= of_lengths(s, threadIdx.x % 7)


@pytest.mark.parametrize("checked", (False, True))
def test_lengths_of_arrays_in_helpers_that_wait_are_as_wide_as_indices(checked):
    batch = Batch(lengths_of_shared, of_lengths, of_shapes, index=cp.int64, checked=checked)
    batch.check(lengths_of_shared, 32, np.zeros(32, np.int64), np.arange(32, dtype=np.int32) * 5, block=16)
