SOLUTION = """
from cudapy import idx, idy, shared, syncthreads, threadIdx


# matmul_tiled : void (float[,] A, float[,] B, float[,] C)
def matmul_tiled(A, B, C):
    a = shared(float, (16, 16))
    b = shared(float, (16, 16))
    x, y = threadIdx.x, threadIdx.y
    total = 0.0
    for first in range(0, A.shape[1], 16):
        a[y, x] = A[idy, first + x] if idy < A.shape[0] and first + x < A.shape[1] else 0.0
        b[y, x] = B[first + y, idx] if first + y < B.shape[0] and idx < B.shape[1] else 0.0
        syncthreads()
        for k in range(16):
            total += a[y, k] * b[k, x]
        syncthreads()
    if idy < C.shape[0] and idx < C.shape[1]:
        C[idy, idx] = total
"""

WRONG = {
    "one-barrier-loop": SOLUTION.replace(
        "            total += a[y, k] * b[k, x]\n        syncthreads()\n",
        "            total += a[y, k] * b[k, x]\n",
    ),
    "missing-barrier": SOLUTION.replace("        syncthreads()\n", ""),
    "ragged-tile": SOLUTION.replace(" and first + x < A.shape[1] else", " else"),
    "no-tile": """
from cudapy import idx, idy


# matmul_tiled : void (float[,] A, float[,] B, float[,] C)
def matmul_tiled(A, B, C):
    if idy < C.shape[0] and idx < C.shape[1]:
        total = 0.0
        for k in range(A.shape[1]):
            total += A[idy, k] * B[k, idx]
        C[idy, idx] = total
""",
}
