"""Kernels whose loops load ahead on a GPU, each with what it must leave in its last array, computed by NumPy."""

import numpy as np

import cudapy as cp


# counts : void (uint8* X, int* bins)
def counts(X, bins):
    for i in range(idx, len(X), gridDim.x * blockDim.x):
        cp.atomicAdd(bins, X[i], 1)


# weighted : void (int16* at, int64* W, int* sums)
def weighted(at, W, sums):
    for i in range(idx, len(at), gridDim.x * blockDim.x):
        place = at[i]
        if place >= 0:
            cp.atomicAdd(sums, place, int(W[i]) + i)


# backwards : void (uint8* X, int* Y)
def backwards(X, Y):
    last = len(X) - 1
    for i in range(idx, len(X), gridDim.x * blockDim.x):
        k = last - i
        Y[i] = X[k] * 3 + X[i // 2]


def expected(name, arrays):
    if name == "counts":
        X, bins = arrays
        return bins + np.bincount(X, minlength=len(bins)).astype(np.int32)
    if name == "weighted":
        at, W, sums = arrays
        sums = sums.copy()
        np.add.at(sums, at[at >= 0], (W + np.arange(len(W)))[at >= 0].astype(np.int32))
        return sums
    if name == "backwards":
        X, Y = arrays
        return X[::-1].astype(np.int32) * 3 + X[np.arange(len(X)) // 2]
    raise KeyError(name)


def arguments(name, n):
    random = np.random.default_rng(n)
    X = random.integers(0, 7, n).astype(np.uint8)
    if name == "weighted":
        return [(X.astype(np.int16) - 2), random.integers(0, 1000, n), np.zeros(8, np.int32)]
    return [X, np.zeros(8 if name == "counts" else n, np.int32)]


NAMES = ["counts", "weighted", "backwards"]
