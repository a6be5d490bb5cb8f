SOLUTION = """
from cudapy import idx, shared, syncthreads, threadIdx


# mend_barrier : void (float* X, int n)
def mend_barrier(X, n):
    tile = shared(float, 64)
    t = threadIdx.x
    if idx < n:
        tile[t] = X[idx]
    syncthreads()
    if idx < n and t > 0:
        X[idx] = tile[t] + tile[t - 1]
"""

WRONG = {
    "divergent-barrier": """
from cudapy import idx, shared, syncthreads, threadIdx


# mend_barrier : void (float* X, int n)
def mend_barrier(X, n):
    tile = shared(float, 64)
    t = threadIdx.x
    if idx < n:
        tile[t] = X[idx]
        syncthreads()
    if idx < n and t > 0:
        X[idx] = tile[t] + tile[t - 1]
""",
    "missing-barrier": SOLUTION.replace("    syncthreads()\n", ""),
    "guard-dropped": """
from cudapy import idx, shared, syncthreads, threadIdx


# mend_barrier : void (float* X, int n)
def mend_barrier(X, n):
    tile = shared(float, 64)
    t = threadIdx.x
    tile[t] = X[idx]
    syncthreads()
    if t > 0:
        X[idx] = tile[t] + tile[t - 1]
""",
    "too-many-barriers": SOLUTION.replace("    syncthreads()\n", "    syncthreads()\n    syncthreads()\n"),
}
