# scratch : float (float x)
def scratch(x):
    cache = shared(float)
    cache[threadIdx.x] = x
    syncthreads()
    return cache[0]


# many : void (float* X)
def many(X):
    a, X[0] = 1, scratch(X[0])
    b1 = shared(float)
    b2 = shared(float)
    b3 = shared(float)
    b4 = shared(float)
    b5 = shared(float)
    b6 = shared(float)
    b7 = shared(float)
    b8 = shared(float)
    b9 = shared(float)
