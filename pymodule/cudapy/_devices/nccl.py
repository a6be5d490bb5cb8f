"""NCCL, NVIDIA's library for what several GPUs compute together. It comes with PyTorch and CuPy, and is
called as it is."""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from collections.abc import Sequence

from .. import _core
from .._core import CudaArray
from .current import current

_TYPES = {"int": 2, "uint32": 3, "int64": 4, "uint64": 5, "half": 6, "float": 7, "double": 8, "bfloat16": 9}
_OPERATIONS = {"sum": 0, "max": 2, "min": 3}
_changing = threading.RLock()
_communicators: dict[
    tuple[int, ...], ctypes.Array[ctypes.c_void_p]
] = {}  # by the numbers of their GPUs; they live as long as the process
_loaded: list[ctypes.CDLL | None] = []


def why_not(devices: Sequence[str]) -> str:
    """Returns why NCCL cannot work with arrays on these devices; "" where it can."""
    if "cpu" in devices:
        return "the arrays are on the CPU"
    if len(set(devices)) < len(devices):
        return "two arrays are on one GPU"
    return (
        ""
        if _library() is not None
        else "libnccl.so.2 is not installed: it comes with PyTorch, or by pip install nvidia-nccl-cu12"
    )


def _library() -> ctypes.CDLL | None:
    with _changing:
        if not _loaded:
            _loaded.append(_load())
        return _loaded[0]


def _load() -> ctypes.CDLL | None:
    for path in [
        *(os.path.join(folder, "nvidia/nccl/lib/libnccl.so.2") for folder in sys.path),
        "libnccl.so.2",
    ]:
        if os.path.isabs(path) and not os.path.exists(path):
            continue
        try:
            library = ctypes.CDLL(path)
        except OSError:
            continue
        library.ncclGetErrorString.restype = ctypes.c_char_p
        library.ncclAllReduce.argtypes = [
            ctypes.c_void_p,
            ctypes.c_void_p,
            ctypes.c_size_t,
            ctypes.c_int,
            ctypes.c_int,
            ctypes.c_void_p,
            ctypes.c_void_p,
        ]
        return library
    return None


def _checked(library: ctypes.CDLL, result: int) -> None:
    if result:
        raise RuntimeError(
            f"all_reduce: NCCL failed: {library.ncclGetErrorString(result).decode()}; NCCL_DEBUG=WARN says "
            'more, and by="copies" does without it'
        )


def _communicators_of(library: ctypes.CDLL, numbers: tuple[int, ...]) -> ctypes.Array[ctypes.c_void_p]:
    found = _communicators.get(numbers)
    if found is None:
        found = (ctypes.c_void_p * len(numbers))()
        _checked(
            library, library.ncclCommInitAll(found, len(numbers), (ctypes.c_int * len(numbers))(*numbers))
        )
        _communicators[numbers] = found
    return found


def all_reduce(arrays: Sequence[CudaArray], op: str) -> None:
    """Gives the work to the current stream of each array's GPU, and waits for nothing."""
    library = _library()
    assert library is not None  # why_not() said so
    given = []
    for array in arrays:
        with current(array.device):
            _core.empty(
                1, _core.Bool, array.device
            )  # refused while a graph is recorded, which this would not be a part of
            given.append((array.pointer(), _core.current_stream().pointer()))
    if not arrays[0].size:
        return
    kind = _TYPES[_core.elemType(arrays[0]).name]
    with _changing:  # a communicator is for one thread at a time
        communicators = _communicators_of(
            library, tuple(int(array.device.partition(":")[2]) for array in arrays)
        )
        _checked(library, library.ncclGroupStart())
        for (address, stream), communicator in zip(given, communicators):
            result = library.ncclAllReduce(
                address, address, arrays[0].size, kind, _OPERATIONS[op], communicator, stream
            )
            if result:
                library.ncclGroupEnd()
                _checked(library, result)
        _checked(library, library.ncclGroupEnd())
