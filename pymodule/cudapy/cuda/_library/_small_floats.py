"""What cuda.fp16 and cuda.bf16 have in common: functions of numbers of 16 bits."""

from __future__ import annotations

from .. import types as numba_types
from .._device_functions import small_floats
from ._kinds import listed
from ._making import made, specialized

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .._jit.dispatcher import DeviceFunction
    from ._kinds import Choice, Kind

    # The type before, the type after, and the rounding: "bits" keeps the bits, and None rounds nothing.
    Conversion = tuple[str, str, str | None]
    # The parameters, the type of the result, or None for the type itself, and the lines.
    Body = tuple[str, str | None, list[str]]

_ADD = {"hadd": "+", "hsub": "-", "hmul": "*"}
_ORDER = {"heq": "==", "hge": ">=", "hgt": ">", "hle": "<=", "hlt": "<"}
_SATURATED = "(whole if whole < 1 else {one}) if whole > 0 else {zero}"
_OF_FLOAT = {
    "hceil": "math.ceil(x)",
    "hcos": "math.cos(x)",
    "hexp": "math.exp(x)",
    "hexp10": "math.exp10(x)",
    "hexp2": "math.exp2(x)",
    "hfloor": "math.floor(x)",
    "hlog": "math.log(x)",
    "hlog10": "math.log10(x)",
    "hlog2": "math.log2(x)",
    "hrcp": "float32(1.0) / x",
    "hrint": "math.rint(x)",
    "hrsqrt": "math.rsqrt(x)",
    "hsin": "math.sin(x)",
    "hsqrt": "math.sqrt(x)",
    "htanh": "math.tanh(x)",
    "htanh_approx": "math.tanh(x)",
    "htrunc": "math.trunc(x)",
}


def _bodies(kind: str) -> dict[str, Body]:
    """Returns the texts of the functions of one of the types."""
    one, zero = f"{kind}(1.0)", f"{kind}(0.0)"
    rows: dict[str, Body] = {
        "habs": (
            "a",
            None,
            ["return abs(a)" if kind == "float16" else f"return {kind}(math.fabs(float32(a)))"],
        ),
        "hneg": ("a", None, ["return -a"]),
        "hdiv": ("ab", None, ["return a / b"]),
        "hne": ("ab", "bool", ["return a < b or a > b"]),
        "hneu": ("ab", "bool", ["return a != b"]),
        "hisnan": ("a", "bool", ["return a != a"]),
        "hisinf": ("a", "int", ["return 1 if a > 3.4e38 else -1 if a < -3.4e38 else 0"]),
    }
    for name, op in _ADD.items():
        rows[name] = rows[f"{name}_rn"] = ("ab", None, [f"return a {op} b"])
        lines = [f"whole = a {op} b", f"return {_SATURATED.format(one=one, zero=zero)}"]
        rows[f"{name}_sat"] = ("ab", None, lines)
    product = f"{kind}(float64(a) * float64(b) + float64(c))"
    rows["hfma"] = ("abc", None, [f"return {product}"])
    rows["hfma_sat"] = (
        "abc",
        None,
        [f"whole = {product}", f"return {_SATURATED.format(one=one, zero=zero)}"],
    )
    rows["hfma_relu"] = (
        "abc",
        None,
        [f"whole = {product}", f"return whole if whole != whole or whole > 0 else {zero}"],
    )
    for name, op in _ORDER.items():
        rows[name] = ("ab", "bool", [f"return a {op} b"])
        rows[f"{name}u"] = ("ab", "bool", [f"return a {op} b or a != a or b != b"])
    for name, op, zeros in (("hmax", ">", "a + b"), ("hmin", "<", "-(-a - b)")):
        lines = [f"if a == b: return {zeros} if a == 0 else a"]
        rows[name] = ("ab", None, [*lines, f"return a if a {op} b or b != b else b"])
        rows[f"{name}_nan"] = ("ab", None, [*lines, f"return a if a {op} b or a != a else b"])
    for name, text in _OF_FLOAT.items():
        rows[name] = ("a", None, ["x = float32(a)", f"return {text}"])
    return rows


class SmallFloats:
    """The functions of one of the types: `kind` is its name in kernels, `text` that in CudaPy's signatures,
    and `part` begins the names of its templates."""

    def __init__(
        self, module: str, kind: str, text: str, part: str, conversions: dict[str, Conversion]
    ) -> None:
        self.module, self.kind, self.text, self.part = module, kind, text, part
        self.bodies = _bodies(kind)
        self.conversions = conversions

    def choose(self, name: str, kinds: Sequence[Kind]) -> Choice:
        """Returns the function for arguments of these types, or a text that says what is refused."""
        what = f"`{self.module}.{name}` of {listed(kinds)}"
        is_real = all(each.number and not each.ndim and not each.name.startswith("complex") for each in kinds)
        if not is_real or any(each.keyword for each in kinds):
            return what
        if name in self.conversions:
            return self._conversion(name, *self.conversions[name]) if len(kinds) == 1 else what
        parameters, result, lines = self.bodies[name]
        if len(parameters) != len(kinds):
            return what
        return made(
            f"{self.module}_{name}",
            [(each, self.text) for each in parameters],
            result or self.text,
            *lines,
            names={"float16": numba_types.float16, "bfloat16": numba_types.bfloat16},
        )

    def _conversion(self, name: str, before: str, after: str, rounding: str | None) -> DeviceFunction:
        made_name = f"{self.module}_{name.strip('_')}"
        if rounding == "bits":
            return self._of_bits(made_name) if after == self.text else self._bits(made_name, after)
        if after == self.text:
            return self._narrowed(made_name, before, rounding)
        if rounding is None:
            return made(made_name, [("x", self.text)], after, "return x")
        return rounded_to_integer(made_name, self.text, after, rounding)

    def _bits(self, name: str, after: str) -> DeviceFunction:
        template = getattr(small_floats, f"{self.part}_bits")
        return specialized(template, name, [("x", self.text)], after)

    def _of_bits(self, name: str) -> DeviceFunction:
        template = getattr(small_floats, f"{self.part}_of_bits")
        return specialized(template, name, [("word", "int64")], self.text)

    def _narrowed(self, name: str, before: str, rounding: str | None) -> DeviceFunction:
        """Returns the function that rounds a number of the type `before` to 16 bits."""
        wide = {"int64": "double_of_int", "uint64": "double_of_uint"}.get(before)
        names: dict[str, Any] = {"float16": numba_types.float16, "bfloat16": numba_types.bfloat16}
        value = "x"
        if wide:
            names[wide] = specialized(getattr(small_floats, wide), wide, [("n", before)], "double")
            value = f"{wide}(x)"
        elif not before.startswith(("float", "double")):
            value = "float64(x)"
        if rounding in (None, "rn"):
            return made(name, [("x", before)], self.text, f"return {self.kind}({value})", names=names)
        names["narrow"] = self._narrow(rounding)
        return made(name, [("x", before)], self.text, f"return narrow({value})", names=names)

    def _narrow(self, rounding: str) -> DeviceFunction:
        template = getattr(small_floats, f"narrow_{rounding}")
        bits = self._bits(f"{self.part}_bits", "int64")
        of_bits = self._of_bits(f"{self.part}_of_bits")
        names = {"NARROW": getattr(numba_types, self.kind), "BITS": bits, "OF_BITS": of_bits}
        for each in ("next_below", "next_above"):
            names[each] = specialized(getattr(small_floats, each), each, [("word", "int64")], "int64")
        return specialized(template, f"{self.part}_{rounding}", [("x", "double")], self.text, **names)


_ROUNDINGS = {"rd": "floor", "rn": "rint", "ru": "ceil", "rz": "trunc"}


def rounded_to_integer(name: str, before: str, after: str, rounding: str) -> DeviceFunction:
    """Returns the function that rounds a number of the type `before` to an integer, as CUDA does it: what
    does not fit becomes the least or the largest integer, and what is no number 0, or for 64 bits the
    highest bit."""
    kind = next(each for each in numba_types.integer_domain if each.core.name == after)
    nan = -(2**63) if kind.name == "int64" else 2**63 if kind.name == "uint64" else 0
    texts = {
        "NAN": f"uint64({nan})" if kind.name == "uint64" else f"{kind.name}({nan})",
        "LOWEST_INTEGER": kind.minval,
        "HIGHEST_INTEGER": kind.maxval,
    }
    low = f"return {kind.name}({texts['LOWEST_INTEGER']})"
    high = f"return {kind.name}({texts['HIGHEST_INTEGER']})"
    # The largest integers of 64 bits are no float64: the next number is the first that does not fit.
    limit = float(kind.maxval)
    return made(
        name,
        [("x", before)],
        after,
        f"whole = math.{_ROUNDINGS[rounding]}(float64(x))",
        f"if whole != whole: return {texts['NAN']}",
        f"if whole <= {float(kind.minval)!r}: {low}",
        f"if whole >= {limit!r}: {high}",
        f"return {kind.name}(whole)",
    )
