"""The kernel that calls a function for each element of an array."""

from __future__ import annotations

from .._compile.names import idx


# map_elements : void (R(A) f, A* X, R* Y)
def map_elements(f, X, Y):
    Y[idx] = f(X[idx])
