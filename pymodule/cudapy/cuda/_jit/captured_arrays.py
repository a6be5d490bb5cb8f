"""The arrays from outside that kernels name. The translator gives a kernel a parameter for each of them, and
a launch gives it what device_array() returns."""

from __future__ import annotations

import threading

from ... import _core
from ..._compile.bindings import CapturedArray, Tuple, are_constants
from .._arrays.arrays import as_cuda_array, is_cuda_array
from .._devices.devices import runs_on_cpu
from .._types.records import record_of
from .arguments import is_in_place

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from ..._core import CudaArray


class CapturedArrays:
    """The arrays that the functions of one compilation capture, by number.

    Those of NumPy are constants: what is in them when the kernel is compiled. Those on the device are
    themselves, and kernels may change them.
    """

    def __init__(self) -> None:
        self._given: list[Any] = []  # the objects, which their numbers stand for
        self._contents: list[Any] = []  # copies of those of NumPy; None for the others
        self._on_devices: dict[tuple[int, int | None], CudaArray] = {}  # by number and device
        self._changing = threading.RLock()

    def answer(self, value: Any) -> CapturedArray | Tuple | None:
        """Returns what kernels are told of an array, or of a tuple with arrays in it, see
        cudapy/_compile/bindings.py; None for any other value."""
        if isinstance(value, tuple):
            return self._answer_for_tuple(value)
        is_on_device = type(value) is _core.CudaArray or is_in_place(value) or is_cuda_array(value)
        if hasattr(type(value), "__array_finalize__") and not is_on_device:
            return self._answer_for_numpys(value)
        if is_on_device:
            array = as_cuda_array(value)
            return self._answer(value, None, _core.elemType(array), array.ndim)
        return None

    def _answer_for_tuple(self, value: tuple[Any, ...]) -> Tuple | None:
        from ..._compile.resolve import answer_for

        answers = tuple(self.answer(each) or answer_for(each) for each in value)
        return Tuple(answers) if are_constants(answers, CapturedArray) and _has_array(answers) else None

    def _answer_for_numpys(self, value: Any) -> CapturedArray | None:
        if value.dtype.hasobject:
            return None
        import numpy

        try:
            element = record_of(value.dtype) if value.dtype.names else _core.elemType(numpy.atleast_1d(value))
        except TypeError:  # strings and the like
            return None
        return self._answer(value, lambda: numpy.array(value, order="C", ndmin=1), element, value.ndim)

    def _answer(
        self, value: Any, copy: Callable[[], Any] | None, element: Any, dimensions: int
    ) -> CapturedArray:
        with self._changing:
            number = next((i for i, each in enumerate(self._given) if each is value), len(self._given))
            if number == len(self._given):
                self._given.append(value)
                self._contents.append(copy and copy())
        kind = _core.array_type(element, dimensions or 1)  # of one element where there is no dimension
        return CapturedArray(number, kind, copy is not None, not dimensions)

    def constant_bytes(self) -> int:
        """Returns the bytes of the arrays of NumPy."""
        return sum(each.nbytes for each in self._contents if each is not None)

    def device_array(self, number: int) -> CudaArray:
        """Returns the array with a number as an array on the device that is current."""
        contents = self._contents[number]
        if contents is None:
            array = as_cuda_array(self._given[number])
            return array if array.ndim else array.reshape(1)
        key = number, None if runs_on_cpu() else _core.current_device()
        with self._changing:
            if key not in self._on_devices:
                given = (record_of(contents.dtype),) if contents.dtype.names else ()
                self._on_devices[key] = _core.CudaArray(contents, *given)
            return self._on_devices[key]


def _has_array(answers: Iterable[Any]) -> bool:
    return any(
        isinstance(each, CapturedArray) or (isinstance(each, Tuple) and _has_array(each.items))
        for each in answers
    )
