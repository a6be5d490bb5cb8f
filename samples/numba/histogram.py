"""A histogram: counters of each block in shared memory, added by atomic operations."""

import numpy as np
from which import cuda, run

BINS = 64


@cuda.jit
def histogram(values, low, high, counts):
    local = cuda.shared.array(BINS, np.int32)
    for b in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        local[b] = 0
    cuda.syncthreads()
    width = (high - low) / BINS
    for i in range(cuda.grid(1), values.size, cuda.gridsize(1)):
        b = int((values[i] - low) / width)
        if 0 <= b < BINS:
            cuda.atomic.add(local, b, 1)
    cuda.syncthreads()
    for b in range(cuda.threadIdx.x, BINS, cuda.blockDim.x):
        cuda.atomic.add(counts, b, local[b])


def sample(n):
    values = np.random.default_rng(3).random(n) * 8 - 4
    counts = np.zeros(BINS, np.int32)
    histogram[16, 128](values, -4.0, 4.0, counts)
    return counts, np.histogram(values, BINS, (-4.0, 4.0))[0], 0


if __name__ == "__main__":
    run(sample, 1_000_000)
