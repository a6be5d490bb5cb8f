"""The methods of CudaArray that numba's device arrays have: by its names, and with its parameters."""

from __future__ import annotations

from .._core import CudaArray, Int64, asarray, entry, from_dlpack, numpy_scalars, seen_as
from .._devices.streams import core_stream
from .._types.dates import date_of, is_date, is_date_dtype
from .layout import is_packed

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    import ctypes
    from collections.abc import Iterator
    from typing import Any, Literal, NoReturn

    import numpy

_reshaped, _raveled = CudaArray.reshape, CudaArray.ravel


@entry
def copy_to_host(self: CudaArray, ary: Any = None, stream: Any = 0) -> Any:
    """The elements in host memory, by numba's name: in a new array of the same order, or in `ary`, which
    is then returned.

    stream: the stream of the copy, as for copy_to; 0 and None are the current one.

    >>> cp.CudaArray([1, 2], cp.Int).copy_to_host().tolist()
    [1, 2]
    """
    stream = core_stream(stream)
    is_by_columns = ary is None and _is_packed(self, -1) and not _is_packed(self, 1)
    if ary is None and not stream and not is_by_columns:
        return self.toHost()
    if ary is None:
        import numpy

        ary = numpy.empty(self.shape, self.dtype, "F" if is_by_columns else "C")
    self.copy_to(ary, stream)
    return ary


@entry
def copy_to_device(self: CudaArray, ary: Any, stream: Any = 0) -> None:
    """copy_from() by numba's name. 0 and None are the current stream.

    >>> A = cp.zeros(2, cp.Int)
    >>> A.copy_to_device(np.array([1, 2], np.int32))
    >>> A.tolist()
    [1, 2]
    """
    self.copy_from(ary, core_stream(stream))


@entry
def reshape(self: CudaArray, *shape: Any, order: Literal["C", "F"] = "C") -> CudaArray:
    """The elements in another shape: `reshape(height, width)` or `reshape((height, width))`; one extent
    may be -1.

    The result shares the memory: what is written to one is in the other, and free() frees both. Raises
    ValueError for a shape with another number of elements, and where no strides give the shape: then
    copy() comes first.

    order: how elements are counted, "C" row by row, "F" column by column.

    >>> cp.CudaArray(range(6)).reshape(2, -1).tolist()
    [[0, 1, 2], [3, 4, 5]]
    >>> cp.CudaArray(range(6)).reshape(2, -1, order="F").tolist()
    [[0, 2, 4], [1, 3, 5]]
    """
    if _order("reshape", order) == "C":
        return _reshaped(self, *shape)
    if len(shape) == 1 and hasattr(shape[0], "__len__"):
        shape = tuple(shape[0])
    return _reshaped(self.transpose(), *shape[::-1]).transpose()


@entry
def ravel(self: CudaArray, order: Literal["C", "F"] = "C") -> CudaArray:
    """The elements in one dimension, row by row, or with the order "F" column by column: reshape(-1), of
    a copy() where it must be.

    >>> cp.CudaArray([[1, 2], [3, 4]]).T.ravel().tolist()
    [1, 3, 2, 4]
    """
    return _raveled(self if _order("ravel", order) == "C" else self.transpose())


def _order(name: str, order: str) -> str:
    if order not in ("C", "F"):
        raise ValueError(f'{name}: order must be "C" or "F", not {order!r}')
    return order


@entry
def view(self: CudaArray, dtype: Any) -> CudaArray:
    """The same memory with elements of another type, as NumPy's view() shows it: along the last dimension
    the bytes of the elements are those of others.

    Raises ValueError where the extent of the last dimension does not hold a whole number of them, and
    where its elements do not follow each other.

    >>> cp.CudaArray([1.0, 2.0], cp.Float).view(np.int32).tolist()
    [1065353216, 1073741824]
    """
    import numpy

    dtype = numpy.dtype(getattr(dtype, "numpy_name", None) or dtype)
    if is_date(self.elemType()):  # by way of the integers that dates are
        self = seen_as(self, Int64)
    if is_date_dtype(dtype):
        return seen_as(view(self, "int64"), date_of(dtype))
    size, other = self.dtype.itemsize, dtype.itemsize
    shape, strides = list(self.shape), list(self.strides)
    if size != other:
        if shape[-1] > 1 and strides[-1] != size:
            raise ValueError(
                "view: the elements along the last dimension do not follow each other, so that "
                "others cannot be seen in them: copy() makes an array whose do"
            )
        if shape[-1] * size % other:
            raise ValueError(
                f"view: the last dimension has {shape[-1] * size} bytes, which is no number of "
                f"elements of {other} bytes"
            )
        shape[-1], strides[-1] = shape[-1] * size // other, other
    if not self.size:
        return CudaArray.allocate(tuple(shape), dtype, self.device)
    if self.device == "cpu":
        return numpy_scalars(from_dlpack(numpy.asarray(self).view(dtype)), self)
    return numpy_scalars(asarray(_Shown(self, tuple(shape), tuple(strides), dtype)), self)


class _Shown:
    """The memory of an array on a GPU with other elements."""

    def __init__(
        self, array: CudaArray, shape: tuple[int, ...], strides: tuple[int, ...], dtype: numpy.dtype[Any]
    ) -> None:
        self._array = array
        self.__cuda_array_interface__ = dict(
            array.__cuda_array_interface__,
            shape=shape,
            strides=strides,
            typestr=dtype.str,
            descr=[("", dtype.str)],
        )


@entry
def split(self: CudaArray, section: int, stream: Any = 0) -> Iterator[CudaArray]:
    """The parts of an array of one dimension, of `section` elements each, and the rest, as views of it.

    Raises ValueError for arrays of several dimensions, and for a section of no elements.

    >>> [part.tolist() for part in cp.CudaArray(range(5)).split(2)]
    [[0, 1], [2, 3], [4]]
    """
    if self.ndim != 1:
        raise ValueError(f"split: expected an array of one dimension, got one of {self.ndim}")
    if section < 1:
        raise ValueError(f"split: a section has one element or more, not {section}")
    return (self[first : first + section] for first in range(0, self.size, section))


@entry
def squeeze(self: CudaArray, axis: int | tuple[int, ...] | None = None) -> CudaArray:
    """A view without the dimensions of one element, or without those that `axis` names, a number or a
    tuple of them. Where there is no other, one stays.

    Raises ValueError for a dimension with another number of elements, and for one that there is not.

    >>> cp.zeros((1, 3, 1), cp.Int).squeeze().shape, cp.zeros((1, 3, 1), cp.Int).squeeze(0).shape
    ((3,), (3, 1))
    """
    if axis is None:
        gone = {i for i, extent in enumerate(self.shape) if extent == 1}
    else:
        axes = axis if isinstance(axis, tuple) else (axis,)
        if any(not -self.ndim <= each < self.ndim or self.shape[each] != 1 for each in axes):
            raise ValueError(
                f"squeeze: axis {axis} names a dimension that has not one element, of an array "
                f"of the shape {self.shape}"
            )
        gone = {each % self.ndim for each in axes}
    if len(gone) == self.ndim:
        gone.remove(0)
    view: CudaArray = self[tuple(0 if i in gone else slice(None) for i in range(self.ndim))]
    return view


@entry
def is_c_contiguous(self: CudaArray) -> bool:
    """Returns whether the elements follow each other row by row.

    >>> cp.zeros((2, 3), cp.Int).is_c_contiguous(), cp.zeros((2, 3), cp.Int).T.is_c_contiguous()
    (True, False)
    """
    return _is_packed(self, 1)


@entry
def is_f_contiguous(self: CudaArray) -> bool:
    """Returns whether the elements follow each other column by column.

    >>> cp.zeros((2, 3), cp.Int).is_f_contiguous(), cp.zeros((2, 3), cp.Int).T.is_f_contiguous()
    (False, True)
    """
    return _is_packed(self, -1)


def _is_packed(array: CudaArray, step: Literal[1, -1]) -> bool:
    """Returns whether the elements follow each other, the last dimension first, or with the step -1 the first
    one."""
    return is_packed(
        array.shape[::step], array.strides[::step], array.nbytes // array.size if array.size else 0
    )


def flags(self: CudaArray) -> dict[str, bool]:
    """Whether the elements follow each other row by row, and column by column, as numba's device arrays
    say it.

    >>> cp.zeros((2, 3), cp.Int).flags
    {'C_CONTIGUOUS': True, 'F_CONTIGUOUS': False}
    """
    return {"C_CONTIGUOUS": self.is_c_contiguous(), "F_CONTIGUOUS": self.is_f_contiguous()}


def alloc_size(self: CudaArray) -> int:
    """The bytes from the first element to the end of the last one.

    >>> cp.zeros(4, cp.Int).alloc_size, cp.zeros(4, cp.Int)[::2].alloc_size
    (16, 12)
    """
    if not self.size:
        return 0
    return (
        sum(abs(stride) * (extent - 1) for stride, extent in zip(self.strides, self.shape))
        + self.nbytes // self.size
    )


def device_ctypes_pointer(self: CudaArray) -> ctypes.c_void_p:
    """The address of the elements in the memory of the device, as ctypes has pointers: `value` is the
    number, and None for an array without elements.

    >>> A = cp.zeros(4, cp.Int)
    >>> A.device_ctypes_pointer.value == A.pointer()
    True
    """
    import ctypes

    return ctypes.c_void_p(self.pointer())


def gpu_data(self: CudaArray) -> int:
    """The address of the elements in the memory of the device, by numba's name; 0 for an array without
    elements. Views of the same elements have the same.

    >>> A = cp.zeros(4, cp.Int)
    >>> A.gpu_data == A.view(np.float32).gpu_data
    True
    """
    return self.pointer()


@entry
def get_ipc_handle(self: CudaArray) -> NoReturn:
    """Raises NotImplementedError, which says what is there in its place: arrays can be pickled.

    >>> cp.zeros(4, cp.Int).get_ipc_handle()
    Traceback (most recent call last):
    NotImplementedError: CudaArray has no get_ipc_handle yet: pickle the array, or send ...
    """
    raise NotImplementedError(
        "CudaArray has no get_ipc_handle yet: pickle the array, or send copy_to_host() to the other process"
    )


for _method in (
    copy_to_host,
    copy_to_device,
    reshape,
    ravel,
    view,
    split,
    squeeze,
    is_c_contiguous,
    is_f_contiguous,
    get_ipc_handle,
):
    _method.__qualname__ = f"CudaArray.{_method.__name__}"
    setattr(CudaArray, _method.__name__, _method)
setattr(CudaArray, "alloc_size", property(alloc_size))
setattr(CudaArray, "device_ctypes_pointer", property(device_ctypes_pointer))
setattr(CudaArray, "flags", property(flags))
setattr(CudaArray, "gpu_data", property(gpu_data))
