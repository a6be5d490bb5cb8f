# helper : float (float a, float b)
def helper(a, b):
    return a + b


# kernel : void (float* X)
def kernel(X):
    X[idx] = helper(1.0, a=2.0)
    X[idx] = helper(a=1.0, b=2.0, a=3.0)
