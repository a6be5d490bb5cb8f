"""`:=` in both dialects: an assignment before its statement, where that is what Python evaluates. Elsewhere
it is an error."""

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda
from generated import module

RIGHT = {
    "a condition": ["if (y := n + 1) > 2:", "  x[0] = y", "x[1] = y"],
    "the other side": ["if n < (y := n + 1):", "  x[0] = y", "x[1] = y"],
    "before and": ["if (y := n + 1) > 2 and x[0] == 0:", "  x[0] = y"],
    "after not": ["if not (y := n - 4):", "  x[0] = 3 + y"],
    "with an else": ["if (y := n) > 9:", "  x[0] = y", "elif y > 2:", "  x[1] = y", "else:", "  x[2] = y"],
    "inside a branch": ["if n > 1:", "  if (y := n * 2) > 3:", "    x[0] = y", "  else:", "    x[1] = y"],
    "two": ["if (y := (z := n) + 1) > z:", "  x[0] = y + 10 * z"],
    "a value": ["x[0] = (y := n + 3) * 2", "x[1] = y"],
    "the same name as the target": ["y = (y := n) + 1", "x[0] = y"],
    "an index that changes": ["y = 0", "x[y] = (y := 2)"],
    "a line of its own": ["(y := n)", "x[0] = y"],
    "several statements in a line": ["x[0] = (y := n); x[1] = (z := y + 1); x[2] = z"],
    "a while": ["x[1] = n", "while (y := x[1]) > 0:", "  x[0] += y", "  x[1] -= 1", "x[2] = y"],
    "a while with continue and break": [
        "x[1] = n",
        "while (y := x[1] - 1) >= 0:",
        "  x[1] = y",
        "  if y == 2:",
        "    continue",
        "  if y == 0:",
        "    break",
        "  x[0] += y",
    ],
    "a while in a loop": ["for i in range(3):", "  k = i", "  while (k := k - 1) >= 0:", "    x[i] += 1 + k"],
}
WRONG = {
    "after and": ["if n > 1 and (y := n) > 2:", "  x[0] = y"],
    "after or": ["if n > 1 or (y := n) > 2:", "  x[0] = n"],
    "an elif": ["if n > 9:", "  pass", "elif (y := n) > 2:", "  x[0] = y"],
    "a choice": ["x[0] = (y := 3) if n > 1 else 4"],
    "the end of a chain": ["if 1 < n < (y := 9):", "  x[0] = y"],
    "after its own name": ["y = n", "x[0] = y + (y := 2)"],
    "after an element": ["x[0] = x[1] + (y := n)"],
    "after a call": ["x[0] = abs(n) + (y := n)"],
    "a second argument": ["x[0] = min(n, (y := 3))"],
    "in an index": ["x[(y := 1)] = n"],
    "+=": ["x[0] += (y := n)"],
    "a loop": ["for i in range(y := n):", "  x[0] += 1"],
    "a while with an else": ["while (y := x[0]) > 9:", "  x[0] -= 1", "else:", "  x[1] = y"],
    "an assertion": ["assert (y := n) > 1", "x[0] = y"],
    "a lambda": ["f = lambda a: (y := a) + y", "x[0] = f(n)"],
}


def kernel_of(lines):
    return module("\n ".join(["def kernel(x, n):", *lines])).kernel


def run(function, dialect, x):
    if dialect == "CudaPy's own":
        cp.compile(function, sig="void (int* x, int n)")(1)(x, 4)
    else:
        cuda.jit(function)[1, 1](x, 4)


both = pytest.mark.parametrize("dialect", ["CudaPy's own", "numba's"])


@both
@pytest.mark.parametrize("lines", RIGHT.values(), ids=RIGHT)
def test_assignments_before_a_statement(lines, dialect):
    x, expected = np.zeros(3, np.int32), np.zeros(3, np.int32)
    kernel_of(lines)(expected, 4)
    run(kernel_of(lines), dialect, x)
    assert x.tolist() == expected.tolist() and expected.any()


@both
@pytest.mark.parametrize("lines", WRONG.values(), ids=WRONG)
def test_places_where_it_may_not_be_evaluated(lines, dialect):
    kernel_of(lines)(np.zeros(3, np.int32), 4)
    x = np.zeros(3, np.int32)
    with pytest.raises(cp.CompileError) as error:
        run(kernel_of(lines), dialect, x)
    assert "error[E610]: kernels have no `:=` at this place" in str(error.value)
