"""Device functions that end the thread by `raise`, and functions that give None on some path.

What each thread does is compared with CPython, where an exception ends the thread, as in numba without
`debug=True`: what it has stored until then stays.
"""

import types

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda


class Cells(list):
    """Numbers in which a None cannot be stored."""

    def __setitem__(self, place, value):
        if value is None:
            raise TypeError("a None is no number")
        super().__setitem__(place, value)


def in_python(kernel, threads, *arrays):
    """What all threads leave in the arrays, one after the other."""
    now = types.SimpleNamespace(grid=lambda dimensions: thread, atomic=types.SimpleNamespace(add=add))
    names = {}

    def plain(function):
        return types.FunctionType(function.__code__, names, function.__name__, function.__defaults__)

    for name, value in kernel.py_func.__globals__.items():
        names[name] = plain(value.py_func) if hasattr(value, "py_func") else value
    names["cuda"] = now
    given = [Cells(array.tolist()) for array in arrays]
    for thread in range(threads):
        try:
            plain(kernel.py_func)(*given)
        except (ValueError, TypeError):
            pass
    return [list(cells) for cells in given]


def add(array, place, value):
    old = array[place]
    array[place] = old + value
    return old


def compare(kernel, *arrays):
    threads = len(arrays[0])
    expected = in_python(kernel, threads, *arrays)
    given = [array.copy() for array in arrays]
    kernel[2, (threads + 1) // 2](*given)
    assert [array.tolist() for array in given] == expected


@cuda.jit(device=True)
def positive(x):
    if x < 0:
        raise ValueError("negative")
    return x * 2


@cuda.jit(device=True)
def through(x, y):
    return positive(x) + positive(y)


@cuda.jit(device=True)
def store(a, i, x):
    a[i] = 1
    if x == 3:
        raise ValueError
    a[i] = x


@cuda.jit(device=True)
def recursive(x):
    if x == 5:
        raise ValueError("five")
    if x <= 0:
        return 0
    return recursive(x - 2) + x


@cuda.jit
def raises(x, seen, out):
    i = cuda.grid(1)
    if i >= len(x):
        return
    seen[i] = 1
    out[i] = positive(x[i])
    seen[i] = 2
    out[i] += through(x[i], 3 - x[i]) + 1
    seen[i] = 3
    store(out, i, x[i])
    seen[i] = 4
    v = 100 + recursive(x[i])
    out[i] = v
    seen[i] = 5


VALUES = np.array([1, -1, 3, 2, 5, 0, 7, -4, 4, 9, 6, 3])


def test_functions_that_raise():
    compare(raises, VALUES, np.zeros(12, np.int64), np.zeros(12, np.int64))


@cuda.jit(device=True)
def counted(a, i, x):
    """Has an effect, and raises."""
    a[i] = a[i] * 10 + 1
    if x < 0:
        raise ValueError
    return x


@cuda.jit
def in_expressions(x, a, out):
    i = cuda.grid(1)
    if i >= len(x):
        return
    v = x[i]
    out[i] = counted(a, i, v + 1) if v > 2 else -counted(a, i, v)
    if counted(a, i, 3 - v) > 1 and counted(a, i, v - 2) >= 0 or counted(a, i, v) > 5:
        out[i] += 100
    if 0 <= counted(a, i, v + 2) < counted(a, i, 4 - v) < 9:
        out[i] += 1000
    a[i] += counted(a, i, v + 3)
    k = 0
    while counted(a, i, 3 - k) > 1:
        k += 1
        if k > v:
            break
    else:
        out[i] += 10000
    for j in range(counted(a, i, 1), counted(a, i, 5 - v)):
        out[i] += j
        if counted(a, i, 3 - j) == 2:
            continue
        out[i] += 7
    one, other = counted(a, i, 6 - v), a[i]
    out[i] = out[i] * 3 + one + other + min(a[i], counted(a, i, 1), a[i])
    out[counted(a, i, 7 - v) * 0 + i] = out[i] + counted(a, i, 8 - v)


def test_calls_in_every_place_of_a_statement():
    x = np.array([1, -1, 3, 2, 5, 0, 7, -4, 4, 9, 6, 3])
    compare(in_expressions, x, np.zeros(12, np.int64), np.zeros(12, np.int64))


@cuda.jit(device=True)
def sign(x):
    if x > 0:
        return 1
    elif x < 0:
        return -1


@cuda.jit(device=True)
def found(a, x):
    for i in range(len(a)):
        if a[i] == x:
            return i


@cuda.jit(device=True)
def half(x):
    if x % 2:
        return None
    return x // 2


@cuda.jit(device=True)
def half_of_positive(x):
    if x < 0:
        raise ValueError
    if x % 2:
        return
    return x // 2


@cuda.jit(device=True)
def stores(a, i, x):
    if x > 3:
        return -1
    a[i] = x


@cuda.jit(device=True)
def sum_of_halves(x):
    total = 0
    for k in range(x):
        h = half(k)
        if h is not None:
            total += h
    return total


@cuda.jit
def nones(x, seen, out):
    i = cuda.grid(1)
    if i >= len(x):
        return
    sign(x[i])  # of which nobody looks at the result
    half_of_positive(x[i])
    stores(seen, i, x[i])
    seen[i] += 10
    s = sign(x[i])
    seen[i] += 100
    if x[i] != 0:
        out[i] = s + 5
    h = half(x[i])
    if h is None:
        out[i] += 1000
    else:
        out[i] += h
    p = half_of_positive(x[i])
    seen[i] += 1000
    if p is not None and p > 1:
        out[i] += 2000
        seen[i] += 3
    if x[i] > 5:
        h = sum_of_halves(x[i])
    out[i] += h * 10000
    seen[i] += 10000
    k = found(x, x[i])
    out[i] += k if k is not None else 7
    out[i] = -half_of_positive(x[i]) + out[i]
    seen[i] += 100000


def test_functions_that_give_none():
    compare(nones, VALUES, np.zeros(12, np.int64), np.zeros(12, np.int64))


@cuda.jit(device=True)
def put(a, i, x):
    a[i] += x


@cuda.jit(device=True)
def put_twice(a, i, x):
    if x > 6:
        return put(a, i, 1)
    put(a, i, x)
    return put(a, i, x)


@cuda.jit(device=True)
def put_down(a, i, x):
    """Calls itself after a `return`, and comes to its end."""
    if x > 0:
        a[i] += x
        return put_down(a, i, x - 2)


@cuda.jit(device=True)
def put_until(a, i, x):
    if x < 0:
        return
    a[i] += 2 * x
    return put_until(a, i, x - 3)


@cuda.jit(device=True)
def counts_or_puts(a, i, x):
    """Gives a number on one path, and what functions without a value give on others."""
    if x > 5:
        return put_twice(a, i, x)
    if x < 0:
        return put_down(a, i, -x)
    if x == 4:
        return put_until(a, i, x)
    return x * 10


@cuda.jit
def given_by_calls(x, seen, out):
    i = cuda.grid(1)
    if i >= len(x):
        return
    put_until(seen, i, x[i])
    counts_or_puts(seen, i, x[i])
    c = counts_or_puts(seen, i, x[i])
    seen[i] += 1000
    if c is None:
        out[i] = -1
    else:
        out[i] = c
    out[i] += counts_or_puts(out, i, x[i])
    seen[i] += 1000


def test_functions_that_return_calls_without_a_value():
    compare(given_by_calls, VALUES, np.zeros(12, np.int64), np.zeros(12, np.int64))


CHECKED = cuda.jit(nones.py_func, checked=True)


def test_a_none_that_is_used_is_reported_in_checked_mode():
    good = np.array([6, 8, 10])
    compare(CHECKED, good, np.zeros(3, np.int64), np.zeros(3, np.int64))
    with pytest.raises(cp.KernelError) as error:
        CHECKED[1, 1](np.array([1]), np.zeros(1, np.int64), np.zeros(1, np.int64))
    line = CHECKED.py_func.__code__.co_firstlineno + 25
    assert "None, which a function gave, is used as a number" in str(error.value)
    assert f":{line}" in str(error.value)


@cuda.jit
def in_blocks(x, out):
    i = cuda.grid(1)
    tile = cuda.shared.array(4, np.int64)
    tile[cuda.threadIdx.x] = positive(x[i])
    cuda.syncthreads()
    out[i] = tile[3 - cuda.threadIdx.x]


def test_a_thread_that_ended_is_not_waited_for():
    x, out = np.array([1, 2, 3, 4, 5, -6, 7, -8]), np.zeros(8, np.int64)
    in_blocks[2, 4](x, out)
    assert out[:4].tolist() == [8, 6, 4, 2] and out[[5, 7]].tolist() == [0, 0]
