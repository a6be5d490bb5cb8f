# kernel : void (float* X)
def kernel(X):
    X[idx] = 1.0
    else:
        X[idx] = 2.0
    elif idx > 0:
        X[idx] = 3.0
