"""Names whose values have several types: numba makes a variable for each version of a name. What numba gives
was asked of numba 0.68's `njit`."""

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda


@cuda.jit
def of_two_types(x, y):
    value = x[0]
    y[0] = value * value
    value = y[0] + 1.0
    y[1] = value


def test_values_that_do_not_meet():
    y = np.zeros(2)
    of_two_types[1, 1](np.float32([1.1]), y)
    assert y.tolist() == [
        float(np.float32(1.1) * np.float32(1.1)),
        float(np.float32(1.1) * np.float32(1.1)) + 1.0,
    ]


@cuda.jit
def read_as_an_integer(q, x, y):
    value = 1
    y[0] = ~q[0] - value
    for j in range(2):
        value += x[j]
    y[1] = value


def test_a_value_that_is_read_before_and_after_it_meets_others():
    """The first `value` is an int64, and what is computed with it a difference of integers; in the loop it is
    a float64."""
    y = np.zeros(2)
    read_as_an_integer[1, 1](np.uint64([3]), np.ones(2), y)
    assert y.tolist() == [-5, 3]
    assert [line.strip() for line in read_as_an_integer.inspect_cuda().splitlines() if "value" in line] == [
        "const int64_t value_ = 1;",
        "double value = value_;",
        "y[0] = int64_t(~q[0]) - value_;",
        "value += x[j];",
        "y[1] = value;",
    ]


@cuda.jit
def clamp(v, n, x, y):
    y[0] = n // 2
    if v < 0:
        v = 0
    if n > 3:
        n = 2.5
    else:
        n += 1
        y[1] = n // 2
    y[2] = v
    y[3] = n
    v = x[0] + v
    y[4] = v


@pytest.mark.parametrize(
    "v, n, expected",
    [
        (-1.5, 7, [3, 0, 0, 2.5, 0.5]),
        (0.1, 2, [1, 1, float(np.float32(0.1)), 3, float(np.float32(0.1)) + 0.5]),
    ],
)
def test_parameters_that_are_given_other_values(v, n, expected):
    y = np.zeros(5)
    clamp[1, 1](np.float32(v), np.int32(n), np.float64([0.5]), y)
    assert y.tolist() == expected


@cuda.jit
def turns(x, y):
    a, b = 1, 2.5
    for j in range(3):
        a, b = b, a
    y[0] = a
    y[1] = b
    c = d = 3
    c /= 2
    y[2] = c + d
    while True:
        w = x[0]
        if w > 0:
            break
        w = -1
    y[3] = w
    for k in range(4):
        if k == 2:
            continue
        last = k
    else:
        k = 0.5
    y[4] = k + last


def test_loops_and_several_targets():
    y = np.zeros(5)
    turns[1, 1](np.float32([0.3]), y)
    assert y.tolist() == [2.5, 1, 4.5, float(np.float32(0.3)), 3.5]


@cuda.jit
def counts(x, y):
    for j in range(3):
        y[0] = ~(j - x[0])
    if y[0] > 1:
        j = 0.5
    y[1] = j


def test_a_counter_that_is_read_as_several_types_is_refused():
    with pytest.raises(cp.CompileError) as error:
        counts[1, 1](np.uint64([3]), np.zeros(2))
    path, line = __file__, counts.py_func.__code__.co_firstlineno + 2
    assert (
        str(error.value)
        == f"""\
{path}:{line}:5: error[E619]: reading `j` as `int64` and as `float64` elsewhere is not in the kernel language
 {line - 1} | def counts(x, y):
     |     ------ in `counts` with x = `uint64[:]`, y = `float64[:]`
 {line} |     for j in range(3):
     |     ^^^^^^^^^^^^^^^^^^ not supported
   = help: write it with plain statements
1 error"""
    )


@cuda.jit
def of_a_whole_and_a_complex_number(a, c, n, y):
    z = a[0]
    z = z * 2
    if n > 2:
        z = c[0] * z
    y[0] = z


@pytest.mark.parametrize("n, expected", [(1, 10), (3, 20 + 30j)])
def test_a_whole_number_that_meets_a_complex_one(n, expected):
    """What `z * 2` gives is an int64 where it is read next, and a complex128 where both ways meet."""
    y = np.zeros(1, complex)
    of_a_whole_and_a_complex_number[1, 1](np.array([5]), np.array([2 + 3j]), n, y)
    assert y.tolist() == [expected]


LIMIT, DEBUG = 3, False


@cuda.jit
def on_a_side_that_is_not_run(x, out):
    a = x[0]
    if True <= 0.1:
        a -= 2.5
    if LIMIT > 4 or not LIMIT:
        a = 1
    b = x[0]
    if LIMIT == 4:
        b = 0.5
    if DEBUG:
        b = 1.5
    if -1.0 >= LIMIT:
        b = 2.5
    out[0] = (0.1 >= 5) * a
    out[1] = a // 2
    out[2] = b // 2


def test_a_side_that_is_never_run_gives_no_version():
    """As in numba: an integer stays one, so that no zero gets a sign, and no integer is rounded."""
    x, out = np.array([-(2**53) - 1]), np.zeros(3)
    on_a_side_that_is_not_run[1, 1](x, out)
    assert np.copysign(1, out[0]) == 1 and out[0] == 0
    assert out[1] == out[2] == (-(2**53) - 1) // 2
