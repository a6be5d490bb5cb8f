_IMPORTS = """
from cudapy import blockIdx, idx, idy, shared, syncthreads, threadIdx

"""

SOLUTION = (
    _IMPORTS
    + """
# transpose : void (float[,] A, float[,] B)
def transpose(A, B):
    tile = shared(float, (32, 33))
    x, y = threadIdx.x, threadIdx.y
    if idy < A.shape[0] and idx < A.shape[1]:
        tile[y, x] = A[idy, idx]
    syncthreads()
    r = blockIdx.x * 32 + y
    c = blockIdx.y * 32 + x
    if r < B.shape[0] and c < B.shape[1]:
        B[r, c] = tile[x, y]
"""
)

WRONG = {
    "column-of-tile": SOLUTION.replace("(32, 33)", "(32, 32)"),
    "missing-barrier": SOLUTION.replace("    syncthreads()\n", ""),
    "scattered-store": _IMPORTS
    + """
# transpose : void (float[,] A, float[,] B)
def transpose(A, B):
    if idx < A.shape[1] and idy < A.shape[0]:
        B[idx, idy] = A[idy, idx]
""",
    "scattered-load": _IMPORTS
    + """
# transpose : void (float[,] A, float[,] B)
def transpose(A, B):
    r = blockIdx.x * 32 + threadIdx.y
    c = blockIdx.y * 32 + threadIdx.x
    if r < B.shape[0] and c < B.shape[1]:
        B[r, c] = A[c, r]
""",
    "tile-not-moved": SOLUTION.replace("r = blockIdx.x * 32 + y", "r = idy").replace(
        "c = blockIdx.y * 32 + x", "c = idx"
    ),
}
