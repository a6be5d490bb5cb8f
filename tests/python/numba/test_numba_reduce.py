"""cuda.reduce: all elements of an array put together, in numba's order."""

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda

total = cuda.Reduce(lambda a, b: a + b)
product = cuda.reduce(lambda a, b: a * b)
largest = cuda.reduce(lambda a, b: max(a, b))


@cuda.reduce
def joined(a, b):
    """Is linear in both, and neither associative nor commutative."""
    return a * np.float32(0.5) + b


SIZES = [1, 15, 16, 17, 32, 33, 96, 127, 128, 129, 1023, 1024, 1025, 1536, 8192, 34567, 104960]


@pytest.mark.parametrize("n", SIZES)
def test_sums(n):
    x = np.arange(n) + 1.0
    made = total(x)
    assert made == x.sum() and type(made) is np.float64
    assert total(cuda.to_device(x), init=3) == x.sum() + 3


def test_other_functions():
    x = np.arange(64) + 1.0
    assert product(x[:20], init=1) == x[:20].prod()
    assert largest(np.arange(3717.0), init=0) == 3716
    made = total(np.full(1000, 2**30, np.int32))
    assert made.dtype == np.int32 and made == np.full(1000, 2**30, np.int32).sum(dtype=np.int32)
    assert total(np.arange(300) * 1j) == np.arange(300).sum() * 1j


@pytest.mark.parametrize("dtype", [np.uint8, np.int8, np.int16, np.uint32, np.uint64, np.bool_])
def test_elements_of_narrow_types(dtype):
    """They are added in 64 bits, and stored in their own type."""
    x = np.arange(10_000).astype(dtype)
    made = total(x)
    assert made.dtype == dtype
    assert made == (bool(x.any()) if dtype is np.bool_ else x.sum(dtype=np.int64).astype(dtype))
    assert largest(x) == x.max()


def test_a_function_that_gives_a_wider_type():
    """What a thread puts together is a float64, and what it stores a float32."""

    @cuda.reduce
    def tenth(a, b):
        return a * 0.1 + b

    def stored(values):
        lanes = []
        for lane in range(128):
            value = float(values[lane])
            for each in values[lane + 128 :: 128]:
                value = value * 0.1 + float(each)
            lanes.append(np.float32(value))
        return lanes

    def op(a, b):
        return np.float32(float(a) * 0.1 + float(b))

    x = np.random.default_rng(3).normal(size=128).astype(np.float32)
    warps = [by_halves(op, stored(x)[i : i + 32]) for i in range(0, 128, 32)]
    expected = op(op(op(warps[0], warps[2]), op(warps[1], warps[3])), np.float32(0))
    assert tenth(x) == expected
    both = np.concatenate([x, x])  # two blocks, and their results in a block of two threads
    block = op(op(warps[0], warps[2]), op(warps[1], warps[3]))
    first = op(block, np.float32(0))
    assert tenth(both) == np.float32(float(first) * 0.1 + float(block))


def test_a_function_that_numba_makes_another_type():
    @cuda.reduce
    def mixed(a, b):
        return a + np.int64(b)

    # An int64 meets a uint64, and both become a float64.
    numbers = [2**63 + 5, 7, 2**60 + 1]
    assert mixed(np.array(numbers, np.uint64)) == int(sum(map(float, numbers)))


def test_part_of_an_array_and_none():
    x = np.arange(1000.0)
    assert total(x, size=130) == x[:130].sum()
    assert total(x[::7]) == x[::7].sum()
    assert total(cuda.to_device(x)[::7]) == x[::7].sum()
    empty = total(x[:0].astype(np.int32), init=4)
    assert empty == 4 and empty.dtype == np.int32


def test_a_result_on_the_device():
    x = np.arange(10.0)
    result = cuda.to_device(np.array([7.0, 8.0]))
    assert total(x, res=result) is None
    assert result.copy_to_host().tolist() == [45, 8]
    stream = cp.Stream()
    assert total(x, res=result, stream=stream) is None
    assert result.copy_to_host(stream=stream).tolist() == [45, 8]
    assert total(x, stream=stream) == 45


def by_halves(op, values):
    values = list(values)
    width = len(values) // 2
    while width:
        values = [op(a, b) for a, b in zip(values[:width], values[width:])]
        width //= 2
    return values[0]


def in_order(op, values):
    result = values[0]
    for each in values[1:]:
        result = op(result, each)
    return result


def of_one_block(op, values):
    warps = [values[i : i + 32] for i in range(0, len(values), 32)]
    return in_order(op, [*(by_halves(op, warp) for warp in warps[:-1]), in_order(op, warps[-1])])


def in_the_order_of_numba(op, values, init):
    """The partial results of up to 64 blocks of 128 threads, and one of what is left, in one block then."""
    whole = len(values) // 128
    blocks = min(whole, 64)
    partials = []
    for block in range(blocks):
        chunks = range(block, whole, blocks)
        lanes = [in_order(op, [values[128 * chunk + lane] for chunk in chunks]) for lane in range(128)]
        warps = [by_halves(op, lanes[i : i + 32]) for i in range(0, 128, 32)]
        partials.append(op(op(warps[0], warps[2]), op(warps[1], warps[3])))
    if left := values[128 * whole :]:
        partials.append(of_one_block(op, left))
    partials[0] = op(partials[0], init)
    return partials[0] if len(partials) == 1 else of_one_block(op, partials)


@pytest.mark.parametrize("n", [1, 31, 64, 65, 127, 128, 129, 500, 8192, 8193, 10000, 20001])
def test_the_order_is_numbas(n):
    x = np.random.default_rng(n).normal(size=n).astype(np.float32)
    values, init = list(x), np.float32(0.75)
    assert joined(x, init=0.75) == in_the_order_of_numba(lambda a, b: a * np.float32(0.5) + b, values, init)
    assert total(x, init=0.75) == in_the_order_of_numba(lambda a, b: a + b, values, init)


def test_what_is_refused():
    with pytest.raises(TypeError) as error:
        total(np.zeros((2, 2)))
    assert str(error.value) == "only support 1D array"
    with pytest.raises(TypeError) as error:
        total(np.array(["a"]))
    assert str(error.value) == "reduce: the elements must be numbers, and are of <U1"
    with pytest.raises(TypeError) as error:
        cuda.reduce(lambda a: a)
    assert str(error.value) == "reduce: <lambda> must have two parameters"
    with pytest.raises(TypeError) as error:
        cuda.reduce(max)
    assert str(error.value) == "reduce: max is a built-in function: it has no Python source to translate"
    assert repr(joined) == "<reduction by joined>"
    assert joined.__doc__.startswith("Is linear")
