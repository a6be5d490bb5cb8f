"""Fields of records as arrays in the dialect of numba.cuda: names, extents, arguments and unpacking. Each
function runs in kernels and in CPython, on the same arrays."""

import re

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda

INNER = np.dtype([("u", np.float32), ("n", np.int16)], align=True)
RECORD = np.dtype(
    [
        ("x", np.float32),
        ("k", np.int8),
        ("z", np.complex64),
        ("at", np.float64, 3),
        ("grid", np.int32, (2, 4)),
        ("inner", INNER),
    ],
    align=True,
)


def filled(shape):
    records = np.zeros(shape, RECORD)
    count = records.size
    numbers = np.arange(1, count + 1).reshape(shape)
    records["x"], records["k"] = numbers + 0.5, numbers
    records["z"] = numbers + 2j
    records["at"] = np.arange(count * 3).reshape(*records.shape, 3)
    records["grid"] = np.arange(count * 8).reshape(*records.shape, 2, 4)
    records["inner"]["u"], records["inner"]["n"] = numbers * 2, -numbers
    return records


def total(v):
    s = 0.0
    for j in range(v.shape[0]):
        s += v[j]
    return s


def dot(u, v):
    s = 0.0
    for j in range(len(u)):
        s += u[j] * v[j]
    return s


def twice(v):
    return total(v) + total(v)


def filling(v, value):
    for j in range(v.size):
        v[j] = value


def named(a, i):
    x = a.x
    k = a["k"]
    return x[i] + k[i] * 2 + x[-1]


def named_row(a, i):
    row = a[i:]
    x = row["x"]
    return x[0] + x.size + len(x) + x.ndim + x.shape[0]


def named_in_branch(a, i):
    s = 0.0
    if i > 0:
        x = a["x"]
        for j in range(x.shape[0]):
            s += x[j]
    return s


def named_again(a, i):
    s = 0.0
    for j in range(i + 1):
        x = a[j:]["x"]
        s += x[0]
    return s


def named_inner(a, i):
    inner = a["inner"]
    n = inner["n"]
    return inner[i].u + n[i]


def named_complex(a, i):
    z = a["z"]
    return (z[i] * z[0]).imag


def of_array_inside(a, i):
    grid = a["grid"]
    return grid[i, 1, 2] + grid.shape[0] + grid.shape[1] * 10 + grid.shape[2] * 100 + grid.size + grid.ndim


def stored(a, i):
    x = a["x"]
    x[i] = i * 10
    x[i] += 1
    return a[i].x


def extents(a, i):
    h, w = a[i].grid.shape
    v = a[i].grid
    return h * 10 + w + v.size + v.ndim + len(a[i].at) + a[i].at.shape[0] + a.at.shape[1] + a.grid.size


def indexed_shape(a, i):
    shape = a[i].grid.shape
    return shape[0] * 10 + shape[-1] + (2 in shape)


def unpacked(a, i):
    p, q, r = a[i].at
    v = a[0].at
    s, t, u = v
    return p + 2 * q + 3 * r + s * t - u


def given(a, i):
    return total(a.x) + total(a["inner"]["u"]) + twice(a.k)


def given_parts(a, i):
    return total(a[i:]["x"]) + total(a[i].at)


def given_two(a, i):
    return dot(a[i].at, a[0].at) + dot(a.x, a["inner"]["n"])


def given_to_change(a, i):
    filling(a[i].at, i + 2)
    return a[i].at[0] + a[i].at[2]


FUNCTIONS = [
    named,
    named_row,
    named_in_branch,
    named_again,
    named_inner,
    named_complex,
    of_array_inside,
    stored,
    extents,
    indexed_shape,
    unpacked,
    given,
    given_parts,
    given_two,
    given_to_change,
]


def kernel_of(function, **options):
    inner = cuda.jit(function, device=True)

    @cuda.jit(**options)
    def kernel(a, out):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = inner(a, i)

    return kernel


def expected(function, records, count):
    """Runs the function in CPython, for one thread after the other."""
    recarray = records.view(np.recarray)
    return np.array([function(recarray, i) for i in range(count)], np.float64)


@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda each: each.__name__)
def test_a_field_is_an_array(function, checked):
    records, out = filled(5), np.zeros(5)
    same = records.copy()
    want = expected(function, same, 5)
    kernel_of(function, **({"checked": True} if checked else {}))[1, 8](records, out)
    assert out.tolist() == want.tolist()
    assert (records == same).all()


def row_name(a, i):
    x = a[i]["x"]
    return x[0] + x[1] * 2 + x.shape[0]


def whole_name(a, i):
    x = a["x"]
    h, w = x.shape
    return x[i, 1] + h * 10 + w + x.size


def column_given(a, i):
    return total(a[:, i]["x"]) + total(a[i]["x"])


@pytest.mark.parametrize("function", [row_name, whole_name, column_given], ids=lambda each: each.__name__)
def test_fields_of_arrays_of_two_dimensions(function):
    records, out = filled((3, 4)), np.zeros(3)
    want = expected(function, records, 3)
    kernel_of(function)[1, 8](records, out)
    assert out.tolist() == want.tolist()


def test_fields_of_own_arrays_of_records():
    dtype = np.dtype([("x", np.float32), ("y", np.float32)])

    @cuda.jit
    def kernel(out):
        shared = cuda.shared.array(4, dtype)
        i = cuda.threadIdx.x
        shared[i].x = i
        cuda.syncthreads()
        x = shared["x"]
        out[i] = x[3 - i] + len(x)

    out = np.zeros(4)
    kernel[1, 4](out)
    assert out.tolist() == [7, 6, 5, 4]


def test_atomics_on_a_name_for_a_field():
    @cuda.jit
    def kernel(a):
        x = a["x"]
        cuda.atomic.add(x, 0, 2)

    records = np.zeros(2, RECORD)
    kernel[1, 4](records)
    assert records["x"].tolist() == [8, 0]


def test_one_name_for_two_fields_is_an_error():
    @cuda.jit
    def kernel(a, flag, out):
        if flag:
            x = a["x"]
        else:
            x = a["k"]
        out[0] = x[0]

    with pytest.raises(cp.CompileError, match=re.escape("one name for fields of several arrays of records")):
        kernel[1, 1](filled(2), 1, np.zeros(1))


def test_a_name_for_a_field_is_no_number():
    @cuda.jit
    def kernel(a, out):
        x = a["x"]
        out[0] = x

    with pytest.raises(
        cp.CompileError,
        match=re.escape("`x`, a field of all records of an array, as a value is not in the kernel"),
    ):
        kernel[1, 1](filled(2), np.zeros(1))


def test_checked_mode_finds_an_index_outside():
    @cuda.jit(checked=True)
    def kernel(a, out):
        x = a["x"]
        out[0] = x[out.size + 1]

    records, out = filled(2), np.zeros(1)
    with pytest.raises(cp.KernelError, match=re.escape("index 2 is outside x, which has 2 elements")):
        kernel[1, 1](records, out)


@cuda.jit(device=True)
def at_index(a, i):
    return a[i]


@cuda.jit(device=True)
def through_order(order, a, i):
    return a[order[i]]


@cuda.jit(device=True)
def largest(a, low, high):
    best = low
    for j in range(low, high):
        if a[j].x > a[best].x:
            best = j
    if best == low:
        return a[low]
    return a[best]


@cuda.jit(device=True)
def last_of(a):
    return a[-1]


@pytest.mark.parametrize("checked", [False, True])
def test_a_record_that_a_function_returns_has_a_name(checked):
    @cuda.jit(checked=checked)
    def kernel(a, order, out):
        i = cuda.grid(1)
        if i < out.size:
            r = at_index(a, i)
            r.x += 10
            s = through_order(order, a, i)
            t = largest(a, 1, 4)
            u = last_of(a)
            out[i] = r.x + s.k * 100 + t.k * 1000 + u.at[1] * 100000

    records, out = filled(5), np.zeros(1)
    order = np.array([3, 2, 1], np.int32)
    want = 1.5 + 10 + 4 * 100 + 4 * 1000 + records["at"][4, 1] * 100000
    kernel[1, 8](records, order, out)
    assert out[0] == want and records["x"].tolist() == [11.5, 2.5, 3.5, 4.5, 5.5]


def test_a_record_of_two_arrays_is_still_refused():
    @cuda.jit(device=True)
    def either(a, b, i):
        if i > 0:
            return a[i]
        return b[i]

    @cuda.jit
    def kernel(a, b, out):
        r = either(a, b, 0)
        out[0] = r.x

    with pytest.raises(cp.CompileError, match=re.escape("a name for a record that a function returns")):
        kernel[1, 1](filled(2), filled(2), np.zeros(1))
