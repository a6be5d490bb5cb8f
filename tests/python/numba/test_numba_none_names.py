"""Names that hold the None that a device function without a result gives. Each kernel does what CPython
does."""

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda


def add(x, i):
    x[i] += 1


def through(x):
    return add(x, 2)


def early(x, i):
    if x[i] > 0:
        return
    x[i] += 10


def put(x, value):
    if value is None:
        x[2] = 7
    else:
        x[2] = value


def unread(x):
    a = add(x, 0)


def compared(x):
    a = add(x, 0)
    if a is None:
        x[1] = 5
    x[2] = 1 if a is not None else 2


def negated(x):
    a = early(x, 0)
    if not a:
        x[1] = 5
    while a:
        x[2] = 1


def other_name(x):
    a = add(x, 0)
    b = a
    if b is not None:
        x[1] = 5


def passed(x):
    a = add(x, 0)
    put(x, a)


def with_none(x):
    a = None
    if x[0] == 0:
        a = add(x, 0)
    if a is None:
        x[1] = 3


def chained(x):
    a = b = add(x, 0)
    if a is None and b is None:
        x[1] = 4


def annotated(x):
    a: None = add(x, 0)
    x[1] = 2 if a is None else 3


def in_loop(x):
    for i in range(2):
        a = add(x, i)
        if a is None:
            x[2] += i


def of_function_that_calls(x):
    a = through(x)
    if a is None:
        x[0] = 1


def returned(x):
    a = add(x, 0)
    return a


def only_none(x):
    nothing = None
    put(x, nothing)
    if nothing is None:
        x[0] = 1


def kept_apart(x):
    a = add(x, 0)
    b = x[1]
    for i in range(3):
        b += i
    x[1] = b if a is None else 0


KERNELS = [
    unread,
    compared,
    negated,
    other_name,
    passed,
    with_none,
    chained,
    annotated,
    in_loop,
    of_function_that_calls,
    returned,
    only_none,
    kept_apart,
]


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda each: each.__name__)
def test_as_in_cpython(kernel):
    expected, found = np.zeros(4, np.int64), np.zeros(4, np.int64)
    kernel(expected)
    cuda.jit(kernel)[1, 1](found)
    assert found.tolist() == expected.tolist()


def as_number(x):
    a = add(x, 0)
    x[1] = a


def several(x):
    a, b = add(x, 0), add(x, 1)


def of_call(x):
    if add(x, 0) is None:
        x[1] = 1


REFUSED = {
    as_number: """error[E615]: kernels have no `None`
 {line} |     x[1] = a
     |            ^ not a number
   = note: a variable in a kernel always holds a number
   = help: use a number that cannot occur otherwise, such as -1 or `math.nan`, or a `bool` of its own
1 error""",
    of_call: """error[E619]: `add(x, 0) is None`, a comparison of an expression with None, is not in the kernel language
 {line} |     if add(x, 0) is None:
     |        ^^^^^^^^^^^^^^^^^ not supported
   = help: give the value a name, and compare that
1 error""",  # noqa: E501
}


@pytest.mark.parametrize("kernel", REFUSED, ids=lambda each: each.__name__)
def test_what_is_refused(kernel):
    with pytest.raises(cp.CompileError) as raised:
        cuda.jit(kernel)[1, 1](np.zeros(4, np.int64))
    lines = [line for line in str(raised.value).splitlines() if "-- in `" not in line and "def " not in line]
    lines[0] = lines[0].partition(": ")[2]
    wanted = REFUSED[kernel].splitlines()
    assert lines == [line.replace("{line}", lines[1].split()[0].rjust(3)) for line in wanted]


def test_several_at_once_say_what_to_write():
    with pytest.raises(cp.CompileError, match=r"E409\]: `add` returns nothing, so it has no value here"):
        cuda.jit(several)[1, 1](np.zeros(4, np.int64))
