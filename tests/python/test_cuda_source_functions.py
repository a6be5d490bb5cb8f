"""cuda_source(): functions of CUDA C++ that kernels in Python call."""

import math

import cudapy as cp
import pytest
from real_compilers import START, run

FUNCTIONS = cp.cuda_source("""
#include <cuda_runtime.h>
#include <math.h>
namespace shape {
__host__ __device__ float square(float x) { return x * x; }
}
__host__ __device__ float3 middle(float3 a, float3 b) { return make_float3((a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2); }
__host__ __device__ inline float root(float x) { return sqrtf(fmaxf(x, 0.0f)); }
template <typename T> __host__ __device__ T larger(T a, T b) { return a > b ? a : b; }
__host__ __device__ int kind(int) { return 1; }
__host__ __device__ int kind(double) { return 2; }
__host__ __device__ void put(float* to, int at, float value) { to[at] = value; }
__device__ float next_of_warp(float x) { return __shfl_down_sync(0xffffffff, x, 1); }
__device__ float fast(float x) { return __expf(x); }
__global__ void of_its_own(float* X) { X[threadIdx.x] = fast(X[threadIdx.x]); }
""")  # noqa: E501
square = FUNCTIONS.shape.square


# apply : void (float* X, float* Y, int* kinds)
def apply(X, Y, kinds):
    if idx < len(X):
        FUNCTIONS.put(Y, idx, square(X[idx]) + FUNCTIONS.shape.square(2) - FUNCTIONS.larger(X[idx], 1.0))
        kinds[idx] = 10 * FUNCTIONS.kind(idx) + FUNCTIONS.kind(double(X[idx]))


# centres : void (float3* A, float3* B)
def centres(A, B):
    if idx < len(A):
        A[idx] = FUNCTIONS.middle(A[idx], B[idx])


# roots : void (float* X)
def roots(X):
    for i in range(2):
        X[idx] = FUNCTIONS.root(X[idx]) + math.sqrt(FUNCTIONS.root(-1.0))


def test_functions_of_both_targets(target):
    X, Y, kinds = [0.5, 2.0, 3.0], [0.0] * 3, [0] * 3
    cp.compile(apply, target=target)(3)(X, Y, kinds)
    assert Y == [3.25, 6.0, 10.0] and kinds == [12, 12, 12]
    A, B = [cp.float3(0, 2, 4), cp.float3(1, 1, 1)], [cp.float3(2, 2, 0), cp.float3(3, 5, 7)]
    cp.compile(centres, target=target)(2)(A, B)
    assert A == [cp.float3(1, 2, 2), cp.float3(2, 3, 4)]
    X = [16.0, 81.0, -1.0] * 50
    cp.compile(roots, target=target)(150)(X)
    assert X == [2.0, 3.0, 0.0] * 50


STRUCTS = """
namespace geo { struct V { float x, y; __host__ __device__ float sum() const { return x + y; } }; }
struct Particle { geo::V pos; float2 vel; bool alive; double mass; };
struct Unnamed { float a; };
__host__ __device__ Particle heavier(Particle b, double by) { b.mass += by; b.vel.x += b.pos.sum(); return b; }
__host__ __device__ double weight(const Particle& b) { return 10 * b.mass; }
__host__ __device__ float size(geo::V v) { return v.x * v.x; }
__host__ __device__ float size(Particle b) { return size(b.pos) + 1; }
__host__ __device__ void swap_first(Particle* all, int i) { Particle b = all[0]; all[0] = all[i]; all[i] = b; }
template <typename T> __host__ __device__ T same(T value) { return value; }
namespace geo { __host__ __device__ V turned(const V& v) { return {v.y, v.x}; } }
__host__ __device__ int width(signed char) { return 8; }
__host__ __device__ int width(int) { return 32; }
__host__ __device__ void refer(geo::V& v) { v.x = 0; }
"""  # noqa: E501


@cp.struct
class Vec:
    x: cp.float32
    y: cp.float32


@cp.struct
class Particle:
    pos: Vec
    vel: cp.float2
    alive: bool
    mass: cp.float64


@cp.struct
class Two:
    a: Particle
    n: int


@cp.struct
class Mixed:
    z: cp.complex64


@cp.struct
class Small:
    h: cp.half


@cp.struct
class Unnamed:
    a: cp.float32


particles = cp.cuda_source(STRUCTS, types={"Particle": Particle, "geo::V": Vec})
others = cp.cuda_source(
    """
struct Mixed { float2 z; };
struct Small { half h; };
__host__ __device__ float of_mixed(Mixed m) { return m.z.x; }
__host__ __device__ float of_complex(cuComplex z) { return z.x; }
__host__ __device__ half of_small_too(const Small& s) { return s.h; }
""",
    types={"Mixed": Mixed, "Small": Small},
)


# with_structs : void (Particle* A, double* W, Two* T)
def with_structs(A, W, T):
    A[idx] = particles.heavier(A[idx], 2.0)
    b = A[idx].copy()
    b.pos = particles.geo.turned(b.pos)
    b.mass = 2 * b.mass
    v = particles.geo.turned(Vec(1.0, 3.0))
    W[idx] = particles.weight(b) + particles.size(b) + particles.size(v) + particles.size(Vec(3.0, 0.0))
    T[idx].a = particles.heavier(b, 0.5)
    t = particles.same(T[idx])
    T[idx].n = t.n + particles.width(cp.int8(3)) + 100 * particles.width(t.n)
    if T[idx].n == 3208:
        particles.swap_first(A, 1)


def test_structs(target):
    """Passed by value, by const reference and by pointer; the definition is the text's, under Python's
    name."""
    A = [Particle(Vec(1, 2), cp.float2(0, 0), True, 1.0), Particle(Vec(0, 0), cp.float2(5, 6), False, 4.0)]
    W, T = [0.0], [Two(A[1], 0)]
    cp.compile(with_structs, target=target)(1)(A, W, T)
    heavier = Particle(Vec(1, 2), cp.float2(3, 0), True, 3.0)
    assert A == [Particle(Vec(0, 0), cp.float2(5, 6), False, 4.0), heavier]
    assert W == [60 + (4 + 1) + 9 + 9]
    assert T == [Two(Particle(Vec(2, 1), cp.float2(6, 0), True, 6.5), 3208)]


STRUCT_KERNELS = (
    f"STRUCTS = {STRUCTS!r}"
    + START
    + """
import test_cuda_source_functions as tests
print(cp.compile(tests.with_structs).signature)
Small = tests.Small
wrong = cp.cuda_source(STRUCTS, types={"Particle": Small})

# k : void (Small* A)
def k(A):
    A[idx] = wrong.heavier(A[idx], 1.0)
print(next(line for line in refusal(lambda: cp.compile(k)).splitlines() if "error" in line))
"""
)


@pytest.mark.parametrize("name", ["nvcc", "nvrtc"])
def test_structs_are_compiled_for_a_gpu(name):
    """Where the layouts differ the compiler says so."""
    lines = run(STRUCT_KERNELS, name)
    assert lines[0] == "with_structs : void (Particle* A, double* W, Two* T)"
    assert lines[1].endswith(
        'static assertion failed with "cuda_source: types: Particle has 2 bytes in Python"'
    )


def refusal_of(function, target):
    with pytest.raises(cp.CompileError) as caught:
        cp.compile(function, target=target)
    lines = str(caught.value).splitlines()
    assert lines[-2:] == [
        "   = help: give it types that kernels have, or say by `cuda_source(..., types={...})` what a name "
        "of a type stands for",
        "1 error",
    ]
    return lines[0].split("error", 1)[1]


def test_structs_that_cannot_be_passed(target):
    # refers : void (Vec* V)
    def refers(V):
        particles.refer(V[0])

    # mixed : void (Mixed* A, float* X)
    def mixed(A, X):
        X[0] = others.of_mixed(A[0])

    # of_complex : void (complex64* A, float* X)
    def of_complex(A, X):
        X[0] = others.of_complex(A[0])

    # unnamed : void (Unnamed* A)
    def unnamed(A):
        A[0] = particles.same(A[0])

    partly = cp.cuda_source(STRUCTS, types={"Particle": Particle})

    # part : void (Particle* A, double* W)
    def part(A, W):
        W[0] = partly.weight(A[0])

    renamed = cp.cuda_source(STRUCTS, types={"Particle": Unnamed})

    # other : void (Unnamed* A, double* W)
    def other(A, W):
        W[0] = renamed.weight(A[0])

    start = "[E490]: `particles."
    assert (
        refusal_of(refers, target)
        == f"{start}refer` cannot be called from Python: its parameter `geo::V& v`: it is a reference"
    )
    assert refusal_of(mixed, target) == (
        "[E490]: `others.of_mixed` cannot be called from Python: its parameter `Mixed m`: `Mixed` has "
        "complex numbers, which are another type in C++"
    )
    assert refusal_of(of_complex, target) == (
        "[E490]: `others.of_complex` cannot be called from Python: its parameter `cuComplex z`: complex "
        "numbers of kernels are another type: pass their parts, `z.real` and `z.imag`, or a `float2`"
    )
    assert refusal_of(unnamed, target) == (
        f"{start}same` cannot be called from Python: its parameter `T value`: `Unnamed` is a struct of "
        "Python, and what C++ calls it is not known"
    )
    assert refusal_of(part, target) == (
        "[E490]: `partly.weight` cannot be called from Python: its parameter `const Particle& b`: `Vec` is "
        "a struct of Python, and what C++ calls it is not known"
    )
    assert refusal_of(other, target) == (
        "[E490]: `renamed.weight` cannot be called from Python: its parameter `const Particle& b`: "
        "`Unnamed` in Python is `Particle` in C++, which has another `Unnamed`"
    )


def test_a_struct_that_the_cpu_has_in_another_form():
    # small : void (Small* A, half* H)
    def small(A, H):
        H[0] = others.of_small_too(A[0])

    with pytest.raises(cp.CompileError) as caught:
        cp.compile(small, target="cpu")
    assert (
        str(caught.value)
        .splitlines()[0]
        .endswith(
            "error[E492]: `others.of_small_too` cannot be called on the CPU, which has `half` in another "
            "form than CUDA C++"
        )
    )


def test_a_function_of_gpus_alone(target):
    # exponentials : void (float* X)
    def exponentials(X):
        X[idx] = FUNCTIONS.fast(X[idx])

    if target == "cpu":
        with pytest.raises(cp.CompileError) as caught:
            cp.compile(exponentials, target="cpu")
        assert "`FUNCTIONS.fast` runs only on GPUs, and the kernel is compiled for the CPU" in str(
            caught.value
        )
        assert "declare it `__host__ __device__` if it is plain C++" in str(caught.value)
        return
    X = [0.0, 1.0]
    cp.compile(exponentials, target=target)(2)(X)
    assert X == pytest.approx([1.0, 2.7182818], rel=1e-5)


def test_what_a_kernel_cannot_call(target):
    # no_kernels : void (float* X)
    def no_kernels(X):
        FUNCTIONS.of_its_own(X)

    with pytest.raises(cp.CompileError) as caught:
        cp.compile(no_kernels, target=target)
    assert "FUNCTIONS" in str(caught.value).splitlines()[0]


PYTHON_KERNELS = (
    START
    + '''
m = cp.cuda_source("""
#include "by.h"
#define N 3
__device__ float next_of_warp(float x) { return __shfl_down_sync(0xffffffff, x, 1); }
__device__ half scaled(half x) { return __hmul(x, __float2half(BY)); }
""", include_paths=(folder := tempfile.mkdtemp()))
def write(by): open(os.path.join(folder, "by.h"), "w").write(f"#define BY {by}\\n")
write(2.0)

# shifted : void (float* X, half* H, int N)
def shifted(X, H, N):
    X[idx] = m.next_of_warp(X[idx])
    H[idx] = m.scaled(H[idx])

call = cp.compile(shifted)
print(call.built, cp.compile(shifted).built)
write(3.0)
print(cp.compile(shifted).built)
print(call.explain(100).block)
'''
)


@pytest.mark.parametrize("name", ["nvcc", "nvrtc"])
def test_functions_in_kernels_for_a_gpu(name):
    """Compiled as they are; one that works with its warp makes the kernel run in whole blocks."""
    assert run(PYTHON_KERNELS, name) == ["True False", "True", "(256, 1, 1)"]
