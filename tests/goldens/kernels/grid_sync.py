# Each step takes what all blocks have done in the one before.
# heat : void (float* now, float* later, int steps)
def heat(now, later, steps):
    first = blockIdx.x * blockDim.x + threadIdx.x
    for step in range(steps):
        for i in range(first, len(now), gridDim.x * blockDim.x):
            left = now[max(i - 1, 0)]
            right = now[min(i + 1, len(now) - 1)]
            later[i] = 0.25 * left + 0.5 * now[i] + 0.25 * right
        grid_sync()  # all of `later` is there
        for i in range(first, len(now), gridDim.x * blockDim.x):
            now[i] = later[i]
        grid_sync()


# wait : int (int n)
def wait(n):
    grid_sync()
    return n + blockIdx.x


# totals : void (int* X, int* sums, int* all)
def totals(X, sums, all):
    part = shared(int, 256)
    part[threadIdx.x] = X[idx] if idx < len(X) else 0
    syncthreads()
    if threadIdx.x == 0:
        sum = 0
        for i in range(blockDim.x):
            sum += part[i]
        sums[blockIdx.x] = sum
    mine = wait(part[threadIdx.x])
    if idx == 0:
        for i in range(gridDim.x):
            all[0] += sums[i]
    grid_sync()
    if idx < len(X):
        X[idx] = all[0] - mine
