"""Device functions with several signatures, or with one that leaves the type of the result open."""

import pickle

import numpy as np
import pytest

from cudapy import cuda
from cudapy.cuda import float32, float64, int16, int32, int64, uint8, void
from cudapy.cuda.numpy_support import from_dtype
from cudapy.cuda.random import create_xoroshiro128p_states, xoroshiro128p_type, xoroshiro128p_uniform_float32


@cuda.jit([int32(int32, int32), float64(float64, float64)], device=True)
def half(a, b):
    return (a + b) / 2


@cuda.jit
def calls_half(x, y, out):
    out[0] = half(x[0], y[0])
    out[1] = half(x[0] + 0.5, y[0])
    out[2] = half(b=y[0], a=3)


def test_the_signature_that_fits_best_is_called():
    out = np.zeros(3)
    calls_half[1, 1](np.array([4], np.int32), np.array([3], np.int16), out)
    assert out.tolist() == [3, 3.75, 3]  # int32 cuts the half off
    source = calls_half.inspect_cuda()
    assert "int half_int" in source and "double half_double" in source


@cuda.jit((uint8, float32), device=True)
def converts(a, b):
    return a * b


@cuda.jit
def calls_converts(x, out):
    out[0] = converts(x[0], 16777217)
    out[1] = converts(258, x[0])


def test_a_signature_without_a_result_converts_the_arguments():
    out = np.zeros(2)
    calls_converts[1, 1](np.array([3.9]), out)
    assert out.tolist() == [3 * np.float32(16777217), 2 * np.float32(3.9)]


@cuda.jit(["(float32[:], int64)", "(float64[:], int64)", "void(int32[:, ::1], int32)"], device=True)
def fill(a, value):
    if a.ndim == 1:
        a[0] = value
    else:
        a[0, 0] = value + 1


def test_arrays_choose_by_their_types():
    @cuda.jit
    def kernel(a, b, c):
        fill(a, 1.9)
        fill(b, 2)
        fill(c, 3)

    a, b, c = np.zeros(2, np.float32), np.zeros(2), np.zeros((2, 2), np.int32)
    kernel[1, 1](a, b, c)
    assert (a[0], b[0], c[0, 0]) == (1, 2, 4)


@cuda.jit([int64(int64), float64(float64)], device=True)
def factorial(n):
    if n < 2:
        return n * 0 + 1
    return n * factorial(n - 1)


def test_a_function_that_calls_itself_chooses_too():
    @cuda.jit
    def kernel(out):
        out[0] = factorial(5)
        out[1] = factorial(4.0)

    out = np.zeros(2)
    kernel[1, 1](out)
    assert out.tolist() == [120, 24]


@pytest.mark.parametrize("first, shifted", [(int32, 0), (int64, 1 << 40)], ids=str)
def test_of_two_that_fit_equally_well_the_first_is_called(first, shifted):
    second = int64 if first is int32 else int32

    @cuda.jit([first(first), second(second)], device=True)
    def shift(x):
        return x << 40

    @cuda.jit
    def kernel(n, out):
        out[0] = shift(n)

    out = np.zeros(1)
    kernel[1, 1](np.int16(1), out)
    assert out[0] == shifted
    kernel[1, 1](np.int64(1), out)
    assert out[0] == 1 << 40


def test_pickling():
    def made(n):
        @cuda.jit([int32(int32), float64(float64)], device=True)
        def local(x):
            return x + n

        return local

    local = pickle.loads(pickle.dumps(made(0.5)))

    @cuda.jit
    def kernel(out):
        out[0] = local(np.int32(1))
        out[1] = local(1.25)

    out = np.zeros(2)
    kernel[1, 1](out)
    assert out.tolist() == [1, 1.75]


def test_no_signature_fits():
    @cuda.jit([int32(int32, int32), float64(float64[:], int32)], device=True)
    def f(a, b):
        return b

    @cuda.jit
    def kernel(out):
        out[0] = f(out, out)

    with pytest.raises(cuda.errors.TypingError) as error:
        kernel[1, 1](np.zeros(1))
    line = kernel.py_func.__code__.co_firstlineno
    assert str(error.value) == (
        f"{__file__}:{line + 2}:18: error[E619]: `f` of (an array of float64, an array of float64), whose "
        "signatures are for (int32, int32) and (array(float64, 1d, A), int32), is not in the kernel "
        f"language\n {line + 1} |     def kernel(out):\n"
        "     |         ------ in `kernel` with out = `float64[:]`\n"
        f" {line + 2} |         out[0] = f(out, out)\n     |                  ^ not supported\n"
        "   = help: write it with plain statements\n1 error"
    )


@pytest.mark.parametrize(
    "signature", ["(UniTuple(int32, 2),)", ["int32(int32)", "int32(UniTuple(int32, 2))"]], ids=str
)
def test_what_is_refused(signature):
    with pytest.raises(NotImplementedError) as error:
        cuda.jit(signature, device=True)(converts.py_func)
    assert str(error.value) == (
        "converts: cudapy.cuda has no device functions with tuples in their signature yet: leave the "
        "signature out"
    )


PARTICLE = np.dtype([("x; y", np.float32), ("a, b", np.int16), ("n=m", np.int16)], align=True)
OTHER = np.dtype([("x", np.float64)])
particle, other = from_dtype(PARTICLE), from_dtype(OTHER)


def moved(p, by):
    p[0]["x; y"] += by
    return p[0]["a, b"] + by


def moved_one(p, by):
    p["x; y"] += by
    return p["a, b"] + by


def moved_first(p, by):
    p[0, 0]["x; y"] += by
    return p[0, 0]["a, b"] + by


# Each with what is given for `p`, of an array of four particles.
RECORDS = {
    "an array": (moved, [int32(particle[:], int16)], "p"),
    "a part": (moved, [int32(particle[::1], int16)], "p[0:2]"),
    "an array of rank 2": (moved_first, [int32(particle[:, :], int16)], "p.reshape(2, 2)"),
    "one record": (moved_one, [int32(particle, int16)], "p[0]"),
    "no result": (moved_one, [(particle, int16)], "p[0]"),
    "another result": (moved, [float32(particle[:], int16)], "p"),
    "of several": (
        moved,
        [int32(other[:], int16), int32(particle, int16), int32(particle[:], int16), int32(float32[:], int16)],
        "p",
    ),
}


@pytest.mark.parametrize("name", RECORDS)
def test_records_in_signatures(name):
    function, signatures, given = RECORDS[name]
    helper = cuda.jit(signatures if len(signatures) > 1 else signatures[0], device=True)(function)

    made = {"helper": helper}
    exec(
        f"def calls(p, out):\n    out[0] = helper({given}, 2.75)\n    out[1] = helper(by=65537, p={given})\n",
        made,
    )
    calls = cuda.jit(made["calls"])
    p, out = np.zeros(4, PARTICLE), np.zeros(2)
    p["a, b"] = 5
    calls[1, 1](p, out)
    assert p["x; y"].tolist() == [3, 0, 0, 0]  # 2.75 and 65537 become int16
    assert out.tolist() == [7, 6]


def test_nothing_is_returned():
    @cuda.jit(void(int64, particle[:]), device=True)
    def put(i, p):
        p[i]["a, b"] = i

    @cuda.jit
    def calls(p):
        put(cuda.grid(1), p)

    p = np.zeros(4, PARTICLE)
    calls[1, 4](p)
    assert p["a, b"].tolist() == [0, 1, 2, 3]


def test_records_that_fit_no_signature():
    @cuda.jit(int32(particle[:], int16), device=True)
    def f(p, by):
        return by

    @cuda.jit
    def calls(p, out):
        out[0] = f(p, 2)

    with pytest.raises(cuda.errors.TypingError) as error:
        calls[1, 1](np.zeros(1, OTHER), np.zeros(1))
    assert (
        "`f` of (an array of Record(x: float64 at 0; 8 bytes), int64), whose signatures are for "
        "(array(Record(" in str(error.value)
    )
    out = np.zeros(1)
    with pytest.raises(cuda.errors.TypingError, match="is not in the kernel language"):
        calls[1, 1](np.zeros(1), out)


def test_the_states_of_random_numbers():
    @cuda.jit(float32(int64, xoroshiro128p_type[:]), device=True)
    def roll(i, states):
        return 1 + xoroshiro128p_uniform_float32(states, i) * 6

    @cuda.jit
    def calls(states, out):
        i = cuda.grid(1)
        out[i] = roll(i, states)

    @cuda.jit
    def plain(states, out):
        i = cuda.grid(1)
        out[i] = 1 + xoroshiro128p_uniform_float32(states, i) * 6

    rolls = [np.zeros(32, np.float32) for _ in range(2)]
    for kernel, out in zip((calls, plain), rolls):
        kernel[1, 32](create_xoroshiro128p_states(32, seed=4), out)
    assert rolls[0].tolist() == rolls[1].tolist() and 1 <= rolls[0].min() < rolls[0].max() < 7
