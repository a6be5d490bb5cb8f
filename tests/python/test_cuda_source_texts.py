"""cuda_source(): texts as people have them, with host code beside kernels, conditions, macros and defaults. Compiled by the real
compilers, with the tests' driver for a GPU."""

import cudapy as cp
import pytest
from raising import raises
from test_cuda_source import START, run

SHARED_NAMES = START + r'''
m = cp.cuda_source("""
#include <vector>
namespace ns {
using real = float;
__global__ void hidden(real* X, const real* const Y, unsigned n) {}
void hidden(std::vector<real>& X) { hidden<<<1, 256>>>(X.data(), X.data(), X.size()); }
}
__global__ void scale(float* X, unsigned n, float by) {}
void scale(std::vector<float>& X, float by) { scale<<<1, 256>>>(X.data(), X.size(), by); }
template <typename T, int N = 2> __global__ void fill(T* X, T by) {}
template <typename T> void fill(std::vector<T>& X, T by) { fill<T, 4><<<1, 256>>>(X.data(), by); }
__global__ void name(const float* X) {}
""")
print(m.scale.signature, m.name.signature, m.ns.hidden.signature)
print(m.fill[cp.Float].signature, m["fill<double, 4>"].signature)
'''

SHARED_WITH_DEVICE = START + r'''
m = cp.cuda_source("""
__device__ float f(float x) { return 2 * x; }
__global__ void f(float* X, int n) { X[0] = f(X[0]); }
__global__ void other(int (&X)[3], float* Y) {}
__global__ void last(float* X) {}
""")
print(m.f.signature, m.last.signature)
print(refusal(lambda: m.other))

# twice : void (float* X)
def twice(X):
    X[idx] = m.f(X[idx])

print(cp.compile(twice).signature)
'''


def test_a_kernel_shares_its_name_with_a_host_function():
    """The usual wrapper; it may stand in a header, too."""
    assert run(SHARED_NAMES) == [
        "scale : void (float* X, uint32 n, float by) name : void (float* X) ns::hidden : void (float* X, float* Y, uint32 n)",
        "fill<float> : void (float* X, float by) fill<double, 4> : void (double* X, double by)",
    ]


@pytest.mark.parametrize("name", ["nvcc", "nvrtc"])
def test_a_kernel_shares_its_name_with_a_device_function(name):
    assert run(SHARED_WITH_DEVICE, name) == [
        "f : void (float* X, int n) last : void (float* X)",
        "TypeError: other: parameter 1 in FILE:17, `int (&X)[3]`, cannot be given from Python: it is a pointer or a reference to an array, or a function",
        "twice : void (float* X)",
    ]


HEADER_WRAPPER = START + r'''
folder = tempfile.mkdtemp()
open(os.path.join(folder, "scale.h"), "w").write("struct Vector;\nvoid scale(Vector& X, float by);\n")
m = cp.cuda_source('#include "scale.h"\n__global__ void scale(float* X, unsigned n, float by) {}\n__global__ void add(float* X) {}', include_paths=folder)
print(m.add.signature, m.scale.signature)
# Here nothing says which function of the header's template is meant, and other kernels are not affected.
open(os.path.join(folder, "odd.h"), "w").write("struct Odd { int x; };\nvoid odd(Odd&);\n")
m = cp.cuda_source('#include "odd.h"\n__global__ void odd(Odd x) {}\n__global__ void add(float* X) {}', include_paths=folder)
print(m.add.signature)
print(m.add.signature, refusal(lambda: m.odd))
'''


def test_a_kernel_shares_its_name_with_a_function_of_a_header():
    assert run(HEADER_WRAPPER) == [
        "add : void (float* X) scale : void (float* X, uint32 n, float by)",
        "add : void (float* X)",
        "add : void (float* X) TypeError: odd in <cuda_source of FILE:20>:2: its name means several functions to the compiler: give it a name of its own",
    ]


def test_the_bytes_of_a_file(tmp_path):
    path = tmp_path / "kernels.cu"
    path.write_bytes(b"\xef\xbb\xbf__device__ int f(int x) { return x; }\n")
    assert repr(cp.cuda_source(path)) == f"<CUDA C++ of {path}>\n  __device__ int f(int x)"
    assert dir(cp.cuda_source("\ufeff__device__ int f(int x) { return x; }\n")) == ["f"]
    path.write_bytes("// a\n// é\n__device__ int f(int x) { return x; }\n".encode("latin-1"))
    with raises(ValueError, f"cuda_source: {path}:2 is not UTF-8 (byte 0x): save the file as UTF-8, or give its text, path.read_text(\"latin-1\")"):
        cp.cuda_source(path)


def test_angles_in_the_defaults_of_template_parameters():
    f = cp.cuda_source("template <int A = (8>>1), class T = float, bool B = (1 < 2)> __global__ void f(T* X, int n = (1 < 2), T y = (3 > 2)) {}").f
    assert [text for _, text, *_ in f._function["template_parameters"]] == ["int A = (8>>1)", "class T = float", "bool B = (1 < 2)"]
    assert [name for name, *_ in f._function["parameters"]] == ["X", "n", "y"]
    with raises(TypeError, "f: expected 3 template arguments (<int A = (8>>1), class T = float, bool B = (1 < 2)>), got 4"):
        f[2, cp.Float, True, 3]
