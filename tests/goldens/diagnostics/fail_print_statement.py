# kernel : void (float* X)
def kernel(X):
    print X[idx]
