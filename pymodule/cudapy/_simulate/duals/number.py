"""Numbers that carry a tangent: how they change, per unit of what a derivative is taken along."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from ..number import Kind, Number, Value, convert, is_real, plain

# A tangent is a Python float, or a complex number of a complex number, whatever the width of the value.
_magnitudes = False


@contextlib.contextmanager
def magnitudes() -> Iterator[None]:
    """Tangents are sums of the magnitudes of all that is added, as bounds of rounding errors need them."""
    global _magnitudes
    _magnitudes = True
    try:
        yield
    finally:
        _magnitudes = False


def dot_of(value: Value) -> Any:
    """Returns the tangent of a value, or None for one that has none."""
    return getattr(value, "tangent", None)


def flow(*terms: tuple[Any, Any]) -> Any:
    """Returns the sum of the products of partial derivatives with tangents, or None without tangents."""
    total: Any = None
    term: Any
    for partial, dot in terms:
        if dot is None:
            continue
        if _magnitudes:
            size = _magnitude(partial) * _magnitude(dot)
            term = complex(size, size) if isinstance(partial * dot, complex) else size
        else:
            term = partial * dot
        total = term if total is None else total + term
    return total


def _magnitude(number: Any) -> float:
    return float(abs(number.real) + abs(number.imag))


def dual(made: Value, dot: Any) -> Value:
    """Returns a value with a tangent, if it is a real or complex number and there is one."""
    if dot is None or not isinstance(made, Number) or not is_real(made.type):
        return made
    is_complex = isinstance(made.value, np.complexfloating)
    return Dual(made.value, made.type, complex(dot) if is_complex else float(dot.real))


class Dual(Number):
    """A floating or complex number with its tangent."""

    __slots__ = ("tangent",)

    def __init__(self, value: Any, kind: Kind, dot: Any) -> None:
        super().__init__(value, kind)
        self.tangent = dot

    def converted(self, kind: Kind) -> Value:
        """Returns the number in another type, see number.convert."""
        if kind == self.type:
            return self
        return dual(convert(Number(self.value, self.type), kind), self.tangent)

    def __neg__(self) -> Value:
        return dual(super().__neg__(), flow((-1, self.tangent)))

    def __abs__(self) -> Value:
        made = super().__abs__()
        parts = [(self.value.real, self.tangent.real)]
        if isinstance(self.tangent, complex):
            parts.append((self.value.imag, self.tangent.imag))
        return dual(made, flow(*length_terms(parts, made)))

    @property
    def real(self) -> Value:
        return dual(super().real, self.tangent.real)

    @property
    def imag(self) -> Value:
        return dual(super().imag, self.tangent.imag)

    def conjugate(self) -> Value:
        dot = self.tangent if _magnitudes else self.tangent.conjugate()
        return dual(super().conjugate(), dot)


def length_terms(parts: Sequence[tuple[Any, Any]], length: Any) -> list[tuple[float, Any]]:
    """Returns the terms of the tangent of a length, of parts with their tangents. Of a length of 0 it is 0
    for a number by itself, and undefined for more."""
    size = float(plain(length))
    if size == 0:
        return [(0.0 if len(parts) == 1 else math.nan, dot) for _, dot in parts]
    return [(float(part) / size, dot) for part, dot in parts]


def _quotient(above: Any, below: Any) -> Any:
    """Returns a quotient as IEEE has it."""
    kind = np.complex128 if isinstance(above, complex) or isinstance(below, complex) else np.float64
    with np.errstate(all="ignore"):
        return (kind(above) / kind(below)).item()


def wraps(a: float, b: float) -> float:
    """Returns how often b is taken from a by `a % b`."""
    if b == 0 or not (math.isfinite(a) and math.isfinite(b)):
        return math.nan
    return float(math.floor(Fraction(a) / Fraction(b)))


def power_partials(x: Any, y: Any, result: Any) -> tuple[Any, Any]:
    """Returns the partial derivatives of x ** y."""
    if isinstance(x, complex) or isinstance(y, complex):
        return (y * x ** (y - 1) if y else 0), math.nan
    with np.errstate(all="ignore"):
        of_base = y * np.power(np.float64(x), np.float64(y - 1)).item()
        return of_base, float(plain(result)) * np.log(np.float64(x)).item()


# Of each operator the partial derivatives, of both operands and the result.
_PARTIALS: dict[str, Callable[[Any, Any, Any], tuple[Any, Any]]] = {
    "add": lambda a, b, result: (1, 1),
    "sub": lambda a, b, result: (1, -1),
    "mul": lambda a, b, result: (b, a),
    "truediv": lambda a, b, result: (_quotient(1.0, b), -_quotient(_quotient(a, b), b)),
    "mod": lambda a, b, result: (1, -wraps(a, b)),
    "pow": power_partials,
}


def _operand(value: Value, kind: Kind) -> Any:
    """Returns an operand as it is computed with, as a number of Python's."""
    number = plain(convert(value, kind))
    return complex(number) if isinstance(number, (complex, np.complexfloating)) else float(number)


def _operator(name: str, reflected: bool) -> Callable[[Any, Any], Any]:
    special = f"__{'r' if reflected else ''}{name}__"
    partials, of_values = _PARTIALS[name], getattr(Number, special)

    def method(self: Dual, other: Value) -> Value:
        made = of_values(self, other)
        if not isinstance(made, Number) or not is_real(made.type):
            return made
        a, b = (other, self) if reflected else (self, other)
        whole = name == "pow" and isinstance(made.value, np.complexfloating) and not isinstance(b, complex)
        left, right = _operand(a, made.type), int(plain(b)) if whole else _operand(b, made.type)
        of_left, of_right = partials(left, right, made)
        return dual(made, flow((of_left, dot_of(a)), (of_right, dot_of(b))))

    return method


for _name in _PARTIALS:
    setattr(Dual, f"__{_name}__", _operator(_name, False))
    setattr(Dual, f"__r{_name}__", _operator(_name, True))
