# bump : int (int* X)
def bump(X):
    X[0] += 1
    return X[0]


# k : void (int* X, int[,] A)
def k(X, A):
    part = X[bump(X):]
    X[1] = len(X[:bump(X)]) + len(A[bump(X)])
    X[2] = A[bump(X)].shape[0] + A[bump(X)].size + A[bump(X)].ndim
    X[3] = A[bump(X)][0] + A.size() + A[0].ndim()
    for row in A[missing:]:
        X[0] = 1
    for A in A:
        X[0] = 1
    for a, b in A:
        X[0] = a
    X = X[1:]
