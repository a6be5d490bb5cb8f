import math

import cudapy as cp

BY = 3


def scaled(x, by=BY):
    return shifted(x) * by


def shifted(x):
    """Is called only by helpers that come along."""
    return x + 0.5 if x > 0 else scaled(-x)


def put(X, at, value):
    if at < len(X):
        X[at] = value


def unused(x):
    return [each for each in x]


twice = lambda x: x * 2


# kernel : void (float* X, double* D, int* A)
def kernel(X, D, A):
    X[idx] = scaled(X[idx]) + scaled(by=X[idx], x=2)
    D[idx] = twice(scaled(D[idx]))
    put(A, idx, twice(A[idx]))
