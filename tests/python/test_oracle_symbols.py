"""What names mean: each is what CPython takes it for, however it was bound. Through the oracle."""

import numpy as np

import cudapy as cp
from oracle import Batch

# --- Names that a loop's body gives something else -------------------------------------------------------------------


# rebound : void (float[,,] A, float[,] B, float[,] out)
def rebound(A, B, out):
    """A loop goes through what its head named, also where an annotated assignment gives the name something else."""
    plane = A[idx]
    for row in plane:
        plane: cp.Array[cp.float32, 2] = B
        out[idx, 0] += row[0]
    plane = A[idx]
    for i, row in enumerate(plane):
        out[idx, 1] += row[1] * (i + 1)
        plane: cp.Array[cp.float32, 2] = B
    plane = A[idx]
    for a, row in zip(out, plane):
        if a[0] > -1:
            plane: cp.Array[cp.float32, 2] = B
        else:
            pass
        out[idx, 2] += row[0]
    line = A[idx, 0]
    for x in line:
        line: cp.Array[cp.float32] = B[1]
        out[idx, 3] += x
    for i, x in enumerate(line):
        line: cp.Array[cp.float32] = A[idx, 1]
        out[idx, 4] += x * i


batch = Batch(rebound)


def test_loops_whose_array_gets_another_name():
    rng = np.random.default_rng(1)
    A = rng.integers(1, 9, (4, 3, 2)).astype(np.float32)
    B = rng.integers(100, 900, (3, 2)).astype(np.float32)
    batch.check(rebound, 4, A, B, np.zeros((4, 5), np.float32))
