"""Which function does an operator on operands of which types, and calling it."""

from __future__ import annotations

from typing import Any

from .. import _core
from .._ufuncs.numbers import KINDS, LIMITS, OF_PYTHON, name_of
from . import functions
from .promotion import BOOL, COMPLEX, FLOATING, SIGNED, UNSIGNED, common_type, met_by_number

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Callable

    from .._core import CudaArray

    Operand = CudaArray | complex  # an array, or a number of Python's own

SIGNS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**",
    "and_": "&", "or_": "|", "xor": "^", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!=",
    "neg": "-", "invert": "~", "abs": "abs",
}  # fmt: skip
COMPARISONS = ("lt", "le", "gt", "ge", "eq", "ne")
_MIRRORED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}
# The kinds of numbers that have an operator; the others have all.
_ALLOWED: dict[str, tuple[int, ...]] = {
    "sub": (UNSIGNED, SIGNED, FLOATING, COMPLEX),
    "floordiv": (BOOL, UNSIGNED, SIGNED, FLOATING),
    "mod": (BOOL, UNSIGNED, SIGNED, FLOATING),
    "and_": (BOOL, UNSIGNED, SIGNED),
    "or_": (BOOL, UNSIGNED, SIGNED),
    "xor": (BOOL, UNSIGNED, SIGNED),
    "lt": (BOOL, UNSIGNED, SIGNED, FLOATING),
    "le": (BOOL, UNSIGNED, SIGNED, FLOATING),
    "gt": (BOOL, UNSIGNED, SIGNED, FLOATING),
    "ge": (BOOL, UNSIGNED, SIGNED, FLOATING),
    "neg": (UNSIGNED, SIGNED, FLOATING, COMPLEX),
    "invert": (BOOL, UNSIGNED, SIGNED),
    "abs": (BOOL, UNSIGNED, SIGNED, FLOATING, COMPLEX),
}


def binary(operator: str, left: Any, right: Any) -> Any:
    """Returns `left operator right` as a CudaArray; NotImplemented for an operand that is no array or number.
    One of the two is a CudaArray. Raises TypeError for numbers that the operator is not for, and
    OverflowError for a number that does not fit."""
    left, right = operands(left, right)
    if left is None or right is None:
        return NotImplemented
    if operator in COMPARISONS:
        _check_numbers(operator, left, right)
        return _compare(operator, left, right)
    return computed(operator, left, right, type_of_result(operator, left, right))


def operands(left: Any, right: Any) -> tuple[Operand | None, Operand | None]:
    """Returns the operands as CudaArrays or numbers of Python's own; None for one that is neither."""
    array = left if isinstance(left, _core.CudaArray) else right
    return _operand(left, array), _operand(right, array)


def type_of_result(operator: str, left: Operand, right: Operand) -> str:
    """Returns the name of the type of the result, in which the operands meet, too. `operator` is no
    comparison."""
    _check_numbers(operator, left, right)
    met = _met(operator, left, right)
    if operator == "truediv" and KINDS[met] < FLOATING:
        met = "double"
    if met == "bool" and operator in ("floordiv", "mod", "pow"):
        met = "int8"
    _check(operator, met)
    return met


def computed(operator: str, left: Operand, right: Operand, met: str, **out: CudaArray) -> CudaArray:
    """Returns the result, of that type. `out=` may be an array for it."""
    if operator == "pow" and KINDS[met] in (UNSIGNED, SIGNED):
        return _integer_power(left, right, met)
    named = f"{operator}_{met}"
    function = named if hasattr(functions, named) else operator
    return _vectorized(function, f"{met} ({met}, {met})")(left, right, **out)


def unary(operator: str, array: CudaArray) -> CudaArray:
    """Returns `operator array` as a CudaArray."""
    name = _type_of(array)
    if not _has_numbers(array):
        raise TypeError(f"`{SIGNS[operator]}` is for an array of numbers, not for {_named(array)}")
    _check(operator, name)
    if operator == "abs" and KINDS[name] in (BOOL, UNSIGNED):
        return array.copy()
    result = {"complex64": "float", "complex128": "double"}.get(name, name) if operator == "abs" else name
    function = "abs_float" if operator == "abs" and KINDS[name] >= FLOATING else f"{operator}_{name}"
    return _vectorized(function if hasattr(functions, function) else operator, f"{result} ({name})")(array)


def _operand(value: Any, array: CudaArray) -> Operand | None:
    """Returns an operand as a CudaArray or a number of Python's own; None if it is neither."""
    if isinstance(value, _core.CudaArray):
        return value
    if type(value) in OF_PYTHON:
        number: complex = value
        return number
    if type(value).__module__ == "numpy" and hasattr(value, "__array_interface__"):
        return _core.CudaArray(value.reshape(1) if not value.ndim else value, target=array.device)
    return None


def _type_of(operand: Operand) -> str:
    return name_of(operand.elemType()) if isinstance(operand, _core.CudaArray) else type(operand).__name__


def _has_numbers(operand: Operand) -> bool:
    """Returns whether an operand is a number, or an array of numbers."""
    if not isinstance(operand, _core.CudaArray):
        return type(operand) in OF_PYTHON
    kind = operand.elemType()
    return isinstance(kind, _core.Type) and kind.name in KINDS  # the class of a struct may have such a name


def _named(operand: Operand) -> str:
    return (
        f"an array of {_type_of(operand)}"
        if isinstance(operand, _core.CudaArray)
        else f"{_type_of(operand)} {operand}"
    )


def _check_numbers(operator: str, left: Operand, right: Operand) -> None:
    if not (_has_numbers(left) and _has_numbers(right)):
        raise TypeError(
            f"`{SIGNS[operator]}` is for arrays of numbers, not for {_named(left)} and {_named(right)}"
        )


def _met(operator: str, left: Operand, right: Operand) -> str:
    one, other = _type_of(left), _type_of(right)
    try:
        if not isinstance(left, _core.CudaArray):
            return met_by_number(other, left)
        if not isinstance(right, _core.CudaArray):
            return met_by_number(one, right)
        return common_type(one, other)
    except OverflowError as error:
        raise OverflowError(f"`{SIGNS[operator]}`: {error}") from None


def _check(operator: str, met: str) -> None:
    if KINDS[met] not in _ALLOWED.get(operator, range(5)):
        use = {"sub": ": use `^`", "neg": ": use `~`"}.get(operator, "") if met == "bool" else ""
        raise TypeError(f"`{SIGNS[operator]}` is not for {met}{use}")


def _compare(operator: str, left: Operand, right: Operand) -> CudaArray:
    one, other = _type_of(left), _type_of(right)
    for first, second, way in ((left, right, operator), (right, left, _MIRRORED[operator])):
        name, value = _type_of(first), second
        if not isinstance(first, _core.CudaArray) or type(value) is not int:
            continue
        if KINDS[name] in (BOOL, UNSIGNED, SIGNED):
            return _compare_with_int(way, first, name, value)
    kinds = {one, other}
    if "uint64" in kinds and kinds & {"int8", "int16", "int", "int64"}:
        first, second, way = (
            (left, right, operator) if one == "uint64" else (right, left, _MIRRORED[operator])
        )
        return _vectorized(f"{way}_unlike", "bool (uint64, int64)")(first, second)
    met = _met(operator, left, right)
    _check(operator, met)
    return _vectorized(operator, f"bool ({met}, {met})")(left, right)


def _compare_with_int(operator: str, array: CudaArray, name: str, value: int) -> CudaArray:
    """Compares integers with one of Python's, which need not fit their type."""
    if KINDS[name] == BOOL:
        array, name = array.astype(_core.Int), "int"
    for wide in (name, "int64", "uint64"):
        if not LIMITS[wide][0] <= value <= LIMITS[wide][1]:
            continue
        if wide == "int64" and name == "uint64":
            return _vectorized(f"{operator}_unlike", "bool (uint64, int64)")(array, value)
        if wide == "uint64" and KINDS[name] == SIGNED:
            break  # beyond all that the array can hold
        return _vectorized(operator, f"bool ({wide}, {wide})")(array, value)
    is_so = operator == "ne" or operator in (("lt", "le") if value > 0 else ("gt", "ge"))
    return _core.full(array.shape, is_so, _core.Bool, target=array.device)


def _integer_power(left: Operand, right: Operand, met: str) -> CudaArray:
    """Powers are computed with 64 bits, of which the result's are the last ones. The exponents must not be
    negative."""
    assert isinstance(left, (_core.CudaArray, int)) and isinstance(right, (_core.CudaArray, int))
    if (
        KINDS[_type_of(right)] == SIGNED and _any_negative(right)
        if isinstance(right, _core.CudaArray)
        else right < 0
    ):
        raise ValueError(
            "`**`: integers to negative powers are no integers: convert the array with A.astype(cp.Double)"
        )
    base = converted(left, "uint64") if isinstance(left, _core.CudaArray) else left % 2**64
    power = converted(right, "uint64") if isinstance(right, _core.CudaArray) else right
    return converted(_vectorized("pow_integer", "uint64 (uint64, uint64)")(base, power), met)


def converted(array: CudaArray, name: str) -> CudaArray:
    """Returns the array in another type of the same kind or a greater one; what does not fit an integer loses
    its first bits."""
    given = array.elemType().name
    return array if given == name else _vectorized(f"to_{name}", f"{name} ({given})")(array)


def _any_negative(exponents: CudaArray) -> bool:
    from .. import lib

    return bool(
        lib.reduce(
            lambda a, b: a or b,
            _compare_with_int("lt", exponents, exponents.elemType().name, 0).ravel(),
            False,
        )
    )


_made: dict[tuple[str, str], Callable[..., CudaArray]] = {}  # by function and signature


def _vectorized(function: str, signature: str) -> Callable[..., CudaArray]:
    made = _made.get((function, signature))
    if made is None:
        from .._api import vectorize

        made = _made.setdefault((function, signature), vectorize(signature)(getattr(functions, function)))
    return made
