"""Threads that wait in loops for each other, in C++ that pycu2cu writes for programs without CudaPy: what
they compute, and what the functions return where a wait never ends."""

import os
import subprocess

import pytest
from test_pycu2cu import find_program

KERNELS = """\
# earlier : void (int* ready, int* out)
def earlier(ready, out):
    atomicExch(ready, 3, 1)
    while atomicAdd(ready, 0, 0) != idx:
        pass
    out[idx] = atomicAdd(ready, 0, 1)


# in_block : void (int* ready, int* out)
def in_block(ready, out):
    while atomicAdd(ready, blockIdx.x, 0) != blockDim.x - 1 - threadIdx.x:
        pass
    atomicAdd(ready, blockIdx.x, 1)
    syncthreads()
    out[idx] = ready[blockIdx.x] + shfl_xor_sync(0xFFFFFFFF, threadIdx.x, 1)


# of_grid : void (int* ready, int* out)
def of_grid(ready, out):
    while atomicAdd(ready, 0, 0) != len(out) - 1 - idx:
        pass
    atomicAdd(ready, 0, 1)
    grid_sync()
    out[idx] = ready[0]
    grid_sync()
    if idx == 0:
        ready[0] = 5
    grid_sync()
    out[idx] += ready[0]


# slow : void (int* ready, int* out)
def slow(ready, out):
    atomicExch(ready, 3, 1)
    if blockIdx.x == 0:
        x = cp.uint32(1)
        for i in range(20000000):
            x = x * 1664525 + 1013904223
        out[idx] = int(x % 2)
        atomicAdd(ready, 0, 1)
    while atomicAdd(ready, 0, 0) != blockDim.x:
        pass
    out[idx] = 1


# never : void (int* ready, int* out)
def never(ready, out):
    if idx > 2:
        while ready[0] == 0:  # never
            pass
    out[idx] = 1


# never_in_grid : void (int* ready, int* out)
def never_in_grid(ready, out):
    if idx == 40:
        while atomicAdd(ready, 0, 0) == 0:  # never_in_grid
            pass
    grid_sync()
    out[idx] = 1


# skips : void (int* ready, int* out)
def skips(ready, out):
    while atomicAdd(ready, 0, 0) != 0:
        pass
    if out[idx] != 41:
        grid_sync()  # skips
    out[idx] = 1


# apart : void (int* ready, int* out)
def apart(ready, out):
    while atomicAdd(ready, 0, 0) != 0:
        pass
    if out[idx] == 40:
        syncthreads()
    else:
        syncthreads()  # apart
    out[idx] = 1
"""

MAIN = r"""
#include "kernels.h"

#include <cstdio>
#include <numeric>
#include <thread>
#include <vector>

int main()
{
    std::vector<int> ready(4), out(128);
    std::iota(out.begin(), out.end(), 0);
    CpuRange range = cpu_range(128, 1, 1, 32, 1, 1);
    const auto run = [&](const CpuRange& part) { return run_KERNEL(&part, ready.data(), 4, out.data(), 128); };
#ifdef IN_PARTS
    CpuRange first = range, second = range;
    first.end_block = second.first_block = 2;
    int of_first = 0;
    std::thread other([&] { of_first = run(first); });
    while (__atomic_load_n(&ready[3], __ATOMIC_ACQUIRE) == 0) { // the first part has not begun
        std::this_thread::yield();
    }
    const int result = run(second);
    other.join();
    printf("%d %d\n", of_first, result);
#else
    printf("%d\n", run(range));
#endif
    for (int value : out) {
        printf("%d ", value);
    }
}
"""  # noqa: E501


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("waiting")
    (folder / "kernels.py").write_text("import cudapy as cp\n\n" + KERNELS)
    command = [find_program(), "kernels.py", "--target", "cpu", "-o", "kernels.cpp", "--header", "kernels.h"]
    subprocess.run(command, cwd=folder, check=True)
    compiler = os.environ.get("CUDAPY_CXX", "c++")
    options = ["-std=c++17", "-Wall", "-Wextra", "-Wshadow", "-Werror", "-Wno-unknown-pragmas"]
    subprocess.run([compiler, *options, "-c", "kernels.cpp"], cwd=folder, check=True)

    def run(kernel, limit, *more):
        (folder / "main.cpp").write_text(MAIN)
        program = f"./{kernel}"
        subprocess.run(
            [compiler, "-std=c++17", f"-DKERNEL={kernel}", f"-Drun_KERNEL=run_{kernel}", *more, "main.cpp"]
            + ["kernels.o", "-pthread", "-o", program],
            cwd=folder,
            check=True,
        )
        environment = {**os.environ, "CUDAPY_WAIT_LIMIT": limit}
        result = subprocess.run(
            [program], cwd=folder, env=environment, capture_output=True, text=True, timeout=60
        )
        returned, values = result.stdout.splitlines()
        return returned, [int(value) for value in values.split()]

    return run


def line_of(text):
    return 3 + KERNELS.splitlines().index(next(line for line in KERNELS.splitlines() if line.endswith(text)))


@pytest.mark.parametrize(
    "kernel, parts, expected",
    [
        ("earlier", [], list(range(128))),
        ("earlier", ["-DIN_PARTS"], list(range(128))),
        ("in_block", [], [32 + (i % 32 ^ 1) for i in range(128)]),
        ("of_grid", [], [133] * 128),
        ("slow", ["-DIN_PARTS"], [1] * 128),
    ],
)
@pytest.mark.parametrize("limit", ["0.2", "1e-9"])
def test_programs(written, kernel, parts, expected, limit):
    """They are right however long the system lets a block wait: a limit of no time is like a slow machine."""
    returned, values = written(kernel, limit, *parts)
    assert (returned, values) == ("0 0" if parts else "0", expected)


@pytest.mark.parametrize("kernel", ["never", "never_in_grid", "skips", "apart"])
def test_a_wait_that_never_ends(written, kernel):
    returned, values = written(kernel, "0.2")
    assert returned == str(line_of(f"# {kernel}"))
    assert values[127] == 127


@pytest.mark.parametrize("limit", ["", "soon", "-1", "0"])
def test_limits_of_other_kinds(written, limit):
    assert written("earlier", limit) == ("0", list(range(128)))
