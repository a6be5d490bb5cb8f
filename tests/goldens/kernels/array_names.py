# Names that stand for one array and later for another.


# scan : void (float* X, float* sums)
def scan(X, sums):
    src = shared(float, 256)
    dst = shared(float, 256)
    t = threadIdx.x
    src[t] = X[idx] if idx < len(X) else 0.0
    syncthreads()
    step = 1
    while step < blockDim.x:
        dst[t] = src[t] + (src[t - step] if t >= step else 0.0)
        src, dst = dst, src  # what was written is read next
        syncthreads()
        step *= 2
    if idx < len(sums):
        sums[idx] = src[t]


# relax : void (float* src, float* dst, int steps)
def relax(src, dst, steps):
    for step in range(steps):
        for i in range(1, len(src) - 1):
            dst[i] = 0.5 * (src[i - 1] + src[i + 1])
        src, dst = dst, src


# rows : void (float[,] A, float[,] B, int steps)
def rows(A, B, steps):
    relax(A[idx], B[idx], steps)


# rest : float (float* X)
def rest(X):
    acc = 0.0
    while len(X) > 0:
        acc += X[0]
        X = X[2:]
    return acc


# parts : void (float[,] A, float[,,] T, float* X, float* out)
def parts(A, T, X, out):
    part = A[idx]
    out[idx] = rest(part)
    part = X[1:]  # of another array
    out[idx] += rest(part) + len(part)
    part = A[:, 0]  # with gaps
    out[idx] += rest(part) + part[-1]
    plane = A
    for row in plane:
        plane = T[0]
        out[idx] += row[0]
    for x in plane[1]:
        plane = A
        out[idx] += x


# best : void (float* X, float* Y, float* out, int mode)
def best(X, Y, out, mode):
    chosen = X if mode == 0 else Y
    out[idx] = chosen[idx] * len(chosen)
    into = out
    if mode > 1:
        into = out[1:] if mode > 2 else X
    into[idx] += 1.0
    before = into = Y  # two names
    into[idx] = before[idx + 1]


# histogram : void (int* X, int* counts)
def histogram(X, counts):
    mine = shared(int, 32)
    if threadIdx.x < 32:
        mine[threadIdx.x] = 0
    syncthreads()
    target = mine if X[idx] < 32 else counts
    atomicAdd(target, X[idx], 1)
    syncthreads()
    if threadIdx.x < 32:
        atomicAdd(counts, threadIdx.x, mine[threadIdx.x])


# private : void (int* X, int* out, int n)
def private(X, out, n):
    now = local(int, 4)
    later = local(int, 4)
    all = shared(int, 256)
    now[0] = X[idx]
    later[0] = 0
    for step in range(n):
        all[threadIdx.x] = now[0]
        syncthreads()
        if all[0] > X[idx]:  # some threads swap, others do not
            now, later = later, now
        syncthreads()
    out[idx] = now[0] - later[0]
