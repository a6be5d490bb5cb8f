"""Kernels of numba's dialect, with functions inside functions."""

import numpy as np

from cudapy import cuda


@cuda.jit
def nested(x):
    def inner(a):
        if a > 100:
            return 1
        return 2

    i = cuda.grid(1)
    if i < x.size:
        x[i] = inner(x[i])
        for j in range(3):
            if j == 1:
                x[i] += j


@cuda.jit(device=True)
def half(v):
    if v > 1000:
        return v
    return v * 2


@cuda.jit
def in_blocks(x):
    i = cuda.grid(1)
    s = cuda.shared.array(8, dtype=np.int32)
    s[i] = x[i]
    cuda.syncthreads()
    while True:
        if i == 3:
            break
        i = 3
    x[cuda.threadIdx.x] = half(s[i])
