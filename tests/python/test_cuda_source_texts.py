"""cuda_source(): texts as people have them, with host code next to kernels, conditions, macros and defaults.
Compiled by the real compilers, with the tests' driver for a GPU."""

import cudapy as cp
import pytest
from raising import raises
from real_compilers import START, run

SHARED_NAMES = (
    START
    + r'''
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
)

SHARED_WITH_DEVICE = (
    START
    + r'''
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
)


def test_a_kernel_shares_its_name_with_a_host_function():
    """The usual wrapper; it may be in a header, too."""
    assert run(SHARED_NAMES) == [
        "scale : void (float* X, uint32 n, float by) name : void (float* X) ns::hidden : void (float* X, "
        "float* Y, uint32 n)",
        "fill<float> : void (float* X, float by) fill<double, 4> : void (double* X, double by)",
    ]


@pytest.mark.parametrize("name", ["nvcc", "nvrtc"])
def test_a_kernel_shares_its_name_with_a_device_function(name):
    assert run(SHARED_WITH_DEVICE, name) == [
        "f : void (float* X, int n) last : void (float* X)",
        "TypeError: other: parameter 1 in FILE:17, `int (&X)[3]`, cannot be given from Python: it is a "
        "pointer or a reference to an array, or a function",
        "twice : void (float* X)",
    ]


HEADER_WRAPPER = (
    START
    + r"""
folder = tempfile.mkdtemp()
open(os.path.join(folder, "scale.h"), "w").write("struct Vector;\nvoid scale(Vector& X, float by);\n")
m = cp.cuda_source('#include "scale.h"\n__global__ void scale(float* X, unsigned n, float by) {}\n__global__ void add(float* X) {}', include_paths=folder)
print(m.add.signature, m.scale.signature)
# Here nothing says which function of the header's template is meant, and other kernels are not affected.
open(os.path.join(folder, "odd.h"), "w").write("struct Odd { int x; };\nvoid odd(Odd&);\n")
m = cp.cuda_source('#include "odd.h"\n__global__ void odd(Odd x) {}\n__global__ void add(float* X) {}', include_paths=folder)
print(m.add.signature)
print(m.add.signature, refusal(lambda: m.odd))
"""  # noqa: E501
)


def test_a_kernel_shares_its_name_with_a_function_of_a_header():
    assert run(HEADER_WRAPPER) == [
        "add : void (float* X) scale : void (float* X, uint32 n, float by)",
        "add : void (float* X)",
        "add : void (float* X) TypeError: odd in <cuda_source of FILE:20>:2: its name means several "
        "functions to the compiler: give it a name of its own",
    ]


def test_the_bytes_of_a_file(tmp_path):
    path = tmp_path / "kernels.cu"
    path.write_bytes(b"\xef\xbb\xbf__device__ int f(int x) { return x; }\n")
    assert repr(cp.cuda_source(path)) == f"<CUDA C++ of {path}>\n  __device__ int f(int x)"
    assert dir(cp.cuda_source("\ufeff__device__ int f(int x) { return x; }\n")) == ["f"]
    path.write_bytes("// a\n// é\n__device__ int f(int x) { return x; }\n".encode("latin-1"))
    with raises(
        ValueError,
        f"cuda_source: {path}:2 is not UTF-8 (byte 0x): save the file as UTF-8, or give its text, "
        'path.read_text("latin-1")',
    ):
        cp.cuda_source(path)


def test_angles_in_the_defaults_of_template_parameters():
    f = cp.cuda_source(
        "template <int A = (8>>1), class T = float, bool B = (1 < 2)> __global__ void f(T* X, int n = (1 < "
        "2), T y = (3 > 2)) {}"
    ).f
    assert [text for _, text, *_ in f._function["template_parameters"]] == [
        "int A = (8>>1)",
        "class T = float",
        "bool B = (1 < 2)",
    ]
    assert [name for name, *_ in f._function["parameters"]] == ["X", "n", "y"]
    with raises(
        TypeError,
        "f: expected 3 template arguments (<int A = (8>>1), class T = float, bool B = (1 < 2)>), got 4",
    ):
        f[2, cp.Float, True, 3]


TEMPLATES = (
    START
    + r'''
m = cp.cuda_source("""
template <typename... Ts> __global__ void all(int n, Ts*... parts) {}
template <typename T> requires (sizeof(T) > 2) && (!requires (T x) { x.y; }) __global__ void wide(T* X) {}
template <typename T> concept Wide = sizeof(T) > 4;
template <typename T> requires Wide<T> __global__ void wider(T* X) {}
template <typename T> __global__ void widest(T* X) requires Wide<T> {}
__global__ void last(float* X) {}
""", flags="-std=c++20")
print(m.all[cp.Float, cp.Int].signature, m["all<>"].signature)
print(m.wide[cp.Float].signature, m.wider[cp.Double].signature, m.widest[cp.Double].signature, m.last.signature)
print("error" in refusal(lambda: m.wider[cp.Float]))
print(refusal(lambda: m.all(1)(3)))
'''  # noqa: E501
)


@pytest.mark.parametrize("name", ["nvcc", "nvrtc"])
def test_packs_and_requirements(name):
    assert run(TEMPLATES, name) == [
        "all<float, int> : void (int n, float* parts_1, int* parts_2) all<> : void (int n)",
        "wide<float> : void (float* X) wider<double> : void (double* X) widest<double> : void (double* X) "
        "last : void (float* X)",
        "True",
        "TypeError: all: the arguments do not say what <typename... Ts> is: choose it, all[...](n)(...)",
    ]


TYPES = (
    START
    + r'''
text = """
template <typename T, int N> struct S { T x[1]; };
enum class Kind : unsigned char { a, b };
namespace ns { enum E { c, d }; template <typename T> struct Pair { T x, y; }; }
__global__ void f(S<unsigned int, 4> s) {}
__global__ void g(Kind k) {}
__global__ void h(ns::E* e, ns::Pair<float> p) {}
"""
@cp.struct
class S:
    x: cp.uint32
@cp.struct
class Pair:
    x: cp.float32
    y: cp.float32
m = cp.cuda_source(text)
print(refusal(lambda: m.f))
print(refusal(lambda: m.g))
print(refusal(lambda: m.h))
m = cp.cuda_source(text, types={"S<unsigned int, 4>": S, "Kind": cp.uint8, "ns::E": cp.int32, "ns::Pair<float>": Pair})
print(m.f.signature, m.g.signature, m.h.signature)
'''  # noqa: E501
)


def test_what_messages_say_of_types_works():
    assert run(TYPES, "nvrtc") == [
        "TypeError: f: parameter 1 in FILE:18, `S<unsigned int, 4> s`, cannot be given from Python: "
        "`S<unsigned int,4>` is a class that Python does not know: say which @cp.struct has its fields by "
        'cuda_source(..., types={"S<unsigned int,4>": ...})',
        "TypeError: g: parameter 1 in FILE:19, `Kind k`, cannot be given from Python: `Kind` is an enum "
        'that Python does not know: say which integer it is by cuda_source(..., types={"Kind": cp.uint8})',
        "TypeError: h: parameter 1 in FILE:20, `ns::E* e`, cannot be given from Python: `ns::E` is an enum "
        'that Python does not know: say which integer it is by cuda_source(..., types={"ns::E": cp.int32})',
        "f : void (S s) g : void (uint8 k) h : void (int* e, Pair p)",
    ]


DIMENSIONS = (
    START
    + r"""
m = cp.cuda_source("__global__ void f(const float* x, float* y) {} template <typename T> __global__ void g(T* x) {}")
class Foreign:
    def __init__(self, shape): self.__cuda_array_interface__ = {"shape": shape, "typestr": "<f4", "data": (4096, False), "version": 3, "strides": None}
nine = np.zeros((1,) * 9, np.float32)
y = [0.0]
print(refusal(lambda: m.f(1)(nine, y)))
print(refusal(lambda: m.g(1)(nine)))
print(refusal(lambda: m.f(1)(Foreign((1,) * 9), y)))
print(refusal(lambda: m.f(1)(Foreign(()), y)))
print(refusal(lambda: m.f(1)(nine[0], y)))
"""  # noqa: E501
)


def test_arrays_of_nine_dimensions():
    assert run(DIMENSIONS, "nvrtc") == [
        "TypeError: f: parameter x (float*): expected 1 to 8 dimensions, got ndarray of 9 dimensions: pass "
        "x.ravel(), which is no copy when the array is contiguous",
        "TypeError: g<float>: parameter x (float*): expected 1 to 8 dimensions, got ndarray of 9 "
        "dimensions: pass x.ravel(), which is no copy when the array is contiguous",
        "TypeError: f: parameter x (float*): expected 1 to 8 dimensions, got Foreign of 9 dimensions: pass "
        "x.reshape(-1)",
        "TypeError: f: parameter x (float*): expected 1 to 8 dimensions, got Foreign of 0 dimensions: pass "
        "x.reshape(-1)",
        "None",
    ]


def test_names_that_are_made_elsewhere(tmp_path):
    (tmp_path / "more.cuh").write_text(
        "namespace ns { __global__ void included(float* X) {} }\n__device__ int helper(int x) { return x; }\n"
    )
    path = tmp_path / "kernels.cu"
    path.write_text(
        '#include "more.cuh"\n#define MAKE(T) \\\n  __global__ void k_##T(T*) {}\nMAKE(float)\n'
        "__global__ void square(float* X) {}\n"
    )
    module = cp.cuda_source(path)
    included = (
        f": it is in {tmp_path / 'more.cuh'}, which is included: functions are looked for only in the "
        "text, so give cuda_source that file"
    )
    made = ": what a macro with parameters makes (MAKE) is not looked for: write it out, or as a template"
    with raises(KeyError, repr(f"{path} has no __global__ function k_float{made}")):
        module["k_float"]
    with raises(AttributeError, f"{path} has no __global__ or __device__ function k_float{made}"):
        module.k_float
    with raises(KeyError, repr(f"{path} has no __global__ function ns::included{included}")):
        module["ns::included"]
    with raises(AttributeError, f"{path} has no __global__ or __device__ function helper{included}"):
        module.helper
    with raises(
        AttributeError, f"{path} has no __global__ or __device__ function squar: did you mean square?"
    ):
        module.squar


IN_KERNELS = cp.cuda_source("""
namespace ns { __host__ __device__ float half_of(float x) { return x / 2; } }
__host__ __device__ float square(float x) { return x * x; }
float host(float x) { return x; }
__global__ void launched(float* X) {}
""")


# misspelt : void (float* X)
def misspelt(X):
    X[idx] = IN_KERNELS.squar(X[idx])


# of_the_host : void (float* X)
def of_the_host(X):
    X[idx] = IN_KERNELS.ns.host(X[idx])


# a_kernel : void (float* X)
def a_kernel(X):
    IN_KERNELS.launched(X)


@pytest.mark.parametrize(
    "kernel, place, source, name, reason",
    [
        (
            misspelt,
            14,
            "IN_KERNELS.squar",
            "IN_KERNELS.squar",
            "has no __global__ or __device__ function squar: did you mean square?",
        ),
        (
            of_the_host,
            14,
            "IN_KERNELS.ns.host",
            "IN_KERNELS.ns.host",
            "has no __global__ or __device__ function ns::host",
        ),
        (a_kernel, 5, "IN_KERNELS.launched", "IN_KERNELS.launched", ""),
    ],
)
def test_names_in_kernels_that_are_no_device_functions(kernel, place, source, name, reason):
    with pytest.raises(cp.CompileError) as caught:
        cp.compile(kernel, target="cpu")
    line = kernel.__code__.co_firstlineno + 1
    text = IN_KERNELS._text
    note = (
        f"{text.path} {reason}"
        if reason
        else f"launched in {text.path}:{text.line + 4} is a kernel, which is launched from outside kernels"
    )
    code = ("    X[idx] = " if place == 14 else "    ") + source + ("(X)" if not reason else "(X[idx])")
    assert str(caught.value).splitlines() == [
        f"{__file__}:{line}:{place}: error[E306]: `{name}` is no function that a kernel can call",
        f"{line:>4} | {code}",
        "     | " + " " * (place - 1) + "^" * len(source) + " not a `__device__` function",
        f"   = note: {note}",
        "   = help: kernels call the `__device__` functions of CUDA C++",
        "1 error",
    ]


def test_a_template_is_explained_by_its_instances():
    fill = cp.cuda_source("template <typename T> __global__ void fill(T* X) {}").fill
    message = (
        "fill: this kernel is a template: what a launch needs is known only of its instances: choose one, "
        "fill[...].explain(n)"
    )
    with raises(TypeError, message):
        fill.explain(100)
    with raises(TypeError, message):
        fill(100).explain()


CONDITIONS = (
    START
    + r'''
text = """
#ifdef D
__global__ void f(double* X, int n) {}
#else
__global__ void f(float* X) {}
#endif
__global__ void other(int* X) {}
#ifndef NONE
__global__ void two(int* X) {}
__global__ void two(float* X) {}
#endif
"""
m = cp.cuda_source(text)
print(m.f.signature, m.other.signature, m["f"].signature)
print(cp.cuda_source(text, flags=["-DD"]).f.signature)
print(refusal(lambda: m.two))
'''
)


@pytest.mark.parametrize("name", ["nvcc", "nvrtc"])
def test_conditions_choose_one_of_several_kernels(name):
    assert run(CONDITIONS, name) == [
        "f : void (float* X) other : void (int* X) f : void (float* X)",
        "f : void (double* X, int n)",
        "TypeError: two in FILE:22: there are 2 kernels of that name (among lines 22, 23), which conditions "
        "do not leave out: give them names of their own",
    ]


INLINE = (
    START
    + r'''
m = cp.cuda_source("""
namespace a { inline namespace v1 {
__global__ void h(float* X) {}
template <typename T> __global__ void t(T* X) {}
__device__ float f(float x) { return x; }
namespace deep { __global__ void d(float* X) {} }
} }
""")
print(m.a.h.signature, m["a::h"].signature, m.a.v1.h.signature, m["a::v1::h"].signature)
print(m.a.t[cp.Float].signature, m["a::t<double>"].signature, m.a.deep.d.signature, m["a::deep::d"].signature)

# through : void (float* X)
def through(X):
    X[idx] = m.a.f(X[idx]) + m.a.v1.f(X[idx])

print(cp.compile(through).signature)
'''
)


def test_inline_namespaces():
    assert run(INLINE, "nvrtc") == [
        "a::v1::h : void (float* X) a::v1::h : void (float* X) a::v1::h : void (float* X) "
        "a::v1::h : void (float* X)",
        "a::v1::t<float> : void (float* X) a::t<double> : void (double* X) a::v1::deep::d : void (float* X) "
        "a::v1::deep::d : void (float* X)",
        "through : void (float* X)",
    ]
