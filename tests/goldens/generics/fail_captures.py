import math

# apply : R (R(A) f, A x)
def apply(f, x):
    return f(x)


# total : float (float(float, float) f, float* X)
def total(f, X):
    result = 0.0
    for x in X:
        result = f(result, x)
    return result


# kernel : void (float* X, float** rows, float[,] M, int* A)
def kernel(X, rows, M, A):
    column = M[:, 1]
    k = 2
    X[0] = apply(lambda x: x * len(rows), X[0])
    X[1] = apply(lambda x: x * column[0], X[0])
    X[2] = apply(lambda x, by=-k: x * by, X[0])
    X[3] = apply(lambda x: x * late, X[0])
    X[4] = apply(math.atan2, X[0])
    X[5] = total(abs, X)
    X[6] = apply(print, X[0])
    A[0] = apply(lambda n: n & X[0], A[0])
    X[7] = apply(len, X[0])
    X[8] = apply(lambda n: n + math.sqrt, X[0])
    late = X[0]
    X[9] = apply(sorted, X[0])
    X[10] = apply(math, X[0])
