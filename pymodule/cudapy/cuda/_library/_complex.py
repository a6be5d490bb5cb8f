"""The module cmath, by the formulas that numba has for GPUs: CPython's and NumPy's. Infinities and NaNs give
what CPython gives, and where that raises what the formula gives.

Real numbers become complex ones where numba has it so. `acosh cosh sinh tanh log10 phase polar` are there
only for complex numbers, and the types of their results follow from their formulas: some of them compute a
complex64 in double.
"""

from __future__ import annotations

import cmath
import math

from .. import types as numba_types
from .._device_functions import complex_numbers
from ._kinds import listed
from ._making import made, specialized

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .._jit.dispatcher import DeviceFunction
    from ._kinds import Choice, Kind

_BY_SIGNATURE = ("acos", "asin", "asinh", "atan", "atanh", "cos", "exp", "log", "sin", "sqrt", "tan")
_BY_FORMULA = ("acosh", "cosh", "log10", "phase", "polar", "sinh", "tanh")
_OF_PARTS = {
    "isfinite": "math.isfinite(z.real) and math.isfinite(z.imag)",
    "isinf": "math.isinf(z.real) or math.isinf(z.imag)",
    "isnan": "math.isnan(z.real) or math.isnan(z.imag)",
}
_SINGLE = ("bool", "int8", "int16", "uint8", "float16", "float32", "complex64")

_FLT_MAX = 3.4028234663852886e38
_DBL_MAX = 1.7976931348623157e308
_LARGEST = {"complex64": _FLT_MAX / (1 + math.sqrt(2)), "complex128": _DBL_MAX / (1 + math.sqrt(2))}


def choose(name: str, kinds: Sequence[Kind]) -> Choice:
    """Returns the function of cmath for arguments of these types, or a text that says what is refused."""
    if name == "rect":
        return _rect(kinds)
    most = 2 if name == "log" else 1
    if not 1 <= len(kinds) <= most or any(each.ndim or each.keyword or not each.number for each in kinds):
        return f"`cmath.{name}` of {listed(kinds)}"
    if name in _BY_FORMULA:
        if not kinds[0].name.startswith("complex"):
            return f"`cmath.{name}` of {listed(kinds)}, which numba has only for complex numbers,"
        return _of_formula(name)
    kind = _meeting([each.name for each in kinds])
    made_name = f"cmath_{name}_{kind}"
    if name in _OF_PARTS:
        return made(made_name, [("z", kind)], "bool", f"return {_OF_PARTS[name]}")
    if len(kinds) == 2:
        # A quotient of logarithms that were rounded to single would lose digits where it is small.
        line = "return cmath.log(wide(z)) / cmath.log(wide(base))"
        names = {"cmath": cmath, "wide": numba_types.complex128}
        return made(f"{made_name}_base", [("z", kind), ("base", kind)], kind, line, names=names)
    return specialized(_of_formula(name), made_name, [("z", kind)], kind, _LARGEST=_LARGEST[kind])


def _of_formula(name: str) -> DeviceFunction:
    function: DeviceFunction = getattr(complex_numbers, f"cmath_{name}")
    return function


def _meeting(names: Iterable[str]) -> str:
    """Returns the complex type that numbers of these types become, as numba's inference chooses it."""
    return "complex64" if all(each in _SINGLE for each in names) else "complex128"


def _rect(kinds: Sequence[Kind]) -> Choice:
    if len(kinds) != 2 or any(each.name not in ("float32", "float64") or each.ndim for each in kinds):
        return f"`cmath.rect` of {listed(kinds)}, which numba has only for float32 and float64,"
    return _of_formula("rect")


def make_complex(kinds: Sequence[Kind]) -> Choice:
    """Returns the function that `complex` is for arguments of these types, or a text that says what is
    refused. The result is a complex64 only for real numbers of type float32."""
    if not 1 <= len(kinds) <= 2 or any(not _has_parts(each, len(kinds)) for each in kinds):
        return f"`complex` of {listed(kinds)}"
    kind = "complex64" if all(each.name == "float32" for each in kinds) else "complex128"
    suffix = "_".join(each.name for each in kinds)
    parameters = [(name, each.text) for name, each in zip(("real", "imag"), kinds)]
    names = {"made_complex": getattr(numba_types, kind)}
    call = f"return made_complex({', '.join(name for name, _ in parameters)})"
    return made(f"complex_of_{suffix}", parameters, kind, call, names=names)


def _has_parts(kind: Kind, count: int) -> bool:
    is_number = (
        kind.number is not None
        and not kind.ndim
        and not kind.keyword
        and kind.name not in ("bool", "float16")
    )
    return is_number and (count == 1 or not kind.name.startswith("complex"))
