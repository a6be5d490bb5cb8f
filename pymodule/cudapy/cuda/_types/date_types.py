"""The types of NumPy's dates, and of the spans between them, as numba names them."""

from __future__ import annotations

from ... import _core
from ..._types.dates import unit_of
from .._missing import NotThereError
from .types import Type

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any

    import numpy

_UNITS = ("Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as", "")


class Date(Type):
    """The type of dates or of spans in a unit; an empty text is NumPy's type without a unit."""

    kind = ""

    def __init__(self, unit: str) -> None:
        if unit not in _UNITS:
            raise KeyError(f"{type(self).__name__}: there is no unit {unit!r}")
        super().__init__(f"{self.kind}[{unit}]")
        self.unit = unit

    @property
    def core(self) -> _core.Type:
        if not self.unit:
            raise NotThereError(
                f"cudapy.cuda has no kernels with {self.kind} without a unit: give it one, as in "
                f'{type(self).__name__}("s")'
            )
        return _core.date_type(self.name)

    @property
    def dtype(self) -> numpy.dtype[Any]:
        """The dtype of NumPy."""
        import numpy

        return numpy.dtype(self.name if self.unit else self.kind)

    def __call__(self, *arguments: Any) -> Any:
        """Returns the date of NumPy that a number of the unit is, or with types the signature of a function
        that returns the type."""
        if len(arguments) == 1 and not isinstance(arguments[0], Type):
            return self.dtype.type(arguments[0], self.unit) if self.unit else self.dtype.type(arguments[0])
        return super().__call__(*arguments)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.unit,)


class NPDatetime(Date):
    """The type of dates in a unit: `NPDatetime("D")`."""

    kind = "datetime64"


class NPTimedelta(Date):
    """The type of the spans between dates in a unit: `NPTimedelta("ns")`."""

    kind = "timedelta64"


def date_type(dtype: numpy.dtype[Any]) -> Date | None:
    """Returns the type of dates for a dtype of NumPy; None where it counts several of a unit."""
    unit = unit_of(dtype)
    if unit not in _UNITS or not dtype.isnative:
        return None
    return (NPDatetime if dtype.kind == "M" else NPTimedelta)(unit)


def type_of_core(kind: _core.Type) -> Date:
    """Returns the type of dates for the type that kernels compute with."""
    name, _, unit = kind.name.partition("[")
    return (NPDatetime if name == NPDatetime.kind else NPTimedelta)(unit.removesuffix("]"))
