_BEGIN = """
from cudapy import blockIdx, idx, shared, syncthreads, threadIdx


# scan : void (int* X, int* Sums)
def scan(X, Sums):
    tile = shared(int, 256)
    t = threadIdx.x
    tile[t] = X[idx] if idx < len(X) else 0
    syncthreads()
"""

SOLUTION = (
    _BEGIN
    + """
    by = 1
    while by < 256:
        left = tile[t - by] if t >= by else 0
        syncthreads()
        tile[t] += left
        syncthreads()
        by *= 2
    if idx < len(X):
        X[idx] = tile[t - 1] if t > 0 else 0
    if t == 0:
        Sums[blockIdx.x] = tile[255]
"""
)

WRONG = {
    "inclusive-for-exclusive": SOLUTION.replace("tile[t - 1] if t > 0 else 0", "tile[t]"),
    "read-write-same-step": SOLUTION.replace(
        "        left = tile[t - by] if t >= by else 0\n        syncthreads()\n        tile[t] += left\n",
        "        if t >= by:\n            tile[t] += tile[t - by]\n",
    ),
    "missing-barrier": SOLUTION.replace("\n    syncthreads()\n", "\n"),
    "last-element-left-out": SOLUTION.replace(
        "tile[255]", "tile[min(len(X) - blockIdx.x * 256, 256) - 2]"
    ).replace("if t == 0:", "if t == 0 and idx + 1 < len(X):"),
    "too-many-barriers": SOLUTION.replace("        by *= 2", "        syncthreads()\n        by *= 2"),
}
