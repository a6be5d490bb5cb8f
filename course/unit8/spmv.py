SOLUTION = """
from cudapy import idx, shfl_down_sync


# spmv : void (int* Start, int* Col, float* Val, float* X, float* Y)
def spmv(Start, Col, Val, X, Y):
    row, lane = idx // 32, idx % 32
    total = 0.0
    if row < len(Y):
        for k in range(Start[row] + lane, Start[row + 1], 32):
            total += Val[k] * X[Col[k]]
    by = 16
    while by > 0:
        total += shfl_down_sync(0xFFFFFFFF, total, by)
        by //= 2
    if lane == 0 and row < len(Y):
        Y[row] = total
"""

WRONG = {
    "thread-per-long-row": """
from cudapy import idx


# spmv : void (int* Start, int* Col, float* Val, float* X, float* Y)
def spmv(Start, Col, Val, X, Y):
    row = idx
    if row < len(Y):
        total = 0.0
        k = Start[row]
        while k < Start[row + 1]:
            total += Val[k] * X[Col[k]]
            k += 1
        Y[row] = total
""",
    "row-end-missed": SOLUTION.replace("Start[row + 1], 32", "Start[row + 1] + 1, 32"),
    "column-forgotten": SOLUTION.replace("X[Col[k]]", "X[k % len(X)]"),
    "lanes-not-added": SOLUTION.replace("while by > 0", "while by > 16"),
}
