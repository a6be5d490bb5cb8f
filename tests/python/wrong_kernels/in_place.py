"""Wrong kernels that read an array where other threads write it."""

import numpy as np

from cudapy import *  # noqa: F403 - the names that kernels know

from .cases import case, ramp, zeros

IN_PLACE = "One array, read and written"


# moved_left : void (float* X)
def moved_left(X):
    if idx + 1 < len(X):
        X[idx] = X[idx + 1]


# moved_left_right : void (float* X, float* Y)
def moved_left_right(X, Y):
    Y[idx] = X[min(idx + 1, len(X) - 1)]


case(IN_PLACE, "a shift to the left", moved_left, moved_left_right, lambda: [ramp()], np.minimum(ramp() + 1, 63),
     right_arguments=lambda: [ramp(), zeros()])


# moved_right : void (float* X)
def moved_right(X):
    if idx > 0:
        X[idx] = X[idx - 1]


# moved_right_right : void (float* X, float* Y)
def moved_right_right(X, Y):
    Y[idx] = X[max(idx - 1, 0)]


case(IN_PLACE, "a shift to the right", moved_right, moved_right_right, lambda: [ramp()],
     np.maximum(ramp() - 1, 0), right_arguments=lambda: [ramp(), zeros()])


# prefix : void (float* X)
def prefix(X):
    for k in range(idx):
        X[idx] += X[k]


# prefix_right : void (float* X, float* Y)
def prefix_right(X, Y):
    Y[idx] = X[idx]
    for k in range(idx):
        Y[idx] += X[k]


case(IN_PLACE, "a prefix sum", prefix, prefix_right, lambda: [ramp()], np.cumsum(ramp()),
     right_arguments=lambda: [ramp(), zeros()])


# turned : void (float[,] A)
def turned(A):
    A[idy, idx] = A[idx, idy]


# turned_right : void (float[,] A, float[,] B)
def turned_right(A, B):
    B[idy, idx] = A[idx, idy]


case(IN_PLACE, "a transposition", turned, turned_right, lambda: [ramp().reshape(8, 8)], ramp().reshape(8, 8).T,
     threads=(8, 8), right_arguments=lambda: [ramp().reshape(8, 8), zeros().reshape(8, 8)])


# relaxed : void (float[,] A)
def relaxed(A):
    if 0 < idx < 7 and 0 < idy < 7:
        A[idy, idx] = (A[idy, idx - 1] + A[idy, idx + 1] + A[idy - 1, idx] + A[idy + 1, idx]) / 4


# relaxed_right : void (float[,] A, float[,] B)
def relaxed_right(A, B):
    if 0 < idx < 7 and 0 < idy < 7:
        B[idy, idx] = (A[idy, idx - 1] + A[idy, idx + 1] + A[idy - 1, idx] + A[idy + 1, idx]) / 4


case(IN_PLACE, "a relaxation of a plane", relaxed, relaxed_right, lambda: [np.ones((8, 8), np.float32)],
     np.pad(np.ones((6, 6)), 1), threads=(8, 8),
     right_arguments=lambda: [np.ones((8, 8), np.float32), zeros().reshape(8, 8)])


# mirrored : void (float* X)
def mirrored(X):
    X[idx] = X[len(X) - 1 - idx]


# mirrored_right : void (float* X)
def mirrored_right(X):
    if idx < len(X) // 2:
        X[idx], X[len(X) - 1 - idx] = X[len(X) - 1 - idx], X[idx]


case(IN_PLACE, "a reversal", mirrored, mirrored_right, lambda: [ramp()], ramp()[::-1])


# two_names : void (float* X, float* Y)
def two_names(X, Y):
    if idx + 1 < len(X):
        Y[idx] = X[idx + 1]


def twice():
    X = ramp()
    return [X, X]


case(IN_PLACE, "one array as two arguments", two_names, moved_left_right, twice, np.minimum(ramp() + 1, 63),
     right_arguments=lambda: [ramp(), zeros()])


# two_steps : void (float* X, float* Y)
def two_steps(X, Y):
    Y[idx] = X[idx] * 2
    X[idx] = Y[(idx + 1) % len(Y)]


# two_steps_right : void (float* X, float* Y)
def two_steps_right(X, Y):
    Y[idx] = X[(idx + 1) % len(X)] * 2


case(IN_PLACE, "a second step that reads the first one of others", two_steps, two_steps_right,
     lambda: [ramp(), zeros()], np.roll(ramp() * 2, -1))
