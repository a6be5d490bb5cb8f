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


# fold : A (A(A, B) f, B* X, A start)
def fold(f, X, start):
    result = start
    for x in X:
        result = f(result, x)
    return result


# results : void (float* X, int* A, uint8* U)
def results(X, A, U):
    X[0] = fold(lambda t, x: t + x * 0.5, A, A[0])
    A[1] = fold(lambda t, x: t + x, A, U[0])
    X[2] = total(lambda t, x: (t, x), X)
    X[4] = fold(lambda t, x: (t[0] + x, t[1] + 1), X, (0, 0))[0]
