"""Kernels that call a function for each element of an array, or for each row of an array of arrays."""

from __future__ import annotations

from ..._compile.names import idx


# map_elements : void (R(A) f, A* X, R* Y)
def map_elements(f, X, Y):
    Y[idx] = f(X[idx])


# map_rows : void (R(A*) f, A** X, R* Y)
def map_rows(f, X, Y):
    Y[idx] = f(X[idx])


# zip_elements : void (R(A, B) f, A* X, B* Y, R* Z)
def zip_elements(f, X, Y, Z):
    Z[idx] = f(X[idx], Y[idx])
