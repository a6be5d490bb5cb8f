"""Tuples of records, and records among several targets. A record in a tuple stays where it lies, as for NumPy
and numba, so that `a[0], a[1] = a[1], a[0]` makes both what `a[1]` was. What kernels do is compared with
NumPy's views."""

import re

import numpy as np
import pytest

from cudapy import cuda

DTYPE = np.dtype([("x", np.float32), ("k", np.int32), ("h", np.int16, 2)])


@cuda.jit(device=True)
def total(records, by):
    return records[0].x + records[1].x * by


@cuda.jit(device=True)
def put(records, v):
    records[1].x = v
    records[0].h[1] += 1


KERNELS = {
    "exchanged": ["a[0], a[1] = a[1], a[0]"],
    "exchanged by numbers of other records": ["i = a[0].k", "j = a[1].k", "a[i], a[j] = a[j], a[i]"],
    "an index that is stored before": ["a[a[0].k], a[1] = a[a[1].k], a[0]"],
    "around": ["a[0], a[1], a[2] = a[1], a[2], a[0]"],
    "of two arrays": ["a[0], b[1] = b[1], a[0]"],
    "of two dimensions": ["g[0, 1], g[1, 0] = g[1, 0], g[0, 1]"],
    "from a name": ["p = a[0]", "a[0], a[1] = a[1], p"],
    "next to numbers": ["a[0], n = a[1], 3 + a[0].k", "a[2].k = n"],
    "with an element": ["a[0], x[1] = a[1], a[0].x", "x[0] = a[0].x"],
    "in a loop": ["for i in range(2):", "  a[i], a[i + 1] = a[i + 1], a[i]"],
    "a name for two": ["t = (a[0], a[1])", "a[2].x = t[0].x + t[1].x"],
    "a name for two arrays": ["t = (a[0], b[2], g[1, 1])", "a[2].x = t[0].x + t[1].x * 3 + t[2].x * 7"],
    "fields that are stored": ["t = a[0], a[1]", "t[0].x = 9", "t[1].h[1] = t[0].h[0]"],
    "the place counts": ["i = 0", "t = (a[i], a[i + 1])", "i = 2", "t[0].x = 9", "a[i].x = t[0].x + 1"],
    "given to functions": ["t = (a[0], b[1])", "x[0] = total(t, 3)", "put(t, 5)", "x[1] = total(t, 3)"],
    "with numbers": ["t = (a[0], 3)", "a[1].k = t[1]", "a[1].x = t[0].x"],
    "in a loop, with a name": ["for i in range(2):", "  t = (a[i], a[i + 1])", "  t[1].x += t[0].x"],
    "under a condition": ["if a[0].x > 0:", "  t = (a[1], a[2])", "  t[0].k = 7 + t[1].k"],
    "chosen": ["for i in range(3):", "  t = (a[0], a[2], a[1])", "  x[0] += t[i].x * (i + 1)"],
    "chosen and stored": ["t = (a[2], a[0])", "for i in range(2):", "  t[i].x = i + 5", "  t[1 - i].k += i"],
    "chosen from the end": ["t = (a[0], a[1])", "i = -1", "x[0] = t[i].x + t[-2].x", "x[1] = t[0].x"],
    "chosen, with a name": ["t = (a[0], a[1])", "for i in range(2):", "  r = t[i]", "  r.k += 4"],
    "chosen at once": ["for i in range(2):", "  (a[2], a[0])[i].x += i + 1"],
    "chosen, and the place counts": ["i = 0", "t = (a[i], a[i + 1])", "i = 1", "t[i].x = 9"],
    "chosen, and given": ["t = (a[0], a[1])", "i = a[1].k", "x[0] = t[i].x + total(t, 3)", "put(t, 5)"],
    "gone through": ["for r in (a[0], a[2]):", "  r.x += 2", "  x[0] += r.x"],
    "a name gone through": ["t = (a[1], a[0])", "for r in t:", "  r.k += a[0].k", "x[0] = t[0].k"],
    "a name that there is": ["_t_0 = 4", "t = (a[0], a[1])", "a[2].k = t[0].k + _t_0 * t[1].k"],
}


def made():
    a = np.zeros(3, DTYPE)
    a["x"], a["k"], a["h"] = (1, 2, 3), (2, 0, 1), [[1, 2], [3, 4], [5, 6]]
    b = a[::-1].copy()
    b["x"] *= 10
    return a, b, np.concatenate([a, b])[:4].reshape(2, 2), np.zeros(2, np.float32)


@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize("lines", KERNELS.values(), ids=KERNELS)
def test_tuples_of_records(lines, checked):
    names = {"total": total, "put": put}
    exec("\n ".join(["def kernel(a, b, g, x):", *lines]), names)
    given, expected = made(), made()
    cuda.jit(names["kernel"], checked=checked)[1, 1](*given)
    names["total"], names["put"] = total.py_func, put.py_func
    names["kernel"](*[array.view(np.recarray) for array in expected])
    for array, other in zip(given, expected):
        assert array.tobytes() == other.tobytes(), (array, other)


@pytest.mark.parametrize(
    "lines",
    [
        ["t = (a[0], b[1])", "for i in range(2):", "  a[2].x += t[i].x"],
        ["for r in (a[0], b[2]):", "  r.x = 7"],
        ["t = (a[0], b[2])", "a[2].x += (t[0].x, t[1].x)[a[1].k]"],
    ],
    ids=["an index that is known late", "a loop", "as the help says"],
)
def test_records_of_several_arrays_that_are_chosen_late(lines):
    names = {}
    exec("\n ".join(["def kernel(a, b):", *lines]), names)
    if "t[1].x)" in lines[-1]:
        a, b = made()[:2]
        cuda.jit(names["kernel"])[1, 1](a, b)
        assert a[2].tolist()[0] == 4
        return
    with pytest.raises(cuda.errors.TypingError) as error:
        cuda.jit(names["kernel"])[1, 1](*made()[:2])
    assert "error[E459]: `a[0]` is a `Record(" in str(error.value)
    advice = "   = help: put its fields into the tuple, or choose the index of the record: `a[i if c else j]`"
    assert re.findall("   = help: .*", str(error.value)) == [advice, advice]
