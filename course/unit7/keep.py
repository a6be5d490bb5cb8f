SOLUTION = """
from cudapy import idx


# keep : void (int* X, int* Place, int* Out)
def keep(X, Place, Out):
    if X[idx] > 0:
        Out[Place[idx]] = X[idx]
"""

WRONG = {
    "order-by-atomic": """
from cudapy import atomicAdd, idx


# keep : void (int* X, int* Place, int* Out)
def keep(X, Place, Out):
    if X[idx] > 0:
        Out[atomicAdd(Place, 0, 1)] = X[idx]
""",
    "gaps-left": SOLUTION.replace("Out[Place[idx]]", "Out[idx]"),
    "condition-forgotten": SOLUTION.replace("if X[idx] > 0:", "if Place[idx] < len(Out):"),
    "nothing-written": SOLUTION.replace("X[idx] > 0", "X[idx] > 1000"),
}
