"""What is said of names that numba.cuda does not have, and of a program's own names: what a user of numba
would write, and the names as they are written."""

import math

import numpy as np
import pytest

from cudapy import cuda
from cudapy.cuda import float32

KNOWN = {"cuda": cuda, "np": np, "math": math, "float32": float32}


def said(lines):
    """The message and the advice of each error in a kernel of these lines."""
    names = dict(KNOWN)
    exec("\n ".join(["def kernel(x, n):", *lines]), names)
    with pytest.raises(cuda.errors.TypingError) as error:
        cuda.jit(names["kernel"])[1, 1](np.zeros(4, np.float32), 2)
    found = []
    for line in str(error.value).splitlines():
        if "error[" in line:
            found.append(line[line.index("error[") + 6 :].replace("]:", ""))
        elif line.startswith("   = help: "):
            found.append(line.removeprefix("   = help: "))
    return found


@pytest.mark.parametrize(
    "wrong, right",
    [
        ("cuda.local.arry(4, float32)", "did you mean `cuda.local.array`?"),
        ("cuda.shared.arr(4, float32)", "did you mean `cuda.shared.array`?"),
        ("cuda.const.array([1, 2])", "did you mean `cuda.const.array_like`?"),
        ("cuda.atomic.ad(x, 0, 1)", "did you mean `cuda.atomic.add`?"),
        ("cuda.atomic.Max(x, 0, 1)", "did you mean `cuda.atomic.max`?"),
        ("cuda.syncthread()", "did you mean `cuda.syncthreads`?"),
        ("cuda.sync_threads()", "did you mean `cuda.syncthreads`?"),
        ("cuda.gridd(1)", "did you mean `cuda.grid`?"),
        ("cuda.threadId.x", "did you mean `cuda.threadIdx`?"),
        ("cuda.blockdim.x", "did you mean `cuda.blockDim`?"),
        ("cuda.shfl_down(x[0], 1)", "did you mean `cuda.shfl_down_sync`?"),
        ("cuda.ballot(n > 1)", "did you mean `cuda.ballot_sync`?"),
        ("cuda.cg.this_grd()", "did you mean `cuda.cg.this_grid`?"),
        ("cuda.atomicAdd(x, 0, 1)", "write `cuda.atomic.add`"),
        ("cuda.atomicCAS(x, 0, 1, 2)", "write `cuda.atomic.cas`"),
        ("cuda.shared_array(4, float32)", "write `cuda.shared.array(shape, dtype)`"),
        (
            "cuda.shared.empty(4, float32)",
            "write `cuda.shared.array(4, np.float32)`, or pass an array as a parameter",
        ),
        (
            "cuda.local.zeros(4, float32)",
            "write `cuda.local.array(4, np.float32)`, and store a value in each element, or pass an array "
            "as a parameter",
        ),
        ("cuda.nothing(1)", "docs/numba.md lists what kernels of cuda.jit can use"),
        (
            "cuda.atomic.mul(x, 0, 1)",
            "it has `add`, `sub`, `max`, `min`, `and_`, `or_`, `xor`, `exch`, `inc`, `dec`, `cas`, "
            "`nanmax`, `nanmin` and `compare_and_swap`",
        ),
    ],
)
def test_members_that_there_are_not(wrong, right):
    """One error, which has the name as it is written, and says what to write."""
    owner, name = wrong.partition("(")[0].removesuffix(".x").rsplit(".", 1)
    message, advice = said([f"a = {wrong}", "x[0] = 1"])
    assert (message, advice) == (f"E302 `{owner}` has no `{name}` that kernels can use", right)


@pytest.mark.parametrize("space", ["shared", "local"])
def test_a_module_is_called(space):
    assert said([f"a = cuda.{space}(4, float32)", "a[0] = 1"]) == [
        f"E303 `cuda.{space}` is a module, not a value",
        f"use something of it, such as `cuda.{space}.array(...)`",
    ]


@pytest.mark.parametrize(
    "name, right",
    [
        ("atomicAdd", "cuda.atomic.add"),
        ("syncthreads", "cuda.syncthreads"),
        ("shared", "cuda.shared.array"),
        ("local", "cuda.local.array"),
        ("popc", "cuda.popc"),
        ("warpSize", "cuda.warpsize"),
    ],
)
def test_names_of_cudapy_that_a_kernel_of_numba_lacks(name, right):
    assert said([f"x[0] = {name}(3)"]) == [f"E301 unknown name `{name}`", f"write `{right}`"]


@pytest.mark.parametrize("name", ["shared", "local", "atomicAdd", "syncwarp", "popc", "random"])
def test_names_of_a_program_that_are_like_those_of_cudapy(name):
    """They were written as numba writes the functions of these names."""
    assert (
        said([f"{name} = 3", f"x[0] = {name}[2]"])[0] == f"E408 `{name}` is an `int64`, which has no elements"
    )
    assert said([f"{name} = cuda.shared.array(4, float32)", f"x[0] = {name}"])[0] == (
        f"E404 `{name}` is an array (`float32[:]`), but an assignment needs a number"
    )
    assert said([f"{name} = 3", f"x[0] = {name}(2)"])[0] == f"E308 `{name}` is not a function"
