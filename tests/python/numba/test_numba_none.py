"""None as an argument, of kernels and of device functions."""

import re

import numpy as np
import pytest

from cudapy import cuda
from cudapy.cuda import float64, types


@cuda.jit
def scaled(x, by, out):
    i = cuda.grid(1)
    if by is None:
        out[i] = x[i]
    else:
        out[i] = x[i] * by[i]
    if by is not None and i == 0:
        out[i] = -1


def test_a_kernel_is_compiled_for_none():
    x, out = np.arange(4.0), np.zeros(4)
    scaled[1, 4](x, np.full(4, 2.0), out)
    assert out.tolist() == [-1, 2, 4, 6]


@cuda.jit
def filled(x, by):
    i = cuda.grid(1)
    if by is None:
        by = 3
    x[i] = by // 2 + (0 if by is None else by / 2)


@pytest.mark.parametrize("by", [None, 5, 2.5, np.float32(3), np.int16(7)], ids=repr)
def test_a_value_in_place_of_none(by):
    """The type of the value for None is none of the others'."""
    x = np.zeros(2)
    filled[1, 2](x, by)
    given = 3 if by is None else by
    assert x.tolist() == [given // 2 + given / 2] * 2


@cuda.jit(device=True)
def weighted(x, weight=None, shift=None):
    if weight is None:
        result = x
    elif shift is not None:
        result = x * weight + shift
    else:
        result = x * weight
    return result if shift is None else result + shift


def test_defaults_of_device_functions():
    @cuda.jit
    def kernel(x, w, out):
        out[0] = weighted(x[0])
        out[1] = weighted(x[0], w)
        out[2] = weighted(x[0], 2, 1)
        out[3] = weighted(x[0], shift=10)
        out[4] = weighted(x[0], None, None)

    out = np.zeros(5)
    kernel[1, 1](np.array([3.0]), None, out)
    assert out.tolist() == [3, 3, 8, 13, 3]
    kernel[1, 1](np.array([3.0]), 4, out)
    assert out.tolist() == [3, 12, 8, 13, 3]
    assert [str(types[1]) for types in kernel.overloads] == ["none", "int64"]


def test_signatures_and_tuples():
    @cuda.jit((float64[:], types.none))
    def kernel(x, nothing):
        if nothing is None:
            x[0] = 1

    x = np.zeros(1)
    kernel[1, 1](x, None)
    assert x[0] == 1
    with pytest.raises(TypeError) as error:
        kernel[1, 1](x, 2.0)
    assert str(error.value) == "kernel: the signature has none where the launch has float64"

    @cuda.jit
    def takes_a_tuple(x, pair):
        x[0] = 5 if pair[1] is None else pair[1]

    takes_a_tuple[1, 1](x, (1, None))
    assert x[0] == 5
    takes_a_tuple[1, 1](x, (1, 2))
    assert x[0] == 2


def stores_none(x, y):
    x[0] = y


def may_be_none(x, y):
    if x[0] > 1:
        y = 2
    x[0] = 1 if y is None else y


@pytest.mark.parametrize(
    "function, message",
    [
        (
            stores_none,
            """\
:LINE1:12: error[E619]: `y`, which is `None`, as a value is not in the kernel language
 LINE0 | def stores_none(x, y):
     |     ----------- in `stores_none` with x = `float64[:]`, y = `None`
 LINE1 |     x[0] = y
     |            ^ not supported
   = help: ask for it: `if y is None:`
1 error""",
        ),
        (
            may_be_none,
            """\
:LINE2:9: error[E619]: `y`, which is `None` or something else here, is not in the kernel language
 LINE0 | def may_be_none(x, y):
     |     ----------- in `may_be_none` with x = `float64[:]`, y = `None`
 LINE2 |         y = 2
     |         ^^^^^ not supported
   = help: give the other value a name of its own
1 error""",
        ),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_what_is_refused(function, message):
    with pytest.raises(cuda.errors.TypingError) as error:
        cuda.jit(function)[1, 1](np.zeros(1), None)
    line = function.__code__.co_firstlineno
    shown = re.sub(r":LINE(\d+)", lambda found: f":{line + int(found[1])}", message)
    shown = re.sub(r" LINE(\d+)", lambda found: f"{line + int(found[1]):4}", shown)
    assert str(error.value) == __file__ + shown


@cuda.jit(device=True)
def plus(x, y=None):
    if y is None:
        return x
    return x + y


@cuda.jit(device=True)
def first_turns(n, m=None):
    a = 0
    for _ in range(n):
        if m is None:
            break
        a += 1
    return a


def test_what_stands_behind_a_side_that_leaves_is_not_looked_at():
    @cuda.jit
    def kernel(out):
        out[0] = plus(3)
        out[1] = plus(3, 4)
        out[2] = first_turns(5)
        out[3] = first_turns(5, 1)

    out = np.zeros(4, np.int64)
    kernel[1, 1](out)
    assert out.tolist() == [3, 7, first_turns.py_func(5), first_turns.py_func(5, 1)]


def leaves_in_else(a, m=None):
    c = 0
    for _ in range(3):
        a += 2
        for _ in range(2):
            if a > 8:
                break
        else:
            if a > 100:
                break
    else:
        while a < 0:
            a += 1
        else:
            if m is None:
                return a
            else:
                a = 5
    for _ in range(4):
        c += a * 3
    return c


def leaves_after_the_loop(a, m=None):
    c = 1
    for _ in range(3):
        a += 2
    else:
        if m is None:
            return a
    for _ in range(4):
        c += a * 3
    return c


@pytest.mark.parametrize("function", [leaves_in_else, leaves_after_the_loop])
def test_what_stands_behind_a_loop_whose_else_leaves_is_not_looked_at(function):
    device_function = cuda.jit(device=True)(function)

    @cuda.jit
    def kernel(out):
        out[0] = device_function(3)
        out[1] = device_function(3, 4)
        out[2] = device_function(200)

    out = np.zeros(3, np.int64)
    kernel[1, 1](out)
    assert out.tolist() == [function(3), function(3, 4), function(200)]


x = 5  # which functions have a name of their own for


def reads_before(a, m=None):
    if m is None:
        return a + x  # noqa: F823
    x = 3
    return a + x


def reads_in_a_lambda(a, m=None):
    if m is None:
        add = lambda b: b + x  # noqa: E731
        return add(a)
    x = 3
    return a + x


def reads_behind(a, m=None):
    if m is not None:
        x = 3
    return a + x


OWN_NAME = [
    "   = note: this function assigns `x`, so that the name is its own in all of it, and not the one outside",
    "   = help: give the variable of the function another name; of what is outside, a kernel changes "
    "only elements of arrays, such as `cuda.atomic.add(count, 0, 1)`",
]


@pytest.mark.parametrize("function", [reads_before, reads_in_a_lambda, reads_behind])
def test_a_name_that_gets_its_value_in_code_that_does_not_run_is_not_the_global_one(function):
    device_function = cuda.jit(device=True)(function)
    with pytest.raises((UnboundLocalError, NameError)):
        function(1)

    @cuda.jit
    def without(out):
        out[0] = device_function(1)

    with pytest.raises(cuda.errors.TypingError) as error:
        without[1, 1](np.zeros(1, np.int64))
    said = [line for line in str(error.value).splitlines() if line.startswith("   = ")]
    assert ": error[E550]: `x` is used before it is assigned\n" in str(error.value)
    assert said == OWN_NAME

    @cuda.jit
    def given(out):
        out[0] = device_function(1, 2)

    out = np.zeros(1, np.int64)
    given[1, 1](out)
    assert out.tolist() == [function(1, 2)]
