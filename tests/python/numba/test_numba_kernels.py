"""Kernels of the dialect of numba.cuda: what a program sees that imports `cuda` from cudapy."""

import math
import operator
import pathlib
import re

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda
from cudapy.cuda import float32
from cudapy.cuda._missing import ABSENT

TPB = 8
FACTOR = 2


@cuda.jit(device=True)
def square(v):
    return v * v


@cuda.jit
def axpy(a, x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] += a * square(x[i])


def test_a_launch_and_a_device_function():
    x = np.arange(1000, dtype=np.float32)
    y = np.ones(1000, np.float32)
    axpy[4, 256](2.0, x, y)
    squares = x * x  # of float32, and the rest in double
    assert np.array_equal(y, (1 + 2.0 * squares.astype(np.float64)).astype(np.float32))
    assert "y[i] = y[i] + a * square_float(x[i]);" in axpy.inspect_cuda()


def test_device_arrays_stay_where_they_are():
    x = cuda.to_device(np.arange(10, dtype=np.float64))
    y = cuda.device_array_like(x)
    y.fill(1)
    axpy.forall(10)(0.5, x, y)
    assert y.copy_to_host().tolist() == [1 + 0.5 * i * i for i in range(10)]
    host = np.zeros(10)
    assert y.copy_to_host(host) is host and host[3] == 1 + 0.5 * 9
    y.copy_to_device(np.zeros(10))
    assert y.copy_to_host(stream=0).tolist() == [0] * 10
    assert y.copy_to_host(stream=cp.Stream()).tolist() == [0] * 10
    assert cuda.device_array((2, 3)).dtype == np.float64
    assert cuda.device_array(4, np.int32).shape == (4,)


@cuda.jit
def double_literals(x, y):
    i = cuda.grid(1)
    if i < y.shape[0]:
        y[i, 0] = x[i] * 2
        y[i, 1] = x[i] * 2.1
        y[i, 2] = x[i] * FACTOR + x[i] / 3
        y[i, 3] = x[i] * i


def test_literals_are_strong():
    """A float32 meets int64 and float64 in double."""
    x = np.float32([0.1, 1.7, 16777217.0, 3e38])
    y = np.zeros((4, 4), np.float64)
    double_literals[1, 4](x, y)
    wide = x.astype(np.float64)
    expected = np.stack([wide * 2, wide * 2.1, wide * 2 + wide / 3, wide * np.arange(4)], axis=1)
    assert np.array_equal(y, expected)


@cuda.jit
def integers(a, u, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = a[i] * a[i]
        out[i, 1] = u[i] * 1664525 + 1013904223
        out[i, 2] = a[i] // 7
        out[i, 3] = a[i] % 7
        out[i, 4] = -u[i]
        out[i, 5] = ~a[i] << 3
        out[i, 6] = u[i] + a[i]
        out[i, 7] = int(a[i] / 2)


def test_integers_have_64_bits():
    a = np.int32([2**31 - 1, -(2**31), 0, -5])
    u = np.uint32([2**32 - 1, 7, 0, 2**31])
    out = np.zeros((4, 8), np.int64)
    integers[2, 2](a, u, out)
    for i in range(4):
        x, y = int(a[i]), int(u[i])
        expected = [x * x, y * 1664525 + 1013904223, x // 7, x % 7, -y % 2**32, ~x << 3, y + x, int(x / 2)]
        assert out[i].tolist() == expected


@cuda.jit
def signs(b, s, a, out):
    i = cuda.grid(1)
    if i < b.size:
        out[i, 0] = -b[i]
        out[i, 1] = ~b[i]
        out[i, 2] = -s[i]
        out[i, 3] = ~s[i]
        out[i, 4] = -a[i]
        out[i, 5] = +b[i] - 1
        out[i, 6] = -(b[i] > 1)


def test_a_sign_is_changed_in_the_width_of_the_integer():
    """As numba does it: -uint8(1) is 255, and only then a uint64."""
    b, s, a = np.uint8([0, 1, 200]), np.int8([-128, 5, 0]), np.int32([7, -7, 0])
    out = np.zeros((3, 7), np.int64)
    signs[1, 3](b, s, a, out)
    for i in range(3):
        x, y = int(b[i]), int(s[i])
        assert out[i].tolist() == [
            -x % 256,
            255 - x,
            -128 if y == -128 else -y,
            ~y,
            -int(a[i]),
            x - 1,
            -int(x > 1),
        ]


@cuda.jit
def stores(x, bytes_, ints, flags):
    i = cuda.grid(1)
    if i < x.size:
        bytes_[i] = i * 100
        ints[i] = x[i]
        flags[i] = x[i] > 1


def test_stores_convert_as_c_does():
    x = np.float64([1.9, -1.9, 0.0, 100.5])
    bytes_, ints, flags = np.zeros(4, np.uint8), np.zeros(4, np.int32), np.zeros(4, np.bool_)
    stores[1, 4](x, bytes_, ints, flags)
    assert bytes_.tolist() == [0, 100, 200, 300 - 256]
    assert ints.tolist() == [1, -1, 0, 100]
    assert flags.tolist() == [True, False, False, True]


@cuda.jit
def shifted(a, by, out):
    i = cuda.grid(1)
    if i < a.shape[0]:
        out[i, 0] = a[i - 1]
        out[i, 1] = a[by]
        out[-1 - i, 2] = a[-1]
        j = i
        j -= 2
        out[i, 3] = a[j]


@pytest.mark.parametrize("by", [-1, 0, 3, -4])
def test_negative_indices_wrap(by):
    a = np.int64([10, 11, 12, 13])
    out = np.zeros((4, 4), np.int64)
    shifted[1, 4](a, by, out)
    expected = np.zeros((4, 4), np.int64)
    for i in range(4):
        expected[i, 0] = a[i - 1]
        expected[i, 1] = a[by]
        expected[-1 - i, 2] = a[-1]
        expected[i, 3] = a[i - 2]
    assert np.array_equal(out, expected)


@cuda.jit
def matmul(A, B, C):
    sA = cuda.shared.array(shape=(TPB, TPB), dtype=float32)
    sB = cuda.shared.array((TPB, TPB), np.float32)
    x, y = cuda.grid(2)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    total = float32(0.0)
    for i in range(cuda.gridDim.x):
        sA[ty, tx] = 0
        sB[ty, tx] = 0
        if y < A.shape[0] and tx + i * TPB < A.shape[1]:
            sA[ty, tx] = A[y, tx + i * TPB]
        if x < B.shape[1] and ty + i * TPB < B.shape[0]:
            sB[ty, tx] = B[ty + i * TPB, x]
        cuda.syncthreads()
        for j in range(TPB):
            total += sA[ty, j] * sB[j, tx]
        cuda.syncthreads()
    if y < C.shape[0] and x < C.shape[1]:
        C[y, x] = total


def test_the_tiled_product_of_numbas_documentation():
    A = np.arange(20 * 20, dtype=np.float32).reshape(20, 20) % 7
    B = np.arange(20 * 20, dtype=np.float32).reshape(20, 20) % 5
    C = np.zeros((20, 20), np.float32)
    matmul[(3, 3), (TPB, TPB)](A, B, C)
    assert np.array_equal(C, A @ B)


@cuda.jit
def total_of(x, out):
    start = cuda.grid(1)
    total = 0
    for i in range(start, x.size, cuda.gridsize(1)):
        total += x[i]
    cuda.atomic.add(out, 0, total)


def test_a_sum_that_begins_as_an_integer():
    x = np.arange(1000) / 4
    out = np.zeros(1)
    total_of[3, 32](x, out)
    assert out[0] == x.sum()


@cuda.jit
def functions(x, n, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i, 0] = math.floor(x[i]) / 2
        out[i, 1] = round(x[i])
        out[i, 2] = abs(n[i])
        out[i, 3] = max(n[i], x[i])
        out[i, 4] = math.sqrt(n[i] * n[i])


def test_functions_have_the_types_of_numba():
    x = np.float32([2.5, -3.5, 1e9])
    n = np.int32([-3, 4, 0])
    out = np.zeros((3, 5))
    functions[1, 3](x, n, out)
    for i in range(3):
        value, whole = float(x[i]), int(n[i])
        assert out[i].tolist() == [
            math.floor(value) / 2,
            round(value),
            abs(whole),
            max(whole, value),
            abs(whole),
        ]


@cuda.jit(device=True)
def scaled(x, by=0.1, more=True):
    return x * by + more


@cuda.jit
def calls_scaled(x, y):
    i = cuda.grid(1)
    b = zero = 0
    y[i] = a = scaled(x[i])
    y[i] += b + a + zero
    n, m = 2, 2.5
    y[i] += n * x[i] + m
    if 0 <= i < y.size and not i > 5:
        y[i] -= -1
    for j, v in enumerate(x):
        y[i] += j * v


def test_defaults_and_several_places_are_double():
    x, y = np.float32([1.1, 2.3]), np.zeros(2)
    calls_scaled[1, 2](x, y)
    wide = x.astype(np.float64)
    a = wide * 0.1 + 1
    expected = a + (0 + a)
    expected += 2 * wide + 2.5
    expected -= -1
    for j in range(2):
        expected += j * wide[j]
    assert np.array_equal(y, expected)


@cuda.jit(device=True)
def half_of(v: "a text") -> int:  # noqa: F722
    return v / 2


@cuda.jit
def with_annotations(x: float, out: "anything at all") -> None:  # noqa: F722
    out[0] = half_of(x[0])


def test_annotations_of_parameters_say_nothing():
    out = np.zeros(1)
    with_annotations[1, 1](np.int64([5]), out)
    assert out[0] == 2.5


@cuda.jit
def uses_idx(x):
    x[idx] = 1  # noqa: F821


@pytest.mark.parametrize(
    "kernel, message",
    [
        (
            uses_idx,
            """\
:BODY:7: error[E301]: unknown name `idx`
 HEAD | def uses_idx(x):
     |     -------- in `uses_idx` with x = `float64[:]`
 BODY |     x[idx] = 1  # noqa: F821
     |       ^^^ not defined here
   = help: write `idx = cuda.grid(1)` before it
1 error""",
        ),
    ],
)
def test_what_the_dialect_has_not_is_refused(kernel, message):
    with pytest.raises(cp.CompileError) as error:
        kernel[1, 1](np.zeros(1))
    line = kernel.py_func.__code__.co_firstlineno + 1
    assert str(error.value) == __file__ + message.replace("BODY", str(line + 1)).replace("HEAD", str(line))


def test_launches_that_numba_refuses():
    x = np.zeros(1)
    needs = "a launch needs the grid and the block, as in axpy[blocks, threads](...)"
    for launch, message in (
        (lambda: axpy(1.0, x, x), f"axpy: the launch configuration was not specified: {needs}"),
        (lambda: axpy[1](1.0, x, x), f"axpy: {needs}"),
        (lambda: axpy[1, 1, 0, 0, 0](1.0, x, x), f"axpy: {needs}"),
    ):
        with pytest.raises(ValueError) as error:
            launch()
        assert str(error.value) == message
    with pytest.raises(TypeError, match=r"axpy: griddim must be a sequence of integers, got \[1\.0\]"):
        axpy[1.0, 1]
    with pytest.raises(
        ValueError, match=r"axpy: blockdim must be a sequence of 1, 2 or 3 integers, got \[1, 1, 1, 1\]"
    ):
        axpy[1, (1, 1, 1, 1)]
    with pytest.raises(ValueError, match=r"axpy: griddim must have positive sizes, got \[0\]"):
        axpy[0, 1]
    with pytest.raises(ValueError, match="axpy: Can't create ForAll with negative task count: -1"):
        axpy.forall(-1)
    with pytest.raises(TypeError, match="square is a device function: only kernels can call it"):
        square(2)
    with pytest.raises(TypeError, match="cuda.jit takes numbers and arrays, not a list"):
        axpy[1, 1](1.0, [1.0], x)


def test_names_that_are_not_there_say_so():
    with pytest.raises(NotImplementedError) as error:
        cuda.open_ipc_array()
    assert (
        str(error.value) == "cudapy.cuda has no open_ipc_array yet: send arrays to other processes by "
        "copy_to_host(), or pickle them"
    )
    with pytest.raises(NotImplementedError) as error:
        cuda.atomic.fadd
    assert str(error.value) == "cudapy.cuda has no atomic.fadd yet"
    with pytest.raises(NotImplementedError) as error:
        cuda.jit(link=["x.cu"])
    assert str(error.value) == "cudapy.cuda has no jit(link=...) yet"
    with pytest.raises(RuntimeError) as error:
        cuda.grid(1)
    assert (
        str(error.value)
        == "cuda.grid means something only inside a kernel: decorate the function with cuda.jit and launch it"
    )
    with pytest.raises(RuntimeError):
        cuda.threadIdx.x
    assert cuda.is_available()


def test_the_page_has_every_name():
    page = (pathlib.Path(__file__).parents[3] / "docs/numba.md").read_text(encoding="utf-8")
    table = page[page.index("| Name |") :]
    missing = [name for name in cuda.__all__ if not re.search(rf"`{name}`|`{name}[,`]", table)]
    assert missing == []
    rows = "".join(f"| `{name}` | {instead} |\n" for name, instead in ABSENT.items())
    assert "| Name | The way round |\n|---|---|\n" + rows in page
    assert not set(ABSENT) & set(cuda.__all__)
    assert all(hasattr(cuda.types, name) for name in cuda.types.__all__)


@cuda.jit
def powers(a, n, u, out, unsigned):
    i = cuda.grid(1)
    out[i, 0] = a[i] ** n[i]
    out[i, 1] = a[i] ** (n[i] - 3)
    out[i, 2] = a[i] ** u[i]
    out[i, 3] = a[i] ** 3
    out[i, 4] = a[i] ** -1
    a[i] **= n[i]
    out[i, 5] = 2
    out[i, 5] **= u[i]
    unsigned[i] = u[i] ** u[i]


def power(base, exponent):
    """Of integers, as numba computes it: 0 ** -1 is the least integer."""
    if exponent >= 0:
        result = base**exponent
    elif base in (1, -1):
        result = base ** (exponent % 2)
    else:
        result = -(2**63) if base == 0 else 0
    return (result + 2**63) % 2**64 - 2**63


def test_powers_of_integers():
    cases = [(a, n) for a in (-2, -1, 0, 1, 2, 7) for n in (-2, -1, 0, 1, 2, 5)]
    a, n = (np.array(each, np.int32) for each in zip(*cases))
    u = np.abs(n).astype(np.uint32)
    out, unsigned, changed = np.zeros((len(cases), 6), np.int64), np.zeros(len(cases), np.uint64), a.copy()
    powers[1, len(cases)](changed, n, u, out, unsigned)
    for i, (base, exponent) in enumerate(cases):
        positive = abs(exponent)
        assert out[i].tolist() == [
            power(base, exponent),
            power(base, exponent - 3),
            base**positive,
            base**3,
            power(base, -1),
            2**positive,
        ]
        assert unsigned[i] == positive**positive
        assert changed[i] == np.int64(power(base, exponent)).astype(np.int32)


ROWS = ((1.5, 2.5), (3.5, 4.5), (5.5, 6.5))


@cuda.jit
def of_a_tuple(out):
    i = cuda.grid(1)
    out[i, 0] = ROWS[i - 1][0]
    out[i, 1] = ROWS[-1 - i][i % 2 - 1]


def test_a_negative_index_of_a_tuple_counts_from_the_end():
    out = np.zeros((3, 2))
    of_a_tuple[1, 3](out)
    assert out.tolist() == [[ROWS[i - 1][0], ROWS[-1 - i][i % 2 - 1]] for i in range(3)]


@cuda.jit
def more_of_math(x, n, out):
    out[0] = math.degrees(x[0])
    out[1] = math.radians(x[0])
    out[2] = math.hypot(x[0], x[1])
    out[3] = math.ldexp(x[0], n[0]) * x[1]
    out[4] = math.degrees(n[0])
    out[5] = math.hypot(n[0], n[1])
    for value in (1, 2, 4):
        out[6] += value


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_more_of_math(dtype):
    x, n, out = np.array([0.7, 1.9], dtype), np.int32([3, 4]), np.zeros(7)
    more_of_math[1, 1](x, n, out)
    expected = [
        x[0] * dtype(180 / math.pi),
        x[0] * dtype(math.pi / 180),
        np.hypot(x[0], x[1]),
        x[0] * dtype(8) * x[1],
        math.degrees(3),
        5,
        7,
    ]
    assert out[[0, 1, 3, 4, 5, 6]].tolist() == [float(expected[i]) for i in (0, 1, 3, 4, 5, 6)]
    assert out[2] == pytest.approx(float(expected[2]), rel=float(2 * np.finfo(dtype).eps))


@cuda.jit
def ends_threads(x, out):
    i = cuda.grid(1)
    if x[i] < 0:
        raise ValueError("negative")
    cuda.syncthreads()
    out[i] = math.sqrt(x[i])


def test_a_raise_ends_the_thread_and_nobody_is_told():
    """As in numba without `debug=True`."""
    out = np.zeros(4)
    ends_threads[1, 4](np.float64([4, -1, 9, -2]), out)
    assert out.tolist() == [2, 0, 3, 0]


@cuda.jit(device=True)
def root_of(x, out, i):
    if x < 0:
        raise ValueError("negative")
    out[i] = math.sqrt(x)


@cuda.jit
def calls_what_raises(x, out):
    root_of(x[0], out, 0)
    out[1] = 1


def test_a_call_of_what_raises_ends_the_thread():
    for x, expected in ((4, [2, 1]), (-4, [0, 0])):
        out = np.zeros(2)
        calls_what_raises[1, 1](np.full(1, float(x)), out)
        assert out.tolist() == expected


@cuda.jit
def operators(a, x, out):
    out[0] = operator.add(a[0], a[1])
    out[1] = operator.truediv(a[0], a[1])
    out[2] = operator.mul(x[0], 2)
    out[3] = operator.lt(a[0], x[0])
    out[4] = operator.pow(a[1], a[2])
    out[5] = operator.neg(a[0])
    out[6] = pow(a[1], 3) / 2
    out[7] = pow(x[0], a[1])


def test_functions_of_operator_have_the_types_of_operators():
    a, x, out = np.int32([2**31 - 1, 7, -1]), np.float32([0.1]), np.zeros(8)
    operators[1, 1](a, x, out)
    assert out[:7].tolist() == [2**31 + 6, (2**31 - 1) / 7, float(x[0]) * 2, 0, 0, -(2**31 - 1), 7**3 / 2]
    assert out[7] == np.float32(out[7]) == pytest.approx(1e-7, rel=1e-5)  # a float32, as x is


@cuda.jit
def asks_for_identity(flag, flags, out):
    i = cuda.grid(1)
    if i < out.size:
        if flag is True:
            out[i] += 1
        if flags[i] is False:
            out[i] += 10
        if False is not flags[i]:
            out[i] += 100


def test_bools_are_themselves():
    for flag in (True, False):
        out = np.zeros(2, np.int32)
        asks_for_identity[1, 2](flag, np.array([True, False]), out)
        assert out.tolist() == [flag + 100, flag + 10]


def test_identity_of_other_things_is_an_error():
    @cuda.jit
    def kernel(x, out):
        out[0] = x is True

    with pytest.raises(cuda.errors.TypingError) as error:
        kernel[1, 1](1, np.zeros(1))
    (found,) = error.value.diagnostics
    assert found["message"] == "kernels have no `is`"
