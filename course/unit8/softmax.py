SOLUTION = """
import math

from cudapy import blockIdx, shared, syncthreads, threadIdx


# softmax : void (float[,] A, float[,] Out)
def softmax(A, Out):
    tile = shared(float, 128)
    t, r = threadIdx.x, blockIdx.x
    largest = -math.inf
    for c in range(t, A.shape[1], 128):
        largest = max(largest, A[r, c])
    tile[t] = largest
    syncthreads()
    half = 64
    while half > 0:
        if t < half:
            tile[t] = max(tile[t], tile[t + half])
        syncthreads()
        half //= 2
    largest = tile[0]
    syncthreads()
    total = 0.0
    for c in range(t, A.shape[1], 128):
        total += math.exp(A[r, c] - largest)
    tile[t] = total
    syncthreads()
    half = 64
    while half > 0:
        if t < half:
            tile[t] += tile[t + half]
        syncthreads()
        half //= 2
    total = tile[0]
    for c in range(t, A.shape[1], 128):
        Out[r, c] = math.exp(A[r, c] - largest) / total
"""

WRONG = {
    "overflow": SOLUTION.replace("math.exp(A[r, c] - largest)", "math.exp(A[r, c])"),
    "sum-before-max": SOLUTION.replace("    largest = tile[0]\n", "").replace(
        "    total = 0.0\n", "    total = 0.0\n    if largest == -math.inf:\n        largest = 0.0\n"
    ),
    "missing-barrier": SOLUTION.replace(
        "    largest = tile[0]\n    syncthreads()\n", "    largest = tile[0]\n"
    ),
    "division-forgotten": SOLUTION.replace(" / total", ""),
    "too-many-loads": SOLUTION.replace(
        "    tile[t] = largest\n",
        "    for c in range(t, A.shape[1], 128):\n"
        "        largest = max(largest, A[r, c])\n"
        "    tile[t] = largest\n",
    ),
}
