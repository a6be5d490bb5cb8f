"""Device functions that return the array that they were given."""

import numpy as np

from cudapy import cuda


@cuda.jit(device=True)
def filled(a, n, first):
    for i in range(n):
        a[i] = first + i
    return a


@cuda.jit(device=True)
def total(a):
    result = 0.0
    for i in range(a.size):
        result += a[i]
    return result


@cuda.jit(device=True)
def bumped(counter, by):
    if by == 0:
        return counter
    counter[0] += by
    return counter


@cuda.jit
def uses(x, m, out):
    t = cuda.local.array(4, np.float64)
    t = filled(t, 4, x[1])
    out[0] = t[3]
    out[1] = total(filled(t, 4, 2))
    out[2] = filled(t, 4, 5)[1]
    filled(t, 2, 50)
    out[3] = t[1]
    rest = bumped(x[1:], 3)
    rest[1] += 1
    row = filled(m[1], 2, 7)
    out[4] = row[0] + row[1] + rest[0]
    out[5] = len(bumped(x, 1)) + filled(m[0], 1, 3).shape[0]
    bumped(x, 2)[0] += 10
    same = bumped(x, by=0)
    out[6] = same[0]
    for value in bumped(x, 1):
        out[7] += value
    for k in range(int(bumped(x, 100)[0]), 113 + int(bumped(x, 0)[3])):
        out[8] += k


def in_python(x, m, out):
    plain = {"filled": filled.py_func, "total": total.py_func, "bumped": bumped.py_func}
    t = np.zeros(4)
    code = uses.py_func.__code__
    names = {
        **plain,
        "np": np,
        "cuda": type("cuda", (), {"local": type("local", (), {"array": lambda *_: t})}),
    }
    type(uses.py_func)(code, names)(x, m, out)


def test_each_place_of_such_a_call():
    given = np.arange(4.0), np.zeros((2, 2)), np.zeros(9)
    expected = [array.copy() for array in given]
    in_python(*expected)
    uses[1, 1](*given)
    for array, wanted in zip(given, expected):
        assert array.tolist() == wanted.tolist()
