"""Arrays of arrays, `T** rows`: rows of lengths of their own, given as lists, as NumPy arrays and as what
stays on the device."""

import numpy as np
import pytest

import cudapy as cp
from oracle import TARGET, check


# total : float (float* X)
def total(X):
    acc = 0.0
    for x in X:
        acc += x
    return acc


# longest : int (float** rows)
def longest(rows):
    n = 0
    for row in rows:
        n = max(n, len(row))
    return n


# sums : void (float** rows, float* R)
def sums(rows, R):
    if idx < len(rows):
        row = rows[idx]
        R[idx] = total(row) + 100 * total(rows[idx][1:]) + longest(rows) + len(rows[-1]) + total(row[::-2])
        for i in range(len(row)):
            rows[idx][i] = row[i] * 2 + i


# walk : void (int** rows, int64* R, int n)
def walk(rows, R, n):
    for i, row in enumerate(rows):
        R[0] += i * len(row)
        for x in row:
            R[1] += i * x
    for row, x in zip(rows, R):
        R[2] += len(row) * x
        row = row[1:]
        if len(row) > 0:
            R[3] += row[-1] + row[0]
    for a, b in zip(rows, rows):
        for x, y in zip(a, b[::-1]):
            R[4] += x * y
    for x in rows[n]:
        R[5] += x
    rows[n][-1] += 5
    rows[-1][0] += rows[n][0]
    R[6] = len(rows) * 10 + len(rows[n]) + rows[n][len(rows[n]) - 1] + len(rows[n][1:100])
    row = rows[0]
    while len(row) > 0:
        R[7] += row[0]
        row = row[2:]
    row = rows[n]
    R[7] += row[0]
    for row in rows:
        if len(row) == 0:
            continue
        R[8] = R[8] * 7 + row[0]


# bump : int (int* C)
def bump(C):
    C[0] += 1
    return C[0]


# calls : void (int** rows, int* C, int* R)
def calls(rows, C, R):
    row = rows[bump(C) % 3]
    R[0] = row[0] + len(rows[bump(C) % 3]) * 10
    R[1] = rows[bump(C) % 3][bump(C) % 2] + C[0]
    for x in rows[bump(C) % 3][bump(C) % 2 :]:
        R[2] += x
    rows[bump(C) % 3][bump(C) % 2] += bump(C)
    R[3] = C[0]


# tally : void (int** bins, int* X)
def tally(bins, X):
    row = bins[X[idx] % len(bins)]
    if len(row) > 0:
        atomicAdd(row, X[idx] % len(row), 1)
        atomicMax(bins[X[idx] % len(bins)], 0, X[idx])


# blocks : void (float** rows, float* R)
def blocks(rows, R):
    tile = shared(float, 32)
    row = rows[blockIdx.x]
    acc = 0.0
    i = threadIdx.x
    while i < len(row):
        acc += row[i]
        i += 32
    tile[threadIdx.x] = acc
    syncthreads()
    if threadIdx.x == 0:
        R[blockIdx.x] = total(tile)
    for k, other in enumerate(rows):
        syncthreads()
        tile[threadIdx.x] = tile[threadIdx.x] + other[0] * k
    R[idx + gridDim.x] = tile[threadIdx.x]


ROWS = [[1.0, 2.0, 3.0], [], [4.0], [5.0, 6.0, 7.0, 8.0, 9.0]]


def test_lists():
    check([sums, total, longest], 6, [list(row) for row in ROWS], np.zeros(6, np.float32))


def test_arrays():
    rows = [np.array(row, np.float32) for row in ROWS]
    check([sums, total, longest], 4, rows, np.zeros(4, np.float32))
    check([sums, total, longest], 4, [list(ROWS[0]), *rows[1:]], np.zeros(4, np.float32))


def test_many_rows():
    rng = np.random.default_rng(1)
    rows = [rng.random(n % 7, np.float32) for n in range(100)]
    check([sums, total, longest], 100, rows, np.zeros(100, np.float32), ulps=16)


@pytest.mark.parametrize("index", [None, "int64"])
def test_access_patterns(index):
    options = {} if index is None else {"index": cp.int64}
    check(walk, 1, [[1, 2, 3], [4], [5, 6, 7, 8], [9, 10]], np.zeros(9, np.int64), 2, **options)
    check(walk, 1, [[7]], np.zeros(9, np.int64), 0, **options)
    check(walk, 1, [[], [7], [], [1, 2]], np.zeros(9, np.int64), 1, **options)


@pytest.mark.parametrize("start", [0, 1, 2, 3])
def test_calls_in_brackets(start):
    check(
        [calls, bump],
        1,
        [[1, 2, 3], [4, 5], [6, 7, 8, 9]],
        np.array([start], np.int32),
        np.zeros(4, np.int32),
    )


def test_atomics():
    X = np.random.default_rng(2).integers(0, 1000, 300).astype(np.int32)
    rows = [np.zeros(n, np.int32) for n in (3, 0, 5, 1)]

    # The largest and the counts of one element depend on the order of the threads; of others they do not.
    call = cp.compile(tally)
    call(300)(rows, X)
    counted = [np.zeros(n, np.int32) for n in (3, 0, 5, 1)]
    for x in X:
        row = counted[x % 4]
        if len(row):
            row[x % len(row)] += 1
    assert all((a[1:] == b[1:]).all() for a, b in zip(rows, counted))


def test_blocks():
    rng = np.random.default_rng(3)
    rows = [rng.random(n, np.float32) for n in (5, 70, 32)]
    check([blocks, total], 96, rows, np.zeros(99, np.float32), block=32, ulps=32)


# --- Calling
# ---------------------------------------------------------------------------------------------------------


# doubled : void (float** rows)
def doubled(rows):
    row = rows[idx]
    for i in range(len(row)):
        row[i] *= 2


# only_read : void (float** rows, float* R)
def only_read(rows, R):
    R[0] = len(rows)
    for row in rows:
        for x in row:
            R[0] += x


# number : void (float[,] A, float** rows, int n)
def number(A, rows, n):
    A[0, 0] = len(rows[n])


@pytest.fixture(scope="module")
def double_rows():
    return cp.compile(doubled)


@pytest.fixture(scope="module")
def read_rows():
    return cp.compile(only_read)


def test_on_the_device(double_rows):
    rows = cp.CudaArray([[1.0, 2.0], [3.0], []])
    assert len(rows) == 3 and rows.size == 3
    double_rows(3)(rows)
    double_rows(2)(rows)
    assert rows.toList() == [[4.0, 8.0], [12.0], []]
    row = rows[0]
    row[1] = 5.0
    assert (
        rows.toList()[0] == [4.0, 5.0]
        and [len(row) for row in rows] == [2, 1, 0]
        and rows[-2].toList() == [12.0]
    )
    with pytest.raises(IndexError, match="row 3 of 3"):
        rows[3]
    rows.free()
    with pytest.raises(ValueError, match="freed"):
        double_rows(3)(rows)


def test_equally_long(double_rows, read_rows):
    rows = [[1.0, 2.0], [3.0, 4.0]]
    double_rows(2)(rows)
    assert rows == [[2.0, 4.0], [6.0, 8.0]]
    on_device = cp.CudaArray(rows)
    double_rows(2)(on_device)
    assert on_device.toList() == [[4.0, 8.0], [12.0, 16.0]]
    for A in (
        np.ones((3, 2), np.float32),
        np.ones((2, 3), np.float32).T,
        np.ones((6, 4), np.float32)[::2, ::2],
    ):
        double_rows(3)(A)
        assert (A == 2).all()
    result = [0.0]
    read_rows(1)(((1.0, 2.0), range(3)), result)
    assert result == [8.0]


def test_nothing(double_rows, read_rows):
    result = [1.0]
    read_rows(1)([], result)
    assert result == [0.0]
    read_rows(1)([[], []], result)
    assert result == [2.0]
    rows = [[], [1.0], []]
    double_rows(3)(rows)
    assert rows == [[], [2.0], []]


def test_rows_of_several_kinds(double_rows):
    import array

    rows = [[1.0], array.array("f", [2.0, 3.0]), np.array([4.0], np.float32), cp.CudaArray([5.0, 6.0])]
    double_rows(4)(rows)
    assert (
        rows[0] == [2.0]
        and rows[1].tolist() == [4.0, 6.0]
        and rows[2].tolist() == [8.0]
        and rows[3].toList() == [10.0, 12.0]
    )


def test_with_other_arguments():
    A = [[0.0]]
    call = cp.compile(number)
    call(1)(A, [[1.0, 2.0], [3.0]], 1)
    assert A == [[1.0]]
    call(1)(n=0, rows=[[1.0, 2.0], [3.0]], A=A)
    assert A == [[2.0]]
    assert call.signature == "number : void (float[,] A, float** rows, int n)"
    assert [(name, kind.name) for name, kind in call.parameters] == [
        ("A", "float[,]"),
        ("rows", "float**"),
        ("n", "int"),
    ]


SHARED = [1.0]


@pytest.mark.parametrize(
    "rows,error,message",
    [
        (
            [[1.0], "ab"],
            TypeError,
            "doubled: parameter rows (float**), row 1: expected a list or an array of numbers, got str 'ab'",
        ),
        (
            [[1.0], 2.0],
            TypeError,
            "doubled: parameter rows (float**), row 1: expected a list or an array of numbers, got float 2.0",
        ),
        (
            [[1.0], [2.0, "x"]],
            TypeError,
            "doubled: parameter rows (float**), row 1: element 1: expected a number, got str 'x'",
        ),
        (
            [[1.0], [[2.0]]],
            TypeError,
            "doubled: parameter rows (float**), row 1: expected numbers, got a list among them",
        ),
        (
            [[1.0], np.array([1.0])],
            TypeError,
            "doubled: parameter rows (float**), row 1: expected an array of float, got one of double",
        ),
        (
            [[1.0], np.ones((2, 2), np.float32)],
            TypeError,
            "row 1: expected a row of numbers, got an array of 2 dimensions",
        ),
        (np.array([[1.0], [2.0, 3.0]], object), TypeError, "an array of Python objects has no memory"),
        (np.ones(3, np.float32), TypeError, "expected rows of numbers, got an array of 1 dimension"),
        (3, TypeError, "expected a list of rows, each a list or an array of float, got int 3"),
        ([SHARED, [2.0], SHARED], ValueError, "row 2: it is row 0 too, and the kernel writes to it"),
        (
            [[1.0], (2.0,)],
            TypeError,
            "row 1: the kernel writes to it, and a tuple cannot be changed: pass a list",
        ),
    ],
)
def test_what_is_refused(double_rows, rows, error, message):
    with pytest.raises(error) as raised:
        double_rows(1)(rows)
    assert message in str(raised.value)


def test_rows_that_share_memory(double_rows, read_rows):
    X = np.zeros(8, np.float32)
    with pytest.raises(ValueError, match="row 0 and row 1 share memory"):
        double_rows(2)([X[:5], X[4:]])
    double_rows(2)([X[:4], X[4:]])
    read_rows(1)([X, X], R := [0.0])
    assert len(R) == 1
    X.flags.writeable = False
    with pytest.raises(ValueError, match="row 0: the kernel writes to it, and it is read-only"):
        double_rows(1)([X])


# --- Types from calls
# ---------------------------------------------------------------------------------------------------


# scale : void (T** rows, T by)
def scale(rows, by):
    row = rows[idx]
    for i in range(len(row)):
        row[i] *= by


def count(rows, R):
    R[idx] = len(rows[idx])


def test_generic():
    call = cp.compile(scale)
    rows = [[1, 2], [3]]
    call(2)(rows, 3)
    assert rows == [[3, 6], [9]]
    doubles = [np.array([1.5]), np.array([2.5, 3.5])]
    call(2)(doubles, 2.0)
    assert doubles[1].tolist() == [5.0, 7.0]
    on_device = cp.CudaArray([[1.0], [2.0, 3.0]])
    call(2)(on_device, 2)
    assert on_device.toList() == [[2.0], [4.0, 6.0]]


def test_without_a_signature():
    call = cp.compile(count)
    R = [0, 0]
    call(2)([[1.0, 2.0], [3.0]], R)
    assert R == [2, 1]
    call(2)([[1.0, 2.0], [3.0, 4.0]], R)  # two dimensions
    assert R == [2, 2]


def test_annotations():
    def halve(rows: cp.Array[cp.Array[cp.float32]], by: cp.float32):
        for row in rows:
            row[0] /= by

    assert cp.Array[cp.Array[cp.float32]].name == "float**"
    rows = [[1.0], [3.0, 4.0]]
    cp.compile(halve, target=TARGET)(1)(rows, 2.0)
    assert rows == [[0.5], [1.5, 4.0]]
