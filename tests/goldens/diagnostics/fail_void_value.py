# store : void (float* X, float v)
def store(X, v):
    X[idx] = v


# kernel : void (float* X)
def kernel(X):
    X[idx] = store(X, 1.0)
    a = store(X, 2.0) + 1
