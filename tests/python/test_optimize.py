"""The options `optimize`, `coarsen` and `fastmath` and the environment's CUDAPY_OPTIMIZE, which need no
GPU."""

import math
import pickle

import numpy as np
import pytest

import cudapy as cp
import fake_cuda

START = (
    f"import sys; sys.path.insert(0, {__file__.rpartition('/')[0]!r})\n"
    "from test_optimize import counted, halved, third\n"
)


# saxpy : void (float a, float* X, float* Y)
def saxpy(a, X, Y):
    Y[idx] = a * X[idx] + Y[idx]


@pytest.mark.parametrize("value", ["", "0", "1", "always"])
@pytest.mark.parametrize("optimize", [None, False, True])
def test_results_are_the_same(monkeypatch, value, optimize):
    monkeypatch.setenv("CUDAPY_OPTIMIZE", value)
    Y = [1.0, 2.0, 3.0]
    cp.compile(saxpy, optimize=optimize)(3)(2.0, [1.0, 1.0, 1.0], Y)
    assert Y == [3.0, 4.0, 5.0]


def test_other_values_are_refused(monkeypatch):
    monkeypatch.setenv("CUDAPY_OPTIMIZE", "2")
    with pytest.raises(ValueError) as caught:
        cp.compile(saxpy)
    assert str(caught.value) == "CUDAPY_OPTIMIZE must be 0, 1 or \"always\", not '2'"


def test_the_source_for_people_is_the_plain_kernel():
    assert "saxpy_coarsened" not in cp.compile(saxpy, optimize=True).cuda_source


# third : void (float* X, float* Y)
def third(X, Y):
    Y[idx] = 1 / math.sqrt(X[idx]) + X[idx] / 3


# halved : void (float[,] A)
def halved(A):
    A[idy, idx] /= 2


# counted : void (int* bins)
def counted(bins):
    cp.syncthreads()
    bins[idx] += 1


@pytest.mark.parametrize("coarsen", [None, 1, 2, (4,), (8, 4), [1, 2]])
def test_factors_are_taken_on_the_cpu_where_they_change_nothing(coarsen):
    A = np.arange(24, dtype=np.float32).reshape(4, 6)
    cp.compile(halved, coarsen=coarsen, target="cpu")(6, 4)(A)
    assert (A == np.arange(24).reshape(4, 6) / 2).all()


@pytest.mark.parametrize("coarsen", [0, 3, 16, -1, True, 2.0, "4", (), (2, 2, 2), (2, 3), {4}])
def test_other_sizes_are_refused(coarsen):
    with pytest.raises(ValueError) as caught:
        cp.compile(halved, coarsen=coarsen, target="cpu")
    assert (
        str(caught.value)
        == f"coarsen must be 1, 2, 4 or 8 threads along x, or a pair of them for x and y, not {coarsen!r}"
    )


def test_coarsen_and_optimize_exclude_each_other():
    with pytest.raises(ValueError) as caught:
        cp.compile(halved, coarsen=2, optimize=False, target="cpu")
    assert (
        str(caught.value) == "compile: optimize=False leaves each thread to itself, and coarsen= puts them "
        "together: give one of them"
    )


def test_sizes_that_a_kernel_cannot_have_are_refused_for_a_gpu():
    lines = fake_cuda.run(
        START
        + """
for kernel, size in ((counted, 2), (third, (4, 2)), (third, 4), (halved, (1, 2)), (counted, 1)):
    try:
        print(cp.compile(kernel, coarsen=size).name)
    except ValueError as error:
        print(error)
"""
    )
    assert lines == [
        "counted: coarsen=(2, 1) is not possible: its threads work together in blocks or warps",
        "third: coarsen=(4, 2) is not possible: its threads have no place along that axis",
        "third",
        "halved",
        "counted",
    ]


def test_a_size_that_was_asked_for_is_launched_in_small_launches_too():
    assert fake_cuda.run(
        START
        + """
X, Y = cp.zeros(100, cp.Float), cp.zeros(100, cp.Float)
fake.fake_log.restype = ctypes.c_char_p
cp.compile(third, coarsen=2)(100)(X, Y)
print(fake.fake_log().decode().split(" shared")[0])
plan = cp.compile(third, coarsen=2).explain(100)
print(plan.is_coarsened, plan.coarsening, plan.coarsening_reason)
print(cp.compile(third).explain(100).coarsening_reason)
print(cp.compile(counted).explain(100).coarsening_reason)
print([cp.compile(third, optimize=False).explain(100).coarsening_reason])
"""
    ) == [
        "grid 1 1 1 block 64 1 1",
        "True (2, 1, 1) coarsen= asks for it",
        "there are too few threads to fill the GPU when coarsened",
        "its threads work together in blocks or warps",
        "['']",
    ]


def test_each_size_is_built_for_itself(tmp_path):
    """What was built for one size is no form for another one: it would leave threads out."""
    lines = fake_cuda.run(
        START
        + """
import os
X, Y = cp.zeros(64, cp.Float), cp.zeros(64, cp.Float)
for size in (2, 4, 8, 2):
    cp.compile(third, coarsen=size)(64)(X, Y)
    print(size, sum(name.endswith(".cubin") for name in os.listdir(os.environ["CUDAPY_CACHE_DIR"])))
""",
        CUDAPY_CACHE_DIR=str(tmp_path),
    )
    assert lines == ["2 2", "4 3", "8 4", "2 4"]


def test_fastmath_is_close_and_keeps_infinities_on_the_cpu():
    X = np.array([4.0, 0.25, 3.0, 1e10, np.inf, np.nan], np.float32)
    exact, fast = np.zeros_like(X), np.zeros_like(X)
    cp.compile(third, target="cpu")(len(X))(X, exact)
    cp.compile(third, target="cpu", fastmath=True)(len(X))(X, fast)
    np.testing.assert_allclose(fast, exact, rtol=1e-5)


def test_fastmath_is_told_to_the_compiler(tmp_path):
    """A kernel with it is another one for the cache."""
    assert fake_cuda.run(
        START
        + """
import os
for fastmath in (False, True, False):
    call = cp.compile(third, fastmath=fastmath)
    print(call.built)
""",
        CUDAPY_CACHE_DIR=str(tmp_path / "cache"),
        FAKE_NVCC_LOG=str(tmp_path / "log"),
    ) == ["True", "True", "False"]
    commands = (tmp_path / "log").read_text().splitlines()
    assert ["--use_fast_math" in command.split() for command in commands] == [False, True]


def test_options_survive_pickling():
    call = cp.compile(halved, target="cpu", coarsen=(2, 2), fastmath=True)
    A = np.ones((2, 2), np.float32)
    again = pickle.loads(pickle.dumps(call))
    options = vars(again._recipe.options)
    assert options == vars(call._recipe.options)
    asked = {name: options[name] for name in ("optimize", "coarsen", "fastmath")}
    assert asked == {"optimize": True, "coarsen": (2, 2, 1), "fastmath": True}
    again(2, 2)(A)
    assert (A == 0.5).all()
