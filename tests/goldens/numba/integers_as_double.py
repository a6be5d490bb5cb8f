# pycu2cu: --dialect numba
# What becomes a float64 because numba has no integer type for an int64 and a uint64.
import numpy as np


# chosen : void (uint64* X, int64* Y, double* Z)
def chosen(X, Y, Z):
    if X[0] > Y[0]:
        most = X[0]
    else:
        most = Y[0]
    Z[0] = most


# converted : void (uint64* X)
def converted(X):
    h = X[0]
    for i in range(10):
        h = h * np.uint64(31) + np.uint64(7)
    X[0] = h


# of_floats : void (int64* X, double* Z)
def of_floats(X, Z):
    total = X[0]
    for i in range(10):
        total = total + 0.5
    Z[0] = total
