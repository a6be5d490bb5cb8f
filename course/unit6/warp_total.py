SOLUTION = """
from cudapy import atomicAdd, idx, shfl_down_sync, threadIdx


# warp_total : void (float* X, float* S)
def warp_total(X, S):
    value = X[idx] if idx < len(X) else 0.0
    by = 16
    while by > 0:
        value += shfl_down_sync(0xFFFFFFFF, value, by)
        by //= 2
    if threadIdx.x % 32 == 0:
        atomicAdd(S, 0, value)
"""

WRONG = {
    "lanes-left-out": """
from cudapy import atomicAdd, idx, shfl_down_sync, threadIdx


# warp_total : void (float* X, float* S)
def warp_total(X, S):
    if idx < len(X):
        value = X[idx]
        by = 16
        while by > 0:
            value += shfl_down_sync(0xFFFFFFFF, value, by)
            by //= 2
        if threadIdx.x % 32 == 0:
            atomicAdd(S, 0, value)
""",
    "everyone-adds": SOLUTION.replace("    if threadIdx.x % 32 == 0:\n        atomicAdd", "    atomicAdd"),
    "first-lanes-only": SOLUTION.replace("while by > 0", "while by > 16"),
    "all-global": """
from cudapy import atomicAdd, idx


# warp_total : void (float* X, float* S)
def warp_total(X, S):
    atomicAdd(S, 0, X[idx])
""",
    "shared-memory-used": """
from cudapy import atomicAdd, idx, shared, syncthreads, threadIdx


# warp_total : void (float* X, float* S)
def warp_total(X, S):
    tile = shared(float, 64)
    t = threadIdx.x
    tile[t] = X[idx] if idx < len(X) else 0.0
    syncthreads()
    if t % 32 == 0:
        value = 0.0
        for k in range(32):
            value += tile[t + k]
        atomicAdd(S, 0, value)
""",
}
