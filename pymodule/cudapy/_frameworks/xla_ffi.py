"""Functions that XLA calls, written in Python: the call frames of its foreign function interface, as the
header xla/ffi/api/c_api.h of jaxlib has them."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

import numpy as np

_MAJOR = 0  # of the interface; later minor versions only add to it
_METADATA, _EXECUTE, _INTERNAL = 1, 3, 13
_DTYPES = {
    1: "bool",
    2: "int8",
    3: "int16",
    4: "int32",
    5: "int64",
    6: "uint8",
    7: "uint16",
    8: "uint32",
    9: "uint64",
    10: "float16",
    11: "float32",
    12: "float64",
    15: "complex64",
    18: "complex128",
}


class _Extension(ctypes.Structure):
    pass


_Extension._fields_ = [
    ("size", ctypes.c_size_t),
    ("type", ctypes.c_int),
    ("next", ctypes.POINTER(_Extension)),
]


class _Version(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("extension", ctypes.POINTER(_Extension)),
        ("major", ctypes.c_int),
        ("minor", ctypes.c_int),
    ]


class _Metadata(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("version", _Version),
        ("traits", ctypes.c_uint32),
    ]


class _MetadataExtension(ctypes.Structure):
    _fields_ = [("base", _Extension), ("metadata", ctypes.POINTER(_Metadata))]


class _ErrorArguments(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("extension", ctypes.POINTER(_Extension)),
        ("message", ctypes.c_char_p),
        ("code", ctypes.c_int),
    ]


class _StreamArguments(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("extension", ctypes.POINTER(_Extension)),
        ("context", ctypes.c_void_p),
        ("stream", ctypes.c_void_p),
    ]


_GetStream = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(_StreamArguments))
_MakeError = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(_ErrorArguments))


class _Api(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("extension", ctypes.POINTER(_Extension)),
        ("version", _Version),
        ("internal", ctypes.c_void_p),
        ("make_error", _MakeError),
        ("error_message", ctypes.c_void_p),
        ("drop_error", ctypes.c_void_p),
        ("register_handler", ctypes.c_void_p),
        ("get_stream", _GetStream),
    ]


class _Buffer(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("extension", ctypes.POINTER(_Extension)),
        ("dtype", ctypes.c_int),
        ("data", ctypes.c_void_p),
        ("rank", ctypes.c_int64),
        ("extents", ctypes.POINTER(ctypes.c_int64)),
    ]


class _Buffers(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("extension", ctypes.POINTER(_Extension)),
        ("count", ctypes.c_int64),
        ("types", ctypes.POINTER(ctypes.c_int)),
        ("buffers", ctypes.POINTER(ctypes.POINTER(_Buffer))),
    ]


class _CallFrame(ctypes.Structure):
    _fields_ = [
        ("size", ctypes.c_size_t),
        ("extension", ctypes.POINTER(_Extension)),
        ("api", ctypes.POINTER(_Api)),
        ("context", ctypes.c_void_p),
        ("stage", ctypes.c_int),
        ("arguments", _Buffers),
        ("results", _Buffers),
    ]


_Handler = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.POINTER(_CallFrame))


class DeviceBuffer:
    """Memory of a GPU that XLA has given, as other libraries take it. A number is an array of one element."""

    def __init__(self, address: int, shape: tuple[int, ...], dtype: Any) -> None:
        self.__cuda_array_interface__ = {
            "version": 3,
            "shape": shape or (1,),
            "typestr": dtype.str,
            "data": (address, False),
            "strides": None,
            "stream": None,  # the launch says it
        }


def handler_of(function: Callable[[list[Any], list[Any]], None]) -> Any:
    """Returns a function of C that XLA calls, for memory of the host. It calls `function` with the arguments
    and the results as arrays of NumPy. What that raises is an error of the computation."""

    def call(frame: Any) -> None:
        function(_arrays(frame.arguments, _host_array), _arrays(frame.results, _host_array))

    return _handler_of(call)


def device_handler_of(function: Callable[[int, list[Any], list[Any]], None]) -> Any:
    """Returns such a function for memory of GPUs. It calls `function` with the address of the CUstream that
    the work belongs to, and with the arguments and the results as DeviceBuffers."""

    def call(frame: Any) -> int | None:
        asked = _StreamArguments(ctypes.sizeof(_StreamArguments), None, frame.context, None)
        error: int | None = frame.api.contents.get_stream(ctypes.byref(asked))
        if error:
            return error
        function(
            asked.stream or 0,
            _arrays(frame.arguments, DeviceBuffer),
            _arrays(frame.results, DeviceBuffer),
        )
        return None

    return _handler_of(call)


def _handler_of(call: Callable[[Any], int | None]) -> Any:
    def handle(pointer: Any) -> int | None:
        frame = pointer.contents
        if frame.extension and frame.extension.contents.type == _METADATA:
            _describe(frame)
            return None
        try:
            return call(frame) if frame.stage == _EXECUTE else None
        except BaseException as error:
            text = f"{type(error).__name__}: {error}".encode()
            given = _ErrorArguments(ctypes.sizeof(_ErrorArguments), None, text, _INTERNAL)
            made: int | None = frame.api.contents.make_error(ctypes.byref(given))
            return made

    return _Handler(handle)


def _describe(frame: Any) -> None:
    """Tells XLA the version of the interface."""
    version = frame.api.contents.version
    extension = ctypes.cast(frame.extension, ctypes.POINTER(_MetadataExtension)).contents
    metadata = extension.metadata.contents
    metadata.version.major, metadata.version.minor = _MAJOR, version.minor
    metadata.traits = 0


def _arrays(buffers: Any, kind: Callable[[int, tuple[int, ...], Any], Any]) -> list[Any]:
    return [_array(buffers.buffers[i].contents, kind) for i in range(buffers.count)]


def _array(buffer: Any, kind: Callable[[int, tuple[int, ...], Any], Any]) -> Any:
    shape = tuple(buffer.extents[i] for i in range(buffer.rank))
    return kind(buffer.data or 0, shape, np.dtype(_DTYPES[buffer.dtype]))


def _host_array(address: int, shape: tuple[int, ...], dtype: Any) -> Any:
    size = dtype.itemsize
    for extent in shape:
        size *= extent
    if not size:
        return np.empty(shape, dtype)
    memory = (ctypes.c_char * size).from_address(address)
    return np.frombuffer(memoryview(memory), dtype).reshape(shape)
