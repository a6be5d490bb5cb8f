"""call.explain(n): how a launch would run."""

import cudapy as cp
from cudapy import idx
import kernels
import numpy as np
import pytest
import access_kernels
from raising import line_of, raises


def test_on_the_cpu(monkeypatch):
    call = cp.compile(kernels.saxpy, target="cpu")
    plan = call.explain(100_000)
    assert (plan.kernel, plan.device, plan.threads, plan.block_was_chosen) == (
        "saxpy",
        "cpu",
        (100_000, 1, 1),
        True,
    )
    assert plan.grid[0] == -(-100_000 // plan.block[0])
    assert (plan.registers, plan.occupancy, plan.waves, plan.limited_by) == (None, None, None, None)
    line = line_of(kernels.saxpy, "Y[idx] =")
    assert repr(plan) == (
        "saxpy on 100000 threads of cpu (host CPU)\n"
        f"  grid           {plan.grid[0]} blocks of {plan.block[0]} threads, chosen\n"
        f"  cores          {plan.cores}, which share the blocks out\n"
        "  accesses       what is touched by the 32 threads of a warp, which are neighbours along x\n"
        f"    {line} | reads   X[idx]  neighbours\n"
        f"    {line} | reads   Y[idx]  neighbours\n"
        f"    {line} | writes  Y[idx]  neighbours"
    )


def test_a_given_block():
    """Where a kernel cannot see its blocks the CPU chooses others than those asked for."""
    call = cp.compile(kernels.saxpy, target="cpu")
    assert call.explain(1000, block=128).block_was_chosen

    # blocked : void (int* A)
    def blocked(A):
        A[idx] = blockIdx.x  # noqa: F821

    plan = cp.compile(blocked, target="cpu").explain(1000, block=128)
    assert (plan.block, plan.grid, plan.block_was_chosen) == ((128, 1, 1), (8, 1, 1), False)
    assert repr(plan).splitlines()[1] == "  grid           8 blocks of 128 threads, as given"


def test_what_cannot_run_is_not_explained(target):
    call = cp.compile(kernels.saxpy, target=target)
    threads = "a launch of 4611686018427387904 x 4611686018427387904 threads is too large: the most is"
    with raises(
        cp.LaunchError,
        f"saxpy: {threads} 2147483647 with 32-bit coordinates; compile with index=cudapy.int64",
    ):
        call.explain(1 << 62, 1 << 62)
    # fmt: skip
    with raises(
        cp.LaunchError,
        "saxpy: a launch of 1099511627776 threads is too large: the most is 2147483647 with 32-bit "
        "coordinates; compile with index=cudapy.int64",
    ):
        call.explain(1 << 40)


def test_of_a_launch(target):
    call = cp.compile(kernels.saxpy, target=target)
    assert repr(call(1000).explain()) == repr(call.explain(1000))


def test_on_a_gpu(target):
    if target != "cuda":
        return
    plan = cp.compile(kernels.saxpy, target=target).explain(1_000_000)
    assert (plan.block, plan.grid, plan.coarsening) == ((256, 1, 1), (977, 1, 1), (4, 1, 1))
    assert plan.registers > 0 and plan.local == 0 and plan.static_shared == 0
    assert 0 < plan.occupancy <= 1
    assert plan.active_blocks * plan.warps_per_block <= plan.most_warps
    assert plan.limited_by
    assert f"  occupancy      {plan.occupancy:.0%}: {plan.active_blocks} blocks, " in repr(plan)

    # tile : void (float* X)
    def tile(X):
        cache = shared(float)  # noqa: F821
        cache[threadIdx.x] = X[idx]  # noqa: F821
        syncthreads()  # noqa: F821
        X[idx] = cache[255 - threadIdx.x]  # noqa: F821

    plan = cp.compile(tile, target=target).explain(1 << 20, shared=12 * 1024)
    assert (plan.dynamic_shared, plan.static_shared, plan.limited_by) == (48 * 1024, 0, ("shared memory",))
    few = plan.active_blocks
    assert (
        few * (48 * 1024 + 1024)
        <= cp._core.device_properties(0)["shared_bytes_per_multiprocessor"]
        < (few + 1) * (48 * 1024 + 1024)
    )

    plan = cp.compile(tile, target=target).explain(1 << 20, shared=25 * 1024)
    assert (plan.dynamic_shared, plan.limited_by) == (100 * 1024, ("shared memory",))
    few = plan.active_blocks
    assert (
        few * (100 * 1024 + 1024)
        <= cp._core.device_properties(0)["shared_bytes_per_multiprocessor"]
        < (few + 1) * (100 * 1024 + 1024)
    )


def test_the_occupancy_calculator_agrees_with_the_driver(target):
    if target != "cuda":
        return
    call = cp.compile(kernels.saxpy, target=target)
    for block in (32, 64, 96, 128, 192, 256, 512, 1024):
        plan = call.explain(1 << 20, block=block)
        warps = block // 32
        limit = min(
            cp._core.device_properties(0)["threads_per_multiprocessor"] // block,
            cp._core.device_properties(0)["blocks_per_multiprocessor"],
        )
        assert plan.active_blocks == limit, block
        assert plan.occupancy == pytest.approx(limit * warps / plan.most_warps)


def test_a_generic_kernel_has_no_plan_of_its_own():
    # fill : void (T value, T* A)
    def fill(value, A):
        A[idx] = value  # noqa: F821

    call = cp.compile(fill, target="cpu")
    message = (
        "fill: this kernel is generic: its types, and so this, are known once it has been launched; before, "
        "ask fill.instance(arguments)"
    )
    with raises(TypeError, message):
        call.explain(100)
    with raises(TypeError, message):
        cp.kernel(target="cpu")(fill).explain(100)
    assert call.instance(1.0, [1.0]).explain(100).threads == (100, 1, 1)


def patterns_printed(plan):
    lines = repr(plan).splitlines()
    return lines[next((i for i, line in enumerate(lines) if line.startswith("  accesses")), len(lines)) :]


IN_A_WARP = "  accesses       what is touched by the 32 threads of a warp, which are neighbours along x"


def test_access_patterns(target):
    call = cp.compile(access_kernels.product.__wrapped__, target=target)
    assert patterns_printed(call.explain(512, 512)) == [
        IN_A_WARP,
        "    12 | reads          A[idy, k]    the same element  each iteration of k: the next element",
        "    12 | reads          B[k, idx]    neighbours        each iteration of k: the next row",
        "    13 | reads, writes  C[idy, idx]  neighbours",
    ]
    assert call.explain(512, 512).advice == ()


def test_access_patterns_of_neighbours_along_y_and_in_short_rows(target):
    call = cp.compile(access_kernels.product.__wrapped__, target=target)
    assert (
        patterns_printed(call.explain(1, 512))[0]
        == "  accesses       what is touched by the 32 threads of a warp, which are neighbours along y"
    )
    assert [each.warp for each in call.explain(1, 512).access_patterns] == [
        "each thread another row",
        "the same element",
        "each thread another row",
    ]
    assert patterns_printed(call.explain(512, 512, block=(16, 16)))[0] == (
        "  accesses       what is touched by neighbouring threads along x, of which there are 16 in a row"
    )
    if target != "cpu":  # a GPU's blocks are chosen for it
        return
    assert (
        patterns_printed(call.explain(20, 20))[0]
        == "  accesses       what is touched by neighbouring threads along x, of which there are 20 in a row"
    )
    assert (
        patterns_printed(call.explain(500, 4))[0]
        == patterns_printed(call.explain(500, 4, block=(100, 1)))[0]
        == IN_A_WARP
    )


def test_access_patterns_of_shared_memory(target):
    call = cp.compile(access_kernels.transpose.__wrapped__, target=target)
    plan = call.explain(64, 64, block=(32, 32))
    assert patterns_printed(plan) == [
        IN_A_WARP,
        "    20 | reads   A[32 * blockIdx.y + y, 32 * blockIdx.x + x]  neighbours",
        "    20 | writes  tile[y, x]                                   neighbours, in shared memory",
        "    22 | reads   tile[x, y]                                   each thread another row, 128 bytes "
        "apart, in shared memory",
        "    22 | writes  B[32 * blockIdx.x + y, 32 * blockIdx.y + x]  neighbours",
        "  advice",
        "    line 22: `tile[x, y]`: the 32 threads of a warp touch elements 128 bytes apart, "
        "which are in one bank of",
        "      shared memory, so that 32 of them wait for each other: give tile one more "
        "column, which nobody uses",
    ]
    # Half a warp is in a row, and how both halves meet depends on more than the row.
    assert call.explain(64, 64, block=(16, 16)).advice == ()


def test_access_patterns_of_helpers_and_what_is_said_of_them(target):
    call = cp.compile(access_kernels.sums.__wrapped__, target=target)
    printed = patterns_printed(call.explain(1000))
    assert printed[: printed.index("  advice")] == [
        IN_A_WARP,
        "    access_helper.py:6 | reads   row (A)         each thread another row                           "
        "  each iteration: the next element",
        "                    29 | reads   X[4 * idx]      every 4th element, 16 bytes apart, by some of them",
        "                    29 | reads   X[2 * idx]      every 2nd element, 8 bytes apart, by some of them",
        "                    29 | reads   X[2 * idx + 1]  every 2nd element, 8 bytes apart, by some of them",
        "                    29 | reads   X[idx * n]      n elements apart, by some of them",
        "                    29 | reads   at[idx]         neighbours, by some of them",
        "                    29 | reads   X[at[idx]]      anywhere: it depends on data, by some of them",
        "                    29 | reads   X[max(idx, 7)]  unknown, by some of them",
        "                    29 | writes  Y[idx]          neighbours, by some of them",
        "                    30 | reads   A[0, 0]         the same element",
        "                    30 | writes  A[idx, 0]       each thread another row",
    ]
    apart = (
        "neighbouring threads touch elements a row apart, so that each of them takes a piece "
        "of memory of its own:"
    )
    neighbours = "let neighbouring threads take neighbouring elements"
    assert call.explain(1000).advice == (
        f"access_helper.py, line 6: `row`: {apart} let the threads of a warp go along one row together, or "
        "store the array the other way round, with x in its last index",
        "line 29: `X[4 * idx]`: neighbouring threads touch elements 16 bytes apart, of which they take 4: "
        f"{neighbours}",
        "line 29: `X[idx * n]`: the elements of neighbouring threads are n elements apart, so that each of "
        f"them takes a piece of memory of its own where that is many: {neighbours}",
        f"line 30: `A[idx, 0]`: {apart} let x be in the last index, or let the block gather a tile of the "
        "array in shared memory, and store that row by row",
    )


def test_access_patterns_as_values(target):
    (read, written) = cp.compile(access_kernels.copy.__wrapped__, target=target).explain(100).access_patterns
    assert (read.line, read.text, read.array, read.operation, read.space, read.width) == (
        35,
        "X[idx]",
        "X",
        "read",
        "global",
        4,
    )
    assert (read.kind, read.apart, read.rows, read.distance, read.by_some) == (
        "neighbours",
        4,
        0,
        None,
        False,
    )
    assert (read.next_iteration, read.loop, read.counter, read.file) == (
        None,
        None,
        None,
        access_kernels.__file__,
    )
    assert (written.text, written.operation) == ("Y[idx]", "write")
    (*_, first, _, _) = (
        cp.compile(access_kernels.product.__wrapped__, target=target).explain(100, 100).access_patterns
    )
    assert (first.text, first.kind, first.apart, first.next_iteration, first.loop, first.counter) == (
        "A[idy, k]",
        "same",
        0,
        "the next element",
        11,
        "k",
    )


def test_access_patterns_of_a_generic_kernel(target):
    # fill : void (T value, T* A)
    def fill(value, A):
        A[2 * idx] = value  # noqa: F821

    call = cp.compile(fill, target=target)
    assert [each.warp for each in call.instance(1.0, [1.0]).explain(100).access_patterns] == [
        "every 2nd element, 8 bytes apart"
    ]
    assert [each.width for each in call.instance(1, [1]).explain(100).access_patterns] == [4]
    assert call(100).explain(1.0, [1.0] * 200).access_patterns[0].operation == "write"


def test_an_instance_has_the_name_that_users_call():
    @cp.kernel
    def scaled(X, by):
        if idx < len(X):
            X[idx] *= by

    X = np.ones(64, np.float32)
    plan = scaled(64).explain(X, 2.0)
    assert plan.kernel == "scaled"
    assert str(plan).splitlines()[0] == f"scaled on 64 threads of {plan.device} ({plan.device_name})"
