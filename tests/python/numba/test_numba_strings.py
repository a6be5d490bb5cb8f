"""Strings as arguments of device functions: each has its instance, and CPython says what it does."""

import numpy as np
import pytest

from cudapy import cuda


@cuda.jit(device=True)
def by_mode(x, mode="twice"):
    if mode == "twice":
        return x * 2
    elif mode != "half":
        return x
    return x / 2


@cuda.jit(device=True)
def passed_on(x, how):
    return by_mode(x, how) + by_mode(x, mode="half")


@cuda.jit
def kernel(x, out):
    i = cuda.grid(1)
    if i < x.size:
        out[i, 0] = by_mode(x[i])
        out[i, 1] = by_mode(x[i], "twice")
        out[i, 2] = by_mode(x[i], "half")
        out[i, 3] = passed_on(x[i], "same")


def test_each_string_has_its_instance():
    x, out = np.arange(5.0), np.zeros((5, 4))
    kernel[1, 8](x, out)
    f = by_mode.py_func
    assert out.tolist() == [
        [f(a), f(a, "twice"), f(a, "half"), f(a, "same") + f(a, "half")] for a in x.tolist()
    ]
    text = (
        kernel.inspect_cuda()
        if isinstance(kernel.inspect_cuda(), str)
        else next(iter(kernel.inspect_cuda().values()))
    )
    assert '"twice"' not in text and text.count("static __device__ double by_mode_twice_double(") == 1


@cuda.jit(device=True)
def slow(x):
    return x * 3


@cuda.jit(device=True)
def dispatched(mode, x):
    if mode == "fast":
        return x
    else:
        return slow(x)


def test_functions_of_the_other_side_are_not_needed():
    @cuda.jit
    def kernel(out):
        out[0] = dispatched("fast", 3)

    out = np.zeros(1)
    kernel[1, 1](out)
    assert out[0] == 3


def half_a_pair(x, out):
    def f(mode):
        if mode == "\ud801":
            return 1
        return 2

    out[0] = f("\ud800")


def as_a_value(x, out):
    out[0] = by_mode("half")


def told_later(x, out):
    def f(mode):
        mode = "a" if x[0] > 0 else "b"
        if mode == "a":
            return 1
        return 2

    out[0] = f("b")


def compared_with_a_number(x, out):
    def f(mode):
        if mode == 1:
            return 1
        return 2

    out[0] = f("b")


@pytest.mark.parametrize(
    "function, message",
    [
        (half_a_pair, "kernels have no strings"),
        (as_a_value, '`x`, which is the string "half", as a value is not in the kernel language'),
        (told_later, "kernels have no strings"),
        (compared_with_a_number, '`mode`, which is the string "b", as a value is not in the kernel language'),
    ],
)
def test_other_uses_are_errors(function, message):
    with pytest.raises(cuda.errors.TypingError) as error:
        cuda.jit(function)[1, 1](np.zeros(1), np.zeros(1))
    assert [each["message"] for each in error.value.diagnostics] == [message]
