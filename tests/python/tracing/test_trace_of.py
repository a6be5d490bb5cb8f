"""trace_of: a launch that is traced, and that leaves its arguments as they are."""

import cudapy as cp
import numpy as np
import pytest
from cudapy._memory_model.counting import access_counts
from cudapy._simulate.block_shape import gpu_block
from cudapy._tracing import trace_of
from cudapy._tracing.copies import copies_of
from cudapy._tracing.sampling import Part, sample
from cudapy._tracing.compiled import CompiledLaunch


@cp.kernel("void (float* X, float* Y)")
def every4(X, Y):
    if idx < len(Y):
        Y[idx] = X[4 * idx]


@cp.kernel("void (int* X, int[,] R)")
def turn(X, R):
    part = shared(int, 64)
    part[threadIdx.x] = X[idx]
    for k in range(2):
        syncthreads()
        part[threadIdx.x] += k
    syncthreads()
    X[idx] = part[63 - threadIdx.x]
    R[0, 0] = 1


@cp.kernel("void (int* X)")
def together(X):
    X[idx] = 1
    grid_sync()
    X[idx] += X[gridsize.x - 1 - idx]


@cp.struct
class Body:
    x: cp.float32
    y: cp.float32


@cp.kernel("void (Body* Bodies, float2* V, float** Rows)")
def fall(Bodies, V, Rows):
    Bodies[idx].y += 1
    V[idx] = float2(0, 0)
    Rows[idx][0] += 1


def costs(made):
    return [
        (each.array.name, each.site.operation, each.requests, each.cost) for each in access_counts(made.trace)
    ]


@cp.kernel("void (int* X, int n)")
def toil(X, n):
    for i in range(n):
        X[idx] += i


def test_what_would_be_too_much_to_be_told_of():
    with pytest.raises(cp.LaunchError) as raised:
        trace_of(toil, 256, (np.zeros(256, np.int32), 30_000), block=256)
    assert str(raised.value) == (
        "a trace of this launch would have more than 16777216 accesses and decisions: "
        "launch it with fewer threads or less data"
    )


def test_of_all_blocks():
    X, Y = np.ones(4000, np.float32), np.zeros(1000, np.float32)
    made = trace_of(every4, 1000, (X, Y))
    assert costs(made) == [("Y", "write", 32, 125), ("X", "read", 32, 500)]
    assert (made.kernel, made.file, made.extent, made.grid, made.block) == (
        "every4",
        __file__,
        (1000, 1, 1),
        (4, 1, 1),
        (256, 1, 1),
    )
    assert (made.blocks, made.traced_blocks, made.is_sample, made.producer) == (
        4,
        (0, 1, 2, 3),
        False,
        "compiled",
    )
    assert made.coverage == "all blocks were traced on the CPU"
    assert not Y.any()


def test_of_the_blocks_that_are_asked_for():
    """The CPU target takes others for kernels that do not see theirs."""
    X, Y = np.ones(400, np.float32), np.zeros(100, np.float32)
    for block in (32, (32,), [32, 1], cp.dim3(32)):
        made = trace_of(every4, 100, (X, Y), block=block)
        assert (made.grid, made.block) == ((4, 1, 1), (32, 1, 1))
        assert costs(made) == [("Y", "write", 4, 13), ("X", "read", 4, 50)]


@cp.kernel("void (int* A)")
def along_x(A):
    A[idx] = blockIdx.x


@cp.kernel("void (int[,] A)")
def along_y(A):
    A[idy, idx] = blockIdx.x


@cp.kernel("void (int[,,] A)")
def along_z(A):
    A[idz, idy, idx] = blockIdx.x


@pytest.mark.parametrize(
    "threads",
    [(n,) for n in (1, 31, 33, 100, 255, 256, 1 << 20)]
    + [(1, 2), (3, 1000), (7, 5), (33, 9), (1000, 1000), (1000, 3), (5, 10_000_000)]
    + [(1, 2, 3), (100, 100, 100), (2, 3, 500), (64, 2, 2), (9, 1, 5), (3, 2, 70_000_000)],
)  # fmt: skip
def test_blocks_are_those_of_a_gpu(threads):
    """Which the CPU target takes for kernels that see theirs."""
    call = cp.compile((along_x, along_y, along_z)[len(threads) - 1], target="cpu")
    assert gpu_block((*threads, 1, 1)[:3]) == call.explain(*threads).block


def test_parts_of_an_array_begin_where_they_are():
    """What is copied to a device begins anew there; a part of a CudaArray stays where it is."""
    X, Y = cp.zeros(64, cp.float32), [0.0] * 8
    alignment = 64 if X.device == "cpu" else 256  # of the memory of a CudaArray
    assert costs(trace_of(every4, 8, (X[:32], Y))) == [("Y", "write", 1, 1), ("X", "read", 1, 4)]
    for begin, sectors in ((1, 4), (8, 4), (32, 4), (6, 5)):
        made = trace_of(every4, 8, (X[begin : begin + 32], Y))
        assert costs(made)[1] == ("X", "read", 1, sectors)
        assert made.trace.accesses["offset"][made.trace.accesses["array"] == 0].min() == 4 * begin % alignment
        assert made.arrays == {"X": ((32,), 4, 4 * begin % alignment), "Y": ((8,), 4, 0)}
    copied = np.zeros(64, np.float32)[3:]
    assert trace_of(every4, 8, (copied, Y)).trace.accesses["offset"].min() == 0


def test_of_a_sample():
    X, Y = np.ones(4 * 65500, np.float32), np.zeros(65500, np.float32)
    made = trace_of(every4, 65500, (X, Y), blocks=5)
    assert made.coverage == "5 of 256 blocks were traced on the CPU; counts are scaled"
    assert made.parts == (Part((0,), 1), Part((1, 85, 170), 254), Part((255,), 1))
    assert sorted(set(made.trace.accesses["block"].tolist())) == [0, 1, 85, 170, 255]
    assert len(made.trace.accesses) == 2 * (4 * 256 + 220)


def test_blocks_that_do_much_are_fewer(monkeypatch):
    X, Y = np.ones(4 * 2560, np.float32), np.zeros(2560, np.float32)
    assert len(trace_of(every4, 2560, (X, Y)).traced_blocks) == 10
    monkeypatch.setattr(CompiledLaunch, "most_events", 4 * 768)  # as many as four blocks have
    made = trace_of(every4, 2560, (X, Y))
    assert (made.traced_blocks, made.coverage) == (
        (0, 1, 5, 9),
        "4 of 10 blocks were traced on the CPU; counts are scaled",
    )
    assert not trace_of(every4, 2560, (X, Y), blocks=10).is_sample
    assert not trace_of(every4, 2048, (X, Y)).is_sample  # few blocks are traced all
    assert not Y.any()


def test_of_one_block_and_of_none():
    X, Y = [1.0] * 40, [0.0] * 10
    assert trace_of(every4, 10, (X, Y)).coverage == "its block was traced on the CPU"
    made = trace_of(every4, 0, (X, Y))
    assert (made.coverage, made.parts, len(made.trace.accesses)) == (
        "there was no block to trace",
        (Part((), 0),),
        0,
    )


def test_blocks_that_wait_for_each_other_are_traced_all():
    made = trace_of(together, 96, ([0] * 96,), block=32, blocks=1)
    assert not made.is_sample
    assert [tuple(each)[0] for each in made.trace.barriers.tolist()] == [0, 1, 2]


def test_barriers():
    made = trace_of(turn, 128, ([1] * 128, [[0, 0]]), block=64)
    first = turn.__wrapped__.__code__.co_firstlineno
    passed = [
        (block, made.trace.sites[site].line - first, [turns for _, turns in made.trace.paths[path]])
        for block, site, path in made.trace.barriers.tolist()
    ]
    assert passed == [(block, *each) for block in range(2) for each in [(5, [1]), (5, [2]), (7, [])]]
    assert {made.trace.sites[site].operation for site in made.trace.barriers["site"]} == {"barrier"}


def test_names_of_arguments_and_lists_stay():
    X, R = [1] * 64, [[0, 0], [0, 0]]
    made = trace_of(turn, 64, (X,), named={"R": R}, block=64)
    assert (X, R) == ([1] * 64, [[0, 0], [0, 0]])
    assert [each[:2] for each in costs(made)][-1] == ("R", "write")


def test_structs_vectors_and_rows_stay():
    bodies, vectors, rows = [Body(1, 2)], [cp.float2(1, 2)], [[5.0]]
    made = trace_of(fall, 1, (bodies, vectors, rows))
    assert [(each.array.name, each.site.operation, each.width) for each in access_counts(made.trace)] == [
        ("Bodies", "read", 4),
        ("Bodies", "write", 4),
        ("V", "write", 8),
        ("Rows", "read", 4),
        ("Rows", "write", 4),
    ]
    assert (bodies, [tuple(each) for each in vectors], rows) == ([Body(1, 2)], [(1, 2)], [[5.0]])
    assert made.arrays == {"Bodies": ((1,), 8, 0), "V": ((1,), 8, 0)}


def test_bad_input():
    X, Y = [1.0] * 40, [0.0] * 10
    for wrong in (0, True, "4"):
        with pytest.raises(ValueError) as raised:
            trace_of(every4, 10, (X, Y), blocks=wrong)
        assert str(raised.value) == f"trace: blocks must be a number of at least 1, got {wrong!r}"
    with pytest.raises(TypeError) as raised:
        trace_of(every4, 10, (X,))
    assert str(raised.value) == "every4: expected 2 arguments (X, Y), got 1"
    fixed = np.zeros(10, np.float32)
    fixed.flags.writeable = False
    with pytest.raises(ValueError) as raised:  # as the launch
        trace_of(every4, 10, (X, fixed))
    with pytest.raises(ValueError) as launched:
        every4(10)(X, fixed)
    assert str(raised.value) == str(launched.value)
    memory = np.zeros(100, np.float32)
    with pytest.raises(ValueError) as raised:
        trace_of(every4, 10, (memory[:40], memory[20:]))
    with pytest.raises(ValueError) as launched:
        every4(10)(memory[:40], memory[20:])
    assert str(raised.value) == str(launched.value)


def test_copies_share_what_the_arguments_share():
    memory = np.arange(100, dtype=np.int32)
    part, other, last = memory[10:40:2], memory[:20], np.arange(12).reshape(3, 4).T[::-1]
    row = [1, 2]
    array = cp.CudaArray([1.0, 2.0], cp.float32, "cpu")
    copies = copies_of([part, other, part, last, [row, row, [3]], array, array, 5, None])
    assert [each.tolist() for each in copies[:4]] == [each.tolist() for each in (part, other, part, last)]
    assert copies[0] is copies[2] and copies[5] is copies[6] and copies[4][0] is copies[4][1]
    assert (copies[4], copies[7:]) == ([[1, 2], [1, 2], [3]], [5, None])
    copies[0][0], copies[3][0, 0], copies[4][0][0] = -1, -2, -3
    copies[5].fill(0)
    assert copies[1][10] == -1
    assert (memory[10], last[0, 0], row, array.toList()) == (10, 3, [1, 2], [1.0, 2.0])


def test_parts_of_an_array_on_a_device_are_refused():
    array = cp.CudaArray([1.0, 2.0, 3.0], cp.float32, "cpu")
    with pytest.raises(ValueError) as raised:
        copies_of([array[:2], array])
    assert (
        str(raised.value) == "trace: two arguments share a part of their memory and are not both NumPy arrays"
    )


@pytest.mark.parametrize(
    "grid,most",
    [
        ((1000, 1, 1), 64),
        ((40, 30, 1), 64),
        ((9, 8, 7), 64),
        ((2, 500, 1), 7),
        ((5, 5, 5), 9),
        ((3, 1, 70), 64),
    ],
)
def test_samples(grid, most):
    parts = sample(grid, most)
    numbers = [number for part in parts for number in part.traced]
    total = grid[0] * grid[1] * grid[2]
    assert len(numbers) == len(set(numbers)) == most
    assert all(0 <= number < total for number in numbers)
    assert sum(part.blocks for part in parts) == total
    assert sum(part.weight * len(part.traced) for part in parts) == total
    if len(parts) > 1:

        def kind(number):
            place = (number % grid[0], number // grid[0] % grid[1], number // grid[0] // grid[1])
            return tuple((at > 0) + (at == extent - 1 > 0) for at, extent in zip(place, grid))

        assert all(len({kind(number) for number in part.traced}) == 1 for part in parts)
        assert len({kind(part.traced[0]) for part in parts}) == len(parts)
