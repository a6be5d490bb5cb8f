"""Loops over ranges of any numbers. numba cuts floats, and counts in an unsigned type where the bounds have
one."""

import math

import numpy as np
import pytest

from cudapy import cuda

# fmt: skip
DTYPES = [
    "bool",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "float16",
    "float32",
    "float64",
]


@cuda.jit(device=True)
def up_to(stop):
    total = 1
    for i in range(stop):
        total = total * 3 + i
    return total


@cuda.jit(device=True)
def between(start, stop):
    total = 1
    for i in range(start, stop):
        total = total * 3 + i
    return total


@cuda.jit(device=True)
def by_steps(start, stop, step):
    total = 1
    for i in range(start, stop, step):
        total = total * 3 + i
    return total


def bound(dtype, integer, real):
    return np.array([{"f": real, "b": integer > 1}.get(np.dtype(dtype).kind, integer)]).astype(dtype)


def test_bounds_of_all_types():
    names = dict(globals())
    text = (
        f"@cuda.jit\ndef all_types(out, {', '.join('s_' + d for d in DTYPES)}, "
        f"{', '.join('e_' + d for d in DTYPES)}):\n"
    )
    wanted = []
    starts = {d: bound(d, 2, 2.9) for d in DTYPES}
    ends = {d: bound(d, 7, 7.5) for d in DTYPES}

    def add(call, value):
        nonlocal text
        text += f"    out[{len(wanted)}] = {call}\n"
        wanted.append(value)

    for one in DTYPES:
        add(f"up_to(e_{one}[0])", up_to.py_func(int(ends[one][0])))
        for other in DTYPES:
            start, end = int(starts[one][0]), int(ends[other][0])
            add(f"between(s_{one}[0], e_{other}[0])", between.py_func(start, end))
            if one[:1] == other[:1]:
                add(f"by_steps(s_{one}[0], e_{other}[0], s_{one}[0])", by_steps.py_func(start, end, start))
    exec(text, names)
    out = np.zeros(len(wanted), np.int64)
    names["all_types"][1, 1](out, *starts.values(), *ends.values())
    assert out.tolist() == wanted


@cuda.jit
def of_signs(x, unsigned, out):
    n = 0
    for i in range(-x[0], x[1], x[2]):  # of floats
        out[n] = i
        n += 1
    for i in range(x[1], math.floor(-x[1]), -2):
        out[n] = i
        n += 1
    for i in range(math.ceil(x[1] / x[2]), math.ceil(3e9), 10**9):
        out[n] = i
        n += 1
    for i in range(unsigned[1], unsigned[0]):  # of which there is none
        out[n] = 99
        n += 1
    for i in range(unsigned[0], unsigned[1]):
        before = unsigned[0] - i  # both are unsigned, as in numba
        out[n] = before
        n += 1
    for i in range(unsigned[2], unsigned[2] + 2):
        out[n] = i // 2**32
        n += 1


def test_negative_and_large_bounds():
    x, unsigned = np.array([1.5, 2.5, 1.25]), np.array([3, 5, 2**63 + 5], np.uint64)
    out = np.full(14, -7, np.int64)
    of_signs[1, 1](x, unsigned, out)
    large = (2**63 + 5) // 2**32 - 2**32  # what an int64 has of it
    assert out.tolist() == [-1, 0, 1, 2, 0, -2, 2, 2 + 10**9, 2 + 2 * 10**9, 0, -1, large, large, -7]


@cuda.jit
def named_counter(offsets, x, out):
    """As programs over events with offsets have it: all of it is uint64."""
    event = cuda.grid(1)
    last = offsets[event]
    for i in range(offsets[event], offsets[event + 1]):
        for j in range(i + 1, offsets[event + 1]):
            out[event] += x[i] * x[j]
            last = j
        best = i
        if x[best] > 2:
            out[event] += 100
    out[event] += 1000 * last


def test_counters_that_are_indices():
    offsets, x, out = np.array([0, 2, 2, 5], np.uint64), np.array([1.0, 2, 3, 4, 5]), np.zeros(3)
    named_counter[1, 3](offsets, x, out)
    assert out.tolist() == [2 + 1000, 2000, 12 + 15 + 20 + 300 + 4000]


@cuda.jit
def of_complex(z, out):
    for i in range(z[0]):
        out[0] = i


def test_a_range_of_complex_numbers_is_refused():
    with pytest.raises(cuda.errors.TypingError) as error:
        of_complex[1, 1](np.zeros(1, complex), np.zeros(1))
    assert "error[E480]: `range` takes no complex number" in str(error.value)
