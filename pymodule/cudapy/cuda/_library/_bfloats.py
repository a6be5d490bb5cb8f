"""The functions of cuda.bf16."""

from __future__ import annotations

from ._small_floats import SmallFloats

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._kinds import Choice, Kind
    from ._small_floats import Conversion

_KINDS = {
    "int8": "int8",
    "uint8": "uint8",
    "int16": "int16",
    "uint16": "uint16",
    "int32": "int",
    "uint32": "uint32",
    "int64": "int64",
    "uint64": "uint64",
}


def _conversions() -> dict[str, Conversion]:
    rows: dict[str, Conversion] = {
        "bfloat16_to_float32": ("bfloat16", "float", None),
        "float32_to_bfloat16": ("float", "bfloat16", "rn"),
        "float64_to_bfloat16": ("double", "bfloat16", "rn"),
        "bfloat16_to_int8_rz": ("bfloat16", "int8", "rz"),
        "bfloat16_to_uint8_rz": ("bfloat16", "uint8", "rz"),
        "bfloat16_as_int16": ("bfloat16", "int16", "bits"),
        "bfloat16_as_uint16": ("bfloat16", "uint16", "bits"),
        "int16_as_bfloat16": ("int16", "bfloat16", "bits"),
        "uint16_as_bfloat16": ("uint16", "bfloat16", "bits"),
    }
    for rounding in ("rd", "rn", "ru", "rz"):
        rows[f"float32_to_bfloat16_{rounding}"] = ("float", "bfloat16", rounding)
        for name, kind in _KINDS.items():
            if not name.endswith("8"):
                rows[f"{name}_to_bfloat16_{rounding}"] = (kind, "bfloat16", rounding)
                rows[f"bfloat16_to_{name}_{rounding}"] = ("bfloat16", kind, rounding)
    return rows


_BFLOATS = SmallFloats("bf16", "bfloat16", "bfloat16", "bfloat", _conversions())
_FUNCTIONS = (
    "habs hadd hadd_rn hadd_sat hceil hcos hdiv heq hequ hexp hexp10 hexp2 hfloor hfma hfma_relu hfma_sat "
    "hge hgeu hgt hgtu hisinf hisnan hle hleu hlog hlog10 hlog2 hlt hltu hmax hmax_nan hmin hmin_nan hmul "
    "hmul_rn hmul_sat hne hneg hneu hrcp hrint hrsqrt hsin hsqrt hsub hsub_rn hsub_sat htanh htanh_approx "
    "htrunc"
).split()
NAMES = (*_FUNCTIONS, *_BFLOATS.conversions)


def choose(name: str, kinds: Sequence[Kind]) -> Choice:
    """Returns the function of cuda.bf16 for arguments of these types, or a text that says what is refused."""
    return _BFLOATS.choose(name, kinds)
