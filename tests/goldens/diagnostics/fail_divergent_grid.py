# by_thread : void (float* X)
def by_thread(X):
    if idx < len(X):
        grid_sync()


# by_block : void (float* X, int n)
def by_block(X, n):
    if blockIdx.x < n:
        X[idx] = 1.0
        syncthreads()
        grid_sync()


# by_loop : void (float* X)
def by_loop(X):
    for i in range(blockIdx.x):
        grid_sync()


# early : void (float* X)
def early(X):
    if idx >= len(X):
        return
    X[idx] += 1.0
    grid_sync()


# early_by_memory : void (float* X)
def early_by_memory(X):
    if X[idx] > 0:
        return
    syncthreads()
    grid_sync()


# helper : void ()
def helper():
    grid_sync()


# by_helper : void (int* n)
def by_helper(n):
    first = blockIdx.x * blockDim.x
    while first < n[0] * 0 + 100:
        if first < 10:
            helper()
        first += 1


# fine : void (float* X, int n)
def fine(X, n):
    if n == 0:
        return
    grid_sync()
    for i in range(n):
        grid_sync()
