_IMPORTS = """
from cudapy import blockIdx, idx, shared, syncthreads, threadIdx

"""

SOLUTION = (
    _IMPORTS
    + """
# flip_block : void (int* X)
def flip_block(X):
    tile = shared(int, 64)
    here = min(64, len(X) - blockIdx.x * 64)
    t = threadIdx.x
    if idx < len(X):
        tile[t] = X[idx]
    syncthreads()
    if idx < len(X):
        X[idx] = tile[here - 1 - t]
"""
)

WRONG = {
    "missing-barrier": SOLUTION.replace("    syncthreads()\n", ""),
    "divergent-barrier": _IMPORTS
    + """
# flip_block : void (int* X)
def flip_block(X):
    tile = shared(int, 64)
    here = min(64, len(X) - blockIdx.x * 64)
    t = threadIdx.x
    if idx < len(X):
        tile[t] = X[idx]
        syncthreads()
        X[idx] = tile[here - 1 - t]
""",
    "ragged-end": SOLUTION.replace("here - 1 - t", "63 - t"),
    "no-tile": _IMPORTS
    + """
# flip_block : void (int* X)
def flip_block(X):
    here = min(64, len(X) - blockIdx.x * 64)
    if idx < len(X):
        X[idx] = X[blockIdx.x * 64 + here - 1 - threadIdx.x]
""",
}
