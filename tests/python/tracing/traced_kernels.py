"""Kernels that are explained in the tests next to this file, and how each is launched there."""

import cudapy as cp
import numpy as np


@cp.struct
class Body:
    x: cp.float32
    y: cp.float32
    z: cp.float32
    mass: cp.float32


@cp.kernel("void (float* X, float* Y)")
def every4(X, Y):
    if idx < len(Y):
        Y[idx] = X[4 * idx]


@cp.kernel("void (float alpha, float* X, float* Y)")
def saxpy(alpha, X, Y):
    if idx < len(X):
        Y[idx] = alpha * X[idx] + Y[idx]


@cp.kernel("void (float[,] A, float[,] B)")
def transpose(A, B):
    tile = shared(float, (32, 32))
    x, y = threadIdx.x, threadIdx.y
    row, column = blockIdx.y * 32 + y, blockIdx.x * 32 + x
    if row < A.shape[0] and column < A.shape[1]:
        tile[y, x] = A[row, column]
    syncthreads()
    row, column = blockIdx.x * 32 + y, blockIdx.y * 32 + x
    if row < B.shape[0] and column < B.shape[1]:
        B[row, column] = tile[x, y]


@cp.kernel("void (float* X)")
def tree(X):
    part = shared(float, 64)
    t = threadIdx.x
    part[t] = X[idx]
    syncthreads()
    k = 1
    while k < 64:
        if t % (2 * k) == 0:
            part[t] += part[t + k]
        syncthreads()
        k *= 2
    if t == 0:
        X[blockIdx.x] = part[0]


@cp.kernel("void (int* X, int* Bins, int* N, float* S)")
def census(X, Bins, N, S):
    mine = shared(int, 64)
    wide = shared(float, 4)
    mine[threadIdx.x] = 0
    syncthreads()
    atomicAdd(mine, X[idx] % 2, 1)
    atomicAdd(wide, 0, S[idx])
    syncthreads()
    atomicAdd(N, 0, 1)
    atomicAdd(Bins, X[idx], 1)
    atomicAdd(Bins, 8 * threadIdx.x, mine[threadIdx.x])


@cp.kernel("void (Body* Bodies, float dt)")
def fall(Bodies, dt):
    Bodies[idx].y += dt * Bodies[idx].mass


@cp.kernel("void (Body* Bodies)")
def clear(Bodies):
    Bodies[idx] = Body(0, 0, 0, 1)


@cp.kernel("void (float[,] A, float[,] B)")
def rows(A, B):
    s = 0.0
    for k in range(A.shape[1]):
        s += A[idx, k]
    B[idx, 0] = s + 1


@cp.kernel("void (float* X, int each)")
def stretches(X, each):
    for k in range(each):
        X[idx * each + k] *= 2


@cp.kernel("void (int* Where, float* X, float* Y)")
def gather(Where, X, Y):
    if idx % 3 == 0:
        Y[idx] = X[Where[idx]] + X[idx + 1]


@cp.kernel("void (float[,] A, float[,] B)")
def inner(A, B):
    B[idy, idx] = A[idy, idx] + A[idy, 0] + A[idy + 1, idx + 1]


@cp.kernel("void (int* X)")
def turns(X):
    while X[idx] > 0:
        X[idx] -= 1


@cp.kernel("void (int* X)")
def triangle(X):
    for k in range(idx):
        X[idx] += k
    if idx < 40:
        X[idx] = 1


@cp.kernel("void (float* X, float* Y)")
def shifted(X, Y):
    part = shared(float, 128)
    t = threadIdx.x
    part[t] = X[idx + 1]
    part[t * t % 64] = 0
    syncthreads()
    Y[idx] = part[16 * (t % 4)] + part[4 * (t % 32)]


def helper(X, i):
    row = X[i]
    return row[0] + row[i]


@cp.kernel("void (int[,] X, int* Y)")
def helped(X, Y):
    Y[idx] = helper(X, idx)


def floats(*shape):
    return np.ones(shape, np.float32)


def numbers(count, most):
    return np.random.default_rng(7).integers(0, most, count).astype(np.int32)


def bodies(count):
    return [Body(0, 1, 2, 3) for _ in range(count)]


# By name, a launch of each: the plan that explains it.
EXPLAINED = {
    "every4": lambda: every4.explain(1000, floats(4000), floats(1000)),
    "saxpy": lambda: saxpy.explain(20_000, 2.0, floats(20_000), floats(20_000), blocks=8),
    "transpose": lambda: transpose.explain((64, 64), floats(64, 64), floats(64, 64), block=(32, 32)),
    "tree": lambda: tree.explain(128, floats(128), block=64),
    "census": lambda: census.explain(128, numbers(128, 16), numbers(512, 2), [0], floats(128), block=64),
    "fall": lambda: fall.explain(96, bodies(96), 0.5),
    "clear": lambda: clear.explain(96, bodies(96)),
    "rows": lambda: rows.explain(64, floats(64, 32), floats(64, 2)),
    "stretches": lambda: stretches.explain(100, floats(1000), 10),
    "gather": lambda: gather.explain(600, numbers(600, 600), floats(601), floats(600)),
    "inner": lambda: inner.explain((24, 16), floats(17, 32), floats(16, 24), block=(8, 8)),
    "turns": lambda: turns.explain(64, numbers(64, 5)),
    "triangle": lambda: triangle.explain(64, numbers(64, 5), block=64),
    "shifted": lambda: shifted.explain(128, floats(129), floats(128), block=64),
    "helped": lambda: helped.explain(32, numbers(1024, 9).reshape(32, 32), [0] * 32),
}
