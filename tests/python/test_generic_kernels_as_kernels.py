"""A kernel without a signature is a Kernel like any other, as far as its types are known."""

import pytest

import cudapy as cp
from raising import raises


def scale(X, by):
    X[idx] *= by


@cp.kernel
def decorated(X):
    X[idx] += 1


UNKNOWN = (
    "{0}: this kernel is generic: its types, and so this, are known once it has been launched; before, ask "
    "{0}.instance(arguments)"
)


@pytest.mark.parametrize(
    "attribute",
    [
        "cuda_source",
        "cpu_source",
        "path",
        "built",
        "translated",
        "diagnostics",
        "parameters",
        "kernels",
        "target",
    ],
)
def test_what_is_known_of_the_last_instance(attribute):
    call = cp.compile(scale, target="cpu")
    assert isinstance(call, cp.Kernel)
    with raises(TypeError, UNKNOWN.format("scale")):
        getattr(call, attribute)
    call(1)(A := [1.0], 2.0)
    assert A == [2.0]
    floats = call.instance(cp.CudaArray([1.0], target="cpu"), 2.0)
    assert repr(getattr(call, attribute)) == repr(getattr(floats, attribute))
    call(1)(A := [1], 2)
    assert A == [2]
    ints = call.instance(cp.CudaArray([1], target="cpu"), 2)
    assert repr(getattr(call, attribute)) == repr(getattr(ints, attribute))


def test_decorated_ones():
    assert isinstance(decorated, cp.Kernel) and decorated.name == "decorated"
    kernel = cp.kernel(target="cpu")(scale)
    with raises(TypeError, UNKNOWN.format("scale")):
        kernel.cuda_source
    kernel(1)(A := [1.0], 2.0)
    assert A == [2.0]
    assert "float" in kernel.cuda_source and kernel.target == "cpu"
    assert (
        kernel.instance([1], 2).signature.startswith("scale")
        and repr(kernel) == "<generic kernel scale, 2 instances>"
    )
    assert kernel.signature == "scale : void (X, by)"


def test_explain():
    call = cp.compile(scale, target="cpu")
    with raises(TypeError, UNKNOWN.format("scale")):
        call.explain(100)
    with raises(TypeError, UNKNOWN.format("scale")):
        call(100).explain()
    assert call(100).explain([1.0], 2.0).threads == (100, 1, 1)
    assert call.explain(200, block=64).threads == (200, 1, 1)
    assert call(100).explain().threads == (100, 1, 1)
    assert repr(call(100)) == "<launch of scale, whose types its arguments say, on 100 threads>"


def test_names():
    call = cp.compile(scale)
    assert (call.name, call.__name__, call.signature) == ("scale", "scale", "scale : void (X, by)")
    assert call.__wrapped__ is scale and repr(call) == "<generic kernel scale, 0 instances>"
    with raises(AttributeError, "'Generic' object has no attribute 'nothing'"):
        call.nothing

    # plain : void (int* A)
    def plain(A):
        A[idx] = 1

    with raises(AttributeError, "'cudapy.Kernel' object has no attribute 'instance'"):
        cp.compile(plain).instance
    with raises(AttributeError, "'cudapy.Kernel' object has no attribute 'instance'"):
        cp.kernel(plain).instance


def test_none_is_no_argument():
    """For instance() it is one whose type the others say; a launch needs all of them."""

    @cp.kernel
    def scale(X, by):
        X[idx] *= by

    for arguments, name in (([1.0], None), "by"), ((None, 2), "X"):
        with pytest.raises(TypeError) as raised:
            scale(1)(*arguments)
        assert str(raised.value) == f"scale: parameter {name}: expected a number or an array, got None"
