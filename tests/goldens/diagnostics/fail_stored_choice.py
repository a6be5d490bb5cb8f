# calls : int (int* X)
def calls(X):
    X[0] += 1
    return X[0]


# kernel : void (int* X, int* Y, float* F, int n)
def kernel(X, Y, F, n):
    (X if Y[0] else Y)[0] = calls(Y)
    (n if n > 3 else 4)[0] = 1
    (X if n > 3 else F)[0] = 1
    atomicAdd(n if n > 3 else 4, 0, 1)
