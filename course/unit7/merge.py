SOLUTION = """
from cudapy import idx


# before : int (int* X, int value, bool with_equal)
def before(X, value, with_equal):
    low, high = 0, len(X)
    while low < high:
        middle = (low + high) // 2
        if X[middle] < value or with_equal and X[middle] == value:
            low = middle + 1
        else:
            high = middle
    return low


# merge : void (int* A, int* B, int* Out)
def merge(A, B, Out):
    if idx < len(A):
        Out[idx + before(B, A[idx], False)] = A[idx]
    else:
        j = idx - len(A)
        Out[j + before(A, B[j], True)] = B[j]
"""

WRONG = {
    "ties-collide": SOLUTION.replace("B[j], True", "B[j], False"),
    "own-index-forgotten": SOLUTION.replace("idx + before", "before").replace("j + before", "before"),
    "b-left-out": SOLUTION.replace("        Out[j + before(A, B[j], True)] = B[j]\n", ""),
    "linear-search": """
from cudapy import idx


# before : int (int* X, int value, bool with_equal)
def before(X, value, with_equal):
    count = 0
    for x in X:
        if x < value or with_equal and x == value:
            count += 1
    return count


# merge : void (int* A, int* B, int* Out)
def merge(A, B, Out):
    if idx < len(A):
        Out[idx + before(B, A[idx], False)] = A[idx]
    else:
        j = idx - len(A)
        Out[j + before(A, B[j], True)] = B[j]
""",
}
