"""cuda_source(): parts of declarations between #if and #endif."""

import cudapy as cp
import numpy as np
import pytest
from real_compilers import START, compiler, needs_gpu, run

TEXT = """
#ifdef WIDE
__global__ void f(double* X)
#else
__global__ void f(float* X)
#endif
{ X[threadIdx.x] += 1; }
__global__ void g(
#if KIND == 1
    int* X,
#elif KIND == 2
    short* X,
#else
    long long* X,
#endif
    int n
#ifdef WIDE
    = 3
#endif
) {
#ifdef WIDE
    if (n > 2) {
#else
    if (n > 1) {
#endif
        X[0] = n;
    }
}
#ifdef WIDE
template <typename T> __global__ void t(T* X)
#else
template <typename T> __global__ void t(T* X, int n)
#endif
{}
__global__ void after(float* X) {}
"""

CHOSEN = (
    START
    + f"text = '''{TEXT}'''"
    + r"""
for flags in ([], ["-DWIDE"], ["-DKIND=1"], ["-DWIDE", "-DKIND=2"]):
    m = cp.cuda_source(text, flags=flags)
    print(m.f.signature, "|", m.g.signature, "|", m.after.signature)
print(refusal(lambda: m.t[cp.Float]).partition(": there")[2])
print(refusal(lambda: cp.cuda_source(text, flags=["-DWIDE", "-DKIND=1"]).g(1)([1])))
"""
)


@pytest.mark.parametrize("name", ["nvcc", "nvrtc"])
def test_the_compiler_chooses_the_head(name):
    assert run(CHOSEN, name) == [
        "f : void (float* X) | g : void (int64* X, int n) | after : void (float* X)",
        "f : void (double* X) | g : void (int64* X, int n) | after : void (float* X)",
        "f : void (float* X) | g : void (int* X, int n) | after : void (float* X)",
        "f : void (double* X) | g : void (int16* X, int n) | after : void (float* X)",
        " are 2 kernels of that name (in lines 42, 44): give them names of their own",
        "TypeError: g: the argument for parameter n (int) is missing: its default in C++, `3`, depends on a "
        "condition of the preprocessor, so give it",
    ]


HOST = cp.cuda_source("""
#ifdef WIDE
__global__ void f(double* X)
#else
__global__ void f(float* X)
#endif
{
#ifdef __CUDA_ARCH__
    __syncthreads();
#endif
    X[0] = 1;
}
#ifdef NEVER
__device__ int on_the_gpu(int x) {
#else
__device__ int on_the_gpu(int x, int y) {
#endif
    return __popc(x);
}
#ifdef __cplusplus
extern "C"
#endif
__host__ __device__ int twice(int x)
{ return 2 * x; }
""")


# twices : void (int* X)
def twices(X):
    X[idx] = HOST.twice(X[idx])


def test_what_is_left_out_for_the_host_keeps_its_conditions(target):
    X = [1, 2, 3]
    cp.compile(twices, target=target)(3)(X)
    assert X == [2, 4, 6]


@needs_gpu
@pytest.mark.parametrize("name", ["nvcc", "nvrtc"])
def test_heads_on_a_gpu(name):
    compiler(name)
    for flags, kind in (([], np.float32), (["-DWIDE"], np.float64)):
        X = np.arange(32).astype(kind)
        cp.cuda_source(TEXT, flags=flags, compiler=name).f(32)(X)
        assert X.tolist() == list(range(1, 33))


# The macro that texts for two compilers have.
BOTH = cp.cuda_source("""
#ifdef __CUDACC__
#define HD __host__ __device__
#else
#define HD
#endif
HD inline float halved(float x) { return x / 2; }
""")


# halve : void (float* X)
def halve(X):
    X[idx] = BOTH.halved(X[idx])


def test_a_macro_that_is_empty_for_other_compilers(target):
    X = [3.0, 4.0]
    cp.compile(halve, target=target)(2)(X)
    assert X == [1.5, 2.0]
