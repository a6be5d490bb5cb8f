"""Kernels that the tests of the module compile."""

import cudapy as cp

SCALE = 3


# saxpy : void (float alpha, float* X, float* Y)
def saxpy(alpha, X, Y):
    """Y = alpha * X + Y."""
    if idx < len(X):
        Y[idx] = alpha * X[idx] + Y[idx]


# scale_int : void (int factor, int* A)
def scale_int(factor, A):
    if idx < len(A):
        A[idx] = factor * A[idx] * SCALE


# scale_long : void (int64 factor, int64* A)
def scale_long(factor, A):
    if idx < len(A):
        A[idx] = factor * A[idx]


# halve : void (double* A)
def halve(A):
    if idx < len(A):
        A[idx] = A[idx] / 2.0


# choose : void (bool flip, bool* A)
def choose(flip, A):
    if idx < len(A):
        A[idx] = A[idx] != flip


# positive : void (float* X, bool* A)
def positive(X, A):
    if idx < len(X):
        A[idx] = X[idx] > 0.0


# twice : float (float x)
def twice(x):
    return 2.0 * x


# doubled : void (float* X, float* Y)
def doubled(X, Y):
    if idx < len(X):
        Y[idx] = twice(X[idx])


# grid : void (int width, int* A)
def grid(width, A):
    if idx < width:
        A[idy * width + idx] = 10 * idy + idx


# fill : void (int value, int* A)
def fill(value, A):
    A[idx] = value


@cp.kernel
# decorated : void (int* A)
def decorated(A):
    """Adds one."""
    A[idx] = A[idx] + 1


@cp.kernel("void (int* A)")
def signed_by_decorator(A):
    A[idx] = A[idx] + 2


@cp.kernel
def annotated(value: cp.int32, A: cp.Array[cp.int32]) -> None:
    A[idx] = value


# add_one : void (int* A)
def add_one(A):
    if idx < len(A):
        A[idx] += 1
