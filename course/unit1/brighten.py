SOLUTION = """
from cudapy import idx


# brighten : void (float* X, float by)
def brighten(X, by):
    X[idx] += by
"""

WRONG = {
    "everyone-does-everything": """
# brighten : void (float* X, float by)
def brighten(X, by):
    for i in range(len(X)):
        X[i] += by
""",
    "old-value-forgotten": """
from cudapy import idx


# brighten : void (float* X, float by)
def brighten(X, by):
    X[idx] = by
""",
    "out-of-bounds": """
from cudapy import idx


# brighten : void (float* X, float by)
def brighten(X, by):
    X[idx + 1] += by
""",
    "lost-update": """
from cudapy import idx


# brighten : void (float* X, float by)
def brighten(X, by):
    X[idx // 2] += by
""",
}
