"""call.explain(n): how a launch would run."""

import cudapy as cp
import kernels
import pytest
from raising import raises


def test_on_the_cpu(monkeypatch):
    call = cp.compile(kernels.saxpy, target="cpu")
    plan = call.explain(100_000)
    assert (plan.kernel, plan.device, plan.threads, plan.block_was_chosen) == ("saxpy", "cpu", (100_000, 1, 1), True)
    assert plan.grid[0] == -(-100_000 // plan.block[0])
    assert (plan.registers, plan.occupancy, plan.waves, plan.limited_by) == (None, None, None, None)
    assert repr(plan) == (
        "saxpy on 100000 threads of cpu (host CPU)\n"
        f"  grid           {plan.grid[0]} blocks of {plan.block[0]} threads, chosen\n"
        f"  cores          {plan.cores}, which share the blocks out"
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
    with raises(cp.LaunchError, f"saxpy: {threads} 2147483647 with 32-bit coordinates; compile with index=cudapy.int64"):
        call.explain(1 << 62, 1 << 62)
    with raises(cp.LaunchError, "saxpy: a launch of 1099511627776 threads is too large: the most is 2147483647 with 32-bit coordinates; "
                                "compile with index=cudapy.int64"):  # fmt: skip
        call.explain(1 << 40)


def test_of_a_launch(target):
    call = cp.compile(kernels.saxpy, target=target)
    assert repr(call(1000).explain()) == repr(call.explain(1000))


def test_on_a_gpu(target):
    if target != "cuda":
        return
    plan = cp.compile(kernels.saxpy, target=target).explain(1_000_000)
    assert (plan.block, plan.grid, plan.group) == ((256, 1, 1), (977, 1, 1), (4, 1, 1))
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
    assert few * (48 * 1024 + 1024) <= cp._core.device_properties(0)["shared_bytes_per_multiprocessor"] < (few + 1) * (48 * 1024 + 1024)


    plan = cp.compile(tile, target=target).explain(1 << 20, shared=25 * 1024)
    assert (plan.dynamic_shared, plan.limited_by) == (100 * 1024, ("shared memory",))
    few = plan.active_blocks
    assert few * (100 * 1024 + 1024) <= cp._core.device_properties(0)["shared_bytes_per_multiprocessor"] < (few + 1) * (100 * 1024 + 1024)


def test_the_occupancy_calculator_agrees_with_the_driver(target):
    if target != "cuda":
        return
    call = cp.compile(kernels.saxpy, target=target)
    for block in (32, 64, 96, 128, 192, 256, 512, 1024):
        plan = call.explain(1 << 20, block=block)
        warps = block // 32
        limit = min(cp._core.device_properties(0)["threads_per_multiprocessor"] // block, cp._core.device_properties(0)["blocks_per_multiprocessor"])
        assert plan.active_blocks == limit, block
        assert plan.occupancy == pytest.approx(limit * warps / plan.most_warps)


def test_a_generic_kernel_has_no_plan_of_its_own():
    # fill : void (T value, T* A)
    def fill(value, A):
        A[idx] = value  # noqa: F821

    call = cp.compile(fill, target="cpu")
    message = "fill: this kernel is generic: its types, and so this, are known once it has been launched; before, ask fill.instance(arguments)"
    with raises(TypeError, message):
        call.explain(100)
    with raises(TypeError, message):
        cp.kernel(target="cpu")(fill).explain(100)
    assert call.instance(1.0, [1.0]).explain(100).threads == (100, 1, 1)
