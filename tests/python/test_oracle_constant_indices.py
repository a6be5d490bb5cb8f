"""A negative index that the kernel itself says counts from the end, however it is said, as in Python."""

import numpy as np
import pytest

import generated
from oracle import Batch

HEAD = """import math

import cudapy as cp
from cudapy import *


@cp.struct
class P:
    x: cp.int32
    y: cp.float32


LAST = -1
STEPS = (-1, 2, -3)


"""

# Lines that give `k` a value made of constants, and how deep what follows is.
SAID = {
    "name": ["k = -1"],
    "annotated": ["k: int64 = -2"],
    "through_a_name": ["j = -1", "k = j"],
    "computed": ["j = 0", "k = j - 1"],
    "computed_twice": ["j = 2", "i = j * 2", "k = 1 - i"],
    "of_the_module": ["k = LAST - 1"],
    "of_a_tuple": ["t = (-1, 2)", "k = t[0]"],
    "unpacked": ["k, j = -2, 1", "k2 = j"],
    "least": ["j = -2", "k = min(j, 1)"],
    "negated": ["j = 3", "k = -j"],
    "inverted": ["j = 0", "k = ~j"],
    "chosen": ["k = -1 if n > 2 else -2"],
    "chosen_sign": ["k = -1 if n > 2 else 1"],
    "cast": ["k = int(-1)"],
    "divided": ["j = -3", "k = j // 2"],
    "of_a_table": ["k = STEPS[n - 3]"],
    "range": ["for k in range(-1, 0):"],
    "range_down": ["for k in range(2, -3, -1):"],
    "range_over_zero": ["for k in range(-2, 2):"],
    "range_to_a_number": ["for k in range(-2, n - 2):"],
    "range_from_a_number": ["for k in range(n - 1, -4, -2):"],
    "range_of_names": ["low = -2", "high = 1", "for k in range(low, high):"],
    "tuple": ["for k in (-1, -2):"],
    "tuple_of_signs": ["for k in (0, -1):"],
    "tuple_with_a_number": ["for k in (n - 2, -1):"],
    "table": ["for k in STEPS:"],
    "enumerate": ["for k, v in enumerate(V, -2):"],
    "nested": ["for i in range(2):", "for k in range(-1, 1):"],
    "computed_in_a_loop": ["for i in range(2):", "k = i - 2"],
    "in_a_branch": ["if n > 1:", "k = -1"],
    "augmented": ["k = 0", "k -= 1"],
    "augmented_sign": ["k = 1", "k *= -1"],
    "counted_down": ["k = 1", "for o in range(3): k -= 1"],
    "counted_while": ["k = 1", "while k > -1: k -= 1"],
    "assigned_twice": ["k = -1", "if n > 5: k = -2"],
    "annotated_twice": ["k: int = -1", "k = -2"],
    "in_both_branches": ["if n > 5: k = -2", "else: k = -1"],
    "zero_at_first": ["k = 0", "if n > 2: k = -1"],
    "not_found": ["k = -1", "for o in range(n): k = o if o > 5 else k"],
    "number_at_first": ["k = n", "if n > 2: k = -2"],
    "swapped": ["k, j = 1, -2", "k, j = j, k"],
    "chained": ["k = j = -1"],
    "copied": ["j = 1", "j = -2", "k = j"],
    "and": ["k = n and -1"],
    "or_a_number": ["k = -2 if n > 2 else n"],
    "least_with_a_number": ["k = min(n, -1)"],
    "magnitude": ["j = -2", "k = -abs(j)"],
    "length": ["k = -len((1, 2))"],
    "rounded": ["k = round(-1.2)"],
    "floored": ["k = math.floor(-1.5)"],
    "cast_float": ["k = int(-1.5)"],
    "chosen_of_a_tuple": ["t = (-1, -2)", "k = t[n - 3]"],
    "tuple_assigned_twice": ["t = (0, -1)", "t = (t[1], t[0])", "k = t[0]"],
    "nested_tuple": ["t = ((1, -1), 2)", "k = t[0][1]"],
    "before_it_is_assigned": ["for o in range(2):", "    if o == 1: R[0] += X[k]", "    k = -1"],
    "through_a_loop": ["j = 2", "for o in range(2):", "    i = j - 3", "    j = 1", "k = i"],
}

USES = [
    "R[0] = R[0] * 3 + X[k]", "R[1] = R[1] * 3 + X[k - 1]", "R[2] = R[2] * 3 + M[k][0]",
    "R[3] = R[3] * 3 + M[k, k]",
    "R[4] = R[4] * 3 + M[1, k]", "R[5] = R[5] * 3 + len(M[k]) + len(L[k])", "R[6] = R[6] * 3 + X[1:6][k]",
    "R[7] = R[7] * 3 + M[:, 1][k]",
    "R[8] = R[8] * 3 + L[k][0]", "R[9] = R[9] * 3 + L[1][k]", "R[10] = R[10] * 3 + own[k]",
    "R[11] = R[11] * 3 + STEPS[k]",
    "R[12] = R[12] * 3 + X[min(k, 5)]", "R[13] = R[13] * 3 + X[k:][0]", "R[14] = R[14] * 3 + B[k].x",
    "row = M[k]", "R[15] = row[k]",
    "Y[k] = int(70 + k)", "Y[k - 1] += 100", "N[k, k] = 80", "atomicAdd(Z, k, 30)", "own[k] = 90",
    "R[16] = R[16] * 3 + own[4] + own[3] * 2", "B[k].x += 2",
]  # fmt: skip


def kernel(said):
    """A kernel in which `k` is said in one way, and used in all."""
    lines, depth = ["own = local(int, 5)", "for o in range(5):", "    own[o] = o * 10"], 0
    for line in SAID[said]:
        lines.append(line if line.startswith("    ") else "    " * depth + line)
        depth += line.endswith(":")
    lines += ["    " * depth + use for use in USES]
    body = "\n".join("    " + line for line in lines)
    signature = "int* X, int[,] M, int** L, int n, int* V, int* Y, int[,] N, int* Z, P* B, int* R"
    return f"# k_{said} : void ({signature})\ndef k_{said}(X, M, L, n, V, Y, N, Z, B, R):\n{body}\n\n\n"


def arguments(structs):
    def numbers(first, count):
        return np.arange(first, first + count, dtype=np.int32)

    L = [[1, 2, 3, 4], [5, 6, 7, 8, 9], [10, 11, 12, 13], [14, 15, 16, 17]]
    X, Y, Z = numbers(10, 7), numbers(30, 7), numbers(50, 7)
    return [
        X,
        numbers(20, 20).reshape(5, 4),
        L,
        3,
        numbers(0, 3),
        Y,
        numbers(70, 20).reshape(5, 4),
        Z,
        np.zeros(4, structs),
        numbers(0, 17) * 0,
    ]


@pytest.mark.parametrize("checked", [False, True], ids=["plain", "checked"])
def test_negative_constants_count_from_the_end(checked):
    module = generated.module(HEAD + "".join(kernel(said) for said in SAID))
    kernels = [getattr(module, f"k_{said}") for said in SAID]
    batch = Batch(*kernels, checked=checked or None)
    for each in kernels:
        batch.check(each, 1, *arguments(module.P.dtype))
