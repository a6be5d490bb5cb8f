"""half and bfloat16 through the oracle: each operation is rounded to the type, bit for bit on the CPU."""

import itertools
import math

import numpy as np
import pytest

import cudapy as cp
from generated import functions
from oracle import TARGET, Batch, check
from cudapy._simulate.number import promote

# A GPU may contract a product and a sum of halves into one rounding.
ULPS = 4 if TARGET == "cuda" else 0
N = 193
SMALL = ("half", "bfloat16")
DTYPES = {
    "half": np.float16,
    "bfloat16": np.float32,
    "float": np.float32,
    "double": np.float64,
    "bool": np.bool_,
    "int": np.int32,
    "int64": np.int64,
    "uint8": np.uint8,
}
PAIRS = [(a, b) for a in SMALL for b in DTYPES] + [("half", "half")]
EXPRESSIONS = [
    "a + b",
    "a - b",
    "a * b",
    "a / (b + 101)",
    "a // (b + 101)",
    "a % (b + 101)",
    "a * 0.1 + b * 3 - 2.5",
    "(a + b) / 3",
    "min(a, b)",
    "max(a, b, 1.5)",
    "-a * b",
    "+a",
    "abs(a - b)",
    "a if a + 1 > b else b",
    "a or b",
    "b and a",
    "1 / (a + 3)",
    "2 * a",
    "a ** 2 + b",
]
CONDITIONS = [
    "a < b",
    "a + b > a",
    "a - b == b",
    "a < b + 1 <= 100",
    "not a - b",
    "a * b",
    "a == 3 or b != 20",
    "b - 1 >= 0",
]
AUGMENTED = [
    ("+=", "a + b"),
    ("-=", "b"),
    ("*=", "b"),
    ("/=", "(b + 101)"),
    ("//=", "(b + 101)"),
    ("%=", "(b + 101)"),
    ("+=", "1"),
    ("*=", "0.1"),
    ("**=", "2"),
]


def expressions(b):
    # `b * 3` of a bool is an int, which takes a half to float.
    return [text.replace("b * 3", "b") for text in EXPRESSIONS] if b == "bool" else EXPRESSIONS


def pair_kernel(a, b):
    kind = promote(a, b)
    lines = [
        f"# pair_{a}_{b} : void ({a}* A, {b}* B, {kind}* R, bool* C, {kind}* V)",
        f"def pair_{a}_{b}(A, B, R, C, V):",
        "    a = A[idx]",
        "    b = B[idx]",
    ]
    lines += [f"    R[idx * {len(EXPRESSIONS)} + {i}] = {text}" for i, text in enumerate(expressions(b))]
    lines += [
        f"    C[idx * {len(CONDITIONS)} + {i}] = True if {text} else False"
        for i, text in enumerate(CONDITIONS)
    ]
    lines += [f"    V[idx * {len(AUGMENTED)} + {i}] {op} {text}" for i, (op, text) in enumerate(AUGMENTED)]
    return "\n".join(lines) + "\n\n\n"


PAIR_FUNCTIONS = functions("".join(pair_kernel(a, b) for a, b in dict.fromkeys(PAIRS)))
pairs = Batch(*PAIR_FUNCTIONS.values())


def given(array, kind):
    """What a parameter of the type takes: NumPy has no bfloat16, so that lists stand for its arrays."""
    return array.astype(np.float32).tolist() if kind == "bfloat16" else array.astype(DTYPES[kind])


def values(kind, random, count=N):
    if kind == "bool":
        return random.integers(0, 2, count).astype(np.bool_)
    if kind == "uint8":
        return random.integers(0, 100, count)
    numbers = random.normal(0, 1, count) * 10.0 ** random.integers(-3, 3, count)
    return numbers if kind in ("half", "bfloat16", "float", "double") else numbers.astype(np.int64)


@pytest.mark.parametrize("a, b", dict.fromkeys(PAIRS))
def test_pairs(a, b):
    random = np.random.default_rng(ord(a[0]) * len(b))
    kind = promote(a, b)
    pairs.check(
        PAIR_FUNCTIONS[f"pair_{a}_{b}"],
        N,
        given(values(a, random), a),
        given(values(b, random), b),
        given(np.zeros(N * len(EXPRESSIONS)), kind),
        np.zeros(N * len(CONDITIONS), np.bool_),
        given(values("float", random, N * len(AUGMENTED)), kind),
        ulps=ULPS,
    )


# every_half : void (half* A, half* B, half* R, float* F)
def every_half(A, B, R, F):
    R[4 * idx] = A[idx] + B[idx]
    R[4 * idx + 1] = A[idx] * B[idx]
    R[4 * idx + 2] = A[idx] / B[idx]
    R[4 * idx + 3] = A[idx]
    F[idx] = A[idx]


# every_bfloat16 : void (bfloat16* A, bfloat16* B, bfloat16* R, float* F)
def every_bfloat16(A, B, R, F):
    R[4 * idx] = A[idx] + B[idx]
    R[4 * idx + 1] = A[idx] * B[idx]
    R[4 * idx + 2] = A[idx] / B[idx]
    R[4 * idx + 3] = A[idx]
    F[idx] = A[idx]


def test_every_half():
    a = np.arange(65536, dtype=np.uint16).view(np.float16)[::13].copy()
    b = np.roll(a, 1917)
    a[np.isnan(a)] = 1
    b[np.isnan(b)] = 1
    check(every_half, len(a), a, b, np.zeros(4 * len(a), np.float16), np.zeros(len(a), np.float32), ulps=0)


def test_every_bfloat16():
    a = (np.arange(0, 65536, 17, dtype=np.uint32) << 16).view(np.float32)
    a = np.where(np.isnan(a), np.float32(1), a)
    b = np.roll(a, 1917)
    check(
        every_bfloat16,
        len(a),
        a.tolist(),
        b.tolist(),
        [0.0] * (4 * len(a)),
        np.zeros(len(a), np.float32),
        ulps=0,
    )


CASTS = [
    "half",
    "bfloat16",
    "float",
    "double",
    "int",
    "int64",
    "uint8",
    "bool",
    "cp.half",
    "cp.float16",
    "cp.bfloat16",
    "numpy_half",
]


def cast_kernels():
    text = "import cudapy as cp\nfrom numpy import float16 as numpy_half\n\n\n"
    for source, cast in itertools.product(DTYPES, CASTS):
        bare = cast.split(".")[-1].split("_")[-1].replace("float16", "half").replace("bhalf", "bfloat16")
        if source in SMALL or bare in SMALL:
            name = f"from_{source}_by_{cast.replace('.', '_')}"
            text += (
                f"# {name} : void ({source}* A, {bare}* R)\ndef {name}(A, R):\n"
                f"    R[idx] = {cast}(A[idx])\n\n\n"
            )
    return text


CAST_FUNCTIONS = functions(cast_kernels())
casts = Batch(*CAST_FUNCTIONS.values())


@pytest.mark.parametrize("name", CAST_FUNCTIONS)
def test_cast(name):
    source, _, cast = name[5:].partition("_by_")
    result = cast.split("_")[-1].replace("float16", "half").replace("bhalf", "bfloat16")
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
            1e-7,
            3e-8,
            2.98e-8,
            -6.1e-5,
            250,
            77,
            2049,
            2051,
            0.1,
        ]
    )
    ints = [16777217, 16842753, 65519, 65520, 2**24 + 2**16 + 1, -(2**24 + 2**16 + 1), 33026, 33025, 100001]
    if result in SMALL:
        # What a rounding to float on the way would turn the other way.
        a = np.concatenate(
            [
                a,
                [
                    1 + 2**-11 + 2**-40,
                    1 + 2**-8 + 2**-40,
                    65519.999999,
                    65520,
                    1e30,
                    -1e39,
                    3.3961e38,
                    np.inf,
                    -0.0,
                ],
            ]
        )
    a = np.nan_to_num(a, posinf=1e5).clip(-1e5, 1e5) if source in ("int", "int64", "bool") else a
    a = abs(a).clip(0, 255) if "uint8" in (source, result) else a
    if source in ("int", "int64"):
        a = np.concatenate([a, ints])
    with np.errstate(all="ignore"):
        array = a.astype(DTYPES[source])
    if source == "bfloat16":
        array = np.where(np.isfinite(array) & (abs(array) < 3e38), array, 1)
    count = len(array)
    zeros = np.zeros(count, DTYPES[result])
    casts.check(CAST_FUNCTIONS[name], count, given(array, source), given(zeros, result), ulps=0)


SCALE = 0.1
WEIGHT = np.float16(0.3)
STEPS = (0.1, 0.2, 0.3)


# literals : void (half* A, half* R, float* F, half factor)
def literals(A, R, F, factor):
    acc = 0.0
    for i in range(3):
        acc += A[idx] * 0.7
    R[idx * 8 + 0] = acc
    count = 0
    count += A[idx]
    R[idx * 8 + 1] = count / 3
    R[idx * 8 + 2] = A[idx] * SCALE + WEIGHT
    R[idx * 8 + 3] = A[idx] * STEPS[idx % 3] + factor
    R[idx * 8 + 4] = 1 / 3
    R[idx * 8 + 5] = (0.1 + 0.2) * A[idx]
    R[idx * 8 + 6] = SCALE if A[idx] > 0 else 2
    x: cp.half = 1
    x /= 3
    R[idx * 8 + 7] = x
    F[idx] = A[idx] * F[idx] + SCALE


def test_literals():
    a = np.random.default_rng(1).normal(0, 9, N).astype(np.float16)
    check(literals, N, a, np.zeros(8 * N, np.float16), np.ones(N, np.float32), 0.3, ulps=ULPS)


# blend : half (half a, half b, float t)
def blend(a, b, t):
    a = a * 2
    return a + (b - a) * t


# bounds : (half, int) (half a, bfloat16 b)
def bounds(a, b):
    return min(a, 3), int(b)


# recursive : half (half a, int n)
def recursive(a, n):
    if n == 0:
        return a
    return recursive(a * 0.5 + 1, n - 1)


# calls : void (half* A, bfloat16* B, half* R, int* I, half s)
def calls(A, B, R, I, s):
    s = s + 1
    low, n = bounds(A[idx], B[idx])
    R[idx] = blend(A[idx], s, 0.25) + recursive(low, 3)
    I[idx] = n + round(A[idx]) + math.floor(B[idx]) + int(low)
    pair = (A[idx], R[idx])
    pair = (pair[1], pair[0])
    A[idx], R[idx] = pair


# mathematics : void (half* A, bfloat16* B, float* R)
def mathematics(A, B, R):
    R[idx * 5 + 0] = math.sqrt(abs(A[idx]))
    R[idx * 5 + 1] = math.exp(B[idx]) + math.floor(A[idx])
    R[idx * 5 + 2] = math.fma(A[idx], B[idx], 1)
    fraction, exponent = math.frexp(A[idx])
    R[idx * 5 + 3] = fraction + exponent
    R[idx * 5 + 4] = math.hypot(A[idx], B[idx])


rest = Batch(calls, mathematics, blend, bounds, recursive)


def test_calls():
    random = np.random.default_rng(2)
    a, b = random.normal(0, 9, N).astype(np.float16), random.normal(0, 9, N)
    rest.check(calls, N, a, b.tolist(), np.zeros(N, np.float16), np.zeros(N, np.int32), 0.1, ulps=ULPS)
    rest.check(mathematics, N, a, (b / 9).tolist(), np.zeros(5 * N, np.float32))


# total : void (half* A, half* R, bfloat16* S)
def total(A, R, S):
    tile = shared(half, 64)
    mine = local(bfloat16, 2)
    mine[0] = A[idx]
    mine[1] = 1
    tile[threadIdx.x] = A[idx]
    syncthreads()
    offset = 32
    while offset > 0:
        if threadIdx.x < offset:
            tile[threadIdx.x] += tile[threadIdx.x + offset]
        syncthreads()
        offset //= 2
    other = shfl_xor_sync(0xFFFFFFFF, A[idx], 1)
    R[idx] = tile[0] + other
    S[idx] = mine[0] * mine[1] + shfl_down_sync(0xFFFFFFFF, mine[0], 3)
    R[idx] += reduce_max_sync(0xFFFFFFFF, A[idx])
    sum = reduce_add_sync(0xFFFFFFFF, A[idx])
    R[idx] += sum


def test_blocks():
    a = np.random.default_rng(3).normal(0, 2, 256).astype(np.float16)
    check(total, 256, a, np.zeros(256, np.float16), [0.0] * 256, block=64, ulps=ULPS)


# matrix : void (half[,] A, half* row, half[,] R)
def matrix(A, row, R):
    for j in range(A.shape[1]):
        total = half(0)
        for x in A[idy]:
            total += x * row[j]
        R[idy, j] = total


def test_matrix():
    random = np.random.default_rng(4)
    a, row = random.normal(0, 1, (9, 7)).astype(np.float16), random.normal(0, 1, 7).astype(np.float16)
    check(matrix, (1, 9), a, row, np.zeros((9, 7), np.float16), ulps=ULPS)


SMALL_WEIGHTS = (np.float16(0.1), np.float16(-2.5), np.float16(3))


# over_tables : void (half* H, bfloat16* B, float* out)
def over_tables(H, B, out):
    for h in (half(-0.75), half(0.1)):  # noqa: F821
        out[idx * 3] += h  # noqa: F821
        H[idx] = H[idx] + h  # noqa: F821
    for b in (bfloat16(1.5), bfloat16(0.1), bfloat16(3)):  # noqa: F821
        out[idx * 3 + 1] += b  # noqa: F821
        B[idx] = b * 2  # noqa: F821
    out[idx * 3 + 2] = SMALL_WEIGHTS[idx % 3]  # noqa: F821


def test_tables_of_small_floats():
    H, B, out = np.zeros(5, np.float16), cp.CudaArray([0.0] * 5, cp.bfloat16), np.zeros(15, np.float32)
    cp.compile(over_tables)(5)(H, B, out)
    first, second = np.float16(-0.75), np.float16(0.1)
    bfloats = [np.float32(1.5), np.float32(0.10009765625), np.float32(3)]
    sums = np.float32(first) + np.float32(second), bfloats[0] + bfloats[1] + bfloats[2]
    assert H.tolist() == [first + second] * 5 and B.toList() == [6.0] * 5
    assert out.tolist() == [each for i in range(5) for each in (*sums, np.float32(SMALL_WEIGHTS[i % 3]))]


# signs_of_half : void (half* X, int* S, half* H, float* F, double* D)
def signs_of_half(X, S, H, F, D):
    x = X[idx]
    S[idx] = math.signbit(x) + 2 * (x == x and math.signbit(-x)) + 8 * math.signbit(math.copysign(2.0, x))
    H[idx] = math.copysign(3.0, x)
    F[idx] = math.copysign(F[idx], x)
    D[idx] = math.copysign(D[idx], x)


def test_signs_of_every_half():
    """Of NaNs, too, whose sign a GPU loses where it makes a float of a half. CPython runs some of them."""
    X = np.arange(1 << 16, dtype=np.uint16).view(np.float16)
    made = X.size
    arguments = [
        np.zeros(made, np.int32),
        np.zeros(made, np.float16),
        np.full(made, -2.5, np.float32),
        np.full(made, 1.5),
    ]
    some = np.unique([*range(0, made, 67), *range(0x7BFF, 0x7C04), *range(0xFBFF, 0xFC04), 0x8000, made - 1])
    S, H, F, D = check(signs_of_half, some.size, X[some], *(each[some] for each in arguments))[1:]
    cp.compile(signs_of_half)(made)(X, *arguments)
    for all_of_it, part in zip(arguments, (S, H, F, D)):
        assert all_of_it[some].tobytes() == part.tobytes()
    negative, is_nan = np.signbit(X), np.isnan(X)
    signs = negative + 2 * (~negative & ~is_nan) + 8 * negative
    assert np.array_equal(arguments[0], signs)
    for array, size in zip(arguments[1:], (3.0, 2.5, 1.5)):
        assert np.array_equal(array, np.copysign(size, X).astype(array.dtype))
