# kernel : void (const float* X)
def kernel(X):
    pass


# other : __global__ void (float* X)
def other(X):
    pass
