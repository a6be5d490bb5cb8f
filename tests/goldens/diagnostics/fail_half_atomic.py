# kernel : void (half* X, bfloat16* Y)
def kernel(X, Y):
    atomicMax(X, 0, 1.0)
    atomicExch(Y, 0, 1.0)
    x = X[idx] & 3
    x = Y[X[idx]]
