"""cuda_source(): parameters of kernels with default arguments, which a launch may leave out."""

import cudapy as cp
import numpy as np
import pytest
from real_compilers import START, compiler, needs_gpu, run

# The tests' driver remembers the first argument of a launch, as an int: each kernel has the default to look
# at in front.
LITERALS = (
    START
    + r"""
kinds = {"int": ["-1", "0x10", "2.75", "true", "'a'"], "unsigned": ["-1", "3'000u"], "signed char": ["-1", "200"], "unsigned short": ["70000"],
         "bool": ["false", "2", "0.5"], "float": ["1.5f", "-1", ".5e1"], "int*": ["nullptr", "0", "NULL"]}
defaults = [(kind, text) for kind, texts in kinds.items() for text in texts]
m = cp.cuda_source("".join(f"__global__ void k{i}({kind} x = {text}) {{}}\n" for i, (kind, text) in enumerate(defaults)))
fake.fake_log.restype = ctypes.c_char_p
def first():
    return int(fake.fake_log().split()[-1])
for i, (kind, text) in enumerate(defaults):
    getattr(m, f"k{i}")(1)()
    print(kind, text, np.int32(first()).view(np.float32) if kind == "float" else first())
"""  # noqa: E501
)


def test_literals_are_converted_as_cpp_does():
    assert run(LITERALS) == [
        "int -1 -1",
        "int 0x10 16",
        "int 2.75 2",
        "int true 1",
        "int 'a' 97",
        "unsigned -1 -1",  # the driver shows it as an int
        "unsigned 3'000u 3000",
        "signed char -1 255",  # … and the bytes of what is narrower
        "signed char 200 200",
        "unsigned short 70000 4464",
        "bool false 0",
        "bool 2 1",
        "bool 0.5 1",
        "float 1.5f 1.5",
        "float -1 -1.0",
        "float .5e1 5.0",
        "int* nullptr 0",
        "int* 0 0",
        "int* NULL 0",
    ]


CALLS = (
    START
    + r'''
m = cp.cuda_source("""
#ifndef N
#define N 4
#endif
struct Pair { int a, b; };
__global__ void f(int n, float scale = 1.0f, bool flip = false, int* out = nullptr) {}
__global__ void g(int n = 2 * 3, int m = N) {}
__global__ void later(int n, int m = 7);
__global__ void later(int m, int n) {}
template <typename T> __global__ void t(T* X, T by = 2, int n = -1) {}
__global__ void pair(int n = 1, int2 p = {1, 2}) {}
__global__ void far(unsigned char c = 1e3) {}
""")
f = m.f(1)
out, X = [1, 2], [1.0]
f(1); f(1, 2.0); f(1, flip=True); f(1, out=out); f(n=1, out=None); f(1, 2, True, None)
m.later(1)(5); m.later(1)(m=5); m.g(1)(1, 2); m.pair(1)(1, cp.int2(1, 2))
m.t(1)(X, n=3); m.t[cp.Float](1)(X); m.t[cp.Int](1)(None)
print(m.f.signature)
with cp.capture() as graph:
    f(1)
graph.replay()
for action in (lambda: f(), lambda: f(1, 2, True, None, 5), lambda: f(scale=2), lambda: f(1, by=2), lambda: f(1, 2, scale=2), lambda: f(1, "x"),
               lambda: m.g(1)(), lambda: m.g(1)(1), lambda: m.g(1)(n=1), lambda: m.pair(1)(), lambda: m.far(1)(), lambda: m.t[cp.Float](1)()):
    print(refusal(action))
'''  # noqa: E501
)


@pytest.mark.parametrize("name", ["nvcc", "nvrtc"])
def test_arguments_are_left_out(name):
    assert run(CALLS, name) == [
        "f : void (int n, float scale, bool flip, int* out)",
        "TypeError: f: expected 1 to 4 arguments (int n, float scale = 1.0f, bool flip = false, int* out = "
        "nullptr), got 0",
        "TypeError: f: expected 1 to 4 arguments (int n, float scale = 1.0f, bool flip = false, int* out = "
        "nullptr), got 5",
        "TypeError: f: the argument for parameter n (int) is missing",
        "TypeError: f: there is no parameter by; the parameters are n, scale, flip, out",
        "TypeError: f: parameter scale was given twice, by position and by name",
        "TypeError: f: parameter scale (float): expected a number, got str 'x'",
        "TypeError: g: the argument for parameter n (int) is missing: its default in C++, `2 * 3`, is no "
        "literal, so give it",
        "TypeError: g: the argument for parameter m (int) is missing: its default in C++, `4`, depends on a "
        "condition of the preprocessor, so give it",
        "TypeError: g: the argument for parameter m (int) is missing: its default in C++, `4`, depends on a "
        "condition of the preprocessor, so give it",
        "TypeError: pair: the argument for parameter p (int2) is missing: its default in C++, `{1, 2}`, is "
        "no literal, so give it",
        "TypeError: far: the argument for parameter c (uint8) is missing: its default in C++, `1e3`, is not "
        "of its type, so give it",
        "TypeError: t<float>: expected 1 to 3 arguments (float* X, float by = 2, int n = -1), got 0",
    ]


@needs_gpu
@pytest.mark.parametrize("name", ["nvcc", "nvrtc"])
def test_defaults_on_a_gpu(name):
    compiler(name)
    m = cp.cuda_source(
        """
__global__ void all(double* out, float a = 0.1f, int b = -7, bool c = true, unsigned d = -1, unsigned char e = 'x', const double* f = nullptr) {
    out[0] = a; out[1] = b; out[2] = c; out[3] = d; out[4] = e; out[5] = f ? *f : -1;
}
""",  # noqa: E501
        compiler=name,
    )
    out = np.zeros(6)
    m.all(1)(out)
    assert out.tolist() == [float(np.float32(0.1)), -7, 1, 2**32 - 1, ord("x"), -1]
    m.all(1)(out, 2, c=False, f=[5.0])
    assert out.tolist() == [2, -7, 0, 2**32 - 1, ord("x"), 5]
