"""Assignments to parts of arrays, `a[i, :] = x`, and `a.fill(x)`."""

import numpy as np
import pytest

from cudapy import cuda


def stores(a, b, c, n):
    i = cuda.grid(1)
    if i < a.shape[0]:
        a[i] = i + 0.75
        a[i, 1:n] = -1
        b[:, i] = 7
        b.T[i, -1:] = n
        row = c[i]
        row[:] = 2
        row[1, ::2] = 3.5
        c[i, 0, :3] = (i, n, 5)
        shared = cuda.local.array((2, 3), np.int32)
        shared[:] = 1
        shared[1].fill(n + 0.5)
        c[i, 2, 0] = shared[0, 2] + shared[1, 2]


@pytest.mark.parametrize("checked", ["0", "1"])
@pytest.mark.parametrize("dtype", [np.float32, np.int16, np.complex128])
def test_numbers_and_tuples(checked, dtype, monkeypatch):
    monkeypatch.setenv("CUDAPY_CHECKED", checked)
    a, b, c = np.zeros((3, 5), dtype), np.zeros((4, 3), np.int64), np.zeros((3, 3, 4))
    cuda.jit(stores)[1, 3](a, b, c, 3)
    wanted_a, wanted_b, wanted_c = np.zeros_like(a), np.zeros_like(b), np.zeros_like(c)
    for i in range(3):
        wanted_a[i] = np.array(i + 0.75).astype(dtype)
        wanted_a[i, 1:3] = -1
        wanted_b[:, i] = 7
        wanted_b[-1, i] = 3
        wanted_c[i] = 2
        wanted_c[i, 1, ::2] = 3.5
        wanted_c[i, 0, :3] = (i, 3, 5)
        wanted_c[i, 2, 0] = 1 + 3
    assert a.tolist() == wanted_a.tolist()
    assert b.tolist() == wanted_b.tolist()
    assert c.tolist() == wanted_c.tolist()


def test_effects_happen_once_and_wrong_lengths_store_nothing():
    @cuda.jit
    def kernel(x, count, out):
        x[cuda.atomic.add(count, 0, 1)] = cuda.atomic.add(count, 1, 1) + 10
        out[:2] = (1.5, 2.5, 3.5)
        out[2:] = (4.5, 5.5)

    x, count, out = np.zeros((2, 2)), np.zeros(2, np.int32), np.zeros(4)
    kernel[1, 1](x, count, out)
    assert (x.tolist(), count.tolist(), out.tolist()) == ([[10, 10], [0, 0]], [1, 1], [0, 0, 4.5, 5.5])


def of_an_array(x, y):
    x[:] = y


def of_several_types(x, y):
    x[0] = (1, 2.5)


def of_a_row(x, y):
    x[:, :] = (1, 2)


def filled_twice(x, y):
    x.fill(1, 2)


@pytest.mark.parametrize(
    "function, column, what, help",
    [
        (of_several_types, 5, "an assignment of a tuple, (int64, double), to an array of float64", ""),
        (of_a_row, 5, "an assignment of a tuple, (int64, int64), to an array of float64", ""),
        (filled_twice, 5, "`fill` with 2 arguments, where it has one,", ""),
    ],
)
def test_refused(function, column, what, help):
    with pytest.raises(cuda.errors.TypingError) as caught:
        cuda.jit(function)[1, 1](np.zeros((2, 2)), np.zeros((2, 2)))
    assert f"error[E619]: {what} is not in the kernel language\n" in str(caught.value)
