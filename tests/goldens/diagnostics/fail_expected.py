# kernel : void (float* X)
def kernel(X):
    X[idx] = 1.0 +
    X[idx] = X[idx] 2.0
    for i of range(3):
        X[idx] += 1.0
    X[idx] = 1.0 if X[idx] > 0
