"""cuda_source(): what is found in a text, and what the call refuses. Reading needs no compiler."""

import pathlib

import cudapy as cp
import pytest
from raising import raises
from real_compilers import SOURCE


def read(**options):
    return cp.cuda_source(SOURCE, **options)


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
    assert (
        repr(module.scale)
        == "<kernel template template <typename T> __global__ void scale(T* X, T by, int n) in "
        f"{path}:{module._text.line + 4}>"
    )
    assert repr(module.square).startswith("<device function __device__ float square(float x) in ")
    assert cp.cudadef is cp.cuda_source


def test_the_place_of_a_text():
    """A text knows the line where it is in its Python file."""
    module = cp.cuda_source("""
// is only here
__global__ void k(int x) {}
""")
    line = next(
        number
        for number, text in enumerate(pathlib.Path(__file__).read_text().splitlines(), 1)
        if text == "// is only here"
    )
    assert module._text.place(module._text.functions[0]) == f"{__file__}:{line + 1}"


def test_a_file(tmp_path):
    path = tmp_path / "kernels.cu"
    path.write_text("__device__ int f(int x) { return x; }\n")
    assert (
        repr(cp.cuda_source(path))
        == repr(cp.cuda_source(str(path)))
        == f"<CUDA C++ of {path}>\n  __device__ int f(int x)"
    )
    with pytest.raises(FileNotFoundError):
        cp.cuda_source("nowhere.cu")


def test_mistakes_in_the_call():
    with raises(TypeError, "cuda_source: expected CUDA C++ as a text, or the path of a .cu file, got int 3"):
        cp.cuda_source(3)
    with raises(ValueError, "cuda_source: flags: 'O3' is no flag: write one item for each, such as '-DN=4'"):
        read(flags=["O3"])
    with raises(
        ValueError,
        "cuda_source: flags: -arch=sm_90 is not for you to say: the kernels are compiled for the GPU that "
        "they run on, or for what arch= says",
    ):
        read(flags=["-arch=sm_90"])
    with raises(
        ValueError, "cuda_source: flags: --std=c++14 is too old: kernels are found by what C++17 has"
    ):
        read(flags="--std=c++14")
    with raises(TypeError, "cuda_source: include_paths must be a list of strings, got [3]"):
        read(include_paths=[3])
    with raises(TypeError, "cuda_source: types must be a dict of types by their names in C++, got list"):
        read(types=[])
    with raises(TypeError, "cuda_source: types: 'a b' is no name of a type in C++"):
        read(types={"a b": cp.Float})
    with raises(ValueError, 'cuda_source: compiler must be "nvcc", "nvrtc" or None, got \'clang\''):
        read(compiler="clang")
    with raises(
        ValueError,
        'cuda_source: arch must be "all-major", "all", an architecture such as "sm_90", a list of those, or '
        "None, got str 'volta'",
    ):
        read(arch="volta")


def test_names_that_are_not_there():
    module = read()
    path = module._text.path
    with raises(
        AttributeError, f"{path} has no __global__ or __device__ function incremen: did you mean increment?"
    ):
        module.incremen
    with raises(AttributeError, f"{path} has no __global__ or __device__ function ns::nothing"):
        module.ns.nothing
    with raises(KeyError, repr(f"{path} has no __global__ function square")):
        module["square"]
    assert not hasattr(module, "host_function")


def test_kernels_that_cannot_be_asked_for_by_name():
    module = read()
    path, line = module._text.path, module._text.line
    with raises(
        TypeError,
        f"twice in {path}:{line + 15}: there are 2 kernels of that name (in lines {line + 15}, "
        f"{line + 16}): give them names of their own",
    ):
        module.twice
    with raises(TypeError, f"later in {path}:{line + 17}: it is declared here, and not defined"):
        module.later
    with raises(TypeError, "square is a __device__ function of CUDA C++, which only kernels can call"):
        module.square(2.0)


def test_template_arguments():
    scale, fill = read().scale, read().fill
    with raises(TypeError, "scale: expected 1 template argument (<typename T>), got 2"):
        scale[cp.Float, cp.Int]
    with raises(
        TypeError,
        "scale: template argument 1 (typename T) must be a type, such as cp.float32, or its "
        "name in C++, got int 3",
    ):
        scale[3]
    with raises(
        TypeError,
        "fill: template argument 2 (int N = 4) must be an integer, a bool, or C++ as a text, got float 1.5",
    ):
        fill[cp.Float, 1.5]
    with raises(
        TypeError,
        "scale: template argument 1 (typename T): C++ has several types for complex64: write the one that "
        'is meant, such as "cuFloatComplex"',
    ):
        scale[cp.complex64]
    with raises(
        TypeError, "scale: the arguments do not say what <typename T> is: choose it, scale[...](n)(...)"
    ):
        scale(1)(None, 2.0, 3)


@pytest.mark.skipif(cp.cuda_available(), reason="there is a GPU")
def test_the_cpu_target():
    with pytest.raises(cp.DeviceError) as caught:
        read(target="cpu").increment
    assert str(caught.value) == (
        "increment: this kernel is CUDA C++, which only GPUs run: there is none here that CUDA can use, "
        "`python -m cudapy doctor` says why, or write it in Python, which runs on both"
    )
