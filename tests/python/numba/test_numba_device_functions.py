"""Device functions by whatever name: of one name, lambdas, items of tuples, and made of one another."""

import math
import types

import numpy as np
import pytest

from cudapy import cuda
from cudapy.cuda import float32, int32
from cudapy.cuda.types import Tuple, UniTuple


def made(number):
    @cuda.jit(device=True)
    def shifted(a):
        return a + number

    return shifted


one, ten = made(1), made(10)


@cuda.jit(device=True)
def part(a):
    return a + 1


first = part


@cuda.jit(device=True)
def part(a):  # noqa: F811
    return first(a) * 2


def plain(a):
    return a * 1.5


rounded = cuda.jit(int32(float32), device=True)(plain)
kept = cuda.jit(float32(float32), device=True)(plain)
unsigned = cuda.jit(plain, device=True)
again = cuda.jit(device=True)(rounded)
doubled = cuda.jit(device=True)(lambda a: a * 2)
added = cuda.jit(lambda a, b: a + b, device=True)
both = (one, (doubled, math.sqrt), np.float32)
space = types.SimpleNamespace(
    of=types.SimpleNamespace(part=part), kind=np.int32, root=math.sqrt, cuda=cuda, grid=cuda.grid
)


@cuda.jit
def kernel(x, out):
    i = space.grid(1) + space.cuda.grid(1)
    out[0] = one(x[i]) + ten(x[i])
    out[1] = part(x[i]) + first(x[i])
    out[2] = rounded(x[i])
    out[3] = kept(x[i]) + unsigned(x[i])
    out[4] = added(doubled(x[i]), 1)
    out[5] = both[0](x[i]) + both[-1](x[i])
    out[6] = space.of.part(x[i])
    out[7] = space.kind(x[i]) + space.root(4.0)
    out[8] = again(x[i])


def test_names():
    out = np.zeros(9)
    kernel[1, 1](np.float32([3]), out)
    assert out.tolist() == [17, 12, 4, 9, 7, 7, 8, 5, 4.5]
    assert "    out[1] = part_2_float(x[i]) + part_float(x[i]);\n" in kernel.inspect_cuda()


@cuda.jit(UniTuple(float32, 2)(float32), device=True)
def pair_of(a):
    return a, a + 1


@cuda.jit(Tuple((int32, float32))(UniTuple(float32, 2), float32), device=True)
def of_pair(pair, b):
    return pair[0] + b, pair[1] * b


@cuda.jit(int32(UniTuple(int32, 2)), device=True)
def whole_sum(pair):
    return pair[0] + pair[1]


@cuda.jit
def with_tuples(x, out):
    first, second = pair_of(x[0])
    out[0], out[1] = first, second
    both = of_pair((x[0], x[1]), 1.5)
    out[2], out[3] = both[0], both[1]
    out[4] = whole_sum((1.7, 2.7))


def test_tuples_in_signatures():
    """The items are converted as the signature says, both those of arguments and those of results."""
    out = np.zeros(5)
    with_tuples[1, 1](np.float32([3.25, 5]), out)
    assert out.tolist() == [3.25, 4.25, 4, 7.5, 3]


@cuda.jit
def with_defaults(x, a=3, b=2.0):
    x[cuda.grid(1)] = a * b


@pytest.mark.parametrize(
    "arguments, keywords, result",
    [
        ((), {}, 6),
        ((4,), {}, 8),
        ((4, 1), {}, 4),
        ((), {"b": 1}, 3),
        ((5,), {"b": 5}, 25),
        ((), {"a": 1, "b": 1}, 1),
    ],
)
def test_defaults_and_names_at_a_launch(arguments, keywords, result):
    x = np.zeros(1)
    for _ in range(2):
        with_defaults[1, 1](x, *arguments, **keywords)
        assert x[0] == result
    with_defaults[1, 1](x, 7, 7.0)
    assert x[0] == 49


@pytest.mark.parametrize(
    "arguments, keywords, message",
    [
        ((), {}, "with_defaults: the argument for parameter x is missing"),
        ((1, 2, 3, 4), {}, "with_defaults: expected 3 arguments (x, a, b), got 4"),
        ((1,), {"x": 1}, "with_defaults: parameter x was given twice, by position and by name"),
        ((1,), {"c": 1}, "with_defaults: there is no parameter c"),
    ],
)
def test_wrong_arguments_at_a_launch(arguments, keywords, message):
    with pytest.raises(TypeError) as error:
        with_defaults[1, 1](*arguments, **keywords)
    assert str(error.value) == message


@cuda.jit
def of_strides(a, out):
    out[0], out[1], out[2] = a.strides[0], a.strides[1], a.strides[-1]
    column = a[:, 1]
    out[3], out[4] = column.strides[0], a[1:, ::2].strides[1]
    first, second = a.strides
    out[5] = first + second


def test_strides():
    a, out = np.zeros((3, 4), np.float32), np.zeros(6, np.int64)
    of_strides[1, 1](a, out)
    assert out.tolist() == [*a.strides, a.strides[-1], a[:, 1].strides[0], a[1:, ::2].strides[1], 20]


@cuda.jit
def of_stride(a, x, i, out):
    out[0] = a.strides[i]
    strides = x.strides
    out[1] = strides[0] + len(strides)


def test_strides_are_a_tuple():
    out = np.zeros(2)
    for i, stride in ((0, 32), (1, 8), (-1, 8)):
        of_stride[1, 1](np.zeros((3, 4)), np.zeros(3), i, out)
        assert out.tolist() == [stride, 9]


@cuda.jit
def of_arrays(a, out):
    out[0], out[1] = a.itemsize, a.nbytes
    total = 0.0
    for each in a.flat:
        total += each
    out[2], out[3], out[4] = total, a.flat[3], len(a.flat)
    a.flat[1] = 9
    out[5], out[6] = np.amax(a), np.amin(a)


def test_bytes_and_elements_of_arrays():
    a, out = np.arange(6, dtype=np.float32).reshape(2, 3), np.zeros(7)
    of_arrays[1, 1](a, out)
    assert out.tolist() == [4, 24, 15, 3, 6, 9, 0] and a[0, 1] == 9


@cuda.jit
def wraps(out):
    out[0], out[1], out[2], out[3] = np.uint8(-2), cuda.uint8(300), np.uint32(-1), np.int8(200)


def test_casts_of_literals_wrap():
    """numba's literals are int64, and a cast of one is that of any other."""
    out = np.zeros(4, np.int64)
    wraps[1, 1](out)
    assert out.tolist() == [254, 44, 2**32 - 1, -56]
