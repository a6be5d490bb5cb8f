import math


# kernel : void (float* X)
def kernel(X):
    X[idx] = math.sine(X[idx])
    X[idx] = threadIdx.w
    X[idx] = math.factorial(3)
