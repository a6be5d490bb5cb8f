"""Slices whose bounds and steps have any integer type: a large unsigned number is no negative one."""

import itertools

import numpy as np
import pytest

import generated
from oracle import Batch

TYPES = ["int8", "uint8", "int32", "uint32", "int64", "uint64"]
PARTS = [
    "X[a:]",
    "X[:b]",
    "X[a:b]",
    "X[a:b:2]",
    "M[1, a:b]",
    "L[1][a:b]",
    "X[1:][a:b]",
    "X[a + c:b - c]",
    "X[int(a):int(b % 9)]",
]
STEPS = ["X[::c]", "X[a::c]", "X[:b:c]"]


def text_of(kind):
    lines = []
    for n, part in enumerate(PARTS + STEPS):
        if part == PARTS[-2] and kind in ("int8", "uint8"):
            continue
        lines += [
            f"    R[{3 * n}] = len({part})",
            f"    if len({part}) > 0:",
            f"        R[{3 * n + 1}] = {part}[0]",
        ]
        lines += [f"    part = {part}", f"    R[{3 * n + 2}] = part.shape[0]"]
    head = f"# k_{kind} : void (int* X, int[,] M, int** L, {kind} a, {kind} b, {kind} c, int* R)\n"
    return head + f"def k_{kind}(X, M, L, a, b, c, R):\n" + "\n".join(lines) + "\n\n\n"


@pytest.mark.parametrize("checked", [False, True], ids=["plain", "checked"])
def test_bounds_of_all_types(checked):
    made = generated.module("from cudapy import *\n\n\n" + "".join(map(text_of, TYPES)))
    kernels = {kind: getattr(made, f"k_{kind}") for kind in TYPES}
    batch = Batch(*kernels.values(), checked=checked or None)
    X, M = np.arange(7, dtype=np.int32), np.arange(12, dtype=np.int32).reshape(3, 4)
    L = [[1], [2, 3, 4, 5, 6], [7]]
    for kind, kernel in kernels.items():
        most = np.iinfo(kind).max
        # What is added to a bound must not overflow, where it is signed.
        bounds = [0, 1, 3, 7, 9] + ([most, most - 5] if kind[0] == "u" else [most - 9, -1, -3])
        for a, b in itertools.product(bounds, bounds):
            for c in (1, 3, most if kind[0] == "u" else -2):
                if kind[0] != "u" or (a + c <= most and b >= c):
                    batch.check(kernel, 1, X, M, L, a, b, c, np.zeros(40, np.int32))
