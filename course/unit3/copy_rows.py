SOLUTION = """
from cudapy import gridsize, idx


# copy_rows : void (float[,] A, float[,] B)
def copy_rows(A, B):
    for i in range(idx, A.size, gridsize.x):
        r, c = i // A.shape[1], i % A.shape[1]
        B[r, c] = A[r, c]
"""

WRONG = {
    "thread-per-row": """
from cudapy import gridsize, idx


# copy_rows : void (float[,] A, float[,] B)
def copy_rows(A, B):
    r = idx
    while r < len(A):
        for c in range(A.shape[1]):
            B[r, c] = A[r, c]
        r += gridsize.x
""",
    "axes-exchanged": SOLUTION.replace("i // A.shape[1], i % A.shape[1]", "i // A.shape[0], i % A.shape[0]"),
    "everyone-does-everything": SOLUTION.replace("range(idx, A.size, gridsize.x)", "range(A.size)"),
    "nothing-written": SOLUTION.replace("B[r, c] = A[r, c]", "value = A[r, c]"),
}
