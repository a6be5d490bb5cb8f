"""What every public function says of arguments of wrong kinds: the message begins with the function's name,
and is ours."""

import dataclasses
import warnings

import cudapy as cp
import pytest
from raising import raises

np = pytest.importorskip("numpy")

WRONG = [
    None,
    2.5,
    "text",
    b"b",
    [1, 2],
    [],
    {},
    {1: 2},
    set(),
    (1,),
    object(),
    lambda x: x,
    np.zeros(3),
    np.zeros((2, 2)),
    type,
    cp,
    ...,
]
ARGUMENTS = [
    (),
    *((each,) for each in WRONG),
    *((each, other) for each in WRONG[:14] for other in (None, "text", 2.5, [1], object())),
]

# Types and kinds of results that nobody makes by a call, and what changes the process.
LEFT_OUT = {
    "Graph",
    "Launch",
    "Type",
    "Void",
    "MemoryInfo",
    "TracedPlan",
    "CudaSource",
    "LaunchPlan",
    "Tuning",
    "Tried",
    "set_memory_limit",
}
NAMES = [
    name
    for name in sorted({*cp.__all__, "compile", "array", "struct"} - LEFT_OUT)
    if callable(getattr(cp, name))
    and not (isinstance(getattr(cp, name), type) and issubclass(getattr(cp, name), BaseException))
]
OTHER_NAMES = {
    "asarray": ["CudaArray"], "split": ["CudaArray"], "CudaLists": ["CudaArray"], "cudadef": ["cuda_source"],
    "array": ["CudaArray"], "Bool": ["bool"], "bool_": ["bool"],
    "float16": ["half"], "float32": ["float"], "float64": ["double"], "int32": ["int"],
}  # fmt: skip


def is_named(message, name):
    names = [name, name.lower(), *OTHER_NAMES.get(name, [])]
    return any(
        message.startswith((each, f"cudapy.{each}", f"cp.{each}", f"cudapy._core.{each}")) for each in names
    )


@pytest.mark.parametrize("name", NAMES)
def test_the_message_begins_with_the_name(name):
    function = getattr(cp, name)
    for arguments in ARGUMENTS:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                function(*arguments)
        except (cp.DeviceError, ImportError):
            pass  # there is no GPU, PyTorch or JAX
        except (TypeError, ValueError, OverflowError, cp.Error) as error:
            assert is_named(str(error), name), (arguments, error)


# saxpy : void (float a, float* X, float* Y)
def saxpy(a, X, Y):
    Y[idx] = a * X[idx] + Y[idx]


@cp.kernel
def untyped(x, Y):
    Y[idx] = x


@pytest.fixture(scope="module")
def call(target):
    return cp.compile(saxpy, target=target)


def test_threads_that_were_forgotten(call):
    X, Y = np.zeros(2, np.float32), [1.0]
    ahead = "must be an integer, got"
    cure = "; write saxpy(n)(arguments): the threads come first"
    with raises(
        TypeError,
        f"saxpy: the number of threads along x {ahead} ndarray array([0., 0.], dtype=float32){cure}",
    ):
        call(X, Y)
    with raises(
        TypeError,
        f"saxpy: the number of threads along x {ahead} ndarray array([0., 0.], dtype=float32){cure}",
    ):
        call(X, 2)
    with raises(
        TypeError,
        f"saxpy: the number of threads along y {ahead} ndarray array([0., 0.], dtype=float32){cure}",
    ):
        call(4, X)
    with raises(TypeError, f"saxpy: the number of threads along y {ahead} str 'a'{cure}"):
        call(4, "a")
    with raises(
        TypeError,
        "saxpy: expected the number of threads along x, or x and y, or x, y and z, got 4 numbers; write "
        "saxpy(n)(arguments)",
    ):
        call(1, 2, 3, 4)


@dataclasses.dataclass
class Body:
    x: float


def test_arguments_that_are_of_no_type_of_kernels():
    Y = [0.0]
    said = "untyped: parameter x: expected a number or an array, got "
    with raises(
        TypeError, f"{said}Body: put @cp.struct above its class in place of @dataclass, or pass its fields"
    ):
        untyped(1)(Body(1.0), Y)
    with raises(TypeError, f"{said}str 'text': kernels have no texts, give an integer code"):
        untyped(1)("text", Y)
    with raises(TypeError, f"{said}dict: pass arrays of its keys and values"):
        untyped(1)({}, Y)
    assert Y == [0.0]


def test_texts_for_kernels_of_numbas_dialect():
    from cudapy import cuda

    @cuda.jit
    def scale(x, by):
        x[0] *= by

    with raises(
        TypeError,
        "scale: parameter by: expected a number or an array, got str 'a': kernels have no texts, give an "
        "integer code",
    ):
        scale[1, 1](np.ones(1), "a")
