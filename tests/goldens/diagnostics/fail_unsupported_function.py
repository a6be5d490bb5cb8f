# kernel : void (float* X)
def kernel(X):
    X[idx] = sum(X)
    X[0] = str(idx)
    input()
    X[1] = sorted(X)[0]
