"""`a.reshape(...)` and `a.ravel()` in kernels, and extents whose dimension is known only when they run."""

import numpy as np
import pytest

from cudapy import cuda
from cudapy.cuda import float32


@cuda.jit(device=True)
def weighted(x):
    total = 0.0
    for i in range(x.shape[0]):
        for j in range(x.shape[1]):
            total += x[i, j] * (i + 1) * (j + 2)
    return total


def reshaped(a, b, shape, n, y):
    i = cuda.grid(1)
    c = a.reshape(2, 6)
    y[0, i] = c[i, n] + c[-1, i - 1] + c.shape[0] + c.size + c.ndim
    y[1, i] = weighted(a.reshape(n, -1)) + weighted(b[i].reshape(shape))
    y[2, i] = a[1:].reshape((2, 2, -1))[1, i, 1] + a.reshape(6, 2).T[1, i] + len(a.reshape(n, 4))
    for value in b[1, 1:].reshape(-1):
        y[3, i] = y[3, i] * 2 + value
    for row in a.reshape(-1, n):
        y[4, i] += row[i] * row.shape[0]
    for place, value in enumerate(a.ravel()):
        y[5, i] += place * value
    y[6, i] = a.reshape(4, 3).sum() + a.reshape(4, 3)[i + 1].max()


@pytest.mark.parametrize("checked", ["0", "1"])
@pytest.mark.parametrize("dtype", [np.float64, np.int32])
def test_reads(checked, dtype, monkeypatch):
    monkeypatch.setenv("CUDAPY_CHECKED", checked)
    a, b = np.arange(12, dtype=dtype).reshape(3, 4), np.arange(16.0).reshape(2, 2, 4)
    y, wanted = np.zeros((7, 2)), np.zeros((7, 2))
    cuda.jit(reshaped)[1, 2](a, b, (4, 2), 3, y)
    shapes = ((3, 4), (4, 2))
    weights = {shape: np.outer(np.arange(shape[0]) + 1, np.arange(shape[1]) + 2) for shape in shapes}
    for i in range(2):
        c = a.reshape(2, 6)
        wanted[0, i] = c[i, 3] + c[-1, i - 1] + 2 + 12 + 2
        wanted[1, i] = (a * weights[3, 4]).sum() + (b[i].reshape(4, 2) * weights[4, 2]).sum()
        wanted[2, i] = a[1:].reshape((2, 2, -1))[1, i, 1] + a.reshape(6, 2).T[1, i] + 3
        for value in b[1, 1:].reshape(-1):
            wanted[3, i] = wanted[3, i] * 2 + value
        for row in a.reshape(-1, 3):
            wanted[4, i] += row[i] * 3
        wanted[5, i] = (np.arange(12) * a.ravel()).sum()
        wanted[6, i] = a.sum() + a.reshape(4, 3)[i + 1].max()
    assert y.tolist() == wanted.tolist()


def written(b, n):
    i = cuda.grid(1)
    row = b[1]
    row.reshape(-1)[i] += 0.5
    flat = b.ravel()
    flat[i + 2] = 100 + i
    b[0].reshape(2, n, 2)[1, i] = i + 0.25
    cuda.atomic.add(b.reshape(-1), 15, i + 1)
    flat = flat.reshape(8, 2)
    flat[6, i] = 7


@pytest.mark.parametrize("checked", ["0", "1"])
@pytest.mark.parametrize("dtype", [np.float64, np.int32])
def test_writes(checked, dtype, monkeypatch):
    monkeypatch.setenv("CUDAPY_CHECKED", checked)
    b, wanted = np.arange(16, dtype=dtype).reshape(2, 2, 4), np.arange(16.0)
    cuda.jit(written)[1, 2](b, 2)
    wanted[8:10] += 0.5
    wanted[2:4] = (100, 101)
    wanted[4:8] = (0.25, 0.25, 1.25, 1.25)
    wanted[15] += 3
    wanted[12:14] = 7
    assert b.ravel().tolist() == wanted.astype(dtype).tolist()


def test_own_arrays():
    @cuda.jit
    def kernel(y):
        own = cuda.local.array(6, float32)
        own[:] = 1
        own.reshape(2, 3)[1, 1] = 4
        shared = cuda.shared.array((2, 3), float32)
        shared.ravel()[5] = own[4]
        y[0] = shared[1, 2] + own.reshape(-1, 2).shape[0]

    y = np.zeros(1)
    kernel[1, 1](y)
    assert y.tolist() == [7]


def test_shapes_that_do_not_fit():
    def kernel(a, n, y):
        b = a.reshape(n, 5)
        y[0] = b.shape[0] + b.size
        for row in b:
            y[0] += row[0]

    a, y = np.ones((3, 4)), np.ones(1)
    for n in (2, 3, -1):
        cuda.jit(kernel)[1, 1](a, n, y)
        assert y.tolist() == [0]
        with pytest.raises(cuda.cudadrv.error.CudaDriverError) as caught:
            cuda.jit(debug=True)(kernel)[1, 1](a, n, y)
        what = f"index {max(5 * n, 12)} is outside a in another shape, which has 12 elements"
        assert what in str(caught.value)


def of_columns(a, y):
    y[0] = a[:, 1].reshape(2, 2)[0, 0]


def of_a_transpose(a, y):
    y[0] = a.T.ravel()[0]


def with_effects(a, y):
    y[0] = a.reshape(cuda.atomic.add(y, 0, 1), 2)[0, 0]


def too_many(a, y):
    own = cuda.local.array(6, float32)
    y[0] = own.reshape(2, 4)[0, 0]


@pytest.mark.parametrize(
    "function, what, help",
    [
        (
            of_columns,
            "other dimensions of a part whose elements are not side by side, `a[:, 1]`,",
            "take the elements by indices",
        ),
        (
            of_a_transpose,
            "other dimensions of a part whose elements are not side by side, `a.T`,",
            "take the elements by indices",
        ),
        (with_effects, "an extent that has effects", "give it a name before the call"),
        (too_many, "a shape of 8 elements for the 6 of `own`", "give it as many"),
    ],
)
def test_refused(function, what, help):
    with pytest.raises(cuda.errors.TypingError) as caught:
        cuda.jit(function)[1, 1](np.zeros((4, 4)), np.zeros(1, np.int32))
    lines = str(caught.value).splitlines()
    assert lines[0].endswith(f"error[E619]: {what} is not in the kernel language")
    assert lines[-2:] == [f"   = help: {help}", "1 error"]


def extents(a, b, y):
    i = cuda.grid(1)
    own = cuda.local.array((5, 6), float32)
    y[i, 0] = a.shape[i] + a.shape[i - 1] * 10
    y[i, 1] = a.T.shape[i - 3] + a[1:, :2].shape[i] if i < 2 else 0
    y[i, 2] = own.shape[i % 2] + b.shape[i - i]
    own[0, 0] = 0


@pytest.mark.parametrize("checked", ["0", "1"])
def test_extents(checked, monkeypatch):
    monkeypatch.setenv("CUDAPY_CHECKED", checked)
    a, b, y = np.zeros((2, 3, 4), np.int8), np.zeros(7), np.zeros((3, 3), np.int64)
    cuda.jit(extents)[1, 3](a, b, y)
    for i in range(3):
        assert y[i, 0] == a.shape[i] + a.shape[i - 1] * 10
        assert y[i, 1] == (a.T.shape[i - 3] + a[1:, :2].shape[i] if i < 2 else 0)
        assert y[i, 2] == (5, 6)[i % 2] + 7
