"""The functions of CUDA's libdevice, as `numba.cuda.libdevice` has them: with a tuple for what CUDA writes
through pointers.

A row has the types of the arguments, that of the result, and the lines of the body, whose arguments are a,
b, c and d. The letters of the types are f and d for real numbers, i and l for integers.
"""

from __future__ import annotations

from ..._compile.names import bits, double_of_bits, float_of_bits
from .. import types as numba_types
from .._device_functions.small_floats import half_bits, half_of_bits
from ._kinds import listed
from ._making import made, specialized
from ._small_floats import rounded_to_integer

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .._jit.dispatcher import DeviceFunction
    from ._kinds import Choice, Kind

_TEXTS = {"f": "float", "d": "double", "i": "int", "l": "int64", "h": "int16"}
_FLOATS = {"f": "float32", "d": "float64"}

# The functions of math by their names, with the letters of their arguments; `R` is the precision.
_OF_MATH = {
    "R": """
        acos acosh asin asinh atan atanh cbrt ceil cos cosh cospi erf erfc erfcinv erfcx erfinv exp exp10 exp2
        expm1 fabs floor j0 j1 lgamma log log10 log1p log2 logb nearbyint normcdf normcdfinv rcbrt rint round
        rsqrt sin sinh sinpi sqrt tan tanh tgamma trunc y0 y1
    """,
    "RR": "atan2 copysign fdim fmax fmin fmod hypot nextafter pow remainder",
    "RRR": "fma",
    "Ri": "ldexp scalbn",
    "iR": "jn yn",
}
_SINGLE_ALONE = {
    "fast_cosf": "cos",
    "fast_exp10f": "exp10",
    "fast_expf": "exp",
    "fast_log10f": "log10",
    "fast_log2f": "log2",
    "fast_logf": "log",
    "fast_sinf": "sin",
    "fast_tanf": "tan",
}
_PAIRS = {"sincos": "RR", "sincospi": "RR", "modf": "RR", "frexp": "Ri"}
_RESULTS = {"ilogb": "i", "llrint": "l", "llround": "l"}
_CONVERSIONS = {"int": "int", "uint": "uint32", "ll": "int64", "ull": "uint64"}
# CUDA's unsigned integers are signed ones of the same bits in numba.
_SIGNED = {"uint32": "int", "uint64": "int64"}

_INTEGERS = {
    "abs": ("i", "i", "abs(a)"),
    "llabs": ("l", "l", "abs(a)"),
    "max": ("ii", "i", "max(a, b)"),
    "min": ("ii", "i", "min(a, b)"),
    "llmax": ("ll", "l", "max(a, b)"),
    "llmin": ("ll", "l", "min(a, b)"),
    "umax": ("ii", "i", "int32(max(uint32(a), uint32(b)))"),
    "umin": ("ii", "i", "int32(min(uint32(a), uint32(b)))"),
    "ullmax": ("ll", "l", "int64(max(uint64(a), uint64(b)))"),
    "ullmin": ("ll", "l", "int64(min(uint64(a), uint64(b)))"),
    "sad": ("iii", "i", "int32(abs(int64(a) - int64(b)) + int64(c))"),
    "usad": ("iii", "i", "int32(abs(int64(uint32(a)) - int64(uint32(b))) + int64(c))"),
    "hadd": ("ii", "i", "int32((int64(a) + int64(b)) >> 1)"),
    "rhadd": ("ii", "i", "int32((int64(a) + int64(b) + 1) >> 1)"),
    "uhadd": ("ii", "i", "int32((int64(uint32(a)) + int64(uint32(b))) >> 1)"),
    "urhadd": ("ii", "i", "int32((int64(uint32(a)) + int64(uint32(b)) + 1) >> 1)"),
    "mulhi": ("ii", "i", "int32((int64(a) * int64(b)) >> 32)"),
    "umulhi": ("ii", "i", "int32((uint64(uint32(a)) * uint64(uint32(b))) >> uint64(32))"),
    "popc": ("i", "i", "cuda.popc(a)"),
    "popcll": ("l", "i", "int32(cuda.popc(a))"),
    "clz": ("i", "i", "cuda.clz(a)"),
    "clzll": ("l", "i", "int32(cuda.clz(a))"),
    "ffs": ("i", "i", "int32(cuda.ffs(a))"),
    "ffsll": ("l", "i", "int32(cuda.ffs(a))"),
    "brev": ("i", "i", "int32(cuda.brev(uint32(a)))"),
    "brevll": ("l", "l", "int64(cuda.brev(uint64(a)))"),
}
_BITS = {
    "double_as_longlong": ("d", "l", "int64(bits(a))"),
    "longlong_as_double": ("l", "d", "double_of_bits(uint64(a))"),
    "float_as_int": ("f", "i", "int32(bits(a))"),
    "int_as_float": ("i", "f", "float_of_bits(uint32(a))"),
    "double2hiint": ("d", "i", "int32(int64(bits(a)) >> 32)"),
    "double2loint": ("d", "i", "int32(bits(a) & uint64(0xFFFFFFFF))"),
    "hiloint2double": ("ii", "d", "double_of_bits((uint64(uint32(a)) << uint64(32)) | uint64(uint32(b)))"),
    "signbitd": ("d", "i", "int32(uint64(bits(a)) >> uint64(63))"),
    "signbitf": ("f", "i", "int32(uint32(bits(a)) >> uint32(31))"),
}
_TESTS = {
    "finitef": ("f", "i", "1 if math.isfinite(a) else 0"),
    "isfinited": ("d", "i", "1 if math.isfinite(a) else 0"),
    "isinfd": ("d", "i", "1 if math.isinf(a) else 0"),
    "isinff": ("f", "i", "1 if math.isinf(a) else 0"),
    "isnand": ("d", "i", "1 if math.isnan(a) else 0"),
    "isnanf": ("f", "i", "1 if math.isnan(a) else 0"),
    "saturatef": ("f", "f", "(a if a < 1 else float32(1.0)) if a > 0 else float32(0.0)"),
    "fast_fdividef": ("ff", "f", "a / b"),
    "fast_powf": ("ff", "f", "math.pow(a, b)"),
    "powi": ("di", "d", "a ** b"),
    "powif": ("fi", "f", "a ** b"),
    "double2float_rn": ("d", "f", "float32(a)"),
}


def _rows() -> dict[str, tuple[str, str, str]]:
    """Returns the letters of the arguments, that of the result, and the text of each function."""
    rows = {**_INTEGERS, **_BITS, **_TESTS}
    for letters, names in _OF_MATH.items():
        for name in names.split():
            for end, precision in (("", "d"), ("f", "f")):
                given = letters.replace("R", precision)
                arguments = ", ".join("abc"[: len(given)])
                rows[name + end] = (given, precision, f"math.{name}({arguments})")
    for name, result in _RESULTS.items():
        rows[name], rows[f"{name}f"] = ("d", result, f"math.{name}(a)"), ("f", result, f"math.{name}(a)")
    for name, function in _SINGLE_ALONE.items():
        rows[name] = ("f", "f", f"math.{function}(a)")
    # In double no compiler makes one operation of a product and a sum, and no fast division is used. That
    # result, rounded to single, is the one that single precision has.
    for name, op in (("add", "+"), ("sub", "-"), ("mul", "*"), ("div", "/")):
        rows[f"f{name}_rn"] = ("ff", "f", f"float32(float64(a) {op} float64(b))")
    rows["frcp_rn"] = ("f", "f", "float32(1.0 / float64(a))")
    rows["fsqrt_rn"] = ("f", "f", "float32(math.sqrt(float64(a)))")
    rows["ddiv_rn"] = ("dd", "d", "a / b")
    rows["drcp_rn"] = ("d", "d", "1.0 / a")
    rows["dsqrt_rn"] = ("d", "d", "math.sqrt(a)")
    rows["fma_rn"], rows["fmaf_rn"] = rows["fma"], rows["fmaf"]
    for before in ("int", "uint", "ll", "ull"):
        kind = _CONVERSIONS[before]
        letter = "i" if before.endswith("int") else "l"
        value = "a" if kind in ("int", "int64") else f"{kind}(a)"
        for after in ("double", "float"):
            result = after[0]
            rows[f"{before}2{after}_rn"] = (letter, result, f"{_FLOATS[result]}({value})")
    return rows


_ROWS = _rows()
_ROUNDED = {
    f"{before}2{after}_{rounding}": (before, kind, rounding)
    for before in ("double", "float")
    for after, kind in _CONVERSIONS.items()
    for rounding in ("rd", "rn", "ru", "rz")
}
_SPLIT = {
    f"{name}{end}": (letters, precision, name)
    for name, letters in _PAIRS.items()
    for end, precision in (("", "d"), ("f", "f"))
}
_SPLIT["fast_sincosf"] = ("RR", "f", "sincos")
NAMES = (*_ROWS, *_ROUNDED, *_SPLIT, "remquo", "remquof", "float2half_rn", "half2float")


def choose(name: str, kinds: Sequence[Kind]) -> Choice:
    """Returns the function of libdevice for arguments of these types, or a text that says what is refused."""
    what = f"`libdevice.{name}` of {listed(kinds)}"
    is_real = all(each.number and not each.ndim and not each.name.startswith("complex") for each in kinds)
    if not is_real or any(each.keyword for each in kinds):
        return what
    made_name = f"libdevice_{name}"
    if name in _ROUNDED:
        return _rounded_call(made_name, *_ROUNDED[name]) if len(kinds) == 1 else what
    if name in _SPLIT:
        _, precision, function = _SPLIT[name]
        if len(kinds) != 1:
            return what
        lines = [f"first, second = math.{function}({_FLOATS[precision]}(a))", "return first, second"]
        return made(made_name, [("a", None)], None, *lines, names=_names())
    if name.startswith("remquo"):
        if len(kinds) != 2:
            return what
        kind = _FLOATS["f" if name.endswith("f") else "d"]
        lines = [f"rest, quotient = math.remquo({kind}(a), {kind}(b))", "return rest, quotient"]
        return made(made_name, [("a", None), ("b", None)], None, *lines, names=_names())
    if name == "float2half_rn":
        bits_of = specialized(half_bits, "half_bits", [("x", "half")], "int64")
        return (
            made(made_name, [("a", "float")], "int16", "return bits_of(a)", names={"bits_of": bits_of})
            if len(kinds) == 1
            else what
        )
    if name == "half2float":
        of_bits = specialized(half_of_bits, "half_of_bits", [("word", "int64")], "half")
        return (
            made(made_name, [("a", "int16")], "float", "return of_bits(a)", names={"of_bits": of_bits})
            if len(kinds) == 1
            else what
        )
    letters, result, text = _ROWS[name]
    if len(letters) != len(kinds):
        return what
    parameters = [(each, _TEXTS[letter]) for each, letter in zip("abcd", letters)]
    return made(made_name, parameters, _TEXTS[result], f"return {text}", names=_names())


def _rounded_call(name: str, before: str, kind: str, rounding: str) -> DeviceFunction:
    if kind not in _SIGNED:
        return rounded_to_integer(name, before, kind, rounding)
    rounded = rounded_to_integer(f"{name}_unsigned", before, kind, rounding)
    return made(name, [("a", before)], _SIGNED[kind], "return rounded(a)", names={"rounded": rounded})


def _names() -> dict[str, Any]:
    from ... import cuda

    return {
        "bits": bits,
        "cuda": cuda,
        "double_of_bits": double_of_bits,
        "float_of_bits": float_of_bits,
        "float32": numba_types.float32,
    }


_NUMBA = {"f": "float32", "d": "float64", "i": "int32", "l": "int64", "h": "int16"}
_OF_CORE = {"int": "int32", "uint32": "int32", "int64": "int64", "uint64": "int64"}


def types_of_all() -> dict[str, tuple[list[str], str | None, list[str]]]:
    """Returns numba's types of each function: those of the arguments, that of the result or None, and those
    of what CUDA writes through pointers."""
    found: dict[str, tuple[list[str], str | None, list[str]]] = {}
    for name, (letters, result, _) in _ROWS.items():
        found[name] = [_NUMBA[each] for each in letters], _NUMBA[result], []
    for name, (before, kind, _) in _ROUNDED.items():
        found[name] = ["float64" if before == "double" else "float32"], _OF_CORE[kind], []
    for name, (letters, precision, function) in _SPLIT.items():
        parts = [_NUMBA[precision if each == "R" else each] for each in letters]
        is_pair = function.startswith("sincos")
        found[name] = [_NUMBA[precision]], None if is_pair else parts[0], parts if is_pair else parts[1:]
    for name, kind in (("remquo", "float64"), ("remquof", "float32")):
        found[name] = [kind, kind], kind, ["int32"]
    found["float2half_rn"] = ["float32"], "int16", []
    found["half2float"] = ["int16"], "float32", []
    return found
