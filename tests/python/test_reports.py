"""`print` and `assert`: what kernels tell the host."""

import os

import numpy as np
import pytest

import cudapy as cp
from raising import line_of, raises

TARGET = os.environ.get("CUDAPY_TARGET") or ("cuda" if cp.cuda_available() else "cpu")
FILE = os.path.abspath(__file__)


# shown : void (int8 a, uint8 b, int c, uint32 d, int64 e, uint64 f, float g, double h, bool i)
def shown(a, b, c, d, e, f, g, h, i):
    print("start", a, b, c, d, e, f, "end")
    print(g, h, i, not i, 1, 2.5, True, sep="|")
    print("100%", 'tab\tquote" back\\slash \x01 é', end="\n\n")
    print()
    print(a, b, sep="", end="")
    print(" %d %s %%", c + 1, sep="")


def test_formats_are_pythons(capfd):
    cp.compile(shown)(1)(-128, 255, -(2**31), 2**32 - 1, -(2**63), 2**64 - 1, 0.1, 1e-7, True)
    cp.synchronize()
    out, err = capfd.readouterr()
    assert out == (
        "start -128 255 -2147483648 4294967295 -9223372036854775808 18446744073709551615 end\n"
        "0.1|1e-07|True|False|1|2.5|True\n"
        '100% tab\tquote" back\\slash \x01 é\n\n\n'
        "-128255 %d %s %%-2147483647\n"
    )
    assert err == ""


# formatted : void (int8 a, uint8 b, int c, uint32 d, int64 e, uint64 f, float g, double h, bool i)
def formatted(a, b, c, d, e, f, g, h, i):
    print(
        f"{a}|{b:5}|{c:<7}|{d:>12}|{e:022d}|{a:+}|{b: }|{d:-}|{g:.3f}|{h:12.4e}|{i}{i:2}{i:d}|{not i}",
        f"{c + 1:4}}}{{",
        sep="",
    )
    print(f"{g:g}, {h:G}; {g:<9.2f}! {h: .0F} + {g:8.1E} * {h:.17g}", f"{{{b:x}}} \"{d:08X}\" '{f:o}' 100%")
    print(
        f"{c = } {c=:>3} {c % 7=!r}",
        rf"\n{c!s}",
        f"\u2014\t{c}\x41{{",
        f"{c:.2f} {b:e} {f:10.1f}",
        end=f"no fields\n",
    )
    print(f"""{c} {e + 1:>25}""", f"{max(a, c) if i else b:3}", c)


def test_formats_of_f_strings_are_pythons(capfd):
    arguments = (-128, 255, -(2**31) + 5, 2**32 - 1, -(2**63), 2**64 - 1, 0.25, 1e-7, True)
    cp.compile(formatted)(1)(*arguments)
    cp.synchronize()
    out, err = capfd.readouterr()
    formatted(*arguments)
    assert out == capfd.readouterr().out
    assert err == ""


# rows : void (float[,] A, int least)
def rows(A, least):
    for j, x in enumerate(A[idx]):
        if j >= least:
            print("row", idx, "column", j, "is", x)


def test_every_thread_prints_its_own_lines(capfd):
    A = np.arange(300, dtype=np.float32).reshape(100, 3) / 4
    print("before", flush=False)
    cp.compile(rows)(100)(A, 1)
    cp.synchronize()
    out, _ = capfd.readouterr()
    first, *lines = out.splitlines()
    assert first == "before"
    assert sorted(lines) == sorted(f"row {i} column {j} is {A[i, j]:g}" for i in range(100) for j in (1, 2))
    for i in range(100):  # each thread's own in its order
        assert [line for line in lines if line.startswith(f"row {i} ")] == [
            f"row {i} column {j} is {A[i, j]:g}" for j in (1, 2)
        ]


# root : float (float x)
def root(x):
    assert x >= 0, "roots are of numbers that are not negative"
    return x**0.5


# roots : void (float* X, float* R, int limit)
def roots(X, R, limit):
    assert idx < limit
    R[idx] = root(X[idx])


def test_an_assertion_that_holds_says_nothing():
    R = [0.0] * 4
    cp.compile(roots)(4)([0.0, 1.0, 4.0, 9.0], R, 4)
    assert R == [0.0, 1.0, 2.0, 3.0]


@pytest.mark.parametrize("n", [1, 5, 100_000])
def test_an_assertion_that_fails_is_an_error_of_the_launch(n):
    call = cp.compile(roots)
    X = np.ones(n, np.float32)
    X[n // 2] = -1
    line = line_of(root, "assert")
    for _ in range(2):
        with raises(
            AssertionError,
            f'assertion failed in {FILE}:{line}: assert x >= 0, "roots are of numbers that are not negative"',
        ):
            call(n)(X, np.zeros(n, np.float32), n)
    with raises(AssertionError, f"assertion failed in {FILE}:{line_of(roots, 'assert')}: assert idx < limit"):
        call(n)(np.ones(n, np.float32), np.zeros(n, np.float32), n - 1)
    R = np.zeros(n, np.float32)
    call(n)(np.full(n, 4, np.float32), R, n)  # nothing is left of the failures
    assert (R == 2).all()


def test_arrays_on_the_device_tell_at_the_next_wait():
    X, R = cp.CudaArray([1.0, -1.0, 4.0]), cp.CudaArray([0.0, 0.0, 0.0])
    with pytest.raises(AssertionError):
        cp.compile(roots)(3)(X, R, 3)
        R.toList()
    cp.synchronize()
    assert R.toList()[:2] == [1.0, 0.0]  # memory is kept


# small : double (double x)
def small(x):
    assert x < 2, "big"
    return x


# shown_first : double (double x)
def shown_first(x):
    print("saw", x)
    return small(x)


# kept : void (double* X, double* Y)
def kept(X, Y):
    Y[idx] = small(X[idx])


# kept_and_shown : void (double* X, double* Y)
def kept_and_shown(X, Y):
    Y[idx] = shown_first(X[idx])


def test_only_helpers_assert_and_print(capfd):
    """The threads of the kernel keep their order, although nothing in the kernel itself asks for it."""
    X, Y = np.arange(4.0), np.zeros(4)
    failed = f'assertion failed in {FILE}:{line_of(small, "assert")}: assert x < 2, "big"'
    with raises(AssertionError, failed):
        cp.compile([kept, small])(4)(X, Y)
    with raises(AssertionError, failed):
        cp.compile(kept)(4)(X, Y)
    assert Y.tolist()[:2] == [0.0, 1.0]
    with raises(AssertionError, failed):
        cp.compile([kept_and_shown, shown_first, small], target="cpu")(4)(X, Y)
    assert capfd.readouterr().out == "saw 0\nsaw 1\nsaw 2\n"


# stops : void (int* X, float2* V, int** rows, int n)
def stops(X, V, rows, n):
    X[0] = 9
    V[0] = float2(1, 7)
    rows[1][0] = 8
    assert n > 0
    X[1] = 5
    rows[1][0] = 5


def test_all_arrays_keep_what_was_written_until_an_assertion_failed():
    call = cp.compile(stops)
    for X in ([1, 2, 3], np.array([1, 2, 3], np.int32), np.array([1, 0, 2, 0, 3, 0], np.int32)[::2]):
        V, rows = [cp.float2(1, 2)], [[1], [2, 3]]
        with pytest.raises(AssertionError):
            call(1)(X, V, rows, 0)
        assert list(X) == [9, 2, 3] and V == [cp.float2(1, 7)] and rows == [[1], [8, 3]]
        call(1)(X, V, rows, 1)
        assert list(X) == [9, 5, 3] and rows == [[1], [5, 3]]


# turned : void (float* X)
def turned(X):
    cache = shared(float, 64)
    cache[threadIdx.x] = X[idx]
    syncthreads()
    assert cache[63 - threadIdx.x] < 10, "too large"
    X[idx] = cache[63 - threadIdx.x]


# summed : void (float* X, float* S)
def summed(X, S):
    total = 0.0
    for i in range(idx + 1):
        total += X[i]
        assert total < 40 or X[i] == 0, "sum"
    S[idx] = total


def test_assertions_in_blocks_and_loops():
    X = np.arange(64, dtype=np.float32) / 10
    cp.compile(turned)(64, block=64)(X)
    assert X.tolist() == (np.arange(64, dtype=np.float32)[::-1] / np.float32(10)).tolist()
    X[5] = 11
    with raises(
        AssertionError,
        f"assertion failed in {FILE}:{line_of(turned, 'assert')}: assert cache[63 - "
        'threadIdx.x] < 10, "too large"',
    ):
        cp.compile(turned)(64, block=64)(X)
    S = np.zeros(200, np.float32)
    ones = np.ones(200, np.float32)
    cp.compile(summed)(39)(ones, S)
    assert S[:39].tolist() == list(range(1, 40))
    with raises(
        AssertionError,
        f'assertion failed in {FILE}:{line_of(summed, "assert")}: assert total < 40 or X[i] == 0, "sum"',
    ):
        cp.compile(summed)(200)(ones, S)


# settled : void (int* X, int limit)
def settled(X, limit):
    for _ in range(3):
        assert X[idx] < limit, "too large"
        X[idx] += 1
        cp.grid_sync()


def test_assertions_where_blocks_wait_for_each_other(target):
    call, X = cp.compile(settled), np.zeros(1024, np.int32)
    call(1024, block=256)(X, 3)
    assert (X == 3).all()
    if target == "cuda":
        return  # there a failure takes the device's memory along: test_failures.py
    for at in (0, 255, 256, 1023):
        X[:] = -9
        X[at] = 2
        with raises(
            AssertionError,
            f'assertion failed in {FILE}:{line_of(settled, "assert")}: assert X[idx] < limit, "too large"',
        ):
            call(1024, block=256)(X, 3)


# quiet : void (int* X)
def quiet(X):
    X[idx] += 1


def test_kernels_beside_ones_that_fail():
    call = cp.compile([roots, root, quiet])
    X = cp.CudaArray([0, 0])
    with pytest.raises(AssertionError):
        call(2)([1.0, 1.0], [0.0, 0.0], 1)
    call.quiet(2)(X)
    assert X.toList() == [1, 1]
