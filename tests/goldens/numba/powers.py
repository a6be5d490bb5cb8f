# pycu2cu: --dialect numba
# A power of integers is an integer, also where the exponent is not known.


# powers : void (int* A, int64* N, uint64* U, float* X)
def powers(A, N, U, X):
    N[0] = A[0] ** A[1]
    N[1] = A[0] ** 3
    N[2] = A[0] ** -2
    U[0] = U[1] ** U[2]
    N[4] **= N[5]
    X[0] = X[1] ** A[1]
    for i in range(5):
        N[3] += 2**i
