"""Prefix sums: in each block by doubling distances, then the sums of the blocks before are added."""

import numpy as np
from which import cuda, run

THREADS = 128


@cuda.jit
def scan_blocks(x, sums, totals):
    buffers = cuda.shared.array((2, THREADS), np.int64)
    t = cuda.threadIdx.x
    i = cuda.grid(1)
    now = 0
    if i < x.size:
        buffers[0, t] = x[i]
    else:
        buffers[0, t] = 0
    cuda.syncthreads()
    distance = 1
    while distance < THREADS:
        if t >= distance:
            buffers[1 - now, t] = buffers[now, t] + buffers[now, t - distance]
        else:
            buffers[1 - now, t] = buffers[now, t]
        now = 1 - now
        distance *= 2
        cuda.syncthreads()
    if i < x.size:
        sums[i] = buffers[now, t]
    if t == THREADS - 1:
        totals[cuda.blockIdx.x] = buffers[now, t]


@cuda.jit
def add_before(sums, before):
    i = cuda.grid(1)
    if i < sums.size:
        sums[i] += before[cuda.blockIdx.x]


def sample(n):
    x = np.random.default_rng(5).integers(-100, 100, n).astype(np.int32)
    blocks = (n + THREADS - 1) // THREADS
    sums, totals = cuda.device_array(n, np.int64), cuda.device_array(blocks, np.int64)
    scan_blocks[blocks, THREADS](x, sums, totals)
    ends = np.cumsum(totals.copy_to_host())
    add_before[blocks, THREADS](sums, np.concatenate([[0], ends[:-1]]))
    return sums.copy_to_host(), np.cumsum(x), 0


if __name__ == "__main__":
    run(sample, 300_000)
