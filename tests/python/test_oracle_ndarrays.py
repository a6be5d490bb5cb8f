"""Arrays of several dimensions: elements, rows in a row, shapes, from NumPy arrays, nested lists and
CudaArrays."""

import numpy as np
import pytest

import cudapy as cp
from cudapy import blockDim, blockIdx, idx, idy, idz, threadIdx  # noqa: F401 - what kernels may name
from oracle import check

BORDER = 1
LAST = -1


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
    depth, height, width = T.shape
    if 0 < idx < width - 1 and 0 < idy < height - 1 and 0 < idz < depth - 1:
        U[idz, idy, idx] = (
            T[idz, idy, idx - 1]
            + T[idz, idy, idx + 1]
            + T[idz, idy - 1, idx]
            + T[idz, idy + 1, idx]
            + T[idz - 1][idy, idx]
            + T[idz + 1, idy][idx]
        ) / 6


# ends : void (int[,] A, int* X, int64 wide)
def ends(A, X, wide):
    A[0, 0] = X[0]
    A[0, -1] += len(A)
    A[-1, 0] = A.size + 10 * A.ndim + len(A.shape)
    A[LAST, LAST] = X.size + X.ndim + X.shape[0]
    A[BORDER, 1] = A[1, 1] + A[idx, 0]
    A[wide, BORDER] = A.shape[-1] - A[wide + 1, wide]
    i = 0
    i, A[i + 1, 2] = 2, X[1]
    A[i, i] //= 2
    A[-1][-2], A[2][1] = A[2, 1], A[-1, -2]


# row_sum : float (float[,] A, int row)
def row_sum(A, row):
    total = 0.0
    for j in range(A.shape[1]):
        total += A[row, j]
    return total


# row_sums : void (float[,] A, float* sums)
def row_sums(A, sums):
    if idx < len(A):
        sums[idx] = row_sum(A, idx) + row_sum(A, -1 + len(A))


# count : void (bool[,,,] masks, int* counts)
def count(masks, counts):
    found = 0
    for i in range(masks.shape[2]):
        for j in range(masks.shape[-1]):
            if masks[-1, idx, i, j]:
                found += 1
            masks[0, idx, i, j] = i == j
    counts[idx] = found


# blocks : void (int[,] A)
def blocks(A):
    A[idy, idx] = threadIdx.x + blockIdx.y * blockDim.x * 0


@pytest.mark.parametrize("shape", [(1, 1), (3, 5), (32, 33), (0, 4), (4, 0)])
def test_transpose(shape):
    rows, columns = shape
    A = np.random.default_rng(1).random(shape, np.float32)
    check(transpose, (columns + 3, rows + 2), A, np.zeros((columns, rows), np.float32))


def test_transpose_of_lists():
    check(transpose, (3, 2), [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], [[0.0, 0.0], [0.0, 0.0], [0.0, 0.0]])


@pytest.mark.parametrize("sizes", [(1, 1, 1), (7, 5, 3), (33, 40, 70)])
def test_matmul(sizes):
    rows, inner, columns = sizes
    random = np.random.default_rng(2)
    A = random.random((rows, inner), np.float32)
    B = random.random((inner, columns), np.float32)
    check(matmul, (columns + 1, rows + 1), A, B, np.zeros((rows, columns), np.float32), ulps=64)


def test_stencil():
    T = np.random.default_rng(3).random((5, 6, 7))
    check(stencil, (7, 6, 5), T, np.zeros_like(T))


def test_ends():
    A = np.arange(20, dtype=np.int32).reshape(4, 5)
    check(ends, 1, A, np.array([7, -8], np.int32), 2)


@pytest.mark.parametrize("n", [1, 31, 96])
def test_helpers(n):
    A = np.random.default_rng(n).random((n, 9), np.float32)
    check([row_sums, row_sum], n + 3, A, np.zeros(n, np.float32))


@pytest.mark.parametrize("index", [cp.int32, cp.int64])
def test_four_dimensions(index):
    masks = np.random.default_rng(4).random((3, 40, 4, 5)) < 0.5
    check(count, 40, masks, np.zeros(40, np.int32), index=index)


def test_strided_and_fortran_arrays():
    base = np.random.default_rng(5).random((8, 12)).astype(np.float32)
    check(transpose, (6, 4), base[::2, ::-2], np.zeros((6, 4), np.float32, order="F"))


def test_arrays_that_stay():
    A = np.random.default_rng(6).random((9, 4), np.float32)
    check(transpose, (4, 9), A, np.zeros((4, 9), np.float32), on_device=True)
