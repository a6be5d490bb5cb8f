# total : float (float* X)
def total(X):
    return X[0]


# first : float (float[,] A)
def first(A):
    return A[0, 0]


# k : void (float[,] A, float[,,] T, float* X)
def k(A, T, X):
    column = A[:, 1]
    X[0] = total(column) + total(A[1:, 0]) + total(T[0, :, 0])
    X[1] = first(A[:, 1:]) + first(T[:, 0]) + first(A[1:]) + first(T[0]) + total(A[0, 1:])
    X[2] = first(X) + total(A) + total(A[0, 0])
