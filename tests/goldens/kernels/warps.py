"""What the threads of a warp do together."""

import cudapy as cp


# warp_sum : float (float v)
def warp_sum(v):
    offset = 16
    while offset > 0:
        v += shfl_down_sync(0xffffffff, v, offset)
        offset //= 2
    return v


# block_sum : void (float* X, float* sums)
def block_sum(X, sums):
    """Sums of warps, then the sum of these by the first warp."""
    partial = shared(float, 32)
    v = 0.0
    i = idx
    while i < len(X):
        v += X[i]
        i += blockDim.x * gridDim.x
    v = warp_sum(v)
    warp = threadIdx.x // 32
    if laneid == 0:
        partial[warp] = v
    syncthreads()
    if warp == 0:
        v = partial[laneid] if laneid < blockDim.x // 32 else 0.0
        v = warp_sum(v)
        if laneid == 0:
            sums[blockIdx.x] = v


# compact : void (int* X, int* out, int* count)
def compact(X, out, count):
    wanted = idx < len(X) and X[idx] > 0
    votes = ballot_sync(0xffffffff, wanted)
    before = popc(votes & ((cp.uint32(1) << laneid) - 1))
    first = 0
    if laneid == 0 and votes != 0:
        first = atomicAdd(count, 0, popc(votes))
    first = shfl_sync(0xffffffff, first, 0)
    if wanted:
        out[first + before] = X[idx]


# scan : void (int* X, int width)
def scan(X, width):
    v = X[idx]
    offset = 1
    while offset < 32:
        other = shfl_up_sync(0xffffffff, v, offset)
        if laneid >= offset:
            v += other
        offset *= 2
    X[idx] = v + shfl_xor_sync(0xffffffff, v, 1, 8) + shfl_sync(0xffffffff, v, 3, width)


# votes : void (int* X, int64* W, float* F)
def votes(X, W, F):
    x = X[idx]
    if all_sync(0xffffffff, x > 0) or idx < 5:
        X[idx] = 1
    while any_sync(0xffffffff, x > 0):
        x -= laneid
    syncwarp()
    W[idx] = activemask() + ballot_sync(0xffffffff, x < 0)
    X[idx] = reduce_add_sync(0xffffffff, x) + reduce_min_sync(0xffffffff, x) + reduce_or_sync(0xffffffff, x)
    F[idx] = reduce_max_sync(0xffffffff, F[idx])


# matches : void (int* X, int64* W, double* D, half* H, bool* B, uint32* out)
def matches(X, W, D, H, B, out):
    """Threads whose values are the same."""
    same = match_any_sync(0xffffffff, X[idx])
    if lanemask_lt() & same == 0:
        atomicAdd(X, 0, popc(same))
    out[idx] = match_any_sync(0xffffffff, W[idx]) ^ match_any_sync(0xffffffff, D[idx])
    out[idx] ^= match_any_sync(0xffffffff, H[idx]) ^ match_any_sync(0xffffffff, B[idx])
    if laneid < 16:
        out[idx] ^= match_any_sync(0xffff, laneid // 3)
    out[idx] ^= match_any_sync(same, idx % 2)


# parts : void (int* X, int n)
def parts(X, n):
    """Some threads of a warp, by masks."""
    if idx >= n:
        return
    x = X[idx]
    if laneid < 16:
        x = shfl_sync(0xffff, x, 3)
        syncwarp(0xffff)
    else:
        x = shfl_xor_sync(0xffff0000, x, 1)
    mask = 0xff << laneid // 8 * 8
    X[idx] = x + reduce_add_sync(mask, x)


# rounds : void (int* X)
def rounds(X):
    """Threads leave a loop one by one."""
    n = X[idx] % 8
    total = 0
    for i in range(n):
        if i == 5:
            continue
        alive = activemask()
        total += popc(alive)
        if total > 100:
            break
    X[idx] = total
