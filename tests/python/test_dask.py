"""Dask: functions over arrays and kernels on blocks, with halos, in two processes, and what these say when
something fails."""

import time

import numpy as np
import pytest

import cudapy as cp

dask = pytest.importorskip("dask")
da = pytest.importorskip("dask.array")
distributed = pytest.importorskip("dask.distributed")

SHIFT = 4


@cp.vectorize
def mix(x, y, t=0.5):
    return x + (y - x) * t


@cp.vectorize
# cube : float (float x)
def cube(x):
    return x * x * x


@cp.vectorize
def shifted(x):
    return x + SHIFT


@cp.kernel("void (float[,] A, float[,] B)")
def smooth(A, B):
    rows, columns = A.shape
    if idx < columns and idy < rows:
        up, down = A[max(idy - 1, 0), idx], A[min(idy + 1, rows - 1), idx]
        left, right = A[idy, max(idx - 1, 0)], A[idy, min(idx + 1, columns - 1)]
        B[idy, idx] = (up + down + left + right) / 4


@cp.kernel("void (float* A, int by)", checked=True)
def reach(A, by):
    A[idx] = A[idx + by]


@cp.kernel("void (int* A)")
def positive(A):
    assert A[idx] > 0


@cp.struct
class Range:
    low: cp.float32
    high: cp.float32


@cp.kernel("void (float* A, Range* R)")
def clip(A, R):
    if idx < len(A):
        A[idx] = min(max(A[idx], R[0].low), R[0].high)


def smoothed(block):
    result = np.empty_like(block)
    smooth.over(block)(block, result)
    return result


def numpys_smooth(x):
    padded = np.pad(x, 1, mode="edge")
    return (padded[:-2, 1:-1] + padded[2:, 1:-1] + padded[1:-1, :-2] + padded[1:-1, 2:]) / 4


@pytest.fixture(scope="module")
def client():
    """Of workers that start as they do by themselves, and not as conftest.py says."""
    with dask.config.set({"distributed.worker.multiprocessing-method": "spawn"}):
        with distributed.LocalCluster(
            processes=True, n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster:
            with distributed.Client(cluster) as client:
                yield client


@pytest.fixture(scope="module")
def values():
    return np.random.default_rng(1).random((61, 47), dtype=np.float32)


def test_functions_over_arrays_are_functions_of_blocks(client, values):
    x = da.from_array(values, chunks=(20, 30))
    for made, expected in (
        (x.map_blocks(cube), values * values * values),
        (x.map_blocks(shifted), values + np.float32(4)),
        (
            da.map_blocks(mix, x, da.from_array(values[::-1], chunks=(20, 30)), 0.25),
            mix(values, values[::-1], 0.25),
        ),
        (x.map_blocks(cp.vectorize(lambda v: v * SHIFT)), values * np.float32(4)),
        (x.map_blocks(mix, 2.0, t=1.0), np.full_like(values, 2)),
    ):
        found = made.compute()
        assert made.dtype == found.dtype == np.float32 and found.shape == made.shape == values.shape
        assert np.array_equal(found, expected)


@pytest.mark.parametrize("kind", ["int16", "int32", "uint64", "float64", "complex64"])
def test_dask_finds_the_type_out(client, kind):
    """It asks with arrays of no elements."""
    numbers = np.arange(10).astype(kind)
    made = da.from_array(numbers, chunks=3).map_blocks(mix, da.from_array(numbers, chunks=3), 1)
    expected = mix(numbers, numbers, 1)
    assert made.dtype == expected.dtype == made.compute().dtype
    assert np.array_equal(made.compute(), expected)


def test_kernels_on_blocks_and_halos(client, values):
    x = da.from_array(values, chunks=(20, 30))
    assert np.array_equal(
        x.rechunk((61, 47)).map_blocks(smoothed, dtype=x.dtype).compute(), numpys_smooth(values)
    )
    found = x.map_overlap(smoothed, depth=1, boundary="nearest", dtype=x.dtype)
    assert np.array_equal(found.compute(), numpys_smooth(values))
    twice = found.map_overlap(smoothed, depth=1, boundary="nearest", dtype=x.dtype)
    assert np.array_equal(twice.compute(), numpys_smooth(numpys_smooth(values)))


def test_kernels_launches_arrays_and_structs_go_there(client):
    def clipped(kernel, launch, array, ranges):
        launch(array, ranges)
        other = array.copy()
        kernel(len(other))(other, ranges)
        return array, other.toList(), ranges

    array, ranges = cp.CudaArray([-1.0, 0.5, 3.0]), [Range(0.0, 1.0)]
    there, again, given = client.submit(clipped, clip, clip(3), array, ranges, pure=False).result()
    assert there.toList() == again == [0.0, 0.5, 1.0] and given == ranges and type(given[0]) is Range
    assert array.toList() == [-1.0, 0.5, 3.0]


def test_what_is_captured_belongs_to_the_function(client):
    """Functions that differ in what they captured are different ones for Dask, which computes what is the
    same once."""

    def times(by):
        return cp.vectorize(lambda v: v * by)

    x = da.arange(4, chunks=2)
    first, second = da.compute(x.map_blocks(times(2)), x.map_blocks(times(3)))
    assert (first.tolist(), second.tolist()) == ([0, 2, 4, 6], [0, 3, 6, 9])
    twice = times(2)
    assert x.map_blocks(twice).name == x.map_blocks(twice).name != x.map_blocks(times(3)).name


def test_errors_reach_the_client(client):
    def reached(block):
        array = cp.CudaArray(block)  # Dask's zeros cannot be written to
        reach(len(array))(array, 2)
        return array.toHost()

    with pytest.raises(
        cp.KernelError, match=r"index 4 is outside A, which has 4 elements, in thread 2: `A\[idx \+ by\]`"
    ):
        da.zeros(8, chunks=4, dtype="f4").map_blocks(reached, dtype="f4").compute()

    def asserted(block):
        array = cp.CudaArray(block)
        positive(len(block))(array)
        return array.toHost()

    with pytest.raises(AssertionError, match="test_dask.py"):
        da.arange(8, chunks=4, dtype="i4").map_blocks(asserted, dtype="i4").compute()

    # noted : float (float x)
    def noted(x):
        return x + "1"

    with pytest.raises(cp.CompileError) as caught:
        client.submit(cp.compile, noted, pure=False).result()
    assert caught.value.diagnostics[0]["severity"] == "error" and "test_dask.py" in str(caught.value)
    with pytest.raises(ValueError, match="CompileError"):  # while Dask finds the type out, at the client
        da.ones(8, chunks=4, dtype="f4").map_blocks(cp.vectorize(noted))
    with pytest.raises(TypeError, match=r"argument x is a Dask array: write x\.map_blocks\(cube\)"):
        cube(da.ones(8))


def test_two_workers_that_start_at_once_compile_once(client):
    unique = time.time_ns()

    @cp.kernel
    def count(A):  # the workers compile it, since its types are those of their arguments
        A[idx] = unique + idx

    def built(kernel, start):
        time.sleep(max(start - time.time(), 0))
        A = cp.CudaArray([0, 0], cp.Int64)
        kernel(2)(A)
        return kernel.instance(A).built, A.toList()

    workers = list(client.scheduler_info()["workers"])
    start = time.time() + 0.3
    found = client.gather(
        [client.submit(built, count, start, workers=[worker], pure=False) for worker in workers]
    )
    assert len(found) == 2 and [numbers for _, numbers in found] == [[unique, unique + 1]] * 2
    assert sum(was_built for was_built, _ in found) == 1


def test_joblib():
    """Its processes get what the program has defined by value."""
    joblib = pytest.importorskip("joblib")

    # scale : void (float* A, float by)
    def scale(A, by):
        A[idx] *= by

    def work(kernel, function, array, by):
        kernel(len(array))(array, by)
        return array.toList(), function(by)

    call, function = cp.compile(scale), cp.vectorize(lambda x: x + SHIFT)
    tasks = [joblib.delayed(work)(call, function, cp.CudaArray([1.0, 2.0]), float(by)) for by in range(4)]
    assert joblib.Parallel(n_jobs=2)(tasks) == [([by, 2.0 * by], by + 4.0) for by in range(4)]
