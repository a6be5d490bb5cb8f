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


@cuda.jit(device=True)
def squared(x):
    return x * x


@cuda.jit(device=True)
def of_a_part(a, function, shape, size):
    kept = cuda.local.array(shape, np.float64)
    more = cuda.local.array(size, np.float64)
    for i in range(size):
        kept[i, 0] = more[i] = function(a[i])
    return kept[1, 0] + more[2] * shape[1]


def test_what_is_given_beside_an_array_with_gaps():
    """The version of a function for strides knows the functions, shapes and sizes, too: it took `function(x)`
    for `bool(x)`."""

    @cuda.jit
    def kernel(a, out):
        out[0] = of_a_part(a[:, 1], squared, (3, 2), 3)
        out[1] = of_a_part(a[1], squared, (3, 2), 3)
        out[2] = squared(3.0)

    a, out = np.arange(9.0).reshape(3, 3), np.zeros(3)
    kernel[1, 1](a, out)
    assert out.tolist() == [4.0**2 + 7.0**2 * 2, 4.0**2 + 5.0**2 * 2, 9]
