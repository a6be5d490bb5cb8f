"""The handlers that XLA calls, with call frames as XLA makes them: on the host, and on a GPU, whose streams
and memory are the CPU target's where there is none. JAX itself is not needed."""

from __future__ import annotations

import ctypes
from typing import Any

import cudapy as cp
import numpy as np
import pytest
from cudapy import idx
from cudapy._frameworks import jax_op, xla_ffi

CODES = {np.dtype(name): code for code, name in xla_ffi._DTYPES.items()}


class Frame:
    """A call of a handler with arrays, whose memory is that of NumPy or of CudaArrays."""

    def __init__(self, arguments: list[Any], results: list[Any], stream: int = 0, stage: int = 3) -> None:
        self.kept: list[Any] = []
        self.errors: list[str] = []
        self.stream = stream
        self.stream_error = 0
        api = xla_ffi._Api(
            size=ctypes.sizeof(xla_ffi._Api),
            version=xla_ffi._Version(size=ctypes.sizeof(xla_ffi._Version), major=0, minor=7),
            make_error=xla_ffi._MakeError(self.make_error),
            get_stream=xla_ffi._GetStream(self.get_stream),
        )
        self.frame = xla_ffi._CallFrame(
            size=ctypes.sizeof(xla_ffi._CallFrame),
            api=self.keep(ctypes.pointer(api)),
            context=77,
            stage=stage,
            arguments=self.buffers(arguments),
            results=self.buffers(results),
        )

    def keep(self, each: Any) -> Any:
        self.kept.append(each)
        return each

    def make_error(self, pointer: Any) -> int:
        self.errors.append(f"{pointer.contents.code} {pointer.contents.message.decode()}")
        return 11

    def get_stream(self, pointer: Any) -> int | None:
        assert pointer.contents.context == 77
        pointer.contents.stream = self.stream
        return self.stream_error or None

    def buffers(self, arrays: list[Any]) -> Any:
        made = []
        for array in arrays:
            shape = tuple(array.shape)
            extents = self.keep((ctypes.c_int64 * max(len(shape), 1))(*shape))
            address = array.ctypes.data if isinstance(array, np.ndarray) else array.pointer()
            buffer = xla_ffi._Buffer(
                size=ctypes.sizeof(xla_ffi._Buffer),
                dtype=CODES[np.dtype(array.dtype)],
                data=address,
                rank=len(shape),
                extents=ctypes.cast(extents, ctypes.POINTER(ctypes.c_int64)),
            )
            made.append(ctypes.pointer(self.keep(buffer)))
        pointers = self.keep((ctypes.POINTER(xla_ffi._Buffer) * max(len(made), 1))(*made))
        return xla_ffi._Buffers(
            size=ctypes.sizeof(xla_ffi._Buffers),
            count=len(made),
            buffers=ctypes.cast(pointers, ctypes.POINTER(ctypes.POINTER(xla_ffi._Buffer))),
        )

    def call(self, handler: Any) -> int | None:
        """Calls the handler as C does, by its address."""
        address = ctypes.cast(handler, ctypes.c_void_p).value
        function = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)(address)
        given: int | None = function(ctypes.addressof(self.frame))
        return given


@cp.kernel("void (double a, double* X, int* N, double* Y)")
def scaled(a, X, N, Y):
    Y[idx] = a * a * X[idx] * N[idx] + Y[idx]


A, X, N, Y = np.array(3.0), np.array([1.0, 2.0]), np.array([1, 10], np.int32), np.array([100.0, 200.0])


def test_the_host() -> None:
    operator = jax_op.JaxOperator(scaled, "Y", None)
    result = np.full(2, 7.0)
    frame = Frame([A, X, N, Y], [result])
    assert frame.call(jax_op.on_host(operator.run)) is None and frame.errors == []
    assert result.tolist() == [109.0, 380.0] and Y.tolist() == [100.0, 200.0]
    derivative = jax_op._Derivative(operator)
    found = [np.full((), 7.0), np.full(2, 7.0), np.full(2, 7.0)]
    frame = Frame([A, X, N, Y, np.array([1.0, 0.5])], found)
    assert frame.call(jax_op.on_host(derivative.run)) is None and frame.errors == []
    assert [each.tolist() for each in found] == [66.0, [9.0, 45.0], [1.0, 0.5]]


@pytest.fixture
def device(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Returns what makes arrays of a device: of a GPU, or else of the CPU target."""
    if cp.compile(scaled.__wrapped__, sig="void (double a, double* X, int* N, double* Y)").target == "cuda":
        return cp.CudaArray
    monkeypatch.setattr(xla_ffi, "DeviceBuffer", lambda *buffer: xla_ffi._host_array(*buffer).reshape(-1))
    return np.array


def test_a_gpu(device: Any) -> None:
    operator = jax_op.JaxOperator(scaled, "Y", None)
    stream = cp.Stream()
    arguments = [device(each.reshape(each.shape or 1)) for each in (A, X, N, Y)]
    result = device(np.full(2, 7.0))
    frame = Frame(arguments, [result], stream.pointer())
    assert frame.call(jax_op.on_device(operator.run)) is None and frame.errors == []
    stream.synchronize()
    assert result.tolist() == [109.0, 380.0] and arguments[3].tolist() == [100.0, 200.0]
    derivative = jax_op._Derivative(operator)
    found = [device(np.full(1, 7.0)), device(np.full(2, 7.0)), device(np.full(2, 7.0))]
    frame = Frame([*arguments, device(np.array([1.0, 0.5]))], found, stream.pointer())
    assert frame.call(jax_op.on_device(derivative.run)) is None and frame.errors == []
    stream.synchronize()
    assert [each.tolist() for each in found] == [[66.0], [9.0, 45.0], [1.0, 0.5]]


def test_memory_of_a_gpu_as_libraries_take_it() -> None:
    seen: list[Any] = []

    def function(stream: int, arguments: list[Any], results: list[Any]) -> None:
        seen.append(stream)
        seen.extend(each.__cuda_array_interface__ for each in (*arguments, *results))

    frame = Frame([A, N], [Y], 4096)
    assert frame.call(xla_ffi.device_handler_of(function)) is None and frame.errors == []
    common = {"version": 3, "strides": None, "stream": None}
    assert seen == [
        4096,
        {"shape": (1,), "typestr": "<f8", "data": (A.ctypes.data, False), **common},
        {"shape": (2,), "typestr": "<i4", "data": (N.ctypes.data, False), **common},
        {"shape": (2,), "typestr": "<f8", "data": (Y.ctypes.data, False), **common},
    ]


def test_errors_and_other_stages() -> None:
    def fails(*_: Any) -> None:
        raise ValueError("no such thing")

    for handler in (xla_ffi.handler_of(fails), xla_ffi.device_handler_of(fails)):
        frame = Frame([X], [Y])
        assert frame.call(handler) == 11 and frame.errors == ["13 ValueError: no such thing"]
        frame = Frame([X], [Y], stage=1)
        assert frame.call(handler) is None and frame.errors == []
    frame = Frame([X], [Y])
    frame.stream_error = 5
    assert frame.call(xla_ffi.device_handler_of(fails)) == 5 and frame.errors == []


def test_metadata() -> None:
    metadata = xla_ffi._Metadata(size=ctypes.sizeof(xla_ffi._Metadata), traits=1)
    base = xla_ffi._Extension(size=ctypes.sizeof(xla_ffi._MetadataExtension), type=xla_ffi._METADATA)
    extension = xla_ffi._MetadataExtension(base, ctypes.pointer(metadata))
    frame = Frame([], [])
    frame.frame.extension = ctypes.cast(ctypes.pointer(extension), ctypes.POINTER(xla_ffi._Extension))
    assert frame.call(xla_ffi.handler_of(lambda *_: None)) is None
    assert (metadata.version.major, metadata.version.minor, metadata.traits) == (0, 7, 0)
