"""Kernel.vjp of kernels whose threads wait for each other in loops."""

from __future__ import annotations

import math
from typing import Any

import cudapy as cp
import pytest
from block_derivatives import agrees, doubles
from cudapy import blockDim, blockIdx, gridDim, idx, idy, threadIdx

BLOCKS = [1, 2, 32, 64, 256]
VECTORS = "void (double* X, double* Y)"


def summed(X, Y):
    S = cp.shared(cp.double, 256)
    i = threadIdx.x
    S[i] = X[idx] if idx < len(X) else 0.0
    cp.syncthreads()
    s = blockDim.x // 2
    while s > 0:
        if i < s:
            S[i] += S[i + s]
        cp.syncthreads()
        s //= 2
    if i == 0:
        Y[blockIdx.x] = S[0]


def multiplied(X, Y):
    S = cp.shared(cp.double, 256)
    i = threadIdx.x
    S[i] = X[idx] if idx < len(X) else 1.0
    cp.syncthreads()
    s = blockDim.x >> 1
    while s != 0:
        if i < s:
            S[i] = S[i] * S[i + s] * 0.7
        cp.syncthreads()
        s >>= 1
    if i == 0:
        Y[blockIdx.x] += S[0] * Y[blockIdx.x]


def largest(X, Y):
    S = cp.shared(cp.double, 256)
    i = threadIdx.x
    S[i] = X[idx] if idx < len(X) else 0.0
    cp.syncthreads()
    s = 1
    while s < blockDim.x:
        if i % (2 * s) == 0 and i + s < blockDim.x:
            S[i] = max(S[i], S[i + s])
        cp.syncthreads()
        s *= 2
    if i == 0:
        Y[blockIdx.x] = S[0] * S[0]


def scanned(X, Y):
    S = cp.shared(cp.double, 256)
    i = threadIdx.x
    S[i] = X[idx] if idx < len(X) else 0.0
    cp.syncthreads()
    d = 1
    while d < blockDim.x:
        v = S[i - d] if i >= d else 0.0
        cp.syncthreads()
        S[i] += v
        cp.syncthreads()
        d *= 2
    if idx < len(X):
        X[idx] = S[i]


def scanned_products(X, Y):
    S = cp.shared(cp.double, 256)
    i = threadIdx.x
    S[i] = X[idx] if idx < len(X) else 1.0
    cp.syncthreads()
    d = 1
    while d < blockDim.x:
        v = S[i - d] if i >= d else 1.0
        cp.syncthreads()
        S[i] *= v
        cp.syncthreads()
        d *= 2
    if idx < len(X):
        X[idx] = math.sin(S[i])


def swept_up_and_down(X, Y):
    S = cp.shared(cp.double, 512)
    i = threadIdx.x
    n = 2 * blockDim.x
    S[2 * i] = X[2 * idx] if 2 * idx < len(X) else 0.0
    S[2 * i + 1] = X[2 * idx + 1] if 2 * idx + 1 < len(X) else 0.0
    offset = 1
    d = blockDim.x
    while d > 0:
        cp.syncthreads()
        if i < d:
            a = offset * (2 * i + 1) - 1
            b = offset * (2 * i + 2) - 1
            S[b] += math.sin(S[a] * S[a])
        offset *= 2
        d //= 2
    if i == 0:
        S[n - 1] = 0.0
    d = 1
    while d < n:
        offset //= 2
        cp.syncthreads()
        if i < d:
            a = offset * (2 * i + 1) - 1
            b = offset * (2 * i + 2) - 1
            t = S[a]
            S[a] = S[b]
            S[b] += math.sin(t * S[b]) + t
        d *= 2
    cp.syncthreads()
    if idx < len(Y):
        Y[idx] = S[2 * i + 1] * S[2 * i]


def softmax_by_rows(X, Y):
    S = cp.shared(cp.double, 256)
    i = threadIdx.x
    n = len(X) // gridDim.x
    first = blockIdx.x * n
    top = -1e30
    j = i
    while j < n:
        top = max(top, X[first + j])
        j += blockDim.x
    S[i] = top
    cp.syncthreads()
    s = blockDim.x // 2
    while s > 0:
        if i < s:
            S[i] = max(S[i], S[i + s])
        cp.syncthreads()
        s //= 2
    top = S[0]
    cp.syncthreads()
    total = 0.0
    j = i
    while j < n:
        total += math.exp(X[first + j] - top)
        j += blockDim.x
    S[i] = total
    cp.syncthreads()
    s = blockDim.x // 2
    while s > 0:
        if i < s:
            S[i] += S[i + s]
        cp.syncthreads()
        s //= 2
    total = S[0]
    j = i
    while j < n:
        Y[first + j] = math.exp(X[first + j] - top) / total
        j += blockDim.x


def one_sum_after_the_other(X, Y):
    S = cp.shared(cp.double, 256)
    i = threadIdx.x
    for tile in range(3):
        S[i] = X[idx] * (tile + 1) if idx < len(X) else 0.0
        cp.syncthreads()
        s = blockDim.x // 2
        while s > 0:
            if i < s:
                S[i] += math.sin(S[i + s] * S[i])
            cp.syncthreads()
            s //= 2
        if i == 0:
            Y[blockIdx.x] += S[0] * Y[blockIdx.x]
        cp.syncthreads()


def steps_in_shared_memory(X, Y):
    S = cp.shared(cp.double, 258)
    i = threadIdx.x + 1
    S[i] = X[idx] if idx < len(X) else 0.0
    if threadIdx.x == 0:
        S[0] = 0.5
        S[blockDim.x + 1] = 0.25
    cp.syncthreads()
    for step in range(5):
        u = S[i] + 0.1 * (S[i - 1] * S[i + 1] - S[i] * S[i])
        cp.syncthreads()
        S[i] = u
        cp.syncthreads()
    if idx < len(X):
        X[idx] = S[i]


def steps_of_known_number(X, Y):
    S = cp.shared(cp.double, 258)
    i = threadIdx.x + 1
    S[i] = X[idx] if idx < len(X) else 0.0
    if threadIdx.x == 0:
        S[0] = 0.5
        S[blockDim.x + 1] = 0.25
    cp.syncthreads()
    for step in range(len(X)):
        u = S[i] + 0.1 * (S[i - 1] * S[i + 1] - S[i] * S[i])
        cp.syncthreads()
        S[i] = u
        cp.syncthreads()
    if idx < len(X):
        X[idx] = S[i]


def steps_until_it_is_small(X, Y):
    S = cp.shared(cp.double, 256)
    i = threadIdx.x
    S[i] = X[idx] if idx < len(X) else 1.0
    cp.syncthreads()
    while S[0] > 0.3:
        u = 0.5 * S[i] * S[(i + 1) % blockDim.x]
        cp.syncthreads()
        S[i] = u
        cp.syncthreads()
    if idx < len(X):
        X[idx] = S[i] * S[(i + 1) % blockDim.x]


def tiles_of_bodies(X, Y):
    S = cp.shared(cp.double, 256)
    here = X[idx] if idx < len(X) else 0.0
    total = 0.0
    for first in range(0, len(X), blockDim.x):
        S[threadIdx.x] = X[first + threadIdx.x] if first + threadIdx.x < len(X) else 0.0
        cp.syncthreads()
        for k in range(min(blockDim.x, len(X) - first)):
            d = S[k] - here
            total += d / (0.1 + d * d)
        cp.syncthreads()
    if idx < len(Y):
        Y[idx] = total


def a_stencil_with_a_halo(X, Y):
    S = cp.shared(cp.double, 258)
    i = threadIdx.x + 1
    n = len(X)
    for tile in range(2):
        S[i] = X[idx] * (tile + 1) if idx < n else 0.0
        if threadIdx.x == 0:
            S[0] = X[idx - 1] if 0 < idx <= n else 0.0
        if threadIdx.x == blockDim.x - 1:
            S[i + 1] = X[idx + 1] if idx + 1 < n else 0.0
        cp.syncthreads()
        if idx < n:
            Y[idx] += S[i - 1] * S[i + 1] - S[i] * S[i]
        cp.syncthreads()


def sorted_in_shared_memory(X, Y):
    S = cp.shared(cp.double, 256)
    i = threadIdx.x
    S[i] = X[idx] if idx < len(X) else 10.0 + i
    cp.syncthreads()
    for step in range(8):
        j = i * 2 + step % 2
        if j + 1 < blockDim.x:
            a = S[j]
            b = S[j + 1]
            S[j] = min(a, b)
            S[j + 1] = max(a, b)
        cp.syncthreads()
    if idx < len(X):
        X[idx] = S[i] * (i + 1)


def globally_in_steps(X, Y):
    first = blockIdx.x * blockDim.x
    right = first + (threadIdx.x + 1) % blockDim.x
    for step in range(3):
        a = X[right] if right < len(X) and idx < len(X) else 0.0
        cp.syncthreads()
        if idx < len(X):
            X[idx] = X[idx] * 0.5 + a * a
        cp.syncthreads()


KERNELS = [
    summed,
    multiplied,
    largest,
    scanned,
    scanned_products,
    swept_up_and_down,
    softmax_by_rows,
    one_sum_after_the_other,
    steps_in_shared_memory,
    steps_of_known_number,
    steps_until_it_is_small,
    tiles_of_bodies,
    a_stencil_with_a_halo,
    sorted_in_shared_memory,
    globally_in_steps,
]


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("function", KERNELS)
def test_loops(function: Any, block: int) -> None:
    for n in {2 * block, 3 * block // 2 + 1}:
        agrees(function, VECTORS, n, block, [doubles(n), doubles(n)])


def tiled_product(A, B, C):
    S = cp.shared(cp.double, (4, 4))
    T = cp.shared(cp.double, (4, 4))
    tx, ty = threadIdx.x, threadIdx.y
    total = 0.0
    for t in range(0, A.shape[1], 4):
        S[ty, tx] = A[idy, t + tx] if idy < A.shape[0] and t + tx < A.shape[1] else 0.0
        T[ty, tx] = B[t + ty, idx] if t + ty < B.shape[0] and idx < B.shape[1] else 0.0
        cp.syncthreads()
        for k in range(4):
            total += S[ty, k] * T[k, tx]
        cp.syncthreads()
    if idy < C.shape[0] and idx < C.shape[1]:
        C[idy, idx] = total


@pytest.mark.parametrize("shape", [(4, 4, 4), (9, 6, 7), (1, 5, 3)])
def test_a_tiled_product(shape: tuple[int, int, int]) -> None:
    rows, inner, columns = shape
    arguments = [doubles(rows, inner), doubles(inner, columns), doubles(rows, columns)]
    signature = "void (double[,] A, double[,] B, double[,] C)"
    agrees(tiled_product, signature, (columns, rows), (4, 4), arguments)


def with_atomics(X, Y):
    S = cp.shared(cp.double, 16)
    i = threadIdx.x
    j = i
    while j < 16:
        S[j] = 0.0
        j += blockDim.x
    cp.syncthreads()
    if idx < len(X):
        cp.atomicAdd(S, idx * 7 % 16, X[idx] * X[idx])
        cp.atomicAdd(S, idx * 5 % 16, -X[idx])
    cp.syncthreads()
    if idx < len(Y):
        Y[idx] = S[i % 16] * S[(i + 1) % 16]


def with_atomics_in_loops(X, Y):
    S = cp.shared(cp.double, 256)
    i = threadIdx.x
    for tile in range(3):
        S[i] = 0.5
        cp.syncthreads()
        for k in range(4):
            if idx + k < len(X):
                cp.atomicAdd(S, (i * 3 + k) % blockDim.x, X[idx + k] * (tile + 1))
        cp.syncthreads()
        if idx < len(Y):
            Y[idx] += S[(i + 1) % blockDim.x] * S[i]
        cp.syncthreads()


def counts_and_adds(X, Y):
    S = cp.shared(cp.double, 8)
    counts = cp.shared(cp.int32, 8)
    i = threadIdx.x
    if i == 0:
        for k in range(8):
            S[k] = 0.0
            counts[k] = 0
    cp.syncthreads()
    if idx < len(X):
        bin = int(X[idx] * 4) % 8
        cp.atomicAdd(counts, bin, 1)
        cp.atomicAdd(S, bin, math.sin(X[idx]))
    cp.syncthreads()
    if idx < len(Y):
        Y[idx] *= S[i % 8] / max(counts[i % 8], 1)


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("function", [with_atomics, with_atomics_in_loops, counts_and_adds])
def test_atomics_of_shared_arrays(function: Any, block: int) -> None:
    for n in {2 * block, 3 * block // 2 + 1}:
        agrees(function, VECTORS, n, block, [doubles(n), doubles(n)], relative=1e-9)


def body_of(function: Any, signature: str = VECTORS) -> str:
    text = cp.compile(function, signature).vjp.cuda_source
    return text[text.index("__global__") : text.index("\n}", text.index("__global__"))]


def test_a_sum_by_halves_records_nothing() -> None:
    body = body_of(summed)
    assert "S_before" not in body and "s_before" not in body and "S[" not in body.replace("S_bar[", "")
    assert body.count("__syncthreads()") == 3
    assert "s = s_begin >> trip;" in body


def test_a_thread_records_its_own_elements_without_waiting() -> None:
    body = body_of(multiplied)
    forward, reverse = body.split("// The reverse sweep.")
    assert forward.count("__syncthreads()") == 2
    loop = reverse[reverse.index("for (") :]
    assert loop[: loop.index("\n    }")].count("__syncthreads()") == 2
    assert "S_old" not in reverse


def test_a_tiled_product_stages_its_tiles_only_on_the_way_back() -> None:
    body = body_of(tiled_product, "void (double[,] A, double[,] B, double[,] C)")
    forward, reverse = body.split("// The reverse sweep.")
    assert "for (" not in forward[forward.index("const int tx") :]
    assert reverse.count("__syncthreads()") == 2 and "_before" not in body and "_old" not in body


def with_atomics_in_nested_loops(X, Y):
    S = cp.shared(cp.double, 64)
    i = threadIdx.x
    S[i] = X[idx]
    cp.syncthreads()
    u = S[(i + 1) % blockDim.x]
    T = cp.shared(cp.double, 64)
    T[i] = 0.0
    cp.syncthreads()
    for k in range(3):
        v = u
        for j in range(2):
            v = math.sin(v + j)
            cp.atomicAdd(T, (i + k + j) % blockDim.x, v * X[idx])
    cp.syncthreads()
    Y[idx] = T[i] * T[(i + 1) % blockDim.x] * u


@pytest.mark.parametrize("block", [1, 32, 64])
def test_atomics_are_not_done_again_on_the_way_back(block: int) -> None:
    n = 2 * block
    agrees(with_atomics_in_nested_loops, VECTORS, n, block, [doubles(n), doubles(n)], relative=1e-9)
    body = body_of(with_atomics_in_nested_loops)
    forward, reverse = body.split("// The reverse sweep.")
    assert "atomicAdd(&T[" in forward and "atomicAdd(&T[" not in reverse
