# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    Y[idx] = wide
    Y[idx] += wide


# narrow : void (uint8* A, uint32* U, int64* L, int8 small, int n, float x)
def narrow(A, U, L, small, n, x):
    A[0] = 300
    A[1] = -1
    A[2] = n
    A[3] += n
    U[0] = n
    U[1] = small
    U[2] += L[0]
    A[4] = small
    L[3] = 0xFFFFFFFFFFFFFFFF
    A[8] = x
    count = A[0]
    count = -1
    count = U[0]
    A[9] = count
