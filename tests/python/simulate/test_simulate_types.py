"""Types that several values share: of a variable, a choice, a parameter, a result. A simulated kernel
computes with those of the compiled one, to the last bit."""

import math

import cudapy as cp
import numpy as np
import pytest
from cudapy import idx, int64, shared, shfl_down_sync, syncthreads, threadIdx
from cudapy._simulate.launch import trace

INTS = np.array([3, -7, 70000, 2**31 - 1, 0, 1, 2, 5], np.int32)
LONGS = np.array([2**40 + 1, 9, -3, 2**33, 1, 0, 7, 6], np.int64)
FLOATS = np.array([0.1, 2.5, -1.7, 3e10, 1.1, 0.3, 7.7, -0.2], np.float32)
DOUBLES = np.array([0.1, 1e-9, 1 / 3, 2e200, 5.5, -0.7, 1.2, 8], np.float64)


def same(kernel, *arguments, threads=8, **options):
    """Runs the kernel both ways on copies and compares every bit."""
    launched, simulated = ([np.copy(each) for each in arguments] for _ in range(2))
    kernel(threads, **options)(*launched)
    kernel.simulate(threads, *simulated, **options)
    for got, expected in zip(simulated, launched):
        assert got.dtype == expected.dtype
        assert got.tobytes() == expected.tobytes()
    return simulated


# --- Variables ------------------------------------------------------------------------------------


@cp.kernel("void (int* A, int64* L, int64* R)")
def branches(A, L, R):
    if idx & 1:
        x = A[idx]
    else:
        x = L[idx] % 100000
    R[idx] = x * x * 2


def test_an_int_in_one_branch_and_an_int64_in_the_other():
    R = same(branches, INTS, LONGS, np.zeros(8, np.int64))[2]
    assert R[3] == (2**31 - 1) ** 2 * 2  # which no int holds


@cp.kernel("void (float* X, double* D, double* R)")
def precisions(X, D, R):
    x = X[idx]
    if idx & 1:
        x = D[idx]
    R[2 * idx] = x * x / 3
    step = 0.1
    if idx & 2:
        step = X[idx]
    R[2 * idx + 1] = cp.float64(step) * 3


def test_a_float_in_one_branch_and_a_double_in_the_other():
    R = same(precisions, FLOATS, DOUBLES, np.zeros(16))[2]
    assert R[1] == float(np.float32(0.1)) * 3  # the literal is a float in a variable that holds floats


@cp.kernel("void (int* A, int64* L, float* X, int64* R, double* D)")
def statements(A, L, X, R, D):
    total = 0
    for a in A:
        total += a
        total *= 3
        if total > 1000000:
            total = L[idx] % 1000
    small, large = A[idx], L[idx]
    small, large = large, small
    first = second = 0.1
    second = D[idx]
    found = X[idx] > 1
    if idx & 1:
        found = 3
    for x in (1, X[idx], 2.5):
        D[idx] += x / 3
    pair = (1, X[idx])
    if idx & 2:
        pair = (L[idx], 0.1)
    i = L[0]
    for i in range(A[7]):
        found += i * 2000000000 // (i + 1)
    R[idx] = total * 5 + small + found + pair[0] + i * 3000000000
    D[idx] += first + second + pair[1] + large


def test_assignments_of_every_form():
    same(statements, INTS, LONGS, FLOATS, np.zeros(8, np.int64), np.zeros(8))


@cp.kernel("void (uint8* B, uint32* U, float* X, complex64* Z, int64* R, float by)")
def narrow(B, U, X, Z, R, by):
    b = B[idx]
    if idx & 1:
        b = b + 200
    u = U[idx]
    u = 7
    u -= 9
    by = by * 0.7
    by += 1 / 3
    z = X[idx] * by
    if idx & 2:
        z = Z[idx] * 2j
    Z[idx] = z * z
    R[idx] = b * 1000 + u


def test_narrow_and_unsigned_variables_and_parameters():
    arguments = INTS.astype(np.uint8), INTS.astype(np.uint32), FLOATS, FLOATS.astype(np.complex64)
    same(narrow, *arguments, np.zeros(8, np.int64), np.float32(0.1))


# --- Choices --------------------------------------------------------------------------------------


@cp.kernel("void (int* A, int64* L, float* X, double* D, int64* R)")
def choices(A, L, X, D, R):
    R[4 * idx] = (A[idx] if idx & 1 else L[idx]) * (A[idx] if idx & 1 else (L[idx]))
    R[4 * idx + 1] = (A[idx] or L[idx]) * 3 + (A[idx] and 7 and L[idx])
    a, b = (A[idx], 1) if A[idx] > 3 else (2, L[idx])
    R[4 * idx + 2] = a * 2 + b
    D[idx] = ((X[idx]) if X[idx] > 1 else D[idx]) / 3 + (0.1 if A[idx] > 3 else X[idx])
    row = (A if idx & 2 else R)[4] if False else idx
    R[4 * idx + 3] = row + (5 if idx & 1 else 2**40)


def test_choices():
    with np.errstate(all="ignore"):
        ints = np.where(INTS > 70000, 12, INTS).astype(np.int32)
    same(choices, ints, LONGS % 1000, FLOATS, DOUBLES, np.zeros(32, np.int64))


@cp.kernel("void (float* X, float* Y, float* R)")
def arrays(X, Y, R):
    chosen = X if idx & 1 else Y[5:]
    (X if idx & 2 else Y)[idx + 1] += 0.1
    R[idx] = chosen[0] + len(chosen)


def test_choices_between_arrays():
    same(arrays, FLOATS, FLOATS * 2, np.zeros(4, np.float32), threads=4)


# --- Functions ------------------------------------------------------------------------------------


def either(a, b, by=0.1):
    if a > b:
        return a
    x = b
    x *= 1
    return x * by


def power(x, n):
    return 1 if n == 0 else x * power(x, n - 1)


# twice : T (T(T) f, T x)
def twice(f, x):
    y: T = 0.1
    return f(f(x)) + y


# pick : (T, T) (T x, T y, bool first)
def pick(x, y, first):
    return (x, y) if first else (y, x)


larger = lambda a, b: a if a > b else b


@cp.kernel("void (int* A, int64* L, float* X, double* D, int64* R)")
def functions(A, L, X, D, R):
    i = A[idx] % 10
    R[2 * idx] = power(i, 3) + power(L[idx] % 1000, 3) + larger(A[idx], L[idx]) * larger(i, 2)
    D[idx] = either(X[idx], D[idx]) + either(X[idx], 1) / 3 + either(i, L[idx])
    D[idx] += twice(lambda v: v / 3, X[idx])
    first, second = pick(i, L[idx], idx & 1 == 0)
    R[2 * idx + 1] = first * 2 + second


def test_functions_without_signatures_and_instances():
    same(functions, INTS, LONGS, FLOATS, DOUBLES, np.zeros(16, np.int64))


@cp.kernel("void (int* A, int64* L, float* X, double* D)")
def lambdas(A, L, X, D):
    y = 0.1
    y = X[idx]
    least = lambda a, b: a if a < b else b
    scaled = lambda v, by=3: least(v, y) * by
    L[idx] = least(A[idx], L[idx]) * 3 + least(A[idx], 5)
    D[idx] = least(X[idx], D[idx]) / 3 + scaled(X[idx]) + scaled(by=2, v=D[idx])
    D[idx] += twice(lambda v: least(v, 0.7) / 3, X[idx]) + twice(lambda v: (v or y) / 3, D[idx])
    D[idx] += twice(math.sin, 0.5) + twice(scaled, 2)


def test_lambdas():
    same(lambdas, INTS, LONGS, FLOATS, DOUBLES)


@cp.kernel("void (T* A, R(T) f, R* out)")
def mapped(A, f, out):
    value = f(A[idx])
    if idx & 1:
        value = 0.1
    out[idx] = value * 3


third = lambda x: x / 3
floored = lambda x: x if x > 1 else 0.7


@pytest.mark.parametrize("given", (third, floored, math.sqrt, abs))
def test_generic_kernels_that_are_given_functions(given):
    for data in (abs(FLOATS), abs(DOUBLES)):
        launched, simulated = np.zeros_like(data), np.zeros_like(data)
        mapped(8)(data, given, launched)
        mapped.simulate(8, data, given, simulated)
        assert simulated.tobytes() == launched.tobytes()


# --- Threads that wait ----------------------------------------------------------------------------


# last : int64 (int64* cache)
def last(cache):
    syncthreads()
    return cache[0]


@cp.kernel("void (int* A, int64* L, double* D)")
def waiting(A, L, D):
    cache = shared(int64, 8)
    x = A[threadIdx.x]
    if threadIdx.x & 1:
        x = L[threadIdx.x]
    cache[threadIdx.x] = x * 3 if x > 5 else A[threadIdx.x]
    syncthreads()
    neighbour = lambda v, by: shfl_down_sync(0xFF, v, 1, 8) / by
    D[idx] = neighbour(x, 3) + neighbour(A[threadIdx.x], 2.0)
    L[idx] = last(cache) + x


@cp.kernel("void (int* A, int64* L)")
def in_a_tree(A, L):
    cache = shared(int64, 8)
    cache[threadIdx.x] = L[idx] if idx & 1 else A[idx]
    half = 4
    while half > 0:
        syncthreads()
        mine = 0
        if threadIdx.x < half:
            mine = cache[threadIdx.x + half]
        syncthreads()
        cache[threadIdx.x] += mine * power(1, half)
        half //= 2
    L[idx] = last(cache)


def test_threads_that_wait():
    same(waiting, INTS, LONGS, np.zeros(8), block=8)


def test_a_sum_in_a_tree_and_a_function_that_calls_itself():
    L = same(in_a_tree, INTS, LONGS, block=8)[1]
    assert set(L) == {sum(int(LONGS[i] if i & 1 else INTS[i]) for i in range(8))}


def test_recorded_runs_compute_the_same():
    L = LONGS.copy()
    assert len(trace(in_a_tree, 8, INTS, L, block=8).accesses)
    assert L[0] == sum(int(LONGS[i] if i & 1 else INTS[i]) for i in range(8))
    R = np.zeros(32, np.int64)
    trace(lambdas, 8, INTS, LONGS.copy(), FLOATS, DOUBLES.copy())
    trace(branches, 8, INTS, LONGS, R)
    assert R[3] == (2**31 - 1) ** 2 * 2
