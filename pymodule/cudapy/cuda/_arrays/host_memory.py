"""Memory of the host that a GPU reaches fast or directly, as arrays of NumPy."""

from __future__ import annotations

import contextlib

from ... import _core
from ..._types.dates import is_date
from .._missing import NotThereError
from .arrays import axes_of, element_of, like, shape_of

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    import numpy

    from ..._core import CudaArray
    from .mapped_arrays import InPlaceArray

    HostArray = numpy.ndarray[Any, numpy.dtype[Any]]


def pinned_array(shape: Any, dtype: Any = None, strides: Any = None, order: str = "C") -> HostArray:
    """Returns an array of NumPy in pinned memory, from and to which copies are fast. Its elements are not
    set; without a dtype they are float64. On the CPU it is an array as any other."""
    import numpy

    shape, kind = shape_of(shape), element_of(dtype)
    axes = axes_of("pinned_array", shape, strides, order, kind)
    if is_date(kind):  # which the buffer protocol does not have
        return pinned_array(shape, "int64", strides, order).view(kind.numpy_name)
    if not shape:
        return numpy.asarray(_core.pinned(1, kind)).reshape(())
    made = numpy.asarray(_core.pinned(tuple(shape[axis] for axis in axes), kind))
    return made.transpose([axes.index(axis) for axis in range(len(shape))])


def pinned_array_like(ary: Any) -> HostArray:
    """Returns an array in pinned memory with the shape, the dtype and the order of another one."""
    return pinned_array(ary.shape, ary.dtype, **like(ary))


def mapped_array(
    shape: Any,
    dtype: Any = None,
    strides: Any = None,
    order: str = "C",
    stream: Any = 0,
    portable: bool = False,
    wc: bool = False,
) -> HostArray:
    """Returns an array of NumPy in page-locked memory, which kernels use where it is. What a kernel wrote is
    there when the host has waited for it. All GPUs reach the memory; `wc` changes nothing."""
    from .mapped_arrays import MappedNDArray

    return _in_place("mapped_array", MappedNDArray, _core.pinned, shape, dtype, strides, order)


def mapped_array_like(ary: Any, stream: Any = 0, portable: bool = False, wc: bool = False) -> HostArray:
    """Returns a mapped array with the shape, the dtype and the order of another one."""
    return mapped_array(ary.shape, ary.dtype, **like(ary))


def managed_array(
    shape: Any,
    dtype: Any = None,
    strides: Any = None,
    order: str = "C",
    stream: Any = 0,
    attach_global: bool = True,
) -> HostArray:
    """Returns an array of NumPy in managed memory, which moves to where it is used, the host or a GPU, as
    kernels use it. With `attach_global=False` only GPUs use it that can do so at the same time as the
    host."""
    from .mapped_arrays import ManagedNDArray

    def take(shape: tuple[int, ...], kind: Any) -> CudaArray:
        return _core.managed(shape, kind, bool(attach_global))

    return _in_place("managed_array", ManagedNDArray, take, shape, dtype, strides, order)


def _in_place(
    who: str,
    kind_of_array: type[InPlaceArray],
    take: Callable[[tuple[int, ...], Any], CudaArray],
    shape: Any,
    dtype: Any,
    strides: Any,
    order: str,
) -> HostArray:
    from .mapped_arrays import in_place

    shape, kind = shape_of(shape), element_of(dtype)
    axes = axes_of(who, shape, strides, order, kind)
    if is_date(kind):
        raise NotThereError(f"cudapy.cuda has no {who}(dtype={kind.name}) yet: give to_device() the dates")
    return in_place(kind_of_array, take(tuple(shape[axis] for axis in axes), kind), axes)


@contextlib.contextmanager
def pinned(*arylist: Any) -> Iterator[None]:
    """`with cuda.pinned(array):` is there for programs that have it: copies from and to the arrays are those
    of memory that is not pinned. pinned_array gives memory that is."""
    yield


@contextlib.contextmanager
def mapped(*arylist: Any, stream: Any = 0) -> Iterator[Any]:
    """`with cuda.mapped(array) as mapped:` gives an array on the device that is in the memory of the host's
    array for the time of the `with`, at whose end the host waits for the GPU, and the array on the device is
    freed. Several arrays give a list.

    Raises TypeError for an array whose elements kernels cannot use where they are."""
    from .mapped_arrays import on_device

    with contextlib.ExitStack() as made:
        arrays = [made.enter_context(on_device(each)) for each in arylist]
        yield arrays[0] if len(arrays) == 1 else arrays
