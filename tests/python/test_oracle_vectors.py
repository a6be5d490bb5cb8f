"""CUDA's vectors in kernels, through the oracle."""

import numpy as np

import cudapy as cp
from cudapy import float4
from oracle import Batch

N = 70


@cp.struct
class Particle:
    pos: cp.float3
    color: cp.uchar4
    id: cp.int64


# scale : void (float4* X, float4* Y, float a, float4 b)
def scale(X, Y, a, b):
    v = X[idx]
    w = v
    v = a * v + b
    v += w / 2.0
    v += 1
    v *= a
    v -= -w
    Y[idx] = float4(v.x, w.y, 0, v.w * 2)
    X[idx] = w * 0.5 - Y[idx]
    X[idx] -= a
    X[idx] /= 2


# middle : float2 (float2 a, float2 b)
def middle(a, b):
    a = a + b
    return a * 0.5


# spans : (float2, int) (float2 a)
def spans(a):
    return cp.float2(a.y, a.x), int(a.x)


# sum : void (float2[,] A, double2* D)
def sum(A, D):
    total = make_float2(0, 0)
    for v in A[idx]:
        total += v
    corner = middle(total, A[idx, 0]) if total.x > 0 else total
    turned, n = spans(corner)
    D[idx] = cp.double2(cp.float64(turned.x), cp.float64(corner.y + n)) / 3 - D[idx] * D[idx]


# paint : void (Particle* P, int2* I, ushort3* U)
def paint(P, I, U):
    p = P[idx]
    p.pos = p.pos * 2.0
    p.color = cp.uchar4(p.color.z, p.color.y, p.color.x, 255)
    if idx > 0:
        I[idx] = I[idx] * 2 + cp.int2(1, -1) * I[0].y
        U[idx] = cp.ushort3(
            cp.uint16(U[idx].x + U[0].x), cp.uint16(U[idx].y + U[0].y), cp.uint16(U[idx].z + U[0].z)
        )


# reduce : void (float4* X, float* R)
def reduce(X, R):
    cache = cp.shared(float4, 64)
    t = threadIdx.x
    own = X[min(idx, len(X) - 1)] * 2.0
    cache[t] = own
    cp.syncthreads()
    stride = 32
    while stride > 0:
        if t < stride:
            cache[t] = cache[t] + cache[t + stride]
        cp.syncthreads()
        stride //= 2
    if idx < len(R):
        R[idx] = cache[0].x + own.w


# escape : void (float2* points, int* R)
def escape(points, R):
    c = points[idx]
    z = cp.float2(0.0, 0.0)
    n = 0
    while n < 50 and z.x * z.x + z.y * z.y < 4:
        z = cp.float2(z.x * z.x - z.y * z.y, 2 * z.x * z.y) + c
        n += 1
    R[idx] = n


batch = Batch(scale, sum, paint, reduce, escape, middle, spans)
random = np.random.default_rng(5)


def floats(*shape):
    return (random.random(shape, dtype=np.float32) * 4 - 2).astype(np.float32)


def test_arithmetic():
    batch.check(scale, N, floats(N, 4), floats(N, 4), 1.5, cp.float4(1, 2, 3, 4))
    batch.check(scale, N, floats(N, 4), floats(N, 4), 1.5, (1, 2, 3, 4))


def test_unaligned_and_strided():
    memory = floats(4 * N + 1)
    batch.check(scale, N, memory[1:].reshape(N, 4), floats(N, 8)[:, ::2], 1.5, cp.float4(1, 2, 3, 4))


def test_lists():
    batch.check(
        scale,
        N,
        [cp.float4(i, 1, 2, 3) for i in range(N)],
        [(i, 1.0, 2, 3) for i in range(N)],
        0.5,
        cp.float4(1, 2, 3, 4),
    )


def test_loops_and_helpers():
    batch.check(sum, N, floats(N, 5, 2), random.random((N, 2)))


def test_in_structs():
    P = np.zeros(N, Particle.dtype)
    for name in "xyz":
        P["pos"][name] = random.random(N)
    for name in "xyzw":
        P["color"][name] = random.integers(0, 255, N)
    batch.check(
        paint,
        N,
        P,
        random.integers(-9, 9, (N, 2), dtype=np.int32),
        random.integers(0, 99, (N, 3), dtype=np.uint16),
    )


def test_block():
    batch.check(reduce, N, floats(N, 4), np.zeros(N, np.float32), block=64, ulps=64)


def test_masked_loop():
    batch.check(escape, N, floats(N, 2), np.zeros(N, np.int32))


def test_on_device():
    batch.check(scale, N, floats(N, 4), floats(N, 4), 1.5, cp.float4(1, 2, 3, 4), on_device=True)
