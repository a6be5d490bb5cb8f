SOLUTION = """
from cudapy import idx

RATE = 0.1


# heat : void (float* T, float* Out)
def heat(T, Out):
    if 0 < idx < len(T) - 1:
        Out[idx] = T[idx] + RATE * (T[idx - 1] - 2 * T[idx] + T[idx + 1])
    else:
        Out[idx] = T[idx]
"""

WRONG = {
    "double-by-accident": SOLUTION.replace("RATE * ", "double(RATE) * "),
    "edge-out-of-bounds": SOLUTION.replace("0 < idx < len(T) - 1", "0 < idx < len(T)"),
    "in-place-stencil": SOLUTION.replace(
        "        Out[idx] = T[idx] + RATE", "        T[idx] = T[idx] + RATE"
    ),
    "edges-left-out": SOLUTION.replace("    else:\n        Out[idx] = T[idx]\n", ""),
}
