"""cuda.jit(checked=True), and what kernel[grid, block].explain() says: how a launch would run, what its lines
cost, and where float32 is computed in double by accident."""

import math

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda
from cudapy.cuda import float32

SCALE = 0.5
TABLE = np.arange(32.0)


@cuda.jit(checked=True)
def shifted(x, n):
    i = cuda.grid(1)
    x[i + n] = x[i]


@pytest.mark.parametrize("dtype", [np.int16, np.float32, np.complex128])
def test_checked_kernels(dtype):
    x = np.arange(64).astype(dtype)
    shifted[1, 32](x, 32)
    assert x.tolist() == [*range(32), *range(32)]
    with pytest.raises(cp.KernelError) as error:
        shifted[1, 32](x, 64)
        cuda.synchronize()
    assert "index 64 is outside x, which has 64 elements, in thread 0: `x[i + n]`" in str(error.value)
    if cuda.device_array(1).device == "cpu":  # on a GPU no kernel runs after one that failed
        with pytest.raises(cp.KernelError) as error:
            shifted[1, 32](x, 1)
        assert "a race on x[1]" in str(error.value)


def test_checked_kernels_raise_nothing_else():
    @cuda.jit("void(int64[:], int64)", checked=True)
    def k(x, n):
        if n == 0:
            raise ValueError("zero")
        x[0] = 7 // n

    x = np.zeros(1, np.int64)
    k[1, 1](x, 2)
    assert x[0] == 3 and k.targetoptions["checked"] is True
    with pytest.raises(cp.KernelError):
        k[1, 1](x, 0)
        cuda.synchronize()


def test_unchecked_kernels(monkeypatch):
    monkeypatch.setenv("CUDAPY_CHECKED", "1")

    @cuda.jit(checked=False)
    def racy(x):
        x[0] = cuda.grid(1)

    @cuda.jit
    def also_racy(x):
        x[0] = cuda.grid(1)

    x = np.zeros(1)
    racy[1, 2](x)
    if cuda.device_array(1).device == "cpu":
        with pytest.raises(cp.KernelError):
            also_racy[1, 2](x)


@cuda.jit
def scaled(x, y):
    i = cuda.grid(1)
    if i < x.size:
        y[i] = x[i] * 2


def test_explain_of_a_launch():
    with pytest.raises(TypeError) as error:
        scaled[2, 64].explain()
    assert str(error.value) == (
        "scaled: nothing was compiled yet: launch the kernel, or give cuda.jit its signature"
    )
    x, y = np.ones(128), np.zeros(128)
    plan = scaled[2, 64].explain(x, cuda.Out(y))
    assert plan.threads == (128, 1, 1) and y.tolist() == [0] * 128
    line = scaled.py_func.__code__.co_firstlineno + 4
    assert [(each.number, each.text) for each in plan.lines][-1] == (line, "y[i] = x[i] * 2")
    assert [(each.operation, each.array, each.requests, each.cost) for each in plan.lines[-1].accesses] == [
        ("read", "x", 4, 32),
        ("write", "y", 4, 32),
    ]
    assert scaled[2, 64].explain().threads == (128, 1, 1)
    stream = cuda.stream()
    assert scaled[2, 64, stream].explain(cuda.to_device(x), y).lines[-1].number == line


def test_explain_of_other_arguments():
    @cuda.jit("void(float64[:, :], int32)")
    def k(x, n):
        i, j = cuda.grid(2)
        x[i, j] += n

    on_device = cuda.to_device(np.zeros((4, 8))).T
    plan = k[1, (8, 4)].explain(on_device, 3)
    assert plan.threads == (8, 4, 1) and not on_device.copy_to_host().any()
    assert k[1, (8, 4)].explain().threads == (8, 4, 1)

    @cuda.jit
    def with_others(pair, x):
        i = cuda.grid(1)
        x[i] = pair[0] * TABLE[i] + pair[1][i]

    y = np.zeros(32)
    plan = with_others[1, 32].explain((2.5, y), cuda.In(y))
    assert {each.array for each in plan.lines[-1].accesses} == {"pair_1", "x", "TABLE"} and not y.any()


@cuda.jit(device=True)
def moved(a, b):
    return a * b + 1.0


@cuda.jit
def mixed(x, y, z, a, n, h):
    i = cuda.grid(1)
    total = 0.0
    first = float32(0)
    for k in range(4):
        total += x[i] * x[k]
        first += x[i] * x[k]
    y[i] = x[i] * 2.0
    y[i] *= 2
    y[i] = (x[i] + 1) / 255 - math.sqrt(x[i] * SCALE)
    y[i] = a * x[i]
    y[i] = x[i] * n + i
    if x[i] > 0.5:
        z[i] = x[i] * z[i] * 2.0
    y[i] = moved(x[i], h)
    y[i] = float32(2) * x[i] + first
    t = x[i] * 3.0
    y[i] = t + x[i] + total
    z[i] += x[i]
    y[i] = x[i] ** 2 - x[i] ** 3.5
    y[i] = max(x[i], 0.0)
    y[i] = np.float64(x[i]) * 2.0


SAID = "float32 is computed in double here, which most GPUs do far slower: "


def test_double_by_accident_is_advised_of():
    x = np.zeros(32, np.float32)
    mixed.compile("void(float32[:], float32[:], float64[:], float64, int64, float32)")
    first = mixed.py_func.__code__.co_firstlineno
    own = moved.py_func.__code__.co_firstlineno + 2

    def at(line, text, remedy):
        return f"line {first + line}: `{text}`: {SAID}{remedy}"

    begins = f"total begins as a float64 in line {first + 3}, `total = 0.0`, so begin it as a float32"
    expected = (
        f"line {own}: `a * b + 1.0`: {SAID}1.0 counts as a float64, so write float32(1.0)",
        at(6, "total += x[i] * x[k]", begins),
        at(8, "x[i] * 2.0", "2.0 counts as a float64, so write float32(2.0)"),
        at(9, "y[i] *= 2", "2 counts as a float64, so write float32(2)"),
        at(
            10,
            "(x[i] + 1) / 255 - math.sqrt(x[i] * SCALE)",
            "1 counts as a float64, so write float32(1); 255 counts as a float64, so write float32(255); "
            "SCALE counts as a float64, so write float32(SCALE)",
        ),
        at(11, "a * x[i]", "a is given as a float64, so give it as a float32"),
        at(
            12,
            "x[i] * n + i",
            "n is an integer, which float32(n) makes a float32; i is an integer, which float32(i) makes a "
            "float32",
        ),
        at(13, "x[i] > 0.5", "0.5 counts as a float64, so write float32(0.5)"),
        at(17, "x[i] * 3.0", "3.0 counts as a float64, so write float32(3.0)"),
        at(18, "t + x[i] + total", begins),
        at(20, "x[i] ** 2 - x[i] ** 3.5", "3.5 counts as a float64, so write float32(3.5)"),
        at(21, "max(x[i], 0.0)", "0.0 counts as a float64, so write float32(0.0)"),
    )
    plan = mixed[1, 32].explain()
    assert plan.doubles == expected and plan.advice[-len(expected) :] == expected
    traced = mixed[1, 32].explain(x, x, np.zeros(32), 2.0, 3, np.float32(3))
    assert traced.doubles == expected and "  computed in double\n" in repr(traced)


def test_doubles_that_are_wanted():
    @cuda.jit
    def k(x, y, z):
        i = cuda.grid(1)
        y[i] = x[i] + x[i] * 2
        z[i] = z[i] * 0.5 + y[i]

    k.compile("void(float64[:], float64[:], float64[:])")
    assert k[1, 32].explain().doubles == ()

    @cp.kernel("void (float* X, float* Y)")
    def own(X, Y):
        Y[cp.idx] = X[cp.idx] * 2.0

    assert own.explain(32).doubles == ()
