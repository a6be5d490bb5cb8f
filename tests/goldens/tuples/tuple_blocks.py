# totals : (float, float) (float* cache, int t)
def totals(cache, t):
    stride = 128
    while stride > 0:
        if t < stride:
            cache[t] += cache[t + stride]
        syncthreads()
        stride //= 2
    return cache[0], cache[0] / 256


# centred : void (float* X)
def centred(X):
    cache = shared(float, 256)
    t = threadIdx.x
    cache[t] = X[idx] if idx < len(X) else 0.0
    own = (cache[t], t)
    syncthreads()
    total, mean = totals(cache, t)
    if idx < len(X):
        X[idx] = own[0] - mean + own[1] * total
