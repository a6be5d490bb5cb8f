"""What is explained of whole kernels is what Nsight Compute counted for them on an H200, built so that each
access of the source is one instruction: launches of 65,536 threads in blocks of 256 where a test says nothing
else."""

import cudapy as cp
import numpy as np
from traced_kernels import Body, floats  # noqa: F401


@cp.kernel("void (float* X, Body* B, float4* V, double* D, uint8* U, float* One, int* Bins, float* Y)")
def many(X, B, V, D, U, One, Bins, Y):
    Y[idx] = X[idx]
    Y[idx] = X[2 * idx]
    Y[idx] = X[4 * idx]
    Y[idx] = X[8 * idx]
    Y[idx] = X[32 * idx]
    Y[idx] = X[idx + 1]
    Y[idx] = X[idx + 8]
    Y[idx] = X[3]
    Y[idx] = B[idx].x
    Y[idx] = V[idx].x
    Y[idx] = float(D[idx])
    Y[idx] = U[idx]
    if idx % 3 == 0:
        Y[idx] = X[idx]
    atomicAdd(One, 0, 1.0)
    if idx & 1:
        Y[idx] = 1
    if idx & 32:
        Y[idx] = 2
    k = 0
    while k < (idx & 3) + 2:
        k += 1


# The offset of a line of the kernel, what it does there, and what it costs in sectors.
SECTORS = [
    (1, 8192),
    (2, 16384),
    (3, 32768),
    (4, 65536),
    (5, 65536),
    (6, 10240),
    (7, 8192),
    (8, 2048),
    (9, 32768),
    (10, 32768),
    (11, 16384),
    (12, 2048),
    (14, 8192),
    (15, 65536),
]


def line_of(plan, call, offset):
    number = call.__wrapped__.__code__.co_firstlineno + 1 + offset
    return next(line for line in plan.lines if line.number == number)


def test_sectors_and_divided_warps():
    n = 65536
    plan = many.explain(
        n,
        floats(32 * n),
        cp.zeros(n, Body),
        cp.zeros(n, cp.float4),
        np.ones(n),
        np.ones(n, np.uint8),
        [0.0],
        [0],
        floats(n),
        blocks=6,
    )
    assert plan.coverage == "6 of 256 blocks were traced on the CPU; counts are scaled"
    for offset, sectors in SECTORS:
        access = line_of(plan, many, offset).accesses[0]
        assert access.operation == ("atomic" if offset == 15 else "read")
        assert (offset, access.requests, access.sectors) == (offset, 2048, sectors)
    divided = [line_of(plan, many, offset).decisions[0].divergent for offset in (16, 18, 21)]
    assert divided == [2048, 0, 6144]


@cp.kernel("void (float[,] A, float[,] B)")
def by_tiles(A, B):
    tile = shared(float, (32, 32))
    x, y = threadIdx.x, threadIdx.y
    tile[y, x] = A[32 * blockIdx.y + y, 32 * blockIdx.x + x]
    syncthreads()
    B[32 * blockIdx.x + y, 32 * blockIdx.y + x] = tile[x, y]


@cp.kernel("void (float[,] A, float[,] B)")
def by_wider_tiles(A, B):
    tile = shared(float, (32, 33))
    x, y = threadIdx.x, threadIdx.y
    tile[y, x] = A[32 * blockIdx.y + y, 32 * blockIdx.x + x]
    syncthreads()
    B[32 * blockIdx.x + y, 32 * blockIdx.y + x] = tile[x, y]


def test_transposing_1024_by_1024():
    A = floats(1024, 1024)
    for call, wavefronts in ((by_tiles, 1048576), (by_wider_tiles, 32768)):
        plan = call.explain((1024, 1024), A, A.copy(), block=(32, 32), blocks=2)
        read, written = line_of(plan, call, 5).accesses
        assert (read.requests, read.wavefronts, read.best) == (32768, wavefronts, 32768)
        assert (written.requests, written.sectors) == (32768, 131072)


@cp.kernel("void (float* X, float* S)")
def every_second(X, S):
    part = shared(float, 256)
    t = threadIdx.x
    part[t] = X[idx]
    syncthreads()
    k = 1
    while k < 256:
        if t % (2 * k) == 0:
            part[t] += part[t + k]
        syncthreads()
        k *= 2
    if t == 0:
        S[blockIdx.x] = part[0]


@cp.kernel("void (float* X, float* S)")
def first_half(X, S):
    part = shared(float, 256)
    t = threadIdx.x
    part[t] = X[idx]
    syncthreads()
    k = 128
    while k > 0:
        if t < k:
            part[t] += part[t + k]
        syncthreads()
        k //= 2
    if t == 0:
        S[blockIdx.x] = part[0]


def test_sums_in_shared_memory():
    for call, wavefronts in ((every_second, 24320), (first_half, 6400)):
        plan = call.explain(65536, floats(65536), floats(256), block=256, blocks=3)
        reads = [
            access.wavefronts
            for line in plan.lines
            for access in line.accesses
            if (access.array, access.operation) == ("part", "read")
        ]
        assert sum(reads) == wavefronts
        assert [each.most_of_a_block for line in plan.lines for each in line.barriers] == [1, 8]


@cp.kernel("void (float[,] A, float[,] B, float[,] C)")
def product(A, B, C):
    a = shared(float, (16, 16))
    b = shared(float, (16, 16))
    x, y = threadIdx.x, threadIdx.y
    total = 0.0
    for k in range(A.shape[1] // 16):
        a[y, x] = A[idy, 16 * k + x]
        b[y, x] = B[16 * k + y, idx]
        syncthreads()
        for q in range(16):
            total += a[y, q] * b[q, x]
        syncthreads()
    C[idy, idx] = total


def test_a_product_of_matrices_by_tiles():
    """One block is traced: each does as much as any other."""
    A = floats(256, 256)
    plan = product.explain((256, 256), A, A.copy(), A.copy(), block=(16, 16), blocks=1)
    reads = [each.wavefronts for each in line_of(plan, product, 10).accesses]
    assert sum(reads) == 1048576
    assert [each.most_of_a_block for line in plan.lines for each in line.barriers] == [16, 16]
    assert line_of(plan, product, 6).accesses[0].sectors == 256 * 256 * 16 // 8
