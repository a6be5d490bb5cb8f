"""Arrays, rows and structs as the reference sees them: memory of one type that parts share."""

import numpy as np

from in_cpython.numeric import FLOATS, Number, OutOfContract, counted, spent, store
from in_cpython.numeric import bf16_of_bits, bits_of_bf16


class Array:
    """Elements of one type in memory that parts share; an index that turns out negative is outside the
    contract."""

    is_atomic = False  # whether an atomic operation uses it just now

    def __init__(self, t, data):
        self.t, self.data = t, data

    @property
    def shape(self):
        return tuple(counted(n) for n in self.data.shape)

    @property
    def size(self):
        return counted(self.data.size)

    @property
    def ndim(self):
        return Number("int", self.data.ndim)

    def _index(self, i, axis):
        if isinstance(i, slice):
            return slice(*(None if b is None else b.__index__() for b in (i.start, i.stop, i.step)))
        n = self.data.shape[axis]
        v = i.__index__()
        if not (-n if type(i) is int else 0) <= v < n:
            raise OutOfContract(f"index {v} of {n}")
        return v

    def _place(self, i):
        if isinstance(i, slice):
            return self._index(i, 0)
        return (
            tuple(self._index(j, k) for k, j in enumerate(i)) if isinstance(i, tuple) else self._index(i, 0)
        )

    def __getitem__(self, i):
        spent()
        got = self.data[self._place(i)]
        if isinstance(got, np.ndarray):
            return Array(self.t, got)
        got = got.item()
        return Number(self.t, int(got) if self.t not in FLOATS else got)

    def __setitem__(self, i, x):
        place = self._place(i)
        self.data[place] = store(self.t, x).v

    def __iter__(self):
        for i in range(len(self.data)):
            spent()
            yield self[i]


def in_record(t, x):
    """What a field of type t holds, of NumPy's x."""
    return Number(t, bf16_of_bits(x) if t == "bfloat16" else x)


def for_record(x):
    return bits_of_bf16(x.v) if x.t == "bfloat16" else x.v


def struct_class(name, fields):
    """A struct: its fields in order, {name: type or struct class}. An object with identity, as in Python."""

    def __init__(self, *values, **named):
        given = dict(zip(fields, values), **named)
        for key, t in fields.items():
            object.__setattr__(self, key, given[key] if isinstance(t, type) else store(t, given[key]))

    def __setattr__(self, key, x):
        t = fields[key]
        if isinstance(t, type):
            getattr(self, key).assign(x)
        else:
            object.__setattr__(self, key, store(t, x))

    def copy(self):
        return made(
            *(getattr(self, k).copy() if isinstance(t, type) else getattr(self, k) for k, t in fields.items())
        )

    def assign(self, other):
        other = other.copy()
        for key in fields:
            setattr(self, key, getattr(other, key))

    def from_record(record):
        return made(
            *(
                t.from_record(record[k]) if isinstance(t, type) else in_record(t, record[k].item())
                for k, t in fields.items()
            )
        )

    def as_tuple(self):
        return tuple(
            getattr(self, k).as_tuple() if isinstance(t, type) else for_record(getattr(self, k))
            for k, t in fields.items()
        )

    made = type(
        name,
        (),
        {
            "__slots__": tuple(fields),
            "__init__": __init__,
            "__setattr__": __setattr__,
            "copy": copy,
            "assign": assign,
            "from_record": staticmethod(from_record),
            "as_tuple": as_tuple,
        },
    )
    return made


class Lists:
    """`T**`: rows that each have a length."""

    def __init__(self, t, rows):
        self.data, self.rows = rows, [Array(t, row) for row in rows]

    def __getitem__(self, i):
        return self.rows[i.__index__()]


class StructArray:
    def __init__(self, made, data):
        self.data = data
        self.items = [made.from_record(record) for record in data]

    def __getitem__(self, i):
        v = i.__index__()
        if not (-len(self.items) if type(i) is int else 0) <= v < len(self.items):
            raise OutOfContract(f"index {v} of {len(self.items)}")
        return self.items[v]

    def __setitem__(self, i, x):
        self[i].assign(x)

    def __iter__(self):
        return iter(self.items)

    def write_back(self):
        for i, item in enumerate(self.items):
            self.data[i] = item.as_tuple()
