# pycu2cu: --only-diagnostics
# under_size : void (float* X, int n)
def under_size(X, n):
    cache = shared(float, 256)
    i = blockIdx.x * blockDim.x + threadIdx.x
    if i < n:
        cache[threadIdx.x] = X[i]
        syncthreads()
        X[i] = cache[blockDim.x - 1 - threadIdx.x]


# in_steps : void (float* X)
def in_steps(X):
    k = threadIdx.x
    while k < len(X):
        X[k] += 1.0
        syncthreads()
        k += blockDim.x


# leaves : void (int* X, int n)
def leaves(X, n):
    for i in range(n):
        syncthreads()
        if threadIdx.x > X[i]:
            break


# skips : void (int* X, int n)
def skips(X, n):
    for i in range(n):
        if idx > n:
            continue
        syncthreads()


# wait : void (int* X)
def wait(X):
    syncthreads()
    X[idx] = 1


# returns : int (int* X, int n)
def returns(X, n):
    if idx > n:
        return 0
    wait(X)
    return 1


# calls : void (int* X, int n)
def calls(X, n):
    X[0] = returns(X, n)


# whole_grid : void (float* X, int n)
def whole_grid(X, n):
    if idx < n:
        grid_sync()
