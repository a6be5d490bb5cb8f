"""The arrays of mapped_array() and managed_array(): arrays of NumPy whose memory kernels use where it is."""

from __future__ import annotations

from typing import Any

import numpy

from ... import _core
from ..._devices.streams import core_stream
from .._devices.devices import runs_on_cpu
from .._types.records import has_records, record_of

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..._core import CudaArray


class InPlaceArray(numpy.ndarray[Any, Any]):
    """An array of NumPy, and for kernels an array on the device. So are views of it; results of NumPy's
    functions are arrays of the host as any others."""

    _memory: tuple[CudaArray, int, int] | None = (
        None  # what keeps the memory, its first address, and the one after its last
    )

    def __array_finalize__(self, other: Any) -> None:
        memory = getattr(other, "_memory", None)
        if memory is not None:
            _, begin, end = memory
            self._memory = memory if begin <= _address(self) < end else None

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        if runs_on_cpu() or not is_in_place(self):
            raise AttributeError("an array in memory of the host has no __cuda_array_interface__")
        return on_device(self).__cuda_array_interface__

    def copy_to_host(self, ary: Any = None, stream: Any = 0) -> Any:
        """Returns a copy of the elements, after the work of the stream: a new array of NumPy, or `ary`."""
        return on_device(self).copy_to_host(ary, stream)

    def copy_to_device(self, ary: Any, stream: Any = 0) -> None:
        """Copies the elements of another array, in the order of the stream's work."""
        on_device(self).copy_from(ary, core_stream(stream))


class MappedNDArray(InPlaceArray):
    """An array in page-locked memory of the host, which kernels on a GPU reach."""


class ManagedNDArray(InPlaceArray):
    """An array in managed memory, which moves between the host and a GPU."""


def is_in_place(value: object) -> bool:
    """Returns whether kernels use the elements of a value of NumPy where they are, on a GPU too."""
    return isinstance(value, InPlaceArray) and value._memory is not None and value.ndim > 0


def in_place(kind: type[InPlaceArray], memory: CudaArray, axes: Sequence[int]) -> InPlaceArray:
    """Returns an array of NumPy of a class above in the memory of a CudaArray on the host, whose axes are
    those that `axes` names."""
    made = numpy.asarray(memory).view(kind)
    made._memory = memory, _address(made), _address(made) + made.nbytes
    return made.transpose([axes.index(axis) for axis in range(len(axes))])


def on_device(array: numpy.ndarray[Any, Any]) -> CudaArray:
    """Returns a CudaArray of the elements of an array of the host, where they are. Raises TypeError where
    kernels cannot use them there."""
    if has_records(array):
        return _core.on_host_memory(array, record_of(array.dtype))
    return _core.on_host_memory(array)


def _address(array: numpy.ndarray[Any, Any]) -> int:
    return int(array.__array_interface__["data"][0])
