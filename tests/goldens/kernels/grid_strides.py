# pycu2cu: --header
# targets: cpu
# Threads that go through an array in strides of the whole grid. On the CPU several blocks run at once where
# threads only load and compute on the way.


# total_of : void (float* x, float* out)
def total_of(x, out):
    s = shared(float, 256)
    t = threadIdx.x
    total = 0.0  # of one thread
    for i in range(idx, len(x), gridDim.x * blockDim.x):
        # in the order of its turns
        total += x[i]
    s[t] = total
    syncthreads()
    k = 128
    while k > 0:
        if t < k:
            s[t] += s[t + k]
        syncthreads()
        k //= 2
    if t == 0:
        atomicAdd(out, 0, s[0])


# dots : void (float* x, float* y, float* parts)
def dots(x, y, parts):
    """A product and a largest element for each block, which asks for its place."""
    a = shared(float, (2, 128))
    dot = 0.0
    most = 0.0
    for i in range(blockIdx.x * blockDim.x + threadIdx.x, len(x), gridsize.x):
        v = x[i]
        dot += v * y[i]
        if v > most:
            most = v
    a[0, threadIdx.x] = dot
    a[1, threadIdx.x] = most
    syncthreads()
    if threadIdx.x < 2:
        part = a[threadIdx.x, 0]
        for k in range(1, blockDim.x):
            part = part + a[0, k] if threadIdx.x == 0 else max(part, a[1, k])
        parts[2 * blockIdx.x + threadIdx.x] = part


# longest : void (int* x, int[,] found)
def longest(x, found):
    most = 0
    for i in range(idx, len(x), gridsize.x):
        most = max(most, x[i])
    found[blockIdx.x, threadIdx.x] = most


# count : void (uint8* x, int* bins)
def count(x, bins):
    """Changes shared memory on the way, so that blocks run one by one."""
    s = shared(int, 256)
    t = threadIdx.x
    s[t] = 0
    syncthreads()
    for i in range(idx, len(x), gridDim.x * blockDim.x):
        atomicAdd(s, x[i], 1)
    syncthreads()
    atomicAdd(bins, t, s[t])


# last_total : void (float* x, float* parts, int* done, float* out)
def last_total(x, parts, done, out):
    """The last block adds up what the others have left, so that they run one by one."""
    s = shared(float, 64)
    last = shared(bool, 1)
    total = 0.0
    for i in range(idx, len(x), gridDim.x * blockDim.x):
        total += x[i]
    s[threadIdx.x] = total
    syncthreads()
    if threadIdx.x == 0:
        for k in range(1, 64):
            s[0] += s[k]
        parts[blockIdx.x] = s[0]
        threadfence()
        last[0] = atomicAdd(done, 0, 1) == gridDim.x - 1
    syncthreads()
    if last[0] and threadIdx.x == 0:
        for k in range(gridDim.x):
            out[0] += parts[k]


# row_totals : void (float[,] A, float* out)
def row_totals(A, out):
    """Each block has rows of its own, along which its threads go."""
    total = 0.0
    for row in range(blockIdx.x, len(A), gridDim.x):
        for i in range(threadIdx.x, A.shape[1], blockDim.x):
            total += A[row, i]
    atomicAdd(out, 0, total)
