"""The types of numbers: how those of arguments are found, and which of them hold which others."""

from __future__ import annotations

import math

from . import _core

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
OF_PYTHON = {bool: 0, int: 2, float: 3, complex: 4}  # the kinds of Python's numbers
PYTHON = ("bool", "int", "int", "float", "complex")
TYPE_NAMES = {
    name: {"bool": "bool_", "int": "int32", "float": "float32", "double": "float64"}.get(name, name)
    for name in TYPES
}


def parse(signature, names):
    """The types of a lambda's parameters and of its result, of a text such as "float (float x, int n)"."""
    text = signature.strip()
    end = text.rfind("(")
    result, parameters = text[:end].strip(), text[end + 1 :].rstrip(")").strip()
    types = [each.split()[0] if each.split() else "" for each in parameters.split(",")]
    found = [result, *types] if not result.startswith("(") else [*names_of(result)[0], *types]
    if end < 0 or not text.endswith(")") or any(each not in (*TYPES, *ALIASES) for each in found):
        raise TypeError(
            f'vectorize: {signature!r} is no signature of a lambda of numbers: write one such as "float '
            '(float, int)"'
        )
    if len(types) != len(names):
        raise TypeError(
            f"vectorize: the signature {signature!r} has {len(types)} parameters, and the lambda has "
            f"{len(names)}: {', '.join(names)}"
        )
    results, several = names_of(result)
    results = [ALIASES.get(each, each) for each in results]
    return [ALIASES.get(each, each) for each in types], tuple_of(results) if several else results[0]


ALIASES = {"int32": "int", "float16": "half", "float32": "float", "float64": "double"}


def names_of(result):
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


def types_of_arguments(operands, places, who):
    """By place: the names of the types that arguments give parameters without a type. Python's numbers,
    and lists of them, are as wide as what they meet."""
    strong = {each.kind.name for each in operands if each.kind is not None and not each.is_weak}
    weak_lists = {each.kind.name for each in operands if each.is_weak}
    types = {}
    for place in places:
        each = operands[place]
        if each.kind is not None and not each.is_weak:
            types[place] = each.kind.name
        elif each.is_weak:
            types[place] = _weak(each.kind.name, KINDS[each.kind.name], strong, None, each.kind.name)
        else:
            value = each.given
            kind = OF_PYTHON[type(value)]
            alone = "bool" if kind == 0 else "int" if kind == 2 else "double" if kind == 3 else "complex128"
            types[place] = _weak(alone, kind, strong | weak_lists, value, None)
            if type(value) is int and not any(low <= value <= high for low, high in LIMITS.values()):
                raise OverflowError(f"{who}: argument {each.name}: int {value} has more than 64 bits")
    return types


def _weak(alone, kind, met, value, own):
    """The type of a number of Python's own, or of a list of them, beside arrays of these types."""
    is_wide = bool(met & {"double", "complex128", "int64", "uint64"})
    if kind == 0:
        return "bool"
    if kind == 2:
        if own is not None:  # the values are not looked at again
            return own
        integers = [name for name in ("uint64", "int64", "uint32", "int") if name in met]
        candidates = [integers[0]] if integers else []
        candidates += ["int", "int64", "uint64"]
        return next((name for name in candidates if LIMITS[name][0] <= value <= LIMITS[name][1]), "int64")
    if kind == 4:
        return (
            "complex128"
            if is_wide or (own is None and not met & {"float", "half", "bfloat16", "complex64"})
            else "complex64"
        )
    floats = met & {"half", "bfloat16", "float", "complex64"}
    if is_wide:
        return "double"
    if not floats:
        return alone
    found = next(iter(floats)) if len(floats) == 1 else "float"
    found = "float" if found == "complex64" or own is not None else found
    if value is not None and math.isfinite(value) and abs(value) > LARGEST[found]:
        found = "float" if abs(value) <= LARGEST["float"] else "double"
    return found


def tuple_of(names):
    return f"({', '.join(names)})"


def number_for(value, wanted):
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


def name_of(kind):
    return kind.__name__ if isinstance(kind, type) else kind.name


def with_article(name):
    return f"{'an' if name[0] in 'aeiou' and not name.startswith('uint') else 'a'} {name}"
