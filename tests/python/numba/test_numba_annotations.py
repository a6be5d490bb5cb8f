"""Annotations in kernels of cuda.jit, which mean nothing there, as in numba."""

import numpy as np
import pytest

from cudapy import cuda
from cudapy._compile.source_unit import SourceUnit
from cudapy.cuda._jit.annotations import without_annotations


@cuda.jit(device=True)
def half(v: "float", by: int = 2) -> int:
    made: int = v / by  # which stays a float
    return made


@cuda.jit("float64(float64)", device=True)
def signed(v: int) -> int:
    return v + 0.25


@cuda.jit
def annotated(x: np.ndarray, y: dict[str, int]) -> None:
    i: int = cuda.grid(1)
    if i < x.size:
        y[i]: int = half(x[i]) + signed(x[i])


def test_they_mean_nothing():
    x, y = np.arange(4.0), np.zeros(4)
    annotated[1, 4](x, y)
    assert y.tolist() == [0.25, 1.75, 3.25, 4.75]
    kernel = cuda.jit("void(float64[:], float64[:])")(annotated.py_func)
    kernel[1, 4](x + 1, y)
    assert y.tolist() == [1.75, 3.25, 4.75, 6.25]


@pytest.mark.parametrize(
    "text, made",
    [
        (
            "def f(x: int, é: 'ä' = 3, *, y: a[b, c]=1) -> None: pass\n",
            "def f(x     , é      = 3, *, y         =1)        : pass\n",
        ),
        (
            "    def f(x: int,\n          y: a[\n       b]): pass\n",
            "    def f(x     ,\n          y    \n         ): pass\n",
        ),
        ("def f(x: (int)): pass\n", "def f(x       ): pass\n"),
        ("def f(x):\n    a: int = 2\n    x[0]: int=a\n", "def f(x):\n    a      = 2\n    x[0]     =a\n"),
        (
            "def f(x):  # x: int\n    a: int\n",
            "def f(x):  # x: int\n    a: int\n",
        ),  # the translator refuses it
        ("def f(x:\n", "def f(x:\n"),
    ],
)
def test_what_is_left(text, made):
    unit = SourceUnit("file.py", text, 1, "f")
    assert without_annotations(unit) == unit.replaced(text=made)


@pytest.mark.parametrize(
    "text", ["def f(x) -> (\n    None): pass\n", "def f(x):\n    a: (int) = (\n        2)\n"]
)
def test_what_is_refused(text):
    with pytest.raises(NotImplementedError) as error:
        without_annotations(SourceUnit("file.py", text, 1, "f"))
    assert str(error.value) == (
        "cuda.jit: f has annotations on several lines or in brackets, of which numba takes no notice: leave "
        "them out"
    )


def test_an_annotation_without_a_value_is_refused():
    @cuda.jit
    def declares(x):
        i: int  # noqa: F842
        x[0] = 1

    with pytest.raises(cuda.errors.TypingError):
        declares[1, 1](np.zeros(1))


# ---- comments that are signatures of CudaPy's own kernels, which numba does not read


# above : void (int* X)
@cuda.jit
def above(X):
    X[cuda.grid(1)] /= 2


@cuda.jit
# among : void (int* X)
def among(X):
    X[cuda.grid(1)] /= 2


# in_two_lines : void (
#     int* X)


@cuda.jit("void(float64[:])")
# A comment of another kind.
def in_two_lines(X):
    X[cuda.grid(1)] /= 2


# halved : int (int x)
@cuda.jit(device=True)
def halved(x):
    return x / 2


@cuda.jit
def by_a_function(X):
    i = cuda.grid(1)
    X[i] = halved(X[i])


# undecorated : void (float* X, int n)
def undecorated(X):
    X[cuda.grid(1)] /= 2


@pytest.mark.parametrize(
    "kernel",
    [
        above,
        among,
        in_two_lines,
        by_a_function,
        cuda.jit(undecorated),
        cuda.jit("void(float64[:])")(undecorated),
    ],
    ids=lambda each: each.py_func.__name__,
)
def test_signatures_in_comments_are_ignored(kernel):
    X = np.array([1.0, 3.0, 1e-200])
    kernel[1, 3](X)
    assert X.tolist() == [0.5, 1.5, 5e-201]
