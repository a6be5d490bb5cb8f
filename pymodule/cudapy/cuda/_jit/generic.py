"""Kernels of numba's dialect before the types of their arguments are known: a launch chooses an instance."""

from __future__ import annotations

from enum import Enum

from ... import _core
from ..._compile.generic import NO_DIMENSION, NOTHING, Generic, Items, _type_key
from ..._types.dates import date_of, has_dates
from .._types.enums import layout_of_class
from .._types.records import is_record, record_of

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any


class NumbaGeneric(Generic):
    """A kernel of numba's dialect. Numbers of Python's own have types there, and do not take those of what
    they meet."""

    @_core.entry
    def key_of(self, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
        """Returns the types that arguments choose, each as (scalar or element type, dimensions, False)."""
        given = self._collect(arguments, {})
        return tuple(
            self._key_of(argument, name, kind) for (name, kind, _), argument in zip(self._parameters, given)
        )

    @_core.entry
    def compiled(self, key: tuple[Any, ...]) -> _core.Kernel:
        """Returns a newly compiled kernel for the types of a key."""
        self._last = self._make(key, [None] * len(key))[0]
        return self._last

    def _key_of(self, argument: Any, parameter: str, kind: str) -> Any:
        given = type(argument)
        if argument is None:
            return NOTHING
        if given is bool:
            return _core.Bool, 0, False
        if given is int:
            if not -(2**63) <= argument < 2**64:
                raise OverflowError(
                    f"{self.called}: parameter {parameter}: {argument} is no integer of 64 bits"
                )
            return _core.UInt64 if argument >= 2**63 else _core.Int64, 0, False
        if given is float:
            return _core.Double, 0, False
        if given is complex:
            return _core.Complex128, 0, False
        if isinstance(argument, Enum):
            return layout_of_class(given), 0, False
        if isinstance(argument, int):
            return self._key_of(int(argument), parameter, kind)
        if hasattr(given, "__cuda_hint__"):
            return self._key_of(argument.value, parameter, kind)
        if given is _core.CudaArray and not argument.ndim:
            return _core.elemType(argument), NO_DIMENSION, False
        if getattr(getattr(argument, "dtype", None), "names", None) and given is not _core.CudaArray:
            return self._record_key(argument)
        if has_dates(argument):
            return self._date_key(argument, parameter)
        if hasattr(given, "__array_finalize__") and not argument.ndim:
            return _core.elemType(argument.reshape(1)), NO_DIMENSION, False
        if isinstance(argument, tuple):
            return Items(
                (self._key_of(each, parameter, kind) for each in argument), getattr(given, "_fields", ())
            )
        if given is list:
            raise TypeError(
                f"{self.called}: parameter {parameter}: cuda.jit takes numbers and arrays, not a "
                f"{given.__name__}: make it an array of NumPy"
            )
        return _type_key(argument, self.called, parameter, kind)

    def _record_key(self, argument: Any) -> tuple[Any, int, bool]:
        """Returns the type of a record of NumPy, or of an array of them on the host."""
        dimensions = argument.ndim or (0 if is_record(argument) else NO_DIMENSION)
        return record_of(argument.dtype), dimensions, False

    def _date_key(self, argument: Any, parameter: str) -> tuple[Any, int, bool]:
        """Returns the type of a date of NumPy, or of an array of them on the host."""
        dimensions = argument.ndim or (NO_DIMENSION if hasattr(type(argument), "__array_finalize__") else 0)
        try:
            return date_of(argument.dtype), dimensions, False
        except TypeError as error:
            raise TypeError(f"{self.called}: parameter {parameter}: {error}") from None
