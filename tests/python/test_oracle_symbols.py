"""What names mean: each is what CPython takes it for, however it was bound. Through the oracle."""

import numpy as np

import cudapy as cp
from oracle import Batch

# --- Names that a loop's body gives something else -------------------------------------------------------------------


@cp.struct
class Cell:
    row: cp.int32
    weight: cp.float32


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
    for a, row in zip(B, plane):
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


# parts_by_fields : void (int3* W, int* A, float[,] M, Cell* C, float* R)
def parts_by_fields(W, A, M, C, R):
    u = W[idx]
    part = A[u.y % 7:]
    backwards = A[max(min(12, u.x << (u.z & 1)), 3)::-1]
    own = C[idx].copy()
    row = M[own.row]
    R[idx] = part[0] * 100 + backwards[0] + row[idx]
    for value in M[own.row, own.row:]:
        R[idx] += value


def test_parts_whose_bounds_are_fields_of_what_gets_its_type_later():
    rng = np.random.default_rng(3)
    C = np.zeros(8, Cell.dtype)
    C["row"] = rng.integers(0, 4, 8)
    batch = Batch(parts_by_fields)
    batch.check(parts_by_fields, 8, rng.integers(0, 9, (8, 3)).astype(np.int32), np.arange(20, dtype=np.int32),
                rng.integers(0, 9, (4, 8)).astype(np.float32), C, np.zeros(8, np.float32))
