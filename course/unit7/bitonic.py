SOLUTION = """
from cudapy import idx


# bitonic : void (int* X, int k, int j)
def bitonic(X, k, j):
    partner = idx ^ j
    if partner > idx:
        rises = (idx & k) == 0
        a, b = X[idx], X[partner]
        if rises and a > b or not rises and a < b:
            X[idx] = b
            X[partner] = a
"""

WRONG = {
    "both-partners-swap": SOLUTION.replace("if partner > idx:", "if partner >= 0:"),
    "direction-ignored": SOLUTION.replace("rises and a > b or not rises and a < b", "a > b"),
    "direction-reversed": SOLUTION.replace("(idx & k) == 0", "(idx & k) != 0"),
}
