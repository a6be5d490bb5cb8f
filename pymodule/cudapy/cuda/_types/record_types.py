"""The types of records and of arrays inside them, as numba names them."""

from __future__ import annotations

from ... import _core
from .._missing import NotThereError
from .records import record_of
from .types import BY_NAME, Array, Number, Type

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    import numpy

    from ..._compile.bindings import Struct
    from .records import RecordLayout


class Record(Type):
    """The type of a record: `Record([("x", {"type": float32, "offset": 0})], 4, True)`. from_dtype() makes it
    of a structured dtype."""

    fields: dict[str, RecordField]
    size: int
    aligned: bool

    def __init__(self, fields: Iterable[tuple[str, dict[str, Any]]], size: int, aligned: bool) -> None:
        self.fields = {name: RecordField(info["type"], info["offset"]) for name, info in fields}
        self.size, self.aligned = size, aligned
        parts = ",".join(
            f"{name}[type={each.type};offset={each.offset}]" for name, each in self.fields.items()
        )
        super().__init__(f"Record({parts};{size};{aligned})")

    @property
    def key(self) -> Any:
        return tuple((name, each.type, each.offset) for name, each in self.fields.items()), self.size

    @property
    def dtype(self) -> numpy.dtype[Any]:
        """The structured dtype of NumPy."""
        import numpy

        return numpy.dtype(
            {
                "names": list(self.fields),
                "formats": [_dtype_of(each.type) for each in self.fields.values()],
                "offsets": [each.offset for each in self.fields.values()],
                "itemsize": self.size,
            },
            align=self.aligned,
        )

    @property
    def core(self) -> Any:
        return record_of(self.dtype)

    @property
    def members(self) -> list[tuple[str, Type]]:
        """The names and the types of the fields, in the order of their offsets."""
        return [
            (name, each.type) for name, each in sorted(self.fields.items(), key=lambda item: item[1].offset)
        ]

    @property
    def bitwidth(self) -> int:
        return 8 * self.size

    def typeof(self, key: str) -> Type:
        """Returns the type of a field."""
        return self.fields[key].type

    def offset(self, key: str) -> int:
        """Returns the offset of a field in bytes."""
        return self.fields[key].offset

    def __len__(self) -> int:
        return len(self.fields)

    def answer(self) -> Struct:
        """Returns what kernels are told of the type, see cudapy/_compile/bindings.py."""
        return record_of(self.dtype).answer()

    def __reduce__(self) -> tuple[Any, ...]:
        return record_type, (self.dtype,)


class RecordField:
    """A field of a record: its type, and its offset in bytes."""

    def __init__(self, type: Type, offset: int) -> None:
        self.type, self.offset = type, offset
        self.alignment: None = None
        self.title: None = None


class NestedArray(Array):
    """The type of an array inside a record: `NestedArray(float32, (3, 2))`."""

    shape: tuple[int, ...]

    def __init__(self, dtype: Type, shape: Iterable[int]) -> None:
        self.shape = tuple(shape)
        super().__init__(dtype, len(self.shape), "C", name=f"nestedarray({dtype}, {self.shape})")

    @property
    def key(self) -> Any:
        return self.dtype, self.shape

    @property
    def nitems(self) -> int:
        """How many elements there are."""
        import math

        return math.prod(self.shape)

    @property
    def core(self) -> _core.Type:
        return super(Array, self).core  # which refuses it

    def __repr__(self) -> str:
        return f"NestedArray({self.dtype!r}, {self.shape})"


def record_type(dtype: numpy.dtype[Any]) -> Record:
    """Returns the type of a record for a structured dtype."""
    assert dtype.names is not None and dtype.fields is not None
    fields = [
        (name, {"type": _field_type(dtype.fields[name][0]), "offset": dtype.fields[name][1]})
        for name in dtype.names
    ]
    return Record(fields, dtype.itemsize, dtype.isalignedstruct)


def type_of_layout(layout: type[RecordLayout]) -> Record:
    """Returns the type of a record for the class that the core of the package knows it by."""
    return record_type(layout.dtype)


def _field_type(dtype: numpy.dtype[Any]) -> Type:
    from ..numpy_support import from_dtype  # which makes records of what is here

    if dtype.subdtype:
        base, shape = dtype.subdtype
        return NestedArray(from_dtype(base), shape)
    return from_dtype(dtype)


def _dtype_of(kind: Type) -> Any:
    import numpy

    if isinstance(kind, NestedArray):
        return (_dtype_of(kind.dtype), kind.shape)
    if isinstance(kind, Record):
        return kind.dtype
    if isinstance(kind, Number) and kind.name in BY_NAME:
        return numpy.dtype(kind.name)
    if hasattr(kind, "dtype"):
        return kind.dtype
    raise NotThereError(f"cudapy.cuda has no records with a field of the type {kind} yet")
