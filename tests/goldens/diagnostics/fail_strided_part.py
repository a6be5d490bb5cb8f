import math


# total : float (float* X)
def total(X):
    return X[0]


# first : float (float[,] A)
def first(A):
    return A[0, 0]


WEIGHTS = (1.0, 2.0, 3.0)


# k : void (float[,] A, float[,,] T, float* X)
def k(A, T, X):
    column = A[:, 1]
    X[0] = math.normf(2, column) + math.normf(2, X[::-1]) + math.normf(2, X[1:])
    X[1] = WEIGHTS[0:2][0] + total(T[:, 0])
    X[2] = first(X) + total(A) + total(A[0, 0])
