"""Shared and local memory, warps, votes and blocks of every shape, as numba.cuda has them."""

import math
from fractions import Fraction

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda

SHAPE = (4, 8)


@cuda.jit
def reversed_by_launch(x, out):
    cache = cuda.shared.array(0, np.float32)
    t = cuda.threadIdx.x
    cache[t] = x[t]
    cuda.syncthreads()
    out[t] = cache[x.size - 1 - t]
    if t == 0:
        out[x.size] = cache.size


@pytest.mark.parametrize("nbytes", [64 * 4, 64 * 4 + 3, 1000])
def test_dynamic_shared_memory_is_sized_in_bytes(nbytes):
    x = np.arange(64, dtype=np.float32)
    out = np.zeros(65, np.float32)
    reversed_by_launch[1, 64, 0, nbytes](x, out)
    assert out.tolist() == [*reversed(range(64)), nbytes // 4]


@cuda.jit
def length_of_none(out):
    cache = cuda.shared.array(0, np.float64)
    out[0] = cache.size


def test_without_bytes_dynamic_shared_memory_is_empty():
    out = np.ones(1)
    length_of_none[1, 1](out)
    assert out[0] == 0


@cuda.jit
def without_any(out):
    out[0] = 1


def test_bytes_for_a_kernel_without_dynamic_shared_memory_are_as_in_numba():
    out = np.zeros(1)
    without_any[1, 1, 0, 4096](out)
    assert out[0] == 1


def test_more_bytes_than_a_block_has_are_refused():
    with pytest.raises(cp.LaunchError) as error:
        length_of_none[1, 1, 0, 2**40](np.ones(1))
    assert str(error.value) == (
        "length_of_none: shared= is more bytes of dynamic shared memory than there are: the most that "
        f"{cuda.device_array(1).device} gives a block of the kernel is 232448, got int 1099511627776"
    )


@cuda.jit
def two_dynamic(out):
    a = cuda.shared.array(0, np.float32)
    b = cuda.shared.array(0, np.int32)
    a[0] = 1
    out[0] = b[0]


def test_several_dynamic_arrays_are_refused():
    with pytest.raises(cp.CompileError) as error:
        two_dynamic[1, 1, 0, 64](np.zeros(1))
    assert (
        str(error.value).splitlines()[0].partition("error[")[2]
        == "E619]: a second array of dynamic shared memory is not in the kernel language"
    )


def make(rows, shape):
    @cuda.jit
    def kernel(x, out, n):
        t = cuda.threadIdx.x
        if n > 1:
            tile = cuda.shared.array(shape, "float32", alignment=16)
            tile[t // 8, t % 8] = x[t]
            cuda.syncthreads()
            out[t] = tile[-1, t % 8]
        for i in range(n):
            mine = cuda.local.array(rows, "f8")
            mine[i % rows] = i
            out[t] += mine[i % rows]

    return kernel


@pytest.mark.parametrize("n", [1, 3])
def test_declarations_in_branches_and_loops_with_shapes_of_closures(n):
    x, out = np.arange(32, dtype=np.float32), np.zeros(32, np.float32)
    make(5, SHAPE)[1, 32](x, out, n)
    expected = x.reshape(SHAPE)[-1][np.arange(32) % 8] if n > 1 else np.zeros(32)
    assert np.array_equal(out, expected + sum(range(n)))


@cuda.jit
def of_python_float(out):
    mine = cuda.local.array(4, float)
    mine[0] = 1
    out[0] = mine[0]


def test_pythons_float_is_no_dtype():
    with pytest.raises(cp.CompileError) as error:
        of_python_float[1, 1](np.zeros(1))
    assert "E523]: `float` is no type of an array's elements" in str(error.value)


def test_a_string_that_is_no_dtype():
    @cuda.jit
    def kernel(out):
        mine = cuda.shared.array(4, dtype="int33")
        mine[0] = 1
        out[0] = mine[0]

    with pytest.raises(cp.CompileError) as error:
        kernel[1, 1](np.zeros(1))
    (found,) = error.value.diagnostics
    assert (found["message"], found["help"]) == (
        "Invalid NumPy dtype specified: 'int33'",
        "use a number of numba or NumPy, such as `int32` or `np.uint8`, a vector such as `float32x4`, or "
        "the dtype of records",
    )


@cuda.jit
def adds_along_y(total, count):
    i = cuda.grid(1)
    cuda.atomic.add(total, 0, i)
    cuda.atomic.add(count, 0, 1)


@cuda.jit
def waits_along_x(out):
    t = cuda.threadIdx.x
    here = cuda.shared.array(1, np.int32)
    if t == 0:
        here[0] = 0
    cuda.syncthreads()
    cuda.atomic.add(here, 0, 1)
    n = cuda.syncthreads_count(t > 0)
    cuda.atomic.max(out, 0, here[0])
    cuda.atomic.max(out, 1, n)


@pytest.mark.parametrize("grid, block", [(4, 32), ((4, 2), (8, 4)), ((2, 2, 2), (4, 2, 2)), ((1, 3), (1, 5))])
def test_exactly_grid_times_block_threads_run(grid, block):
    whole = lambda size: (*size, 1, 1)[:3] if isinstance(size, tuple) else (size, 1, 1)  # noqa: E731
    (gx, gy, gz), (bx, by, bz) = whole(grid), whole(block)
    total, count = np.zeros(1, np.int64), np.zeros(1, np.int64)
    adds_along_y[grid, block](total, count)
    assert count[0] == gx * gy * gz * bx * by * bz
    assert total[0] == sum(range(gx * bx)) * gy * gz * by * bz
    out = np.zeros(2, np.int32)
    waits_along_x[grid, block](out)
    assert out.tolist() == [bx * by * bz, (bx - 1) * by * bz]


@cuda.jit
def same_for_all(out):
    out[0] = 7


def test_threads_that_do_the_same_may_be_many():
    out = np.zeros(1)
    same_for_all[3, (4, 2)](out)
    assert out[0] == 7


@cuda.jit
def lanes(out):
    t = cuda.threadIdx.x + cuda.blockDim.x * cuda.threadIdx.y
    out[t] = cuda.shfl_sync(-1, t, 0) * 100 + cuda.laneid


def test_warps_run_along_all_axes():
    out = np.zeros(64, np.int64)
    lanes[1, (16, 4)](out)
    assert out.tolist() == [t // 32 * 3200 + t % 32 for t in range(64)]


def asks_a_warp(mask, test, out):
    out[0] = cuda.all_sync(mask[0], test[0])


@pytest.mark.parametrize(
    "mask, test, message",
    [
        (
            np.float32,
            np.int32,
            "Mask type must be an integer for `cuda.all_sync`, and `mask[0]` is a `float32`",
        ),
        (np.bool_, np.int32, "Mask type must be an integer for `cuda.all_sync`, and `mask[0]` is a `bool`"),
        (
            np.int64,
            np.float64,
            "Predicate must be an integer or boolean for `cuda.all_sync`, and `test[0]` is a `float64`",
        ),
    ],
)
def test_votes_of_other_types_are_errors(mask, test, message):
    with pytest.raises(cuda.errors.TypingError) as error:
        cuda.jit(asks_a_warp)[1, 32](np.ones(1, mask), np.ones(1, test), np.zeros(1, np.int32))
    assert [each["message"] for each in error.value.diagnostics] == [message]


@cuda.jit
def shuffles(x, out):
    t = cuda.threadIdx.x
    out[t, 0] = cuda.shfl_sync(0xFFFFFFFF, x[t], 5)
    out[t, 1] = cuda.shfl_up_sync(-1, x[t], 1)
    out[t, 2] = cuda.shfl_down_sync(-1, x[t], 2)
    out[t, 3] = cuda.shfl_xor_sync(-1, x[t], 3)


@pytest.mark.parametrize("dtype", [np.int32, np.int64, np.float32, np.float64])
def test_shuffles(dtype):
    x = (np.arange(32) * 3 - 10).astype(dtype)
    out = np.zeros((32, 4), dtype)
    shuffles[1, 32](x, out)
    for t in range(32):
        assert out[t].tolist() == [x[5], x[max(t - 1, 0)], x[t + 2 if t < 30 else t], x[t ^ 3]]


@cuda.jit
def votes(x, out):
    t = cuda.threadIdx.x
    out[t, 0] = cuda.all_sync(-1, x[t])
    out[t, 1] = cuda.any_sync(-1, x[t] > 1)
    out[t, 2] = cuda.eq_sync(-1, x[t] > 0)
    out[t, 3] = cuda.ballot_sync(-1, x[t] > 0)
    out[t, 4] = cuda.match_any_sync(-1, x[t])
    mask, is_all = cuda.match_all_sync(-1, x[t])
    out[t, 5] = mask
    out[t, 6] = is_all
    out[t, 7] = cuda.activemask()
    out[t, 8] = cuda.lanemask_lt()


def signed(bits):
    return bits - 2**32 if bits >= 2**31 else bits


@pytest.mark.parametrize("values", [[1] * 32, [0] * 32, [0, 1] * 16, [1, 2, 0, 2] * 8])
@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_votes_have_the_types_of_numba(values, dtype):
    out = np.zeros((32, 9), np.int64)
    votes[1, 32](np.array(values, dtype), out)
    ballot = sum((value > 0) << t for t, value in enumerate(values))
    for t, value in enumerate(values):
        matching = sum((other == value) << i for i, other in enumerate(values))
        is_all = len(set(values)) == 1
        assert out[t].tolist() == [
            all(values),
            any(value > 1 for value in values),
            len({value > 0 for value in values}) == 1,
            signed(ballot),
            signed(matching),
            -1 if is_all else 0,
            is_all,
            2**32 - 1,
            2**t - 1,
        ]


@pytest.mark.parametrize("threads", [10, 33])
def test_a_warp_may_have_fewer_threads_than_a_mask_names(threads):
    """GPUs then leave those out that do not exist."""
    out = np.zeros((threads, 9), np.int64)
    votes[1, threads](np.ones(threads, np.int32), out)
    for t in range(threads):
        members = 2 ** min(32, threads - t // 32 * 32) - 1
        assert out[t].tolist() == [
            1,
            0,
            1,
            signed(members),
            signed(members),
            signed(members),
            1,
            members,
            2 ** (t % 32) - 1,
        ]


@cuda.jit
def counts(x, out):
    t = cuda.threadIdx.x
    out[t, 0] = cuda.syncthreads_count(x[t]) / 2
    out[t, 1] = cuda.syncthreads_and(x[t]) - 2
    out[t, 2] = -cuda.syncthreads_or(x[t])


def test_barriers_with_values_give_an_int32():
    """What they are given is an int32 too, of which 2**32 is none."""
    x, out = np.int64([1, 0, 2**32, 5]), np.zeros((4, 3))
    counts[1, 4](x, out)
    assert out.tolist() == [[1.0, -2, -1]] * 4


@cuda.jit
def bits(x, out):
    out[0] = cuda.popc(x[0])
    out[1] = cuda.clz(x[0])
    out[2] = cuda.ffs(x[0])


@pytest.mark.parametrize(
    "dtype", [np.int8, np.int16, np.int32, np.int64, np.uint8, np.uint16, np.uint32, np.uint64]
)
@pytest.mark.parametrize("value", [0, 1, 12, 100, -1, -128])
def test_bits_are_counted_in_the_width_of_the_integer(dtype, value):
    width = np.dtype(dtype).itemsize * 8
    written = value % 2**width
    out = np.zeros(3, np.int64)
    bits[1, 1](np.array([written], np.uint64).astype(dtype), out)
    assert out.tolist() == [
        written.bit_count(),
        width - written.bit_length(),
        (written & -written).bit_length(),
    ]


@cuda.jit
def reversed_bits(u, w, x, d, out):
    out[0] = cuda.brev(u[0])
    out[1] = cuda.brev(w[0])
    out[2] = cuda.selp(u[0] > 2, u[0], u[1])
    out[3] = cuda.selp(u[0] > 3, u[0], u[1])
    d[0] = cuda.fma(x[0], x[1], x[2])
    d[1] = cuda.fma(d[2], x[1], x[2])
    d[2] = cuda.cbrt(d[3])


def test_functions_of_one_name_alone():
    x = np.float32([0.1, 3.3, -0.33])
    d, out = np.array([0, 0, 0.7, -27.0]), np.zeros(4, np.uint64)
    reversed_bits[1, 1](np.uint32([3, 9]), np.uint64([1]), x, d, out)
    assert out.tolist() == [0xC0000000, 2**63, 3, 9]
    exact = Fraction(float(x[0])) * Fraction(float(x[1])) + Fraction(float(x[2]))
    assert d[0] == np.float32(float(exact))
    assert d[1] == float(Fraction(0.7) * Fraction(float(x[1])) + Fraction(float(x[2])))
    assert abs(d[2] + 3) <= math.ulp(3.0)  # -3 on a GPU, and what the C library gives on the CPU


@cuda.jit
def prints(x, u, flag):
    where = cuda.grid(2)
    print("at 100%", where, cuda.threadIdx, cuda.blockDim)
    print(x[0], u[0], flag, (x[1], 2), (u[0],), 2.5, -3)


def test_prints(capfd):
    prints[1, (1, 2)](np.float32([0.1, 1e10]), np.uint8([200]), True)
    cuda.synchronize()
    lines = capfd.readouterr().out.splitlines()
    assert sorted(lines) == sorted(
        [
            "at 100% (0, 0) (0, 0, 0) (1, 2, 1)",
            "at 100% (0, 1) (0, 1, 0) (1, 2, 1)",
            *["0.100000 200 True (10000000000.000000, 2) (200,) 2.500000 -3"] * 2,
        ]
    )


@cuda.jit
def waits_apart(out):
    t = cuda.threadIdx.x
    if t < cuda.blockDim.x:
        cuda.syncthreads()
    out[t] = t


def test_a_barrier_that_threads_may_miss_is_a_warning():
    out = np.zeros(8, np.int64)
    with pytest.warns(cp.CompileWarning) as warnings:
        waits_apart[1, 8](out)
    assert [
        str(each.message).partition(";")[0] for each in warnings if each.category is cp.CompileWarning
    ] == ["not every thread of a block reaches this `cuda.syncthreads` [W920]"]
    assert out.tolist() == list(range(8))


@cuda.jit
def waits_for_the_grid(x, out):
    i = cuda.grid(1)
    grid = cuda.cg.this_grid()
    x[i] = i
    grid.sync()
    out[i] = x[x.size - 1 - i]
    cuda.cg.this_grid().sync()
    x[i] = out[x.size - 1 - i] * 2


def test_the_whole_grid_waits():
    x, out = np.zeros(64, np.int32), np.zeros(64)
    waits_for_the_grid[4, 16](x, out)
    assert out.tolist() == [63 - i for i in range(64)]
    assert x.tolist() == [2 * i for i in range(64)]


@cuda.jit
def syncs_something(x):
    x.sync()


def test_sync_of_anything_else_is_an_error():
    with pytest.raises(cp.CompileError):
        syncs_something[1, 1](np.zeros(1))


@cuda.jit
def hinted(a, b):
    i = cuda.grid(1)
    cuda.stcg(b, (i, 0), cuda.ldca(a, i) + cuda.ldcg(a, -1))
    cuda.stcs(b, (i, 1), cuda.ldcs(a, i))
    cuda.stwb(b, (i, -1), cuda.ldlu(a, i) * 2.5)
    cuda.stwt(b[i], 2, i)


def test_hints_for_caches_change_no_values():
    a, b = np.arange(4, dtype=np.float32), np.zeros((4, 4), np.int32)
    hinted[2, 2](a, b)
    assert b.tolist() == [[i + 3, i, i, int(i * 2.5)] for i in range(4)]


@cuda.jit
def fetches(x, found):
    i = cuda.grid(1)
    if i == 1:
        cuda.stwt(x, 0, 7)
        cuda.threadfence()
        cuda.stwt(x, 1, 1)
    else:
        while cuda.ldcv(x, 1) == 0:
            pass
        found[0] = cuda.ldcv(x, (0,)) + cuda.ldcv(x, -1)


def test_ldcv_fetches_what_another_thread_writes():
    x, found = np.array([0, 0, 30]), np.zeros(1, np.int64)
    fetches[1, 2](x, found)
    assert found.tolist() == [37]
    text = fetches.inspect_cuda()
    assert "load_volatile(x[1]) == 0" in text and "load_volatile(x[0])" in text


@cuda.jit
def waits(out):
    grid = cuda.cg.this_grid()
    out[cuda.grid(1)] = 1
    grid.sync()


@cuda.jit
def waits_for_nothing(out):
    cuda.cg.this_grid()
    out[cuda.grid(1)] = 1


@cuda.jit
def waits_in_turn(turn, out):
    i = cuda.grid(1)
    while cuda.atomic.add(turn, 0, 0) != cuda.blockIdx.x:
        pass
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        cuda.atomic.add(turn, 0, 1)
    cuda.cg.this_grid().sync()
    out[i] = turn[0]


@pytest.mark.parametrize("block", [32, 256])
def test_the_most_blocks_of_a_grid_run(block):
    out = np.zeros(64)
    waits[2, 32](out)
    (overload,) = waits.overloads.values()
    most = overload.max_cooperative_grid_blocks(block)
    out = np.zeros(most * block)
    waits[most, block](out)
    assert (out == 1).all()
    turn, out = np.zeros(1, np.int32), np.zeros(64)
    waits_in_turn[2, 32](turn, out)
    (overload,) = waits_in_turn.overloads.values()
    most = overload.max_cooperative_grid_blocks(block)
    turn[0], out = 0, np.zeros(most * block)
    waits_in_turn[most, block](turn, out)
    assert (out == most).all()


def test_what_is_known_of_cooperative_kernels():
    for kernel, is_cooperative in ((waits, True), (waits_for_nothing, False)):
        out = np.zeros(64)
        kernel[2, 32](out)
        assert out.tolist() == [1] * 64
        (overload,) = kernel.overloads.values()
        assert overload.cooperative is is_cooperative
        most = overload.max_cooperative_grid_blocks
        assert most(256) == most((16, 16)) == most((16, 4, 4)) > 0
