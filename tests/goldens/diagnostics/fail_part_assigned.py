# k : void (float[,] A, float* X, int n)
def k(A, X, n):
    A[0] = 1.0
    X[1:3] = 0.0
    A[:, n] += 1.0
    A[0], X[0] = 1.0, 2.0
    row = A[n]
    row[:] = 0.0
    X[0] = A[n] + 1.0
    X[row] = 1.0
    for X[1:2] in range(3):
        pass
