# The sum of each block's part of an array: a tree in shared memory.


# block_sum : void (float* X, float* sums)
def block_sum(X, sums):
    """Sums of the parts of X, one for each block."""
    cache = shared(float, 256)  # one for each block
    t = threadIdx.x
    cache[t] = X[idx] if idx < len(X) else 0.0
    syncthreads()
    # Half as many threads in each step.
    stride = blockDim.x // 2
    while stride > 0:
        if t < stride:
            cache[t] += cache[t + stride]
        syncthreads()
        stride //= 2
    if t == 0:
        sums[blockIdx.x] = cache[0]
