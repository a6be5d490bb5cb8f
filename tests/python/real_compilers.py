"""CUDA C++ for the tests of cuda_source(), and processes in which the real compilers compile it, with the
tests' driver for a GPU."""

import functools
import os
import sys

import cudapy as cp
import fake_cuda
import pytest
from cudapy import _core

needs_gpu = pytest.mark.skipif(os.environ["CUDAPY_TARGET"] == "cpu", reason="CUDA C++ runs only on GPUs")
SITE_PACKAGES = [path for path in sys.path if path.endswith("site-packages")]

# Reading it needs no compiler.
SOURCE = """
#include <cuda_fp16.h>
using real = float;
struct Body { float x, y, z; float mass; };
template <typename T> __global__ void scale(T* X, T by, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) X[i] *= by;
}
template <typename T, int N = 4> __global__ void fill(T* X) { X[0] = N; }
namespace ns {
static __global__ void mixed(const real* __restrict__ X, float3 v, half h, size_t n, bool* flags) {}
__global__ void move(Body* bodies, Body by) { bodies[0].x += by.x; }
namespace { __global__ void hidden(unsigned long* X) { X[0] = 1; } }
}
extern "C" __global__ void increment(int* X) { X[0] += 1; }
__global__ void twice(int* X) { X[0] = 2; }
__global__ void twice(float* X) { X[0] = 2; }
__global__ void later(int* X);
#ifdef NOT_DEFINED
__global__ void absent(float* X) {}
#endif
__device__ float square(float x) { return x * x; }
"""

START = """
import os, tempfile
import numpy as np
def refusal(action):
    try: action()
    except Exception as error: return f"{type(error).__name__}: {error}".replace(__file__, "FILE")
"""


@functools.cache
def compiler(name):
    """The path of a compiler, of tests that need it."""
    try:
        return _core.compiler(name, SITE_PACKAGES)[0]
    except cp.Error as error:
        pytest.skip(str(error))


def run(code, name="nvcc"):
    """What the code prints, in a process whose compiler is the real one and whose GPU is the tests'
    driver."""
    text = f"SOURCE = {SOURCE!r}\n{code}"
    if name == "nvcc":
        return fake_cuda.run(text, CUDAPY_NVCC=compiler("nvcc"))
    compiler("nvrtc")
    return fake_cuda.run(text, CUDAPY_COMPILER="nvrtc")
