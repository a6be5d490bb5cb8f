"""transpose: a matrix turned through tiles of shared memory, so that both what is read and what is written
lies side by side."""

import numpy as np
from common import arguments, median_ms, report, require

import cudapy as cp

TILE = 32


# transpose : void (float[,] A, float[,] T)
def transpose(A, T):
    tile = shared(
        float, (TILE, TILE + 1)
    )  # a column more, so that a column's elements lie in different banks
    x = blockIdx.x * TILE + threadIdx.x
    y = blockIdx.y * TILE + threadIdx.y
    for j in range(0, TILE, blockDim.y):
        if y + j < A.shape[0] and x < A.shape[1]:
            tile[threadIdx.y + j, threadIdx.x] = A[y + j, x]
    syncthreads()
    x = blockIdx.y * TILE + threadIdx.x
    y = blockIdx.x * TILE + threadIdx.y
    for j in range(0, TILE, blockDim.y):
        if y + j < T.shape[0] and x < T.shape[1]:
            T[y + j, x] = tile[threadIdx.x, threadIdx.y + j]


def turn(call, A, T):
    """Blocks of 32 x 8 threads, each of which has four elements of its tile."""
    rows, columns = A.shape
    call(-(-columns // TILE) * TILE, -(-rows // TILE) * 8, block=(TILE, 8))(A, T)


def main():
    options = arguments(__doc__, rows=2000, columns=3000).parse_args()
    A = np.random.default_rng(1).random((options.rows, options.columns), dtype=np.float32)
    call = cp.compile(transpose)
    device_a, device_t = cp.CudaArray(A), cp.CudaArray.allocate((options.columns, options.rows), cp.Float)
    turn(call, device_a, device_t)
    require(np.array_equal(device_t.numpy(), A.T), "transpose: an element is not where it belongs")

    def ours():
        turn(call, device_a, device_t)
        cp.synchronize()

    report(
        f"transpose of {options.rows} x {options.columns} on {call.target}",
        median_ms(ours, options.repeat),
        median_ms(lambda: np.ascontiguousarray(A.T), options.repeat),
        "arrays stay on the device",
    )
    print("every element: right")


if __name__ == "__main__":
    main()
