# k : void (float[,] A, float* X, int n)
def k(A, X, n):
    shape = A.shape
    X[0] = A.shape[n] + A.shape[2] + X.shape[1] + A.shape[-3]
    rows, columns, planes = A.shape
    m = A.shape + 1
    m = X.shape
    m = A.shape[0:1]
    A.shape[0] = 3
    A.shape = 3
    for row in A:
        X[0] = len(row)
