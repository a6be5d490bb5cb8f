"""Variants of kernels whose functions set variables that nothing reads: they stay declared."""

import itertools

import pytest
from generated import module

import cudapy as cp

pytestmark = pytest.mark.filterwarnings("ignore::cudapy.CompileWarning")

WAYS = {
    "augmented": "v += a % 3.0",
    "assigned": "v = a % 3.0",
    "in a branch": "if a > 1.0:\n            v = a % 3.0",
    "in a loop": "for j in range(3):\n            v -= a % 3.0",
    "in a while": "while v < 3.0:\n            v += abs(a) + 1.0",
    "two at once": "v, w = a, v",
}
KERNELS = {
    "once": "    Y[idx] = helper(X[idx])",
    "of a number": "    Y[idx] = helper(3.0)",
    "under a condition": "    if X[idx] > 0.0:\n        Y[idx] = helper(X[idx])",
    "in a loop of each thread": "    for i in range(n & 7, 7, -1):\n        Y[idx] = helper(3.0)",
    "in a loop of all": "    for i in range(n):\n        Y[idx] += helper(X[idx] + i)",
    "rows": "    for i in range(n):\n        Y[idx] += X[i] * helper(X[i])",
    "rows of eight": "    Y[idx * 8] = helper(3.0)",
}
SIZES = ((), (2, 1, 1), (4, 1, 1), (4, 2, 1), (1, 4, 1), (8, 1, 1))


@pytest.mark.parametrize("way, kernel", itertools.product(WAYS, KERNELS))
def test_no_variant_is_lost(way, kernel):
    made = module(f"""from cudapy import *


# helper : float (float a)
def helper(a):
    v = a
    for i in range(2, 9, 3):
        {WAYS[way]}
    return a * 2.0


# k : void (float* X, float* Y, int n)
def k(X, Y, n):
{KERNELS[kernel]}
""")
    call = cp.compile([made.k, made.helper], target="cpu")
    lost = [text for size in SIZES for text in call._cuda_variants(*size)[1]]
    assert lost == []
