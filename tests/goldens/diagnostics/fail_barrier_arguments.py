# kernel : void (int* X)
def kernel(X):
    X[0] = syncthreads() + 1
    X[1] = threadfence()
    syncthreads(3)
    syncthreads_count()
    syncthreads_or(X)
