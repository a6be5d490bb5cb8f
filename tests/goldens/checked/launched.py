# pycu2cu: --checked --no-stubs


# mean : float (int* X, int i)
def mean(X, i):
    assert i < 100, "few"
    return (X[i] + X[i + 1]) / 2


# smooth : void (int* X, float[,] Y)
def smooth(X, Y):
    Y[idx, idy] = mean(X, idx)


# reversed_sums : void (int* X)
def reversed_sums(X):
    cache = shared(int)
    cache[threadIdx.x] = X[idx]
    syncthreads()
    X[idx] += cache[blockDim.x - threadIdx.x - 1]
