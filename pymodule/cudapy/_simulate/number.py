"""Numbers with a declared type: CPython's operators at the width of the type."""

from __future__ import annotations

import contextlib
import functools
import math
import operator
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, SupportsFloat, TypeAlias

import numpy as np

# What a kernel computes with: a Number, a float without a width, a number of Python's or NumPy's, an array, a
# struct, a vector, a tuple of such, or a function.
Value: TypeAlias = Any
Kind: TypeAlias = str  # the name of a type of numbers
Operation: TypeAlias = Callable[[Any, Any], Any]
Method: TypeAlias = Callable[[Any, Any], Any]  # of a number, for another one

BOOL = "bool"
INT8, UINT8, INT16, UINT16 = "int8", "uint8", "int16", "uint16"
INT, UINT32, INT64, UINT64 = "int", "uint32", "int64", "uint64"
HALF, BFLOAT16, FLOAT, DOUBLE = "half", "bfloat16", "float", "double"


def round_to_bfloat16(value: SupportsFloat) -> np.float32:
    """The nearest value with 8 significant bits, ties to even, in a float32: NumPy has no bfloat16."""
    value = float(value)
    if value == 0 or not math.isfinite(value):
        return np.float32(value)
    step = max(math.frexp(value)[1] - 1, -126) - 7
    nearest = math.ldexp(round(math.ldexp(value, -step)), step)  # round() is to even
    return np.float32(nearest if abs(nearest) < 2.0**128 else math.copysign(math.inf, value))


def bfloat16_bits(value: SupportsFloat) -> np.uint16:
    """Returns what NumPy keeps of a bfloat16 in a struct: the upper half of the float."""
    return np.uint16(np.float32(value).view(np.uint32) >> 16)


def bfloat16_value(bits: Any) -> np.float32:
    return (np.uint32(bits) << np.uint32(16)).view(np.float32)


_FLOATS: dict[Kind, Callable[..., Any]] = {
    HALF: np.float16,
    BFLOAT16: round_to_bfloat16,
    FLOAT: np.float32,
    DOUBLE: np.float64,
}
_SMALL = (HALF, BFLOAT16)
COMPLEX64, COMPLEX128 = "complex64", "complex128"
_COMPLEX: dict[Kind, Callable[..., Any]] = {COMPLEX64: np.complex64, COMPLEX128: np.complex128}
# Two numbers that both have one of these types meet in that type.
_AS_THEY_ARE = frozenset((INT, UINT32, INT64, UINT64, FLOAT, DOUBLE))
_INTEGERS_AS_THEY_ARE = _AS_THEY_ARE - {FLOAT, DOUBLE}
BITS = {INT8: 8, UINT8: 8, INT16: 16, UINT16: 16, INT: 32, UINT32: 32, INT64: 64, UINT64: 64}
_RANGES = {
    kind: (0, 2**bits - 1) if kind[0] == "u" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    for kind, bits in BITS.items()
}


class OutsideContract(Exception):
    """The kernel did what the language promises nothing about, so that there is nothing to compare."""


class OutsideArray(OutsideContract):
    """An index outside its array, along a dimension of it."""

    def __init__(self, index: int, extent: int, dimension: int = 0, dimensions: int = 1) -> None:
        super().__init__(index, extent, dimension, dimensions)
        self.index, self.extent, self.dimension, self.dimensions = index, extent, dimension, dimensions

    def said_of(self, array: str) -> str:
        if self.dimensions > 1:
            where = f"dimension {self.dimension} of {array}, which is {self.extent} long"
            return f"index {self.index} is outside {where}"
        has = f"has {self.extent} element{'s' * (self.extent != 1)}" if self.extent else "is empty"
        return f"index {self.index} is outside {array}, which {has}"

    def __str__(self) -> str:
        return self.said_of("an array")


@functools.cache
def promote(a: Kind, b: Kind) -> Kind:
    if a == b or b == BOOL:
        return a
    if a == BOOL:
        return b
    if a in BITS and b in BITS:
        return _promote_integers(a, b)
    # Half and bfloat16 also meet in float, and so does each of them with integers, because a float has all
    # their values. With integers of 64 bits it is double.
    wide = any(kind in (DOUBLE, COMPLEX128) or BITS.get(kind) == 64 for kind in (a, b))
    if a in _COMPLEX or b in _COMPLEX:
        return COMPLEX128 if wide else COMPLEX64
    return DOUBLE if wide else FLOAT


def _promote_integers(a: Kind, b: Kind) -> Kind:
    """Returns the narrowest type that holds both, which is one of the two if possible. Raises TypeError if
    there is none."""
    candidates = sorted((a, b), key=lambda kind: BITS[kind]) + [
        kind for kind in (INT16, INT, INT64) if BITS[kind] > max(BITS[a], BITS[b])
    ]
    for kind in candidates:
        low, high = _RANGES[kind]
        if all(low <= bound <= high for other in (a, b) for bound in _RANGES[other]):
            return kind
    raise TypeError(f"{a} and {b} have no common type")


def fits(value: int, kind: Kind) -> bool:
    low, high = _RANGES[kind]
    return bool(low <= value <= high)


def type_of(value: Value) -> Kind | None:
    """The type of a value: a Number's own, and None for weak ones: Python's numbers, and floats without a
    width."""
    if isinstance(value, Number):
        return value.type
    if isinstance(value, (bool, np.bool_)):
        return BOOL
    return None


def settled_type(value: Value) -> Kind:
    """The type of a value that meets nothing: what a weak literal is by itself."""
    kind = type_of(value)
    if kind is not None:
        return kind
    if isinstance(value, int):
        return next(kind for kind in (INT, INT64, UINT64) if fits(value, kind))
    if isinstance(value, complex):
        return promote(COMPLEX64, precision())
    return precision() if has_room(value, FLOAT) else DOUBLE


_running = threading.local()  # the precision of each function that runs, innermost last


def precision() -> Kind:
    """The precision that a float without a width has by itself: that of the function it is in."""
    stack = getattr(_running, "stack", None)
    return stack[-1] if stack else DOUBLE


def index_type() -> Kind:
    """The type of coordinates, lengths and plain loop variables."""
    return getattr(_running, "index", INT)


@contextlib.contextmanager
def with_index_type(kind: Kind) -> Iterator[None]:
    before = index_type()
    _running.index = kind
    try:
        yield
    finally:
        _running.index = before


def swap_precisions(stack: list[Kind]) -> list[Kind]:
    """Makes another stack the one of the functions that run, for another thread of a kernel; gives the one
    before."""
    before: list[Kind] = _running.__dict__.get("stack", [])
    _running.stack = stack
    return before


@contextlib.contextmanager
def running_in(kind: Kind) -> Iterator[None]:
    stack = _running.__dict__.setdefault("stack", [])
    stack.append(kind)
    try:
        yield
    finally:
        stack.pop()


class Weak(float):
    """A float without a width that is computed: its value in double precision, which Python's own
    operators see, and what the same operations give in single. Of a quotient of integers, the type that
    they meet in."""

    __slots__ = ("leaves", "quotient", "single")
    leaves: tuple[float, ...]
    quotient: Kind | None
    single: np.float32

    def __new__(
        cls, double: Any, single: Any, leaves: Iterable[float] = (), quotient: Kind | None = None
    ) -> Weak:
        made = super().__new__(cls, double)
        made.single, made.leaves, made.quotient = np.float32(single), tuple(leaves), quotient
        return made

    def __repr__(self) -> str:
        return str(float(self))

    def __str__(self) -> str:
        return f"{float(self):g}"

    def __format__(self, form: str) -> str:
        return format(float(self.by_itself().value), form) if form else str(self)

    def by_itself(self) -> Number:
        """Returns the value as a typed number."""
        number: Number = convert(self, settled_type(self))
        return number


def is_real(kind: object) -> bool:
    return kind in _FLOATS or kind in _COMPLEX


def is_without_width(values: Iterable[Value]) -> bool:
    """Returns whether no value has a floating type. Floats that are computed from them have none either."""
    return not any(is_real(type_of(v)) or isinstance(v, complex) for v in values)


def _single(value: Value) -> np.float32:
    if isinstance(value, Weak):
        return value.single
    with np.errstate(all="ignore"):
        return np.float32(plain(value))


def as_weak(value: Value) -> Weak:
    if isinstance(value, Weak):
        return value
    return Weak(float(plain(value)), _single(value), (value,) if isinstance(value, float) else ())


def weakly(operation: Callable[..., Any], *values: Value) -> Weak:
    """The operation on floats without a width and integers, in both precisions."""
    weak = [as_weak(value) for value in values]
    with np.errstate(all="ignore"):
        double = operation(*(np.float64(float(v)) for v in weak))
        single = np.float32(operation(*(v.single for v in weak)))
    return Weak(double, single, (leaf for v in weak for leaf in v.leaves))


def has_room(value: Any, kind: Kind) -> bool:
    """Returns whether a number has room in the floating type, so that it becomes neither infinite nor zero
    (unless it is one). For a computed number all its literals must have room; it has none in a type of 16
    bits."""
    if isinstance(value, Weak):
        return kind not in _SMALL and all(has_room(leaf, kind) for leaf in value.leaves)
    if not math.isfinite(value) or value == 0:
        return True
    with np.errstate(all="ignore"):
        kept = float(_FLOATS[kind](value))
    return math.isfinite(kept) and kept != 0


def common_type(values: Sequence[Value]) -> Kind:
    """The type in which values meet. A weak number takes the others' type if it fits; a float without a width
    takes no type of integers."""
    if all(type(v) is Number and v.type != UINT64 for v in values):  # what is done most
        kinds: list[Kind] = [v.type for v in values]
        return functools.reduce(promote, kinds)
    types = [type_of(v) for v in values]
    strong = [t for t in types if t is not None]
    if UINT64 in strong:  # an integer that is never negative meets it as if it were unsigned
        strong = [
            UINT64 if t in BITS and plain(v) >= 0 else t for v, t in zip(values, types) if t is not None
        ]
    if not any(is_real(kind) for kind in strong) and any(isinstance(v, (float, complex)) for v in values):
        strong = []
    result = functools.reduce(promote, strong, BOOL)
    for value, kind in zip(values, types):
        if kind is None and isinstance(value, complex):
            result = promote(result, COMPLEX64) if is_real(result) else settled_type(value)
    for value, kind in zip(values, types):
        if kind is None and isinstance(value, float) and not is_real(result):
            result = promote(result, settled_type(value))
    for value, kind in zip(values, types):
        if (
            kind is None
            and isinstance(value, (int, float))
            and result in _FLOATS
            and not has_room(value, result)
        ):
            result = promote(result, FLOAT)
            result = result if has_room(value, result) else DOUBLE
    for value, kind in zip(values, types):
        if (
            kind is None
            and isinstance(value, int)
            and result not in _FLOATS
            and result not in _COMPLEX
            and not (result in BITS and fits(value, result))
        ):
            result = promote(result, settled_type(value))
    return INT if result == BOOL else result


def plain(value: Value) -> Any:
    return value.value if isinstance(value, Number) else value


def convert(value: Value, kind: Kind) -> Any:
    """A Number of the type `kind`: what a promotion or a store does. A float never becomes an integer
    here."""
    kind_before = value.type if type(value) is Number else None
    if kind_before == kind:
        return value
    if kind in BITS and (kind_before in BITS or type(value) is int):  # what is done most
        return _integer(value if kind_before is None else value.value, kind)
    if kind_before is None and getattr(value, "tangent", None) is not None:
        return value.converted(kind)
    if isinstance(value, Weak) and is_real(kind):
        value = float(value) if kind in (DOUBLE, COMPLEX128) else value.single
    value = plain(value)
    if kind in _FLOATS:
        return Number(_FLOATS[kind](value), kind)
    if kind in _COMPLEX:
        return Number(_COMPLEX[kind](value), kind)
    if isinstance(value, (complex, np.complexfloating)) and kind != BOOL:
        raise TypeError("a complex number in a real place")
    if kind == BOOL:
        return bool(value)
    if isinstance(value, (float, np.floating)):
        raise TypeError("a float in an integer place")
    return _integer(int(value), kind)


def _integer(value: int, kind: Kind) -> Number:
    low, high = _RANGES[kind]
    if not low <= value <= high:
        if low < 0:
            raise OutsideContract(f"{value} does not fit in {kind}")
        value &= high  # unsigned integers wrap
    return Number(value, kind)


def truncated(value: Value, kind: Kind) -> Number:
    """An explicit cast to an integer type: `int(x)`. Of an integer it keeps the low bits."""
    if isinstance(value, Weak):
        value = float(value) if value.quotient else value.by_itself()
    said = is_constant(value) or type(value) is float  # a literal
    value = plain(value)
    if isinstance(value, (float, np.floating)):
        if not math.isfinite(value) or not fits(int(value), kind):
            raise OutsideContract(f"{value:g} does not fit in {kind}")
        whole: Number = convert(int(value), kind)
        return Constant(whole.value, kind) if said else whole
    low, high = _RANGES[kind]
    made = Constant if said else Number
    return made((int(value) - low) % (high - low + 1) + low, kind)


def at_least_int(kind: Kind) -> Kind:
    """Integers of 8 and 16 bits are computed with as `int`."""
    return INT if kind in BITS and BITS[kind] < 32 else kind


def _arithmetic(
    function: Callable[..., Value], reflected: bool = False, weak: Callable[..., Any] | None = None
) -> Method:
    def method(self: Number, other: Value) -> Value:
        a, b = (other, self) if reflected else (self, other)
        kind = self.type
        if type(other) is Number:
            if other.type == kind and kind in _AS_THEY_ARE:  # what is done most
                return function(a.value, b.value, kind, a, b)
        elif type(other) is int:
            if kind in _INTEGERS_AS_THEY_ARE and fits(other, kind):  # and then this
                return function(plain(a), plain(b), kind, a, b)
        elif not isinstance(other, (Number, int, float, complex, np.bool_)):
            return NotImplemented
        elif self.tangent is None and getattr(other, "tangent", None) is not None:
            return NotImplemented  # so that the other one brings its tangent
        if weak and isinstance(other, float) and is_without_width((a, b)):
            return weakly(weak, a, b)
        kind = at_least_int(common_type((a, b)))
        return function(convert(a, kind).value, convert(b, kind).value, kind, a, b)

    return method


def _simple(op: Operation) -> Callable[..., Value]:
    return lambda a, b, kind, *_: convert(op(a, b), kind)


def _divide(a: Any, b: Any, kind: Kind, *_: object) -> Value:
    if is_real(kind):
        return convert(a / b, kind)
    if b == 0:
        return weakly(operator.truediv, a, b)
    return Weak(a / b, np.float32(a) / np.float32(b), (), kind)  # Python's own quotient of integers


def _floor(op: Operation) -> Callable[..., Value]:
    def divide(a: Any, b: Any, kind: Kind, *_: object) -> Value:
        if b == 0 and kind not in _FLOATS:
            raise OutsideContract("division by zero")
        if kind in _SMALL:
            a, b = np.float32(a), np.float32(b)
        return convert(op(a, b), kind)

    return divide


def _powers(a: Any, b: Any) -> Any:
    return np.power(np.float64(a), np.float64(b))


def _power(a: Any, b: Any, kind: Kind, base: Value, exponent: Value) -> Value:
    if kind in _COMPLEX:
        return convert(complex(a) ** exponent, kind)
    # Integers stay integers only with an exponent that the kernel itself says.
    if kind not in _FLOATS and is_constant(exponent) and int(exponent) >= 0:
        return convert(a**b, kind)
    if kind not in _FLOATS:
        return weakly(_powers, a, b)
    return Number(_FLOATS[kind](np.power(np.float64(a), np.float64(b))), kind)


def _comparison(op: Operation) -> Method:
    return _arithmetic(lambda a, b, *_: bool(op(a, b)))


def _integers(op: Operation) -> Callable[..., Value]:
    def method(a: int, b: int, kind: Kind, *_: object) -> Value:
        if kind in _FLOATS:
            raise TypeError("a bit operation on floats")
        return convert(op(a, b), kind)

    return method


def _shift(op: Operation) -> Callable[..., Value]:
    def method(self: Number, other: Value, reflected: bool = False) -> Value:
        a, b = (other, self) if reflected else (self, other)
        kind = settled_type(a) if type_of(a) is not None else common_type((a, b))
        kind = at_least_int(INT if kind == BOOL else kind)
        count = int(plain(b))
        if not 0 <= count < BITS[kind]:
            raise OutsideContract(f"a shift of {kind} by {count} bits")
        return convert(op(int(plain(a)), count), kind)

    return method


def _both(function: Callable[..., Value], weak: Callable[..., Any]) -> tuple[Method, Method]:
    return _arithmetic(function, False, weak), _arithmetic(function, True, weak)


class Number:
    """A value of an integer type (a Python int inside) or a floating one (a NumPy scalar inside)."""

    __slots__ = ("type", "value")
    tangent: Any = None  # the tangent of a duals.Dual

    def __init__(self, value: Any, kind: Kind) -> None:
        self.value = value
        self.type = kind

    def __repr__(self) -> str:
        return str(self.value)

    def __str__(self) -> str:
        """Returns the text that a kernel prints for it."""
        return f"{float(self.value):g}" if self.type in _FLOATS else str(self.value)

    def __format__(self, form: str) -> str:
        return format(float(self.value) if self.type in _FLOATS else self.value, form) if form else str(self)

    __add__, __radd__ = _both(_simple(operator.add), operator.add)
    __sub__, __rsub__ = _both(_simple(operator.sub), operator.sub)
    __mul__, __rmul__ = _both(_simple(operator.mul), operator.mul)
    __truediv__, __rtruediv__ = _both(_divide, operator.truediv)
    __floordiv__, __rfloordiv__ = _both(_floor(operator.floordiv), operator.floordiv)
    __mod__, __rmod__ = _both(_floor(operator.mod), operator.mod)
    __pow__, __rpow__ = _both(_power, _powers)
    __and__, __rand__ = _arithmetic(_integers(operator.and_)), _arithmetic(_integers(operator.and_), True)
    __or__, __ror__ = _arithmetic(_integers(operator.or_)), _arithmetic(_integers(operator.or_), True)
    __xor__, __rxor__ = _arithmetic(_integers(operator.xor)), _arithmetic(_integers(operator.xor), True)
    __lshift__, __rshift__ = _shift(operator.lshift), _shift(operator.rshift)
    __eq__, __ne__ = _comparison(operator.eq), _comparison(operator.ne)
    __lt__, __le__ = _comparison(operator.lt), _comparison(operator.le)
    __gt__, __ge__ = _comparison(operator.gt), _comparison(operator.ge)
    __hash__ = None  # type: ignore[assignment]

    def __rlshift__(self, other: Value) -> Value:
        return _shift(operator.lshift)(self, other, True)

    def __rrshift__(self, other: Value) -> Value:
        return _shift(operator.rshift)(self, other, True)

    def __divmod__(self, other: Value) -> tuple[Value, Value]:
        return self // other, self % other

    def __rdivmod__(self, other: Value) -> tuple[Value, Value]:
        return other // self, other % self

    def __neg__(self) -> Value:
        return convert(-self.value, at_least_int(self.type))

    def __pos__(self) -> Number:
        return self

    def __abs__(self) -> Value:
        if self.type in _COMPLEX:
            return convert(abs(complex(self.value)), self.part)
        return convert(abs(self.value), at_least_int(self.type))

    def __invert__(self) -> Value:
        if self.type in _FLOATS:
            raise TypeError("~ of a float")
        return convert(~self.value, at_least_int(self.type))

    def __bool__(self) -> bool:
        return bool(self.value)

    def __index__(self) -> int:
        if self.type in _FLOATS:
            raise TypeError("a float as an index")
        index: int = self.value
        return index

    def __int__(self) -> int:
        return int(self.value)

    def __float__(self) -> float:
        if self.type in _COMPLEX:
            raise TypeError("a complex number as a float")
        return float(self.value)

    def __complex__(self) -> complex:
        return complex(self.value)

    @property
    def part(self) -> Kind:
        """The type of the parts of a complex number."""
        return {COMPLEX64: FLOAT, COMPLEX128: DOUBLE}[self.type]

    @property
    def real(self) -> Value:
        return convert(self.value.real, self.part)

    @property
    def imag(self) -> Value:
        return convert(self.value.imag, self.part)

    def conjugate(self) -> Value:
        return convert(self.value.conjugate(), self.type)

    @property
    def integer_type(self) -> Kind:
        """Returns the type of the results of round, floor, ceil and trunc."""
        return {HALF: INT, BFLOAT16: INT, FLOAT: INT, DOUBLE: INT64}.get(self.type, self.type)


class Constant(Number):
    """An integer that the kernel itself says: as an index it counts from the end where it is negative."""

    __slots__ = ()


def constant(number: Value) -> Value:
    """A number that was made of constants only."""
    return Constant(number.value, number.type) if type(number) is Number and number.type in BITS else number


def when_it_runs(value: Value) -> Value:
    """A constant as a number that is known only when the kernel runs, as results of functions are."""
    return Number(value.value, value.type) if type(value) is Constant else value


def is_constant(value: Value) -> bool:
    return type(value) is Constant or type(value) is int


def _constant_method(method: Callable[..., Value]) -> Callable[..., Value]:
    return lambda self, *other: (
        constant(method(self, *other)) if all(map(is_constant, other)) else method(self, *other)
    )


for _name in "add sub mul floordiv mod pow and or xor lshift rshift".split():
    for _special in (f"__{_name}__", f"__r{_name}__"):
        setattr(Constant, _special, _constant_method(getattr(Number, _special)))
for _name in ("__neg__", "__invert__", "__abs__"):
    setattr(Constant, _name, _constant_method(getattr(Number, _name)))


def _weak_method(operation: Callable[..., Any], reflected: bool = False) -> Method:
    def method(self: Weak, other: Value) -> Value:
        if not isinstance(other, (Number, int, float)) or not is_without_width((self, other)):
            return NotImplemented
        return weakly(operation, other, self) if reflected else weakly(operation, self, other)

    return method


def _weak_comparison(operation: Operation) -> Method:
    def method(self: Weak, other: Value) -> Value:
        if not isinstance(other, (Number, int, float)) or not is_without_width((self, other)):
            return NotImplemented
        kind = common_type((self, other))
        return bool(operation(convert(self, kind).value, convert(other, kind).value))

    return method


_WEAK: dict[str, Operation] = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "truediv": operator.truediv,
    "floordiv": operator.floordiv,
    "mod": operator.mod,
    "pow": _powers,
}
for _name, _operation in _WEAK.items():
    setattr(Weak, f"__{_name}__", _weak_method(_operation))
    setattr(Weak, f"__r{_name}__", _weak_method(_operation, True))
for _name in ("lt", "le", "gt", "ge", "eq", "ne"):
    setattr(Weak, f"__{_name}__", _weak_comparison(getattr(operator, _name)))
_OTHERS: dict[str, Callable[..., Value] | None] = {
    "neg": lambda self: weakly(operator.neg, self),
    "pos": lambda self: self,
    "abs": lambda self: weakly(np.abs, self),
    "divmod": lambda self, other: (self // other, self % other),
    "rdivmod": lambda self, other: (other // self, other % self),
    "bool": lambda self: bool(self.by_itself().value),
    "hash": None,
}
for _name, _method in _OTHERS.items():
    setattr(Weak, f"__{_name}__", _method)
