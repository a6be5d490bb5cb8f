"""Extension modules of CPython whose functions are kernels (cudapy_add_python_module): what is built, and
what their functions take and refuse."""

import array
import ctypes
import inspect
import os
import re
import resource
import shutil
import subprocess
import sys
import sysconfig
import threading
from pathlib import Path
from typing import Any

import fake_cuda
import pytest
from cmake_projects import ROOT, configure, needs_package, run

import cudapy as cp

np = pytest.importorskip("numpy")

pytestmark = [
    *needs_package,
    pytest.mark.skipif(
        not Path(sysconfig.get_path("include"), "Python.h").exists(),
        reason="the headers of Python are not here",
    ),
]
ON_CPU = {"CUDAPY_TARGET": "cpu", "CUDA_VISIBLE_DEVICES": ""}

# The sample: arrays of all libraries.


@pytest.fixture(scope="module")
def levels(tmp_path_factory):
    """The folder of the second sample's module."""
    folder = tmp_path_factory.mktemp("levels")
    configure(ROOT / "samples/cpp_extension", folder)
    run("cmake", "--build", folder)
    return folder


def test_an_extension_module_with_kernels_in_python(levels, target):
    said = run(
        sys.executable,
        ROOT / "samples/cpp_extension/check.py",
        PYTHONPATH=f"{levels}:{os.environ.get('PYTHONPATH', '')}",
        CUDAPY_TARGET=target,
    )
    lines = said.stdout.splitlines()
    assert lines[:2] == ["levels: CudaArray, as expected", "levels: NumPy, as expected"]
    assert all(line.endswith(", as expected") for line in lines)


def test_an_extension_module_that_brings_its_own_libstdcpp(tmp_path):
    """As where a machine's compiler has no other: with NumPy's next to it there are two in the process."""
    build = tmp_path / "static"
    configure(
        ROOT / "samples/cpp_extension",
        build,
        "-DCMAKE_MODULE_LINKER_FLAGS=-static-libstdc++",
        "-DCUDAPY_CUDA=OFF",
    )
    run("cmake", "--build", build)
    # Of the library nothing is shown that is one variable for the whole process, as the numbers of locales'
    # facets are.
    symbols = run("nm", "-DC", "--defined-only", build / "levels.abi3.so").stdout
    assert " T PyInit_levels\n" in symbols
    assert re.findall(r"std::(?:locale|ctype|num_get|num_put|basic_istream)\b.*", symbols) == []
    said = run(
        sys.executable,
        ROOT / "samples/cpp_extension/check.py",
        PYTHONPATH=f"{build}:{os.environ.get('PYTHONPATH', '')}",
        CUDAPY_TARGET="cpu",
        CUDA_VISIBLE_DEVICES="",
    )
    assert said.stdout.splitlines()[:2] == ["levels: CudaArray, as expected", "levels: NumPy, as expected"]


def test_what_an_extension_module_refuses(levels, monkeypatch):
    monkeypatch.syspath_prepend(str(levels))
    import levels as module

    def message(error, image):
        with pytest.raises(error) as caught:
            module.stretch((4, 3), image, 0, 1)
        return str(caught.value)

    image = np.zeros((3, 4), np.float32)
    assert (
        message(TypeError, 3)
        == "stretch: image must be an array (of CudaPy, PyTorch, CuPy, NumPy, or with DLPack), got int"
    )
    assert (
        message(TypeError, image.astype(np.int32))
        == "stretch: image must be an array of float32, got one of int32"
    )
    assert message(TypeError, image[0]) == "stretch: image must have 2 dimensions, it has 1"
    assert message(ValueError, image.T) == "stretch: image is not contiguous: pass a copy"
    assert (
        message(TypeError, image.astype(">f4"))
        == "stretch: image has its bytes in another order than the machine"
    )
    image.flags.writeable = False
    assert message(ValueError, image) == "stretch: image is read-only, and would be changed: pass a copy"
    counts = np.zeros(2, np.int32)
    module.count((4, 3), image, counts)
    assert counts.tolist() == [12, 0]

    class OnlyDLPack:
        """As PyTorch's tensors on the CPU, which have no buffer protocol."""

        def __init__(self, array):
            self.array = array

        def __dlpack__(self, **words):
            return self.array.__dlpack__(**words)

        def __dlpack_device__(self):
            return self.array.__dlpack_device__()

    image = np.full((3, 4), 5, np.float32)
    module.stretch((4, 3), OnlyDLPack(image), 0, 10)
    assert (image == 0.5).all()
    with pytest.raises(TypeError) as caught:
        module.stretch((4, 3), OnlyDLPack(image.astype(np.float64)), 0, 1)
    assert str(caught.value) == "stretch: image must be an array of float32, got one of float64"


def test_an_extension_module_and_memory_of_a_gpu(levels):
    """Against the fake driver, whose kernels do nothing: what is launched, and what is refused."""
    assert fake_cuda.run(f"""
sys.path.insert(0, {str(levels)!r})
import levels
import numpy as np

fake.fake_log.restype = ctypes.c_char_p
X = cp.CudaArray.allocate((3, 40), cp.Float)
levels.stretch((40, 3), X, 1, 2)
print(fake.fake_log().decode())


class Interface:
    def __init__(self, **changes):
        self.__cuda_array_interface__ = {{**X.__cuda_array_interface__, **changes}}


class Unversioned: # a producer of DLPack from before version 1
    __dlpack_device__ = X.__dlpack_device__

    def __dlpack__(self, stream):
        return X.__dlpack__(stream=stream)


counts = cp.zeros(2, cp.Int)
stream = cp.Stream()
for image in X, Interface(), Unversioned(), Interface(stream=stream.pointer()):
    levels.count((40, 3), image, counts)
levels.count((40, 3), X, counts, stream=stream, block=(32, 2))
print(fake.fake_log().decode().replace(hex(stream.pointer()), "ours"))
try:
    levels.count((40, 3), X, np.zeros(2, np.int32))
except ValueError as error:
    print(error)
address, _ = X.__cuda_array_interface__["data"]
for changes in (
    dict(data=(address, True)), dict(strides=(4, 12)), dict(typestr="<i4"), dict(typestr="<f8"), dict(shape=(3,), strides=None), dict(mask=X),
    dict(typestr=">f4"),
):
    try:
        levels.stretch((40, 3), Interface(**changes), 1, 2)
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
del X
gc.collect()
cp.synchronize()
print(fake.fake_wild_uses())
""") == [  # noqa: E501
        "grid 1 1 1 block 64 4 1 shared 0 stream (nil) first 40",
        "grid 2 2 1 block 32 2 1 shared 0 stream ours first 40",
        "count: image is on cuda:0, and histogram on cpu: copy one of them there, X.copy(device)",
        "ValueError stretch: image is read-only, and would be changed: pass a copy",
        "ValueError stretch: image is not contiguous: pass a copy",
        "TypeError stretch: image must be an array of float32, got one of int32",
        "TypeError stretch: image must be an array of float32, got one of float64",
        "TypeError stretch: image must have 2 dimensions, it has 1",
        "TypeError stretch: image has a mask, which kernels would not see",
        "TypeError stretch: image has elements of type >f4, which kernels do not know",
        "0",
    ]  # fmt: skip


# A module of the kernels of tests/goldens/python_modules/arguments.py.


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """The folder of the module `fast`, for the CPU, and where it is installed."""
    source = tmp_path_factory.mktemp("fast")
    text = (ROOT / "tests/goldens/python_modules/arguments.py").read_text()
    (source / "arguments.py").write_text(text + GENERIC)
    (source / "CMakeLists.txt").write_text("""\
cmake_minimum_required(VERSION 3.22)
project(fast LANGUAGES CXX)
find_package(CudaPy REQUIRED)
if(WRONG)
  cudapy_add_python_module(${WRONG})
endif()
cudapy_add_python_module(fast arguments.py CUDA OFF DESTINATION package INSTANCES
  "fill<int64>" "copy<bfloat16>" "copy<half>" "copy<uint16>" "copy<int16>" "copy<float>")
""")
    configure(source, source / "build", "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wshadow -Werror")
    run("cmake", "--build", source / "build")
    return source


GENERIC = """

# fill : void (T value, T* X)
def fill(value, X):
    if idx < len(X):
        X[idx] = value


# even : void (int* X)
def even(X):
    assert X[idx] % 2 == 0, "an odd number"


# copy : void (T* X, T* Y)
def copy(X, Y):
    Y[idx] = X[idx]
"""


@pytest.fixture
def fast(project, monkeypatch):
    monkeypatch.setenv("CUDAPY_TARGET", "cpu")
    monkeypatch.syspath_prepend(str(project / "build"))
    import fast

    return fast


def vectors():
    return np.arange(5, dtype=np.float32), np.ones(5, np.float32)


def test_a_function_launches_its_kernel(fast):
    X, Y = vectors()
    assert fast.saxpy(5, 2, X, Y) is None
    assert Y.tolist() == [1, 3, 5, 7, 9]
    fast.saxpy((5,), alpha=np.float32(0.5), Y=Y, X=X, block=64, stream=None)
    assert Y.tolist() == [1, 3.5, 6, 8.5, 11]
    fast.saxpy(np.int64(2), 1, array.array("f", X), memoryview(Y))
    assert Y.tolist() == [1, 4.5, 6, 8.5, 11]
    fast.saxpy(0, 1, X[:0], Y[:0])
    fast.saxpy(5, 1, X, X)
    assert X.tolist() == [0, 2, 4, 6, 8]
    fast.saxpy(4, 1, Y[1:], Y[:4])  # overlapping, in their order
    assert Y.tolist() == [5.5, 10.5, 14.5, 19.5, 11]
    fast.nothing(3)
    result = np.zeros(3)
    fast.switch(3, 2.5, result, shared=7, block=3)
    assert result.tolist() == [2.5] * 3
    numbers = np.zeros(4, np.int64)
    fast.fill_int64(4, -(2**63), numbers)
    assert numbers.tolist() == [-(2**63)] * 4
    with pytest.raises(AssertionError) as caught:
        fast.even(4, np.arange(4, dtype=np.int32))
    assert re.sub(r" \S*/(?=arguments)", " ", str(caught.value)) == (
        'assertion failed in arguments.py:47: assert X[idx] % 2 == 0, "an odd number"'
    )


def test_numbers_are_those_of_numpy(fast):
    """Whatever their types: each is one part of the sum that the kernel makes."""
    result = np.zeros((1, 1), np.complex128)
    for i, u, h, d, c in [
        (-128, 2**64 - 1, 0.1, 1e300, 1 - 2j),
        (np.int8(127), np.uint64(2**53), np.float16(65504), np.float64(0.1), np.complex64(3j)),
        (True, 0, 2049.0 / 2048 + 2**-30, 3, 0.1),
        (0, 0, 65519.99, float("-inf"), 4),
        (0, 0, 1e-8, 1, np.complex128(0.1 + 0.2j)),
        (0, 0, float("nan"), 1, 1),
    ]:
        fast.numbers(1, True, i, u, h, d, c, result)
        expected = float(i) + float(u) + float(np.float16(h)) + float(d) + complex(np.complex64(c))
        assert np.array_equal(result[0, 0], expected, equal_nan=True), (i, u, h, d, c)
    result[:] = 0
    fast.numbers(1, np.False_, 1, 1, 1, 1, 1, result)
    assert result[0, 0] == 0


def test_the_names_of_parameters_may_be_those_of_options(fast):
    numbers = cp.CudaArray([1.0, 2.0, 1.5], cp.BFloat16)
    given, launch = np.zeros(2, np.uint8), np.zeros((1, 1, 1), bool)
    fast.names(1, threads=7, block=numbers, given=given, launch=launch)
    assert (given.tolist(), launch.item()) == ([7, 0], False)


class ReadOnly:
    """A producer of DLPack whose memory must not be written."""

    def __init__(self, array):
        self.array = array
        self.__dlpack_device__ = array.__dlpack_device__

    def __dlpack__(self, **words):
        capsule = self.array.__dlpack__(**words)
        pointer = ctypes.pythonapi.PyCapsule_GetPointer
        pointer.restype, pointer.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
        flags = ctypes.c_uint64.from_address(pointer(capsule, b"dltensor_versioned") + 24)
        flags.value |= 1
        return capsule


TYPES = {
    "bfloat16": cp.BFloat16,
    "half": cp.Half,
    "uint16": cp.UInt16,
    "int16": cp.Int16,
    "float": cp.Float,
}


@pytest.mark.parametrize("taken", TYPES)
@pytest.mark.parametrize("kind", TYPES)
@pytest.mark.parametrize("source", ["CudaArray", "read-only CudaArray", "NumPy", "read-only NumPy"])
def test_elements_have_the_type_that_their_array_says(fast, source, kind, taken):
    X: Any = cp.CudaArray([1, 2, 3], TYPES[kind])
    if "NumPy" in source and kind == "bfloat16":
        return  # it has none
    if "NumPy" in source:
        X = X.numpy()
        X.flags.writeable = "read-only" not in source
    elif "read-only" in source:
        X = cp.asarray(ReadOnly(X))
        with pytest.raises(ValueError):
            X[0] = 1
    Y = cp.zeros(3, TYPES[taken])
    function = getattr(fast, f"copy_{taken}")
    if kind == taken:
        function(3, X, Y)
        assert Y.tolist() == [1, 2, 3]
        return
    with pytest.raises(TypeError) as caught:
        function(3, X, Y)
    wanted, got = (TYPES[each].numpy_name for each in (taken, kind))
    assert str(caught.value) == f"copy_{taken}: X must be an array of {wanted}, got one of {got}"


X, Y = vectors()
READ_ONLY = Y.copy()
READ_ONLY.flags.writeable = False
USAGE = "saxpy(threads, alpha, X, Y)"
LIBRARIES = "(of CudaPy, PyTorch, CuPy, NumPy, or with DLPack)"


class Refusing:
    """As a tensor of PyTorch that needs its gradient."""

    def __dlpack_device__(self):
        return 1, 0

    def __dlpack__(self, **words):
        raise BufferError("not this one")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ((), f"TypeError: saxpy: the number of threads is missing: {USAGE}"),
        ((5,), f"TypeError: saxpy: the argument alpha is missing: {USAGE}"),
        ((5, 1, X), f"TypeError: saxpy: the argument Y is missing: {USAGE}"),
        ((5, 1, X, Y, 3), f"TypeError: saxpy: 5 arguments are given, and it takes 4: {USAGE}"),
        ((5, 1, X, Y, {"X": X}), f"TypeError: saxpy: the argument X is given twice: {USAGE}"),
        ((5, 1, X, Y, {"Z": X}), f"TypeError: saxpy: there is no parameter Z: {USAGE}"),
        ((None, 1, X, Y), "TypeError: saxpy: threads must be an integer, got NoneType"),
        ((5.0, 1, X, Y), "TypeError: saxpy: threads must be an integer, got float"),
        (((), 1, X, Y), "TypeError: saxpy: threads must have 1 to 3 numbers, got 0"),
        (([1] * 4, 1, X, Y), "TypeError: saxpy: threads must have 1 to 3 numbers, got 4"),
        ((-1, 1, X, Y), "ValueError: saxpy: threads must be 0 or more, got -1"),
        (
            (2**70, 1, X, Y),
            "OverflowError: saxpy: threads must be from -9223372036854775808 to 9223372036854775807, got "
            "1180591620717411303424",
        ),
        ((5, None, X, Y), "TypeError: saxpy: alpha must be a number, got NoneType"),
        ((5, "1", X, Y), "TypeError: saxpy: alpha must be a number, got str"),
        ((5, 1j, X, Y), "TypeError: saxpy: alpha must be a number, got complex"),
        ((5, np.complex64(1), X, Y), "TypeError: saxpy: alpha must be a number, got complex64"),
        ((5, np.timedelta64(1, "s"), X, Y), "TypeError: saxpy: alpha must be a number, got timedelta64"),
        ((5, X, X, Y), "TypeError: saxpy: alpha must be a number, got ndarray"),
        ((5, 1e39, X, Y), "OverflowError: saxpy: alpha must be a number that a float32 holds, got 1e+39"),
        ((5, 1, None, Y), f"TypeError: saxpy: X must be an array {LIBRARIES}, got NoneType"),
        ((5, 1, "abc", Y), f"TypeError: saxpy: X must be an array {LIBRARIES}, got str"),
        ((5, 1, [1.0], Y), f"TypeError: saxpy: X must be an array {LIBRARIES}, got list"),
        ((5, 1, b"abc", Y), "TypeError: saxpy: X must be an array of float32, got one of uint8"),
        ((5, 1, X.astype("f8"), Y), "TypeError: saxpy: X must be an array of float32, got one of float64"),
        ((5, 1, X.astype("i4"), Y), "TypeError: saxpy: X must be an array of float32, got one of int32"),
        ((5, 1, X.astype(">f4"), Y), "TypeError: saxpy: X has its bytes in another order than the machine"),
        ((5, 1, X[:, None], Y), "TypeError: saxpy: X must have 1 dimension, it has 2"),
        ((5, 1, np.float32(1), Y), "TypeError: saxpy: X must have 1 dimension, it has 0"),
        ((5, 1, X[::2], Y), "ValueError: saxpy: X is not contiguous: pass a copy"),
        ((5, 1, X[::-1], Y), "ValueError: saxpy: X is not contiguous: pass a copy"),
        ((5, 1, np.broadcast_to(X[:1], (5,)), Y), "ValueError: saxpy: X is not contiguous: pass a copy"),
        ((5, 1, np.ma.masked_equal(X, 1), Y), "TypeError: saxpy: X has a mask, which kernels would not see"),
        (
            (5, 1, np.zeros(21, np.uint8)[1:].view("f4"), Y),
            "ValueError: saxpy: X is not aligned to 4 bytes, which kernels need for its elements",
        ),
        ((5, 1, X, READ_ONLY), "ValueError: saxpy: Y is read-only, and would be changed: pass a copy"),
        ((5, 1, Refusing(), Y), "BufferError: saxpy: X: not this one"),
        ((5, 1, X, Y, {"block": 0}), "ValueError: saxpy: block must be 1 or more, got 0"),
        ((5, 1, X, Y, {"block": "1"}), "TypeError: saxpy: block must be an integer, got str"),
        ((5, 1, X, Y, {"stream": "1"}), "TypeError: saxpy: stream must be a stream or its address, got str"),
        (
            (5, 1, X, Y, {"shared": 3}),
            "TypeError: saxpy: no shared array is sized at the launch: leave `shared` out",
        ),
    ],
)
def test_what_a_function_refuses(fast, given, message):
    words = given[-1] if given and isinstance(given[-1], dict) else {}
    before = Y.copy()
    with pytest.raises(Exception) as caught:  # noqa: PT011: its type is in the message
        fast.saxpy(*given[: len(given) - bool(words)], **words)
    assert f"{caught.type.__name__}: {caught.value}" == message
    assert (Y == before).all()


@pytest.mark.parametrize(
    ("parameter", "value", "message"),
    [
        ("b", 1, "TypeError: numbers: b must be True or False, got int"),
        ("b", None, "TypeError: numbers: b must be True or False, got NoneType"),
        ("i", 128, "OverflowError: numbers: i must be from -128 to 127, got 128"),
        ("i", -129, "OverflowError: numbers: i must be from -128 to 127, got -129"),
        ("i", 1.0, "TypeError: numbers: i must be an integer, got float"),
        ("u", -1, "OverflowError: numbers: u must be from 0 to 18446744073709551615, got -1"),
        (
            "u",
            2**64,
            "OverflowError: numbers: u must be from 0 to 18446744073709551615, got 18446744073709551616",
        ),
        ("h", 65520, "OverflowError: numbers: h must be a number that a float16 holds, got 65520"),
        ("d", 10**400, f"OverflowError: numbers: d must be a number that a float64 holds, got {10**400}"),
        ("c", "1j", "TypeError: numbers: c must be a number, got str"),
        ("c", 1e39j, "OverflowError: numbers: c must be a number that a float32 holds, got 1e+39j"),
        ("c", X, "TypeError: numbers: c must be a complex number, got ndarray"),
    ],
)
def test_numbers_that_a_parameter_does_not_hold(fast, parameter, value, message):
    words = {"b": True, "i": 1, "u": 1, "h": 1, "d": 1, "c": 1, "out": np.zeros((1, 1), np.complex128)}
    with pytest.raises(Exception) as caught:  # noqa: PT011: its type is in the message
        fast.numbers(1, **{**words, parameter: value})
    assert f"{caught.type.__name__}: {caught.value}" == message


def test_arrays_that_are_longer_than_kernels_count(fast):
    """Also one without elements, whose length along an axis a kernel could ask for."""
    long = np.lib.stride_tricks.as_strided(np.zeros(0, bool), (0, 2**40, 1), (1, 1, 1))
    with pytest.raises(ValueError) as caught:
        fast.names(1, 1, cp.CudaArray([1.0], cp.BFloat16), np.zeros(1, np.uint8), long)
    assert str(caught.value) == (
        "names: launch has 1099511627776 elements: the most is 2147483647 with 32-bit coordinates; translate "
        "with INDEX int64"
    )


def test_documentation_and_stub(fast, project, tmp_path):
    assert fast.__doc__ == "The kernels of arguments.py."
    assert str(inspect.signature(fast.saxpy)) == "(threads, /, alpha, X, Y, *, block=None, stream=None)"
    assert (
        str(inspect.signature(fast.switch)) == "(threads, /, first, out, *, block=None, shared, stream=None)"
    )
    assert inspect.getdoc(fast.saxpy) == (
        'Add alpha times X to Y.\n\nThey have "as many" elements, \\ and no others.\n\nalpha: float32\n'
        "X: an array of float32 with 1 dimension\nY: an array of float32 with 1 dimension, which is written"
    )
    run("cmake", "--install", project / "build", "--prefix", tmp_path)
    assert {path.name for path in (tmp_path / "package").iterdir()} == {"fast.abi3.so", "fast.pyi"}
    stub = (project / "build/fast.pyi").read_text()
    assert (tmp_path / "package/fast.pyi").read_text() == stub
    golden = (ROOT / "tests/goldens/python_modules/arguments.py.expected.pyi").read_text()
    assert stub.startswith(golden)

    pytest.importorskip("mypy")
    (tmp_path / "use.py").write_text("""\
import numpy as np
from package import fast
X = np.zeros(3, np.float32)
fast.saxpy((3, 1), np.float32(1), X, memoryview(bytearray(12)), block=64)
fast.numbers(3, True, np.int8(3), 3, 1.5, 1, 1j, X)
fast.saxpy(3, "a", "b", X)
""")
    said = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "use.py"], cwd=tmp_path, capture_output=True, text=True
    )
    assert said.stdout.splitlines() == [
        'use.py:6: error: Argument 2 to "saxpy" has incompatible type "str"; expected "SupportsFloat"  '
        "[arg-type]",
        'use.py:6: error: Argument 3 to "saxpy" has incompatible type "str"; expected "_DLPack | '
        '_CudaArray | _Buffer"  [arg-type]',
        "Found 2 errors in 1 file (checked 1 source file)",
    ]


def test_calls_leave_nothing_behind(fast):
    X, Y = vectors()

    def failing(error, *given, **words):
        with pytest.raises(error):
            fast.saxpy(*given, **words)

    def calls(count):
        for _ in range(count):
            fast.saxpy(5, 1.5, X, Y)
            fast.saxpy(5, alpha=1, X=X, Y=Y, block=(32, 1))
        for _ in range(count // 20):
            failing(TypeError, 5, "a", X, Y)
            failing(ValueError, 5, 1, X, READ_ONLY)
            failing(BufferError, 5, 1, Refusing(), Y)
            failing(ValueError, 5, 1, X[::2], Y)
            failing(TypeError, 5, 1, X, Y, foo=[])

    calls(1000)
    objects = X, Y, READ_ONLY
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    references = [sys.getrefcount(each) for each in objects]
    calls(20_000)
    assert [sys.getrefcount(each) for each in objects] == references
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < 2000  # KiB


def test_many_threads_at_once(fast):
    X = np.ones(1 << 16, np.float32)
    results = [np.zeros(1 << 16, np.float32) for _ in range(12)]

    def work(Y):
        for _ in range(30):
            fast.saxpy(Y.size, 1, X, Y)

    threads = [threading.Thread(target=work, args=(Y,)) for Y in results]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((Y == 30).all() for Y in results)


def test_what_the_cmake_function_and_the_translator_refuse(project, tmp_path):
    for wrong, message in [
        ("slow", "a module is of one Python file, and slow was given 0: ''"),
        (
            "slow;arguments.py;b.py",
            "a module is of one Python file, and slow was given 2: 'arguments.py;b.py'",
        ),
        ("slow;arguments.py;DESTINATION", "no value is given for DESTINATION"),
    ]:
        said = " ".join(configure(project, tmp_path / "wrong", f"-DWRONG={wrong}", status=1).stderr.split())
        assert f"cudapy_add_python_module: {message} Call Stack" in said

    pycu2cu = os.environ.get("PYCU2CU") or shutil.which("pycu2cu")
    (tmp_path / "rows.py").write_text(
        "# first : void (float4* rows)\ndef first(rows):\n    rows[0] = float4(1, 1, 1, 1)\n"
    )

    def said(*words):
        outputs = ["-o", tmp_path / "a.cpp", "--header", tmp_path / "a.h"]
        command = [pycu2cu, tmp_path / "rows.py", "--program", *outputs, *words]
        return run(*command, status=2).stderr.splitlines()[0]

    assert said("--python-module", tmp_path / "fast.cpp") == (
        "pycu2cu: the parameter rows of the kernel first is an array whose elements are each a vector, which "
        "functions of a Python module do not take: name the other kernels by --kernel"
    )
    assert said("--python-module", tmp_path / "my-module.cpp") == (
        "pycu2cu: the Python module 'my-module' is not a name of letters, digits and underscores"
    )
    assert said("--python-stub", tmp_path / "fast.pyi") == "pycu2cu: --python-stub is for --python-module"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["rows.py", "wrong"]
