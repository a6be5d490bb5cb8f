"""Kernels whose threads work together in blocks, against CPython with a Python thread for each thread of a
block."""

import numpy as np
import pytest

import cudapy as cp
from cudapy import local, shared, syncthreads
from cudapy import syncthreads_count as count
from oracle import TARGET, Batch
from cudapy._simulate.blocks import DivergentBarrier
from raising import raises

TILE = 8
WIDTH = 32


# block_sum : void (float* X, float* sums)
def block_sum(X, sums):
    cache = shared(float, 256)
    t = threadIdx.x
    cache[t] = X[idx] if idx < len(X) else 0.0
    syncthreads()
    stride = blockDim.x // 2
    while stride > 0:
        if t < stride:
            cache[t] += cache[t + stride]
        syncthreads()
        stride //= 2
    if t == 0:
        sums[blockIdx.x] = cache[0]


# reverse : void (int* X, int* Y)
def reverse(X, Y):
    memory = cp.shared(cp.int32, 2 * WIDTH * 4)
    memory[threadIdx.x] = X[idx]
    last = blockDim.x - 1
    cp.syncthreads()
    Y[idx] = memory[last - threadIdx.x]


# early_return : void (int* X, int n)
def early_return(X, n):
    cache = shared(int, 256)
    if idx >= n:
        return
    own = X[idx] * 3
    cache[threadIdx.x] = own
    syncthreads()
    if own % 2 == 0:
        X[idx] = own
        return
    other = cache[0]
    living = count(own > 10)
    X[idx] = other + own + living


# none_left : void (int* X, int* starts, int k)
def none_left(X, starts, k):
    """Blocks whose threads have all returned: what is the same for all reads nothing then, and a loop does
    not run."""
    if threadIdx.x >= k or idx >= len(X):
        return
    steps = starts[blockIdx.x] // k
    while k < 100:
        k *= 2
        syncthreads()
    while True:
        X[idx] += k
        if X[idx] > 300 + steps:
            return
        syncthreads()


# own_values : void (int* X, int k, int steps)
def own_values(X, k, steps):
    """A parameter that each thread gives a value of its own, before a barrier and after it."""
    k = k + threadIdx.x
    syncthreads()
    for i in range(steps):
        k *= 2
        syncthreads()
    X[idx] = k


# votes : void (int* X, int* counts, bool* flags)
def votes(X, counts, flags):
    even = X[idx] % 2 == 0
    n = count(even)
    some = cp.syncthreads_or(X[idx] > 100)
    every = cp.syncthreads_and(even)
    if threadIdx.x == 0:
        counts[blockIdx.x] = n + count_in(n, 3)
        flags[2 * blockIdx.x] = every
        flags[2 * blockIdx.x + 1] = some


# count_in : int (int n, int k)
def count_in(n, k):
    return n // k


# until_done : void (int* X, int* steps)
def until_done(X, steps):
    x = X[idx]
    while cp.syncthreads_or(x > 1):
        if x > 1:
            x = x // 2 if x % 2 == 0 else 3 * x + 1
        steps[idx] += 1
    n = 0
    while n < count(x == 1) + len(X) % 5:
        n += 1
    X[idx] = n


# from_memory : void (int* steps, float* limits, float* X)
def from_memory(steps, limits, X):
    cache = shared(float, 64)
    t = threadIdx.x
    for step in range(steps[blockIdx.x]):
        cache[t] = X[idx] + step
        syncthreads()
        if steps[0] > 5:
            continue
        X[idx] = cache[63 - t]
        if limits[blockIdx.x] < step:
            break
        syncthreads()
    else:
        X[idx] += 1.0


# bounds_from_memory : void (int* first, int* X, int* totals)
def bounds_from_memory(first, X, totals):
    total = 0
    for i in range(first[idx], first[idx] + 3):
        total += i
        if X[0] == 7:
            continue
        syncthreads()
    totals[idx] = total


# block_total : float (float x)
def block_total(x):
    parts = shared(float, 64)
    syncthreads()
    parts[threadIdx.x] = x
    syncthreads()
    half = 32
    while half > 0:
        if threadIdx.x < half:
            parts[threadIdx.x] += parts[threadIdx.x + half]
        syncthreads()
        half //= 2
    return parts[0]


# fill : void (float* to, float value)
def fill(to, value):
    for i in range(len(to)):
        to[i] = value


# normalise : void (float* X)
def normalise(X):
    scratch = shared(float, 8)
    x = X[idx]
    mean = block_total(x) / blockDim.x
    if threadIdx.x == 0:
        fill(scratch, mean)
    syncthreads()
    d = x - mean
    spread = block_total(d * d)
    X[idx] = (x - scratch[-1]) / (spread + 1.0) + sum_of(scratch)


# sum_of : float (float* X)
def sum_of(X):
    total = 0.0
    for x in X:
        total += x
    return total


# multiply : void (float* A, float* B, float* C, int n)
def multiply(A, B, C, n):
    a = cp.shared(cp.float32, (TILE, TILE))
    b = shared(float, (TILE, TILE))
    tx, ty = threadIdx.x, threadIdx.y
    total = 0.0
    for first in range(0, n, TILE):
        a[ty, tx] = A[idy * n + first + tx] if idy < n and first + tx < n else 0.0
        b[ty][tx] = B[(first + ty) * n + idx] if first + ty < n and idx < n else 0.0
        cp.syncthreads()
        for k in range(TILE):
            total += a[ty, k] * b[k, tx]
        cp.syncthreads()
    if idy < n and idx < n:
        C[idy * n + idx] = total


# transpose : void (float[,] A, float[,] B)
def transpose(A, B):
    tile = shared(float, (TILE, TILE + 1))
    tx, ty = threadIdx.x, threadIdx.y
    if idy < A.shape[0] and idx < A.shape[1]:
        tile[ty, tx] = A[idy, idx]
    syncthreads()
    x, y = blockIdx.y * TILE + tx, blockIdx.x * TILE + ty
    if y < B.shape[0] and x < B.shape[1]:
        B[y, x] = tile[tx, ty] + (tile.shape[1] - len(tile)) * corner(tile)


# corner : float (float[,] T)
def corner(T):
    return 0.0 * T.shape[0] if T.shape[1] == TILE + 1 else T[-1, -1]


# scan : void (int* X)
def scan(X):
    """Inclusive, of each block: values that live across barriers in a loop."""
    memory = shared(int, 128)
    t = threadIdx.x
    memory[t] = X[idx]
    syncthreads()
    step = 1
    while step < blockDim.x:
        mine = memory[t]
        left = memory[t - step] if t >= step else 0
        syncthreads()
        memory[t] = mine + left
        syncthreads()
        step *= 2
    X[idx] = memory[t]


# sort : void (int* X)
def sort(X):
    """Bitonic, of each block."""
    memory = shared(int, 64)
    t = threadIdx.x
    memory[t] = X[idx]
    size = 2
    while size <= 64:
        gap = size // 2
        while gap > 0:
            syncthreads()
            other = t ^ gap
            if other > t:
                a, b = memory[t], memory[other]
                if (a > b) == (t & size == 0):
                    memory[t], memory[other] = b, a
            gap //= 2
        size *= 2
    syncthreads()
    X[idx] = memory[t]


# keep_local : void (int* X, int* Y)
def keep_local(X, Y):
    """An array of each thread that lives across barriers."""
    own = local(int, 4)
    all_of = shared(int, 64)
    for i in range(4):
        own[i] = X[idx] + i
    all_of[threadIdx.x] = own[1]
    syncthreads()
    for i in range(4):
        own[i] += all_of[(threadIdx.x + i) % 64]
    syncthreads()
    Y[idx] = own[0] + own[1] * 2 + own[-1]


# fences : void (int* X)
def fences(X):
    X[idx] += 1
    cp.threadfence_block()
    X[idx] *= 2
    cp.threadfence()
    cp.threadfence_system()


# running_sum : void (int* X, double* sums)
def running_sum(X, sums):
    """Arrays that the launch sizes, each aligned after the one before."""
    flags = shared(bool)
    values = shared(int)
    parts = cp.shared(cp.float64)
    t = threadIdx.x
    flags[t] = X[idx] % 3 == 0
    values[t] = X[idx]
    if t < len(parts):
        parts[t] = 0.5
    syncthreads()
    total = 0
    for i in range(len(values)):
        if flags[i]:
            total += values[i]
    sums[idx] = total + parts[-1] + sum_int(values) / len(flags)


# turn_pieces : void (int* X)
def turn_pieces(X):
    """Turns a piece of the array in each block, as long as its shared memory."""
    piece = shared(int)
    n = len(piece)
    for i in range(threadIdx.x, n, blockDim.x):
        piece[i] = X[blockIdx.x * n + i]
    syncthreads()
    for i in range(threadIdx.x, n, blockDim.x):
        X[blockIdx.x * n + i] = piece[n - 1 - i]


# sum_int : int (int* X)
def sum_int(X):
    total = 0
    for x in X:
        total += x
    return total


batch = Batch(
    block_sum,
    reverse,
    early_return,
    none_left,
    own_values,
    votes,
    count_in,
    until_done,
    from_memory,
    bounds_from_memory,
    block_total,
    fill,
    turn_pieces,
    normalise,
    sum_of,
    multiply,
    scan,
    sort,
    keep_local,
    fences,
    running_sum,
    sum_int,
    transpose,
    corner,
)


@pytest.fixture
def rng():
    return np.random.default_rng(3)


@pytest.mark.parametrize("n", (1, 255, 256, 257, 600))
def test_block_sum(n, rng):
    blocks = -(-n // 256)
    batch.check(block_sum, n, rng.random(n, dtype=np.float32), np.zeros(blocks, np.float32), ulps=0)


@pytest.mark.parametrize("block", (1, 2, 32, 64, 128, 256))
def test_block_sum_in_other_blocks(block, rng):
    n = 300
    batch.check(
        block_sum,
        n,
        rng.random(n, dtype=np.float32),
        np.zeros(-(-n // block), np.float32),
        ulps=0,
        block=block,
    )


@pytest.mark.parametrize("block", (1, 33, 256))
def test_values_across_a_barrier(block):
    X = np.arange(block * 2, dtype=np.int32)
    batch.check(reverse, block * 2, X, np.zeros_like(X), block=block)


@pytest.mark.parametrize("n", (0, 1, 70, 128))
def test_threads_that_return_early(n, rng):
    batch.check(early_return, 100, rng.integers(0, 50, 128).astype(np.int32), n, block=64)


def test_parameters_of_each_thread():
    batch.check(own_values, 128, np.zeros(128, np.int32), 3, 2, block=64)


@pytest.mark.parametrize("k", (0, 1, 5, 16))
def test_blocks_that_have_all_returned(k):
    batch.check(none_left, 64, np.zeros(20, np.int32), np.array([3, 4], np.int32), k, block=16)


@pytest.mark.parametrize("case", ("mixed", "even", "odd"))
def test_votes(case, rng):
    X = rng.integers(0, 120, 192).astype(np.int32)
    if case != "mixed":
        X = X * 2 + (case == "odd")
    batch.check(votes, 192, X, np.zeros(3, np.int32), np.zeros(6, np.bool_), block=64)


def test_a_barrier_in_the_condition_of_a_loop(rng):
    X = rng.integers(1, 40, 96).astype(np.int32)
    batch.check(until_done, 96, X, np.zeros_like(X), block=32)


@pytest.mark.parametrize("steps", (0, 1, 3, 7))
def test_conditions_from_memory(steps, rng):
    X, limits = rng.random(128).astype(np.float32), np.array([1.5, 0.0], np.float32)
    batch.check(from_memory, 128, np.array([steps, 2], np.int32), limits, X, ulps=0, block=64)


@pytest.mark.parametrize("first", (0, 7))
def test_a_loop_whose_variable_comes_from_memory(first):
    X = np.zeros(64, np.int32)
    X[0] = first
    batch.check(bounds_from_memory, 64, np.arange(64, dtype=np.int32), X, np.zeros_like(X), block=32)


def test_barriers_in_functions(rng):
    batch.check(normalise, 128, rng.random(128, dtype=np.float32), block=64)


@pytest.mark.parametrize("n", (1, 8, 13, 24))
def test_tiles_in_two_dimensions(n, rng):
    A, B = rng.random(n * n, dtype=np.float32), rng.random(n * n, dtype=np.float32)
    # A GPU fuses the products with the sums, and rounds once.
    exact = batch.call(multiply).target == "cpu"
    batch.check(multiply, (n, n), A, B, np.zeros_like(A), n, ulps=0 if exact else 4, block=(TILE, TILE))


def test_tiles_with_padding(rng):
    A = rng.random((19, 13), dtype=np.float32)
    batch.check(transpose, (13, 19), A, np.zeros((13, 19), np.float32), ulps=0, block=(TILE, TILE))


def test_values_that_live_across_barriers_in_a_loop(rng):
    batch.check(scan, 256, rng.integers(0, 100, 256).astype(np.int32), block=128)
    batch.check(scan, 32, rng.integers(0, 100, 32).astype(np.int32), block=32)


def test_loops_in_loops_around_a_barrier(rng):
    batch.check(sort, 128, rng.integers(-1000, 1000, 128).astype(np.int32), block=64)


def test_arrays_of_a_thread(rng):
    X = rng.integers(0, 9, 128).astype(np.int32)
    batch.check(keep_local, 128, X, np.zeros_like(X), block=64)


def test_fences_need_no_whole_blocks(rng):
    batch.check(fences, 37, rng.integers(0, 9, 37).astype(np.int32))


@pytest.mark.parametrize("size", (1, 3, 32))
def test_arrays_that_are_sized_at_the_launch(size, rng):
    X = rng.integers(0, 100, size * 2).astype(np.int32)
    batch.check(running_sum, size * 2, X, np.zeros(size * 2), block=size, shared=(size, size, 1))


def most_shared_bytes():
    return 227 * 1024 if TARGET == "cpu" else cp.devices()[0].properties["most_shared_bytes_per_block"]


@pytest.mark.parametrize("part", (0.44, 1))
def test_more_than_48_kilobytes(part, rng):
    size = int(most_shared_bytes() * part) // 4
    batch.check(turn_pieces, 64, rng.integers(0, 100, 2 * size + 5).astype(np.int32), block=32, shared=size)


def test_sizes_that_are_refused():
    device = "cpu" if TARGET == "cpu" else "cuda:0"
    call = batch.call(running_sum)
    X, sums = np.zeros(4, np.int32), np.zeros(4)
    for options, kind, text in (
        (
            {},
            TypeError,
            "running_sum: the number of elements of 3 arrays (flags, values, parts) is missing: write "
            "running_sum(n, shared=...)(arguments)",
        ),
        (
            {"shared": 4},
            TypeError,
            "running_sum: shared= needs the number of elements of 3 arrays (flags, values, "
            "parts), got 1 numbers",
        ),
        (
            {"shared": (4, "a", 1)},
            TypeError,
            "running_sum: shared: the number of elements of values must be an integer, got str 'a'",
        ),
        (
            {"shared": (4, -1, 1)},
            ValueError,
            "running_sum: shared: the number of elements of values must not be negative, got int -1",
        ),
        (
            {"shared": (1, 1, 1 << 20)},
            cp.LaunchError,
            "running_sum: shared: 3 arrays (flags, values, parts) take 8388616 bytes, and "
            f"the most that {device} gives a block of the kernel is {most_shared_bytes()}: use "
            "fewer elements, got tuple (1, 1, 1048576)",
        ),
        (
            {"shared": (1, 1 << 70, 1)},
            cp.LaunchError,
            "running_sum: shared: 3 arrays (flags, values, parts) take more than 2^62 "
            f"bytes, and the most that {device} gives a block of the kernel is "
            f"{most_shared_bytes()}: use fewer elements, got tuple (1, {1 << 70}, 1)",
        ),
    ):
        with raises(kind, text):
            call(4, block=4, **options)(X, sums)
    with raises(
        TypeError, "reverse: shared= sizes arrays that the kernel declares by shared(type), and it has none"
    ):
        batch.call(reverse)(4, shared=3)


# disagree : void (int* X)
def disagree(X):
    if X[idx] > 0:
        X[idx] += 1
        syncthreads()
    X[idx] += 1


# leave_early : void (int* X, int n)
def leave_early(X, n):
    for i in range(n):
        if X[idx] == i:
            break
        syncthreads()
    X[idx] = -1


def test_threads_that_agree_about_what_memory_says():
    agree = Batch(disagree, leave_early)
    agree.check(disagree, 64, np.ones(64, np.int32), block=32)
    agree.check(disagree, 64, np.zeros(64, np.int32), block=32)
    agree.check(leave_early, 64, np.full(64, 2, np.int32), 5, block=32)


@pytest.mark.skipif(TARGET == "cuda", reason="a GPU hangs, or goes on, where threads disagree")
@pytest.mark.parametrize("kernel, arguments", ((disagree, ()), (leave_early, (5,))))
def test_threads_that_disagree_about_a_barrier(kernel, arguments):
    call = cp.compile(kernel, target="cpu")
    X = np.ones(64, np.int32)
    X[40] = 3 if arguments else 0
    line = kernel.__code__.co_firstlineno + (2 if arguments else 1)
    with pytest.raises(cp.KernelError) as raised:
        call(64, block=32)(X, *arguments)
    assert str(raised.value) == (
        f"{kernel.__name__}: the threads of a block disagree about the condition in line {line} of "
        f"{__file__}, which decides about a barrier: some would wait there for others that never come; "
        f"`{kernel.__name__}.simulate(…)` names them"
    )
    with pytest.raises(DivergentBarrier):
        Batch(kernel).program.run(kernel, (64,), (np.array(X), *arguments), (32,))
