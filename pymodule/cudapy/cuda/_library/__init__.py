"""The functions that kernels of the dialect know and that are made of others: those of cmath, the ufuncs and
reductions of NumPy, fp16, bf16, libdevice, and the makers of vectors.

They are written in the dialect itself, so that both targets, and the checked mode, have them. While a
kernel is compiled, answer() says which values are such functions, and choose() gives the function for the
types of the arguments of a call: one of Python, which comes along with the kernel.
"""

from __future__ import annotations

import enum
import importlib
import sys
import types

from ..._compile.bindings import Overloaded
from ..._compile.stand_ins import OverArrays
from ..._types.dates import has_dates
from .._types import enums
from . import _dates as dates
from ._kinds import kinds_of
from ._names import LibraryName

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any

    from ..._compile.bindings import Binding, SignedFunction
    from .._jit.helper_signatures import HelperSignatures
    from ._kinds import Choice

# The modules that choose the functions, by the first parts of their names.
_CHOOSERS = {
    "bf16": "._bfloats",
    "arrays": "._stores",
    "builtins": "._built_in",
    "cmath": "._complex",
    "dates": "._dates",
    "fp16": "._halves",
    "libdevice": "._libdevice",
    "numpy": "._ufuncs",
    "reductions": "._reductions",
    "vectors": "._vectors",
}
_CMATH = frozenset(
    """
    acos acosh asin asinh atan atanh cos cosh exp isfinite isinf isnan log log10 phase polar rect sin sinh
    sqrt tan tanh
    """.split()
)
# The reductions of arrays that are methods of them, and those that are only functions of NumPy.
_BY_METHODS = ("all", "any", "max", "mean", "min", "prod", "std", "sum", "var")
METHODS = {name: LibraryName(f"reductions.{name}", "cudapy.cuda") for name in _BY_METHODS}
METHODS |= {name: LibraryName(f"arrays.{name}", "cudapy.cuda") for name in ("fill", "__setitem__")}
_REDUCTIONS = {
    name: name for name in (*_BY_METHODS, "count_nonzero", "nanmax", "nanmean", "nanmin", "nanprod", "nansum")
}
_REDUCTIONS |= {"amax": "max", "amin": "min"}
# What is another function for some types of its arguments, and the function that it is else.
_BUILT_IN = {"builtins.round": "builtins.round"}
_BUILT_IN |= {
    f"numpy.{name}": f"numpy.{name}"
    for name in """absolute cbrt ceil copysign divmod exp exp2 expm1 fabs floor fmod frexp isfinite isinf
    ldexp log1p modf nextafter power rint signbit sqrt trunc""".split()
}


def answer(value: Any) -> Binding | None:
    """Returns what kernels are told of a function of the library, of a device function with several
    signatures, of a member of an enumeration, or of a date, see cudapy/_compile/bindings.py; None for any
    other value."""
    if _signatures_of(value):
        return Overloaded("")
    if isinstance(value, (enum.Enum, tuple)):
        return enums.answer(value)
    if has_dates(value) and getattr(value, "ndim", None) == 0:
        return dates.answer(value)
    name = _name_of(value)
    return Overloaded(_BUILT_IN.get(name, "")) if name else None


def choose(value: Any, text: str) -> Choice | SignedFunction:
    """Returns the function that is meant for arguments of the types of the text, such as "(float; out=int*)".
    Returns None where it is the built-in one, a text that says what is refused where there is none, and for a
    device function with several signatures the answer that names it and the types of one."""
    if signatures := _signatures_of(value):
        return signatures.choose(kinds_of(text))
    name = _name_of(value)
    assert name is not None  # as answer() said
    chooser = importlib.import_module(_CHOOSERS[name.partition(".")[0]], __name__)
    facts = (name in _BUILT_IN,) if name.startswith("numpy.") else ()
    choice: Choice = chooser.choose(name.partition(".")[2], kinds_of(text), *facts)
    return choice


def _signatures_of(value: Any) -> HelperSignatures | None:
    """Returns the signatures of a device function that has several; None for any other value."""
    return getattr(value, "_helper_signatures", None) if isinstance(value, OverArrays) else None


def _name_of(value: Any) -> str | None:
    if isinstance(value, LibraryName):
        return value.path
    kind = type(value)
    if kind.__name__ == "ufunc" and kind.__module__ == "numpy":
        return _ufunc_name(value)
    if getattr(value, "__module__", "") == "numpy" and getattr(value, "__name__", "") in _REDUCTIONS:
        is_numpys = getattr(sys.modules.get("numpy"), value.__name__, None) is value
        return f"reductions.{_REDUCTIONS[value.__name__]}" if is_numpys else None
    if isinstance(value, types.BuiltinFunctionType):
        if value.__module__ == "cmath" and value.__name__ in _CMATH:
            return f"cmath.{value.__name__}"
        return "builtins.round" if value is round else None
    return "builtins.complex" if value is complex else None


def _ufunc_name(value: Any) -> str | None:
    from ._loops import LOOPS

    is_numpys = getattr(sys.modules.get("numpy"), value.__name__, None) is value
    if is_numpys and value.__name__ == "isnat":
        return "dates.isnat"
    return f"numpy.{value.__name__}" if is_numpys and value.__name__ in LOOPS else None
