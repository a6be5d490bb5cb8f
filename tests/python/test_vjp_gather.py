"""Reverse mode gathers what threads add to elements of others, for affine accesses of every kind."""

from __future__ import annotations

import random
import textwrap
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from generated import functions
from inner_products import doubles, pulls_back

# The kernels have arrays A, B (two-dimensional), X, W (one-dimensional), and write C or Y.
KERNELS = {
    "a product": """
        if idx < C.shape[1] and idy < C.shape[0]:
            s = 0.0
            for k in range(A.shape[1]):
                s += A[idy, k] * B[k, idx]
            C[idy, idx] = s
    """,
    "a product, the second one transposed, downwards": """
        if idx < C.shape[1] and idy < C.shape[0]:
            s = 0.0
            for k in range(A.shape[1] - 1, -1, -1):
                s += A[idy, k] * B[idx, k] * B[idx, k]
            C[idy, idx] = s
    """,
    "a stencil": """
        rows, cols = A.shape
        if 0 < idx and idx < cols - 1 and 0 < idy and idy < rows - 1:
            C[idy, idx] = A[idy, idx] * A[idy - 1, idx] + A[idy, idx + 1] - 3.0 * A[idy, idx - 1]
    """,
    "a triangle": """
        if idx < C.shape[1] and idy < C.shape[0]:
            s = 0.0
            for k in range(A.shape[1]):
                if k <= idx:
                    s += A[idy, k] * X[k]
            C[idy, idx] = s
    """,
    "a triangle by its bounds": """
        if idx < C.shape[1] and idy < C.shape[0]:
            s = 0.0
            for k in range(idy, A.shape[1]):
                s += A[idy, k] * B[k, idx]
            C[idy, idx] = s
    """,
    "a convolution": """
        if idx < len(Y):
            s = 0.0
            for k in range(len(W)):
                if idx + k < len(X):
                    s += W[k] * X[idx + k]
            Y[idx] = s
    """,
    "a convolution of two dimensions": """
        if idx < C.shape[1] and idy < C.shape[0]:
            s = 0.0
            for i in range(-1, 2):
                for j in range(2):
                    if idy + i >= 0 and idy + i < A.shape[0] and idx + j < A.shape[1]:
                        s += A[idy + i, idx + j] * B[i + 1, j]
            C[idy, idx] = s
    """,
    "pairs": """
        if idx < len(Y):
            x = X[idx]
            s = 0.0
            for j in range(len(X)):
                d = X[j] - x
                s += d * d * d + d
            Y[idx] = s
    """,
    "the columns of rows": """
        if idx < len(Y):
            x, y = A[idx, 0], A[idx, 1]
            s = 0.0
            for j in range(A.shape[0]):
                s += (A[j, 0] - x) * (A[j, 1] + y) * A[j, 1]
            Y[idx] = s
    """,
    "a row and a column for all": """
        if idx < C.shape[1] and idy < C.shape[0]:
            C[idy, idx] = A[idy, idx] * X[idx] + X[idy] * W[0]
    """,
    "a reversed array": """
        if idx < len(Y):
            Y[idx] = X[len(Y) - 1 - idx] * X[idx]
    """,
    "a state between the iterations": """
        if idx < len(Y):
            s = 0.5
            for k in range(len(W)):
                s = s * W[k] + X[idx]
            Y[idx] = s
    """,
    "a choice by data": """
        if idx < len(Y):
            s = 0.0
            for k in range(len(W)):
                if X[idx] > 1.2:
                    s += W[k] * X[idx]
            Y[idx] = s
    """,
    "a choice of the elements by data": """
        if idx < len(Y):
            s = 0.0
            for k in range(len(X)):
                s += X[k] * X[k] if X[k] > 1.2 else X[idx] * X[k]
            Y[idx] = s
    """,
    "the else of a condition": """
        if idx >= C.shape[1] or idy >= C.shape[0]:
            C[0, 0] = C[0, 0]
        else:
            s = 0.0
            for k in range(A.shape[1]):
                s += A[idy, k] * B[k, idx]
            C[idy, idx] = s
    """,
    "an array that is read after it was changed": """
        if idx < len(Y):
            Y[idx] = Y[idx] * X[idx]
            s = 0.0
            for k in range(len(W)):
                s += W[k] * Y[idx]
            Y[idx] = s + X[0]
    """,
    "parameters that change": """
        if idx < len(Y):
            b = a * X[idx]
            a = b + X[1]
            n = n + 1
            s = 0.0
            for k in range(n):
                s += X[k] * a
            Y[idx] = s * W[0]
    """,
    "windows": """
        if idx < len(Y):
            s = 0.0
            for j in range(max(0, idx - 2), min(len(X), idx + 3)):
                s += X[j] * X[j]
            Y[idx] = s
    """,
    "one element of a thread": """
        if idy == 1 and idx == 2:
            for k in range(len(X)):
                Y[0] += X[k] * W[0]
    """,
    "steps of two": """
        if idx < len(Y):
            s = 0.0
            for k in range(0, len(X), 2):
                s += X[k] * W[0] + (X[2 * idx] if 2 * idx < len(X) else 0.0)
            Y[idx] = s
    """,
    "early exits": """
        if idx < len(Y):
            s = 0.0
            for k in range(len(X)):
                if X[k] > 1.9:
                    break
                if X[k] < 0.6:
                    continue
                s += X[k] * X[idx]
            Y[idx] = s
    """,
}
HEAD = (
    "# k : void (double[,] A, double[,] B, double* X, double* W, double[,] C, double* Y, double a, int n)\n"
)


def text_of(name: str) -> str:
    body = textwrap.indent(textwrap.dedent(KERNELS[name]).strip("\n"), "    ")
    return f"{HEAD}def k(A, B, X, W, C, Y, a, n):\n{body}\n"


def arguments(rows: int, cols: int, depth: int) -> list[Any]:
    arrays = [doubles(rows + 2, depth), doubles(max(depth, cols + 2), max(depth, cols))]
    return [
        *arrays,
        doubles(max(cols, rows, depth) + 3),
        doubles(3),
        doubles(rows, cols),
        doubles(cols),
        1.5,
        2,
    ]


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("threads", [(5, 4), (3, 4), (9, 2)])
def test_what_is_gathered_is_what_was_scattered(name: str, threads: tuple[int, int]) -> None:
    """With as many threads as elements, with fewer and with more."""
    text = text_of(name)
    if name == "an array that is read after it was changed" or "idx < len(Y)" in text:
        threads = (min(threads[0], 5), threads[1])
    call = cp.compile(functions(text)["k"])
    pulls_back(call, threads if "idy" in text else threads[0], arguments(4, 5, 6))


@pytest.mark.parametrize("name", ["a product", "a stencil", "pairs", "a convolution"])
def test_no_thread_scatters(name: str) -> None:
    """The derivative of an affine kernel has atomics only for the sums of its parts, outside of loops."""
    text = text_of(name)
    source = cp.compile(functions(text)["k"]).vjp.cuda_source
    for line in source.splitlines():
        if "atomicAdd" in line:
            assert line.startswith(("    atomicAdd(&", "    atomicAdd(address")) and (
                "sum" in line or "address" in line
            ), line


def random_kernel(choose: random.Random) -> str:
    """Returns a kernel whose accesses are sums of coordinates, loop variables and numbers."""

    def position(names: list[str]) -> str:
        name = choose.choice([*names, *names, "0", "2"])
        if name.isdigit():
            return name
        return name + choose.choice(
            ["", "", " + 1", " + 2", *([f" + {names[-1]}"] if len(names) > 1 else [])]
        )

    def element(names: list[str]) -> str:
        if choose.random() < 0.5:
            array = choose.choice("AB")
            return f"{array}[{position(names)}, {position(names)}]"
        return f"{choose.choice('XW')}[{position(names)}]"

    def value(names: list[str]) -> str:
        kind = choose.random()
        if kind < 0.3:
            return f"{element(names)} * {element(names)}"
        if kind < 0.5:
            return f"math.sin({element(names)}) * {choose.choice(['a', 'r', '0.5'])}"
        return f"({element(names)} - r) * {element(names)}"

    axes = choose.choice([["idx"], ["idx", "idy"]])
    lines = ["r = 1.5"]
    if choose.random() < 0.4:
        lines.append(f"r = {element(axes)}")
    guard = choose.choice(["idx < n", "idx >= 1", "idx < 4", "r > 1.0", "idx <= 3 and idx >= 1"])
    body = []
    names = list(axes)
    depth = 0
    for loop in "kl"[: choose.randrange(3)]:
        bounds = choose.choice(["3", "n", "1, 4", "3, -1, -1", "0, 4, 2", "idx", "min(idx, 3)"])
        body.append("    " * depth + f"for {loop} in range({bounds}):")
        depth += 1
        names.append(loop)
        if choose.random() < 0.3:
            body.append(
                "    " * depth + f"if {loop} {choose.choice(['<', '<=', '>'])} {choose.choice(axes)}:"
            )
            depth += 1
    body.append("    " * depth + f"s += {value(names)}")
    if choose.random() < 0.3:
        body.append("    " * depth + f"s = s * {value(names)}")
    if choose.random() < 0.3:
        body.append(f"s += {value(axes)}")
    lines.append("s = 0.0")
    if choose.random() < 0.6:
        lines.append(f"if {guard}:")
        body = ["    " + line for line in body]
    lines += body
    out = "C[idy, idx]" if len(axes) == 2 else "Y[idx]"
    lines.append(f"{out} {choose.choice(['=', '+='])} s")
    return (
        "import math\n\n\n"
        "# k : void (double a, int n, double[,] A, double[,] B, double* X, double* W, "
        "double[,] C, double* Y)\n"
        "def k(a, n, A, B, X, W, C, Y):\n" + "".join(f"    {line}\n" for line in lines)
    )


@pytest.mark.parametrize("seed", range(60))
def test_random_accesses(seed: int) -> None:
    text = random_kernel(random.Random(f"gather {seed}"))
    call = cp.compile(functions(text)["k"])
    size = 24  # whatever the sums are, they are inside
    threads = (5, 4) if "idy" in text else 5
    pulls_back(
        call,
        threads,
        [
            1.1,
            3,
            *(doubles(size, size) for _ in "AB"),
            *(doubles(size) for _ in "XW"),
            doubles(4, 5),
            doubles(5),
        ],
        1e-11,
    )


def test_bars_of_complex_numbers_structs_and_vectors() -> None:
    """Each number in a parameter has a sum of its own."""
    text = (
        "import cudapy as cp\n\n\n@cp.struct\nclass Pair:\n    u: cp.double\n    w: cp.double\n\n\n"
        "# k : void (complex128 c, Pair p, double2 v, double* X, double* Y)\n"
        "def k(c, p, v, X, Y):\n    z = c * X[idx] + c * c\n"
        "    Y[idx] = z.real * p.u - z.imag * p.w + v.x * v.y * X[idx]\n"
    )
    made = functions(text)
    call = cp.compile(made["k"])
    values = [0.5 - 0.25j, made["Pair"](0.5, 1.5), cp.double2(0.75, 2.0), doubles(6), doubles(6)]
    dots = [1.0 + 2.0j, made["Pair"](0.25, -1.0), cp.double2(-0.5, 1.0), np.zeros(6), np.zeros(6)]
    call.jvp(6)(*values[:4], values[4].copy(), *dots)
    weights = doubles(6)
    bars = [
        np.zeros(1, complex),
        cp.CudaArray([made["Pair"](0.0, 0.0)]),
        cp.CudaArray([cp.double2(0.0, 0.0)]),
    ]
    call.vjp(6)(*values, *bars, np.zeros(6), weights.copy())
    c_bar, pair, vector = bars[0][0], bars[1].tolist()[0], bars[2].tolist()[0]
    gained = (
        (np.conj(c_bar) * dots[0]).real + (pair.u * 0.25 - pair.w * 1.0) + (vector.x * -0.5 + vector.y * 1.0)
    )
    assert abs(gained - float(np.dot(weights, dots[4]))) < 1e-12


def test_arrays_that_are_larger_than_the_launch_and_empty_ones() -> None:
    text = text_of("a stencil")
    call = cp.compile(functions(text)["k"])
    pulls_back(call, (3, 3), arguments(40, 30, 50))
    empty = [np.zeros((0, 0)), np.zeros((0, 0)), np.zeros(0), np.zeros(0), np.zeros((0, 0)), np.zeros(0)]
    bars = [np.copy(array) for array in empty]
    call.vjp((3, 3))(*empty, 1.5, 2, *bars, np.zeros(1))
    assert all(bar.size == 0 for bar in bars)
