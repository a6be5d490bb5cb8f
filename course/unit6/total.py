_BEGIN = """
from cudapy import atomicAdd, idx, shared, syncthreads, threadIdx


# total : void (float* X, float* S)
def total(X, S):
    tile = shared(float, 128)
    t = threadIdx.x
    tile[t] = X[idx] if idx < len(X) else 0.0
    syncthreads()
"""
_END = """
    if t == 0:
        atomicAdd(S, 0, tile[0])
"""

SOLUTION = (
    _BEGIN
    + """
    half = 64
    while half > 0:
        if t < half:
            tile[t] += tile[t + half]
        syncthreads()
        half //= 2
"""
    + _END
)

WRONG = {
    "modulo-tree": _BEGIN
    + """
    step = 1
    while step < 128:
        if t % (2 * step) == 0:
            tile[t] += tile[t + step]
        syncthreads()
        step *= 2
"""
    + _END,
    "strided-tree": _BEGIN
    + """
    step = 1
    while step < 128:
        i = 2 * step * t
        if i < 128:
            tile[i] += tile[i + step]
        syncthreads()
        step *= 2
"""
    + _END,
    "all-global": """
from cudapy import atomicAdd, idx


# total : void (float* X, float* S)
def total(X, S):
    atomicAdd(S, 0, X[idx])
""",
    "missing-barrier": SOLUTION.replace("        syncthreads()\n", ""),
    "lost-update": SOLUTION.replace("atomicAdd(S, 0, tile[0])", "S[0] += tile[0]"),
    "blocks-overwrite": SOLUTION.replace("atomicAdd(S, 0, tile[0])", "S[0] = tile[0]"),
}
