# total : int (int x)
def total(x):
    return syncthreads_count(x > 0)


# kernel : void (int* X, int n)
def kernel(X, n):
    if n > 1 and syncthreads_or(X[0] > 1):
        X[0] = 1
    X[1] = total(n) if n > 3 else 0
    X[2] = total(n) + n
    if 0 < n < syncthreads_count(True):
        X[3] = 2
