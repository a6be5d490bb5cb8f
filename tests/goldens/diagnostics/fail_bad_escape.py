# kernel : void (float* X)
def kernel(X):
    message = '\x4'
    X[idx] = 1.0
