"""Matrix product: one thread for each element of C = A B."""

import numpy as np
from common import arguments, median_ms, report, require

import cudapy as cp


# matmul : void (float[,] A, float[,] B, float[,] C)
def matmul(A, B, C):
    # idx is the column and idy the row, so that neighbouring threads read neighbouring elements of B.
    rows, columns = C.shape
    if idx < columns and idy < rows:
        total = 0
        for k in range(A.shape[1]):
            total += A[idy, k] * B[k, idx]
        C[idy, idx] = total


def main():
    options = arguments(__doc__, rows=300, inner=200, columns=250).parse_args()
    rows, inner, columns = options.rows, options.inner, options.columns
    random = np.random.default_rng(7)
    A = random.random((rows, inner), dtype=np.float32)
    B = random.random((inner, columns), dtype=np.float32)
    C = np.zeros((rows, columns), dtype=np.float32)

    matmul_call = cp.compile(matmul)

    def ours():
        matmul_call(columns, rows)(A, B, C)

    def numpys():
        np.matmul(A, B)

    ours()
    exact = A.astype(np.float64) @ B.astype(np.float64)
    require(np.allclose(C, exact, rtol=1e-6 * max(inner, 10)), "another result than NumPy")

    print(f"matrix product {rows}x{inner}x{columns} on {matmul_call.target}: right")
    report("matmul", median_ms(ours, options.repeat), median_ms(numpys, options.repeat), "copies included")


if __name__ == "__main__":
    main()
