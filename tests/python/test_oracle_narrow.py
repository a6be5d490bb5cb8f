"""Integers of 8 and 16 bits compute as `int`; literals take the types of variables; uint64 with int."""

import numpy as np

from cudapy import *
from oracle import Batch

TABLE, SMALL = (1, 2, 300), (7, 9)


# brighten : void (uint8[,] image, uint8[,] out)
def brighten(image, out):
    out[idy, idx] = min(image[idy, idx] + 60, 255)


# blends : void (uint8* A, uint8* B, uint8* R, int8* S, int16* T, int* I)
def blends(A, B, R, S, T, I):
    R[idx] = (A[idx] + B[idx]) // 2
    R[idx] = max(0, A[idx] - B[idx])
    R[idx] &= 15
    R[idx] = (A[idx] * 3 + B[idx]) % 256
    R[idx] = A[idx] if A[idx] > B[idx] else B[idx]
    T[idx] = A[idx] - B[idx]
    T[idx] //= 3
    I[idx] = (A[idx] + B[idx] + 200) // 3 + (A[idx] << 4) + ~A[idx] - -S[idx] + abs(S[idx]) + A[idx] ** 2
    I[idx] += A[idx] * B[idx] + (A[idx] ^ 300) + TABLE[idx % 3] + 200 * S[idx] + divmod(A[idx], 7)[0]
    S[idx] = int8(S[idx] + 100)
    R[idx] = uint8(A[idx] + B[idx])
    R[idx] = R[idx] % 100 + SMALL[idx % 2]


# maxima : void (uint8[,] A, uint8* R)
def maxima(A, R):
    most = 0
    for x in A[idx]:
        most = max(most, x)
    R[idx] = most


# tables : void (uint8* A, int* I)
def tables(A, I):
    I[idx] = A[idx] + TABLE[0] + TABLE[idx % 3] + max(2, 300) + (200 if idx > 3 else 100)


# hashes : void (uint32* A, uint32* R)
def hashes(A, R):
    h = A[idx]
    if h > 100:
        h = 5
    h = h * 2654435761
    h ^= h >> 15
    if idx == 2:
        h = 7
    R[idx] = h


# longs : void (uint64* A, uint64* R, uint8* N, int n)
def longs(A, R, N, n):
    R[idx] = A[idx] * 31 + idx + len(A) + N[idx] + (n & 255) + uint64(n)
    R[idx] += idx
    R[idx] = max(R[idx], idx) % 1000003 + (R[idx] > idx)


BATCH = Batch(brighten, blends, maxima, tables, hashes, longs)
BYTES = np.array([0, 1, 60, 127, 128, 200, 254, 255], np.uint8)


def test_of_an_image():
    image = np.arange(250, 250 - 12, -1).astype(np.uint8).reshape(3, 4)
    got = BATCH.check(brighten, (4, 3), image, np.zeros((3, 4), np.uint8))[1]
    assert got.max() == 255 and got.min() == 255 or got.min() > 200


def test_of_operators():
    a, b = (each.ravel() for each in np.meshgrid(BYTES, BYTES))
    n = len(a)
    signs = np.resize(np.array([-128, -100, -1, 0, 1, 27], np.int8), n)
    BATCH.check(
        blends,
        n,
        a.astype(np.uint8),
        b.astype(np.uint8),
        np.zeros(n, np.uint8),
        signs,
        np.zeros(n, np.int16),
        np.zeros(n, np.int32),
    )


def test_a_literal_takes_the_type_of_a_variable():
    BATCH.check(maxima, 4, np.arange(20, dtype=np.uint8).reshape(4, 5), np.zeros(4, np.uint8))
    A = np.array([7, 4000000000, 100, 99], np.uint32)
    out = np.zeros(4, np.uint32)
    BATCH.call(hashes)(4)(A, out)
    want = []
    for i, h in enumerate(A.tolist()):
        h = (5 if h > 100 else h) * 2654435761 % 2**32
        want.append(7 if i == 2 else h ^ h >> 15)
    assert out.tolist() == want


def test_of_tables_and_uint64():
    BATCH.check(tables, 8, BYTES, np.zeros(8, np.int32))
    A = np.array([0, 1, 2**63, 2**64 - 1, 17], np.uint64)
    BATCH.check(longs, 5, A, np.zeros(5, np.uint64), BYTES[:5], -3 & 0x7FFFFFFF)
