"""Names for arrays with annotations, and a choice between arrays in place."""
import cudapy as cp


# blur : void (float[,] A, float* edge, float[,] B, bool wrap)
def blur(A, edge, B, wrap):
    row: cp.Array[cp.float32] = A[idy]
    rows: cp.Array[cp.float32, 2] = A[1:]
    line: cp.Array[cp.float32] = cp.shared(cp.float32, 64)
    line[threadIdx.x] = row[idx]
    cp.syncthreads()
    left = (row if wrap else edge)[idx - 1]
    B[idy, idx] = left + line[63 - threadIdx.x] + rows[0, idx]
