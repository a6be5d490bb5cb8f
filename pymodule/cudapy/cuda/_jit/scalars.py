"""Numbers as arguments of kernels with a signature: they become numbers of the types in it."""

from __future__ import annotations

import ctypes
import operator

from .._types.types import Boolean, Complex, Float, Integer

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any

    from .._types.types import Number


def cast(value: Any, kind: Number, name: str) -> complex:
    """Returns a number as one of the type `kind`: an integer keeps its lowest bits, a real number is rounded.

    Raises TypeError for a number that has no conversion: a real number where the signature has an integer, a
    complex one where it has a real one.
    """
    if isinstance(kind, Integer):
        if not hasattr(type(value), "__index__"):
            raise TypeError(
                f"{name}: the signature has an {kind} where the launch has {value!r}: write int(...)"
            )
        whole: int = operator.index(value) % 2**kind.bitwidth
        return whole - 2**kind.bitwidth if kind.signed and whole > kind.maxval else whole
    if isinstance(kind, Boolean):
        if (
            not hasattr(type(value), "__index__")
            and getattr(getattr(value, "dtype", None), "name", "") != "bool"
        ):
            raise TypeError(
                f"{name}: the signature has a bool where the launch has {value!r}: write bool(...)"
            )
        return bool(value)
    if isinstance(kind, Float):
        if _is_complex(value) or not (hasattr(type(value), "__float__") or hasattr(type(value), "__index__")):
            raise TypeError(f"{name}: the signature has a {kind} where the launch has {value!r}")
        return _rounded(float(value), kind)
    assert isinstance(kind, Complex)
    real: Any = getattr(value, "real", None)
    imag: Any = getattr(value, "imag", None)
    if not (hasattr(type(real), "__float__") and hasattr(type(imag), "__float__")):
        raise TypeError(f"{name}: the signature has a {kind} where the launch has {value!r}")
    return complex(_rounded(float(real), kind.underlying_float), _rounded(float(imag), kind.underlying_float))


def _is_complex(value: Any) -> bool:
    return isinstance(value, complex) or getattr(getattr(value, "dtype", None), "kind", "") == "c"


def _rounded(value: float, kind: Number) -> float:
    if kind.name == "float64":
        return value
    if kind.name == "float32":
        return ctypes.c_float(value).value
    import numpy

    with numpy.errstate(over="ignore"):
        return float(numpy.float16(value))
