# kernel : void (float* X)
def kernel(X):
    lambda = 2.0
    X[idx] = 1.0


# other : void (float* in)
def other(in):
    pass
