import cudapy as cp
from cudapy import atomicAdd, idx, shared, syncthreads, threadIdx

BLOCK = 256


@cp.kernel("void (float* X, float* S)")
def total(X, S):
    part = shared(cp.float32, BLOCK)
    part[threadIdx.x] = X[idx] if idx < len(X) else 0.0
    syncthreads()
    half = BLOCK // 2
    while half > 0:
        if threadIdx.x < half:
            part[threadIdx.x] += part[threadIdx.x + half]
        syncthreads()
        half //= 2
    if threadIdx.x == 0:
        atomicAdd(S, 0, part[0])
