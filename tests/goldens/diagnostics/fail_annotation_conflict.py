import cudapy as cp


# kernel : void (float* X, int* Y, int n, int64 wide, float f, double d)
def kernel(X, Y, n, wide, f, d):
    a: int = 1
    a: float = 2.0
    n: cp.float32 = 3.0
    X[idx] = a
