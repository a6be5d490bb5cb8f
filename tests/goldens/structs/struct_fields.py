# pycu2cu: --header
# Fields that are half, bfloat16 or complex. A complex one is aligned as its parts are, as in C and NumPy.
import cmath

import cudapy as cp

ORIGIN = 1 + 2j


@cp.struct
class Wave:
    w: cp.half
    z: cp.complex64
    b: cp.bfloat16 = 0.5
    d: cp.complex128 = 1j


@cp.struct
class Pair:
    left: Wave
    right: Wave


# turn : Wave (Wave a, complex64 by)
def turn(a, by):
    return Wave(a.w * 0.5, a.z * by, a.b + 1, a.d)


# fields : void (Wave* A, Pair* P, Wave m, float* R)
def fields(A, P, m, R):
    a = A[idx]
    a.z = m.z * a.z + m.w
    a.d = m.d.conjugate()
    a.w = a.z.real
    a.b += m.b
    P[idx] = Pair(turn(a, ORIGIN), right=a.copy())
    P[idx].left.z = P[idx].right.z
    P[idx].right.z -= 1
    own = m.copy()
    n = 0
    while abs(own.z) < 2 and n < 9:
        own.z = own.z * own.z + a.z
        n += 1
    R[idx] = own.z.imag + own.w + n
    r, phi = cmath.polar(own.z)
    A[idx].z = cmath.rect(r, phi / 2)
