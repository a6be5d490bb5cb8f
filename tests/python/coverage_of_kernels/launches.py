"""Launches the kernels next to it, compiled ones or simulated ones, for test_coverage_of_kernels.py."""

import sys

import covered_dialect
import covered_loops as loops
import covered_statements as statements
import numpy as np

import cudapy as cp

simulates = sys.argv[1] == "simulated"


def launch(function, n, *args, **options):
    call = function if isinstance(function, cp.Kernel) else cp.compile(function, target="cpu")
    if simulates:
        call.simulate(n, *args, **options)
    else:
        call(n, **options)(*args)


def integers(n):
    return np.arange(n, dtype=np.int32)


A = integers(12).reshape(3, 4)
A[1, 2] = -1
X = integers(8)
Y = np.zeros(3)
points = np.zeros(4, [("x", "f4"), ("y", "f4")])
launch(statements.flow, 4, X, 5)
launch(statements.early, 4, X)
launch(statements.matches, 2, X)
X = integers(32)
launch(statements.barrier, 32, X, block=32)
launch(statements.generic, 3, np.ones(3), Y)
launch(statements.nested, 4, X)
launch(statements.points, 4, points)
launch(loops.loops, 2, X, integers(32), A)
launch(loops.recursive, 2, X)
try:
    launch(loops.fails, 2, X)
except AssertionError:
    print("asserted")
X = integers(64)
launch(loops.warps, 64, X, block=32)
launch(loops.grids, 64, X, block=32)
launch(loops.decorated, 3, X)
flag = np.zeros(2, np.int32)
if not simulates:  # a simulated thread does not wait for others
    launch(loops.wait, 2, flag)
    X = integers(8)
    covered_dialect.nested[1, 8](X)
    covered_dialect.in_blocks[1, 8](X)
