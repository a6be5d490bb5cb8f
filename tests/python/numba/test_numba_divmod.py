"""`divmod` under `cuda.jit`: the pair of `a // b` and `a % b`, whose operands are evaluated once."""

import numpy as np
import pytest

from cudapy import cuda

TYPES = [
    "int8",
    "uint8",
    "int16",
    "uint16",
    "int32",
    "uint32",
    "int64",
    "uint64",
    "float32",
    "float64",
    "bool",
]


@cuda.jit
def pairs(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        q, r = divmod(a[i], b[i])
        t = divmod(a[i], b[i])
        out[i, 0], out[i, 1], out[i, 2], out[i, 3] = q, r, t[0], divmod(a[i], b[i])[1]


@cuda.jit
def operators(a, b, out):
    i = cuda.grid(1)
    if i < a.size:
        out[i, 0] = a[i] // b[i]
        out[i, 1] = a[i] % b[i]


@pytest.mark.parametrize("right", TYPES)
@pytest.mark.parametrize("left", TYPES)
def test_each_pair_of_types(left, right):
    numbers = [(7, 2), (1, 1), (0, 3), (100, 7), (3, 100)]
    numbers += [(-7, 2), (-1, 3)] * (left[0] in "if") + [(7, -2), (1, -3)] * (right[0] in "if")
    numbers += [(-7, -2)] * (left[0] in "if" and right[0] in "if")
    a, b = (np.array(side).astype(kind) for side, kind in zip(zip(*numbers), (left, right)))
    out, expected = np.zeros((len(a), 4)), np.zeros((len(a), 2))
    pairs[1, 32](a, b, out)
    operators[1, 32](a, b, expected)
    assert out.tolist() == np.tile(expected, 2).tolist()
    assert out[:, :2].tolist() == [list(map(float, divmod(x, y))) for x, y in zip(a.tolist(), b.tolist())]


def test_operands_are_evaluated_once():
    @cuda.jit(device=True)
    def split(x, y):
        return divmod(x, y)

    @cuda.jit
    def kernel(count, out):
        out[0], out[1] = divmod(cuda.atomic.add(count, 0, 7), 4)
        q, r = divmod(cuda.atomic.add(count, 0, 7) + 0.5, cuda.atomic.add(count, 0, 1) - 3)
        out[2], out[3] = q, r
        out[4], out[5] = split(*divmod(count[0], 10))

    count, out = np.array([30]), np.zeros(6)
    kernel[1, 1](count, out)
    assert count.tolist() == [45]
    assert out.tolist() == [*divmod(30, 4), *divmod(37.5, 41), *divmod(4, 5)]
