# kernel : void (float* X)
def kernel(X):
    3 = X[idx]
    abs(X[idx]) = 2.0
    X[idx] + 1 = 2.0
    True = X[idx]
    X[idx] == 1.0 = 2.0
