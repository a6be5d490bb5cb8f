import cudapy as cp


# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    Y[idx] = cp.int32(3000000000)
    Y[idx] = int(1e20)


# casts : void (uint8* A)
def casts(A):
    A[0] = uint8(-1)
    A[1] = uint8(256)
    A[2] = uint8(255.5)
