"""Kernels of C++ programs in checked mode: each mistake is an Error, which says what Python says of it."""

import importlib.util
import re
import signal

import pytest
from cmake_projects import configure, needs_package, run

import cudapy as cp

pytestmark = needs_package


MISTAKES = """\
# outside : void (int* X, int n)
def outside(X, n):
    X[idx + n] = 1


# negative : void (int* X, int n)
def negative(X, n):
    X[n] = 1


# rows : void (float[,] A)
def rows(A):
    A[idy + 1, idx] = 0


# columns : void (float[,] A)
def columns(A):
    A[idy, idx - 1] = 0


# quotient : void (int* X, int n)
def quotient(X, n):
    X[idx] = idx // n


# product : void (int* X, int n)
def product(X, n):
    X[idx] *= n


# minus : void (int* X)
def minus(X):
    X[idx] = -X[idx]


# absolute : void (int* X)
def absolute(X):
    X[idx] = abs(X[idx])


# shifted : void (int* X, int n)
def shifted(X, n):
    X[idx] = 1 << n


# whole : void (double* F, int* X)
def whole(F, X):
    X[idx] = int(F[idx])


# steps : void (int* X, int n)
def steps(X, n):
    for i in range(0, 4, n):
        X[i] = i


# unset : void (int* X, int n)
def unset(X, n):
    if n > 3:
        value = n
    X[idx] = value


# block : void (int* X, int n)
def block(X, n):
    cache = shared(int, 64)
    if idx == 0:
        cache[n] = X[0]
    syncthreads()
    if idx < len(X):
        X[idx] = n
"""
MISTAKEN_LAUNCHES = [
    ("outside", 5, "X, 2"), ("outside", 1, "E, 0"), ("outside", 1, "O, 1"), ("negative", 1, "X, -7"),
    ("rows", (3, 2), "A"), ("columns", (3, 2), "A"), ("quotient", 3, "X, 0"),
    ("product", 6, "X, -2000000000"), ("minus", 1, "L"), ("absolute", 1, "L"), ("shifted", 1, "X, 40"),
    ("whole", 1, "F, X"),
    ("whole", 1, "N, X"), ("steps", 1, "X, 0"), ("unset", 1, "X, 1"), ("block", 1, "X, 64"),
]  # fmt: skip


@pytest.fixture(scope="module")
def mistaken(tmp_path_factory):
    """A program with kernels in checked mode, and what it says of each launch by its number."""
    source = tmp_path_factory.mktemp("mistaken")
    (source / "mistakes.py").write_text("from cudapy import *\n\n\n" + MISTAKES)
    launches = "\n".join(
        f"    said({number}, [&] {{ mistakes::{kernel}({{{', '.join(map(str, threads))}}}, {arguments}); }});"
        if isinstance(threads, tuple)
        else f"    said({number}, [&] {{ mistakes::{kernel}({threads}, {arguments}); }});"
        for number, (kernel, threads, arguments) in enumerate(MISTAKEN_LAUNCHES)
    )
    (source / "main.cpp").write_text(f"""\
#include "mistakes.h"
#include <cmath>
#include <cstdio>

template <typename Body>
void said(int number, const Body& body) {{
    try {{
        body();
        cudapy::synchronize();
        std::printf("%d nothing\\n", number);
    }} catch (const cudapy::Error& error) {{
        std::printf("%d %s%s\\n", number, error.kind() == cudapy::ErrorKind::kernel ? "" : "other: ",
                    error.what());
    }}
}}

int main() {{
    cudapy::Array<int> X({{1, 2, 3, 4, 5, 6}}), E(0), O(1), L(std::vector<int>(1, -2147483647 - 1));
    cudapy::Array<float, 2> A({{2, 3}});
    cudapy::Array<double> F(std::vector<double>(1, 1e10)), N(std::vector<double>(1, std::nan("")));
{launches}
}}
""")
    (source / "CMakeLists.txt").write_text("""\
cmake_minimum_required(VERSION 3.22)
project(mistaken LANGUAGES CXX)
find_package(CudaPy 0.2 REQUIRED)
add_executable(mistaken main.cpp)
cudapy_add_kernels(mistaken mistakes.py OPTIONS --checked)
foreach(CUDAPY_CHECKED OFF ON)
  add_executable(wild_${CUDAPY_CHECKED} wild.cpp)
  cudapy_add_kernels(wild_${CUDAPY_CHECKED} mistakes.py CUDA OFF KERNELS outside)
endforeach()
""")
    (source / "wild.cpp").write_text("""\
#include "mistakes.h"

int main() { // a view of memory that is not there
    mistakes::outside(1, cudapy::View<int>(nullptr, 1 << 30, cudapy::Device::cpu()), 1 << 29);
}
""")
    configure(source, source / "build")
    run("cmake", "--build", source / "build")
    return source


def test_launches_of_a_program_in_checked_mode_say_what_python_says(mistaken, target, monkeypatch):
    """Each kind of mistake is an Error with the line, the index and the thread."""
    np = pytest.importorskip("numpy")
    said = run(mistaken / "build/mistaken", CUDAPY_TARGET=target).stdout.splitlines()
    monkeypatch.syspath_prepend(str(mistaken))
    # Other tests have a module of the same name.
    spec = importlib.util.spec_from_file_location("mistakes_of_the_program", mistaken / "mistakes.py")
    mistakes = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(mistakes)

    for number, (kernel, threads, arguments) in enumerate(MISTAKEN_LAUNCHES):
        values = {
            "X": np.arange(1, 7, dtype=np.int32), "E": np.zeros(0, np.int32), "O": np.zeros(1, np.int32),
            "L": np.full(1, -(2**31), np.int32), "A": np.zeros((2, 3), np.float32),
            "F": np.full(1, 1e10), "N": np.full(1, np.nan),
        }  # fmt: skip
        call = cp.compile(getattr(mistakes, kernel), checked=True)
        with pytest.raises(cp.KernelError) as caught:
            given = [values[word] if word in values else int(word) for word in arguments.split(", ")]
            call(threads)(*given)
            cp.synchronize()
        expected = re.sub(r"\S*/(mistakes\.py:)", r"\1", str(caught.value).splitlines()[0])
        if target == "cuda":  # any thread may be the first
            expected = re.sub(r"in thread .*?:", "in thread T:", expected)
            said[number] = re.sub(r"in thread .*?:", "in thread T:", said[number])
        assert said[number] == f"{number} {expected}"


@pytest.mark.parametrize(
    ("checked", "advice"),
    [
        (
            "OFF",
            "build the program with `cmake -DCUDAPY_CHECKED=ON` (pycu2cu --checked), so that the launch "
            "names the line, the index and the thread",
        ),
        ("ON", "its indices are checked, so see to it that each View has the elements that it says"),
    ],
)
def test_what_is_said_where_a_kernel_of_a_program_ends_the_process(mistaken, checked, advice):
    said = run(mistaken / f"build/wild_{checked}", status=-signal.SIGSEGV).stderr
    assert said == (
        "cudapy: the kernel outside (mistakes.py) ended the process: SIGSEGV, an access to memory that is "
        f"not its own: {advice}\n"
    )
