"""Arrays of several dimensions."""

from cudapy import Array, float32, idx, idy, idz

BORDER = 1
LAST = -1


# Two nested indices are one element, as in NumPy.
# transpose : void (float[,] A, float[,] B)
def transpose(A, B):
    if idy < A.shape[0] and idx < A.shape[1]:
        B[idx, idy] = A[idy][idx]


# matmul : void (float[,] A, float[,] B, float[,] C)
def matmul(A, B, C):
    rows, columns = C.shape
    if idy >= rows or idx >= columns:
        return
    total = 0.0
    for k in range(A.shape[1]):
        total += A[idy, k] * B[k, idx]
    C[idy, idx] = total


# stencil : void (double[,,] T, double[,,] U)
def stencil(T, U):
    # Only points that have six neighbours change.
    depth, height, width = T.shape
    inside = 0 < idx < width - 1 and 0 < idy < height - 1 and 0 < idz < depth - 1
    if inside:
        U[idz, idy, idx] = (
            T[idz, idy, idx - 1] + T[idz, idy, idx + 1]
            + T[idz, idy - 1, idx] + T[idz, idy + 1, idx]
            + T[idz - 1, idy, idx] + T[idz + 1, idy, idx]
        ) / 6


# corners : void (int[,] A, int* X, int64 wide)
def corners(A, X, wide):
    A[0, 0] = X[0]
    A[0, -1] += len(A)
    A[-1, 0] = A.size + A.ndim + len(A.shape)
    A[LAST, LAST] = X.size + X.ndim + X.shape[0]
    A[BORDER, 1] = A[1, 1] + A[idx, 0]
    A[wide, BORDER] = A.shape[-1] - A[wide + 1, wide]


# row_sum : float (float[,] A, int row)
def row_sum(A, row):
    total = 0.0
    for j in range(A.shape[1]):
        total += A[row, j]
    return total


def row_sums(A: Array[float32, 2], sums: "float*"):
    if idx < len(A):
        sums[idx] = row_sum(A, idx)


# first_plane : void (bool[,,,] masks, int* counts)
def first_plane(masks, counts):
    found = 0
    for i in range(masks.shape[2]):
        for j in range(masks.shape[3]):
            if masks[0, idx, i, j]:
                found += 1
    counts[idx] = found
