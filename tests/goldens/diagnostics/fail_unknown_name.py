# kernel : void (float* X, int length)
def kernel(X, length):
    X[idx] = threadidx.x
    X[idx] = Y[idx]
    if idx < lenght:
        X[idx] = 0.0
