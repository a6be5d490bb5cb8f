_IMPORTS = """
from cudapy import blockIdx, idx, shared, syncthreads, threadIdx

"""

SOLUTION = (
    _IMPORTS
    + """
# window : void (float* In, float* Out)
def window(In, Out):
    tile = shared(float, 136)
    t = threadIdx.x
    first = blockIdx.x * 128 - 4
    for k in range(t, 136, 128):
        i = first + k
        tile[k] = In[i] if 0 <= i < len(In) else 0.0
    syncthreads()
    if idx < len(Out):
        total = 0.0
        for k in range(9):
            total += tile[t + k]
        Out[idx] = total / 9
"""
)

WRONG = {
    "halo-forgotten": _IMPORTS
    + """
# window : void (float* In, float* Out)
def window(In, Out):
    tile = shared(float, 136)
    t = threadIdx.x
    tile[t + 4] = In[idx] if idx < len(In) else 0.0
    if t < 4:
        tile[t] = 0.0
        tile[t + 132] = 0.0
    syncthreads()
    if idx < len(Out):
        total = 0.0
        for k in range(9):
            total += tile[t + k]
        Out[idx] = total / 9
""",
    "no-tile": _IMPORTS
    + """
# window : void (float* In, float* Out)
def window(In, Out):
    total = 0.0
    for i in range(max(idx - 4, 0), min(idx + 5, len(In))):
        total += In[i]
    Out[idx] = total / 9
""",
    "edge-out-of-bounds": SOLUTION.replace(
        "In[i] if 0 <= i < len(In) else 0.0", "In[i] if i < len(In) else 0.0"
    ),
    "missing-barrier": SOLUTION.replace("    syncthreads()\n", ""),
}
