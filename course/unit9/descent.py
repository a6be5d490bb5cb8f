SOLUTION = """
import math

from cudapy import idx


# descent : void (float* T, float[,] Y, float* K, int steps)
def descent(T, Y, K, steps):
    k = K[idx]
    for step in range(steps):
        slope = 0.0
        for j in range(len(T)):
            power = math.exp(-k * T[j])
            slope += 2 * (power - Y[j, idx]) * power * -T[j]
        k -= slope / len(T)
    K[idx] = k
"""

WRONG = {
    "uphill": SOLUTION.replace("k -= slope", "k += slope"),
    "inner-derivative": SOLUTION.replace(" * power * -T[j]", " * power"),
    "outer-derivative": SOLUTION.replace("slope += 2 * ", "slope += "),
    "sum-for-mean": SOLUTION.replace("slope / len(T)", "slope"),
    "slope-kept": SOLUTION.replace("        slope = 0.0\n", "").replace(
        "    k = K[idx]\n", "    k = K[idx]\n    slope = 0.0\n"
    ),
}
