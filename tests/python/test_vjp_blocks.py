"""Kernel.vjp of kernels with shared arrays and barriers in straight code."""

from __future__ import annotations

import math
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from block_derivatives import agrees, doubles
from cudapy import blockDim, blockIdx, idx, idy, threadIdx

BLOCKS = [1, 2, 31, 32, 64, 96, 256]


def rotated(X, Y):
    S = cp.shared(cp.double, 256)
    i = threadIdx.x
    S[i] = X[idx] * X[idx]
    cp.syncthreads()
    Y[idx] = S[(i + 1) % blockDim.x] * Y[idx]


def phases(X, Y):
    S = cp.shared(cp.double, 256)
    i = threadIdx.x
    S[i] = X[idx]
    cp.syncthreads()
    a = S[(i + 1) % blockDim.x] * S[i]
    cp.syncthreads()
    S[i] = a * a
    cp.syncthreads()
    Y[idx] = S[(i + 3) % blockDim.x] * a * S[i]


def two_arrays(X, Y):
    S = cp.shared(cp.double, 256)
    T = cp.shared(cp.double, 256)
    i = threadIdx.x
    S[i] = math.sin(X[idx])
    T[blockDim.x - 1 - i] = Y[idx]
    cp.syncthreads()
    S[i] *= T[i]
    cp.syncthreads()
    T[i] = S[blockDim.x - 1 - i] * T[i]
    Y[idx] = T[i] * X[idx]


def scattered(X, Y):
    S = cp.shared(cp.double, 256)
    order = cp.shared(cp.int32, 256)
    i = threadIdx.x
    order[i] = blockDim.x - 1 - i
    cp.syncthreads()
    j = order[i]
    S[j] = X[idx]
    cp.syncthreads()
    order[j] = j
    cp.syncthreads()
    Y[idx] *= S[i] * S[(order[i] + 1) % blockDim.x]


def one_for_all(X, Y):
    S = cp.shared(cp.double, 1)
    if threadIdx.x == 0:
        S[0] = X[idx] * X[idx]
    cp.syncthreads()
    Y[idx] += S[0] * X[idx]


def summed_by_one(X, Y):
    S = cp.shared(cp.double, 256)
    S[threadIdx.x] = X[idx]
    cp.syncthreads()
    if threadIdx.x == 0:
        total = 0.0
        for k in range(blockDim.x):
            total += S[k] * S[k]
        S[0] = total
    cp.syncthreads()
    Y[idx] = S[0] * Y[idx]


def globally_in_place(X, Y):
    first = blockIdx.x * blockDim.x
    a = X[first + (threadIdx.x + 1) % blockDim.x]
    cp.syncthreads()
    X[idx] = a * X[idx]
    cp.syncthreads()
    b = X[first + (threadIdx.x + 1) % blockDim.x]
    cp.syncthreads()
    X[idx] = b * b * Y[idx]
    Y[idx] = b


def loops_in_phases(X, Y):
    S = cp.shared(cp.double, 256)
    i = threadIdx.x
    for k in range(2):
        if 2 * i + k < blockDim.x:
            S[2 * i + k] = X[blockIdx.x * blockDim.x + 2 * i + k] * (k + 1)
    cp.syncthreads()
    total = 1.0
    for k in range(3):
        total *= S[(i + k) % blockDim.x] + 0.5 * total
    cp.syncthreads()
    k = i
    while k < blockDim.x:
        S[k] = total * S[k]
        k += blockDim.x
    cp.syncthreads()
    Y[idx] = S[(i + 1) % blockDim.x] * total


def uniform_branch(X, Y):
    S = cp.shared(cp.double, 256)
    S[threadIdx.x] = X[idx]
    cp.syncthreads()
    if S[0] > 0.0:
        y = S[(threadIdx.x + 1) % blockDim.x]
        cp.syncthreads()
        S[threadIdx.x] = y * S[threadIdx.x]
        cp.syncthreads()
    y = S[(threadIdx.x + 1) % blockDim.x]
    cp.syncthreads()
    S[threadIdx.x] = -1.0 if threadIdx.x == 0 else y * y
    cp.syncthreads()
    Y[idx] = S[(threadIdx.x + 2) % blockDim.x] * y


FULL = [
    rotated,
    phases,
    two_arrays,
    scattered,
    one_for_all,
    summed_by_one,
    globally_in_place,
    loops_in_phases,
    uniform_branch,
]


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("function", FULL)
def test_full_blocks(function: Any, block: int) -> None:
    n = 2 * block
    agrees(function, "void (double* X, double* Y)", n, block, [doubles(n), doubles(n)])


def returns_at_the_beginning(X, Y):
    S = cp.shared(cp.double, 256)
    i = threadIdx.x
    if idx >= len(X):
        return
    S[i] = X[idx] * 2.0
    cp.syncthreads()
    if i > 0:
        Y[idx] = S[i - 1] * S[i]


def returns_twice(X, Y):
    S = cp.shared(cp.double, 256)
    n = len(X)
    if idx >= n:
        return
    last = min(blockDim.x, n - blockIdx.x * blockDim.x) - 1
    if last < 0:
        return
    S[last - threadIdx.x] = X[idx] * Y[idx]
    cp.syncthreads()
    Y[idx] = S[threadIdx.x] ** 2


def returns_at_the_end(X, Y):
    S = cp.shared(cp.double, 256)
    S[threadIdx.x] = X[idx] if idx < len(X) else 0.0
    cp.syncthreads()
    if idx >= len(X):
        return
    Y[idx] = S[threadIdx.x] * S[0]


def guards_itself(X, Y):
    S = cp.shared(cp.double, 256)
    i = threadIdx.x
    S[i] = 1.0
    if idx < len(X):
        S[i] = X[idx]
    cp.syncthreads()
    y = S[(i + 1) % blockDim.x] * S[i]
    if idx < len(X):
        Y[idx] = y * Y[idx]
    cp.syncthreads()
    S[i] = y
    cp.syncthreads()
    if idx < len(X):
        X[idx] = S[blockDim.x - 1 - i] * X[idx]


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize(
    "function", [returns_at_the_beginning, returns_twice, returns_at_the_end, guards_itself]
)
def test_the_last_block_is_partly_beyond_the_array(function: Any, block: int) -> None:
    n = 3 * block // 2 + 1
    agrees(function, "void (double* X, double* Y)", n, block, [doubles(n), doubles(n)])


def plane(A, B):
    S = cp.shared(cp.double, (8, 9))
    S[threadIdx.y, threadIdx.x] = A[idy, idx] if idy < A.shape[0] and idx < A.shape[1] else 0.0
    cp.syncthreads()
    y = S[threadIdx.y, blockDim.x - 1 - threadIdx.x] * S[blockDim.y - 1 - threadIdx.y, threadIdx.x]
    if idy < B.shape[0] and idx < B.shape[1]:
        B[idy, idx] += y * y


def transposed(A, B):
    S = cp.shared(cp.double, (8, 9))
    if idy < A.shape[0] and idx < A.shape[1]:
        S[threadIdx.y, threadIdx.x] = A[idy, idx] ** 2
    cp.syncthreads()
    x = blockIdx.y * blockDim.y + threadIdx.x
    y = blockIdx.x * blockDim.x + threadIdx.y
    if threadIdx.x < blockDim.y and threadIdx.y < blockDim.x and y < B.shape[0] and x < B.shape[1]:
        B[y, x] = S[threadIdx.x, threadIdx.y]


@pytest.mark.parametrize("block", [(8, 8), (4, 4), (8, 1), (1, 8), (2, 8)])
@pytest.mark.parametrize("shape", [(8, 8), (7, 13), (1, 9)])
def test_blocks_of_two_axes(block: tuple[int, int], shape: tuple[int, int]) -> None:
    rows, columns = shape
    signature = "void (double[,] A, double[,] B)"
    agrees(plane, signature, (columns, rows), block, [doubles(*shape), doubles(*shape)])
    agrees(transposed, signature, (columns, rows), block, [doubles(*shape), doubles(columns, rows)])


@cp.struct
class Particle:
    position: cp.double
    kind: cp.int32
    speed: cp.double


def of_structs(P, Y):
    S = cp.shared(Particle, 64)
    S[threadIdx.x] = P[idx]
    cp.syncthreads()
    speed = S[(threadIdx.x + 1) % blockDim.x].speed
    cp.syncthreads()
    S[threadIdx.x].position = speed * S[threadIdx.x].position
    cp.syncthreads()
    Y[idx] = S[(threadIdx.x + 1) % blockDim.x].position * S[threadIdx.x].speed


def of_vectors(V, Y):
    S = cp.shared(cp.double2, 64)
    S[threadIdx.x] = V[idx]
    cp.syncthreads()
    v = S[(threadIdx.x + 1) % blockDim.x] * S[threadIdx.x]
    Y[idx] = v.x * v.y


def of_complex(Z, Y):
    S = cp.shared(cp.complex128, 64)
    S[threadIdx.x] = Z[idx] * Z[idx]
    cp.syncthreads()
    z = S[(threadIdx.x + 1) % blockDim.x] * S[threadIdx.x]
    Y[idx] = z.real * z.imag


def of_floats(X, Y):
    S = cp.shared(cp.float32, 64)
    S[threadIdx.x] = X[idx] * X[idx]
    cp.syncthreads()
    Y[idx] *= S[(threadIdx.x + 1) % blockDim.x]


@pytest.mark.parametrize("block", [1, 7, 64])
def test_types(block: int) -> None:
    n = 2 * block
    particles = np.zeros(n, Particle.dtype)
    particles["position"], particles["speed"] = doubles(n), doubles(n)
    agrees(of_structs, "void (Particle* P, double* Y)", n, block, [particles, doubles(n)])
    agrees(of_vectors, "void (double2* V, double* Y)", n, block, [doubles(n, 2), doubles(n)])
    agrees(
        of_complex, "void (complex128* Z, double* Y)", n, block, [doubles(n) + 1j * doubles(n), doubles(n)]
    )
    floats = [doubles(n).astype(np.float32), doubles(n).astype(np.float32)]
    agrees(of_floats, "void (float* X, float* Y)", n, block, floats)


def needs_a_tape(X, Y):
    S = cp.shared(cp.double, 256)
    if idx >= len(X):
        return
    S[threadIdx.x] = X[idx]
    cp.syncthreads()
    total = 1.0
    k = 0
    while k < len(X) + threadIdx.x % 3:
        total = total * 0.5 + S[k % min(blockDim.x, len(X) - blockIdx.x * blockDim.x)] * total
        k += 1
    cp.syncthreads()
    S[threadIdx.x] = total
    cp.syncthreads()
    Y[idx] = S[0] * total


def knows_its_tape(X, Y):
    S = cp.shared(cp.double, 256)
    S[threadIdx.x] = X[idx % len(X)]
    cp.syncthreads()
    total = 1.0
    for k in range(len(X)):
        total = total * 0.5 + S[k % blockDim.x] * total
    cp.syncthreads()
    S[threadIdx.x] = total
    cp.syncthreads()
    if idx < len(X):
        Y[idx] = S[0] * total


def stores_in_one_phase(X, Y):
    S = cp.shared(cp.double, 256)
    n = len(X)
    S[threadIdx.x] = X[idx] if idx < n else 0.5
    cp.syncthreads()
    other = n - 1 - idx
    if idx < n:
        k = 0
        while k < threadIdx.x % 5 + 2:
            Y[other] = Y[other] * S[(threadIdx.x + k) % blockDim.x] * 0.7
            k += 1
    cp.syncthreads()
    S[threadIdx.x] = 1.0


@pytest.mark.parametrize("block", [1, 32, 96])
@pytest.mark.parametrize("function", [needs_a_tape, knows_its_tape, stores_in_one_phase])
def test_the_threads_of_a_block_leave_together_where_a_tape_is_short(function: Any, block: int) -> None:
    n = 2 * block + 1
    agrees(function, "void (double* X, double* Y)", n, block, [doubles(n), doubles(n)])


def test_the_derivative_has_a_barrier_for_each_side() -> None:
    assert cp.compile(phases, "void (double* X, double* Y)").vjp.cuda_source.count("__syncthreads()") == 6
    assert cp.compile(rotated, "void (double* X, double* Y)").vjp.cuda_source.count("__syncthreads()") == 2
    linear = cp.compile(one_for_all, "void (double* X, double* Y)").vjp.cuda_source
    assert linear.count("__syncthreads()") == 2


REFUSED = {
    "returns": (
        """
        S[threadIdx.x] = X[idx]
        if threadIdx.x > 3:
            return
        cp.syncthreads()
        Y[idx] = S[0]
        """,
        "a barrier after a `return`",
    ),
    "all": (
        """
        S[0] = X[idx]
        cp.syncthreads()
        Y[idx] = S[0]
        """,
        "a store of all threads of a block to one element of `S`",
    ),
    "all of a block": (
        """
        S[threadIdx.x] = X[idx]
        cp.syncthreads()
        Y[blockIdx.x] = S[0]
        """,
        "a store of all threads of a block to one element of `Y`",
    ),
    "index": (
        """
        S[threadIdx.x] = X[idx]
        cp.syncthreads()
        for k in range(3):
            j = int(S[threadIdx.x]) % 64
            cp.syncthreads()
            S[(threadIdx.x + j) % blockDim.x] = S[threadIdx.x] * S[0]
            cp.syncthreads()
        Y[idx] = S[threadIdx.x]
        """,
        "a store to an array that a loop reads again",
    ),
    "added after it was read": (
        """
        S[threadIdx.x] = X[idx]
        cp.syncthreads()
        y = S[0]
        cp.syncthreads()
        cp.atomicAdd(S, 0, X[idx])
        cp.syncthreads()
        Y[idx] = S[0] * y
        """,
        "an atomic of a shared array that was read before",
    ),
    "fence": (
        """
        S[threadIdx.x] = X[idx]
        cp.threadfence()
        Y[idx] = S[threadIdx.x]
        """,
        "a fence",
    ),
}


def compiled(tmp_path: Any, body: str, shared: str = "cp.shared(cp.double, 64)") -> Any:
    """Returns a kernel of X and Y with a shared array S."""
    import importlib.util
    import textwrap

    text = "import cudapy as cp\nfrom cudapy import blockDim, blockIdx, gridDim, idx, threadIdx\n\n\n"
    text += "# kernel : void (double* X, double* Y)\ndef kernel(X, Y):\n"
    text += textwrap.indent(f"S = {shared}\n" + textwrap.dedent(body).strip("\n"), "    ") + "\n"
    path = tmp_path / "kernels.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location("kernels", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return cp.compile(module.kernel)


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(tmp_path: Any, name: str) -> None:
    body, what = REFUSED[name]
    with pytest.raises(cp.CompileError) as caught:
        _ = compiled(tmp_path, body).vjp.cuda_source
    (found,) = [each for each in caught.value.diagnostics if each["severity"] == "error"]
    assert (found["code"], found["message"]) == ("E790", f"{what} cannot be differentiated")
