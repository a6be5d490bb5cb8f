# again : int (int n)
def again(n):
    return again(n - 1) + popc(activemask()) if n > 0 else 0


# kernel : void (int* X, float* F)
def kernel(X, F):
    X[0] = shfl_sync(0, X[1], 2)
    X[0] = shfl_sync(-1, X[1], 2)
    X[0] = shfl_sync(0x1ffffffff, X[1], 2)
    X[0] = shfl_sync(0xffffffff, X[1], 2, 5)
    X[0] = shfl_sync(0xffffffff, X[1], 2.5)
    X[0] = shfl_sync(F[0], X[1], 2)
    X[0] = shfl_sync(0xffffffff, F[1], 2)
    X[0] = shfl_sync(0xffffffff, X[1])
    X[0] = reduce_and_sync(0xffffffff, F[1])
    X[0] = syncwarp()
    X[0] = syncwarp(1, 2)
