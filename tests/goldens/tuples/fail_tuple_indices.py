"""Tuples as indices with too many parts, with parts that are no integers, and without a name."""
from cudapy import *

# where : (int, int) (int i)
def where(i):
    return i, 2

# marked : void (float* X, float[,] A)
def marked(X, A):
    t = (idx, 1)
    X[t] = 1.0
    A[t][0] = 1.0
    u = (idx, 1.5)
    A[u] = 1.0
    A[where(idx)] = 1.0
    A[where(idx)] += 1.0
    atomicAdd(A, where(idx), 1.0)
    three = (idx, 1, 2)
    A[three] = 1.0


# part : void (float[,,] C)
def part(C):
    t = (idx, 1)
    C[t] = 1.0
