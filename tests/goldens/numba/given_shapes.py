# pycu2cu: --dialect numba
# Shapes are given to functions of the device that make arrays of them.
import numpy as np

from cudapy import cuda

SHAPE = (2, 3)


def turned(a, shape, dtype):
    tile = cuda.shared.array(shape, dtype)
    x, y = cuda.threadIdx.x, cuda.threadIdx.y
    tile[x, y] = a[x, y]
    cuda.syncthreads()
    last = shape[0] - 1
    a[x, y] = tile[last - x, y] + shape[1]


def through(a, size):
    turned(a, (size, 8), np.float32)


# turns : void (float[,] a, float[,] b, float[,] c)
def turns(a, b, c):
    turned(a, (4, 8), np.float32)
    turned(b, SHAPE, np.float32)
    through(c, 5)
