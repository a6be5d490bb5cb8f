SOLUTION = """
from cudapy import atomicAdd, gridsize, idx, shared, syncthreads, threadIdx


# census : void (uint8* X, int* H)
def census(X, H):
    bins = shared(int, 256)
    t = threadIdx.x
    bins[t] = 0
    syncthreads()
    for i in range(idx, len(X), gridsize.x):
        atomicAdd(bins, X[i], 1)
    syncthreads()
    atomicAdd(H, t, bins[t])
"""

WRONG = {
    "all-global": """
from cudapy import atomicAdd, gridsize, idx


# census : void (uint8* X, int* H)
def census(X, H):
    for i in range(idx, len(X), gridsize.x):
        atomicAdd(H, X[i], 1)
""",
    "bins-not-cleared": SOLUTION.replace("    bins[t] = 0\n", ""),
    "missing-barrier": SOLUTION.replace("    bins[t] = 0\n    syncthreads()\n", "    bins[t] = 0\n"),
    "lost-update": SOLUTION.replace("atomicAdd(H, t, bins[t])", "H[t] += bins[t]"),
    "blocks-overwrite": SOLUTION.replace("atomicAdd(H, t, bins[t])", "H[t] = bins[t]"),
    "first-elements-only": SOLUTION.replace(
        "for i in range(idx, len(X), gridsize.x):\n        atomicAdd(bins, X[i], 1)",
        "if idx < len(X):\n        atomicAdd(bins, X[idx], 1)",
    ),
}
