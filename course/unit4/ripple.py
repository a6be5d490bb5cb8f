_BEGIN = """
from cudapy import idx, shared, syncthreads, threadIdx


# ripple : void (int* X)
def ripple(X):
    tile = shared(int, 64)
    t = threadIdx.x
    tile[t] = X[idx] if idx < len(X) else 0
"""
_END = """
    if idx < len(X):
        X[idx] = tile[t]
"""

SOLUTION = (
    _BEGIN
    + """
    syncthreads()
    by = 1
    while by < 64:
        left = tile[t - by] if t >= by else 0
        syncthreads()
        tile[t] += left
        syncthreads()
        by *= 2
"""
    + _END
)

WRONG = {
    "read-write-same-step": _BEGIN
    + """
    syncthreads()
    by = 1
    while by < 64:
        if t >= by:
            tile[t] += tile[t - by]
        syncthreads()
        by *= 2
"""
    + _END,
    "missing-barrier": SOLUTION.replace("\n    syncthreads()\n", "\n"),
    "exclusive-for-inclusive": SOLUTION.replace("X[idx] = tile[t]", "X[idx] = tile[t - 1] if t > 0 else 0"),
    "one-step-only": SOLUTION.replace("while by < 64", "while by < 2"),
    "too-many-barriers": SOLUTION.replace("        by *= 2", "        syncthreads()\n        by *= 2"),
}
