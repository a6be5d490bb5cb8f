"""cuda_source(): CUDA C++ beside Python. What launches runs on a GPU; what compiles is compiled by the real compilers, with the tests'
driver for a GPU."""

import functools
import math
import os
import pathlib
import sys

import cudapy as cp
import fake_cuda
import numpy as np
import pytest
from cudapy import _core
from raising import raises

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


def read(**options):
    return cp.cuda_source(SOURCE, **options)


@functools.cache
def compiler(name):
    """The path of a compiler, of tests that need it."""
    try:
        return _core.compiler(name, SITE_PACKAGES)[0]
    except cp.Error as error:
        pytest.skip(str(error))


def run(code, name="nvcc"):
    """What the code prints, in a process whose compiler is the real one and whose GPU is the tests' driver."""
    text = f"SOURCE = {SOURCE!r}\n{code}"
    if name == "nvcc":
        return fake_cuda.run(text, CUDAPY_NVCC=compiler("nvcc"))
    compiler("nvrtc")
    return fake_cuda.run(text, CUDAPY_COMPILER="nvrtc")


def test_what_is_there():
    module = read()
    assert dir(module) == ["absent", "fill", "increment", "later", "ns", "scale", "square", "twice"]
    assert dir(module.ns) == ["hidden", "mixed", "move"]
    path = module._text.path
    assert repr(module.ns).splitlines() == [
        f"<namespace ns of {path}>",
        "  static __global__ void mixed(const real* __restrict__ X, float3 v, half h, size_t n, bool* flags)",
        "  __global__ void move(Body* bodies, Body by)",
        "  __global__ void hidden(unsigned long* X)",
    ]
    assert repr(module.scale) == f"<kernel template template <typename T> __global__ void scale(T* X, T by, int n) in {path}:{module._text.line + 4}>"
    assert repr(module.square).startswith("<device function __device__ float square(float x) in ")
    assert cp.cudadef is cp.cuda_source


def test_the_place_of_a_text():
    """A text knows the line where it stands in its Python file."""
    module = cp.cuda_source("""
// stands here alone
__global__ void k(int x) {}
""")
    line = next(number for number, text in enumerate(pathlib.Path(__file__).read_text().splitlines(), 1) if text == "// stands here alone")
    assert module._text.place(module._text.functions[0]) == f"{__file__}:{line + 1}"


def test_a_file(tmp_path):
    path = tmp_path / "kernels.cu"
    path.write_text("__device__ int f(int x) { return x; }\n")
    assert repr(cp.cuda_source(path)) == repr(cp.cuda_source(str(path))) == f"<CUDA C++ of {path}>\n  __device__ int f(int x)"
    with pytest.raises(FileNotFoundError):
        cp.cuda_source("nowhere.cu")


def test_mistakes_in_the_call():
    with raises(TypeError, "cuda_source: expected CUDA C++ as a text, or the path of a .cu file, got int 3"):
        cp.cuda_source(3)
    with raises(ValueError, "cuda_source: flags: 'O3' is no flag: write one item for each, such as '-DN=4'"):
        read(flags=["O3"])
    with raises(ValueError, "cuda_source: flags: -arch=sm_90 is not for you to say: the kernels are compiled for the GPU that they run on, or for what arch= says"):
        read(flags=["-arch=sm_90"])
    with raises(ValueError, "cuda_source: flags: --std=c++14 is too old: kernels are found by what C++17 has"):
        read(flags="--std=c++14")
    with raises(TypeError, "cuda_source: include_paths must be a list of strings, got [3]"):
        read(include_paths=[3])
    with raises(TypeError, "cuda_source: types must be a dict of types by their names in C++, got list"):
        read(types=[])
    with raises(TypeError, "cuda_source: types: 'a b' is no name of a type in C++"):
        read(types={"a b": cp.Float})
    with raises(ValueError, 'cuda_source: compiler must be "nvcc", "nvrtc" or None, got \'clang\''):
        read(compiler="clang")
    with raises(ValueError, 'cuda_source: arch must be "all-major", "all", an architecture such as "sm_90", a list of those, or None, got str \'volta\''):
        read(arch="volta")


def test_names_that_are_not_there():
    module = read()
    path = module._text.path
    with raises(AttributeError, f"{path} has no __global__ or __device__ function incremen: did you mean increment?"):
        module.incremen
    with raises(AttributeError, f"{path} has no __global__ or __device__ function ns::nothing"):
        module.ns.nothing
    with raises(KeyError, repr(f"{path} has no __global__ function square")):
        module["square"]
    assert not hasattr(module, "host_function")


def test_kernels_that_cannot_be_asked_for_by_name():
    module = read()
    path, line = module._text.path, module._text.line
    with raises(TypeError, f"twice in {path}:{line + 15}: there are 2 kernels of that name (in lines {line + 15}, {line + 16}): give them names of their own"):
        module.twice
    with raises(TypeError, f"later in {path}:{line + 17}: it is declared here, and not defined"):
        module.later
    with raises(TypeError, "square is a __device__ function of CUDA C++, which kernels alone can call"):
        module.square(2.0)


def test_template_arguments():
    scale, fill = read().scale, read().fill
    with raises(TypeError, "scale: expected 1 template argument (<typename T>), got 2"):
        scale[cp.Float, cp.Int]
    with raises(TypeError, "scale: template argument 1 (typename T) must be a type, such as cp.float32, or its name in C++, got int 3"):
        scale[3]
    with raises(TypeError, "fill: template argument 2 (int N = 4) must be an integer, a bool, or C++ as a text, got float 1.5"):
        fill[cp.Float, 1.5]
    with raises(TypeError, 'scale: template argument 1 (typename T): C++ has several types for complex64: write the one that is meant, such as "cuFloatComplex"'):
        scale[cp.complex64]
    with raises(TypeError, "scale: the arguments do not say what <typename T> is: choose it, scale[...](n)(...)"):
        scale(1)(None, 2.0, 3)


@pytest.mark.skipif(cp.cuda_available(), reason="there is a GPU")
def test_the_cpu_target():
    with pytest.raises(cp.DeviceError) as caught:
        read(target="cpu").increment
    text = str(caught.value)
    assert text.startswith('increment: this kernel is CUDA C++, which runs on GPUs alone, and the target is "cpu" (')
    assert text.endswith("): write it in Python, which runs on both")


START = """
import os, tempfile
import numpy as np
def refusal(action):
    try: action()
    except Exception as error: return f"{type(error).__name__}: {error}".replace(__file__, "FILE")
"""

KERNELS = START + """
m = cp.cuda_source(SOURCE)
print(m.increment.signature, m.increment.built)
print(m.ns.mixed.signature, m.ns.mixed.built, m.increment.built)
print(m.ns.hidden.signature)
print(refusal(lambda: m.ns.move))
print(m.scale[cp.float32].signature)
print(m["scale<double>"].signature, m["increment"].signature)
print(m.fill[np.uint32, 7].signature)
X = np.zeros((2, 3), np.int32); m.increment(1)(X); print(X.tolist())
L = [[1, 2], [3, 4]]; m.increment(5, block=64, shared=100)(L); print(L)
A = cp.CudaArray([[[1]], [[2]]]); m.increment(1)(A); print(A.toList())
m.increment(1)(X=A[1]); print(A.toList())
V = np.zeros((3, 4), np.float32)
m.ns.mixed(1)(V, cp.float3(1, 2, 3), 1.5, 2**63, None)
print(refusal(lambda: m.ns.mixed(1)(V, 1.0, 1.5, 2, None)))
print(refusal(lambda: m.ns.mixed(1)(V, cp.float3(1, 2, 3), 1.5, -1, None)))
print(refusal(lambda: m.increment(1)(V)))
print(refusal(lambda: m.increment(1, shared=(1, 2))(V)))
print(refusal(lambda: m.increment(1, shared=-1)(V)))
print(refusal(lambda: m.increment(1, shared=10**9)(V)))
print(refusal(lambda: m.increment.cpu_source), m.increment.cuda_source == SOURCE)
m.scale(5)(np.ones(4), 2.0, 4)
print(sorted(name for name in m._text.compiled if "scale" in name))
"""


def test_kernels():
    assert run(KERNELS, "nvrtc") == [
        "increment : void (int* X) True",
        "ns::mixed : void (float* X, float3 v, half h, uint64 n, bool* flags) True True",
        "ns::hidden : void (uint64* X)",
        "TypeError: ns::move: parameter 1 in <cuda_source of FILE:14>:12, `Body* bodies`, cannot be given from Python: `Body` is a class that Python does not know: say which @cp.struct has its fields by cuda_source(..., types={\"Body\": ...})",
        "scale<float> : void (float* X, float by, int n)",
        "scale<double> : void (double* X, double by, int n) increment : void (int* X)",
        "fill<unsigned int, 7> : void (uint32* X)",
        "[[1, 0, 0], [0, 0, 0]]",
        "[[2, 2], [3, 4]]",
        "[[[2]], [[2]]]",
        "[[[2]], [[3]]]",
        "TypeError: ns::mixed: parameter v (float3): expected float3(x, y, z), got float 1.0",
        "OverflowError: ns::mixed: parameter n (uint64): int -1 is out of range for uint64 (0 to 18446744073709551615)",
        "TypeError: increment: parameter X (int*): expected an array of int32, got ndarray of float32: use X.astype(numpy.int32)",
        "TypeError: increment: shared= is the bytes of dynamic shared memory of a block, got tuple (1, 2)",
        "ValueError: increment: shared= must not be negative, got int -1",
        "LaunchError: increment: shared= is more bytes of dynamic shared memory than there are: the most that cuda:0 gives a block of the kernel is 231936, "
        "beside its 512 bytes of constant size, got int 1000000000",
        "TypeError: increment: this kernel is CUDA C++, of which there is no host C++ True",
        "['scale<double>', 'scale<float>']",
    ]


BY_NVCC = START + """
m = cp.cuda_source(SOURCE)
print(m.ns.mixed.signature, m.increment.built)
print(m.ns.hidden.signature)
print(m.scale[cp.float32].signature)
L = [[1, 2], [3, 4]]; m.increment(5, block=64)(L); print(L)
"""


def test_kernels_by_nvcc():
    """What is found in the compiled file does not depend on the compiler."""
    assert run(BY_NVCC) == [
        "ns::mixed : void (float* X, float3 v, half h, uint64 n, bool* flags) True",
        "ns::hidden : void (uint64* X)",
        "scale<float> : void (float* X, float by, int n)",
        "[[2, 2], [3, 4]]",
    ]


STRUCTS = START + """
@cp.struct
class Body:
    x: cp.float32
    y: cp.float32
    z: cp.float32
    mass: cp.float32

@cp.struct
class Pair:
    x: cp.float32
    z: cp.float32

m = cp.cuda_source(SOURCE, types={"Body": Body})
print(m.ns.move.signature)
bodies = [Body(1.0, 2.0, 3.0, 4.0)]
m.ns.move(1)(bodies, Body(1.0, 0.0, 0.0, 0.0))
m.ns.move(1)(np.zeros(4, Body.dtype), Body(1.0, 0.0, 0.0, 0.0))
print(refusal(lambda: m.ns.move(1)(bodies, 3.0)))
text = refusal(lambda: cp.cuda_source(SOURCE, types={"Body": Pair}).ns.move)
print([line.split("error: ")[1] for line in text.splitlines() if "error: " in line])
"""


def test_structs():
    assert run(STRUCTS, "nvrtc") == [
        "ns::move : void (Body* bodies, Body by)",
        "TypeError: ns::move: parameter by (Body): expected Body(x, y, z, mass), got float 3.0",
        "['static assertion failed with \"cuda_source: types: Body has 8 bytes in Python\"', "
        "'static assertion failed with \"cuda_source: types: Body has a field z of 4 bytes at byte 4 in Python\"']",
    ]


ERRORS = START + '''
m = cp.cuda_source("""
// a comment of its own
__global__ void wrong(float* X) {
    X[0] = undefined;
}
""")
print(next(line for line in refusal(lambda: m.wrong).splitlines() if "error" in line))
print(refusal(lambda: cp.cuda_source(SOURCE, libraries=["nothing"], compiler="nvrtc").increment))
print(cp.cuda_source(SOURCE, flags=["-DNOT_DEFINED", "-O1"]).absent.signature)
'''


def test_errors_are_at_the_line_in_the_python_file():
    assert run(ERRORS) == [
        'FILE(17): error: identifier "undefined" is undefined',
        'ValueError: libraries are linked by nvcc, and NVRTC compiles alone: leave compiler="nvrtc" out, or CUDAPY_COMPILER',
        "absent : void (float* X)",
    ]


HEADERS = START + r'''
folder = tempfile.mkdtemp()
def write(name, text): open(os.path.join(folder, name), "w").write(text)
def built(by):
    write("by.h", '#include "deep.h"')
    write("deep.h", f"#define BY {by}")
    return cp.cuda_source('#include <by.h>\nextern "C" __global__ void increment(int* X) { X[0] += BY; }', include_paths=folder).increment.built
print(built(1), built(1), built(2), built(1))
write("k.cu", '#include "by.h"\n__global__ void k(int* X) { X[0] += BY; }')
print(cp.cuda_source(os.path.join(folder, "k.cu")).k.signature)
print(next(line for line in refusal(lambda: cp.cuda_source('#include "nowhere.h"\n__global__ void k() {}').k).splitlines() if "nowhere" in line))
'''


def test_an_edited_header_is_compiled_again():
    assert run(HEADERS, "nvrtc") == [
        "True False True False",
        "k : void (int* X)",
        "<cuda_source of FILE:23>(1): catastrophic error: cannot open source file \"nowhere.h\"",
    ]


APPEARING = START + r'''
folder = tempfile.mkdtemp()
def write(name, text): open(os.path.join(folder, name), "w").write(text)
def built(text): return cp.cuda_source(text, include_paths=folder).k.built
asked = '#if __has_include("z.h")\n#include "z.h"\n#else\n#define BY 1\n#endif\nextern "C" __global__ void k(int* X) { X[0] += BY; }'
spliced = '#inc\\\nlude "by.h"\nextern "C" __global__ void k(int* X) { X[0] += BY; }'
write("by.h", "#define BY 1")
print(built(asked), built(asked), built(spliced), built(spliced))
write("z.h", "#define BY 2")
write("by.h", "#define BY 2")
print(built(asked), built(asked), built(spliced), built(spliced))
'''


def test_a_header_that_appears_later_and_one_whose_name_is_spliced():
    assert run(APPEARING, "nvrtc") == ["True False True False", "True False True False"]


LIBRARY = START + r'''
import subprocess
folder = tempfile.mkdtemp()
def run(*words): subprocess.run(words, cwd=folder, check=True)
open(os.path.join(folder, "twice.cu"), "w").write("__device__ int twice(int x) { return 2 * x; }")
run(os.environ["CUDAPY_NVCC"], "-arch=sm_90", "-dc", "twice.cu", "-o", "twice.o")
run("ar", "rcs", "libtwice.a", "twice.o")
source = '__device__ int twice(int x);\nextern "C" __global__ void increment(int* X) { X[0] = twice(X[0]); }'
print(cp.cuda_source(source, libraries="twice", library_paths=folder).increment.signature)
'''


def test_a_library_of_device_code():
    assert run(LIBRARY) == ["increment : void (int* X)"]


ARCHITECTURES = LIBRARY.replace("-arch=sm_90", "-arch=all-major") + r'''
for arch in ("all-major", ["sm_80", "sm_90"], "sm_90"):
    m = cp.cuda_source(SOURCE, arch=arch)
    print(m.increment.signature, m["scale<double>"].signature, open(m.increment.path, "rb").read().count(b"\x7fELF") > 1)
for arch in ("all-major", ("sm_80", "sm_90")):
    print(cp.cuda_source(source, libraries="twice", library_paths=folder, arch=arch).increment.signature)
print(refusal(lambda: cp.cuda_source(SOURCE, compiler="nvrtc", arch="all-major").increment))

open(os.path.join(folder, "by.h"), "w").write("#define BY 2")
m = cp.cuda_source("#include <by.h>\n__device__ int twice(int x);\n__device__ int scaled(int x) { return BY * N * twice(x); }",
                   include_paths=folder, flags="-DN=3", libraries="twice", library_paths=folder)
# scale : void (int* X)
def scale(X):
    X[idx] = m.scaled(X[idx])
print(cp.compile(scale, arch="all-major").signature)
'''


def test_fat_binaries():
    """Kernels of a text, and kernels in Python that call a text with flags, includes and libraries."""
    assert run(ARCHITECTURES) == [
        "increment : void (int* X)",
        "increment : void (int* X) scale<double> : void (double* X, double by, int n) True",
        "increment : void (int* X) scale<double> : void (double* X, double by, int n) True",
        "increment : void (int* X) scale<double> : void (double* X, double by, int n) False",
        "increment : void (int* X)",
        "increment : void (int* X)",
        "ValueError: NVRTC compiles for one architecture at a time, not for all-major: use nvcc",
        "scale : void (int* X)",
    ]


# ---- __device__ functions called from kernels

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
""")
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
"""


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
others = cp.cuda_source("""
struct Mixed { float2 z; };
struct Small { half h; };
__host__ __device__ float of_mixed(Mixed m) { return m.z.x; }
__host__ __device__ float of_complex(cuComplex z) { return z.x; }
__host__ __device__ half of_small_too(const Small& s) { return s.h; }
""", types={"Mixed": Mixed, "Small": Small})


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
    """Passed by value, by const reference and by pointer; the definition is the text's, under Python's name."""
    A = [Particle(Vec(1, 2), cp.float2(0, 0), True, 1.0), Particle(Vec(0, 0), cp.float2(5, 6), False, 4.0)]
    W, T = [0.0], [Two(A[1], 0)]
    cp.compile(with_structs, target=target)(1)(A, W, T)
    heavier = Particle(Vec(1, 2), cp.float2(3, 0), True, 3.0)
    assert A == [Particle(Vec(0, 0), cp.float2(5, 6), False, 4.0), heavier]
    assert W == [60 + (4 + 1) + 9 + 9]
    assert T == [Two(Particle(Vec(2, 1), cp.float2(6, 0), True, 6.5), 3208)]


STRUCT_KERNELS = f"STRUCTS = {STRUCTS!r}" + START + """
import test_cuda_source as tests
print(cp.compile(tests.with_structs).signature)
Small = tests.Small
wrong = cp.cuda_source(STRUCTS, types={"Particle": Small})

# k : void (Small* A)
def k(A):
    A[idx] = wrong.heavier(A[idx], 1.0)
print(next(line for line in refusal(lambda: cp.compile(k)).splitlines() if "error" in line))
"""


@pytest.mark.parametrize("name", ["nvcc", "nvrtc"])
def test_structs_are_compiled_for_a_gpu(name):
    """Where the layouts differ the compiler says so."""
    lines = run(STRUCT_KERNELS, name)
    assert lines[0] == "with_structs : void (Particle* A, double* W, Two* T)"
    assert lines[1].endswith('static assertion failed with "cuda_source: types: Particle has 2 bytes in Python"')


def refusal_of(function, target):
    with pytest.raises(cp.CompileError) as caught:
        cp.compile(function, target=target)
    lines = str(caught.value).splitlines()
    assert lines[-2:] == ["   = help: give it types that kernels have, or say by `cuda_source(..., types={...})` what a name of a type stands for", "1 error"]
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
    assert refusal_of(refers, target) == f"{start}refer` cannot be called from Python: its parameter `geo::V& v`: it is a reference"
    assert refusal_of(mixed, target) == (
        "[E490]: `others.of_mixed` cannot be called from Python: its parameter `Mixed m`: `Mixed` has complex numbers, which are another type in C++")
    assert refusal_of(of_complex, target) == (
        "[E490]: `others.of_complex` cannot be called from Python: its parameter `cuComplex z`: complex numbers of kernels are another type: "
        "pass their parts, `z.real` and `z.imag`, or a `float2`")
    assert refusal_of(unnamed, target) == (
        f"{start}same` cannot be called from Python: its parameter `T value`: `Unnamed` is a struct of Python, and what C++ calls it is not known")
    assert refusal_of(part, target) == (
        "[E490]: `partly.weight` cannot be called from Python: its parameter `const Particle& b`: `Vec` is a struct of Python, and what C++ calls it is not known")
    assert refusal_of(other, target) == (
        "[E490]: `renamed.weight` cannot be called from Python: its parameter `const Particle& b`: `Unnamed` in Python is `Particle` in C++, "
        "which has another `Unnamed`")


def test_a_struct_that_the_cpu_has_in_another_form():
    # small : void (Small* A, half* H)
    def small(A, H):
        H[0] = others.of_small_too(A[0])

    with pytest.raises(cp.CompileError) as caught:
        cp.compile(small, target="cpu")
    assert str(caught.value).splitlines()[0].endswith(
        "error[E492]: `others.of_small_too` cannot be called on the CPU, which has `half` in another form than CUDA C++")


def test_a_function_of_gpus_alone(target):
    # exponentials : void (float* X)
    def exponentials(X):
        X[idx] = FUNCTIONS.fast(X[idx])

    if target == "cpu":
        with pytest.raises(cp.CompileError) as caught:
            cp.compile(exponentials, target="cpu")
        assert "`FUNCTIONS.fast` runs on GPUs alone, and the kernel is compiled for the CPU" in str(caught.value)
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


PYTHON_KERNELS = START + '''
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


@pytest.mark.parametrize("name", ["nvcc", "nvrtc"])
def test_functions_in_kernels_for_a_gpu(name):
    """Compiled as they are; one that works with its warp makes the kernel run in whole blocks."""
    assert run(PYTHON_KERNELS, name) == ["True False", "True", "(256, 1, 1)"]


# ---- on a GPU

needs_gpu = pytest.mark.skipif(os.environ["CUDAPY_TARGET"] == "cpu", reason="CUDA C++ runs on GPUs alone")

ON_GPU = """
struct Body { float x, y, z, mass; };
template <typename T> __global__ void scale(T* X, T by, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) X[i] *= by;
}
__global__ void shift(float3* points, float3 by) {
    points[threadIdx.x].x += by.x;
    points[threadIdx.x].y += by.y;
    points[threadIdx.x].z += by.z;
}
__global__ void move(Body* bodies, Body by) { bodies[threadIdx.x].x += by.x * bodies[threadIdx.x].mass; }
__global__ void sizes(int* found) { if (threadIdx.x == 0) found[blockIdx.x] = blockDim.x; }
__global__ void reversed(int* X) {
    extern __shared__ int cache[];
    cache[threadIdx.x] = X[threadIdx.x];
    __syncthreads();
    X[threadIdx.x] = cache[blockDim.x - 1 - threadIdx.x];
}
__global__ void maybe(int* X, const int* add) { X[threadIdx.x] += add ? add[threadIdx.x] : 100; }
__global__ void types(bool a, signed char b, unsigned short c, long long d, double e, double* out) {
    out[0] = a; out[1] = b; out[2] = c; out[3] = d; out[4] = e;
}
extern "C" __global__ void __launch_bounds__(64) small(int* found) { found[0] = blockDim.x; }
"""


@cp.struct
class Body:
    x: cp.float32
    y: cp.float32
    z: cp.float32
    mass: cp.float32


@pytest.fixture(scope="module", params=["nvcc", "nvrtc"])
def on_gpu(request):
    compiler(request.param)
    return cp.cuda_source(ON_GPU, types={"Body": Body}, compiler=request.param)


@needs_gpu
def test_a_fat_binary_on_a_gpu():
    compiler("nvcc")
    X = [1.0, 2.0, 3.0]
    cp.cuda_source(ON_GPU, types={"Body": Body}, compiler="nvcc", arch="all-major").scale[cp.float32](3)(X, 2.0, 3)
    assert X == [2.0, 4.0, 6.0]


@needs_gpu
def test_more_than_48_kilobytes_on_a_gpu(on_gpu):
    most = cp.Device().most_shared_bytes_per_block
    X = list(range(256))
    on_gpu.reversed(256, block=256, shared=most)(X)
    assert X == list(range(255, -1, -1))
    with raises(cp.LaunchError, "reversed: shared= is more bytes of dynamic shared memory than there are: the most that cuda:0 gives a block of the kernel "
                                f"is {most}, got int {most + 1}"):
        on_gpu.reversed(256, block=256, shared=most + 1)


@needs_gpu
def test_templates_on_a_gpu(on_gpu):
    X = [1.0, 2.0, 3.0]
    on_gpu.scale[cp.float32](3)(X, 2.0, 3)
    assert X == [2.0, 4.0, 6.0]
    A = np.arange(6, dtype=np.int64).reshape(2, 3)
    on_gpu.scale(6)(A, 3, 6)
    assert A.tolist() == [[0, 3, 6], [9, 12, 15]]
    D = cp.CudaArray([1.0, 2.0], cp.Double)
    on_gpu["scale<double>"](2, block=32)(D, by=0.5, n=2)
    assert D.toList() == [0.5, 1.0]


@needs_gpu
def test_vectors_and_structs_on_a_gpu(on_gpu):
    points = [cp.float3(1, 2, 3), cp.float3(4, 5, 6)]
    on_gpu.shift(2, block=2)(points, cp.float3(10, 20, 30))
    assert points == [cp.float3(11, 22, 33), cp.float3(14, 25, 36)]
    rows = np.zeros((2, 3), np.float32)
    on_gpu.shift(2, block=2)(rows, cp.float3(1, 2, 3))
    assert rows.tolist() == [[1, 2, 3], [1, 2, 3]]
    bodies = [Body(1.0, 0.0, 0.0, 2.0)]
    on_gpu.move(1, block=1)(bodies, Body(5.0, 0.0, 0.0, 0.0))
    assert bodies == [Body(11.0, 0.0, 0.0, 2.0)]


@needs_gpu
def test_launches_on_a_gpu(on_gpu):
    found = [0] * 4
    on_gpu.sizes(4 * 128, block=128)(found)
    assert found == [128] * 4
    found = [0, 0]
    on_gpu.sizes(300)(found)
    assert found == [256, 256]
    X = np.arange(64, dtype=np.int32)
    stream = cp.Stream()
    on_gpu.reversed(64, block=64, shared=64 * 4, stream=stream)(X)
    assert X.tolist() == list(range(63, -1, -1))
    X = [1, 2]
    on_gpu.maybe(2, block=2)(X, None)
    on_gpu.maybe(2, block=2)(X, [10, 20])
    assert X == [111, 122]
    out = np.zeros(5)
    on_gpu.types(1)(True, -5, 65535, -(2**40), 0.1, out)
    assert out.tolist() == [1.0, -5.0, 65535.0, -(2.0**40), 0.1]
    found = [0]
    on_gpu.small(1000)(found)
    assert found == [64]
    assert on_gpu.sizes.explain(1000).block == (256, 1, 1)


@needs_gpu
def test_what_neighbours_give_on_a_gpu(on_gpu):
    cupy = pytest.importorskip("cupy")
    X = cupy.arange(6, dtype=cupy.float32).reshape(2, 3)
    on_gpu.scale(6)(X, 2.0, 6)
    assert X.tolist() == [[0, 2, 4], [6, 8, 10]]
    torch = pytest.importorskip("torch")
    T = torch.ones((2, 3), device="cuda")
    on_gpu.scale(6)(T, 2.0, 6)
    assert T.tolist() == [[2.0] * 3] * 2


@needs_gpu
def test_a_graph_of_launches_on_a_gpu(on_gpu):
    X = cp.CudaArray([1.0, 2.0])
    call = on_gpu.scale[cp.float32]
    with cp.capture() as graph:
        call(2)(X, 2.0, 2)
        call(2)(X, 2.0, 2)
    graph.replay()
    graph.replay()
    assert X.toList() == [16.0, 32.0]


@needs_gpu
def test_the_sample_on_a_gpu():
    sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "samples"))
    from warp_sum import warp_sum

    for kind in (np.int8, np.uint16, np.int64, np.float32, np.float64):
        X = np.arange(1000).reshape(10, 100).astype(kind)
        assert warp_sum(X) == warp_sum(X.T) == X.sum(dtype=np.float64 if kind in (np.float32, np.float64) else np.int64), kind
    assert warp_sum([1.5, 2.5]) == 4.0 and warp_sum(cp.CudaArray([1, -2])) == -1
    torch = pytest.importorskip("torch")
    assert warp_sum(torch.arange(100, device="cuda")) == 4950
