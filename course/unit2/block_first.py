SOLUTION = """
from cudapy import blockIdx, idx, threadIdx


# block_first : void (int* X, int* First)
def block_first(X, First):
    if threadIdx.x == 0:
        First[blockIdx.x] = X[idx]
"""

WRONG = {
    "local-for-global-index": """
from cudapy import blockIdx, threadIdx


# block_first : void (int* X, int* First)
def block_first(X, First):
    if threadIdx.x == 0:
        First[blockIdx.x] = X[threadIdx.x]
""",
    "first-block-only": """
from cudapy import blockIdx, idx


# block_first : void (int* X, int* First)
def block_first(X, First):
    if idx == 0:
        First[blockIdx.x] = X[idx]
""",
    "block-number-for-index": """
from cudapy import blockIdx, idx, threadIdx


# block_first : void (int* X, int* First)
def block_first(X, First):
    if threadIdx.x == 0:
        First[blockIdx.x] = X[blockIdx.x]
""",
    "everyone-writes": """
from cudapy import blockIdx, idx


# block_first : void (int* X, int* First)
def block_first(X, First):
    First[blockIdx.x] = X[idx]
""",
}
