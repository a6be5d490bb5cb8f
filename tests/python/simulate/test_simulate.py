"""call.simulate: CPython runs the kernel, and it leaves what a launch leaves."""

import array
import copy
import enum
import math
import operator
import subprocess
import sys

import cudapy as cp
import numpy as np
import pytest

FACTOR = 3


class Mode(enum.IntEnum):
    ADD = 0
    MULTIPLY = 1


@cp.struct
class Body:
    x: cp.float32
    speed: cp.float4
    mass: cp.float64 = 1.0


@cp.kernel("void (float* X, float* Y, float by)")
def scale(X, Y, by):
    if idx < len(X):
        Y[idx] = X[idx] * by / 3


@cp.kernel("void (Body* bodies, float by)")
def move(bodies, by):
    bodies[idx].x += by * bodies[idx].speed.x / bodies[idx].mass


@cp.kernel("void (float** rows)")
def increase(rows):
    for i in range(len(rows[idx])):
        rows[idx][i] += 1


@cp.kernel("void (int[,] A, int mode)")
def table(A, mode):
    A[idy, idx] = idx + idy if mode == Mode.ADD else idx * idy * FACTOR


@cp.kernel("void (bfloat16* X, half* Y, complex64* Z, float4* V, bool* B)")
def kinds(X, Y, Z, V, B):
    X[idx] *= 2.1
    Y[idx] += X[idx]
    Z[idx] = Z[idx] * 2j
    V[idx] = V[idx] + V[idx]
    B[idx] = not B[idx]


@cp.kernel("void (A* X, R(A) f, R* Y)")
def transform(X, f, Y):
    Y[idx] = f(X[idx])


@cp.kernel("void (int* X, int* Sums)")
def tree_sum(X, Sums):
    part = shared(int)
    t = threadIdx.x
    part[t] = X[idx] if idx < len(X) else 0
    syncthreads()
    k = blockDim.x // 2
    while k > 0:
        if t < k:
            part[t] += part[t + k]
        syncthreads()
        k //= 2
    if t == 0:
        Sums[blockIdx.x] = part[0]


def test_lists_and_arrays():
    for X in (
        [1, 2, 3],
        np.array([1, 2, 3], np.float32),
        cp.CudaArray([1, 2, 3], cp.float32),
        array.array("f", [1, 2, 3]),
    ):
        launched, simulated = copy.copy(X), copy.copy(X)
        if isinstance(X, cp.CudaArray):
            launched, simulated = (cp.CudaArray(X.toList(), cp.float32) for _ in range(2))
        scale(3)(X, launched, 0.1)
        scale.simulate(3, X, simulated, 0.1)
        assert list(simulated) == list(launched)
        assert list(X) == [1, 2, 3] and not (
            isinstance(X, list) and any(isinstance(each, float) for each in X)
        )


def test_one_array_twice():
    X = [1.0, 2.0]
    scale.simulate(2, X, X, 3.0)
    assert X == [1.0, 2.0]


def test_views_of_numpy():
    A = np.arange(12, dtype=np.float32)
    scale.simulate(4, A[::3], A[1::3], 3.0)
    assert A.tolist() == [0, 0, 2, 3, 3, 5, 6, 6, 8, 9, 9, 11]


def test_arguments_by_name():
    Y = [0.0]
    scale.simulate(1, [6.0], by=2.0, Y=Y)
    assert Y == [4.0]


def test_structs():
    bodies = [Body(1.0, cp.float4(1, 2, 3, 4)), Body(2.0, cp.float4(3, 0, 0, 0), 2.0)]
    launched, simulated = copy.deepcopy(bodies), copy.deepcopy(bodies)
    move(2)(launched, 4.0)
    move.simulate(2, simulated, 4.0)
    assert simulated == launched == [Body(5.0, cp.float4(1, 2, 3, 4)), Body(8.0, cp.float4(3, 0, 0, 0), 2.0)]
    on_device = cp.CudaArray(bodies, Body)
    move.simulate(2, on_device, 4.0)
    assert on_device.toList() == launched


def test_lists_of_lists():
    rows = [[1.0, 2.0], [], [3.0]]
    first = rows[0]
    increase.simulate(3, rows)
    assert rows == [[2.0, 3.0], [], [4.0]] and rows[0] is first
    on_device = cp.CudaLists(rows)
    increase.simulate(3, on_device)
    assert on_device.toList() == [[3.0, 4.0], [], [5.0]]


def test_two_dimensions_and_captured_values():
    A = [[0] * 3 for _ in range(2)]
    row = A[1]
    table.simulate((3, 2), A, 0)
    assert A == [[0, 1, 2], [1, 2, 3]] and row is A[1]
    table.simulate(cp.dim3(3, 2), A, Mode.MULTIPLY)
    assert A == [[0, 0, 0], [0, 3, 6]]


def test_every_kind_of_element():
    def arguments():
        return (
            cp.CudaArray([1, 2.5], cp.bfloat16),
            np.array([1, 2], np.float16),
            [1 + 1j, 2],
            [cp.float4(1, 2, 3, 4), cp.float4(0, 0, 1, 0)],
            np.array([True, False]),
        )

    launched, simulated = arguments(), arguments()
    kinds(2)(*launched)
    kinds.simulate(2, *simulated)
    assert [list(each) for each in simulated] == [list(each) for each in launched]


plus_one = lambda x: x + 1  # noqa: E731


@pytest.mark.parametrize("function", [plus_one, math.sqrt, operator.neg], ids=["lambda", "math", "operator"])
def test_generic_kernels(function):
    X = np.array([1, 4, 9], np.float32)
    launched, simulated = np.zeros(3, np.float32), np.zeros(3, np.float32)
    transform(3)(X, function, launched)
    transform.simulate(3, X, function, simulated)
    assert simulated.tolist() == launched.tolist()


@pytest.mark.parametrize("order", ["forward", "backward", 1, 2])
def test_barriers_in_any_order(order):
    Sums = [0] * 4
    tree_sum.simulate(100, range(100), Sums, block=32, shared=32, order=order)
    assert Sums == [496, 1520, 2544, 390]


@cp.kernel("void (int* Order, int* N)")
def take_turns(Order, N):
    Order[atomicAdd(N, 0, 1)] = idx


def turns(order):
    Order = [0] * 8
    take_turns.simulate(8, Order, [0], order=order)
    return Order


def test_the_order_of_threads():
    assert turns("forward") == list(range(8))
    assert turns("backward") == list(range(7, -1, -1))
    assert turns(5) == turns(5) != turns(6)
    assert sorted(turns(5)) == list(range(8))


@pytest.mark.parametrize("order", ["sideways", None, 1.5, True])
def test_an_order_that_is_none(order):
    with pytest.raises(ValueError) as raised:
        turns(order)
    assert (
        str(raised.value)
        == f'simulate: order must be "forward", "backward" or a number to shuffle by, got {order!r}'
    )


@cp.kernel("void (int* X)")
def warps(X):
    here = ballot_sync(0xFFFFFFFF, X[idx] > 0)
    X[idx] = shfl_xor_sync(0xFFFFFFFF, X[idx], 1) + popc(here)


@cp.kernel("void (int* X, int* Y)")
def across_blocks(X, Y):
    X[idx] = idx
    grid_sync()
    Y[idx] = X[len(X) - 1 - idx]


def test_warps_and_grids():
    X = [i % 3 for i in range(64)]
    launched = X.copy()
    warps(64, block=32)(launched)
    warps.simulate(64, X, block=32)
    assert X == launched
    Y = [0] * 64
    across_blocks.simulate(64, [0] * 64, Y, block=16)
    assert Y == list(range(63, -1, -1))


def sum_of_block(x):
    part = shared(int, 64)
    part[threadIdx.x] = x
    syncthreads()
    total = 0
    for i in range(blockDim.x):
        total += part[i]
    syncthreads()
    return total


@cp.kernel("void (int* X)")
def helper_with_barriers(X):
    twice = lambda f, x: f(x) * 2  # noqa: E731
    X[idx] = sum_of_block(X[idx]) + sum_of_block(1)


def test_helpers_with_barriers():
    launched, simulated = list(range(64)), list(range(64))
    helper_with_barriers(64, block=32)(launched)
    helper_with_barriers.simulate(64, simulated, block=32)
    assert simulated == launched


@cp.reduction(0)
def sum_of_two(a, b):
    return a + b


@cp.reduction(2.5)
def product_of_two(a, b):
    return a * b


@cp.vectorize
def half_of(a):
    return a / 2


@cp.vectorize("double (double)")
def third_of(a):
    return a / 3


@cp.kernel("void (double* X)")
def helpers_over_arrays(X):
    X[idx] = sum_of_two(X[idx], 2.0) + product_of_two(X[idx], 3.0) + half_of(X[idx]) + third_of(X[idx])


def test_helpers_that_are_functions_over_arrays():
    launched, simulated = [0.25 * i for i in range(8)], [0.25 * i for i in range(8)]
    helpers_over_arrays(8)(launched)
    helpers_over_arrays.simulate(8, simulated)
    assert simulated == launched


def test_sig_replaces_the_signature():
    def fill(X, value):
        X[idx] = value / 4

    X = np.zeros(2)
    cp.compile(fill, "void (double* X, int value)").simulate(2, X, 7)
    assert X.tolist() == [1.75, 1.75]


@cp.kernel("void (int* X, float* F, int64* Sum, double* D)")
def declared(X, F, Sum, D):
    total: cp.int64 = 0
    for x in X:
        total += x
    Sum[idx] = total
    mean: "cp.float64" = 0
    for f in F:
        mean, last = mean + f, f
    D[idx] = mean / len(F)
    tenth: float = 0.1
    D[idx + 1] = tenth


def test_declared_variables():
    def arguments():
        return [2**31 - 1] * 3, [0.1, 0.2, 0.4], [0], [0.0, 0.0]

    launched, simulated = arguments(), arguments()
    declared(1)(*launched)
    declared.simulate(1, *simulated)
    assert simulated == launched
    assert simulated[2] == [3 * (2**31 - 1)]


def test_wide_indices():
    @cp.kernel("void (int64* X)", index=cp.int64)
    def wide(X):
        X[idx] = (idx + 1) * 3_000_000_000

    X = [0, 0]
    wide.simulate(2, X)
    assert X == [3_000_000_000, 6_000_000_000]


def test_coordinates_of_blocks_are_as_wide_as_indices():
    @cp.kernel("void (int64* X)", index=cp.int64)
    def wide(X):
        s = cp.shared(cp.int32, 2)
        t = cp.threadIdx.x
        X[idx] = (
            cp.laneid + len(s) + cp.gridDim.x + cp.blockIdx.x + cp.blockDim.x + cp.gridsize.x
        ) * 3_000_000_000 + (t << 40)

    launched, simulated = [0, 0], [0, 0]
    wide(2, block=2)(launched)
    wide.simulate(2, simulated, block=2)
    assert launched == simulated == [21_000_000_000, 24_000_000_000 + 2**40]


def test_names_of_the_module_win():
    text = "import cudapy as cp\nlaneid = 7\n@cp.kernel('void (int* X)')\ndef put(X):\n    X[idx] = laneid\n"
    from generated import module

    X = [0, 0]
    module(text).put.simulate(2, X)
    assert X == [7, 7]


def test_prints(capsys):
    @cp.kernel("void (float* X)")
    def show(X):
        print("is", X[idx] / 3, f"{X[idx]:.2f}", idx, X[idx] > 1, sep=", ")

    show.simulate(2, [1, 1e10])
    assert (
        capsys.readouterr().out == "is, 0.333333, 1.00, 0, False\nis, 3.33333e+09, 10000000000.00, 1, True\n"
    )
    show.simulate(1, [1], name_threads=True)
    assert capsys.readouterr().out == "thread 0: is, 0.333333, 1.00, 0, False\n"


def test_importing_cudapy_reads_nothing_of_it():
    """Nor does it import NumPy."""
    program = (
        "import sys, cudapy; "
        "print(sorted(name for name in sys.modules if name.startswith(('cudapy._s', 'cudapy._m', 'numpy'))))"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


MATHS = """
import sys
sys.modules["mpmath"] = None  # not installed
import math
import cudapy as cp
from cudapy import idx

@cp.kernel("void (double* X)")
def usual(X):
    y = math.rsqrt(X[idx]) + math.fma(X[idx], 2, 1) + math.exp10(X[idx])
    X[idx] = y + math.cospi(X[idx]) + math.normcdf(X[idx])

@cp.kernel("void (double* X)")
def rare(X):
    X[idx] = math.erfinv(X[idx])

launched, simulated = [0.5, 2.0], [0.5, 2.0]
usual(2)(launched)
usual.simulate(2, simulated)
assert all(abs(a - b) < 1e-12 for a, b in zip(launched, simulated)), (launched, simulated)
try:
    rare.simulate(1, [0.5])
except ImportError as error:
    print(error)
"""


def test_without_mpmath(tmp_path):
    (tmp_path / "program.py").write_text(MATHS)
    run = subprocess.run([sys.executable, tmp_path / "program.py"], capture_output=True, text=True)
    assert (
        run.stdout == "simulate: Python has no such function: install the package mpmath, which has it\n"
    ), run.stderr


def test_without_numpy(tmp_path):
    (tmp_path / "program.py").write_text(
        "import sys\nsys.modules['numpy'] = None\n" + "import math" + MATHS.split("import math")[1]
    )
    run = subprocess.run([sys.executable, tmp_path / "program.py"], capture_output=True, text=True)
    assert (
        run.stderr.splitlines()[-1]
        == "ModuleNotFoundError: simulate: it works on NumPy's arrays, and NumPy is not installed here"
    )


def test_what_was_captured_stays():
    """A launch keeps what names meant when the kernel was compiled."""
    from generated import module

    text = """
import math
import types
import numpy as np
import cudapy as cp

@cp.struct
class Limits:
    low: cp.float32
    high: cp.float32

class Names:
    first = 1
    class inner:
        second = np.float32(0.1)

settings = types.ModuleType("settings")
settings.scale = 3
TABLE, LIMITS, ORIGIN, root = (1, 2.5, 3), Limits(1, 2), cp.float2(3, 4), math.sqrt
step = lambda x: x + 1

def helper(x):
    return x * 2

def make(n):
    @cp.kernel("void (float* X)")
    def use(X):
        X[idx] = helper(step(X[idx])) + n + TABLE[idx]
        X[idx] += Names.first + Names.inner.second + settings.scale
        X[idx] += root(LIMITS.high) + ORIGIN.y

    def change():
        nonlocal n
        n += 100

    return use, change
"""
    made = module(text)
    use, change = made.make(7)
    before = [1.0, 2.0, 3.0]
    use(3)(before)
    change()
    made.TABLE, made.Names.first, made.Names.inner.second, made.settings.scale = (7, 8, 9), 50, 60.5, 70
    made.LIMITS, made.ORIGIN, made.root = made.Limits(8, 9), cp.float2(5, 6), math.sin
    made.step = made.helper = lambda x: x - 1000
    launched, simulated = [1.0, 2.0, 3.0], [1.0, 2.0, 3.0]
    use(3)(launched)
    use.simulate(3, simulated)
    assert launched == before
    assert simulated == before
