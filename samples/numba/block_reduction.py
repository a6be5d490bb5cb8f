"""A sum: each block adds its elements in shared memory, and an atomic operation the sums of the blocks."""

import numpy as np
from which import cuda, run

THREADS = 128


@cuda.jit
def block_sum(x, total):
    values = cuda.shared.array(THREADS, np.float64)
    t = cuda.threadIdx.x
    mine = 0.0
    for i in range(cuda.grid(1), x.size, cuda.gridsize(1)):
        mine += x[i]
    values[t] = mine
    cuda.syncthreads()
    half = THREADS // 2
    while half > 0:
        if t < half:
            values[t] += values[t + half]
        cuda.syncthreads()
        half //= 2
    if t == 0:
        cuda.atomic.add(total, 0, values[0])


def sample(n):
    x = np.random.default_rng(2).random(n, dtype=np.float32)
    total = cuda.to_device(np.zeros(1))
    block_sum[32, THREADS](x, total)
    return total.copy_to_host(), [x.sum(dtype=np.float64)], 1e-9


if __name__ == "__main__":
    run(sample, 1_000_000)
