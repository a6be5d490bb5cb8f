# counts : void (float* X, uint64* U, int n)
def counts(X, U, n):
    for i in range(2**63):
        X[0] = i
    for i in range(U[0]):
        X[i] = 1
    for i in range(n, U[0], 2):
        X[i] = 1
    for i, x in enumerate(X, U[n]):
        X[0] = i
    X[2**63] = 1
    X[0] = X[18446744073709551615]
    X[int64(U[0])] = 1
