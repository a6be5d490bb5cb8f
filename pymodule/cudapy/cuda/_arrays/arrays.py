"""Arrays on the device, which are CudaArrays."""

from __future__ import annotations

import math

from ... import _core
from ..._arrays.layout import layout_of
from ..._devices.streams import core_stream
from ..._types.dates import date_of, has_dates, is_date_dtype
from .._jit.arguments import check_host_array, is_in_place
from .._missing import NotThereError
from .._types.date_types import Date
from .._types.numba_types import translated
from .._types.record_types import Record
from .._types.records import has_records, is_record, record_of
from .._types.types import Number, Type

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..._core import CudaArray


def element_of(dtype: Any) -> Any:
    """Returns the type of elements that a dtype names: one of NumPy, text, or a type of numba; None is
    float64."""
    if dtype is None:
        return _core.Double
    dtype = translated(dtype)
    if isinstance(dtype, Number):
        return dtype.core
    if isinstance(dtype, (Record, Date)):
        return dtype.core
    if isinstance(dtype, Type):
        raise NotThereError(f"cudapy.cuda has no arrays of {dtype} yet: numbers are there")
    if isinstance(dtype, _core.Type) or hasattr(dtype, "__cudapy_fields__"):
        return dtype
    import numpy

    made = numpy.dtype(dtype)
    if is_date_dtype(made):
        return date_of(made)
    return record_of(made) if made.names else made


def to_device(obj: Any, stream: Any = 0, copy: bool = True, to: CudaArray | None = None) -> CudaArray:
    """Returns a copy of an array on the device, in the same order, "C" or "F". A device array is returned as
    it is, and so is a mapped or managed one. With `to`, a device array, the copy goes into that one; without
    `copy` the elements are not set.

    Raises ValueError for an array on the host that is not contiguous.
    """
    if to is not None:
        if copy:
            to.copy_from(obj, core_stream(stream))
        return to
    if is_in_place(obj):
        array: CudaArray = obj  # as a kernel takes it
        return array
    if isinstance(obj, _core.CudaArray) or hasattr(obj, "__cuda_array_interface__"):
        return _core.asarray(obj)
    if is_record(obj):
        raise NotThereError("cudapy.cuda has no single records on the device yet: give an array of one")
    import numpy

    host = numpy.asanyarray(obj)
    if host.dtype.kind in "OSU":
        made_of = {"O": "objects", "S": "bytes", "U": "strings"}[host.dtype.kind]
        raise TypeError(
            f"to_device: NumPy makes an array of {made_of} of a {type(obj).__name__}, and "
            "kernels take numbers"
        )
    core = host[tuple(0 if not stride else slice(None) for stride in host.strides)] if host.size else host
    check_host_array(core, "to_device")
    made = device_array_like(host)
    if copy and host.size:
        made.copy_from(host, core_stream(stream))
    return made


def device_array(
    shape: Any, dtype: Any = None, strides: Any = None, order: str = "C", stream: Any = 0
) -> CudaArray:
    """Returns an array on the device whose elements are not set. Without a dtype they are float64. `order` is
    "C" or "F". `strides`, in bytes, must leave no gaps: NotThereError for others.
    """
    shape, kind = shape_of(shape), element_of(dtype)
    axes = axes_of("device_array", shape, strides, order, kind)
    if not shape:
        return _core.numpy_scalars(_core.empty(1, kind)).reshape(())
    made = _core.numpy_scalars(_core.empty(tuple(shape[axis] for axis in axes), kind))
    return made if axes == sorted(axes) else made.transpose(*(axes.index(axis) for axis in range(len(shape))))


def shape_of(shape: Any) -> tuple[int, ...]:
    """Returns a shape as a tuple of extents. It is given as one, as a list or an array of them, or as one
    extent."""
    is_several = isinstance(shape, (tuple, list)) or getattr(shape, "ndim", 0) == 1
    return tuple(each.__index__() for each in shape) if is_several else (shape,)


def axes_of(who: str, shape: tuple[int, ...], strides: Any, order: str, kind: Any) -> list[int]:
    """Returns the axes from that of the largest stride to that of the smallest one.

    Raises ValueError for another order than "C" and "F" and for a wrong number of strides, and NotThereError
    for strides that leave gaps.
    """
    if order not in ("C", "F"):
        raise ValueError(f'{who}: order must be "C" or "F", not {order!r}')
    if strides is None:
        return list(range(len(shape)))[:: 1 if order == "C" else -1]
    strides = tuple(strides) if isinstance(strides, (tuple, list)) else (strides,)
    if len(strides) != len(shape):
        raise ValueError(f"{who}: there are {len(shape)} extents, and {len(strides)} strides")
    axes = sorted(range(len(shape)), key=lambda axis: (-strides[axis], -shape[axis], axis))
    size = _core.empty(1, kind).nbytes
    for n, axis in enumerate(axes):
        expected = size * math.prod(shape[each] for each in axes[n + 1 :])
        if shape[axis] > 1 and strides[axis] != expected:
            raise NotThereError(
                f"cudapy.cuda has no {who}(strides={strides}) with gaps yet: make a larger array, and a "
                "slice of it"
            )
    return axes


def like(ary: Any) -> dict[str, Any]:
    """Returns the order, or the strides, of an array without gaps whose axes have the order of those of
    another one."""
    layout = layout_of(ary)
    if layout != "A" or 0 in ary.shape:
        return {"order": "F" if layout == "F" else "C"}
    strides, size = [0] * ary.ndim, ary.dtype.itemsize
    for axis in sorted(
        range(ary.ndim), key=lambda axis: ary.strides[axis]
    ):  # numba's order: the smallest first
        strides[axis] = size
        size *= ary.shape[axis]
    return {"strides": tuple(strides)}


def device_array_like(ary: Any, stream: Any = 0) -> CudaArray:
    """Returns an array on the device with the shape, the type of the elements and the order of another one.
    Where the elements of that have gaps, these have none, and the order of the axes is the same."""
    is_on_device = isinstance(ary, _core.CudaArray) or hasattr(ary, "__cuda_array_interface__")
    kind: Any
    if _is_host_record(ary):
        kind = record_of(ary.dtype)
    elif has_dates(ary):
        kind = date_of(ary.dtype)
    else:
        kind = _core.elemType(ary if ary.ndim or is_on_device else ary.reshape(1))
    return device_array(ary.shape, kind, **like(ary))


def _is_host_record(ary: Any) -> bool:
    return has_records(ary) and not isinstance(ary, _core.CudaArray)


def as_cuda_array(obj: Any, sync: bool = True) -> CudaArray:
    """Returns a device array on the memory of an object that has `__cuda_array_interface__`, or a device
    array itself. Raises TypeError for other objects."""
    if is_in_place(obj):
        from .mapped_arrays import on_device

        return on_device(obj)
    if not isinstance(obj, _core.CudaArray) and not is_cuda_array(obj):
        raise TypeError(f"as_cuda_array: a {type(obj).__name__} has no __cuda_array_interface__")
    if not isinstance(obj, _core.CudaArray) and obj.__cuda_array_interface__.get("shape") == ():
        return _over(obj.__cuda_array_interface__, obj)
    return obj if isinstance(obj, _core.CudaArray) else _core.numpy_scalars(_core.asarray(obj))


def from_cuda_array_interface(desc: Any, owner: Any = None, sync: bool = True) -> CudaArray:
    """Returns a device array on the memory that `desc` describes, a dict as `__cuda_array_interface__` is.
    The array keeps `owner`, which has the memory. Raises NotImplementedError for a mask."""
    if desc.get("mask") is not None:
        raise NotImplementedError(
            "from_cuda_array_interface: Masked arrays are not supported: kernels do not know missing elements"
        )
    return _over(desc, owner)


def _over(desc: Mapping[str, Any], owner: object) -> CudaArray:
    """Returns a device array on the memory that `desc` describes."""
    if desc.get("shape") == ():
        one = _core.asarray(_DescribedMemory({**desc, "shape": (1,), "strides": None}, owner))
        return _core.numpy_scalars(one).reshape(())
    return _core.numpy_scalars(_core.asarray(_DescribedMemory(desc, owner)))


class _DescribedMemory:
    """An object that has an interface, and keeps what has the memory."""

    def __init__(self, desc: Mapping[str, Any], owner: object) -> None:
        self.__cuda_array_interface__, self.owner = desc, owner


def is_cuda_array(obj: Any) -> bool:
    """Returns whether an object has `__cuda_array_interface__`, as arrays on a GPU have."""
    return hasattr(obj, "__cuda_array_interface__")


def is_float16_supported() -> bool:
    """Returns whether kernels can have float16: yes."""
    return True
