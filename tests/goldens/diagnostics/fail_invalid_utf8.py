# coding: latin-1


# kernel : void (float* X)
def kernel(X):
    X[idx] = 1.0  # café
