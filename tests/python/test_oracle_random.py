"""Random numbers: the same on every target, and as CPython draws them."""

import numpy as np
import pytest

import cudapy as cp
from oracle import Batch, check
from cudapy._simulate.random_numbers import philox

N = 257


# draws : void (int64 seed, float* R, float* U, double* D, float* G, double* M, int* I, int64* L)
def draws(seed, R, U, D, G, M, I, L):
    rng = random_state(seed, idx)
    R[idx] = random(rng)
    U[idx] = uniform(rng, -2, R[idx])
    D[idx] = uniform(rng, D[idx], 2.5)
    G[idx] = normal(rng)
    M[idx] = normal(rng, D[idx], 2)
    I[idx] = randint(rng, -3, 3)
    L[idx] = randint(rng, L[idx], 2**40)


# order : void (float* R, int* I)
def order(R, I):
    rng = random_state(5, idx)
    R[3 * idx] = random(rng) - random(rng) * random(rng)
    a, b = random(rng), random(rng)
    R[3 * idx + 1] = a / (b + 1)
    R[3 * idx + 2] = random(rng) if random(rng) < 0.5 else -random(rng)
    I[idx] = 0
    while random(rng) < 0.75 and I[idx] < 20:
        I[idx] += randint(rng, 1, 3)


# inside : int (random_state rng, int samples)
def inside(rng, samples):
    hits = 0
    for i in range(samples):
        x = random(rng)
        y = random(rng)
        if x * x + y * y < 1:
            hits += 1
    return hits


# pi : void (int seed, int* hits, float* after)
def pi(seed, hits, after):
    rng = random_state(seed, idx)
    other = random_state(seed + 1, idx)
    hits[2 * idx] = inside(rng, 20)
    hits[2 * idx + 1] = inside(rng, 5) + inside(other, 5)
    after[idx] = random(rng) + random(other)


# shuffled : void (int* cards)
def shuffled(cards):
    rng = random_state(7, blockIdx.x)
    deck = shared(int, 64)
    deck[threadIdx.x] = threadIdx.x
    syncthreads()
    if threadIdx.x == 0:
        for i in range(63, 0, -1):
            j = randint(rng, 0, i)
            deck[i], deck[j] = deck[j], deck[i]
    syncthreads()
    cards[idx] = deck[threadIdx.x] + randint(rng, 0, 1)


def test_known_answers():
    assert philox((0, 0, 0, 0), (0, 0)) == (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)
    assert philox((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2) == (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)


# words : void (uint64 seed, uint64 sequence, int64* R)
def words(seed, sequence, R):
    rng = random_state(seed, sequence)
    for i in range(len(R)):
        R[i] = randint(rng, -(2**63), 2**63 - 1)


@pytest.mark.parametrize(
    "seed,sequence", [(0, 0), (1, 2), (2**64 - 1, 2**64 - 1), (0x123456789ABCDEF0, 3 << 40)]
)
def test_the_bits_are_those_of_the_paper(seed, sequence):
    R = np.zeros(6, np.int64)
    cp.compile(words)(1)(seed, sequence, R)
    key, high = (seed & 0xFFFFFFFF, seed >> 32), (sequence & 0xFFFFFFFF, sequence >> 32)
    expected = [word for position in range(3) for word in philox((position, 0, *high), key)]
    assert [
        word for value in R.tolist() for word in ((value + 2**63) >> 32, (value + 2**63) & 0xFFFFFFFF)
    ] == expected


def test_draws():
    random = np.random.default_rng(1)
    arrays = [
        np.zeros(N, np.float32),
        np.zeros(N, np.float32),
        random.uniform(-1, 1, N),
        np.zeros(N, np.float32),
        np.zeros(N),
        np.zeros(N, np.int32),
        random.integers(-(2**50), 2**40, N),
    ]
    for seed in (0, -1, 2**62):
        check(draws, N, seed, *arrays, ulps=16)


batch = Batch(order, pi, inside, shuffled)


def test_draws_come_in_the_order_of_python():
    batch.check(order, N, np.zeros(3 * N, np.float32), np.zeros(N, np.int32))


def test_generators_go_to_helpers():
    batch.check(pi, N, 42, np.zeros(2 * N, np.int32), np.zeros(N, np.float32))


def test_generators_live_across_barriers():
    batch.check(shuffled, 192, np.zeros(192, np.int32), block=64)


# filled : void (int seed, float* U, float* G, int* I)
def filled(seed, U, G, I):
    rng = random_state(seed, idx)
    U[idx] = random(rng)
    G[idx] = normal(rng, 3, 2)
    I[idx] = randint(rng, 1, 6)


def test_distributions():
    n = 200_000
    U, G, I = np.zeros(n, np.float32), np.zeros(n, np.float32), np.zeros(n, np.int32)
    cp.compile(filled)(n)(1, U, G, I)
    assert 0 <= U.min() and U.max() < 1 and abs(U.mean() - 0.5) < 0.003 and abs(U.std() - 12**-0.5) < 0.003
    assert abs(G.mean() - 3) < 0.02 and abs(G.std() - 2) < 0.02 and np.isfinite(G).all()
    counts = np.bincount(I, minlength=7)
    assert counts[0] == 0 and len(counts) == 7 and (abs(counts[1:] - n / 6) < 1000).all()
