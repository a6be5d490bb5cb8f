SOLUTION = """
from cudapy import idx


# pull_back : void (float* X, float* X_bar, float* Y_bar)
def pull_back(X, X_bar, Y_bar):
    change = 0.0
    if idx + 1 < len(X):
        change += 2 * X[idx] * X[idx + 1] * Y_bar[idx]
    if idx > 0:
        change += X[idx - 1] * X[idx - 1] * Y_bar[idx - 1]
    X_bar[idx] += change
"""

WRONG = {
    "scattered-addition": """
from cudapy import idx


# pull_back : void (float* X, float* X_bar, float* Y_bar)
def pull_back(X, X_bar, Y_bar):
    if idx + 1 < len(X):
        X_bar[idx] += 2 * X[idx] * X[idx + 1] * Y_bar[idx]
        X_bar[idx + 1] += X[idx] * X[idx] * Y_bar[idx]
""",
    "one-use-forgotten": """
from cudapy import idx


# pull_back : void (float* X, float* X_bar, float* Y_bar)
def pull_back(X, X_bar, Y_bar):
    if idx + 1 < len(X):
        X_bar[idx] += 2 * X[idx] * X[idx + 1] * Y_bar[idx]
""",
    "square-once": SOLUTION.replace("2 * X[idx]", "X[idx]"),
    "bar-replaced": SOLUTION.replace("X_bar[idx] += change", "X_bar[idx] = change"),
}
