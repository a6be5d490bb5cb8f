"""Kernels whose loops load ahead on a GPU, each with what it must leave in its last array, computed by
NumPy."""

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


# histogram : void (int* X, int* bins)
def histogram(X, bins):
    for i in range(idx, len(X), gridDim.x * blockDim.x):
        cp.atomicAdd(bins, X[i], 1)


# summed : void (int* X, int* sums)
def summed(X, sums):
    t = 0
    for i in range(idx, len(X), gridDim.x * blockDim.x):
        t += X[i] * (i + 1)
    cp.atomicAdd(sums, 0, t)


# dotted : void (uint8* X, int64* W, int* sums)
def dotted(X, W, sums):
    t = 0
    for i in range(idx, len(X), gridDim.x * blockDim.x):
        number = X[i]
        weight = int(W[i])
        if number > 2:
            t += weight * number
    cp.atomicAdd(sums, 1, t)


# running : void (int n, int* X, int* Y)
def running(n, X, Y):
    t = 0
    for k in range(n):
        t += X[idx]
        Y[idx] = t + X[(idx + k) % len(X)]


# steps : void (int n, int* X, int* Y)
def steps(n, X, Y):
    for k in range(n):
        Y[idx] = X[idx] + 1


# by_name : void (int first, int* X, int* Y, int* Z)
def by_name(first, X, Y, Z):
    chosen = Y if first else Z
    for i in range(idx, len(X) - gridDim.x * blockDim.x, gridDim.x * blockDim.x):
        chosen[i + gridDim.x * blockDim.x] = X[i] + 1


def expected(name, arrays):
    if name == "running":
        n, X, Y = arrays
        return n * X + X[(np.arange(len(X)) + n - 1) % len(X)]
    if name == "steps":
        return arrays[1] + 1
    if name in ("counts", "histogram"):
        X, bins = arrays
        return bins + np.bincount(X, minlength=len(bins)).astype(np.int32)
    if name == "weighted":
        at, W, sums = arrays
        sums = sums.copy()
        np.add.at(sums, at[at >= 0], (W + np.arange(len(W)))[at >= 0].astype(np.int32))
        return sums
    if name == "summed":
        X, sums = arrays
        return sums + np.eye(1, len(sums), 0, dtype=np.int32)[0] * np.sum(
            X * np.arange(1, len(X) + 1), dtype=np.int32
        )
    if name == "dotted":
        X, W, sums = arrays
        return sums + np.eye(1, len(sums), 1, dtype=np.int32)[0] * np.sum(
            np.where(X > 2, W * X, 0), dtype=np.int32
        )
    if name == "backwards":
        X, Y = arrays
        return X[::-1].astype(np.int32) * 3 + X[np.arange(len(X)) // 2]
    raise KeyError(name)


def arguments(name, n):
    random = np.random.default_rng(n)
    X = random.integers(0, 7, n).astype(np.uint8)
    if name == "weighted":
        return [(X.astype(np.int16) - 2), random.integers(0, 1000, n), np.zeros(8, np.int32)]
    if name == "dotted":
        return [X, random.integers(0, 20, n), np.zeros(8, np.int32)]
    if name in BY_ELEMENT:
        return [5, X.astype(np.int32), np.zeros(n, np.int32)]
    X = X.astype(np.int32) if name in ("histogram", "summed") else X
    return [X, np.zeros(8 if name in ("counts", "histogram", "summed") else n, np.int32)]


NAMES = ["counts", "weighted", "backwards", "histogram", "summed", "dotted", "running", "steps"]
RESTRICTED = [
    "histogram",
    "running",
    "steps",
]  # those with a second variant, for arrays that are different ones
BY_ELEMENT = ["running", "steps"]  # those with a thread for each element
