"""The meaning of a kernel's names: casts, built-in functions, coordinates, the module `cudapy`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from .._types.vectors import VECTORS
from . import blocks, random_numbers, warps
from .array import Dtype, to_type
from .dtypes import DTYPES
from .number import (
    BITS,
    BOOL,
    COMPLEX64,
    COMPLEX128,
    DOUBLE,
    FLOAT,
    INT,
    INT8,
    INT16,
    INT64,
    UINT8,
    UINT16,
    Constant,
    Kind,
    Number,
    Value,
    Weak,
    as_weak,
    at_least_int,
    common_type,
    constant,
    convert,
    index_type,
    is_constant,
    is_real,
    is_without_width,
    plain,
    promote,
    settled_type,
    truncated,
    type_of,
)
from .signatures import TYPES, named
from .structs import ElementKind, Struct, Vector, kind_of_class

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from .program import Program


def _range(*bounds: Value) -> Iterator[Number]:
    # A loop variable is an int, or an int64 if a bound is of a type that an int does not hold.
    kind = (
        index_type()
        if all(settled_type(b) in (BOOL, INT8, UINT8, INT16, UINT16, INT) for b in bounds)
        else INT64
    )
    made = Constant if all(map(is_constant, bounds)) or _reaches_below_zero(*bounds) else Number
    for i in range(*(int(plain(b)) for b in bounds)):
        yield made(i, kind)


def _reaches_below_zero(start: Value, stop: Value = None, step: Value = 1) -> bool:
    """Returns whether only constants say that a loop has numbers below zero, whatever its other end is."""
    if stop is None or not is_constant(step):
        return False
    at, least = (start, 0) if int(plain(step)) > 0 else (stop, -1)
    return is_constant(at) and int(plain(at)) < least


def _pick(builtin: Callable[[Iterable[Any]], Any]) -> Callable[..., Value]:
    def pick(*values: Value) -> Value:
        if len(values) == 1:  # a tuple of them
            (values,) = values
        if all(isinstance(v, bool) for v in values) or all(type_of(v) is None for v in values):
            return builtin(values)
        if is_without_width(values) and any(isinstance(v, float) for v in values):
            return builtin(as_weak(v) for v in values)
        kind = common_type(values)
        picked = builtin(convert(v, kind) for v in values)
        is_said = any(is_constant(v) and plain(v) == plain(picked) for v in values)
        return constant(picked) if is_said else picked

    return pick


def _round(x: Value, ndigits: Value = None) -> Value:
    if ndigits is not None:
        if isinstance(x, float):
            x = convert(x, settled_type(x))
        kind = type_of(x) if isinstance(x, Number) else None
        if kind is None:
            return round(x, int(plain(ndigits)))
        exact = x.value if kind in BITS else float(x)
        return convert(round(exact, int(plain(ndigits))), at_least_int(INT if kind == BOOL else kind))
    if isinstance(x, Weak):
        if x.quotient:
            return truncated(round(float(x)), at_least_int(x.quotient))
        x = x.by_itself()
    if isinstance(x, Number):
        return convert(round(float(x)) if x.type not in BITS else x.value, x.integer_type)
    return round(x)


def _enumerate(values: Iterable[Value], start: Value = 0) -> Iterator[tuple[Number, Value]]:
    made = Constant if is_constant(start) and int(plain(start)) < 0 else Number
    return ((made(i, index_type()), v) for i, v in enumerate(values, int(plain(start))))


def _python_float(x: Value = 0.0) -> Value:
    """Does the work of Python's float(), which makes a float without a width of a value without a floating
    type."""
    return convert(x, FLOAT) if is_real(type_of(x)) else as_weak(x)


CASTS: dict[str, Callable[..., Value]] = {
    name: (lambda x=0, kind=kind: truncated(x, kind))
    if kind in BITS
    else (lambda x=0, kind=kind: to_type(x, kind))
    for name, kind in TYPES.items()
    if kind is not None
}


def _complex(kind: Kind | None = None) -> Callable[..., Value]:
    """`complex(x, y)` and `complex64(x, y)`; without a type the arguments decide, and literals stay weak."""

    def make(*parts: Value) -> Value:
        if kind is None and all(type_of(part) is None for part in parts):
            return complex(*parts)
        chosen = kind
        if chosen is None:
            chosen = COMPLEX64
            if is_without_width(parts):
                chosen = promote(
                    COMPLEX64, settled_type(sum((as_weak(part) for part in parts), Weak(0.0, 0.0)))
                )
            for part in parts:
                chosen = chosen if is_without_width(parts) else promote(chosen, type_of(part) or COMPLEX64)
        if len(parts) == 1:
            return convert(parts[0], chosen)
        part_kind = FLOAT if chosen == COMPLEX64 else DOUBLE
        made = convert(complex(*(float(convert(part, part_kind)) for part in parts)), chosen)
        if any(getattr(part, "tangent", None) is not None for part in parts):
            from .duals.functions import parts_with_tangent

            return parts_with_tangent(made, parts)
        return made

    return make


CASTS["float"] = _python_float
CASTS |= {kind: _complex(kind) for kind in (COMPLEX64, COMPLEX128)}
BUILTINS: dict[str, Any] = {
    **CASTS,
    "complex": _complex(),
    "range": _range,
    "xrange": _range,
    "len": lambda a: (Constant if type(a) is tuple else Number)(len(a), index_type()),
    "sum": sum,
    "min": _pick(min),
    "max": _pick(max),
    "abs": abs,
    "round": _round,
    "pow": lambda a, b: a**b,
    "divmod": divmod,
    "enumerate": _enumerate,
    "zip": zip,
    "warpSize": Number(32, INT),
    "type": lambda x: cast_of(type_of(x)),
    **random_numbers.FUNCTIONS,
    **{prefix + name: kind_of_class(vector) for name, vector in VECTORS.items() for prefix in ("", "make_")},
}
COORDINATES = (
    "idx",
    "idy",
    "idz",
    "threadIdx",
    "blockIdx",
    "blockDim",
    "gridDim",
    "gridsize",
    "laneid",
    *warps.LANE_MASKS,
)
GRID = ("gridDim", "gridsize")


class Coordinates:
    def __init__(self, kind: Kind, x: int, y: int, z: int) -> None:
        self.x, self.y, self.z = Number(x, kind), Number(y, kind), Number(z, kind)

    def __repr__(self) -> str:
        return f"({self.x}, {self.y}, {self.z})"


class CudapyModule:
    """The module `cudapy` as a kernel sees it: coordinates of the running thread, casts and functions."""

    def __init__(self, program: Program) -> None:
        self._program = program

    def __getattr__(self, name: str) -> Any:
        if name in COORDINATES:
            return self._program.thread[name]
        if name in blocks.NAMES:
            return getattr(self._program.cooperation, name)
        if named(name.removeprefix("make_")):
            return named(name.removeprefix("make_"))
        return CASTS[name.lower()] if name.lower() in CASTS else BUILTINS[name]


def cast_of(kind: ElementKind | None) -> Callable[..., Value]:
    return CASTS[next(name for name, each in TYPES.items() if each == kind and name != "float")]


def kind_of(cast: Any) -> tuple[ElementKind, Any]:
    """The type that a cast makes, for `shared(float, 256)`, and NumPy's for it."""
    if isinstance(cast, (Struct, Vector)):
        return cast, cast.dtype
    owner = getattr(cast, "__self__", cast)
    if isinstance(owner, Dtype):
        return owner.kind, DTYPES[owner.kind]
    kind = next(kind for name, kind in TYPES.items() if kind is not None and CASTS.get(name) is cast)
    return kind, DTYPES[kind]
