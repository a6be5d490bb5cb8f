"""Which of several signatures a call means, by numba's rules: the one whose conversions lose least."""

from __future__ import annotations

from .._types.enums import IntEnumMember
from .._types.types import Array, Number, Tuple

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .._types.types import Type

# How a number of the type of a row becomes one of the type of a column: not at all (=), to a wider one of its
# kind (p), without loss (s), or with loss (u). A complex number does not become a real one (-).
_NUMBERS = (
    "bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 float32 float64 complex64 complex128"
).split()
_ROWS = """
= s s s s s s s s s s s s s
u = p p p u u u u s s s s s
u u = p p u u u u u s s s s
u u u = p u u u u u u s u s
u u u u = u u u u u u s u s
u u s s s = p p p u s s s s
u u u s s u = p p u u s u s
u u u u s u u = p u u s u s
u u u u u u u u = u u s u s
u u u u u u u u u = p p s s
u u u u u u u u u u = p s s
u u u u u u u u u u u = u s
- - - - - - - - - - - - = p
- - - - - - - - - - - - u =
"""
_CONVERSIONS = {
    (a, b): how
    for a, row in zip(_NUMBERS, _ROWS.strip().splitlines())
    for b, how in zip(_NUMBERS, row.split())
}


def conversion(argument: Type, wanted: Type) -> str:
    """Returns how an argument of one type becomes one of another: "=", "p", "s", "u" as above, or "-" where
    it cannot."""
    if argument == wanted:
        return "="
    if isinstance(argument, IntEnumMember) and isinstance(wanted, Number):
        return max("p", conversion(argument.dtype, wanted), key="=psu-".index)
    if isinstance(argument, Number) and isinstance(wanted, Number):
        return _CONVERSIONS.get((argument.name, wanted.name), "-")
    if isinstance(argument, Array) and isinstance(wanted, Array):
        layouts = ("A", argument.layout) if argument.ndim > 1 or not argument.is_contig else "ACF"
        fits = (argument.dtype, argument.ndim) == (wanted.dtype, wanted.ndim) and wanted.layout in layouts
        return (
            "s" if fits and argument.mutable >= wanted.mutable and argument.aligned >= wanted.aligned else "-"
        )
    if isinstance(argument, Tuple) and isinstance(wanted, Tuple) and have_items_alike(argument, wanted):
        return max(map(conversion, argument.types, wanted.types), key="=psu-".index, default="=")
    return "-"


def have_items_alike(one: Tuple, other: Tuple) -> bool:
    """Returns whether two tuples have equally many items, by the same names."""
    return len(one.types) == len(other.types) and getattr(one, "fields", ()) == getattr(other, "fields", ())


def best(arguments: Sequence[Type], signatures: Iterable[tuple[Type, ...]]) -> list[tuple[Type, ...]]:
    """Returns those of the signatures, tuples of types, that arguments of these types fit best: with the
    fewest conversions with loss, then without loss, then to wider types. There may be several, or none."""
    rated = []
    for each in signatures:
        if len(each) != len(arguments):
            continue
        how = "".join(map(conversion, arguments, each))
        if "-" not in how:
            rated.append(((how.count("u"), how.count("s"), how.count("p")), each))
    least = min((rating for rating, _ in rated), default=None)
    return [each for rating, each in rated if rating == least]
