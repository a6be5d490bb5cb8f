SOLUTION = """
from cudapy import idx, idy


# matmul : void (float[,] A, float[,] B, float[,] C)
def matmul(A, B, C):
    if idy < C.shape[0] and idx < C.shape[1]:
        total = 0.0
        for k in range(A.shape[1]):
            total += A[idy, k] * B[k, idx]
        C[idy, idx] = total
"""

WRONG = {
    "column-walk": """
from cudapy import idx, idy


# matmul : void (float[,] A, float[,] B, float[,] C)
def matmul(A, B, C):
    if idx < C.shape[0] and idy < C.shape[1]:
        total = 0.0
        for k in range(A.shape[1]):
            total += A[idx, k] * B[k, idy]
        C[idx, idy] = total
""",
    "b-turned": SOLUTION.replace("B[k, idx]", "B[idx % len(B), k % B.shape[1]]"),
    "last-product-only": SOLUTION.replace("total += A", "total = A"),
    "guard-forgotten": SOLUTION.replace("idy < C.shape[0] and idx < C.shape[1]", "idy < C.shape[0]"),
}
