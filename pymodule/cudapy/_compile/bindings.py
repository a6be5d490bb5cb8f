"""The meanings of names outside kernels' functions: the answers of the resolver, a class for each kind.

pymodule/src/python/resolver.cpp makes a Binding of the translator of each of them. It knows the classes and
their fields by these names.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any


class Binding:
    """The base of the kinds. They are dataclasses but for that module, which takes longer to import than this
    package."""

    def fields(self) -> tuple[Any, ...]:
        """Returns the values of the fields, in their order."""
        return tuple(vars(self).values())

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self.fields()!r}"


class Constant(Binding):
    """A bool, an int, a float or a complex of Python."""

    def __init__(self, value: complex) -> None:
        self.value = value


class NumpyScalar(Binding):
    """A scalar of NumPy: its value as one of Python, and its type by name."""

    def __init__(self, value: complex, type: str) -> None:
        self.value, self.type = value, type


class Tuple(Binding):
    """A tuple of constants. For kernels of numba's dialect arrays may be among them."""

    def __init__(self, items: tuple[Binding, ...]) -> None:
        self.items = items


class Aggregate(Binding):
    """A vector, or an instance of a struct: its class, and its parts as of now."""

    def __init__(self, type: type, parts: tuple[Binding, ...]) -> None:
        self.type, self.parts = type, parts


class Struct(Binding):
    """A class that cp.struct made, with the defaults of its fields."""

    type: Any
    defaults: tuple[Binding, ...]

    def __init__(self, type: Any, defaults: tuple[Binding, ...]) -> None:
        self.type, self.defaults = type, defaults


class Date(Binding):
    """A date of NumPy, for kernels of numba's dialect: its type, and the integer that it is."""

    def __init__(self, type: Any, value: int) -> None:
        self.type, self.value = type, value


class CapturedArray(Binding):
    """An array, for which a kernel of numba's dialect has a parameter: its number among those of the
    compilation, and its type. An array of no dimension has a type with one."""

    def __init__(self, number: int, type: Any, is_read_only: bool, has_no_dimension: bool) -> None:
        self.number = number
        self.type = type
        self.is_read_only = is_read_only
        self.has_no_dimension = has_no_dimension


class Module(Binding):
    """A module."""

    def __init__(self, name: str) -> None:
        self.name = name


class Member(Binding):
    """A function or a type of math, cmath, numpy, operator, cudapy or builtins: "math.sqrt"."""

    def __init__(self, path: str) -> None:
        self.path = path


class Function(Binding):
    """A Python function, which is compiled along with what calls it; or one that cannot be, and why."""

    def __init__(self, name: str, reason: str = "") -> None:
        self.name, self.reason = name, reason


class SignedFunction(Binding):
    """A device function with several signatures: the types of the result, or None, and of the arguments that
    a call chose."""

    def __init__(self, name: str, types: tuple[Any, ...]) -> None:
        self.name, self.types = name, types


class Lambda(Binding):
    """A lambda, which is compiled along under this name."""

    def __init__(self, name: str) -> None:
        self.name = name


class DeviceFunction(Binding):
    """A __device__ function of CUDA C++: its name there, and the source in a capsule."""

    def __init__(self, name: str, source: Any) -> None:
        self.name, self.source = name, source


class Overloaded(Binding):
    """A function of numba's world, which the types of a call's arguments choose. For some types it may be a
    built-in function, whose path is `member`."""

    def __init__(self, member: str) -> None:
        self.member = member


class Other(Binding):
    """Any other object: the name of its type."""

    def __init__(self, type: str) -> None:
        self.type = type


class Unknown(Binding):
    """A name that is not bound."""


CONSTANTS = frozenset((Constant, NumpyScalar, Tuple, Aggregate))


def are_constants(answers: tuple[Binding, ...], *others: type[Binding]) -> bool:
    """Returns whether all answers are constants, or of the other kinds."""
    return CONSTANTS.union(others).issuperset(map(type, answers))
