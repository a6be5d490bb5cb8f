# k : void (float[,] A, float[,] B, float* X, int n)
def k(A, B, X, n):
    row = A[0]
    row = B[0]
    row = A[:, 0]
    row = A
    row = 1.0
    row += 1.0
    for row in range(3):
        pass
    for row in A:
        row = row[1:]
    n = A[0]
    X[0] = row + 1.0
    if n > 3:
        late = X[n:]
    X[1] = late[0]
