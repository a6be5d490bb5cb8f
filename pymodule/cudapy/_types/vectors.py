"""CUDA's vector types: `cp.float4(x, y, z, w)`. A vector is a value, as a number is: its components do not
change."""

from __future__ import annotations

import operator

from .. import _core

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import NotImplementedType
    from typing import Any, NoReturn, Self

_BASES = ("char", "uchar", "short", "ushort", "int", "uint", "longlong", "ulonglong", "float", "double")
NAMES = tuple(f"{base}{width}" for base in _BASES for width in (2, 3, 4))


def _is_real(value: Any) -> bool:
    """Returns whether float() of the value is the number that it is, and not one read from text, or a part of
    it."""
    if isinstance(value, complex) or getattr(getattr(value, "dtype", None), "kind", "") == "c":
        return False
    return hasattr(value, "__float__") or hasattr(value, "__index__")


class _Vector:
    """CUDA's vector types: char2 to char4, uchar, short, ushort, int, uint, longlong, ulonglong, float and
    double.

    Their components x, y, z and w do not change: a vector is a value, as a number is. `+`, `-`, `*` and `/`
    go component by component, with a number for all. `cp.make_float4` is CUDA's way to write `cp.float4`.
    Raises TypeError for another number of components, OverflowError for an integer that does not fit.

    >>> v = cp.float4(1, 2, 3, 4)
    >>> v + v, 2 * v.w, cp.make_float4(1, 2, 3, 4) == v
    (float4(2.0, 4.0, 6.0, 8.0), 8.0, True)
    >>> @cp.kernel("void (float4* X, float by)")
    ... def scale(X, by):
    ...     X[idx] = X[idx] * by
    >>> X = [v]
    >>> scale(1)(X, 10)
    >>> X
    [float4(10.0, 20.0, 30.0, 40.0)]
    """

    if TYPE_CHECKING:  # each of the classes has its own
        __slots__: tuple[str, ...]
        __cudapy_vector__: _core.Type
    else:
        __slots__ = ()

    def __init__(self, *components: Any, **named: object) -> None:
        names = self.__slots__
        if named:
            name = type(self).__name__
            raise TypeError(f"{name} takes its numbers by their places: write {name}({', '.join(names)})")
        if len(components) != len(names):
            raise TypeError(f"{type(self).__name__} takes {len(names)} numbers, got {len(components)}")
        for name, value in zip(names, components):
            object.__setattr__(self, name, self._component(name, value))

    def _component(self, name: str, value: Any) -> Any:
        kind = self.__cudapy_vector__
        if getattr(value, "shape", ()):
            raise TypeError(
                f"{type(self).__name__}: {name}: expected a number, got {type(value).__name__} of shape "
                f"{value.shape}"
            )
        if kind in (_core.Float, _core.Double):
            if type(value) is not float and not _is_real(value):
                raise TypeError(
                    f"{type(self).__name__}: {name}: expected a number, got {type(value).__name__} {value!r}"
                )
            return kind(value)
        if not hasattr(value, "__index__"):
            raise TypeError(
                f"{type(self).__name__}: {name}: expected an integer, got {type(value).__name__} {value!r}"
            )
        value = operator.index(value)
        if kind(value) != value:
            raise OverflowError(f"{type(self).__name__}: {name} is out of range for {kind.name}: {value}")
        return value

    def __setattr__(self, name: str, value: object) -> NoReturn:
        made = ", ".join("…" if each == name else f"v.{each}" for each in self.__slots__)
        raise AttributeError(
            f"a {type(self).__name__} does not change: assign a whole one, v = {type(self).__name__}({made})"
        )

    def __iter__(self) -> Iterator[Any]:
        return (getattr(self, name) for name in self.__slots__)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self))})"

    def __eq__(self, other: object) -> bool:
        return tuple(self) == tuple(other) if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]:
        return type(self), tuple(self)

    def _apply(
        self, operation: Callable[[Any, Any], Any], other: Any, reflected: bool = False
    ) -> Self | NotImplementedType:
        if isinstance(other, _Vector):
            if type(other) is not type(self):
                return NotImplemented  # type: ignore[no-any-return]  # mypy knows it in operators only
            pairs: Iterator[tuple[Any, Any]] = zip(self, other)
        elif isinstance(other, (int, float)) or hasattr(other, "dtype"):
            pairs = ((other, each) if reflected else (each, other) for each in self)
        else:
            return NotImplemented  # type: ignore[no-any-return]  # mypy knows it in operators only
        return type(self)(*(operation(a, b) for a, b in pairs))

    def __add__(self, other: Any) -> Self:
        return self._apply(operator.add, other)

    def __radd__(self, other: Any) -> Self:
        return self._apply(operator.add, other, True)

    def __sub__(self, other: Any) -> Self:
        return self._apply(operator.sub, other)

    def __rsub__(self, other: Any) -> Self:
        return self._apply(operator.sub, other, True)

    def __mul__(self, other: Any) -> Self:
        return self._apply(operator.mul, other)

    def __rmul__(self, other: Any) -> Self:
        return self._apply(operator.mul, other, True)

    def __truediv__(self, other: Any) -> Self:
        self._check_division()
        return self._apply(operator.truediv, other)

    def __rtruediv__(self, other: Any) -> Self:
        self._check_division()
        return self._apply(operator.truediv, other, True)

    def _check_division(self) -> None:
        if self.__cudapy_vector__ not in (_core.Float, _core.Double):
            raise TypeError(
                f"`/` of {type(self).__name__} would give numbers of another type: divide vectors of "
                "floats, or write the components out: `v.x // w.x`"
            )

    def __neg__(self) -> Self:
        return type(self)(*(-each for each in self))


def _make(name: str) -> type[_Vector]:
    made: type[_Vector] = type(
        name,
        (_Vector,),
        {
            "__slots__": tuple("xyzw"[: int(name[-1])]),
            "__module__": "cudapy",
            "__doc__": f"{name}({', '.join('xyzw'[: int(name[-1])])}), one of {_Vector.__doc__}",
        },
    )
    made.__cudapy_vector__ = _core.vector_type(made, name)
    return made


VECTORS = {name: _make(name) for name in NAMES}
