"""From NumPy's types to those of numba, and back."""

from __future__ import annotations

from .._types.dates import is_date_dtype
from ._missing import Absent, NotThereError
from ._types.date_types import Date, date_type
from ._types.record_types import Record, record_type
from ._types.types import BY_NAME, DtypeType, Number, Type, bfloat16

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any

    import numpy

__all__ = ["as_dtype", "from_dtype"]

numpy_version: tuple[int, int]  # see _attribute


def from_dtype(dtype: Any) -> Type:
    """Returns the type of a dtype of NumPy, such as `float32` of numpy.dtype("f4").

    A structured dtype gives the type of a record. The types of other dtypes that kernels do not have yet can
    be named in signatures; compiling for them raises NotThereError.
    """
    import numpy

    dtype = numpy.dtype(dtype)
    if dtype.names:
        return record_type(dtype)
    if is_date_dtype(dtype) and (made := date_type(dtype)):
        return made
    if dtype.name not in BY_NAME or not dtype.isnative:
        return DtypeType(dtype)
    return BY_NAME[dtype.name]


def as_dtype(nbtype: Type) -> numpy.dtype[Any]:
    """Returns the dtype of NumPy for a type of a number, of dates or of a record.

    Raises NotThereError for other types, and TypeError for what is no type.
    """
    import numpy

    if not isinstance(nbtype, Type):
        raise TypeError(f"as_dtype: expected a type, got {nbtype!r}")
    if isinstance(nbtype, (DtypeType, Record, Date)):
        return nbtype.dtype
    if not isinstance(nbtype, Number) or nbtype is bfloat16:
        raise NotThereError(f"cudapy.cuda has no dtype for {nbtype} yet: numbers are there")
    return numpy.dtype(nbtype.name)


def _attribute(name: str) -> object:
    if name in ("carray", "farray"):
        return Absent(name)
    if name == "numpy_version":
        import numpy

        return tuple(map(int, numpy.__version__.split(".")[:2]))
    raise AttributeError(f"module 'cudapy.cuda.numpy_support' has no attribute {name!r}")


if not TYPE_CHECKING:  # for type checkers a name that is not here is a mistake
    __getattr__ = _attribute
