"""Arrays as a kernel sees them: loads and stores at the declared width, bounds that are kept."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from .dtypes import DTYPES, to_scalar
from .number import (
    BFLOAT16,
    BITS,
    INT,
    Number,
    OutsideArray,
    Value,
    constant,
    index_type,
    is_constant,
    plain,
    round_to_bfloat16,
    truncated,
)
from .structs import ElementKind, Record, Struct, Vector, load_as

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from .recording import Layout


def as_array(numbers: Sequence[Any], kind: ElementKind) -> np.ndarray[Any, Any]:
    """A list as an array of the type."""
    if kind == BFLOAT16:
        made: np.ndarray[Any, Any] = np.vectorize(round_to_bfloat16, otypes=[np.float32])(numbers)
        return made
    if isinstance(kind, (Struct, Vector)):
        return np.array([kind.items(each) for each in numbers], kind.dtype)
    return np.array(numbers, DTYPES[kind])


def as_said(value: Value, kind: Any) -> Value:
    """A value as one of the type, which stays a constant of the kernel if it is one."""
    return constant(to_type(value, kind)) if is_constant(value) else to_type(value, kind)


def to_type(value: Value, kind: Any) -> Value:
    """Converts a value to the declared type `kind`, as a store, an argument or a result does."""
    if kind is None:
        return None
    if kind == "function":  # or anything else that travels as it is
        return value
    if isinstance(kind, (Struct, Vector)):
        return kind.of(value)
    if isinstance(kind, tuple):
        return tuple(as_said(part, part_kind) for part, part_kind in zip(value, kind, strict=True))
    return to_scalar(value, kind)


class Dtype:
    """The object that `X.dtype` returns. Its `type` converts, and both name the type for `shared` and
    `local`."""

    def __init__(self, kind: ElementKind) -> None:
        self.kind = kind

    def type(self, value: Value = 0) -> Value:
        return truncated(value, self.kind) if self.kind in BITS else to_type(value, self.kind)


LISTS = "lists"  # in place of the number of dimensions: `T**`


class Lists:
    """A `T**` parameter over NumPy arrays, its rows."""

    def __init__(self, rows: Iterable[Any], kind: ElementKind) -> None:
        self.rows, self.kind = [row if isinstance(row, Array) else Array(row, kind) for row in rows], kind

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, index: Any) -> Array:
        at: int = index.__index__()
        if not (-len(self.rows) if is_constant(index) else 0) <= at < len(self.rows):
            raise OutsideArray(at, len(self.rows))
        return self.rows[at]

    def __iter__(self) -> Iterator[Array]:
        return iter(self.rows)


def zipped(function: Callable[..., Any], *given: Any) -> Any:
    """Returns the result of `function`, which is mostly `zip`. Unlike Python's zip, it reads no array beyond
    the end of the shortest one."""
    if function is not zip or not all(hasattr(each, "__len__") for each in given):
        return function(*given)
    count = min((len(each) for each in given), default=0)
    return zip(*(itertools.islice(each, count) for each in given))


class Array:
    """An array parameter over a NumPy array. `A[i, j]` is an element; `A[i]` of two dimensions is a row, and
    `X[a:b]` a part, that shares the memory."""

    @property
    def dtype(self) -> Dtype:
        return Dtype(self.kind)

    def __init__(
        self, data: np.ndarray[Any, Any], kind: ElementKind, rank: int = 1, layout: Layout | None = None
    ) -> None:
        assert data.dtype == DTYPES[kind], (
            f"an array of {data.dtype} for a parameter of {np.dtype(DTYPES[kind])}"
        )
        self.inner = 1 if isinstance(kind, Vector) else 0  # a vector is the last dimension
        assert data.ndim == rank + self.inner, f"an array of {data.ndim} dimensions for a parameter of {rank}"
        self.data, self.kind = data, kind
        self.layout = layout  # where its elements lie, while accesses are recorded

    @property
    def rank(self) -> int:
        return self.data.ndim - self.inner

    @property
    def shape(self) -> tuple[Number, ...]:
        return tuple(
            Number(extent, index_type()) for extent in self.data.shape[: self.data.ndim - self.inner]
        )

    @property
    def ndim(self) -> Number:
        return Number(self.data.ndim - self.inner, INT)

    @property
    def size(self) -> Number:
        return Number(self.data.size, index_type())

    def __len__(self) -> int:
        return len(self.data)

    def __repr__(self) -> str:
        return repr(self.data)

    def _place(self, key: Any) -> Any:
        if not isinstance(key, tuple):
            return self._inside(key, len(self.data), 0)
        if len(key) > self.data.ndim:
            raise TypeError(f"{len(key)} indices for an array of {self.data.ndim} dimensions")
        return tuple(
            self._inside(index, extent, axis)
            for axis, (index, extent) in enumerate(zip(key, self.data.shape))
        )

    def _inside(self, index: Any, extent: int, axis: int) -> int | slice:
        if isinstance(index, slice):
            return slice(
                *(
                    None if bound is None else bound.__index__()
                    for bound in (index.start, index.stop, index.step)
                )
            )
        # Only a constant negative index counts from the end.
        at: int = index.__index__()
        if not (-extent if is_constant(index) else 0) <= at < extent:
            raise OutsideArray(at, extent, axis, self.data.ndim - self.inner)
        return at

    def __getitem__(self, key: Any) -> Value:
        place = self._place(key)
        found = self.data[place]
        layout = self.layout and self.layout.part(place, self.data.shape)
        if isinstance(found, np.ndarray) and found.ndim > self.inner:
            return Array(found, self.kind, found.ndim - self.inner, layout)
        if layout and isinstance(self.kind, Struct):
            return Record(found, self.kind, layout)
        if layout:
            layout.note(self.kind, "read")
        return load_as(found, self.kind)

    def __setitem__(self, key: Any, value: Value) -> None:
        place = self._place(key)
        indices = place if isinstance(place, tuple) else (place,)
        if self.data.ndim - self.inner > len(indices) or any(isinstance(index, slice) for index in indices):
            raise TypeError("a part of an array cannot be assigned to")
        value = to_type(value, self.kind)
        if self.layout:
            self.layout.part(place, self.data.shape).note(self.kind, "write")
        self.data[place] = self.kind.items(value) if isinstance(self.kind, (Struct, Vector)) else plain(value)

    def __iter__(self) -> Iterator[Value]:
        return (self[i] for i in range(len(self.data)))

    def sum_with_tangent(self, new: Any, old: Value, sign: int, added: Value) -> Value:
        """Returns what an atomic stores that adds a number, times a sign: with its tangent, where there are
        some."""
        return new

    def for_atomic(self, key: Any) -> Array:
        """The array to work on for an atomic operation on an element, which is one access."""
        if not self.layout:
            return self
        self.layout.part(self._place(key), self.data.shape).note(self.kind, "atomic")
        return Array(self.data, self.kind, self.rank)
