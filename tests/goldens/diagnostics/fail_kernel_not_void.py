# pycu2cu: --kernel twice
# twice : float (float a)
def twice(a):
    return 2 * a


# kernel : void (float* X)
def kernel(X):
    X[idx] = twice(X[idx])
