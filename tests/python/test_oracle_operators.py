"""Every operator on every pair of types, through the oracle."""

import itertools

import numpy as np
import pytest

from generated import functions
from oracle import Batch

TYPES = ["bool", "int", "int64", "float", "double"]
DTYPES = {"bool": np.bool_, "int": np.int32, "int64": np.int64, "float": np.float32, "double": np.float64}
PAIRS = list(itertools.product(TYPES, TYPES))
N = 257


def promoted(a, b):
    """The type that arithmetic of the two gives (bools count as ints)."""
    if {a, b} == {"int64", "float"}:
        return "double"
    return max(a, b, "int", key=TYPES.index)


def quotient(a, b):
    kind = promoted(a, b)
    return {"int": "float", "int64": "double"}.get(kind, kind)


def operators(a, b):
    """Expressions whose value has the promoted type."""
    names = [
        "a + b",
        "a - b",
        "a * b",
        "a // b",
        "a % b",
        "min(a, b)",
        "max(a, b)",
        "a if a < b else b",
        "-a + b",
    ]
    if promoted(a, b) in ("int", "int64"):
        names += ["a & b", "a | b", "a ^ b", "~a ^ b"]
    return names


COMPARISONS = [
    "a < b",
    "a <= b",
    "a > b",
    "a >= b",
    "a == b",
    "a != b",
    "a < b < 3",
    "b > a >= a",
    "a and b and True",
    "not a",
    "a < b or b < a",
    "not (a and b)",
    "not a < b",
    "not a >= b",
    "not a == b",
    "not not a != b",
]


def pair_kernel(a, b):
    arithmetic = operators(a, b)
    lines = [
        f"# pair_{a}_{b} : void ({a}* A, {b}* B, {promoted(a, b)}* R, {quotient(a, b)}* Q, bool* C)",
        f"def pair_{a}_{b}(A, B, R, Q, C):",
        "    a = A[idx]",
        "    b = B[idx]",
        "    Q[idx] = a / b",
    ]
    lines += [f"    R[idx * {len(arithmetic)} + {i}] = {text}" for i, text in enumerate(arithmetic)]
    lines += [
        f"    C[idx * {len(COMPARISONS)} + {i}] = True if {text} else False"
        for i, text in enumerate(COMPARISONS)
    ]
    return "\n".join(lines) + "\n\n\n"


def augmented_kernel(a, b):
    """Augmented assignment to a variable of type `a`, with operands of types that `a` takes."""
    ops = ["+=", "-=", "*=", "//=", "%="]
    if a in ("int", "int64"):
        ops += ["&=", "|=", "^="]
    else:
        ops += ["/="]
    lines = [f"# aug_{a}_{b} : void ({a}* A, {b}* B, {a}* R)", f"def aug_{a}_{b}(A, B, R):"]
    for i, op in enumerate(ops):
        lines += [f"    v{i} = A[idx]", f"    v{i} {op} B[idx]", f"    R[idx * {len(ops)} + {i}] = v{i}"]
    return "\n".join(lines) + "\n\n\n", len(ops)


AUGMENTED = [(a, b) for a in TYPES[1:] for b in TYPES if promoted(a, b) == a]
PAIR_FUNCTIONS = functions("".join(pair_kernel(a, b) for a, b in PAIRS))
AUG_FUNCTIONS = functions("".join(augmented_kernel(a, b)[0] for a, b in AUGMENTED))
pairs = Batch(*PAIR_FUNCTIONS.values())
augmented = Batch(*AUG_FUNCTIONS.values())


def values(kind, random, nonzero=False):
    if kind == "bool":
        return np.ones(N, dtype=np.bool_) if nonzero else random.integers(0, 2, N).astype(np.bool_)
    if kind in ("int", "int64"):
        drawn = random.integers(-60, 61, N)
        if nonzero:
            drawn[drawn == 0] = 7
        return drawn.astype(DTYPES[kind])
    drawn = np.round(random.uniform(-9, 9, N), 2)
    drawn[::5] = np.rint(drawn[::5])
    if nonzero:
        drawn[drawn == 0] = 0.5
    return drawn.astype(DTYPES[kind])


@pytest.mark.parametrize("a,b", PAIRS)
def test_pair(a, b):
    random = np.random.default_rng(TYPES.index(a) * 10 + TYPES.index(b))
    left, right = values(a, random), values(b, random, nonzero=True)
    results = np.zeros(N * len(operators(a, b)), dtype=DTYPES[promoted(a, b)])
    quotients = np.zeros(N, dtype=DTYPES[quotient(a, b)])
    comparisons = np.zeros(N * len(COMPARISONS), dtype=np.bool_)
    pairs.check(PAIR_FUNCTIONS[f"pair_{a}_{b}"], N, left, right, results, quotients, comparisons)


@pytest.mark.parametrize("a,b", AUGMENTED)
def test_augmented(a, b):
    random = np.random.default_rng(100 + TYPES.index(a) * 10 + TYPES.index(b))
    results = np.zeros(N * augmented_kernel(a, b)[1], dtype=DTYPES[a])
    augmented.check(
        AUG_FUNCTIONS[f"aug_{a}_{b}"], N, values(a, random), values(b, random, nonzero=True), results
    )


# floor_int : void (int* A, int* B, int* Q, int* R)
def floor_int(A, B, Q, R):
    Q[idx] = A[idx] // B[idx]
    R[idx] = A[idx] % B[idx]


# floor_int64 : void (int64* A, int64* B, int64* Q, int64* R)
def floor_int64(A, B, Q, R):
    Q[idx] = A[idx] // B[idx]
    R[idx] = A[idx] % B[idx]


# floor_float : void (float* A, float* B, float* Q, float* R)
def floor_float(A, B, Q, R):
    Q[idx] = A[idx] // B[idx]
    R[idx] = A[idx] % B[idx]


# floor_double : void (double* A, double* B, double* Q, double* R)
def floor_double(A, B, Q, R):
    Q[idx] = A[idx] // B[idx]
    R[idx] = A[idx] % B[idx]


# floor_constants : void (int* A, float* F, int* I, float* R)
def floor_constants(A, F, I, R):
    I[idx * 8 + 0] = A[idx] // 4
    I[idx * 8 + 1] = A[idx] % 4
    I[idx * 8 + 2] = A[idx] // -4
    I[idx * 8 + 3] = A[idx] % -4
    I[idx * 8 + 4] = A[idx] // 7
    I[idx * 8 + 5] = A[idx] % 7
    I[idx * 8 + 6] = -7 // 2 + -7 % 3
    I[idx * 8 + 7] = 1000 // (A[idx] if A[idx] != 0 else 1)
    R[idx * 4 + 0] = F[idx] // 2
    R[idx * 4 + 1] = F[idx] % 2
    R[idx * 4 + 2] = F[idx] % -1.5
    R[idx * 4 + 3] = 10 // F[idx] if F[idx] != 0 else 0


# powers : void (int* A, float* F, double* D, int* I, float* R, double* W)
def powers(A, F, D, I, R, W):
    I[idx * 4 + 0] = A[idx] ** 2
    I[idx * 4 + 1] = A[idx] ** 0
    I[idx * 4 + 2] = A[idx] ** 5
    I[idx * 4 + 3] = -(A[idx] ** 2)
    R[idx * 6 + 0] = F[idx] ** 2
    R[idx * 6 + 1] = F[idx] ** 0.5
    R[idx * 6 + 2] = F[idx] ** -1
    R[idx * 6 + 3] = 2 ** A[idx]
    R[idx * 6 + 4] = F[idx] ** A[idx]
    R[idx * 6 + 5] = A[idx] ** -2 if A[idx] != 0 else 0.0
    W[idx * 3 + 0] = D[idx] ** 3
    W[idx * 3 + 1] = D[idx] ** 1.25
    W[idx * 3 + 2] = pow(D[idx], F[idx])


# shifts : void (int* A, int* S, int64* W, int* I, int64* L)
def shifts(A, S, W, I, L):
    I[idx * 4 + 0] = A[idx] >> S[idx]
    I[idx * 4 + 1] = (A[idx] & 1023) << S[idx]
    I[idx * 4 + 2] = A[idx] >> 3 << 1
    I[idx * 4 + 3] = 1 << S[idx]
    L[idx * 3 + 0] = W[idx] >> S[idx]
    L[idx * 3 + 1] = (W[idx] & 1023) << (S[idx] + 10)
    L[idx * 3 + 2] = W[idx] >> 40


# unary : void (bool* B, int* A, double* D, int* I, double* R, bool* C)
def unary(B, A, D, I, R, C):
    I[idx * 5 + 0] = -A[idx]
    I[idx * 5 + 1] = ~A[idx]
    I[idx * 5 + 2] = +A[idx]
    I[idx * 5 + 3] = -B[idx]
    I[idx * 5 + 4] = --A[idx]
    R[idx * 2 + 0] = -D[idx]
    R[idx * 2 + 1] = +D[idx]
    C[idx * 4 + 0] = not B[idx]
    C[idx * 4 + 1] = not A[idx]
    C[idx * 4 + 2] = not D[idx]
    C[idx * 4 + 3] = not not A[idx]


# precedence : void (int* A, int* B, int* I)
def precedence(A, B, I):
    a = A[idx]
    b = B[idx]
    I[idx * 8 + 0] = a + b * 2 - -3
    I[idx * 8 + 1] = a - (b - 1) - 1
    I[idx * 8 + 2] = a | b & 3 ^ 1
    I[idx * 8 + 3] = (a | b) & (3 ^ a)
    I[idx * 8 + 4] = a << 2 + 1
    I[idx * 8 + 5] = ~a + 1
    I[idx * 8 + 6] = -(2**2) + a
    I[idx * 8 + 7] = (1 if not a == b else 2) if a < b or a > b and b > 0 else 3


# counted : int (int* calls, int value)
def counted(calls, value):
    calls[idx] += 1
    return value


# chained : void (int* A, int* B, int* calls, bool* C)
def chained(A, B, calls, C):
    a = A[idx]
    b = B[idx]
    C[idx * 6 + 0] = a < counted(calls, b) < 10
    C[idx * 6 + 1] = -5 <= counted(calls, a) <= 5 != b
    C[idx * 6 + 2] = a == b == counted(calls, a)
    C[idx * 6 + 3] = a > b < a
    C[idx * 6 + 4] = a < b < counted(calls, 3) < counted(calls, 40)
    C[idx * 6 + 5] = 0 < a < b < 60


# shortcut : void (int* A, int* B, int* calls, int* I)
def shortcut(A, B, calls, I):
    a = A[idx]
    b = B[idx]
    I[idx * 7 + 0] = a and counted(calls, b)
    I[idx * 7 + 1] = a or counted(calls, b)
    I[idx * 7 + 2] = a and b and 7 or counted(calls, -1)
    I[idx * 7 + 3] = counted(calls, a) or counted(calls, b) or 99
    I[idx * 7 + 4] = A[idx + 1] if idx + 1 < len(A) else -1
    I[idx * 7 + 5] = a if counted(calls, a) > b else counted(calls, b)
    I[idx * 7 + 6] = 1 if idx + 1 < len(A) and A[idx + 1] > 0 else 0


# mixed_values : void (int* A, float* F, float* R)
def mixed_values(A, F, R):
    R[idx * 4 + 0] = A[idx] or F[idx]
    R[idx * 4 + 1] = A[idx] and F[idx]
    R[idx * 4 + 2] = F[idx] or 2.5
    R[idx * 4 + 3] = A[idx] if A[idx] > F[idx] else F[idx]


LEVELS = 4


# literals : void (int* I, int64* L, int n)
def literals(I, L, n):
    I[0] = 2**9 + n
    I[1] = -7 // 2 + 7 % -4 - (7 // 2) * (-2) ** 3 + 0**0 + (-1) ** 5
    I[2] = 2**LEVELS + LEVELS**3 + min(n, n)
    for i in range(2**LEVELS - 3**2):
        I[3] += i
    if not n == 3 and not n < 5:
        I[4] = 1
    L[0] = 2**40 + n
    L[1] = 10**18 // -7


# swaps : void (int* A, int* B)
def swaps(A, B):
    a, b = A[idx], B[idx]
    a, b = b, a
    A[idx], B[idx] = a + 1, b
    i = 0
    i, A[idx + i - 1] = 1, A[idx] + i  # targets are assigned from left to right
    x = y = a
    x, y, z = y + 1, x, 3
    B[idx] += x * z - y


whole = Batch(
    floor_int,
    floor_int64,
    floor_float,
    floor_double,
    floor_constants,
    powers,
    shifts,
    unary,
    precedence,
    counted,
    chained,
    shortcut,
    mixed_values,
    literals,
    swaps,
)

SIGNS = np.array([-100, -17, -8, -7, -3, -2, -1, 0, 1, 2, 3, 7, 8, 17, 100])
GRID = np.array(list(itertools.product(SIGNS, SIGNS[SIGNS != 0])))


@pytest.mark.parametrize("kernel,dtype", [(floor_int, np.int32), (floor_int64, np.int64)])
def test_floor_division_of_all_signs(kernel, dtype):
    a, b = GRID[:, 0].astype(dtype), GRID[:, 1].astype(dtype)
    whole.check(kernel, len(a), a, b, np.zeros_like(a), np.zeros_like(a))


@pytest.mark.parametrize("kernel,dtype", [(floor_int, np.int32), (floor_int64, np.int64)])
def test_floor_division_at_the_edges(kernel, dtype):
    low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
    cases = [
        (low, 1),
        (low, 2),
        (low, 3),
        (high, -1),
        (high, -2),
        (high, low),
        (low, high),
        (low + 1, -1),
        (high, high),
        (low, low),
    ]
    a, b = (np.array(column, dtype=dtype) for column in zip(*cases))
    whole.check(kernel, len(a), a, b, np.zeros_like(a), np.zeros_like(a))


@pytest.mark.parametrize("kernel,dtype", [(floor_float, np.float32), (floor_double, np.float64)])
def test_floor_division_of_floats(kernel, dtype):
    random = np.random.default_rng(5)
    a = np.concatenate([GRID[:, 0] / 4, random.uniform(-1000, 1000, 300)]).astype(dtype)
    b = np.concatenate([GRID[:, 1] / 8, random.uniform(-3, 3, 300)]).astype(dtype)
    whole.check(kernel, len(a), a, b, np.zeros_like(a), np.zeros_like(a), ulps=0)


def test_floor_division_by_constants():
    a = np.arange(-40, 41, dtype=np.int32)
    f = (a / 4).astype(np.float32)
    whole.check(
        floor_constants, len(a), a, f, np.zeros(len(a) * 8, np.int32), np.zeros(len(a) * 4, np.float32)
    )


def test_powers():
    a = np.arange(-8, 9, dtype=np.int32)
    f = np.linspace(0.25, 4, len(a)).astype(np.float32)
    d = np.linspace(0.1, 5, len(a))
    n = len(a)
    whole.check(powers, n, a, f, d, np.zeros(n * 4, np.int32), np.zeros(n * 6, np.float32), np.zeros(n * 3))


def test_shifts():
    random = np.random.default_rng(6)
    s = np.arange(0, 21, dtype=np.int32)
    n = len(s)
    a = random.integers(-(2**31), 2**31, n).astype(np.int32)
    w = random.integers(-(2**62), 2**62, n)
    whole.check(shifts, n, a, s, w, np.zeros(n * 4, np.int32), np.zeros(n * 3, np.int64))


def test_unary():
    n = 33
    a = np.arange(-16, 17, dtype=np.int32)
    whole.check(
        unary,
        n,
        a % 2 == 0,
        a,
        a / 2.0,
        np.zeros(n * 5, np.int32),
        np.zeros(n * 2),
        np.zeros(n * 4, np.bool_),
    )


@pytest.mark.parametrize("kernel,columns", [(precedence, 8)])
def test_precedence(kernel, columns):
    a, b = (GRID[:, i].astype(np.int32) for i in (0, 1))
    whole.check(kernel, len(a), a, b, np.zeros(len(a) * columns, np.int32))


def test_chained_comparisons_evaluate_each_operand_once():
    a, b = (GRID[:, i].astype(np.int32) for i in (0, 1))
    whole.check(chained, len(a), a, b, np.zeros(len(a), np.int32), np.zeros(len(a) * 6, np.bool_))


def test_and_or_and_ternary_evaluate_what_they_need():
    a, b = (GRID[:, i].astype(np.int32) for i in (0, 1))
    whole.check(shortcut, len(a), a, b, np.zeros(len(a), np.int32), np.zeros(len(a) * 7, np.int32))


def test_and_or_of_mixed_types():
    a = np.array([0, 0, 1, -2, 3], dtype=np.int32)
    f = np.array([0, 1.5, 0, 2.5, 3], dtype=np.float32)
    whole.check(mixed_values, 5, a, f, np.zeros(20, np.float32))


def test_simultaneous_assignment():
    whole.check(swaps, 50, np.arange(50, dtype=np.int32), np.arange(50, 100, dtype=np.int32))


def test_operators_on_literals():
    for n in (3, 4, 9):
        whole.check(literals, 1, np.zeros(5, np.int32), np.zeros(2, np.int64), n)


def test_integer_division_by_zero_gives_some_value():
    """Outside the contract, so nothing to compare: but the process lives, and the other threads are right."""
    a = np.arange(1, 9, dtype=np.int32)
    b = np.array([0, 1, 2, 0, 3, 4, 0, 5], dtype=np.int32)
    q, r = np.zeros_like(a), np.zeros_like(a)
    plain = Batch(floor_int, floor_int64, checked=False)
    plain.call(floor_int)(8)(a, b, q, r)
    good = b != 0
    assert (q[good] == a[good] // b[good]).all() and (r[good] == a[good] % b[good]).all()
    q, r = q.astype(np.int64), r.astype(np.int64)
    plain.call(floor_int64)(8)(a.astype(np.int64), b.astype(np.int64), q, r)


# chains_of_several_types : void (uint32* U, int* I, float* X, double* D, int64* L, int* R)
def chains_of_several_types(U, I, X, D, L, R):
    R[idx * 6 + 0] = ~U[idx] < U[idx + 1] != X[idx] <= 1
    R[idx * 6 + 1] = I[idx] < I[idx + 1] < X[idx] + 5
    R[idx * 6 + 2] = 0 <= I[idx] == I[idx + 1] - 1 < D[idx]
    R[idx * 6 + 3] = X[idx] < 0.1 < D[idx] < L[idx]
    R[idx * 6 + 4] = I[idx + 1] > I[idx] >= add_one(I) > X[idx]
    R[idx * 6 + 5] = (
        16777216 < add_one(I) < 16777219 < X[idx] if idx == 3 else I[0] + 1 < add_one(I) <= D[idx]
    )


# add_one : int (int* I)
def add_one(I):
    I[-1] += 1
    return I[-1]


BATCH_OF_CHAINS = Batch(chains_of_several_types, add_one)


def test_each_pair_of_a_chain_is_compared_in_its_own_type():
    U = np.array([7, 4294967295, 4294967288, 3, 4294967290], np.uint32)
    I = np.array([16777216, 16777217, 16777218, 16777219, 16777217], np.int32)
    X = np.array([1, 16777212, 0.05, 16777220], np.float32)
    D = np.array([1, 16777217.5, 0.2, 16777219], np.float64)
    BATCH_OF_CHAINS.check(chains_of_several_types, 1, U, I, X, D, np.full(4, 2**40), np.zeros(24, np.int32))
    for i in range(4):
        BATCH_OF_CHAINS.check(
            chains_of_several_types, 1, U[i:], I[i:], X[i:], D[i:], np.full(4, 2**40), np.zeros(24, np.int32)
        )
