import functools


@functools.lru_cache
def helper(a):
    return 2 * a


# kernel : void (float* X)
def kernel(X):
    X[idx] = helper(X[idx])
    part = X[1:]
    part = helper(part)
