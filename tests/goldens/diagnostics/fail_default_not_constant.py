# helper : float (float a, float b)
def helper(a, b=idx):
    return a + b


# kernel : void (float* X)
def kernel(X):
    X[idx] = helper(X[idx])
