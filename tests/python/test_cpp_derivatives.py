"""Derivatives in C++ programs: the launch of one launches its steps first, on the CPU and on a GPU."""

import re

from cmake_projects import configure, needs_package, run

pytestmark = needs_package

KERNELS = """\
# product : void (double[,] A, double[,] B, double[,] C)
def product(A, B, C):
    if idx < C.shape[1] and idy < C.shape[0]:
        total = 0.0
        for k in range(A.shape[1]):
            total += A[idy, k] * B[k, idx]
        C[idy, idx] = total


# scaled : void (double a, double* X, double* Y)
def scaled(a, X, Y):
    if idx < len(Y):
        Y[idx] = a * X[idx]

"""

MAIN = """\
#include "kernels.h"
#include <cstdio>

template <typename T, int N>
void print(const cudapy::Array<T, N>& array) {
    const char* separator = "";
    for (const T x : array.to_vector()) {
        std::printf("%s%g", separator, x);
        separator = " ";
    }
    std::printf("\\n");
}

int main() {
    cudapy::Array<double, 2> A({2, 3}), B({3, 2}), C({2, 2}), A_bar({2, 3}), B_bar({3, 2}), C_bar({2, 2});
    A.copy_from({1, 2, 3, 4, 5, 6});
    B.copy_from({1, 0, 2, 1, 0, 3});
    C_bar.copy_from({1, 10, 100, 1000});
    kernels::product_vjp(cudapy::Launch(2, 2), A, B, C, A_bar, B_bar, C_bar);
    print(A_bar);
    print(B_bar);
    print(C_bar);

    const int n = 10000;
    cudapy::Array<double> X(n), Y(n), a_bar(1), X_bar(n), Y_bar(std::vector<double>(n, 2.0));
    X.copy_from(std::vector<double>(n, 0.5));
    kernels::scaled_vjp(n, 3, X, Y, a_bar, X_bar, Y_bar);
    print(a_bar);
    std::printf("%g %g\\n", X_bar.to_vector()[n - 1], Y_bar.to_vector()[0]);
}
"""
EXPECTED = """\
1 12 30 100 1200 3000
401 4010 502 5020 603 6030
0 0 0 0
10000
6 0
"""
PROJECT = """\
cmake_minimum_required(VERSION 3.22)
project(app LANGUAGES CXX)
find_package(CudaPy REQUIRED)
add_executable(app main.cpp)
cudapy_add_kernels(app kernels.py CUDA TEXT OPTIONS --vjp product --vjp scaled)
target_link_libraries(app PRIVATE CudaPy::runtime)
"""


def test_a_program_with_gathers(tmp_path, target):
    (tmp_path / "kernels.py").write_text(KERNELS)
    (tmp_path / "main.cpp").write_text(MAIN)
    (tmp_path / "CMakeLists.txt").write_text(PROJECT)
    configure(tmp_path, tmp_path / "build")
    run("cmake", "--build", tmp_path / "build")
    assert run(tmp_path / "build/app", CUDAPY_TARGET=target).stdout == EXPECTED
    header = next((tmp_path / "build").rglob("kernels.h")).read_text()
    assert re.findall(r"void (\w+)\(", header) == ["product", "scaled", "product_vjp", "scaled_vjp"]
