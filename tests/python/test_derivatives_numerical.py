"""Derivatives of numerical programs that people know: a pendulum, bodies, options, products of matrices,
softmax, a ray marcher, k-means; and those of many launches, a wave and a cloth."""

from __future__ import annotations

import math
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import blockIdx, idx, idy, threadIdx
from derivative_cases import Cases, doubles, ints, rng, structs

case = Cases()

# Numerical programs.


@case("void (double* Angle, double* Speed, double length, int steps)", 3, doubles(3), doubles(3), 1.2, 1000)
def pendulum_by_runge_kutta(Angle, Speed, length, steps):
    q, p, h = Angle[idx], Speed[idx], 0.01
    k = -9.81 / length
    for _ in range(steps):
        q1, p1 = p, k * math.sin(q)
        q2, p2 = p + h / 2 * p1, k * math.sin(q + h / 2 * q1)
        q3, p3 = p + h / 2 * p2, k * math.sin(q + h / 2 * q2)
        q4, p4 = p + h * p3, k * math.sin(q + h * q3)
        q += h / 6 * (q1 + 2 * q2 + 2 * q3 + q4)
        p += h / 6 * (p1 + 2 * p2 + 2 * p3 + p4)
    Angle[idx] = q
    Speed[idx] = p


@cp.struct
class Body:
    x: cp.double
    y: cp.double
    z: cp.double
    mass: cp.double


BODIES = structs("x f8, y f8, z f8, mass f8", *map(tuple, doubles(7, 4)))


@case("void (Body* B, double softening, double[,] Force)", 7, BODIES, 0.1, doubles(7, 3))
def forces_of_bodies(B, softening, Force):
    here = B[idx]
    fx, fy, fz = 0.0, 0.0, 0.0
    for j in range(len(B)):
        dx, dy, dz = B[j].x - here.x, B[j].y - here.y, B[j].z - here.z
        r2 = dx * dx + dy * dy + dz * dz + softening
        pull = B[j].mass / (r2 * math.sqrt(r2))
        fx += pull * dx
        fy += pull * dy
        fz += pull * dz
    Force[idx, 0] = here.mass * fx
    Force[idx, 1] = here.mass * fy
    Force[idx, 2] = here.mass * fz


@case(
    "void (double* S, double* K, double* T, double r, double v, double* Call, double* Put)",
    6,
    *(doubles(6) for _ in range(3)),
    0.03,
    0.3,
    doubles(6),
    doubles(6),
)
def prices_of_options(S, K, T, r, v, Call, Put):
    root = v * math.sqrt(T[idx])
    d1 = (math.log(S[idx] / K[idx]) + (r + 0.5 * v * v) * T[idx]) / root
    now = K[idx] * math.exp(-r * T[idx])
    call = S[idx] * math.normcdf(d1) - now * math.normcdf(d1 - root)
    Call[idx] = call
    Put[idx] = call + now - S[idx]


@case(
    "void (double[,] A, double[,] B, double[,] C)",
    (12, 8),
    doubles(7, 10),
    doubles(10, 11),
    doubles(7, 11),
    block=(4, 4),
)
def tiled_product(A, B, C):
    tile_a = cp.shared(cp.double, (4, 4))
    tile_b = cp.shared(cp.double, (4, 4))
    x, y = threadIdx.x, threadIdx.y
    total = 0.0
    for first in range(0, A.shape[1], 4):
        tile_a[y, x] = A[idy, first + x] if idy < A.shape[0] and first + x < A.shape[1] else 0.0
        tile_b[y, x] = B[first + y, idx] if first + y < B.shape[0] and idx < B.shape[1] else 0.0
        cp.syncthreads()
        for k in range(4):
            total += tile_a[y, k] * tile_b[k, x]
        cp.syncthreads()
    if idy < C.shape[0] and idx < C.shape[1]:
        C[idy, idx] = total


@case("void (double[,] X, double[,] Y)", 3, doubles(3, 6), doubles(3, 6))
def softmax_of_rows(X, Y):
    largest = X[idx, 0]
    for k in range(1, X.shape[1]):
        largest = max(largest, X[idx, k])
    total = 0.0
    for k in range(X.shape[1]):
        Y[idx, k] = math.exp(X[idx, k] - largest)
        total += Y[idx, k]
    for k in range(X.shape[1]):
        Y[idx, k] /= total


@case("void (double[,] X, double[,] Y)", 8 * 3, doubles(3, 21), doubles(3, 21), block=8)
def softmax_of_rows_in_blocks(X, Y):
    part = cp.shared(cp.double, 8)
    row, lane = blockIdx.x, threadIdx.x
    total = 0.0
    for k in range(lane, X.shape[1], 8):
        total += math.exp(X[row, k])
    part[lane] = total
    cp.syncthreads()
    if lane == 0:
        for other in range(1, 8):
            total += part[other]
        part[0] = total
    cp.syncthreads()
    for k in range(lane, X.shape[1], 8):
        Y[row, k] = math.exp(X[row, k]) / part[0]


# distance : double (double x, double y, double z, double radius)
def distance(x, y, z, radius):
    ball = math.sqrt(x * x + y * y + z * z) - radius
    floor = y + 1.0 + 0.1 * math.sin(3.0 * x)
    return min(ball, floor)


@case("void (double radius, double light, double[,] Picture)", (6, 5), 0.9, 0.4, doubles(5, 6))
def ray_marcher(radius, light, Picture):
    dx = (idx + 0.5) / Picture.shape[1] - 0.5
    dy = 0.5 - (idy + 0.5) / Picture.shape[0]
    dz = 1.0 / math.sqrt(dx * dx + dy * dy + 1.0)
    dx *= dz
    dy *= dz
    t = 0.0
    hit = False
    for _ in range(60):
        d = distance(t * dx, t * dy, t * dz - 3.0, radius)
        if d < 1e-3:
            hit = True
            break
        if t > 8.0:
            break
        t += 0.9 * d
    shade = 0.1
    if hit:
        x, y, z = t * dx, t * dy, t * dz - 3.0
        d = distance(x, y, z, radius)
        slope = (distance(x, y + 1e-3, z, radius) - d) / 1e-3
        shade += max(slope * light, 0.0) / (1.0 + 0.1 * t)
    Picture[idy, idx] = shade


@case(
    "void (double[,] Points, double[,] Centres, double* Distance, int* Which)",
    8,
    doubles(8, 3),
    doubles(4, 3),
    doubles(8),
    np.zeros(8, np.int32),
)
def nearest_centres(Points, Centres, Distance, Which):
    nearest = math.inf
    for c in range(Centres.shape[0]):
        total = 0.0
        for k in range(Points.shape[1]):
            apart = Points[idx, k] - Centres[c, k]
            total += apart * apart
        if total < nearest:
            nearest = total
            Which[idx] = c
    Distance[idx] = math.sqrt(nearest)


@case(
    "void (int* Begin, int* Column, double* Value, double* X, double* Y)",
    4,
    ints(0, 2, 2, 5, 6),
    ints(0, 3, 1, 3, 0, 2),
    doubles(6),
    doubles(4),
    doubles(4),
)
def product_of_sparse_rows(Begin, Column, Value, X, Y):
    total = 0.0
    for k in range(Begin[idx], Begin[idx + 1]):
        total += Value[k] * X[Column[k]]
    Y[idx] = total


# Programs of several launches.


@case(
    "void (double c, double[,] Before, double[,] Now, double[,] After)",
    (6, 5),
    0.2,
    *(doubles(5, 6) for _ in range(3)),
)
def wave_in_a_plane(c, Before, Now, After):
    rows, columns = Now.shape
    left = Now[idy, idx - 1] if idx > 0 else 0.0
    right = Now[idy, idx + 1] if idx + 1 < columns else 0.0
    above = Now[idy - 1, idx] if idy > 0 else 0.0
    below = Now[idy + 1, idx] if idy + 1 < rows else 0.0
    here = Now[idy, idx]
    After[idy, idx] = (
        2.0 * here - Before[idy, idx] + c * (left + right + above + below - 4.0 * here - here**3)
    )


@cp.struct
class Spring:
    other: cp.int32
    length: cp.double


# The springs of particle i are those from Begin[i] to Begin[i + 1]: each is in the list of both its ends.
@case(
    "void (int* Begin, Spring* Springs, double[,] X, double[,] V, double stiffness, double[,] Pull)",
    4,
    ints(0, 2, 3, 5, 6),
    structs("other i4, length f8", (1, 1.0), (2, 0.7), (0, 1.0), (0, 0.7), (3, 0.4), (2, 0.4)),
    rng.normal(size=(4, 3)),
    doubles(4, 3),
    3.0,
    doubles(4, 3),
)
def pull_of_springs(Begin, Springs, X, V, stiffness, Pull):
    x, y, z = 0.0, -9.81, 0.0
    for s in range(Begin[idx], Begin[idx + 1]):
        other = Springs[s].other
        dx, dy, dz = X[other, 0] - X[idx, 0], X[other, 1] - X[idx, 1], X[other, 2] - X[idx, 2]
        length = math.sqrt(dx * dx + dy * dy + dz * dz)
        if length < 1e-9:
            continue
        along = (
            (V[other, 0] - V[idx, 0]) * dx + (V[other, 1] - V[idx, 1]) * dy + (V[other, 2] - V[idx, 2]) * dz
        )
        pull = stiffness * (length - Springs[s].length) / length + 0.1 * along / (length * length)
        x += pull * dx
        y += pull * dy
        z += pull * dz
    Pull[idx, 0] = x
    Pull[idx, 1] = y
    Pull[idx, 2] = z


@case(
    "void (double h, double[,] X, double[,] V, double[,] Pull)",
    (3, 4),
    0.01,
    *(doubles(4, 3) for _ in range(3)),
)
def step_of_cloth(h, X, V, Pull):
    if idy == 0:
        return
    V[idy, idx] = 0.999 * (V[idy, idx] + h * Pull[idy, idx])
    X[idy, idx] += h * V[idy, idx]


def along_and_back(program: Any, start: Any) -> None:
    """Runs a program with a tape and without one, and compares the gradient with central differences.
    `program(X)` changes a CudaArray in place, launch by launch."""
    X = cp.CudaArray(start)
    bar, direction = rng.normal(size=start.shape), rng.normal(size=start.shape)
    with cp.Tape() as tape:
        program(X)
    tape.vjp(X, cp.CudaArray(bar))
    found = float(np.sum(tape.gradient(X).numpy() * direction))

    def value(step: float) -> float:
        moved = cp.CudaArray(start + step * direction)
        program(moved)
        return float(np.sum(moved.numpy() * bar))

    expected = (value(1e-5) - value(-1e-5)) / 2e-5
    assert found == pytest.approx(expected, rel=1e-6)


def test_wave_of_500_launches() -> None:
    """The array that the wave begins in holds its end as well."""

    def program(first: Any) -> None:
        U = [cp.zeros((9, 12), cp.Double), first, cp.zeros((9, 12), cp.Double)]
        for _ in range(500):
            wave_in_a_plane(12, 9)(0.2, *U)
            U = [U[1], U[2], U[0]]
        first[...] = U[1] * 1.0

    along_and_back(program, 0.1 * rng.normal(size=(9, 12)))


def cloth(rows: int, columns: int) -> tuple[Any, Any, Any]:
    """Returns where the particles of a cloth are, where the springs of each begin, and the springs."""
    X = np.array([(0.1 * i, 0.0, 0.1 * j) for i in range(rows) for j in range(columns)])
    near = [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)]
    begin, springs = [0], []
    for i in range(rows):
        for j in range(columns):
            for down, right in near:
                if 0 <= i + down < rows and 0 <= j + right < columns:
                    springs.append(((i + down) * columns + j + right, 0.1 * math.hypot(down, right)))
            begin.append(len(springs))
    return X, ints(*begin), structs("other i4, length f8", *springs)


def test_cloth_of_springs() -> None:
    start, begin, springs = cloth(4, 5)

    def program(X: Any) -> None:
        V, Pull = cp.zeros(X.shape, cp.Double), cp.zeros(X.shape, cp.Double)
        for _ in range(60):
            pull_of_springs(len(start))(begin, springs, X, V, 50.0, Pull)
            step_of_cloth(3, len(start))(0.01, X, V, Pull)

    along_and_back(program, start)


@pytest.mark.parametrize("name", case.names)
def test_both_modes(name: str) -> None:
    case.compare(name)
