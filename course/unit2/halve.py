SOLUTION = """
from cudapy import gridsize, idx


# halve : void (float* X)
def halve(X):
    for i in range(idx, len(X), gridsize.x):
        X[i] /= 2
"""

WRONG = {
    "one-chunk-each": """
from cudapy import gridsize, idx


# halve : void (float* X)
def halve(X):
    each = (len(X) + gridsize.x - 1) // gridsize.x
    for i in range(idx * each, min(len(X), (idx + 1) * each)):
        X[i] /= 2
""",
    "everyone-does-everything": """
# halve : void (float* X)
def halve(X):
    for i in range(len(X)):
        X[i] /= 2
""",
    "block-for-grid": """
from cudapy import blockDim, threadIdx


# halve : void (float* X)
def halve(X):
    for i in range(threadIdx.x, len(X), blockDim.x):
        X[i] /= 2
""",
    "first-elements-only": """
from cudapy import idx


# halve : void (float* X)
def halve(X):
    if idx < len(X):
        X[idx] /= 2
""",
}
