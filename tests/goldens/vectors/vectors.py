# pycu2cu: --header
# CUDA's vectors: read and written as a whole, computed with component by component.
import cudapy as cp
from cudapy import float4, make_float2


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
    v -= -w
    Y[idx] = float4(v.x, w.y, 0, v.w * 2)


# middle : float2 (float2 a, float2 b)
def middle(a, b):
    return (a + b) * 0.5


# sum : void (float2[,] A, double2* D)
def sum(A, D):
    total = make_float2(0, 0)
    for v in A[idx]:
        total += v
    corner = middle(total, A[idx, 0]) if total.x > 0 else total
    D[idx] = cp.double2(corner.x, corner.y) / 3 - D[idx] * D[idx]


# paint : void (Particle* P, int2* I, longlong2* L, ushort3* U)
def paint(P, I, L, U):
    p = P[idx]
    p.pos = p.pos * 2.0
    p.color = cp.uchar4(p.color.z, p.color.y, p.color.x, 255)
    I[idx] = I[idx] * 2 + cp.int2(1, -1)
    L[idx] = cp.longlong2(min(L[idx].x, p.id), L[idx].y)
    U[idx] = cp.ushort3(cp.uint16(U[idx].x * U[idx].y), U[idx].z // 2, U[idx].x)


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
