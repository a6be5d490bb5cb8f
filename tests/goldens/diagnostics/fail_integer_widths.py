# kernel : void (uint8* A, uint32* U, uint64* W, int64* L, int8 small, int n, float x)
def kernel(A, U, W, L, small, n, x):
    A[0] = 300
    A[1] = -1
    A[2] = n
    A[3] += n
    U[0] = n
    U[1] = small
    U[2] += L[0]
    A[4] = small
    W[0] = W[1] + n
    W[2] = max(W[3], small, 2)
    if W[4] > L[1] > n:
        W[4] = -5
    A[5] = A[6] << 8
    U[3] = U[4] >> 40
    A[7] = uint8(-1)
    L[3] = 0xFFFFFFFFFFFFFFFF
    W[5] = n if x > 0 else W[6]
    A[8] = x
