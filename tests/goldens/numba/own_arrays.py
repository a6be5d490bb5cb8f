# pycu2cu: --dialect numba
# Arrays of shared and local memory: their shapes, types and places, and those that the launch sizes in bytes.
import numpy as np
from cudapy import cuda

SHAPE = (4, 8)
WIDTH = 8


# of_launch : void (float* x, float* out)
@cuda.jit
def of_launch(x, out):
    cache = cuda.shared.array(0, np.float32)
    t = cuda.threadIdx.x
    if t < cache.size:
        cache[t] = x[t]
    cuda.syncthreads()
    out[t] = cache[-1] + len(cache)


# in_branches : void (float* x, float* out, int n)
@cuda.jit
def in_branches(x, out, n):
    t = cuda.threadIdx.x
    if n > 2:
        tile = cuda.shared.array(shape=SHAPE, dtype="float32", alignment=16)
        tile[t // WIDTH, t % WIDTH] = x[t]
        cuda.syncthreads()
        out[t] = tile[-1, t % WIDTH]
    for i in range(n):
        mine = cuda.local.array(WIDTH, "i4")
        mine[i % WIDTH] = i
        out[t] += mine[i % WIDTH]
