# twice : float* (float* X)
def twice(X):
    return X
