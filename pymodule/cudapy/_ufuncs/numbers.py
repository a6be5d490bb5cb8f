"""The types of numbers: how those of arguments are found, and which of them hold which others."""

from __future__ import annotations

import math
from typing import Any

from .. import _core

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence, Set

    from .strided import Operand

KINDS = {
    "bool": 0,
    "uint8": 1,
    "uint16": 1,
    "uint32": 1,
    "uint64": 1,
    "int8": 2,
    "int16": 2,
    "int": 2,
    "int64": 2,
    "half": 3,
    "bfloat16": 3,
    "float": 3,
    "double": 3,
    "complex64": 4,
    "complex128": 4,
}
LIMITS = {
    name: (0, 2**bits - 1) for name, bits in (("uint8", 8), ("uint16", 16), ("uint32", 32), ("uint64", 64))
}
LIMITS |= {
    name: (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    for name, bits in (("int8", 8), ("int16", 16), ("int", 32), ("int64", 64))
}
LARGEST = {"half": 65504.0, "bfloat16": 3.3895313892515355e38, "float": 3.4028234663852886e38}
TYPES = {
    each.name: each
    for each in (
        _core.Bool,
        _core.Int8,
        _core.UInt8,
        _core.Int16,
        _core.UInt16,
        _core.Int,
        _core.UInt32,
        _core.Int64,
        _core.UInt64,
        _core.Half,
        _core.BFloat16,
        _core.Float,
        _core.Double,
        _core.Complex64,
        _core.Complex128,
    )
}
OF_PYTHON: dict[type, int] = {bool: 0, int: 2, float: 3, complex: 4}  # the kinds of Python's numbers
PYTHON = ("bool", "int", "int", "float", "complex")


ALIASES = {"bool_": "bool", "int32": "int", "float16": "half", "float32": "float", "float64": "double"}


def names_of(result: str) -> tuple[list[str], bool]:
    """The names in a type such as "(float, int)", and whether it is a tuple."""
    if not result.startswith("("):
        return [result], False
    names, depth, word = [], 0, ""
    for character in result[1:-1]:
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and not depth:
            names.append(word.strip())
            word = ""
        else:
            word += character
    return [*names, word.strip()], True


def types_of_arguments(
    operands: Sequence[Operand], places: Iterable[int], who: str, annotated: Mapping[int, str]
) -> dict[int, str]:
    """By place: the names of the types that arguments give parameters without a type; `annotated` are those
    that annotations say. Python's numbers, and lists of them, are as wide as what they meet."""
    strong = {each.kind.name for each in operands if each.kind is not None and not each.is_weak}
    types = {}
    for place in places:
        each = operands[place]
        if place in annotated:
            types[place] = annotated[place]
        elif each.kind is not None and not each.is_weak:
            types[place] = each.kind.name
        else:
            kind, values = each.weak()
            types[place] = _weak(kind, values, strong)
            wide = next((one for one in values if type(one) is int and not _has_a_type(one)), None)
            if wide is not None:
                raise OverflowError(f"{who}: argument {each.name}: int {wide} has more than 64 bits")
    return types


def weak_type(operand: Operand, met: Set[str]) -> str:
    """The type of a number of Python's own, or of a list of them, next to arrays of these types."""
    return _weak(*operand.weak(), met)


def with_initial(who: str, kind: str, initial: complex) -> str:
    """The type of elements, or the wider one that the initial value of a reduction asks for."""
    own = OF_PYTHON[type(initial)]
    if type(initial) is int and KINDS[kind] in (1, 2):
        low, high = LIMITS[kind]
        both = [min(low, initial), max(high, initial)]
        found = next((name for name in (kind, "int", "int64", "uint64") if _holds(name, both)), None)
        if found is None:
            raise OverflowError(f"{who}: no type holds the initial value {initial} and elements of {kind}")
        return found
    finite = [initial] if isinstance(initial, (int, float)) and own and math.isfinite(initial) else []
    if KINDS[kind] == 3 and own in (2, 3):
        return _weak(3, finite, {kind})
    return kind if own <= KINDS[kind] else _weak(own, finite, {kind})


def is_wider(wide: str, kind: str) -> bool:
    """Returns whether a type holds what another one does, as far as the language gives such a type for it."""
    if KINDS[wide] in (1, 2) and KINDS[kind] in (1, 2):
        return _holds(wide, LIMITS[kind])
    if KINDS[wide] == KINDS[kind]:
        return TYPES[wide].size >= TYPES[kind].size
    if KINDS[wide] == 4 and KINDS[kind] == 3:
        return TYPES[wide].size >= 2 * TYPES[kind].size
    return KINDS[wide] > KINDS[kind]


def _has_a_type(value: int) -> bool:
    return any(low <= value <= high for low, high in LIMITS.values())


def _weak(kind: int, values: Sequence[float], met: Set[str]) -> str:
    """The type of Python's numbers of that kind next to arrays of these types. `values` are the least one and
    the greatest one of those that are finite."""
    if kind == 0:
        return "bool"
    if kind == 2:
        integers = [name for name in ("uint64", "int64", "uint32", "int") if name in met]
        candidates = [*integers[:1], "int", "int64", "uint64"]
        return next((name for name in candidates if _holds(name, values)), "int64")
    is_wide = bool(met & {"double", "complex128", "int64", "uint64"})
    floats = met & {"half", "bfloat16", "float", "complex64"}
    if kind == 4:
        return "complex128" if is_wide or not floats else "complex64"
    if is_wide or not floats:
        return "double"
    found = next(iter(floats)) if len(floats) == 1 else "float"
    largest = max(map(abs, values), default=0)
    wider = ("float" if found == "complex64" else found, "float")
    return next((name for name in wider if largest <= LARGEST[name]), "double")


def _holds(name: str, values: Iterable[float]) -> bool:
    return all(LIMITS[name][0] <= each <= LIMITS[name][1] for each in values)


def tuple_of(names: Iterable[str]) -> str:
    return f"({', '.join(names)})"


def number_for(value: Any, wanted: str) -> complex:
    """A number as the launch takes it for a parameter of that type."""
    kind = KINDS[wanted]
    return (
        bool(value)
        if kind == 0
        else value
        if kind in (1, 2)
        else float(value)
        if kind == 3
        else complex(value)
    )


def name_of(kind: Any) -> str:
    return kind.__name__ if isinstance(kind, type) else kind.name


def with_article(name: str) -> str:
    return f"{'an' if name[0] in 'aeiou' and not name.startswith('uint') else 'a'} {name}"
