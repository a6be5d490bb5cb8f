"""cuda.jit(debug=True): what a thread raises reaches the host, and kernels are checked."""

import os

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda

HERE = os.path.abspath(__file__)
ON_CPU = cuda.device_array(1).device == "cpu"
TEXT = "one of the module"


class OwnError(Exception):
    def __init__(self, message="", code=0):
        super().__init__(message)
        self.code = code


def line_of(function, offset):
    return function.py_func.__code__.co_firstlineno + offset


def raised(kind, launch, *arguments):
    with pytest.raises(kind) as error:
        launch(*arguments)
    assert type(error.value) is kind
    return error.value


@cuda.jit("void(int32)", debug=True, opt=False)
def raising(x):
    if x == 1:
        raise OwnError
    elif x == 2:
        raise OwnError("foo")
    elif x == 3:
        raise OwnError("bar", 5)
    elif x == 4:
        raise ValueError(TEXT)


def test_exceptions_of_kernels():
    raising[1, 1](0)
    where = f"In function 'raising', file {HERE}, line {{}}, tid=[0, 0, 0] ctaid=[0, 0, 0]"
    assert str(raised(OwnError, raising[1, 1], 1)) == where.format(line_of(raising, 3))
    assert str(raised(OwnError, raising[1, 1], 2)) == where.format(line_of(raising, 5)) + ": foo"
    error = raised(OwnError, raising[1, 1], 3)
    assert (str(error), error.code) == (where.format(line_of(raising, 7)) + ": bar", 5)
    assert str(raised(ValueError, raising[1, 1], 4)) == where.format(line_of(raising, 9)) + ": " + TEXT
    raising[1, 1](0)


def test_the_thread_is_named():
    @cuda.jit(debug=True)
    def k(x):
        i = cuda.grid(1)
        if x[i] == 7:
            raise KeyError("seven")
        x[i] = 1

    x = np.zeros(12)
    x[6] = 7
    error = raised(KeyError, k[3, 4], x)
    line = line_of(k, 4)
    assert error.args == (f"In function 'k', file {HERE}, line {line}, tid=[2, 0, 0] ctaid=[1, 0, 0]: seven",)

    @cuda.jit(debug=True)
    def k2(x):
        i, j = cuda.grid(2)
        if x[i, j] == 7:
            raise KeyError
        x[i, j] = 1

    x = np.zeros((4, 6))
    x[3, 5] = 7
    error = raised(KeyError, k2[(2, 2), (2, 3)], x)
    line = line_of(k2, 4)
    assert error.args == (f"In function 'k2', file {HERE}, line {line}, tid=[1, 2, 0] ctaid=[1, 1, 0]",)


def test_exceptions_of_device_functions():
    message = "captured"

    @cuda.jit(device=True)
    def root(x):
        if x < 0:
            raise ValueError(message)
        return x**0.5

    @cuda.jit(debug=True)
    def k(x):
        x[0] = root(x[0])

    x = np.array([9.0])
    k[1, 1](x)
    assert x[0] == 3 if ON_CPU else x[0] == pytest.approx(3, rel=4e-16)  # CUDA's pow errs by two units
    x[0] = -1
    line = line_of(root, 3)
    assert str(raised(ValueError, k[1, 1], x)) == (
        f"In function 'root', file {HERE}, line {line}, tid=[0, 0, 0] ctaid=[0, 0, 0]: captured"
    )


@pytest.mark.parametrize("operation", ["//", "%", "/"])
@pytest.mark.parametrize("kind", [np.int64, np.int32, np.float32, np.float64])
@pytest.mark.parametrize("form", ["r[0] = x[0] {} y[0]", "x[0] {}= y[0]"])
def test_division_by_zero(operation, kind, form):
    names = {}
    exec(f"def k(r, x, y):\n    {form.format(operation)}\n    r[1] = 1\n", names)
    kernel = cuda.jit(debug=True)(names["k"])
    r, x = np.zeros(2), np.array([7], kind)
    error = raised(ZeroDivisionError, kernel[1, 1], r, x, np.zeros(1, kind))
    assert str(error).endswith("line 2, tid=[0, 0, 0] ctaid=[0, 0, 0]: division by zero")
    assert r.tolist() == [0, 0] and x[0] == 7
    kernel[1, 1](r, x, np.array([2], kind))
    assert r[1] == 1
    without = cuda.jit(names["k"])
    r[:] = 0
    without[1, 1](r, np.array([7], kind), np.zeros(1, kind))
    assert r[1] == 1


def test_assertions_and_checks():
    @cuda.jit(debug=True)
    def k(x, n):
        assert n > 0, "positive"
        x[n] = 1

    raised(AssertionError, k[1, 1], np.zeros(3), 0)
    error = raised(cp.KernelError, k[1, 1], np.zeros(3), 5)
    assert "index 5 is outside x, which has 3 elements, in thread 0" in str(error)
    x = np.zeros(3)
    k[1, 1](x, 2)
    assert x.tolist() == [0, 0, 1]


def test_what_is_no_constant_is_an_error_of_the_kernel():
    @cuda.jit(debug=True)
    def k(n):
        raise ValueError(n + 1)

    error = raised(cp.KernelError, k[1, 1], 4)
    assert str(error).endswith(": an exception was raised, in thread 0: `raise ValueError(n + 1)`")


def test_without_debug_nothing_is_raised():
    @cuda.jit
    def k(x):
        x[0] = 1
        if x[1] == 0:
            raise ValueError("no one hears")
        x[0] = 2

    x = np.zeros(2)
    k[1, 1](x)
    assert x[0] == 1
    x[1] = 1
    k[1, 1](x)
    assert x[0] == 2


@pytest.mark.parametrize("dtype, is_raised", [(np.float32, False), (np.float64, True)])
def test_fast_divisions_of_float32_raise_nothing(dtype, is_raised):
    def divides(x, y):
        x[0] = x[0] / y[0]

    def floors(x, y):
        x[0] = x[0] // y[0]

    x, y = np.ones(1, dtype), np.zeros(1, dtype)
    fast = cuda.jit(divides, debug=True, fastmath=True)
    if is_raised:
        raised(ZeroDivisionError, fast[1, 1], x, y)
    else:
        fast[1, 1](x, y)
        assert x[0] == np.inf
    raised(ZeroDivisionError, cuda.jit(divides, debug=True)[1, 1], x, y)
    raised(ZeroDivisionError, cuda.jit(floors, debug=True, fastmath=True)[1, 1], x, y)


def test_an_index_of_a_shape_that_is_outside():
    @cuda.jit(debug=True)
    def asks(x, y, i):
        y[0] = x.shape[i]
        x.shape[i]
        y.shape[i // 2]

    x, y = np.zeros((2, 3)), np.zeros(1)
    asks[1, 1](x, y, -2)
    assert y[0] == 2
    error = raised(IndexError, asks[1, 1], x.reshape(2, 1, 3), y, -3)
    assert f", line {line_of(asks, 4)}, " in str(error)
    for outside in (2, -3):
        error = raised(IndexError, asks[1, 1], x, y, outside)
        assert str(error) == (
            f"In function 'asks', file {HERE}, line {line_of(asks, 2)}, tid=[0, 0, 0] ctaid=[0, 0, 0]: tuple "
            "index out of range"
        )
