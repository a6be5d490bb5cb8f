"""Functions of CUDA C++ that kernels of the dialect call: cuda.declare_device."""

import pickle

import numpy as np
import pytest

import cudapy as cp
from cudapy import cuda
from cudapy.cuda import float64, int32

TEXT = """
extern "C" __host__ __device__ int times2(int* out, int a)
{
    *out = a * 2;
    return 0;
}

extern "C" __host__ __device__ int add_scaled(double* out, float a, const long long n)
{
    *out = a + 0.5 * n;
    return 0;
}

extern "C" __host__ __device__ double half(double a) { return a / 2; }
"""
CALLER = """
extern "C" __host__ __device__ int times2(int* out, int a);

extern "C" __host__ __device__ int times4(int* out, int a)
{
    int twice;
    times2(&twice, a);
    *out = twice * 2;
    return 0;
}
"""
SOURCE = cuda.CUSource(TEXT)
times2 = cuda.declare_device("times2", "int32(int32)", link=SOURCE)
add_scaled = cuda.declare_device("add_scaled", "float64(float32, int64)", link=SOURCE)
half = cuda.declare_device("half", float64(float64), link=SOURCE, abi="c")


@cuda.jit(device=True)
def through(x):
    return times2(x) + half(x)


@cuda.jit
def calls(out, x):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = times2(x[i]) + through(x[i] + i)
        if i == 1:
            out[i] = add_scaled(0.1, 7)  # a float32 there
        if i == 2:
            out[i] = half(5)
        if i == 3:
            out[i] = times2(2**31 + 3)  # an int32 there


def test_arguments_become_the_types_of_the_signature():
    out = np.zeros(5)
    calls[1, 32](out, np.arange(5, dtype=np.int32))
    assert out.tolist() == [0, float(np.float32(0.1)) + 3.5, 2.5, (-(2**31) + 3) * 2 + 2**32, 8 + 16 + 4]


@pytest.mark.parametrize("collection", [list, tuple, set])
def test_several_sources(collection):
    times4 = cuda.declare_device(
        "times4", "int32(int32)", link=collection([cuda.CUSource(CALLER), cuda.CUSource(TEXT)])
    )

    @cuda.jit
    def kernel(out, x):
        out[0] = times4(x) + times2(x)

    with pytest.raises(cp.ToolchainError):  # the text of times2 would be there twice
        kernel[1, 1](np.zeros(1), 5)

    @cuda.jit
    def one(out, x):
        out[0] = times4(x)

    out = np.zeros(1)
    one[1, 1](out, 5)
    assert out[0] == 20


def test_files(tmp_path):
    (tmp_path / "more.h").write_text("#define FACTOR 3\n")
    path = tmp_path / "functions.cu"
    path.write_text(
        '#include "more.h"\nextern "C" __host__ __device__ int thrice(int* out, int a) { *out = FACTOR * a; '
        "return 0; }\n"
    )
    thrice = cuda.declare_device("thrice", int32(int32), link=str(path))

    @cuda.jit
    def kernel(out, x):
        out[0] = thrice(x)

    out = np.zeros(1)
    kernel[1, 1](out, 5)
    assert out[0] == 15
    assert (thrice.name, thrice.sig) == ("thrice", int32(int32))


NOTHING = 'extern "C" __host__ __device__ int nothing(void* out, int a) { return 0; }'


def test_functions_without_a_result():
    nothing = cuda.declare_device("nothing", "void(int32)", link=cuda.CUSource(NOTHING))

    @cuda.jit
    def kernel(out):
        nothing(5)
        out[0] = 1

    out = np.zeros(1)
    kernel[1, 1](out)
    assert out[0] == 1


@pytest.mark.parametrize(
    "name, sig, options, kind, message",
    [
        (
            "times2",
            "(int32,)",
            {},
            TypeError,
            "Return type missing in the signature of times2: write it, as in ",
        ),
        ("times9", "int32(int32)", {}, TypeError, "no __device__ function times9 is in what is linked"),
        ("two words", "int32(int32)", {}, ValueError, "'two words' is no name of a function"),
        ("times2", "int32(int32)", {"abi": "d"}, ValueError, 'abi must be "numba" or "c", not \'d\''),
        (
            "times2",
            "int32(int32, int32)",
            {},
            TypeError,
            '`extern "C" __host__ __device__ int times2(int* out, int a)` does not take 2 '
            "arguments after the ",
        ),
        (
            "half",
            "float64()",
            {},
            TypeError,
            '`extern "C" __host__ __device__ double half(double a)` is not as numba\'s functions are: with '
            'abi="numba" ',
        ),
        (
            "times2",
            "int32(float32[:])",
            {},
            NotImplementedError,
            "cudapy.cuda has no array(float32, 1d, A) in times2 yet: numbers are there",
        ),
        (
            "times2",
            "int32(int32)",
            {"link": None},
            NotImplementedError,
            "cudapy.cuda has no times2 that the kernel",
        ),
        (
            "times2",
            "int32(int32)",
            {"link": "a.ptx"},
            NotImplementedError,
            "cudapy.cuda links only CUDA C++, ",
        ),
        (
            "times2",
            "int32(int32)",
            {"link": 5},
            NotImplementedError,
            "cudapy.cuda links only CUDA C++, as a file ",
        ),
    ],
)
def test_mistakes_are_named(name, sig, options, kind, message):
    with pytest.raises(kind) as caught:
        cuda.declare_device(name, sig, **{"link": SOURCE, **options})
    assert message in str(caught.value)


def test_what_else_is_refused():
    with pytest.raises(NotImplementedError, match="no callbacks of linked code"):
        cuda.CUSource("", setup_callback=print)
    with pytest.raises(TypeError, match="times2 cannot be pickled: it is CUDA C"):
        pickle.dumps(times2)
    with pytest.raises(TypeError, match="times2 is a device function: only kernels can call it"):
        times2(1)


@pytest.mark.skipif(
    cuda.device_array(1).device != "cpu", reason="a GPU can call the function; the CPU cannot"
)
def test_functions_of_the_device_alone_are_refused_on_the_cpu():
    text = TEXT.replace("__host__ ", "")
    alone = cuda.declare_device("half", "float64(float64)", link=cuda.CUSource(text), abi="c")

    @cuda.jit
    def kernel(out):
        out[0] = alone(1)

    with pytest.raises(cuda.errors.TypingError) as caught:
        kernel[1, 1](np.zeros(1))
    assert "`half_in_cuda` runs only on GPUs, and the kernel is compiled for the CPU" in str(caught.value)
