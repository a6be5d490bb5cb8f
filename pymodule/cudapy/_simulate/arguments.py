"""The arguments of a launch as kernels see them, and what goes back into them.

NumPy arrays and arrays in the host's memory are worked on where they are. Lists, and arrays of a GPU, are
copied, and what the kernel may write goes back when it has ended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import numpy as np

from .. import _core
from .array import LISTS, Array, Lists, to_type
from .dtypes import DTYPES, load
from .number import BFLOAT16, bfloat16_bits, round_to_bfloat16
from .signatures import TYPES
from .structs import ElementKind, Struct, Vector, kind_of_class

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from .._core import CudaArray, Type

_ROWS = (list, tuple, range)


def kind_and_rank(declared: Type | type[Any]) -> tuple[Any, int | str]:
    """A parameter's type, a cudapy type or the class of a struct or vector, as (type, number of
    dimensions)."""
    if isinstance(declared, type):
        return kind_of_class(declared), 0
    if declared.element is None:
        return TYPES[declared.name], 0
    element = declared.element
    kind = kind_of_class(element) if isinstance(element, type) else TYPES[element.name]
    return kind, declared.ndim or LISTS


class Arguments:
    """`values` are what the kernel is given. `writes(i)` says whether it may write to the lists of parameter
    i."""

    def __init__(self, types: Iterable[Any], given: Iterable[Any], writes: Callable[[int], bool]) -> None:
        self.values: list[Any] = []
        self._afterwards: list[Callable[[], None]] = []
        self._made: dict[int, Array | Lists] = {}  # the same array given twice is one
        for i, (declared, argument) in enumerate(zip(types, given, strict=True)):
            self._writes: Callable[[], bool] = partial(writes, i)
            kind, rank = kind_and_rank(declared)
            if not rank:
                is_number = isinstance(argument, np.generic) and not isinstance(argument, np.void)
                self.values.append(to_type(load(argument) if is_number else argument, kind))
            elif id(argument) not in self._made:
                made: Array | Lists = (
                    self._lists(argument, declared.element, kind)
                    if isinstance(rank, str)  # LISTS
                    else Array(self._memory(argument, declared.element, kind, rank), kind, rank)
                )
                self._made[id(argument)] = made
                self.values.append(made)
            else:
                self.values.append(self._made[id(argument)])

    def give_back(self) -> None:
        """Puts what the kernel wrote into the arguments that were copied."""
        for put_back in self._afterwards:
            put_back()

    def _lists(self, rows: Iterable[Any], element: Any, kind: ElementKind) -> Lists:
        return Lists([self._memory(row, element, kind, 1) for row in rows], kind)

    def _memory(self, argument: Any, element: Any, kind: ElementKind, rank: int) -> np.ndarray[Any, Any]:
        """The elements as a NumPy array of the type that `Array` takes."""
        if isinstance(argument, _ROWS):
            rows: Any = argument
            array: CudaArray = (
                _core.CudaArray(argument, element, "cpu")
                if len(argument)
                else _core.empty((0,) * rank, element, "cpu")
            )
            data, finish_rows = _seen(np.asarray(array), kind)
            if self._writes():

                def put_back() -> None:
                    finish_rows()
                    _replace(rows, array.toList())

                self._afterwards.append(put_back)
            return data
        if isinstance(argument, np.ndarray):
            data, finish = _seen(argument, kind)
        elif isinstance(argument, _core.CudaArray) and argument.device != "cpu":
            host = _core.CudaArray.allocate(argument.shape, argument.elemType(), "cpu")
            host.copy_from(argument)
            data, finish_host = _seen(np.asarray(host), kind)

            def finish() -> None:
                finish_host()
                argument.copy_from(host)
        else:
            array = (
                argument if isinstance(argument, _core.CudaArray) else _core.asarray(argument, element, "cpu")
            )
            if array.device != "cpu" or not _shares(array, argument):
                raise TypeError(
                    f"simulate: an array of {type(argument).__module__.partition('.')[0]} that is not in the "
                    "host's memory: copy it there, or pass a CudaArray"
                )
            data, finish = _seen(np.asarray(array), kind)
        self._afterwards.append(finish)
        return data


def _shares(array: CudaArray, argument: Any) -> bool:
    """Returns whether a CudaArray uses the memory of the argument that it was made of."""
    if isinstance(argument, _core.CudaArray):
        return True
    again = _core.asarray(argument, array.elemType(), "cpu")
    return again.pointer() == array.pointer()


def _seen(data: np.ndarray[Any, Any], kind: ElementKind) -> tuple[np.ndarray[Any, Any], Callable[[], None]]:
    """A NumPy array as `Array` takes it, and what is to be done when the kernel has ended."""
    if isinstance(kind, Vector):
        if data.dtype.names:
            data = (
                data.view(kind.dtype).reshape(*data.shape, kind.width)
                if data.flags.c_contiguous
                else _fields_as_axis(data, kind)
            )
        return data, _nothing
    if kind == BFLOAT16 and data.dtype != np.float32:
        bits = data.view(np.uint16)
        values = (bits.astype(np.uint32) << np.uint32(16)).view(np.float32)
        before = values.copy()

        def finish() -> None:
            changed = values.view(np.uint32) != before.view(np.uint32)
            if changed.any():
                bits[changed] = [bfloat16_bits(round_to_bfloat16(value)) for value in values[changed]]

        return values, finish
    if not isinstance(kind, Struct) and data.dtype != DTYPES[kind]:
        return data.view(DTYPES[kind]), _nothing
    return data, _nothing


def _fields_as_axis(data: np.ndarray[Any, Any], kind: Vector) -> np.ndarray[Any, Any]:
    size = kind.dtype.itemsize
    return np.lib.stride_tricks.as_strided(
        data[data.dtype.names[0]], (*data.shape, kind.width), (*data.strides, size)
    )


def _nothing() -> None:
    pass


def _replace(rows: Any, new: list[Any]) -> None:
    """Puts new elements into a list, or into the lists that are its rows."""
    if rows and isinstance(rows[0], list):
        for row, elements in zip(rows, new):
            _replace(row, elements)
    else:
        rows[:] = new
