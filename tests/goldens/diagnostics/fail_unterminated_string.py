# kernel : void (float* X)
def kernel(X):
    X[idx] = 1.0
    message = 'not closed
    X[idx] = 2.0
