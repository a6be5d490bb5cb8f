# pycu2cu: --dialect numba
# Functions of the device and of the module are given to functions of the device.
import math

from cudapy import cuda


def apply(ary, i, v, op):
    return op(ary, i, v)


def turned(ary, dtype, size):
    tile = cuda.shared.array(size, dtype)
    t = cuda.threadIdx.x
    tile[t] = ary[t]
    cuda.syncthreads()
    ary[t] = tile[size - 1 - t]


def square(x):
    return x * x


def twice(f, x):
    return f(f(x))


# given_functions : void (float32* a, int32* n)
def given_functions(a, n):
    apply(n, 0, 5, cuda.atomic.add)
    n[1] = apply(n, 2, 7, cuda.atomic.max)
    a[0] = twice(square, a[1])
    a[2] = twice(math.sqrt, a[3])
    a[4] = twice(twice_squared, a[5])


# given_sizes : void (float32* a, int32* n)
def given_sizes(a, n):
    turned(a, cuda.float32, 32)
    turned(n, cuda.int64, shape)


shape = 16


def twice_squared(x):
    return twice(square, x)
