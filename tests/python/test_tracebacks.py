"""Tracebacks end where CudaPy was called: its own frames say nothing of a user's mistake."""

import pickle
import traceback

import pytest

import cudapy as cp
from cudapy import idx

HERE = __file__
pytestmark = pytest.mark.usefixtures("bare_compile")


def files(error):
    return [frame.filename for frame in traceback.extract_tb(error.__traceback__)]


@cp.kernel
def wrong(X):
    X[idx] = X.nothing


@cp.kernel("void (R(A) f, A* X)", target="cpu")
def fine(f, X):
    X[idx] = f(X[idx])


def plain(X):
    X[idx] = X.nothing


USES = {
    "a launch of a generic kernel": (cp.CompileError, lambda: wrong(1)([1.0])),
    "a launch over arrays": (cp.CompileError, lambda: wrong.over([1.0])([1.0])),
    "arguments of a generic kernel": (TypeError, lambda: fine(1)(3, [1.0])),
    "too few arguments": (TypeError, lambda: fine(1)([1.0])),
    "an instance": (cp.CompileError, lambda: wrong.instance([1.0])),
    "an explanation": (cp.CompileError, lambda: wrong(1).explain([1.0])),
    "compile": (cp.CompileError, lambda: cp.compile(plain, "void (float* X)", target="cpu")),
    "compile of a number": (TypeError, lambda: cp.compile(3)),
    "kernel of a number": (TypeError, lambda: cp.kernel(3)),
    "an empty signature": (ValueError, lambda: cp.kernel("")),
    "map": (TypeError, lambda: cp.lib.map(3, [1.0])),
    "reduce": (cp.CompileError, lambda: cp.lib.reduce(lambda a, b: a.nothing, [1.0])),
}


@pytest.mark.parametrize("use", USES)
def test_ends_where_cudapy_was_called(use):
    kind, call = USES[use]
    with pytest.raises(kind) as caught:
        call()
    assert files(caught.value) == [HERE, HERE]


def test_frames_of_functions_of_ones_own_stay():
    class Odd:
        @property
        def __array_interface__(self):
            raise RuntimeError("mine")

        def __len__(self):
            raise RuntimeError("mine")

        def __getitem__(self, place):
            raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine") as caught:
        fine.over(Odd())
    assert files(caught.value)[0] == files(caught.value)[-1] == HERE


def test_functions_of_the_package_are_functions_still():
    import inspect

    assert pickle.loads(pickle.dumps(cp.compile)) is cp.compile
    assert list(inspect.signature(cp.lib.map).parameters) == ["f", "X"]
    assert cp.compile.__name__ == "compile" and cp.compile.__doc__.startswith("Compile")
