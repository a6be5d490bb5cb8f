import cudapy as cp


# under_if : void (float* X)
def under_if(X):
    cache = shared(float, 256)
    t = threadIdx.x
    cache[t] = X[idx]
    stride = blockDim.x // 2
    while stride > 0:
        if t < stride:
            cache[t] += cache[t + stride]
            syncthreads()
        stride //= 2


# in_loop : void (float* X, int n)
def in_loop(X, n):
    for i in range(threadIdx.x, n, blockDim.x):
        X[i] += 1
        cp.syncthreads()


# after_break : void (float* X, int n)
def after_break(X, n):
    for i in range(n):
        if idx == i:
            break
        syncthreads()
    while True:
        if threadIdx.y > 2:
            continue
        if syncthreads_count(X[idx] > 0):
            break


# tail : void (float* X)
def tail(X):
    syncthreads()
    X[idx] = 1


# partly : void (float* X, bool last)
def partly(X, last):
    if last:
        return
    syncthreads()


# by_call : void (float* X)
def by_call(X):
    if idx > 3:
        tail(X)
    is_last = idx == 7
    partly(X, is_last)


# fine : void (float* X, int n)
def fine(X, n):
    if idx >= n:
        return
    i = threadIdx.x
    X[i] = 0
    i = 0
    while i < n and X[0] > 0:
        syncthreads()
        i += 1
    if syncthreads_and(i == 3):
        syncthreads()
