"""Launches of every shape and size: each coordinate once, and no other."""

import numpy as np
import pytest

import cudapy as cp
from oracle import Batch

SIZES = [0, 1, 2, 31, 32, 33, 255, 256, 257, 1000, 4097]


# count_1d : void (int* A)
def count_1d(A):
    A[idx] += idx + 1


# count_guarded : void (int* A)
def count_guarded(A):
    if idx < len(A):
        A[idx] += idx + 1


# count_2d : void (int* A, int width)
def count_2d(A, width):
    A[idy * width + idx] += 1 + idx + 1000 * idy


# count_3d : void (int* A, int width, int height)
def count_3d(A, width, height):
    A[(idz * height + idy) * width + idx] += 1 + idx + 100 * idy + 10000 * idz


# only_y : void (int* A)
def only_y(A):
    A[idy] += idy + 1


# ignores_idx : void (int* A, int n)
def ignores_idx(A, n):
    A[n + idy * 2 + idz] = idy + 10 * idz


# by_blocks : void (int* A)
def by_blocks(A):
    A[blockIdx.x * blockDim.x + threadIdx.x] += idx + 1


# shape_facts : void (bool* B)
def shape_facts(B):
    inside = (
        0 <= threadIdx.x < blockDim.x and 0 <= blockIdx.x < gridDim.x and threadIdx.y == 0 and gridDim.z == 1
    )
    if idx < len(B) and idy == 0 and idz == 0:
        B[idx] = inside and warpSize == 32 and gridsize.x == gridDim.x * blockDim.x >= len(B)


# axpy : void (float a, float* X, float* Y)
def axpy(a, X, Y):
    Y[idx] = a * X[idx] + Y[idx]


# shift_read : void (int* A, int* B)
def shift_read(A, B):
    if idx == 0:
        for i in range(len(A)):
            B[i] = A[i] + (B[i - 1] if i > 0 else 0)


# negative_index : void (int* A)
def negative_index(A):
    if idx == 0:
        A[-1] = A[-2] + 5
        A[-3] += A[-1]


# scalars : void (bool b, int i, int64 l, float f, double d, double* R)
def scalars(b, i, l, f, d, R):
    R[idx * 5 + 0] = b
    R[idx * 5 + 1] = i
    R[idx * 5 + 2] = l
    R[idx * 5 + 3] = f
    R[idx * 5 + 4] = d


# by_grid : void (int* A)
def by_grid(A):
    for i in range(idx, len(A), gridDim.x * blockDim.x):
        A[i] += i + 1


# by_grid_size : void (int* A)
def by_grid_size(A):
    i = idx
    while i < len(A):
        A[i] += i + 1
        i += gridsize.x


# next_row : int (int row)
def next_row(row):
    return row + cp.gridsize.y


# by_rows : void (int[,] A)
def by_rows(A):
    i = idy
    while i < len(A):
        for j in range(idx, A.shape[1], gridsize.x):
            A[i, j] += 100 * i + j + 1
        i = next_row(i)


# nothing : void ()
def nothing():
    pass


batch = Batch(
    count_1d,
    count_guarded,
    count_2d,
    count_3d,
    only_y,
    ignores_idx,
    by_blocks,
    shape_facts,
    axpy,
    shift_read,
    negative_index,
    scalars,
    nothing,
    by_grid,
    by_grid_size,
    next_row,
    by_rows,
)


@pytest.mark.parametrize("n", SIZES)
@pytest.mark.parametrize("kernel", [count_1d, count_guarded, by_blocks], ids=lambda k: k.__name__)
def test_each_thread_once(kernel, n):
    # Two elements past the launch stay as they are.
    batch.check(kernel, n, np.zeros(n + 2, np.int32))


@pytest.mark.parametrize("threads", [1, 31, 256, 1000, 4999])
@pytest.mark.parametrize("kernel", [by_grid, by_grid_size], ids=lambda k: k.__name__)
def test_a_loop_in_steps_of_the_grid_visits_each_element_once(kernel, threads):
    batch.check(kernel, threads, np.zeros(5000, np.int32))
    batch.check(kernel, threads, np.zeros(5000, np.int32), block=96)


@pytest.mark.parametrize("threads", [(1, 1), (3, 2), (17, 33), (40, 50)])
def test_a_loop_in_steps_of_the_grid_in_two_dimensions(threads):
    batch.check(by_rows, threads, np.zeros((40, 50), np.int32))


@pytest.mark.parametrize("width,height", [(1, 1), (33, 7), (1, 1000), (1000, 1), (64, 64), (5, 0), (0, 5)])
def test_each_thread_once_in_two_dimensions(width, height):
    batch.check(count_2d, (width, height), np.zeros(width * height + 2, np.int32), width)


@pytest.mark.parametrize("extent", [(1, 1, 1), (5, 6, 7), (33, 2, 3), (1, 1, 70), (2, 0, 2)])
def test_each_thread_once_in_three_dimensions(extent):
    width, height, depth = extent
    batch.check(count_3d, extent, np.zeros(width * height * depth + 2, np.int32), width, height)


def test_other_axes_than_the_first():
    batch.check(only_y, (1, 77), np.zeros(80, np.int32))
    batch.check(ignores_idx, (1, 9, 2), np.zeros(30, np.int32), 3)


def test_a_kernel_without_parameters():
    batch.call(nothing)(4, 5, 6)()


def test_constant_negative_indices():
    batch.check(negative_index, 40, np.arange(10, dtype=np.int32))


@pytest.mark.parametrize("n", [1, 33, 1000])
def test_blocks_cover_the_launch(n):
    batch.check(shape_facts, n, np.zeros(n, np.bool_))


def test_extents_in_other_forms():
    for extent in [(cp.dim3(3, 4),), ((3, 4),), (3, 4), (np.int64(3), np.int32(4)), (3, 4, 1)]:
        a = np.zeros(12, np.int32)
        batch.call(count_2d)(*extent)(a, 3)
        assert (a > 0).all() and a[0] == 1 and a[11] == 3003


@pytest.mark.parametrize("n", [1, 32, 1000, 100_003])
def test_the_same_array_twice(n):
    x = np.random.default_rng(n).random(n, dtype=np.float32)
    batch.check(axpy, min(n, 4097), 2.5, x, x)
    if n <= 1000:
        batch.check(axpy, n, 2.5, x, x, on_device=True)


def test_one_array_read_and_written_in_sequence():
    a = np.arange(50, dtype=np.int32)
    batch.check(shift_read, 2, a, a)


@pytest.mark.parametrize("on_device", [False, True])
def test_arrays_of_the_host_and_of_the_device(on_device):
    x = np.linspace(0, 1, 1000).astype(np.float32)
    batch.check(axpy, 1000, -1.5, x, x[::-1].copy(), on_device=on_device)


def test_arrays_without_elements():
    empty = np.zeros(0, np.float32)
    batch.check(axpy, 0, 1.0, empty, empty.copy())
    batch.check(count_guarded, 10, np.zeros(0, np.int32))


def test_scalars_of_every_type():
    batch.check(scalars, 1, True, -(2**31), -(2**63), 0.1, 0.1, np.zeros(5))
    batch.check(scalars, 1, False, 2**31 - 1, 2**53, -1e30, 1e300, np.zeros(5))
    batch.check(
        scalars, 1, np.bool_(True), np.int32(5), np.int64(6), np.float32(0.25), np.float64(0.125), np.zeros(5)
    )


def test_many_launches():
    a = np.zeros(100, np.int32)
    device = cp.CudaArray(a)
    for _ in range(200):
        batch.call(count_1d)(100)(device)
    assert device.toList() == [200 * (i + 1) for i in range(100)]
