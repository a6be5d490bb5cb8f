# bump : int (int* X)
def bump(X):
    X[0] += 1
    return X[0]


# k : void (int* X, int[,] A)
def k(X, A):
    X[3] = A[bump(X)][0] + A.size() + A[0].ndim()
    for row in A[missing:]:
        X[0] = 1
    for A in A:
        X[0] = 1
    for a, b in A:
        X[0] = a
    X = X[1:]
    for i, n in enumerate(A):
        X[0] = i
    n = 1
    for i, (a, b) in enumerate(A):
        X[0] = i
    for a, b in zip(A, missing):
        X[0] = a[0]
    part = X[::0]
    part = X[1::2.0]
