"""tiled_matmul: a product of matrices in which each block brings tiles of both into shared memory and uses
them 16 times."""

import numpy as np
from common import arguments, median_ms, report, require

import cudapy as cp

TILE = 16


# multiply : void (float[,] A, float[,] B, float[,] C)
def multiply(A, B, C):
    a = shared(float, (TILE, TILE))
    b = shared(float, (TILE, TILE))
    x = threadIdx.x
    y = threadIdx.y
    total = 0.0
    for start in range(0, A.shape[1], TILE):
        a[y, x] = A[idy, start + x] if idy < A.shape[0] and start + x < A.shape[1] else 0.0
        b[y, x] = B[start + y, idx] if start + y < B.shape[0] and idx < B.shape[1] else 0.0
        syncthreads()
        for k in range(TILE):
            total += a[y, k] * b[k, x]
        syncthreads()
    if idy < C.shape[0] and idx < C.shape[1]:
        C[idy, idx] = total


def main():
    options = arguments(__doc__, rows=500, inner=400, columns=600).parse_args()
    random = np.random.default_rng(1)
    A = random.random((options.rows, options.inner), dtype=np.float32)
    B = random.random((options.inner, options.columns), dtype=np.float32)
    call = cp.compile(multiply)
    device = [
        cp.CudaArray(A),
        cp.CudaArray(B),
        cp.CudaArray.allocate((options.rows, options.columns), cp.Float),
    ]
    launch = call(options.columns, options.rows, block=(TILE, TILE))
    launch(*device)
    require(np.allclose(device[2].numpy(), A @ B, rtol=1e-4), "tiled_matmul: an element differs from NumPy's")

    def ours():
        launch(*device)
        cp.synchronize()

    report(
        f"product of {options.rows} x {options.inner} and {options.inner} x {options.columns} on "
        f"{call.target}",
        median_ms(ours, options.repeat),
        median_ms(lambda: A @ B, options.repeat),
        "arrays stay on the device",
    )
    print("every element: right")


if __name__ == "__main__":
    main()
