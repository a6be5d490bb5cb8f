counter = 0


# count : void (float* X)
def count(X):
    counter += 1
    X[idx] = counter


# tile : void (float* X)
def tile(X):
    shared = shared(float, 8)
    shared[threadIdx.x] = X[idx]
    syncthreads()
    X[idx] = shared[0]


# choose : void (float* X)
def choose(X):
    if idx > 3:
        X[idx] = max(X[idx], 0)
    max = 2
    X[idx] = max
