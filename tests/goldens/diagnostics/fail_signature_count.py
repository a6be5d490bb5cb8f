# kernel : void (float a, float* X)
def kernel(X):
    pass


# other : void (float* X)
def other(X, Y):
    pass
