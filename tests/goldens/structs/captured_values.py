# Complex numbers, vectors and structs of the module, and tuples of them: captured by value.
import cudapy as cp
import numpy as np
from cudapy import float2


@cp.struct
class Vec:
    x: cp.float32
    y: cp.float32 = 0.5


@cp.struct
class Ray:
    at: Vec
    z: cp.complex64
    v: cp.float2 = float2(1, 2)


Z = (1 + 2j) * 2 - 0.5j / 1j
WIDE = np.complex128(complex(0.1, -0.7))
UP = cp.float3(0, 1, 0.5)
DOWN = cp.make_float3(0, -1, 0)
ORIGIN = Vec(0.1)
RAY = Ray(ORIGIN, z=-Z)
CORNERS = (float2(0, 0), float2(1, 0.5), float2(0.25, 1))
ROOTS = (1, 1j, -1, -1j)


# values : void (complex64* A, complex128* B, float3* X, Vec* V, float* R)
def values(A, B, X, V, R):
    A[idx] = A[idx] * Z
    B[idx] = B[idx] * Z - WIDE
    X[idx] = X[idx] * UP.z + DOWN
    own = ORIGIN.copy()
    own.x += RAY.at.y
    V[idx] = own.copy() if R[idx] > 0.5 else RAY.at.copy()
    R[idx] = RAY.v.y * Z.imag
    R[idx] += scaled(own)


# scaled : float (Vec v, float3 by)
def scaled(v, by=cp.float3(1, 2, 3)):
    return v.x * by.y


# tables : void (complex64* A, float2* V)
def tables(A, V):
    A[idx] *= ROOTS[idx % 4]
    V[idx] = CORNERS[idx % 3]
    sum = float2(0, 0)
    for c, r in zip(CORNERS, ROOTS):
        sum = sum + c
        A[idx] += r
    V[idx] = V[idx] - sum
