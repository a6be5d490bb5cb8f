# kernel : void (float* X)
def kernel(X):
    if idx > 0:
    X[idx] = 1.0
