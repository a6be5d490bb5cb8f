# kernel : void (float* X)
def kernel(X):
    a = X[idx] − 1.0
    b = a $ 2
    X[idx] = a ? b
