"""Runs the prebuilt kernels of a folder: `use_shipped.py FOLDER`."""

import sys

import cudapy as cp

shipped = cp.load(sys.argv[1])
X = cp.CudaArray([-1.0, 0.5, 2.0])
shipped.clamp.over(X)(X, 0.0, 1.0)
assert X.toList() == [0.0, 0.5, 1.0], X.toList()

totals = [0.0, 0.0]
shipped.sums.over(totals)([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]], totals)
assert totals == [6.0, 15.0], totals
print("the kernels of", sys.argv[1], "are right")
