"""Arrays of arrays of structs and of vectors, `Body** rows` and `float2** rows`, through the oracle."""

import numpy as np
import pytest

import cudapy as cp
from oracle import check


@cp.struct
class Vec:
    x: cp.float32
    y: cp.float32


@cp.struct
class Body:
    pos: Vec
    w: cp.bfloat16
    n: cp.int32 = 1


# weight : float (Body* row)
def weight(row):
    total = 0.0
    for b in row:
        total += b.w * b.n
    return total


# push : void (Body b, float by)
def push(b, by):
    b.pos.x += by


# sums : void (Body** rows, float* R)
def sums(rows, R):
    if idx < len(rows):
        row = rows[idx]
        R[idx] = weight(row) + 10 * weight(rows[idx][1:]) + weight(row[::-2]) + len(rows[-1])
        for i, b in enumerate(row):
            b.n += i
            push(b, 0.5)
            push(rows[idx][i], 0.25)
            b.pos.y = row[0].pos.x
        for b, c in zip(rows[idx][:2], rows[idx][1:]):
            b.w = b.w + c.n
        if len(row) > 0:
            last = rows[idx][-1]
            last.pos = Vec(idx, last.pos.y)
            rows[idx][0].w = 2.0
            own = last.copy()
            own.n = 100
            rows[idx][len(row) - 1] = own


# walk : void (Body** rows, Vec* out)
def walk(rows, out):
    for i, row in enumerate(rows):
        for b in row:
            out[0].x += b.pos.x * i
            out[0].y += b.n
    for row, o in zip(rows, out):
        o.x += len(row)
        row = row[1:]
        if len(row) > 0:
            o.y += row[-1].pos.y
    p = rows[0][0]
    q = p.pos
    q.x = 7.0
    out[1].y += rows[0][0].pos.x + p.n


# turn : void (float2** rows, float2 by, float* R)
def turn(rows, by, R):
    row = rows[idx]
    R[idx] = total(rows[idx]) + total(row[1:])
    for i, v in enumerate(row):
        row[i] = v * by + float2(i, rows[idx][0].y)


# total : float (float2* row)
def total(row):
    acc = float2(0, 0)
    for v in row:
        acc = acc + v
    return acc.x + 2 * acc.y


def annotated(rows: cp.Array[cp.Array[Vec]], R: cp.Array[cp.float32]) -> None:
    for v in rows[idx]:
        R[idx] += v.x - v.y


def bodies(n, seed=1):
    random = np.random.default_rng(seed + n)
    A = np.zeros(n, Body.dtype)
    A["pos"]["x"], A["pos"]["y"], A["n"] = random.random(n), random.random(n), random.integers(0, 9, n)
    A["w"] = (random.integers(-64, 64, n) / 32).astype(np.float32).view(np.uint32) >> 16
    return A


def instances(n):
    return [Body(Vec(0.5 * i, i), 0.25 * i, i + 2) for i in range(n)]


def test_arrays():
    check(
        [sums, weight, push],
        4,
        [bodies(3), bodies(0), bodies(1), bodies(7)],
        np.zeros(4, np.float32),
        ulps=16,
    )
    check([walk], 1, [bodies(3), bodies(1), bodies(2)], np.zeros(3, Vec.dtype), ulps=16)


def test_lists():
    check([sums, weight, push], 3, [instances(3), [], instances(5)], np.zeros(3, np.float32), ulps=16)
    check([sums, weight, push], 3, [instances(3), bodies(2), instances(1)], np.zeros(3, np.float32), ulps=16)


def test_two_dimensions():
    grid = np.stack([bodies(4, 1), bodies(4, 2), bodies(4, 3)])
    check([sums, weight, push], 3, list(grid), np.zeros(3, np.float32), ulps=16)
    whole, R = grid.copy(), np.zeros(3, np.float32)
    call = cp.compile([sums, weight, push])
    call(3)(whole, R)
    rows = [row.copy() for row in grid]
    call(3)(rows, R)
    assert all((a == b).all() for a, b in zip(whole, rows)) and not (whole == grid).all()


def test_vectors():
    random = np.random.default_rng(2)
    rows = [random.random((n, 2)).astype(np.float32) for n in (3, 1, 4)]
    check([turn, total], 3, rows, cp.float2(2, 0.5), np.zeros(3, np.float32), ulps=16)
    check(
        [turn, total],
        2,
        [[cp.float2(1, 2), (3, 4)], [cp.float2(5, 6)]],
        cp.float2(2, 0.5),
        np.zeros(2, np.float32),
    )
    whole, R = np.ones((2, 3, 2), np.float32), np.zeros(2, np.float32)
    cp.compile([turn, total])(2)(whole, cp.float2(2, 3), R)
    assert R.tolist() == [15, 15] and whole[1].tolist() == [[2, 4], [3, 7], [4, 7]]


def test_annotations():
    check(annotated, 2, [np.ones(3, Vec.dtype), np.zeros(1, Vec.dtype)], np.zeros(2, np.float32))


def test_on_device():
    rows = cp.CudaArray([instances(2), instances(3)])
    assert type(rows).__name__ == "CudaLists" and rows[1].elemType() is Body and len(rows) == 2
    R = np.zeros(2, np.float32)
    call = cp.compile([sums, weight, push])
    call(2)(rows, R)
    expected = [instances(2), instances(3)]
    call(2)(expected, R)
    assert rows.toList() == expected
    made = cp._arrays.lists.CudaLists([[(1, 2)], [(3, 4), cp.float2(5, 6)]], cp.float2)
    cp.compile([turn, total])(2)(made, cp.float2(1, 1), R)
    assert made.toList() == [[cp.float2(1, 4)], [cp.float2(3, 8), cp.float2(6, 14)]]


def test_wrong_rows():
    call, R = cp.compile([sums, weight, push]), np.zeros(1, np.float32)
    with pytest.raises(TypeError, match=r"row 1: expected an array of Body, got one of .*float32"):
        call(1)([bodies(1), np.zeros(2, np.float32)], R)
    with pytest.raises(TypeError, match="expected Body"):
        call(1)([[1.0], [2.0]], R)
    with pytest.raises(TypeError, match="expected rows of numbers, got an array of 1"):
        call(1)(bodies(3), R)
    with pytest.raises(TypeError, match=r"row 0: expected an array of float2"):
        cp.compile([turn, total])(1)([np.zeros((2, 3), np.float32)], cp.float2(1, 2), R)
