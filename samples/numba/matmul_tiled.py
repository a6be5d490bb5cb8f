"""A product of matrices, whose tiles the threads of a block load into shared memory."""

import numpy as np
from which import cuda, run

TILE = 16


@cuda.jit
def matmul(A, B, C):
    a_tile = cuda.shared.array((TILE, TILE), np.float32)
    b_tile = cuda.shared.array((TILE, TILE), np.float32)
    column, row = cuda.grid(2)
    tx = cuda.threadIdx.x
    ty = cuda.threadIdx.y
    total = np.float32(0)
    for step in range((A.shape[1] + TILE - 1) // TILE):
        inner = step * TILE
        if row < A.shape[0] and inner + tx < A.shape[1]:
            a_tile[ty, tx] = A[row, inner + tx]
        else:
            a_tile[ty, tx] = 0
        if column < B.shape[1] and inner + ty < B.shape[0]:
            b_tile[ty, tx] = B[inner + ty, column]
        else:
            b_tile[ty, tx] = 0
        cuda.syncthreads()
        for k in range(TILE):
            total += a_tile[ty, k] * b_tile[k, tx]
        cuda.syncthreads()
    if row < C.shape[0] and column < C.shape[1]:
        C[row, column] = total


def sample(n):
    random = np.random.default_rng(1)
    A = random.random((n, n + 7), dtype=np.float32)
    B = random.random((n + 7, n + 3), dtype=np.float32)
    C = np.zeros((n, n + 3), np.float32)
    blocks = ((n + 3 + TILE - 1) // TILE, (n + TILE - 1) // TILE)
    matmul[blocks, (TILE, TILE)](A, B, C)
    return C, A @ B, 1e-3


if __name__ == "__main__":
    run(sample, 500)
