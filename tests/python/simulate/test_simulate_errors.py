"""What call.simulate says of a kernel that goes wrong: the line, what is written there, and the thread."""

import os

import cudapy as cp
import numpy as np
import pytest
from cudapy._simulate.blocks import DivergentBarrier
from cudapy._simulate.program import Program

FILE = os.path.abspath(__file__)
LINES = open(FILE, encoding="utf-8").read().split("\n")


def line_of(text):
    """The number of the only line that has this text, but those that look for it."""
    (found,) = [
        i for i, line in enumerate(LINES, 1) if text in line and "line_of" not in line and "says(" not in line
    ]
    return found


class says:
    """`with says(cp.KernelError, "what"):` the error of that type with exactly that message."""

    def __init__(self, kind, message):
        self.kind, self.message = kind, message

    def __enter__(self):
        return self

    def __exit__(self, kind, error, traceback):
        assert kind is self.kind, error
        assert str(error) == self.message
        self.error, self.traceback = error, traceback
        return True


@cp.kernel("void (float* X, float[,] A, float** rows, int at)")
def outside(X, A, rows, at):
    if at == 0:
        X[idx + 2] = 1.0
    elif at == 1:
        A[idx, idy + 3] = 2.0
    elif at == 2:
        rows[idx + 1][0] = 3.0
    elif at == 3:
        rows[0][idx + 1] = 4.0
    elif at == 4:
        row = A[1]
        row[idx - 1] = 5.0
    else:
        atomicAdd(X, idx + 7, 6.0)


@pytest.mark.parametrize(
    "at,quoted,what",
    [
        (0, "X[idx + 2]", "index 2 is outside X, which has 2 elements, in thread (0, 0)"),
        (1, "A[idx, idy + 3]", "index 3 is outside dimension 1 of A, which is 3 long, in thread (0, 0)"),
        (2, "rows[idx + 1]", "index 1 is outside rows, which has 1 element, in thread (0, 0)"),
        (3, "rows[0][idx + 1]", "index 1 is outside rows[0], which has 1 element, in thread (0, 0)"),
        (4, "row[idx - 1]", "index -1 is outside row, which has 3 elements, in thread (0, 0)"),
        (5, "atomicAdd(X, idx + 7, 6.0)", "index 7 is outside X, which has 2 elements, in thread (0, 0)"),
    ],
)
def test_an_index_outside_its_array(at, quoted, what):
    A = np.zeros((2, 3), np.float32)
    line = line_of(f"        {quoted}")
    with says(cp.KernelError, f"{FILE}:{line}: {what}: `{quoted}`") as found:
        outside.simulate((1, 1), [0.0, 0.0], A, [[0.0]], at)
    while found.traceback.tb_next:
        found.traceback = found.traceback.tb_next
    assert (found.traceback.tb_frame.f_code.co_name, found.traceback.tb_lineno) == (
        "outside",
        line,
    )  # where pdb.pm() is


@cp.kernel("void (int* X, int how)")
def wrong_numbers(X, how):
    if how == 0:
        X[idx] = X[idx] * 2147483647
    elif how == 1:
        X[idx] = 7 // (X[idx] - 2)
    elif how == 2:
        X[idx] = 1 << (X[idx] + 30)
    else:
        X[idx] = int(X[idx] * 1e10)


@pytest.mark.parametrize(
    "how,quoted,what",
    [
        (0, "X[idx] * 2147483647", "4294967294 does not fit in int"),
        (1, "7 // (X[idx] - 2)", "division by zero"),
        (2, "1 << (X[idx] + 30)", "a shift of int by 32 bits"),
        (3, "int(X[idx] * 1e10)", "2e+10 does not fit in int"),
    ],
)
def test_numbers_outside_the_contract(how, quoted, what):
    with says(cp.KernelError, f"{FILE}:{line_of('= ' + quoted)}: {what}, in thread 1: `{quoted}`"):
        wrong_numbers.simulate(2, [0, 2], how)


@cp.kernel("void (float* X)")
def assertive(X):
    X[idx] += 1
    assert X[idx] < 3, "too large"


def test_assertions():
    X = [1.0, 2.0, 3.0]
    with says(
        AssertionError,
        f'assertion failed in {FILE}:{line_of("too large")}, in thread 1: assert X[idx] < 3, "too large"',
    ):
        assertive.simulate(3, X)
    assert X == [2.0, 3.0, 3.0]  # what was written until then


@cp.kernel("void (float* X)")
def uneven(X):
    if idx < len(X) and X[idx] > 0:
        X[idx] = 2
        syncthreads()  # not all come


@cp.kernel("void (float* X)")
def two_ways(X):
    if X[idx] > 0:
        syncthreads()  # some here
    else:
        syncthreads_or(True)  # others there


@cp.kernel("void (int* X)")
def half_a_warp(X):
    if X[idx] > 0:
        X[idx] = shfl_sync(0xFFFFFFFF, X[idx], 0)


# early : void (int* X)
def early(X):
    if idx == 3:
        return
    grid_sync()
    X[idx] = 1


@pytest.mark.filterwarnings("ignore::cudapy.CompileWarning")
def test_barriers():
    line = line_of("# not all come")
    with says(
        cp.KernelError,
        f"{FILE}:{line}: threads of a block wait at a barrier that others went past: "
        f"2 are at `syncthreads()` in line {line}, thread 1 first; "
        "30 are at the end of the kernel, thread 0 first",
    ):
        uneven.simulate(4, [0.0, 1.0, 0.0, 1.0], block=32)
    here, there = line_of("# some here"), line_of("# others there")
    with says(
        cp.KernelError,
        f"{FILE}:{there}: threads of a block wait at different barriers: "
        f"1 is at `syncthreads_or()` in line {there}, thread 0 first; "
        f"3 are at `syncthreads()` in line {here}, thread 1 first",
    ):
        two_ways.simulate(4, [0.0, 1.0, 1.0, 1.0], block=4)
    line = line_of("= shfl_sync(")
    with says(
        cp.KernelError,
        f"{FILE}:{line}: thread 0 waits at `shfl_sync()` for thread 16, which its mask 0xffffffff names and "
        "which has come to the end of the kernel without it",
    ):
        half_a_warp.simulate(32, [1] * 16 + [0] * 16, block=32)
    line = line_of("    grid_sync()")
    with says(
        DivergentBarrier,
        f"{FILE}:{line}: threads of the grid wait for others that have ended: "
        f"7 are at `grid_sync()` in line {line}, thread 0 first; "
        "1 is at the end of the kernel, thread 3 first",
    ):
        Program([early]).run(early, (8,), (np.zeros(8, np.int32),), block=(4,))  # compile() refuses it


def test_what_a_launch_refuses():
    kernel = assertive
    with says(TypeError, "assertive: parameter X (float*): expected an array of float, got str 'abc'"):
        kernel.simulate(3, "abc")
    with says(TypeError, "assertive: expected 1 argument (X), got 2"):
        kernel.simulate(3, [1.0], 2)
    with says(
        ValueError,
        "assertive: parameter X (float*): the kernel writes to it and a tuple cannot be changed: "
        "pass a list, a writable array or a CudaArray",
    ):
        kernel.simulate(1, (1.0,))
    with says(
        cp.LaunchError,
        "assertive: a launch of 3 x 2 threads has 2 along y, whose coordinate the kernel never reads, "
        "so that all 2 would do the same: ask for 6 along x and 1 along y, or use idy in the kernel",
    ):
        kernel.simulate((3, 2), [1.0] * 3)


def test_other_errors_name_the_thread():
    @cp.kernel("void (int* X)")
    def unassigned(X):
        if X[idx] > 0:
            found = 1
        X[idx] = found

    with pytest.warns(cp.CompileWarning), pytest.raises(UnboundLocalError) as raised:
        unassigned.simulate(2, [1, 0])
    assert raised.value.__notes__ == ["It was raised in thread 1 of the kernel."]


geometry = cp.cuda_source("__host__ __device__ float square(float x) { return x * x; }")


@cp.kernel("void (float* X)")
def squares(X):
    X[idx] = geometry.square(X[idx])


def test_cuda_code_is_refused():
    with says(
        TypeError,
        "simulate: squares uses geometry, which is CUDA C++, and CPython cannot run it: write it in Python, "
        "or launch the kernel",
    ):
        squares.simulate(1, [1.0])


@cp.kernel("void (float* X)")
def doubles(X):
    X[idx] *= 2


def square_of(x):
    return geometry.square(x)


@cp.kernel("void (float* X)")
def squares_by_a_helper(X):
    X[idx] = square_of(X[idx])


def test_cuda_code_of_other_functions():
    call = cp.compile([doubles, squares, squares_by_a_helper])
    X = [1.5]
    call.doubles.simulate(1, X)
    assert X == [3.0]
    with says(
        TypeError,
        "simulate: square_of uses geometry, which is CUDA C++, and CPython cannot run it: "
        "write it in Python, or launch the kernel",
    ):
        call.squares_by_a_helper.simulate(1, X)


def test_a_kernel_without_its_function():
    import pickle

    call = pickle.loads(pickle.dumps(cp.compile(assertive.__wrapped__, "void (float*)")))
    with says(
        TypeError,
        "simulate: assertive was pickled or built, and its Python function stayed where it was compiled: "
        "simulate it there",
    ):
        call.simulate(1, [1.0])


@pytest.mark.parametrize(
    "stop,said",
    [
        ((9, 0, 0), "simulate: no thread is at (9, 0, 0): assertive runs 2 x 1 x 1 threads here"),
        ("x", "simulate: stop must be the coordinates of a thread, such as (3, 0, 0), got 'x'"),
    ],
)
def test_a_stop_at_no_thread(stop, said):
    X = [1.0, 1.0]
    with says(ValueError, said):
        assertive.simulate(2, X, stop=stop)
    assert X == [1.0, 1.0]


def test_a_file_that_changed():
    """What is simulated is what was compiled, or nothing."""
    import linecache

    from generated import module

    text = "import cudapy as cp\n\n@cp.kernel('void (int* X)')\ndef add(X):\n    X[idx] += 1\n"
    made = module(text)
    X = [0, 0]
    made.add.simulate(2, X)
    with open(made.__file__, "w", encoding="utf-8") as file:
        file.write(text.replace("1", "1000"))
    linecache.checkcache()
    with says(
        cp.SourceError,
        f"simulate: line 3 of {made.__file__} has another add now than the one that was compiled: "
        "the file changed since; import it again",
    ):
        made.add.simulate(2, X)
    made.add(2)(X)
    assert X == [2, 2]
