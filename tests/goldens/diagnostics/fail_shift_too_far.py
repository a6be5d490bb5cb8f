# kernel : void (uint8* A, uint32* U, int64* L)
def kernel(A, U, L):
    A[0] = A[1] << 8
    U[0] = U[1] >> 40
    L[0] = L[1] << 64
    L[1] = 1 << 31
    U[2] <<= 32
