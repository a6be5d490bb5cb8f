"""Captured complex numbers, halves, vectors and structs, through the oracle: by value, as of when the kernel
is compiled."""

import cmath
import math

import numpy as np
import pytest

import cudapy as cp
from oracle import Batch, check

N = 40


@cp.struct
class Vec:
    x: cp.float32
    y: cp.float32 = 0.5


@cp.struct
class Ray:
    at: Vec
    z: cp.complex64
    n: cp.int8 = 3
    v: cp.float2 = cp.float2(1, 2)
    w: cp.half = 0.25


Z = 1 + 2j
WIDE = np.complex128(0.1 - 0.7j)
NARROW = np.complex64(0.1 - 0.7j)
HALF = np.float16(0.1)
UP = cp.float3(0.0, 1.0, 0.5)
CELL = cp.int2(3, -4)
ORIGIN = Vec(0.1, 2.0)
RAY = Ray(ORIGIN, 2j)
ROOTS = (1, 1j, -1, -1j)
STRONG = (np.complex64(1j), 2.5, np.complex64(3))
CORNERS = (cp.float2(0, 0), cp.float2(1, 0.5), cp.float2(0.25, 1))
MIXED = (cp.float2(1, 2), 3, 4j, ORIGIN, RAY)
TABLE = ((cp.float2(1, 2), cp.float2(3, 4)), (cp.float2(5, 6), cp.float2(7, 8)))


# numbers : void (complex64* A, complex128* B, half* H, float* R, double* D)
def numbers(A, B, H, R, D):
    A[idx] = A[idx] * Z + NARROW
    B[idx] = B[idx] * Z - WIDE * NARROW + Z.conjugate() + abs(WIDE)
    R[idx] = Z.imag * R[idx] + NARROW.real + abs(Z) + HALF
    D[idx] = D[idx] * Z.real + WIDE.imag * D[idx] + (0.1 + 0.3j).imag * D[idx]
    H[idx] = H[idx] * HALF + 1
    x = Z
    x *= A[idx]
    A[idx] += x


# vectors : void (float3* X, int2* C, float* R)
def vectors(X, C, R):
    X[idx] = X[idx] * 2 + UP
    v = UP * R[idx]
    R[idx] = v.y + UP.z + CORNERS[1].x + CORNERS[-1].y
    C[idx] = C[idx] - CELL
    w = CELL
    C[idx] = C[idx] * w if R[idx] > 0.5 else CELL


# structs : void (Vec* A, Ray* B, float* R, double* D)
def structs(A, B, R, D):
    own = ORIGIN.copy()
    own.x += R[idx]
    R[idx] = own.x + RAY.at.y + RAY.n + RAY.v.y + RAY.w + length(ORIGIN) + length(RAY.at)
    D[idx] = D[idx] * ORIGIN.x + RAY.z.imag
    if idx % 3 == 0:
        A[idx] = ORIGIN
    elif idx % 3 == 1:
        A[idx] = RAY.at
    else:
        A[idx] = own
    B[idx] = RAY
    B[idx].at = Vec(ORIGIN.y, RAY.at.x)
    copied = RAY.at.copy()
    B[idx].at.x += copied.x + MIXED[3].x + MIXED[4].at.y
    other = Ray(ORIGIN.copy(), MIXED[2], v=MIXED[0])
    B[idx].z += other.z * other.v.x + MIXED[1]


# length : float (Vec v)
def length(v):
    return v.x * v.x + v.y * v.y


# tables : void (complex64* A, complex128* B, float2* V, float* R)
def tables(A, B, V, R):
    A[idx] *= ROOTS[idx % 4]
    B[idx] = B[idx] * ROOTS[(idx + 1) % 4] + STRONG[idx % 3]
    V[idx] = CORNERS[idx % len(CORNERS)] + TABLE[idx % 2][1]
    R[idx] = CORNERS[(idx + 1) % 3].y + TABLE[1][idx % 2].x + ROOTS[idx % 4].real
    sum = cp.float2(0, 0)
    z = 0j
    for c in CORNERS:
        sum = sum + c * R[idx]
    for i, r in enumerate(ROOTS):
        z += r * i
    for (a, b), r in zip(TABLE, STRONG):
        sum = sum + a - b
        z *= r
    V[idx] = V[idx] + sum
    A[idx] += z


# defaults : complex64 (complex64 a, complex64 by, float3 v, Vec p)
def defaults(a, by=1 + 2j, v=cp.float3(1, 2, 3), p=ORIGIN):
    return a * by + v.y * p.x


# more : complex64 (complex64 a, complex64 by)
def more(a, by=Z):
    return a + by


# calls : void (complex64* A)
def calls(A):
    A[idx] = defaults(A[idx]) + defaults(A[idx], v=UP) + more(A[idx]) + defaults(A[idx], 0.5, p=RAY.at)


def closure(z, v, p, t):
    # captured : void (complex64* A, float* R)
    def captured(A, R):
        A[idx] = A[idx] * z + t[1]
        R[idx] = v.x + p.y + t[0].y

    return captured


batch = Batch(numbers, vectors, structs, tables, calls, defaults, more, length)
random = np.random.default_rng(3)


def complexes(kind=np.complex64):
    return (random.random(N) - 0.5 + 1j * (random.random(N) - 0.5)).astype(kind)


def floats(kind=np.float32, *shape):
    return random.random((N, *shape)).astype(kind)


def test_numbers():
    batch.check(
        numbers, N, complexes(), complexes(np.complex128), floats(np.float16), floats(), floats(np.float64)
    )


def test_vectors():
    batch.check(vectors, N, floats(np.float32, 3), random.integers(-9, 9, (N, 2)).astype(np.int32), floats())


def test_structs():
    batch.check(structs, N, np.zeros(N, Vec.dtype), np.zeros(N, Ray.dtype), floats(), floats(np.float64))


def test_tables():
    batch.check(tables, N, complexes(), complexes(np.complex128), floats(np.float32, 2), floats(), ulps=16)


def test_defaults():
    batch.check(calls, N, complexes())


def test_closures():
    for z, v, p, t in (
        (2j, cp.float2(1, 2), Vec(1, 2), (cp.float2(3, 4), 1j)),
        (np.complex64(1 + 1j), cp.float4(4, 3, 2, 1), RAY.v, (ORIGIN, 2)),
    ):
        check(closure(z, v, p, t), N, complexes(), floats())


def test_captured_when_compiled():
    point = Vec(1, 2)

    # read : void (float* R)
    def read(R):
        R[idx] = point.x

    call, R = cp.compile(read), np.zeros(1, np.float32)
    point.x = 7
    call(1)(R)
    assert R[0] == 1
    assert cp.lib.map(lambda x: x + point.x, R).toList() == [8]
    point.x = 9
    assert cp.lib.map(lambda x: x + point.x, R).toList() == [10]


@pytest.mark.parametrize(
    "body, message",
    [
        ("ORIGIN.x = 1", "E501"),
        ("v = ORIGIN", "E453"),
        ("B[0] = Ray(ORIGIN, 1j)", "E453"),
        ("v = RAY.at", "E453"),
        ("v = (ORIGIN, ORIGIN)[0]", "E459"),
        ("A[0] = (1, ORIGIN, RAY)[idx].x", "E4"),
        ("change(ORIGIN)", "E457"),
        ("A[0] = STRUCTS[idx].x", "E423"),
        ("R[0] = ORIGIN.z", "E454"),
        ("R[0] = UP.w", "E454"),
        ("UP.x = 1", "E501"),
        ("R[0] = PAIRS[idx].x", "E423"),
        ("R[0] = UP", "E452"),
        ("R[0] = Z", "E4"),
        ("for s in STRUCTS: R[0] += s.x", "E423"),
    ],
)
def test_what_is_refused(body, message, tmp_path, monkeypatch):
    name = f"refused_{abs(hash(body))}"
    (tmp_path / f"{name}.py").write_text(
        "import cudapy as cp\nfrom test_oracle_captured import ORIGIN, RAY, UP, Z, Ray, Vec\n"
        "STRUCTS = (ORIGIN, ORIGIN)\nPAIRS = (cp.float2(1, 2), cp.int2(1, 2))\n# change : void (Vec v)\n"
        "def change(v):\n    v.x = 1\n# kernel : void (Vec* A, Ray* B, float* R)\ndef kernel(A, B, R):\n"
        f"    {body}\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    made = __import__(name)
    with pytest.raises(cp.CompileError, match=message):
        cp.compile([made.kernel, made.change])


# polar : void (complex64* A, complex128* B, float* R)
def polar(A, B, R):
    r, phi = cmath.polar(A[idx])
    t = cmath.polar(B[idx] * 2)
    R[idx] = r + phi + float(t[0] * t[1]) + cmath.polar(-1)[1] + cmath.polar(A[idx] + 1)[0]
    A[idx] = cmath.rect(r * 2, phi + 0.5) + cmath.rect(1, idx)
    B[idx] = cmath.rect(t[0], math.pi / 3)


def test_polar_and_rect():
    check(polar, N, complexes(), complexes(np.complex128), floats(), ulps=16)
