"""The events of a simulated run, and what the memory model makes of them."""

import cudapy as cp
import numpy as np
import pytest
from cudapy._memory_model.counting import access_counts
from cudapy._memory_model.decisions import divergent_decisions
from cudapy._simulate.launch import trace


@cp.struct
class Point:
    x: cp.float32
    y: cp.float32
    z: cp.float32
    w: cp.float32


@cp.kernel("void (float alpha, float* X, float* Y)")
def saxpy(alpha, X, Y):
    if idx < len(X):
        Y[idx] = alpha * X[idx] + Y[idx]


@cp.kernel("void (float* X, float* Y)")
def every4(X, Y):
    if idx < len(Y):
        Y[idx] = X[4 * idx]


@cp.kernel("void (float[,] A, float[,] B)")
def transpose(A, B):
    tile = shared(float, (32, 32))
    x, y = threadIdx.x, threadIdx.y
    row, column = blockIdx.y * 32 + y, blockIdx.x * 32 + x
    if row < A.shape[0] and column < A.shape[1]:
        tile[y, x] = A[row, column]
    syncthreads()
    row, column = blockIdx.x * 32 + y, blockIdx.y * 32 + x
    if row < B.shape[0] and column < B.shape[1]:
        B[row, column] = tile[x, y]


@cp.kernel("void (float* X)")
def tree(X):
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
        X[blockIdx.x] = part[0]


def costs(made):
    """(operation, array, field) → (requests, lanes, cost, best, conflicts)."""
    return {
        (each.site.operation, each.array.name, each.site.field): (
            each.requests,
            each.lanes,
            each.cost,
            each.best,
            each.conflicts,
        )
        for each in access_counts(made)
    }


def decisions(made):
    return {made.sites[site].line: count for site, count in divergent_decisions(made.decisions).items()}


def test_a_map():
    X, Y = np.ones(1000, np.float32), np.ones(1000, np.float32)
    made = trace(saxpy, 1000, 2.0, X, Y)
    assert costs(made) == {
        ("read", "X", ""): (32, 1000, 125, 125, 0),
        ("read", "Y", ""): (32, 1000, 125, 125, 0),
        ("write", "Y", ""): (32, 1000, 125, 125, 0),
    }
    assert decisions(made) == {}
    assert (Y == 3).all()
    first = made.accesses[0]
    site = made.sites[first["site"]]
    line = saxpy.__wrapped__.__code__.co_firstlineno + 3
    assert site == (__file__, line, 25, line, 31, "read", "")
    assert first.tolist() == (0, 0, 0, first["site"], 0, 0, 0, 4)
    assert made.paths == [()]
    assert [array.name for array in made.arrays] == ["X", "Y"]


def test_a_stride():
    made = trace(every4, 1000, np.ones(4000, np.float32), np.ones(1000, np.float32))
    assert costs(made) == {
        ("read", "X", ""): (32, 1000, 500, 125, 0),
        ("write", "Y", ""): (32, 1000, 125, 125, 0),
    }


def test_a_transpose():
    A = np.arange(64 * 64, dtype=np.float32).reshape(64, 64)
    B = np.zeros_like(A)
    made = trace(transpose, (64, 64), A, B, block=(32, 32))
    assert (B == A.T).all()
    assert costs(made) == {
        ("read", "A", ""): (128, 4096, 512, 512, 0),
        ("write", "tile", ""): (128, 4096, 128, 128, 0),
        ("read", "tile", ""): (128, 4096, 4096, 128, 3968),
        ("write", "B", ""): (128, 4096, 512, 512, 0),
    }


def test_a_sum():
    """24320 wavefronts of loads were measured for 256 blocks."""
    made = trace(tree, 256, np.ones(256, np.float32), block=256)
    assert (
        sum(
            each.cost
            for each in access_counts(made)
            if each.site.operation == "read" and each.array.name == "part"
        )
        == 24320 // 256
    )
    first = tree.__wrapped__.__code__.co_firstlineno
    assert decisions(made) == {first + 8: 47, first + 12: 1}


def test_a_lane_that_leaves_out_turns():
    """Requests are by the iteration of a loop, not by how often a lane came."""

    @cp.kernel("void (int* X)")
    def skips(X):
        for i in range(4):
            if (idx + i) % 2 == 0:
                continue
            X[32 * i + idx] = 1

    made = trace(skips, 32, [0] * 128)
    assert costs(made) == {("write", "X", ""): (4, 64, 16, 8, 0)}
    assert sorted(turn for path in made.paths for _, turn in path) == [0, 1, 2, 3, 4]
    assert sum(decisions(made).values()) == 4


def test_loops_that_end_early():
    @cp.kernel("void (int* X)")
    def ends(X):
        for i in range(8):
            if i == threadIdx.x % 4:
                break
            X[idx] += 1
        X[idx] += 1

    made = trace(ends, 32, [0] * 32)
    # Three iterations with ever fewer lanes, and the access after the loop, where all are together again.
    writes = [each for each in access_counts(made) if each.site.operation == "write"]
    assert [(each.requests, each.lanes) for each in writes] == [(3, 48), (1, 32)]


def bump(X, at):
    for i in range(2):
        X[at] += 1


def test_calls_are_on_the_path():
    @cp.kernel("void (int* X)")
    def twice(X):
        bump(X, idx)
        bump(X, idx)

    made = trace(
        cp.compile([twice.__wrapped__, bump], {"twice": "void (int*)", "bump": "void (int*, int)"}),
        32,
        [0] * 32,
    )
    assert costs(made) == {("read", "X", ""): (4, 128, 16, 16, 0), ("write", "X", ""): (4, 128, 16, 16, 0)}
    deep = [path for path in made.paths if len(path) == 2]
    assert len({path[0] for path in deep}) == 2
    assert {made.sites[site].operation for path in deep for site, _ in path[:1]} == {"call"}


def test_structs_vectors_and_atomics():
    @cp.kernel("void (Point* P, float4* V, int* N, float* S)")
    def many(P, V, N, S):
        counts = shared(int, 32)
        counts[threadIdx.x] = 0
        atomicAdd(counts, threadIdx.x // 4, 1)
        atomicAdd(N, 0, counts[threadIdx.x])
        S[idx] = P[idx].y
        V[idx] = V[idx] * 2
        P[idx] = Point(1, 2, 3, 4)

    made = trace(many, 32, [Point(0, 1, 2, 3)] * 32, [cp.float4(0, 1, 2, 3)] * 32, [0], [0.0] * 32, block=32)
    stored = {("write", "P", field): (1, 32, 16, 4, 0) for field in "xyzw"}
    assert costs(made) == {
        ("write", "counts", ""): (1, 32, 1, 1, 0),
        ("atomic", "counts", ""): (1, 32, 4, 1, 3),
        ("read", "counts", ""): (1, 32, 1, 1, 0),
        ("atomic", "N", ""): (1, 32, 32, 32, 0),
        ("read", "P", "y"): (1, 32, 16, 4, 0),
        ("write", "S", ""): (1, 32, 4, 4, 0),
        ("read", "V", ""): (1, 32, 16, 16, 0),
        ("write", "V", ""): (1, 32, 16, 16, 0),
        **stored,
    }


@pytest.mark.parametrize("order", ["backward", 3])
def test_the_order_changes_no_cost(order):
    X = np.ones(512, np.float32)
    assert costs(trace(tree, 512, X.copy(), block=256, order=order)) == costs(
        trace(tree, 512, X.copy(), block=256)
    )


# apply : int (int(int) f, int x)
def apply(f, x):
    return f(x)


def test_a_lambda_in_a_condition():
    @cp.kernel("void (int* X)")
    def chooses(X):
        if apply(lambda x: x + 1, idx) > 1:
            X[idx] = 1
        X[idx] += 2 if apply(lambda x: x - 1, idx) > 0 else 3

    X = [0] * 4
    made = trace(chooses, 4, X)
    assert X == [3, 4, 3, 3]
    assert len(decisions(made)) == 2
