"""Control flow around barriers, against CPython: jumps, returns and loops on both sides of where a kernel is
split."""

import numpy as np
import pytest

from oracle import Batch


# jumps_around_barriers : void (int* X, int n)
def jumps_around_barriers(X, n):
    s = shared(int, 64)
    t = threadIdx.x
    u = 0
    for i in range(n):
        if i == 3:
            u += 5
        elif i % 2 == 0:
            u += i
            s[t] = X[idx] + u
            syncthreads()
            X[idx] += s[(t + 1) % 32]
            syncthreads()
        else:
            if X[idx] % 7 == 0:
                X[idx] += 1
                if idx > 40:
                    return
            continue
        if u > 20:
            break
        s[t] = u
        syncthreads()
        X[idx] += s[31 - t]
        syncthreads()
    else:
        X[idx] -= 1
    X[idx] += u * 1000


# loops_inside_loops : void (int* X, float* F)
def loops_inside_loops(X, F):
    s = shared(float, 32)
    t = threadIdx.x
    a, b = X[idx], t
    k = 0
    j = 0
    while k < 4:
        a, b = b, a + k
        m = a if a > b else b
        s[t] = m * 0.5
        syncthreads()
        j = 0
        acc = 0.0
        while j < 32:
            acc += s[j] * j
            j += 1
            if j == 30 and t > 10:
                break
        F[idx] += acc
        syncthreads()
        k += 1
    X[idx] = a + b + j


# early : int (int x, int* s)
def early(x, s):
    if x < 0:
        return -1
    for i in range(5):
        if s[i] == x:
            return i
    return 7


# scanlike : int (int x)
def scanlike(x):
    buf = shared(int, 32)
    t = threadIdx.x
    syncthreads()
    buf[t] = x
    syncthreads()
    step = 1
    while step < 32:
        v = buf[t]
        if t >= step:
            v += buf[t - step]
        syncthreads()
        buf[t] = v
        syncthreads()
        step = step << 1
    return buf[t]


# nested_helpers : void (int* X, int* Y)
def nested_helpers(X, Y):
    first = scanlike(X[idx])
    second = 0
    if blockIdx.x % 2 == 0:
        second = scanlike(first % 5)
    Y[idx] = early(first % 9, X) + first + 2 * second
    third = scanlike(second) + scanlike(1)
    Y[idx] += third


# votes_in_loops : void (int* X, int n)
def votes_in_loops(X, n):
    c = 0
    done = X[idx] == 0
    while not syncthreads_and(done):
        if not done:
            X[idx] -= 1
            done = X[idx] == 0
            c += 1
        if syncthreads_count(done) > n:
            c += 100
    X[idx] = c


# arrays_of_each_thread : void (double* D, bool* B)
def arrays_of_each_thread(D, B):
    own = local(float, (2, 3))
    flags = shared(bool, 32)
    t = threadIdx.x
    for i in range(2):
        for j in range(3):
            own[i, j] = t * i - j
    flags[t] = t % 3 == 0
    total = 0.0
    for r in range(3):
        syncthreads()
        for j in range(3):
            if flags[(t + r) % 32]:
                own[1, j] += r
            total += own[r % 2, j]
        syncthreads()
        if t == r:
            flags[t] = not flags[t]
    syncthreads()
    D[idx] = total + own[-1, -1]
    B[idx] = flags[31 - t]


# returns_between_barriers : void (int* X, int n)
def returns_between_barriers(X, n):
    if n > 2:
        x = X[idx]
        if n > 3:
            s = 0
            for i in range(n, 0, -1):
                syncthreads()
                s += i
                x += s
            X[idx] = x
        else:
            return
    else:
        syncthreads()
        X[idx] += 7
    y = X[idx] * 2
    syncthreads()
    for i in range(3):
        if i == n - 5:
            return
        y += i
    X[idx] = y + i


# strides_and_long_loops : void (int* X, int* Y)
def strides_and_long_loops(X, Y):
    i = threadIdx.x
    while i < len(X):
        Y[i] = X[i] * 2
        i += blockDim.x
    syncthreads()
    total = 0
    for x in Y:
        total += x
    n = X[idx % len(X)]
    r = 1
    while n > 1:
        if n % 2:
            n = 3 * n + 1
        else:
            n //= 2
        if n > 1000:
            return
        r += 1
    syncthreads()
    if idx < len(X):
        Y[idx] = r + total


# returns_from_a_tile : void (int[,] A, int n)
def returns_from_a_tile(A, n):
    tile = shared(int, (4, 8))
    x, y = threadIdx.x, threadIdx.y
    if idx >= A.shape[1] or idy >= A.shape[0]:
        return
    tile[y, x] = A[idy, idx]
    m = syncthreads_count(tile[y][x] > n)
    if m > 3:
        z = tile[y, 0]
        syncthreads()
        tile[y, x] += z
    syncthreads()
    A[idy, idx] = tile[y, x] + m * x - y


# most : int (int x)
def most(x):
    buf = shared(int, 32)
    syncthreads()
    buf[threadIdx.x] = x
    syncthreads()
    best = buf[0]
    for i in range(1, blockDim.x):
        best = max(best, buf[i])
    return best


# share : int (int x, int i)
def share(x, i):
    return most(x) % (i + 1)


# barriers_in_expressions : void (int* X, int* Y)
def barriers_in_expressions(X, Y):
    x = X[idx]
    for i in range(most(x) % 5):
        Y[idx] += most(x + i) - i
    if most(-x) > -3:
        Y[idx] += 100
    elif share(x, 3) == 2:
        Y[idx] += 200
    Y[blockIdx.x * blockDim.x + (threadIdx.x + most(x)) % blockDim.x] = share(x, 9) + X[idx]
    syncthreads()
    Y[idx] += most(x) * X[idx] + share(X[idx], 2)
    k = 0
    while most(x) > k:
        k += 3
    a, b = most(k), x
    Y[idx] += a - b if b > 2 else a


batch = Batch(
    jumps_around_barriers,
    loops_inside_loops,
    nested_helpers,
    votes_in_loops,
    arrays_of_each_thread,
    returns_between_barriers,
    strides_and_long_loops,
    returns_from_a_tile,
    early,
    scanlike,
    most,
    share,
    barriers_in_expressions,
)


def ints(low, high, shape):
    return np.random.default_rng(5).integers(low, high, shape).astype(np.int32)


@pytest.mark.parametrize("n", (0, 1, 4, 9))
def test_jumps_around_barriers(n):
    batch.check(jumps_around_barriers, 64, ints(0, 50, 64), n, block=32)


def test_loops_inside_loops():
    batch.check(loops_inside_loops, 64, ints(0, 50, 64), np.zeros(64, np.float32), block=32, ulps=0)


def test_nested_helpers():
    batch.check(nested_helpers, 96, ints(0, 9, 96), np.zeros(96, np.int32), block=32)


def test_votes_in_loops():
    batch.check(votes_in_loops, 64, ints(0, 9, 64), 20, block=32)


def test_arrays_of_each_thread():
    batch.check(arrays_of_each_thread, 64, np.zeros(64), np.zeros(64, np.bool_), block=32, ulps=0)


@pytest.mark.parametrize("n", (1, 3, 4, 5, 6, 7))
def test_returns_between_barriers(n):
    batch.check(returns_between_barriers, 64, ints(0, 50, 64), n, block=32)


def test_strides_and_long_loops():
    batch.check(strides_and_long_loops, 32, ints(1, 30, 20), np.zeros(20, np.int32), block=32)


@pytest.mark.parametrize("n", (0, 5, 100))
def test_returns_from_a_tile(n):
    batch.check(returns_from_a_tile, (9, 6), ints(0, 10, (6, 9)), n, block=(8, 4))


@pytest.mark.parametrize("seed", range(3))
def test_barriers_in_expressions(seed):
    X = np.random.default_rng(seed).integers(0, 12, 96).astype(np.int32)
    batch.check(barriers_in_expressions, 96, X, np.zeros(96, np.int32), block=32)
