"""One name for several loops over structs, choices between arrays in place, annotated names for arrays:
through the oracle."""

import numpy as np

import cudapy as cp
from cudapy import local, shared, syncthreads
from oracle import Batch

N = 40


@cp.struct
class Body:
    x: cp.float32
    n: cp.int32


@cp.struct
class Item:
    n: cp.int32
    w: cp.float64


# grow : void (Body b, int by)
def grow(b, by):
    b.n += by


# loops : void (Body[,] A, Item[,] B, Body[,] C, int* R)
def loops(A, B, C, R):
    for b in A[idx]:
        b.x += 1
        grow(b, 2)
    for b in B[idx]:
        if b.n > 3:
            break
        b.w *= 2
    else:
        R[idx] = 5
    for i, b in enumerate(C[idx]):
        b.n = i
    for p, b in zip(A[idx], C[idx]):
        p.x, b.x = b.x, p.x
    total = 0
    for b in B[idx]:
        if b.n < 0:
            continue
        total += b.n
    R[idx] += total


# choices : void (float[,] X, float[,] Y, double* D, int* A, int* R)
def choices(X, Y, D, A, R):
    row, other = X[idx], Y[idx]
    c = A[idx] % 3
    D[idx] += (row if c else other)[c] + (X if c == 1 else Y)[idx, -1]
    D[idx] += (row[1:] if c == 0 else other if c == 1 else X[idx])[c + 1]
    for i in range(3):
        if (row if i == c else other)[i] > 0:
            R[idx] += 10 + i


# annotated : void (float[,] A, float[,] B, int* R)
def annotated(A, B, R):
    row: cp.Array[cp.float32] = A[idx]
    both: cp.Array[cp.float32, 2] = A if R[idx] > 0 else B
    part: "float*" = row[1:]
    cache: cp.Array[cp.float32] = shared(cp.float32, 64)
    own: cp.Array[cp.int32] = local(int, 2)
    n: cp.int32 = 3
    cache[threadIdx.x] = row[0] + part[0]
    own[0], own[1] = n, len(part)
    syncthreads()
    part = both[idx]
    B[idx, 0] = cache[threadIdx.x] + part[1] + own[0] * own[1]


batch = Batch(loops, choices, grow)
alone = Batch(annotated)
random = np.random.default_rng(5)


def floats(*shape):
    return (random.random(shape, dtype=np.float32) * 6 - 3).astype(np.float32)


def structs(cls, *shape):
    made = np.zeros(shape, cls.dtype)
    made["n"] = random.integers(-2, 6, shape)
    made["x" if cls is Body else "w"] = random.integers(-8, 8, shape) / 4
    return made


def test_loops():
    batch.check(
        loops, N, structs(Body, N, 4), structs(Item, N, 3), structs(Body, N, 5), np.zeros(N, np.int32)
    )


def test_choices():
    batch.check(
        choices,
        N,
        floats(N, 5),
        floats(N, 5),
        random.random(N),
        random.integers(0, 9, N).astype(np.int32),
        np.zeros(N, np.int32),
    )


def test_annotated():
    alone.check(
        annotated, 64, floats(64, 3), floats(64, 3), random.integers(-2, 3, 64).astype(np.int32), block=64
    )
