"""A launch whose axes x and y are exchanged is refused where the kernel's conditions leave threads out."""

import cudapy as cp
import pytest
from raising import raises

np = pytest.importorskip("numpy")


# by_shape : void (float[,] A)
def by_shape(A):
    if idy < A.shape[0] and idx < A.shape[1]:
        A[idy, idx] += 1


# by_names : void (uint8[,,] image)
def by_names(image):
    x, y = idx, idy
    h, w, _ = image.shape
    if x >= w or y >= h:
        return
    image[y, x, 0] = 1


# by_numbers : void (float* A, int w, int64 h)
def by_numbers(A, w, h):
    if not (w > idx and idy < h):
        return
    A[idy * w + idx] += 1


# two_shapes : void (float[,] A, float[,] B)
def two_shapes(A, B):
    if idy < A.shape[0] and idx < A.shape[1]:
        A[idy, idx] += 1
    if idy < B.shape[0] and idx < B.shape[1]:
        B[idy, idx] += 1


@pytest.fixture(scope="module")
def calls(target):
    return cp.compile([by_shape, by_names, by_numbers, two_shapes], target=target)


SAID = (
    "{}: a launch of 3 x 4 threads has its axes exchanged: the kernel works for threads below {} along x, "
    "which is 4, and below {} along y, which is 3; launch 4 x 3 threads"
)


def test_exchanged(calls):
    A = np.zeros((3, 4), np.float32)
    with raises(
        cp.LaunchError, SAID.format("by_shape", "A.shape[1]", "A.shape[0]") + ", as call.over(A) does"
    ):
        calls.by_shape(*A.shape)(A)
    image = np.zeros((3, 4, 3), np.uint8)
    with raises(cp.LaunchError, SAID.format("by_names", "image.shape[1]", "image.shape[0]")):
        calls.by_names(image.shape[:2])(image)
    with raises(cp.LaunchError, SAID.format("by_numbers", "w", "h")):
        calls.by_numbers(3, 4)(A.ravel(), 4, 3)
    assert not A.any() and not image.any()


def test_what_covers_or_is_meant(calls):
    A, B = np.zeros((3, 4), np.float32), np.zeros((4, 3), np.float32)
    calls.by_shape(4, 3)(A)
    calls.by_shape.over(A)(A)
    calls.by_shape(2, 3)(A)
    calls.by_shape(5, 6)(A)
    calls.by_shape(3, 3)(A)
    assert A.tolist() == [[5, 5, 4, 3]] * 3
    calls.two_shapes(4, 4)(A, B)
    calls.two_shapes(3, 4)(A, B)  # exchanged for one of them
    square = np.zeros((3, 3), np.float32)
    calls.by_shape(*square.shape)(square)
    assert square.all()
