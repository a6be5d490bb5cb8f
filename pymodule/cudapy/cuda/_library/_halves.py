"""The functions of cuda.fp16."""

from __future__ import annotations

from ._small_floats import SmallFloats

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._kinds import Choice, Kind
    from ._small_floats import Conversion

_INTEGERS = {
    "short": "int16",
    "ushort": "uint16",
    "int": "int",
    "uint": "uint32",
    "ll": "int64",
    "ull": "uint64",
}


def _conversions() -> dict[str, Conversion]:
    rows: dict[str, Conversion] = {
        "__double2half": ("double", "half", "rn"),
        "__float2half": ("float", "half", "rn"),
        "__half2float": ("half", "float", None),
        "__half2char_rz": ("half", "int8", "rz"),
        "__half2uchar_rz": ("half", "uint8", "rz"),
        "__half_as_short": ("half", "int16", "bits"),
        "__half_as_ushort": ("half", "uint16", "bits"),
        "__short_as_half": ("int16", "half", "bits"),
        "__ushort_as_half": ("uint16", "half", "bits"),
    }
    for rounding in ("rd", "rn", "ru", "rz"):
        rows[f"__float2half_{rounding}"] = ("float", "half", rounding)
        for name, kind in _INTEGERS.items():
            rows[f"__{name}2half_{rounding}"] = (kind, "half", rounding)
            rows[f"__half2{name}_{rounding}"] = ("half", kind, rounding)
    return rows


_HALVES = SmallFloats("fp16", "float16", "half", "half", _conversions())
_PLAIN = (
    "habs hadd hdiv heq hfma hge hgt hle hlt hmax hmin hmul hne hneg hsub hceil hcos hexp hexp10 hexp2 "
    "hfloor hlog hlog10 hlog2 hrcp hrint hrsqrt hsin hsqrt htanh htanh_approx htrunc"
).split()
_UNDERLINED = (
    "habs hadd hadd_rn hadd_sat hdiv heq hequ hfma hfma_relu hfma_sat hge hgeu hgt hgtu hisinf hisnan hle "
    "hleu hlt hltu hmax hmax_nan hmin hmin_nan hmul hmul_rn hmul_sat hne hneg hneu hsub hsub_rn hsub_sat"
).split()
NAMES = (*_PLAIN, *(f"__{name}" for name in _UNDERLINED), *_HALVES.conversions)


def choose(name: str, kinds: Sequence[Kind]) -> Choice:
    """Returns the function of cuda.fp16 for arguments of these types, or a text that says what is refused."""
    return _HALVES.choose(name if name in _HALVES.conversions else name.removeprefix("__"), kinds)
