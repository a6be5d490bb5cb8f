import math


# helper : float (float a, float b)
def helper(a, b):
    return a + b


# kernel : void (float* X)
def kernel(X):
    X[idx] = helper(1.0)
    X[idx] = helper(1.0, 2.0, 3.0)
    X[idx] = math.sqrt()
    X[idx] = math.sin(1.0, 2.0)
    X[idx] = min(1.0)
    X[idx] = len(X, X)


# places : void (float* X, int[,] A, int[,,] B, int[,] C)
def places(X, A, B, C):
    tile = shared(float, 4, 4)
    rows = local(int, 4, len(X), 1)
    atomicAdd(A, 0, 1, 2)
    atomicCAS(B, idx, 1, X[0] + 1, 2, 3)
    atomicAdd(C, 0, 1, 2, 3)
    atomicAdd(X, 0, 1, 2)
