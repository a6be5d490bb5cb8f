"""The methods of CudaArray that are written in Python: what its elements come to, over all axes or some."""

from __future__ import annotations

import math

from .. import _core
from .._core import CudaArray, entry
from .._types.dates import is_date

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, SupportsIndex, TypeVar

    from .._ufuncs.reduction import Reduction
    from .._ufuncs.vectorized import Vectorized

    Axis = SupportsIndex | tuple[SupportsIndex, ...] | None
    Made = TypeVar("Made")

_WIDE = {"bool": "int64", "int8": "int64", "int16": "int64", "int": "int64"}
_WIDE |= {"uint8": "uint64", "uint16": "uint64", "uint32": "uint64"}
_NARROW = ("half", "bfloat16")  # whose sums are computed as floats


@entry
def sum(self: CudaArray, axis: Axis = None, keepdims: bool = False) -> Any:
    """The sum of the elements along an axis, a tuple of axes, or all: then it is a number, unless
    `keepdims` keeps the axes as ones of extent 1.

    Sums of bools and integers have 64 bits, others the type of the elements. The order of operations is
    that of reduction().

    >>> A = cp.CudaArray([[1, 2, 3], [4, 5, 6]])
    >>> A.sum(), A.sum(axis=0).tolist(), A.sum(1, keepdims=True).tolist()
    (21, [5, 7, 9], [[6], [15]])
    """
    kind = _number(self, "sum")
    return _narrowed(_total(self, _WIDE.get(kind.name), "sum", axis, keepdims), kind)


@entry
def mean(self: CudaArray, axis: Axis = None, keepdims: bool = False) -> Any:
    """The sum of the elements, as sum() gives it, by their number: a double for integers, else of the
    type of the elements. It is NaN where there are none.

    >>> cp.CudaArray([[1, 2], [3, 5]]).mean(axis=0).tolist()
    [2.0, 3.5]
    """
    kind = _number(self, "mean")
    is_whole = kind.name in _WIDE or kind.name in ("int64", "uint64")
    shape = _shape(self, "CudaArray.mean", axis, keepdims)
    total = _total(self, "float64" if is_whole else None, "mean", axis, True)
    made = _over("divided")(total, float(self.size // total.size)) if total.size else total
    return _narrowed(made.reshape(*shape) if shape else made.reshape(-1)[0], kind)


@entry
def min(self: CudaArray, axis: Axis = None, keepdims: bool = False) -> Any:
    """The smallest element along an axis, a tuple of axes, or all; NaN where one of them is. Raises
    ValueError where there is none.

    >>> cp.CudaArray([[3, 1], [2, 5]]).min(axis=1).tolist()
    [1, 2]
    """
    return _extreme(self, "min", axis, keepdims)


@entry
def max(self: CudaArray, axis: Axis = None, keepdims: bool = False) -> Any:
    """The largest element along an axis, a tuple of axes, or all; NaN where one of them is. Raises
    ValueError where there is none.

    >>> cp.CudaArray([[3, 1], [2, 5]]).max()
    5
    """
    return _extreme(self, "max", axis, keepdims)


@entry
def any(self: CudaArray, axis: Axis = None, keepdims: bool = False) -> Any:
    """Returns whether one of the elements along an axis, a tuple of axes, or all, is not zero.

    >>> cp.CudaArray([[0, 1], [0, 0]]).any(axis=1).tolist()
    [True, False]
    """
    _number(self, "any")
    return _reduction("any", None)(self, axis=axis, keepdims=keepdims)


@entry
def all(self: CudaArray, axis: Axis = None, keepdims: bool = False) -> Any:
    """Returns whether all elements along an axis, a tuple of axes, or all, are not zero.

    >>> cp.CudaArray([[3, 1], [0, 5]]).all()
    False
    """
    _number(self, "all")
    return _reduction("all", None)(self, axis=axis, keepdims=keepdims)


@entry
def argmin(self: CudaArray, axis: SupportsIndex | None = None, keepdims: bool = False) -> Any:
    """The place of the first of the smallest elements along an axis, or, without one, among all in their
    order; that of the first NaN where there is one. Raises ValueError where there is no element.

    >>> cp.CudaArray([[3, 1], [2, 5]]).argmin(), cp.CudaArray([[3, 1], [2, 5]]).argmin(axis=0).tolist()
    (1, [1, 0])
    """
    return _place_of(self, "argmin", axis, keepdims)


@entry
def argmax(self: CudaArray, axis: SupportsIndex | None = None, keepdims: bool = False) -> Any:
    """The place of the first of the largest elements along an axis, or, without one, among all in their
    order; that of the first NaN where there is one. Raises ValueError where there is no element.

    >>> cp.CudaArray([[3, 1], [2, 5]]).argmax(), cp.CudaArray([[3, 1], [2, 5]]).argmax(axis=0).tolist()
    (3, [0, 1])
    """
    return _place_of(self, "argmax", axis, keepdims)


def _number(array: CudaArray, name: str) -> _core.Type:
    """The type of the elements. Raises TypeError for those that are no numbers."""
    kind = _core.elemType(array)
    if not isinstance(kind, _core.Type) or is_date(kind):
        called = kind.name if isinstance(kind, _core.Type) else kind.__name__
        raise TypeError(f"CudaArray.{name}: the elements are {called}, which are no numbers")
    return kind


def _total(array: CudaArray, wide: str | None, name: str, axis: Axis, keepdims: bool) -> Any:
    wide = "float32" if _core.elemType(array).name in _NARROW else wide
    return _reduction("sum", wide, name)(array, axis=axis, keepdims=keepdims)


def _shape(array: CudaArray, who: str, axis: Axis, keepdims: bool) -> tuple[int, ...]:
    """The shape of what is left of an array."""
    from .._ufuncs.reduction import axes_of

    gone = axes_of(who, axis, array.ndim)
    left = (at for at in range(array.ndim) if keepdims or at not in gone)
    return tuple(1 if at in gone else array.shape[at] for at in left)


def _narrowed(made: Any, kind: _core.Type) -> Any:
    """Returns what was computed as floats in the type of the elements."""
    if kind.name not in _NARROW:
        return made
    return _over(kind.name)(made)  # to infinities, where there is nothing nearer


def _extreme(array: CudaArray, name: str, axis: Axis, keepdims: bool, by: str | None = None) -> Any:
    who = f"CudaArray.{by or name}"
    if _number(array, by or name).name.startswith("complex"):
        raise TypeError(f"{who}: complex numbers have no order: take it of their real parts, or of abs")
    if math.prod(_shape(array, who, axis, True)) and not array.size:
        raise ValueError(f"{who}: there are no elements along the axes that go")
    return _reduction(name, None)(array, axis=axis, keepdims=keepdims)


def _place_of(array: CudaArray, name: str, axis: SupportsIndex | None, keepdims: bool) -> Any:
    if isinstance(axis, tuple):
        raise TypeError(f"CudaArray.{name}: axis must be None or an int, got {axis!r}")
    extreme = _extreme(array, name[3:], axis, True, name)
    return _reduction("place", None, name)(array, extreme, axis=axis, keepdims=keepdims)


_made: dict[object, Any] = {}


def _kept(key: object, make: Callable[[], Made]) -> Made:
    """Returns what is made for a key at most once."""
    if key not in _made:
        _made[key] = make()
    made: Made = _made[key]
    return made


def _reduction(what: str, wide: str | None, name: str | None = None) -> Reduction:
    """The reduction of a method. `wide` is the type that elements become first."""
    from .._ufuncs.reduction import Reduction

    def make() -> Reduction:
        one = _REDUCTIONS[what]
        map = _TO[wide] if wide else one.map
        made = Reduction(one.function, None, one.initial, map, {}, one.is_numbered)
        made._called = made._types._who = f"CudaArray.{name or what}"
        return made

    return _kept((what, wide, name), make)


def _over(name: str) -> Vectorized:
    """One of the functions of numbers below over arrays."""
    from .._ufuncs.vectorized import Vectorized

    return _kept(name, lambda: Vectorized(_FUNCTIONS[name], None, {}))


class _ReductionParts:
    """What a reduction is made of: the function, what comes before all elements, and what they become first,
    which may be given the number of each element, too."""

    __slots__ = ("function", "initial", "is_numbered", "map")

    def __init__(
        self,
        function: Callable[[Any, Any], Any],
        initial: int | None = None,
        map: Callable[..., Any] | None = None,
        is_numbered: bool = False,
    ) -> None:
        self.function, self.initial, self.map, self.is_numbered = function, initial, map, is_numbered


int64, uint64, float32, float64 = _core.Int64, _core.UInt64, _core.Float, _core.Double
half, bfloat16 = _core.Half, _core.BFloat16
_LAST = 2**63 - 1
_TO: dict[str, Callable[[Any], Any]] = {
    "int64": lambda x: int64(x),
    "uint64": lambda x: uint64(x),
    "float32": lambda x: float32(x),
    "float64": lambda x: float64(x),
}
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "half": lambda x: half(x),
    "bfloat16": lambda x: bfloat16(x),
    "divided": lambda total, count: total / count,
}
_REDUCTIONS = {
    "sum": _ReductionParts(lambda a, b: a + b, 0),
    "min": _ReductionParts(lambda a, b: a if a < b or a != a else b),
    "max": _ReductionParts(lambda a, b: a if a > b or a != a else b),
    "any": _ReductionParts(lambda a, b: a or b, False, lambda x: x != 0),
    "all": _ReductionParts(lambda a, b: a and b, True, lambda x: x != 0),
    "place": _ReductionParts(
        lambda a, b: a if a < b else b,
        map=lambda x, extreme, number: number if x == extreme or x != x else _LAST,
        is_numbered=True,
    ),
}


def _give(*methods: Callable[..., Any]) -> None:
    for method in methods:
        method.__qualname__ = f"CudaArray.{method.__name__}"
        setattr(CudaArray, method.__name__, method)


_give(sum, mean, min, max, any, all, argmin, argmax)
