"""A matrix transposed by tiles in shared memory: both arrays are read and written along their rows."""

import numpy as np
from which import cuda, run

TILE = 16
PADDED = (TILE, TILE + 1)


@cuda.jit
def transpose(source, target):
    tile = cuda.shared.array(shape=PADDED, dtype=np.float32)
    x = cuda.blockIdx.x * TILE + cuda.threadIdx.x
    y = cuda.blockIdx.y * TILE + cuda.threadIdx.y
    if y < source.shape[0] and x < source.shape[1]:
        tile[cuda.threadIdx.y, cuda.threadIdx.x] = source[y, x]
    cuda.syncthreads()
    x = cuda.blockIdx.y * TILE + cuda.threadIdx.x
    y = cuda.blockIdx.x * TILE + cuda.threadIdx.y
    if y < target.shape[0] and x < target.shape[1]:
        target[y, x] = tile[cuda.threadIdx.x, cuda.threadIdx.y]


def sample(n):
    source = np.random.default_rng(6).random((n, n + 11), dtype=np.float32)
    target = cuda.device_array((n + 11, n), np.float32)
    blocks = ((n + 11 + TILE - 1) // TILE, (n + TILE - 1) // TILE)
    transpose[blocks, (TILE, TILE)](cuda.to_device(source), target)
    return target.copy_to_host(), source.T, 0


if __name__ == "__main__":
    run(sample, 800)
