SCALE = 2.0


# kernel : void (float* X)
def kernel(X):
    abs = 1.0
    X[idx] = abs(X[idx])
    X[idx] = SCALE(X[idx])
