"""The types of records and of arrays inside them, as numba names them."""

from __future__ import annotations

from .._missing import NotThereError
from .records import record_of
from .types import BY_NAME, Array, Number, Type


class Record(Type):
    """The type of a record: `Record([("x", {"type": float32, "offset": 0})], 4, True)`. from_dtype() makes it
    of a structured dtype."""

    def __init__(self, fields, size, aligned):
        self.fields = {name: RecordField(info["type"], info["offset"]) for name, info in fields}
        self.size, self.aligned = size, aligned
        parts = ",".join(
            f"{name}[type={each.type};offset={each.offset}]" for name, each in self.fields.items()
        )
        super().__init__(f"Record({parts};{size};{aligned})")

    @property
    def key(self):
        return tuple((name, each.type, each.offset) for name, each in self.fields.items()), self.size

    @property
    def dtype(self):
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
    def core(self):
        return record_of(self.dtype)

    @property
    def members(self):
        """The names and the types of the fields, in the order of their offsets."""
        return [
            (name, each.type) for name, each in sorted(self.fields.items(), key=lambda item: item[1].offset)
        ]

    @property
    def bitwidth(self):
        return 8 * self.size

    def typeof(self, key):
        """Returns the type of a field."""
        return self.fields[key].type

    def offset(self, key):
        """Returns the offset of a field in bytes."""
        return self.fields[key].offset

    def __len__(self):
        return len(self.fields)

    def answer(self):
        """Returns what kernels are told of the type, see cudapy/_compile/bindings.py."""
        return self.core.answer()

    def __reduce__(self):
        return _record_again, (self.dtype,)


class RecordField:
    """A field of a record: its type, and its offset in bytes."""

    def __init__(self, type, offset):
        self.type, self.offset, self.alignment, self.title = type, offset, None, None


class NestedArray(Array):
    """The type of an array inside a record: `NestedArray(float32, (3, 2))`."""

    def __init__(self, dtype, shape):
        self.shape = tuple(shape)
        super().__init__(dtype, len(self.shape), "C", name=f"nestedarray({dtype}, {self.shape})")

    @property
    def key(self):
        return self.dtype, self.shape

    @property
    def nitems(self):
        """How many elements there are."""
        import math

        return math.prod(self.shape)

    @property
    def core(self):
        return Type.core.fget(self)

    def __repr__(self):
        return f"NestedArray({self.dtype!r}, {self.shape})"


def record_type(dtype):
    """Returns the type of a record for a structured dtype."""
    fields = [
        (name, {"type": _field_type(dtype.fields[name][0]), "offset": dtype.fields[name][1]})
        for name in dtype.names
    ]
    made = Record(fields, dtype.itemsize, dtype.isalignedstruct)
    return made


def type_of_layout(layout):
    """Returns the type of a record for the class that the core of the package knows it by."""
    return record_type(layout.dtype)


def _field_type(dtype):
    from ..numpy_support import from_dtype  # which makes records of what is here

    if dtype.subdtype:
        base, shape = dtype.subdtype
        return NestedArray(from_dtype(base), shape)
    return from_dtype(dtype)


def _dtype_of(kind):
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


def _record_again(dtype):
    return record_type(dtype)
