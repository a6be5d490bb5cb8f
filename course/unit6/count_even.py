SOLUTION = """
from cudapy import atomicAdd, idx


# count_even : void (int* X, int* N)
def count_even(X, N):
    if X[idx] % 2 == 0:
        atomicAdd(N, 0, 1)
"""

WRONG = {
    "lost-update": SOLUTION.replace("atomicAdd(N, 0, 1)", "N[0] += 1"),
    "odd-for-even": SOLUTION.replace("== 0", "!= 0"),
    "condition-forgotten": SOLUTION.replace("X[idx] % 2 == 0", "X[idx] % 2 < 2"),
    "two-writers": SOLUTION.replace("atomicAdd(N, 0, 1)", "N[0] = 1"),
}
