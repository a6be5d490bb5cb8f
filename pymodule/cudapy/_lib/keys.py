"""Numbers as unsigned integers that are in the same order, which radix sort takes apart into digits.

Stable keys are for sorting places: all NaNs have one key, the last, and 0.0 has that of -0.0. Other keys can
be made numbers again; NaNs lose nothing but their sign.
"""

from __future__ import annotations

from .. import _core
from .._ufuncs.numbers import LIMITS
from .arguments import call
from .kernels.order import (
    double_keys,
    doubles_of,
    float_keys,
    floats_of,
    int_keys,
    ints_of,
    wide_int_keys,
    wide_ints_of,
)

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from .._core import CudaArray, Type

    Bits = tuple[int, int]  # the first and the last bit that tells keys apart


# The lowest bit of the keys that says something, and how many there are.
_FLOATS = {"half": (13, 32), "bfloat16": (16, 32), "float": (0, 32)}


def keys_of(X: CudaArray, is_stable: bool, who: str) -> tuple[CudaArray, Bits]:
    """The keys of the elements, and the first and the last bit that tells them apart."""
    kind, count = _core.elemType(X), X.size
    wide = kind in (_core.Int64, _core.UInt64, _core.Double)
    keys = _core.empty(count, _core.UInt64 if wide else _core.UInt32, X.device)
    if kind.name in _FLOATS:
        call(float_keys, X.device, who)(count)(X, keys, is_stable)
        return keys, _FLOATS[kind.name]
    if kind is _core.Double:
        call(double_keys, X.device, who)(count)(X, keys, is_stable)
        return keys, (0, 64)
    if wide:
        call(wide_int_keys, X.device, who)(count)(X, keys, _sign(kind))
        return keys, (0, 64)
    call(int_keys, X.device, who)(count)(X, keys, _least(kind))
    return keys, (0, 1 if kind is _core.Bool else 8 * kind.size)


def numbers_of(keys: CudaArray, X: CudaArray, who: str) -> None:
    """Puts the numbers that have these keys into X."""
    kind, count = _core.elemType(X), X.size
    if kind.name in _FLOATS:
        call(floats_of, X.device, who)(count)(keys, X)
    elif kind is _core.Double:
        call(doubles_of, X.device, who)(count)(keys, X)
    elif kind in (_core.Int64, _core.UInt64):
        call(wide_ints_of, X.device, who)(count)(keys, X, _sign(kind))
    else:
        call(ints_of, X.device, who)(count)(keys, X, _least(kind))


def _least(kind: Type) -> int:
    return 0 if kind is _core.Bool else LIMITS[kind.name][0]


def _sign(kind: Type) -> int:
    return 1 << 63 if kind is _core.Int64 else 0
