"""What kernels are asked to run on: threads that no launch takes are refused when they are given, before any
argument is, by generic kernels as by those with a signature."""

import enum

import numpy as np
import pytest

import cudapy as cp


def double(X):
    X[cp.idx] *= 2


# doubled : void (float* X)
def doubled(X):
    X[cp.idx] *= 2


class Size(enum.IntEnum):
    SMALL = 3


KERNELS = {"double": cp.kernel(double), "doubled": cp.compile(doubled)}
LIST = (
    "{{0}}: the number of threads must be an integer, or a tuple of one for each axis, got list {}; "
    "{{0}}(n) takes it, and {{0}}(n)(arguments) launches"
)
FIRST = "; write {0}(n)(arguments): the threads come first"
REFUSED = {
    "a list of lists": (([[1], [2]],), LIST.format("[[1], [2]]")),
    "a list": (([1, 2, 3],), LIST.format("[1, 2, 3]")),
    "a list of one": (([1],), LIST.format("[1]")),
    "an empty list": (([],), LIST.format("[]")),
    "a list of floats": (([1.5, 2.5],), LIST.format("[1.5, 2.5]")),
    "a long tuple": (
        ((1, 2, 3, 4),),
        "{0}: expected the number of threads along x, or x and y, or x, y and z, got 4 numbers; write "
        "{0}(n)(arguments)",
    ),
    "an array": (
        (np.ones(2),),
        "{0}: the number of threads along x must be an integer, got ndarray array([1., 1.])" + FIRST,
    ),
    "an array of the device": (
        (cp.CudaArray([1.5]),),
        "{0}: the number of threads along x must be an integer, got CudaArray "
        + repr(cp.CudaArray([1.5]))
        + FIRST,
    ),
    "None": ((None,), "{0}: the number of threads along x must be an integer, got None" + FIRST),
    "a text": (("ab",), "{0}: the number of threads along x must be an integer, got str 'ab'" + FIRST),
    "a float": (
        (2.0,),
        "{0}: the number of threads along x must be an integer, got float 2.0; write int(...) or //",
    ),
    "a bool": ((True,), "{0}: the number of threads along x must be an integer, got bool"),
    "a tuple with a float": (
        ((4, 2.0),),
        "{0}: the number of threads along y must be an integer, got float 2.0; write int(...) or //",
    ),
    "no threads": (
        (),
        "{0}: expected the number of threads along x, or x and y, or x, y and z, got 0 numbers; write "
        "{0}(n)(arguments)",
    ),
    "four": (
        (1, 2, 3, 4),
        "{0}: expected the number of threads along x, or x and y, or x, y and z, got 4 numbers; write "
        "{0}(n)(arguments)",
    ),
}


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize("threads", REFUSED)
def test_refused_threads(name, threads):
    given, message = REFUSED[threads]
    with pytest.raises(TypeError) as error:
        KERNELS[name](*given)
    assert str(error.value) == message.format(name)


@pytest.mark.parametrize("name", KERNELS)
@pytest.mark.parametrize(
    "threads", [3, np.int64(3), (3,), (3, 1), cp.dim3(3), Size.SMALL, (np.uint8(3),)], ids=repr
)
def test_threads(name, threads):
    X = np.ones(3, np.float32)
    KERNELS[name](threads)(X)
    assert X.tolist() == [2, 2, 2]


def test_lists_of_objects():
    class Ball:
        def __repr__(self):
            return "a ball"

    with pytest.raises(TypeError) as error:
        KERNELS["double"](1)([Ball()])
    assert str(error.value) == (
        "double: parameter X: element 0: expected a number, got Ball a ball: put @cp.struct above the class "
        "Ball, with a type for each field, as in `x: cp.float32`"
    )
    for given, problem in (
        (["a"], "element 0: expected a number, got str 'a'"),
        ([1, None], "element 1: expected a number, got None"),
    ):
        with pytest.raises(TypeError) as error:
            KERNELS["double"](1)(given)
        assert str(error.value) == f"double: parameter X: {problem}"
