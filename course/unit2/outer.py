SOLUTION = """
from cudapy import idx, idy


# outer : void (float* U, float* V, float[,] Out)
def outer(U, V, Out):
    if idy < len(U) and idx < len(V):
        Out[idy, idx] = U[idy] * V[idx]
"""

WRONG = {
    "row-and-column-swapped": """
from cudapy import idx, idy


# outer : void (float* U, float* V, float[,] Out)
def outer(U, V, Out):
    if idx < len(U) and idy < len(V):
        Out[idx, idy] = U[idx] * V[idy]
""",
    "guard-forgotten": """
from cudapy import idx, idy


# outer : void (float* U, float* V, float[,] Out)
def outer(U, V, Out):
    if idy < len(U):
        Out[idy, idx] = U[idy] * V[idx]
""",
    "vectors-exchanged": """
from cudapy import idx, idy


# outer : void (float* U, float* V, float[,] Out)
def outer(U, V, Out):
    if idx < len(U) and idy < len(V):
        Out[idy, idx] = U[idx] * V[idy]
""",
}
