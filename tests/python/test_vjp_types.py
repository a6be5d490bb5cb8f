"""Kernel.vjp against Kernel.jvp: <u, J v> is <J^T u, v>, for complex numbers, structs and vectors."""

from __future__ import annotations


import cudapy as cp
import numpy as np
import pytest
from cudapy import idx
from inner_products import Cases, doubles, pulls_back

KERNELS = Cases()
case = KERNELS.case


# Other types.


@case(
    "void (complex128 a, complex128* Z, double* R)",
    5,
    0.3 + 0.2j,
    doubles(5) + 1j * doubles(5),
    doubles(5),
)
def complexes(a, Z, R):
    z = Z[idx]
    for _ in range(3):
        z = z * z / (1 + z) + a
    w = 1 / z
    R[idx] = abs(z) + z.real * z.imag + w.imag
    Z[idx] = z.conjugate() * complex(R[idx], 2.0) - z**3 - w


@cp.struct
class Body:
    x: cp.double
    n: cp.int32
    v: cp.double


# moved : void (Body b, double dt)
def moved(b, dt):
    b.x += b.v * b.v * dt


BODY = np.dtype([("x", "f8"), ("n", "i4"), ("v", "f8")], align=True)
BODIES = np.zeros(3, BODY)
for field in ("x", "v"):
    BODIES[field] = doubles(3)


@case("void (Body* B, double dt, double* Y)", 3, BODIES, 0.5, doubles(3))
def structs(B, dt, Y):
    p = B[idx]
    p.v = p.v * p.x
    moved(p, dt)
    q = Body(p.x * 2.0, 3, p.v)
    q.x *= q.x
    Y[idx] = q.x + p.v
    B[idx] = q


@case("void (Body* B, double* Y)", 3, BODIES, doubles(3))
def neighbours(B, Y):
    Y[idx] = B[(idx + 1) % 3].x * B[idx].v


@case("void (double2* V, double* Y)", 3, doubles(3, 2), doubles(3))
def vectors(V, Y):
    v = V[idx]
    v = v * v + v / 2.0 - v * v.y + v / v.x
    v += v * Y[idx]
    w = cp.double2(v.x, 3.0)
    Y[idx] = v.x * w.x + w.y * v.y
    V[idx] = v / w


@case("void (double a, Body* B, double* Z)", 3, -0.5, BODIES, doubles(3))
def name_of_an_element(a, B, Z):
    b = B[idx]
    b.x = max(Z[idx], Z[idx] % 0.7)
    b.v += b.x * a


@pytest.mark.parametrize("name", KERNELS)
def test_inner_products(name: str) -> None:
    pulls_back(*KERNELS[name])
