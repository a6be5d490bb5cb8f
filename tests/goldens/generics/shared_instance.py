# pycu2cu: --instance block_reduce<f=add,int64>
# add : T (T a, T b)
def add(a, b):
    return a + b


# block_reduce : void (T(T, T) f, T* X, T* results)
def block_reduce(f, X, results):
    cache = shared(T, 256)
    t = threadIdx.x
    if idx < len(X):
        cache[t] = X[idx]
    count = min(256, len(X) - blockIdx.x * 256)
    syncthreads()
    stride = 1
    while stride < count:
        if t % (2 * stride) == 0 and t + stride < count:
            cache[t] = f(cache[t], cache[t + stride])
        syncthreads()
        stride *= 2
    if t == 0:
        results[blockIdx.x] = cache[0]
