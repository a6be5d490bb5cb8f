import math

import cudapy as cp
from cudapy import idx


@cp.struct
class Cell:
    n: cp.int32


# bump : int (Cell c, int by)
def bump(c, by):
    c.n += by
    return c.n


def plain(x):
    return x + 1


# doubled : float (float x)
def doubled(x):
    return x * 2


grow = bump
once_more = grow
simple = plain
Box = Cell
root = math.sqrt
doubled = root


# kernel : void (Cell* A, int* R, float* X)
def kernel(A, R, X):
    own = Box(3)
    R[idx] = grow(own, 2) + once_more(A[idx], 3)
    X[idx] = simple(X[idx]) + doubled(X[idx])
