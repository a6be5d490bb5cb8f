"""Atomic operations of numba.cuda: old values, NaNs, indices of every form."""

import math

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda

TYPES = [np.int32, np.uint32, np.int64, np.uint64, np.float32, np.float64]


@cuda.jit
def arithmetic(a, x, old):
    i = cuda.grid(1)
    old[i, 0] = cuda.atomic.add(a, 0, x[i])
    old[i, 1] = cuda.atomic.sub(a, 1, x[i])
    old[i, 2] = cuda.atomic.max(a, 2, x[i])
    old[i, 3] = cuda.atomic.min(a, 3, x[i])
    old[i, 4] = cuda.atomic.nanmax(a, 4, x[i])
    old[i, 5] = cuda.atomic.nanmin(a, -1, x[i])


@pytest.mark.parametrize("dtype", TYPES)
def test_arithmetic_gives_the_old_value(dtype):
    """One thread after the other, since a launch of one thread has one order."""
    values = np.array([7, 3, 200, 0, 9], dtype)
    a, expected = np.array([100, 100, 100, 100, 100, 100], dtype), [dtype(100)] * 6
    for value in values:
        old = np.zeros((1, 6), dtype)
        arithmetic[1, 1](a, np.array([value], dtype), old)
        assert old[0].tolist() == [each.item() for each in expected]
        with np.errstate(over="ignore"):
            expected = [
                expected[0] + value,
                expected[1] - value,
                max(expected[2], value),
                min(expected[3], value),
                max(expected[4], value),
                min(expected[5], value),
            ]
        assert a.tolist() == [each.item() for each in expected]


@pytest.mark.parametrize("dtype", TYPES)
def test_many_threads(dtype):
    x = (np.arange(4096) % 97).astype(dtype)
    a = np.array([0, x.sum(), 5, 50, 5, 50], dtype)
    arithmetic[32, 128](a, x, np.zeros((4096, 6), dtype))
    assert a.tolist() == [x.sum(), 0, 96, 0, 96, 0]


@cuda.jit
def of_nans(a, value):
    cuda.atomic.max(a, 0, value)
    cuda.atomic.min(a, 1, value)
    cuda.atomic.nanmax(a, 2, value)
    cuda.atomic.nanmin(a, 3, value)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(
    "old, value, plain, skipping",
    [
        (1.0, math.nan, 1.0, 1.0),
        (math.nan, 1.0, math.nan, 1.0),
        (math.nan, math.nan, math.nan, math.nan),
    ],
)
def test_a_nan_changes_nothing_and_is_skipped_by_the_nan_forms(dtype, old, value, plain, skipping):
    a = np.full(4, old, dtype)
    of_nans[1, 1](a, value)
    assert np.array_equal(a, np.array([plain, plain, skipping, skipping], dtype), equal_nan=True)


@cuda.jit
def of_bits(a, value, old):
    old[0] = cuda.atomic.and_(a, 0, value)
    old[1] = cuda.atomic.or_(a, 1, value)
    old[2] = cuda.atomic.xor(a, 2, value)
    old[3] = cuda.atomic.exch(a, 3, value)
    old[4] = cuda.atomic.cas(a, 4, 12, value)
    old[5] = cuda.atomic.cas(a, 5, 13, value)
    old[6] = cuda.atomic.compare_and_swap(a[6:], 12, value)
    old[7] = cuda.atomic.compare_and_swap(a[7:], 13, value)


@pytest.mark.parametrize("dtype", [np.int32, np.uint32, np.int64, np.uint64])
def test_bits_exchanges_and_comparisons(dtype):
    a, old = np.full(8, 12, dtype), np.zeros(8, dtype)
    of_bits[1, 1](a, 10, old)
    assert a.tolist() == [12 & 10, 12 | 10, 12 ^ 10, 10, 10, 12, 10, 12]
    assert old.tolist() == [12] * 8


@cuda.jit
def counting(a, limit, old):
    old[0] = cuda.atomic.inc(a, 0, limit)
    old[1] = cuda.atomic.dec(a, 1, limit)


@pytest.mark.parametrize("dtype", [np.uint32, np.uint64])
@pytest.mark.parametrize("value", [0, 1, 6, 7, 8, 2**32 - 1])
def test_counters_wrap_at_the_limit(dtype, value):
    a, old = np.full(2, value, dtype), np.zeros(2, dtype)
    counting[1, 1](a, 7, old)
    assert a.tolist() == [0 if value >= 7 else value + 1, 7 if value == 0 or value > 7 else value - 1]
    assert old.tolist() == [value, value]


def test_a_counter_of_64_bits_goes_beyond_32():
    a = np.full(2, 2**40, np.uint64)
    counting[1, 1](a, 2**41, np.zeros(2, np.uint64))
    assert a.tolist() == [2**40 + 1, 2**40 - 1]


@cuda.jit
def everywhere(a, b):
    shared = cuda.shared.array((2, 3), np.float64)
    t = cuda.threadIdx.x
    if t < 6:
        shared[t // 3, t % 3] = 0
    cuda.syncthreads()
    where = (t % 2, t % 3)
    cuda.atomic.add(shared, where, t)
    cuda.atomic.add(a, (t % 2, -1, t % 3), 1.75)
    cuda.syncthreads()
    if t < 6:
        cuda.atomic.nanmax(b, (t // 3, t % 3), shared[t // 3, t % 3])


def test_indices_of_several_dimensions_in_shared_and_global_memory():
    a, b = np.zeros((2, 2, 3), np.int32), np.full((2, 3), math.nan)
    everywhere[1, 60](a, b)
    expected, sums = np.zeros((2, 2, 3), np.int32), np.zeros((2, 3))
    for t in range(60):
        expected[t % 2, -1, t % 3] += 1  # 1.75 becomes an int32 first
        sums[t % 2, t % 3] += t
    assert np.array_equal(a, expected)
    assert np.array_equal(b, sums)


@cuda.jit
def of_int16(a):
    cuda.atomic.add(a, 0, 1)


@cuda.jit
def exchanges_floats(a):
    cuda.atomic.exch(a, 0, 1)


@cuda.jit
def swaps_in_rows(a):
    cuda.atomic.compare_and_swap(a, 0, 1)


@cuda.jit
def in_local(a):
    mine = cuda.local.array(4, np.int32)
    cuda.atomic.add(mine, 0, 1)
    a[0] = mine[0]


@pytest.mark.parametrize(
    "kernel, a, message",
    [
        (
            of_int16,
            np.zeros(1, np.int16),
            "E541]: there is no `cuda.atomic.add` for elements of type `int16`",
        ),
        (
            exchanges_floats,
            np.zeros(1, np.float32),
            "E541]: there is no `cuda.atomic.exch` for elements of type `float32`",
        ),
        (
            swaps_in_rows,
            np.zeros((2, 2), np.int32),
            "E619]: `cuda.atomic.compare_and_swap` of an array of several dimensions is not "
            "in the kernel language",
        ),
        (
            in_local,
            np.zeros(1, np.int32),
            "E540]: `cuda.atomic.add` works on memory that threads share, and `mine` is a local array",
        ),
    ],
)
def test_what_numba_refuses_too(kernel, a, message):
    with pytest.raises(cp.CompileError) as error:
        kernel[1, 1](a)
    assert str(error.value).splitlines()[0].partition("error[")[2] == message


PARTICLE = np.dtype([("mass", np.float64), ("at", np.float32, 3), ("count", np.int32)], align=True)


@cuda.jit
def on_parts(particles, z, old):
    i = cuda.grid(1)
    if i < old.size:
        cuda.atomic.add(particles.mass, i % 2, 0.5)
        cuda.atomic.add(particles["count"], -1, 2)
        old[i] = cuda.atomic.max(particles["count"], 1, i)
        cuda.atomic.add(z.real, (i % 2, 0), 1)
        cuda.atomic.sub(z.imag, (1, i % 2), 2)


@pytest.mark.parametrize("checked", [False, True])
def test_fields_of_records_and_parts_of_complex_numbers(checked):
    particles, old = np.zeros(3, PARTICLE), np.zeros(100, np.int32)
    z = np.full((2, 2), 1 - 1j, np.complex64)
    cuda.jit(checked=checked)(on_parts.py_func)[4, 32](particles, z, old)
    assert particles["mass"].tolist() == [25, 25, 0] and particles["count"].tolist() == [0, 99, 200]
    assert not particles["at"].any() and all(0 <= old) and all(old < 100)
    assert z.tolist() == [[51 - 1j, 1 - 1j], [51 - 101j, 1 - 101j]]


PACKED = np.dtype([("mass", np.float64), ("count", np.int16)])


def on_packed(packed):
    cuda.atomic.add(packed.mass, cuda.grid(1), 2)


def test_fields_that_are_not_aligned_are_errors():
    with pytest.raises(cuda.errors.TypingError) as error:
        cuda.jit(on_packed)[1, 3](np.zeros(3, PACKED))
    assert [each["message"] for each in error.value.diagnostics] == [
        "an atomic operation on a field that is not aligned in every record is not in the kernel language"
    ]


def on_rows(particles, z):
    cuda.atomic.add(particles.at, (1, 1), 0.5)


def on_missing(particles, z):
    cuda.atomic.add(particles.weight, 1, 0.5)


def on_a_row(particles, z):
    cuda.atomic.add(z.real, 1, 0.5)


def on_an_element(particles, z):
    cuda.atomic.add(z[0, 0].real, 0, 0.5)


@pytest.mark.parametrize(
    "function, message",
    [
        (on_rows, "`particles.at`, which are no numbers, at this place is not in the kernel language"),
        (
            on_missing,
            "a `Record(mass: float64 at 0, at: float32(3) at 8, count: int32 at 20; 24 "
            "bytes)` has no field `weight`",
        ),
        (on_a_row, "`z.real` without an index for each dimension is not in the kernel language"),
        (on_an_element, "`cuda.atomic.add` changes an element of an array, and `z[0, 0].real` is a number"),
    ],
)
def test_other_parts_are_errors(function, message):
    with pytest.raises(cuda.errors.TypingError) as error:
        cuda.jit(function)[1, 1](np.zeros(3, PARTICLE), np.zeros((2, 2), np.complex64))
    assert [each["message"] for each in error.value.diagnostics] == [message]
