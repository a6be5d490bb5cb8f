# pycu2cu: --header
import cmath
import math

from cudapy import idx


# Turns a number around 0.
# turned : complex64 (complex64 z, float angle)
def turned(z, angle):
    return z * complex(math.cos(angle), math.sin(angle))


# kernel : void (complex64* X, complex128* D, float* R, complex64 a, double d)
def kernel(X, D, R, a, d):
    z = X[idx] * a + 2j
    total = 0
    for i in range(3):
        total += z * z.conjugate() / (1 + 2j)
    R[idx] = abs(z) + z.real - X[idx].imag
    X[idx] = turned(z, R[idx]) if z != 0 else -(total + 1).conjugate()
    D[idx] += complex128(X[idx]) * d + 1j
    D[idx] = z
    if z and total == 1j:
        X[idx] = z ** 3 or total


# functions : void (complex64* X, double* R)
def functions(X, R):
    X[idx] = cmath.exp(X[idx]) - cmath.sqrt(X[idx])
    R[idx] = cmath.phase(complex(R[idx], 1))
    pair = (X[idx], R[idx])
    X[idx] = complex64(pair[0].real, pair[1])
