import cudapy as cp


# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    Y[idx] = cp.int32(3000000000)
    Y[idx] = int(1e20)
