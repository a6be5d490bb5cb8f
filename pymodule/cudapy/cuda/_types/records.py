"""Records of NumPy in kernels: the class that stands for a structured dtype, and the fields that kernels
know."""

from __future__ import annotations

import zlib
from typing import Any, ClassVar

from ... import _core
from ..._compile.bindings import Struct, Unknown
from .._missing import NotThereError

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from typing import TypeGuard

    import numpy

    Field = tuple[str, Any, tuple[int, ...] | None, int]  # name, type, shape, and where it begins

_known: dict[numpy.dtype[Any], type[RecordLayout]] = {}


class RecordLayout:
    """What the core of the package knows a structured dtype by. Each has a subclass of its own, with the
    `dtype` and the `names` of its fields; `unknown` has those that kernels cannot use, with the reason."""

    dtype: ClassVar[Any] = None
    names: ClassVar[tuple[str, ...]] = ()
    unknown: ClassVar[dict[str, str]] = {}

    @classmethod
    def to_bytes(cls, value: Any) -> bytes:
        """Returns the bytes of a record, or of what NumPy makes one of."""
        import numpy

        made = numpy.empty(1, cls.dtype)
        made[0] = value
        return made.tobytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> Any:
        """Returns the record of NumPy with these bytes."""
        import numpy

        return numpy.frombuffer(bytearray(data), cls.dtype)[0]

    @classmethod
    def answer(cls) -> Struct:
        """Returns what kernels are told of the class, see cudapy/_compile/bindings.py."""
        return Struct(cls, (Unknown(),) * len(cls.names))


def is_layout(kind: object) -> TypeGuard[type[RecordLayout]]:
    """Returns whether a type of elements is the class for a structured dtype."""
    return isinstance(kind, type) and issubclass(kind, RecordLayout)


def has_records(value: Any) -> bool:
    """Returns whether a value is one record of NumPy, or an array of them on the host."""
    return bool(getattr(getattr(value, "dtype", None), "names", None)) and hasattr(value, "ndim")


def is_record(value: Any) -> bool:
    """Returns whether a value is one record of NumPy."""
    return has_records(value) and not value.ndim and not hasattr(type(value), "__array_finalize__")


def record_of(dtype: numpy.dtype[Any]) -> type[RecordLayout]:
    """Returns the class for a structured dtype. The same dtype gives the same class.

    Raises NotThereError for a dtype whose fields overlap, and for one with fields of no bytes.
    """
    key = dtype.base if dtype.subdtype else dtype
    made = _known.get(key)
    if made is None:
        made = _known.setdefault(key, _made(key))
    return made


def as_array(record: Any) -> numpy.ndarray[Any, Any]:
    """Returns an array of one element that has the bytes of a record."""
    import numpy

    made = numpy.empty(1, record.dtype)
    made[0] = record
    return made


def put_back(record: Any, array: numpy.ndarray[Any, Any]) -> None:
    """Gives a record what the only element of an array is, where it can be changed."""
    for name in record.dtype.names:
        record[name] = array[name][0]


def _made(dtype: numpy.dtype[Any]) -> type[RecordLayout]:
    fields: list[Field] = []
    unknown: dict[str, str] = {}
    places: list[tuple[int, int, str]] = []
    for name in dtype.names or ():
        assert dtype.fields is not None
        kind, offset = dtype.fields[name][:2]
        places.append((offset, kind.itemsize, name))
        found = _field(kind)
        if isinstance(found, str):
            unknown[name] = found
            found = None, (kind.itemsize,)
        fields.append((name, *found, offset))
    _check_overlaps(dtype, sorted(places))
    if not fields or not all(size for _, size, _ in places):
        raise NotThereError(
            f"cudapy.cuda has no records of the dtype {dtype} yet: a field of it has no bytes"
        )
    made: type[RecordLayout] = type("RecordLayout", (RecordLayout,), {"dtype": dtype, "unknown": unknown})
    made.names = tuple(name for name, *_ in fields)
    made.__name__ = made.__qualname__ = _text(fields, dtype)
    _core.record_type(made, made.__name__, _identifier(made), _format(dtype), tuple(fields), dtype.itemsize)
    return made


def _field(kind: numpy.dtype[Any]) -> tuple[Any, tuple[int, ...] | None] | str:
    """Returns the type of a field and its shape, None for one value, or why kernels do not know it."""
    from .types import BY_NAME

    base, shape = kind.subdtype or (kind, None)
    if base.names:
        return (record_of(base), None) if shape is None else "it is an array of records"
    if not base.isnative:
        return "its bytes are swapped"
    if base.name not in BY_NAME:
        return f"kernels have no {base.name}"
    if shape is not None and 0 in shape:
        return "it has no elements"
    return BY_NAME[base.name].core, shape


def _check_overlaps(dtype: numpy.dtype[Any], places: list[tuple[int, int, str]]) -> None:
    for (begin, size, one), (next_begin, _, other) in zip(places, places[1:]):
        if next_begin < begin + size:
            raise NotThereError(
                f"cudapy.cuda has no records whose fields overlap: {one} and {other} of {dtype} do, so pass "
                "the array with another dtype, array.view(...)"
            )


def _format(dtype: numpy.dtype[Any]) -> str:
    """Returns the format by which arrays on the device show themselves to NumPy: bytes, where the buffer
    protocol has no words for the dtype."""
    import numpy

    shown: Any = numpy.empty(0, dtype)
    try:
        return memoryview(shown).format
    except ValueError:
        return f"{dtype.itemsize}x"


def _text(fields: list[Field], dtype: numpy.dtype[Any]) -> str:
    """Returns the text of a record's type, which differs for each layout."""
    parts = []
    for name, kind, shape, offset in fields:
        kind_name = "bytes" if kind is None else kind.__name__ if isinstance(kind, type) else kind.numpy_name
        extents = f"({', '.join(map(str, shape))})" if shape else ""
        parts.append(f"{name.encode('unicode_escape').decode()}: {kind_name}{extents} at {offset}")
    return f"Record({', '.join(parts)}; {dtype.itemsize} bytes)"


def _identifier(made: type[RecordLayout]) -> str:
    """Returns the name of a record in C++."""
    names = "_".join("".join(c if c.isascii() and c.isalnum() else "_" for c in name) for name in made.names)
    words = "_".join(filter(None, names.split("_")))[:32].rstrip("_")
    return f"Record_{words}_{zlib.crc32(made.__name__.encode()):08x}"
