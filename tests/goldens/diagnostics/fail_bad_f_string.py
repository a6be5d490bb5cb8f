# kernel : void (float* X)
def kernel(X):
    message = f'{X[idx}'
    X[idx] = 1.0
