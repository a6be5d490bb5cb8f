"""Functions as arguments of functions of the device."""

import math

import numpy as np

from cudapy import cuda


@cuda.jit(device=True)
def apply(ary, i, v, op):
    return op(ary, i, v)


@cuda.jit(device=True)
def square(x):
    return x * x


@cuda.jit(device=True)
def twice(f, x):
    return f(f(x))


@cuda.jit
def gives_functions(a, n):
    i = cuda.grid(1)
    apply(n, 0, i + 1, cuda.atomic.add)
    apply(n, 1, i, cuda.atomic.max)
    a[i] = twice(square, a[i]) + twice(math.sqrt, a[i])


def test_functions_of_the_device_and_of_the_module():
    a, n = np.float64([1, 2, 16, 3]), np.zeros(2, np.int32)
    gives_functions[1, 4](a, n)
    assert a.tolist() == [x**4 + math.sqrt(math.sqrt(x)) for x in (1, 2, 16, 3)]
    assert n.tolist() == [10, 3]
