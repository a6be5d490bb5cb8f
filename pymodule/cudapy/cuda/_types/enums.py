"""Members of enumerations in kernels: the struct that stands for a class of them, and their types."""

from __future__ import annotations

import enum
import zlib

from ..._compile.bindings import Aggregate, Other
from .types import Number, Type, int64

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any, TypeGuard

    from ..._compile.bindings import Binding

_known: dict[type[enum.Enum], type[Any]] = {}
_marks: set[int] = set()


class EnumMember(Type):
    """The type of the members of an Enum: `EnumMember(Color, int64)`."""

    instance_class: type[enum.Enum]
    dtype: Type

    def __init__(self, cls: type[enum.Enum], dtype: Type) -> None:
        self.instance_class, self.dtype = cls, dtype
        super().__init__(f"{self._word}<{dtype}>({cls.__name__})")

    _word = "Enum"

    @property
    def key(self) -> Any:
        return self.instance_class, self.dtype

    @property
    def core(self) -> Any:
        return layout_of_class(self.instance_class)


class IntEnumMember(EnumMember):
    """The type of the members of an IntEnum."""

    _word = "IntEnum"


def is_member(value: object) -> TypeGuard[enum.Enum]:
    """Returns whether a value is a member of an enumeration."""
    return isinstance(value, enum.Enum)


def type_of_member(value: enum.Enum) -> EnumMember:
    """Returns the type of a member. Raises TypeError where kernels have none for it."""
    cls = type(value)
    if issubclass(cls, int):
        return IntEnumMember(cls, int64)
    from .typeof import typeof  # which asks what is here about members

    return EnumMember(cls, typeof(value.value))


def layout_of_class(cls: type[enum.Enum]) -> type[Any]:
    """Returns the struct that stands for the members of a class. Raises TypeError where kernels have none:
    for members without a value of numbers, and where the types of their values differ."""
    made = _known.get(cls)
    if made is None:
        made = _known.setdefault(cls, _made(cls))
    return made


def instance(member: enum.Enum) -> Any:
    """Returns the struct that stands for a member."""
    return layout_of_class(type(member))(*_parts(member))


def answer(value: Any) -> Binding | None:
    """Returns what kernels are told of a member, or of a tuple with members, see cudapy/_compile/bindings.py;
    None for any other value."""
    if isinstance(value, tuple) and _has_members(value):
        return Other("tuple of members of enumerations")
    if not is_member(value) or isinstance(value, int):
        return None
    from ..._compile.resolve import answer_for

    try:
        made = layout_of_class(type(value))
    except TypeError:
        return Other(type(value).__name__)
    return Aggregate(made, tuple(map(answer_for, _parts(value))))


def _has_members(value: tuple[Any, ...]) -> bool:
    return any(
        _has_members(each) if isinstance(each, tuple) else is_member(each) and not isinstance(each, int)
        for each in value
    )


def _made(cls: type[enum.Enum]) -> type[Any]:
    from ..._types.structs import struct

    kinds = {tuple(map(_number_type, _parts(member))) for member in cls}
    if issubclass(cls, int):
        kinds = {(int64,)}
    found = next(iter(kinds), (None,))
    types = [each for each in found if each is not None]
    if len(kinds) != 1 or len(types) != len(found):
        raise TypeError(
            f"kernels of cuda.jit have no members of {cls.__name__}: their values must be numbers, or "
            "tuples of numbers, of the same types"
        )
    prefix = "intenum" if issubclass(cls, int) else "enum"
    word = "".join(c if c.isascii() and c.isalnum() else "_" for c in cls.__name__)
    told = f"{cls.__module__}.{cls.__qualname__}"
    while (mark := zlib.crc32(told.encode())) in _marks:  # a class of the same name, made anew
        told += "'"
    _marks.add(mark)
    names = ("value",) if len(types) == 1 else tuple(f"value_{i}" for i in range(len(types)))
    body = {"__annotations__": {name: kind.core for name, kind in zip(names, types)}, "__module__": __name__}
    made: type[Any] = struct(type(f"{prefix}_{word}_{mark:08x}", (), body))
    made.__qualname__ = made.__name__
    return made


def _parts(member: enum.Enum) -> tuple[Any, ...]:
    if isinstance(member, int):
        return (int(member),)
    return member.value if isinstance(member.value, tuple) else (member.value,)


def _number_type(value: object) -> Number | None:
    from .typeof import typeof  # which asks what is here about members

    try:
        kind = typeof(value)
    except (TypeError, OverflowError):
        return None
    return kind if isinstance(kind, Number) else None
