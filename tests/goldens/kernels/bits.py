"""Functions of an integer's bits, and the thread's place in its warp."""


# in_warp : int (int x)
def in_warp(x):
    return x + laneid


# lanes : void (int* I)
def lanes(I):
    I[idx] = laneid
    I[idx] += laneid * 2 + in_warp(3)


# tile_lanes : void (int* I)
def tile_lanes(I):
    I[idy * 100 + idx] = laneid % 4


# block_lanes : void (int* I, int* J)
def block_lanes(I, J):
    s = shared(int, 256)
    s[threadIdx.x * 16 + threadIdx.y] = laneid
    syncthreads()
    I[idy * 100 + idx] = s[laneid]


# lane_strip : void (float* X, float* Y, int n)
def lane_strip(X, Y, n):
    total = 0.0
    for i in range(n):
        total += X[i] * laneid
    Y[idx] = total


# counts : void (int* I, int64* W, bool b)
def counts(I, W, b):
    x = I[idx]
    w = W[idx]
    I[0] = popc(x) + popc(w) + popc(b) + popc(0xffffffff)
    I[1] = clz(x) + clz(w)
    I[2] = ffs(x) + ffs(w)
    I[3] = brev(x)
    W[0] = brev(w)
    W[1] = brev(x) + w
    I[4] = popc(x) % 8
