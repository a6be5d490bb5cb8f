"""The checked mode: what is outside the contract of the language is an error of the launch that names the place."""

import os
import shutil
import subprocess

import numpy as np
import pytest

import cudapy as cp
from raising import raises
from test_pycu2cu import find_program
from test_reports import line_of

FILE = os.path.abspath(__file__)
INT_MIN, INT_MAX = -(2**31), 2**31 - 1


def checked(kernel, *others):
    return cp.compile([kernel, *others], checked=True)


class reports(raises):
    """`with reports(kernel, "X[i]", "index 3 is …")`: a KernelError with the line of the text in the kernel."""

    def __init__(self, function, quoted, what, line=None):
        super().__init__(cp.KernelError, f"{FILE}:{line_of(function, line or quoted)}: {what}: `{quoted}`")

    def __exit__(self, *raised):
        cp.synchronize()
        return super().__exit__(*raised)


# shifted : void (float* X, int by, float* Y)
def shifted(X, by, Y):
    Y[idx] = X[idx + by]


@pytest.mark.parametrize("n", [1, 5, 100_000])
def test_an_index_outside_its_array(n):
    call = checked(shifted)
    X, Y = np.arange(n, dtype=np.float32), np.zeros(n, np.float32)
    elements = f"{n} element{'s' if n > 1 else ''}"
    for _ in range(2):
        with reports(shifted, "X[idx + by]", f"index {n} is outside X, which has {elements}, in thread {n - 1}"):
            call(n)(X, 1, Y)
        with reports(shifted, "X[idx + by]", f"index -1 is outside X, which has {elements}, in thread 0"):
            call(n)(X, -1, Y)
    with reports(shifted, "Y[idx]", f"index {n - 1} is outside Y, which has {n - 1} element{'' if n == 2 else 's'}, in thread {n - 1}"
                 if n > 1 else "index 0 is outside Y, which is empty, in thread 0"):
        call(n)(X, 0, Y[:-1])
    call(n)(X, 0, Y)  # nothing is left of the failures
    assert (X == Y).all()


def test_arrays_on_the_device_tell_at_the_next_wait():
    X, Y = cp.CudaArray([1.0, 2.0, 4.0]), cp.CudaArray([0.0, 0.0, 0.0])
    with reports(shifted, "X[idx + by]", "index 3 is outside X, which has 3 elements, in thread 2"):
        checked(shifted)(3)(X, 1, Y)
        Y.toList()
    cp.synchronize()
    assert X.toList() == [1.0, 2.0, 4.0]  # memory is kept


# last : void (int* X, int* Y)
def last(X, Y):
    Y[0] = X[-1] + X[-3]


def test_a_negative_constant_counts_from_the_end():
    call = checked(last)
    Y = [0]
    call(1)([1, 2, 4], Y)
    assert Y == [5]
    with reports(last, "X[-3]", "index -3 is outside X, which has 2 elements, in thread 0"):
        call(1)([1, 2], Y)


# first_of : void (int* X, int* Y)
def first_of(X, Y):
    Y[0] = X[0]


def test_empty_arrays():
    with reports(first_of, "X[0]", "index 0 is outside X, which is empty, in thread 0"):
        checked(first_of)(1)(np.zeros(0, np.int32), [0])


# at : void (float[,] A, int i, int j, float* Y)
def at(A, i, j, Y):
    Y[idx] = A[i, j]


# of_row : void (float[,] A, int i, int j, float* Y)
def of_row(A, i, j, Y):
    row = A[i]
    Y[idx] = row[j]


# of_part : void (float[,] A, int i, int j, float* Y)
def of_part(A, i, j, Y):
    part = A[1:, 1:3][i]
    Y[idx] = part[j] + A[::2, 0][i]


def test_each_dimension_is_looked_at_for_itself():
    A, Y = np.arange(12, dtype=np.float32).reshape(3, 4), [0.0]
    call = checked(at, of_row, of_part)
    call(1)(A, 2, 3, Y)
    assert Y == [11.0]
    with reports(at, "A[i, j]", "index 3 is outside dimension 0 of A, which is 3 long, in thread 0"):
        call(1)(A, 3, 0, Y)
    with reports(at, "A[i, j]", "index 4 is outside dimension 1 of A, which is 4 long, in thread 0"):
        call(1)(A, 0, 4, Y)  # inside the memory, but the first of another row
    with reports(of_row, "row[j]", "index 4 is outside row, which has 4 elements, in thread 0"):
        call.of_row(1)(A, 0, 4, Y)
    with reports(of_row, "A[i]", "index -1 is outside dimension 0 of A, which is 3 long, in thread 0"):
        call.of_row(1)(A, -1, 0, Y)
    call.of_part(1)(A, 1, 1, Y)
    assert Y == [A[2, 2] + A[2, 0]]
    with reports(of_part, "A[1:, 1:3][i]", "index 2 is outside dimension 0 of A[1:, 1:3], which is 2 long, in thread 0"):
        call.of_part(1)(A, 2, 0, Y)
    with reports(of_part, "part[j]", "index 2 is outside part, which has 2 elements, in thread 0"):
        call.of_part(1)(A, 0, 2, Y)


# unread : void (float[,] A, int i, int* Y)
def unread(A, i, Y):
    row = A[i]
    Y[0] = len(A[i + 1])


def test_what_is_not_read_is_looked_at_too():
    A, Y = np.zeros((2, 3), np.float32), [0]
    call = checked(unread)
    call(1)(A, 0, Y)
    assert Y == [3]
    with reports(unread, "A[i]", "index 5 is outside dimension 0 of A, which is 2 long, in thread 0"):
        call(1)(A, 5, Y)
    with reports(unread, "A[i + 1]", "index 2 is outside dimension 0 of A, which is 2 long, in thread 0"):
        call(1)(A, 1, Y)


# of_lists : void (float** rows, int i, int j, float* Y)
def of_lists(rows, i, j, Y):
    Y[idx] = rows[i][j] + rows[-1][0]


def test_rows_of_lists():
    rows, Y = [[1.0, 2.0, 3.0], [], [4.0]], [0.0]
    call = checked(of_lists)
    call(1)(rows, 0, 2, Y)
    assert Y == [7.0]
    with reports(of_lists, "rows[i]", "index 3 is outside rows, which has 3 elements, in thread 0", "Y[idx]"):
        call(1)(rows, 3, 0, Y)
    with reports(of_lists, "rows[i][j]", "index 0 is outside rows[i], which is empty, in thread 0"):
        call(1)(rows, 1, 0, Y)
    with reports(of_lists, "rows[i][j]", "index 3 is outside rows[i], which has 3 elements, in thread 0"):
        call(1)(rows, 0, 3, Y)


@cp.struct
class Body:
    x: cp.float32
    mass: cp.float32


# struct_at : void (Body* bodies, int i, float* Y)
def struct_at(bodies, i, Y):
    b = bodies[i]
    b.x += 1.0
    Y[idx] = b.x + bodies[i + 1].mass


# vector_at : void (float4* V, int i, float* Y)
def vector_at(V, i, Y):
    V[i] = V[i] * 2.0
    Y[idx] = V[i].x


def test_arrays_of_structs_and_vectors():
    bodies, Y = np.zeros(3, np.dtype([("x", np.float32), ("mass", np.float32)], align=True)), [0.0]
    call = checked(struct_at, vector_at)
    call(1)(bodies, 1, Y)
    assert Y == [1.0]
    with reports(struct_at, "bodies[i]", "index 3 is outside bodies, which has 3 elements, in thread 0"):
        call(1)(bodies, 3, Y)
    with reports(struct_at, "bodies[i + 1]", "index 3 is outside bodies, which has 3 elements, in thread 0"):
        call(1)(bodies, 2, Y)
    with reports(vector_at, "V[i]", "index -1 is outside V, which has 2 elements, in thread 0"):
        call.vector_at(1)(np.zeros((2, 4), np.float32), -1, Y)


TABLE = (3, 5, 7)
SQUARE = ((1, 2), (3, 4))


# of_tables : void (int i, int j, int* Y)
def of_tables(i, j, Y):
    Y[0] = TABLE[i]
    Y[0] += SQUARE[i][j]


def test_tables():
    Y = [0]
    call = checked(of_tables)
    call(1)(1, 1, Y)
    assert Y == [9]
    with reports(of_tables, "TABLE[i]", "index 3 is outside TABLE, which has 3 elements, in thread 0"):
        call(1)(3, 0, Y)
    with reports(of_tables, "SQUARE[i][j]", "index 2 is outside dimension 1 of SQUARE, which is 2 long, in thread 0"):
        call(1)(1, 2, Y)


# counted : void (int* bins, int* X)
def counted(bins, X):
    atomicAdd(bins, X[idx], 1)


def test_indices_of_atomics():
    call, bins = checked(counted), [0, 0, 0]
    call(4)(bins, [0, 2, 2, 1])
    assert bins == [1, 1, 2]
    with reports(counted, "X[idx]", "index 3 is outside bins, which has 3 elements, in thread 2", "atomicAdd"):
        call(4)(bins, [0, 2, 3, 1])


# turned : void (float* X, int by)
def turned(X, by):
    cache = shared(float, 64)
    mine = local(float, 2)
    cache[threadIdx.x] = X[idx]
    syncthreads()
    mine[threadIdx.x % 2] = cache[63 - threadIdx.x + by]
    syncthreads()
    X[idx] = mine[threadIdx.x % 2]


# sized : void (float* X, int by)
def sized(X, by):
    cache = shared(float)
    cache[threadIdx.x] = X[idx]
    syncthreads()
    X[idx] = cache[threadIdx.x + by]


def test_shared_memory_and_barriers():
    X = np.arange(256, dtype=np.float32)
    call = checked(turned, sized)
    call(256, block=64)(X, 0)
    assert X.tolist() == np.arange(256).reshape(4, 64)[:, ::-1].ravel().tolist()
    with reports(turned, "cache[63 - threadIdx.x + by]", "index 64 is outside cache, which has 64 elements, in thread 0"):
        call(64, block=64)(X, 1)
    X = np.arange(64, dtype=np.float32)
    call.sized(64, block=32, shared=32)(X, 0)
    assert X.tolist() == list(range(64))
    with reports(sized, "cache[threadIdx.x + by]", "index 32 is outside cache, which has 32 elements, in thread 31"):
        call.sized(32, block=32, shared=32)(X, 1)


# guarded : void (int* X, int n, int* Y)
def guarded(X, n, Y):
    Y[0] = 1 if n < len(X) and X[n] > 0 else 0
    Y[0] += X[n] if n < len(X) else 10
    if n > len(X) or 6 // (n - len(X) - 1) == 0:
        Y[0] += 100


# only_waits : void (int* A)
def only_waits(A):
    syncthreads()


# only_declares : void (int* A)
def only_declares(A):
    tile = shared(int, 64)


def test_blocks_that_access_nothing():
    """A barrier, and the beginning of a shared array, are told to the recorder of the launch, too."""
    for kernel in (only_waits, only_declares):
        A = np.arange(64, dtype=np.int32)
        cp.compile(kernel, checked=True)(64, block=32)(A)
        cp.synchronize()
        assert (A == np.arange(64)).all()


def test_what_python_does_not_evaluate_is_not_looked_at():
    Y = [0]
    call = checked(guarded)
    call(1)([1, 2], 7, Y)
    assert Y == [110]
    call(1)([1, 2], 1, Y)
    assert Y == [3]


# divided : void (int a, int b, int* Y)
def divided(a, b, Y):
    Y[0] = a // b
    Y[1] = a % b


# ratio : void (int a, int b, float* Y)
def ratio(a, b, Y):
    Y[0] = a / b


# remainder : void (uint8 a, uint8 b, uint8* Y)
def remainder(a, b, Y):
    Y[0] = a
    Y[0] %= b


def test_division_by_zero():
    Y = [0, 0]
    call = checked(divided, ratio, remainder)
    call(1)(-7, 2, Y)
    assert Y == [-4, 1]
    with reports(divided, "a // b", "division by zero, in thread 0"):
        call(1)(1, 0, Y)
    with reports(divided, "a // b", "-2147483648 // (-1) does not fit in int, in thread 0"):
        call(1)(INT_MIN, -1, Y)
    with reports(ratio, "a / b", "division by zero, in thread 0"):
        call.ratio(1)(1, 0, [0.0])
    with reports(remainder, "Y[0] %= b", "division by zero, in thread 0"):
        call.remainder(1)(1, 0, np.zeros(1, np.uint8))


# added : void (int* X, int by)
def added(X, by):
    X[idx] += by
    X[idx] *= 2


# arithmetic : void (int a, int b, int which, int64* Y)
def arithmetic(a, b, which, Y):
    if which == 0:
        Y[0] = a + b
    elif which == 1:
        Y[0] = a - b
    elif which == 2:
        Y[0] = a * b
    elif which == 3:
        Y[0] = a**3
    elif which == 4:
        Y[0] = -a
    elif which == 5:
        Y[0] = abs(a)
    elif which == 6:
        Y[0] = a << b


ARITHMETIC = [
    ("a + b", INT_MAX, 1, f"{INT_MAX} + 1 does not fit in int"),
    ("a - b", INT_MIN, 1, f"{INT_MIN} - 1 does not fit in int"),
    ("a * b", 65536, -65536, "65536 * (-65536) does not fit in int"),
    ("a**3", 1291, 0, "1291 ** 3 does not fit in int"),
    ("-a", INT_MIN, 0, f"-({INT_MIN}) does not fit in int"),
    ("abs(a)", INT_MIN, 0, f"abs({INT_MIN}) does not fit in int"),
    ("a << b", 3, 30, "3 << 30 does not fit in int"),
    ("a << b", 1, 32, "a shift by 32 is not from 0 to 31"),
    ("a << b", 1, -1, "a shift by -1 is not from 0 to 31"),
]


@pytest.mark.parametrize(("text", "a", "b", "what"), ARITHMETIC)
def test_overflow_of_an_int(text, a, b, what):
    which = ["a + b", "a - b", "a * b", "a**3", "-a", "abs(a)", "a << b"].index(text)
    call, Y = checked(arithmetic), np.zeros(1, np.int64)
    call(1)(3, 5, which, Y)
    assert Y[0] == [8, -2, 15, 27, -3, 3, 96][which]
    with reports(arithmetic, text, f"{what}, in thread 0"):
        call(1)(a, b, which, Y)


@pytest.mark.parametrize(("text", "a", "b"), [("a + b", INT_MAX - 1, 1), ("a - b", INT_MIN + 1, 1), ("a * b", -65536, 32768),
                                              ("a**3", 1290, 0), ("a**3", -1290, 0), ("-a", INT_MAX, 0), ("abs(a)", -INT_MAX, 0),
                                              ("a << b", -1, 31), ("a << b", 1, 30), ("a << b", 0, 31)])
def test_the_largest_results_that_fit(text, a, b):
    which = ["a + b", "a - b", "a * b", "a**3", "-a", "abs(a)", "a << b"].index(text)
    Y = np.zeros(1, np.int64)
    checked(arithmetic)(1)(a, b, which, Y)
    assert Y[0] == eval(text)


def test_overflow_of_an_augmented_assignment():
    call = checked(added)
    X = [1, 2, 3]
    call(3)(X, 4)
    assert X == [10, 12, 14]
    with reports(added, "X[idx] += by", f"2 + {INT_MAX - 1} does not fit in int, in thread 1"):
        call(2)([-INT_MAX, 2], INT_MAX - 1)
    with reports(added, "X[idx] *= 2", f"{2**30} * 2 does not fit in int, in thread 0"):
        call(1)([2**30], 0)


# wide : void (int64 a, int64 b, int which, int64* Y)
def wide(a, b, which, Y):
    if which == 0:
        Y[0] = a + b
    elif which == 1:
        Y[0] = a - b
    elif which == 2:
        Y[0] = a * b
    elif which == 3:
        Y[0] = a**3
    else:
        Y[0] = a << b


@pytest.mark.parametrize(("which", "text", "a", "b"), [(0, "a + b", 2**63 - 1, 1), (1, "a - b", -(2**63), 1), (2, "a * b", 2**32, 2**31),
                                                       (4, "a << b", 1, 63)])
def test_overflow_of_an_int64(which, text, a, b):
    call, Y = checked(wide), np.zeros(1, np.int64)
    with reports(wide, text, f"{a} {text[2:-2]} {b} does not fit in int64, in thread 0"):
        call(1)(a, b, which, Y)
    call(1)(a // 2, b // 2, which, Y)
    assert Y[0] == [a // 2 + b // 2, a // 2 - b // 2, (a // 2) * (b // 2), None, 0][which]


# narrow : void (int8 a, int8 b, int* Y)
def narrow(a, b, Y):
    Y[0] = a * b


# unsigned : void (uint32 a, uint32 b, uint32* Y)
def unsigned(a, b, Y):
    Y[0] = a * b - 7
    Y[0] += a


def test_narrow_and_unsigned_integers():
    call, Y = checked(narrow, unsigned), np.zeros(1, np.int32)
    call(1)(-128, -128, Y)  # narrow ones are computed as int
    assert Y[0] == 16384
    U = np.zeros(1, np.uint32)
    call.unsigned(1)(2**31 + 1, 4, U)  # unsigned ones wrap
    assert U[0] == (4 - 7 + 2**31 + 1) % 2**32


# whole : void (float x, double d, int* Y)
def whole(x, d, Y):
    Y[0] = int(x)
    Y[1] = cp.uint8(d)


def test_floats_that_are_too_large_for_an_integer():
    call, Y = checked(whole), [0, 0]
    for x, d in [(-2147483648.0, 255.9), (2147483520.0, -0.9)]:
        call(1)(x, d, Y)
        assert Y == [int(x), int(d)]
    with reports(whole, "x", "2.14748e+09 does not fit in int, in thread 0", "int(x)"):
        call(1)(2147483648.0, 0.0, Y)
    with reports(whole, "x", "nan is no int, in thread 0", "int(x)"):
        call(1)(float("nan"), 0.0, Y)
    with reports(whole, "d", "-1 does not fit in uint8, in thread 0", "uint8(d)"):
        call(1)(0.0, -1.0, Y)


# get : float (float[,] A, int i, int j)
def get(A, i, j):
    return A[i, j]


# blurred : void (float[,] A, float[,] B)
def blurred(A, B):
    B[idx, idy] = get(A, idx + 1, idy)


def test_threads_are_told_by_the_coordinates_that_there_are():
    A = np.zeros((3, 4), np.float32)
    with reports(get, "A[i, j]", "index 3 is outside dimension 0 of A, which is 3 long, in thread (2, 0)"):
        checked(blurred, get)(3, 1)(A, A.copy())


# alone : void (int* X)
def alone(X):
    X[threadIdx.x + 300 * blockIdx.x] = blockDim.x


def test_the_shape_of_blocks_is_that_of_the_unchecked_mode():
    X = np.zeros((4, 4), np.float32)
    call = checked(blurred, get, alone)  # a kernel of two dimensions beside one of one
    plain, Y = np.zeros(600, np.int32), np.zeros(600, np.int32)
    cp.compile(alone)(300)(plain)
    call.alone(300)(Y)
    assert (Y == plain).all()
    with reports(get, "A[i, j]", "index 4 is outside dimension 0 of A, which is 4 long, in thread (3, 0)"):
        call.blurred(4, 1)(X, X.copy())


# relaxed : void (float* X, float* Y, int by)
def relaxed(X, Y, by):
    for _ in range(3):
        Y[idx] = X[idx + by] / 2
        grid_sync()
        X[idx] = Y[idx]
        grid_sync()


def test_blocks_that_wait_for_each_other():
    call, X = checked(relaxed), np.full(512, 8, np.float32)
    call(512)(X, np.zeros_like(X), 0)
    assert (X == 1).all()
    with reports(relaxed, "X[idx + by]", "index -1 is outside X, which has 512 elements, in thread 0"):
        call(512)(X, np.zeros_like(X), -1)


# endless : void (int* next, int at, int* Y)
def endless(next, at, Y):
    steps = 0
    while next[at] != at:
        at = next[at]
        steps += 1
    Y[idx] = steps


def test_loops_end():
    call, Y = checked(endless), [0]
    call(1)([1, 2, 2], 0, Y)
    assert Y == [2]
    with reports(endless, "next[at]", "index 9 is outside next, which has 3 elements, in thread 0", "while"):
        call(1)([1, 9, 2], 0, Y)


@cp.kernel(checked=True)
# decorated : void (int* X)
def decorated(X):
    X[idx + 1] = 0


def test_the_decorator_and_the_environment(monkeypatch):
    with reports(decorated.__wrapped__, "X[idx + 1]", "index 1 is outside X, which has 1 element, in thread 0"):
        decorated(1)([0])
    monkeypatch.setenv("CUDAPY_CHECKED", "1")
    with reports(shifted, "X[idx + by]", "index 1 is outside X, which has 1 element, in thread 0"):
        cp.compile(shifted)(1)([0.0], 1, [0.0])
    assert "in_range" in cp.compile(shifted).cuda_source
    assert "in_range" not in cp.compile(shifted, checked=False).cuda_source
    monkeypatch.setenv("CUDAPY_CHECKED", "0")
    assert "in_range" not in cp.compile(shifted).cuda_source
    monkeypatch.setenv("CUDAPY_CHECKED", "yes")
    with raises(ValueError, "CUDAPY_CHECKED must be 0 or 1, not 'yes'"):
        cp.compile(shifted)


# both : void (int* X, int i)
def both(X, i):
    assert i < 5, "small"
    X[i] = 1


def test_assertions_beside_checks():
    call, X = checked(both), [0, 0]
    call(1)(X, 1)
    assert X == [0, 1]
    with raises(AssertionError, f"assertion failed in {FILE}:{line_of(both, 'assert')}: assert i < 5, \"small\""):
        call(1)(X, 7)
        cp.synchronize()
    with reports(both, "X[i]", "index 2 is outside X, which has 2 elements, in thread 0"):
        call(1)(X, 2)


# smooth : void (T* X, T* Y)
def smooth(X, Y):
    Y[idx] = X[idx] + X[idx + 1]


def test_generic_kernels():
    call = cp.compile(smooth, checked=True)
    with reports(smooth, "X[idx + 1]", "index 2 is outside X, which has 2 elements, in thread 1"):
        call(2)(np.zeros(2, np.float32), np.zeros(2, np.float32))


PROGRAM = """\
#include "kernels.h"

int main()
{
    const float X[] = {1, 2, 3};
    float Y[3];
    const CpuRange range = {{3, 1, 1}, {256, 1, 1}, {1, 1, 1}, 0, 1};
    run_shifted(&range, X, 3, 0, Y, 3);
    run_shifted(&range, X, 3, 1, Y, 3);
}
"""


def test_files_of_pycu2cu_say_it_and_stop(tmp_path):
    (tmp_path / "kernels.py").write_text("# shifted : void (float* X, int by, float* Y)\ndef shifted(X, by, Y):\n    Y[idx] = X[idx + by]\n")
    (tmp_path / "main.cpp").write_text(PROGRAM)
    compiler = shutil.which("g++") or shutil.which("clang++")
    for command in ([find_program(), "kernels.py", "--checked", "--target", "cpu", "-o", "kernels.cpp", "--header", "kernels.h"],
                    [compiler, "-std=c++17", "-o", "program", "main.cpp", "kernels.cpp"]):
        subprocess.run(command, cwd=tmp_path, check=True)
    run = subprocess.run(["./program"], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == -6  # SIGABRT
    assert run.stderr == "kernels.py:3: `X[idx + by]`, in thread (2, 0, 0): 3 is not in range(3)\n"


# unassigned : void (float* X, int n, float* Y)
def unassigned(X, n, Y):
    if X[idx] > n:
        best = X[idx]
    Y[idx] = best
    for i in range(n):
        last = 2 * i
    Y[idx] += last


# counted_twice : void (int* X, int n)
def counted_twice(X, n):
    if n > 0:
        total = X[idx]
    total += 1
    X[idx] = total


@pytest.mark.filterwarnings("ignore")
def test_variables_that_the_path_has_not_assigned():
    """Where CPython raises UnboundLocalError."""
    call, Y = checked(unassigned), np.zeros(3, np.float32)
    call(3)(np.float32([3, 4, 5]), 2, Y)
    assert Y.tolist() == [5, 6, 7]
    with reports(unassigned, "best", "best is read and has not been assigned, in thread 1", "= best"):
        call(3)(np.float32([3, 2, 5]), 2, Y)
    with reports(unassigned, "last", "last is read and has not been assigned, in thread 0", "+= last"):
        call(1)(np.float32([3]), 0, Y)
    X = [3, 4]
    checked(counted_twice)(2)(X, 1)
    assert X == [4, 5]
    with reports(counted_twice, "total", "total is read and has not been assigned, in thread 0", "total += 1"):
        checked(counted_twice)(1)(X, 0)


# stepped : void (int* X, int from_, int to, int by)
def stepped(X, from_, to, by):
    for i in range(from_, to, by):
        X[idx] += i


def test_steps_of_zero():
    """Where CPython raises ValueError, also when the range would be empty."""
    call, X = checked(stepped), np.zeros(2, np.int32)
    call(2)(X, 0, 5, 2)
    call(2)(X, 5, 0, -2)
    assert X.tolist() == [15, 15]
    for to in (5, 0):
        with reports(stepped, "by", "the step of range() is 0, in thread 0", "range"):
            call(1)(X, 0, to, 0)


# compared_with_what_does_not_decide : void (int* X, int* R)
def compared_with_what_does_not_decide(X, R):
    R[idx] = (idx, X[idx + 1]) < (7, X[idx])


def test_all_parts_of_compared_tuples_are_looked_at():
    X, R = [1, 2, 3], [0, 0, 0]
    with reports(compared_with_what_does_not_decide, "X[idx + 1]", "index 3 is outside X, which has 3 elements, in thread 2"):
        checked(compared_with_what_does_not_decide)(3)(X, R)
    checked(compared_with_what_does_not_decide)(2)(X, R)
    assert R[:2] == [1, 1]


in_cuda = cp.cuda_source("""
__host__ __device__ inline void put(int* where, int at, int value) { where[at] = value; }
__host__ __device__ inline int next(int x) { return x + 1; }
""")


# written_in_cuda : void (int* Out, int* New)
def written_in_cuda(Out, New):
    s = shared(int, 32)
    mine = local(int, 2)
    t = threadIdx.x
    in_cuda.put(s, t, t * 10)
    in_cuda.put(mine, 1, 7)
    in_cuda.put(New, idx, 3)
    syncthreads()
    Out[idx] = s[t ^ 1] + mine[1] + New[idx]


# beside_cuda : void (int* Out)
def beside_cuda(Out):
    s = shared(int, 32)
    t = threadIdx.x
    s[t] = in_cuda.next(t)
    syncthreads()
    Out[idx] = s[31 - t]


# sized_beside_cuda : void (int* Out)
def sized_beside_cuda(Out):
    s = shared(int64)
    t = threadIdx.x
    s[t] = in_cuda.next(t)
    syncthreads()
    Out[idx] = int(s[31 - t])


def test_what_cuda_source_writes_may_be_read():
    out, new = cp.zeros(64, int), cp.empty(64, int)
    call = checked(written_in_cuda)(64, block=32)
    call(out, new)
    assert out.toList() == [(t ^ 1) * 10 + 10 for t in range(32)] * 2
    call(out, new)  # it has values now
    assert new.toList() == [3] * 64


@pytest.mark.parametrize(("kernel", "options"), [(beside_cuda, {}), (sized_beside_cuda, {"shared": 32})])
def test_threads_beside_each_other_in_programs_with_cuda_source(kernel, options):
    out = cp.zeros(64, int)
    checked(kernel, written_in_cuda)(64, block=32, **options)(out)
    assert out.toList() == [32 - t for t in range(32)] * 2


@cp.struct
class Reading:
    high: cp.int32
    value: cp.float32


def record(r, by):
    r.high = int(r.value <= by)


def count(R):
    record(R[0], 1.0)


def test_a_race_through_a_reference_to_a_struct():
    """Also where what is stored was a truth value, which the emitted file hides from compilers."""
    call = cp.compile(
        [count, record], {"count": "void (Reading*)", "record": "void (Reading, float)"}, checked=True, target="cpu"
    )
    with pytest.raises(cp.KernelError) as race:
        call(2)([Reading(0, 0.5)])
    assert str(race.value).endswith(
        "a race on R[0]: thread 1 writes it, `r.high`, and thread 0 writes it there, too, in no order; both write 1. "
        "It is a race though the values are the same: let one thread write, `if idx == 0:`."
    )
