"""cuda_source(): what a text is compiled with, headers, libraries of device code and architectures. Compiled
by the real compilers, with the tests' driver for a GPU."""

from real_compilers import START, run

HEADERS = (
    START
    + r"""
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
"""  # noqa: E501
)


def test_an_edited_header_is_compiled_again():
    assert run(HEADERS, "nvrtc") == [
        "True False True False",
        "k : void (int* X)",
        '<cuda_source of FILE:23>(1): catastrophic error: cannot open source file "nowhere.h"',
    ]


APPEARING = (
    START
    + r"""
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
"""  # noqa: E501
)


def test_a_header_that_appears_later_and_one_whose_name_is_spliced():
    assert run(APPEARING, "nvrtc") == ["True False True False", "True False True False"]


LIBRARY = (
    START
    + r"""
import subprocess
folder = tempfile.mkdtemp()
def run(*words): subprocess.run(words, cwd=folder, check=True)
open(os.path.join(folder, "twice.cu"), "w").write("__device__ int twice(int x) { return 2 * x; }")
run(os.environ["CUDAPY_NVCC"], "-arch=sm_90", "-dc", "twice.cu", "-o", "twice.o")
run("ar", "rcs", "libtwice.a", "twice.o")
source = '__device__ int twice(int x);\nextern "C" __global__ void increment(int* X) { X[0] = twice(X[0]); }'
print(cp.cuda_source(source, libraries="twice", library_paths=folder).increment.signature)
"""
)


def test_a_library_of_device_code():
    assert run(LIBRARY) == ["increment : void (int* X)"]


# Each architecture costs half a second: the text has no headers, and all of them are asked for where a form
# of a text is new.
ARCHITECTURES = (
    LIBRARY.replace("-arch=sm_90", "-arch=all-major")
    + r'''
small = """extern "C" __global__ void increment(int* X) { X[0] += 1; }
template <typename T> __global__ void scale(T* X, T by, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) X[i] *= by;
}"""
for arch in ("all-major", ["sm_80", "sm_90"], "sm_90"):
    m = cp.cuda_source(small, arch=arch)
    print(m.increment.signature, m["scale<double>"].signature, open(m.increment.path, "rb").read().count(b"\x7fELF") > 1)
for arch in ("all-major", ("sm_80", "sm_90")):
    print(cp.cuda_source(source, libraries="twice", library_paths=folder, arch=arch).increment.signature)
print(refusal(lambda: cp.cuda_source(small, compiler="nvrtc", arch="all-major").increment))

open(os.path.join(folder, "by.h"), "w").write("#define BY 2")
m = cp.cuda_source("#include <by.h>\n__device__ int twice(int x);\n__device__ int scaled(int x) { return BY * N * twice(x); }",
                   include_paths=folder, flags="-DN=3", libraries="twice", library_paths=folder)
# scale : void (int* X)
def scale(X):
    X[idx] = m.scaled(X[idx])
print(cp.compile(scale, arch=["sm_80", "sm_90"]).signature)
'''  # noqa: E501
)


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
