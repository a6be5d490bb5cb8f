import cmath

import cudapy as cp


@cp.struct
class Vec:
    x: cp.float32
    y: cp.float32 = 0.5


ORIGIN = Vec(0.1)
UP = cp.float3(0, 1, 0.5)
ROOT = cmath.sqrt(-1)
POWER = sum((1, 2j))
LARGE = cp.float2(1, 10**40)
BYTE = cp.uchar2(1, 300)
FEW = cp.float3(1, 2)
UNKNOWN = Vec(z=1)
STRUCTS = (ORIGIN, ORIGIN)
MIXED = (cp.float2(1, 2), cp.int2(1, 2))


# objects : void (Vec* A, float* R)
def objects(A, R):
    v = ORIGIN
    ORIGIN.x = 1
    change(ORIGIN)
    R[0] = ORIGIN.z + UP.w + ORIGIN
    R[1] = STRUCTS[idx].x + STRUCTS[0].x
    for s in STRUCTS:
        pass
    for m in MIXED:
        pass
    R[2] = MIXED[idx].x


# change : void (Vec v)
def change(v):
    v.x = 1


# values : void (float* R, complex64* Z)
def values(R, Z):
    Z[0] = ROOT
    Z[1] = POWER
    R[0] = LARGE.x
    R[1] = BYTE.x + FEW.x + UNKNOWN.x
    R[2] = UP.norm()


# defaults : float (Vec v, float3 w, complex64 z, float x)
def defaults(v=Vec(len("a")), w=cp.float3(1, 2), z=cmath.exp(1), x=UP):
    return v.x
