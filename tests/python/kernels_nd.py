"""Kernels over arrays of several dimensions that the tests of the module compile."""

import cudapy as cp


# double_up : void (float[,] A)
def double_up(A):
    A[idy, idx] *= 2.0


# add : void (float[,] A, float[,] B)
def add(A, B):
    B[idy, idx] += A[idy, idx]


# add_flat : void (float* X, float[,] B)
def add_flat(X, B):
    B[idy, idx] += X[0]


# invert : void (bool[,] A)
def invert(A):
    A[idy, idx] = not A[idy, idx]


# count : void (int[,,] A)
def count(A):
    A[idz, idy, idx] += 1


# spread : void (int* A, int* B)
def spread(A, B):
    B[idx] = A[idx]


# extents : void (int[,,] A, int64* result)
def extents(A, result):
    result[0] = A.shape[0]
    result[1] = A.shape[1]
    result[2] = A.shape[2]
    result[3] = A.size
    result[4] = len(A)


def annotated(A: cp.Array[cp.float32, 2], by: cp.float32) -> None:
    A[idy, idx] += by
