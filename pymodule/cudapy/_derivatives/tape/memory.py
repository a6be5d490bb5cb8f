"""Where the elements of arrays are, and whether anything has changed them that a tape does not know of."""

from __future__ import annotations

from typing import Any, NamedTuple

from ... import _core
from ..._core import CudaArray
from .spans import Spans

ALIGNMENT = 256  # of the bytes of a copy, so that what is aligned stays so


class Place(NamedTuple):
    """Where an array's elements are: the number of a memory, the bytes in it from the first one to the last
    one, the byte of the element whose indices are 0, and how the array lies there."""

    memory: int
    first: int
    end: int
    start: int
    kind: Any
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    device: str

    @property
    def is_packed(self) -> bool:
        return self.end - self.first == self.items * self.kind_size

    @property
    def items(self) -> int:
        count = 1
        for extent in self.shape:
            count *= extent
        return count

    @property
    def kind_size(self) -> int:
        size = getattr(self.kind, "size", None)
        return size if isinstance(size, int) else int(_core.empty(1, self.kind, "cpu").nbytes)

    def meets(self, other: Place) -> bool:
        return self.memory == other.memory and self.first < other.end and other.first < self.end


class Memory:
    """One memory that recorded work has used.

    needed: the bytes that adjoints, or work that is done again, need as they are now, with the numbers of the
        operations that do.
    """

    def __init__(self, array: CudaArray, is_made: bool, first_use: int) -> None:
        number, changes, _, _, _, size, is_shown, address = _core.memory_of(array)
        self.number, self.bytes, self.device, self.address = number, size, array.device, address
        self.changes = changes
        self.is_made, self.first_use = is_made, first_use
        self.is_foreign = is_shown
        self.needed: Spans[int] = Spans()
        self.array: CudaArray | None = array
        self.held: CudaArray | None = None
        self.contents = contents_of(array) if is_shown else None

    def is_unchanged(self, array: CudaArray | None) -> bool:
        """Returns whether nothing but recorded work has changed the memory. `array` is one in it."""
        array = array if array is not None else self.array
        if array is None or array.freed:
            return True
        changes = _core.memory_of(array)[1]
        if self.contents is None:
            return changes == self.changes
        return changes == self.changes and contents_of(array) == self.contents

    def note_change(self, array: CudaArray) -> None:
        """Notes that recorded work has changed the memory."""
        self.changes = _core.memory_of(array)[1]
        if self.contents is not None:
            self.contents = contents_of(array)

    def watch_contents(self, array: CudaArray) -> None:
        """Has later checks compare the bytes, because other code may change them."""
        if self.contents is None:
            self.contents = contents_of(array)

    def hold(self, array: CudaArray) -> None:
        """Keeps the memory if bytes of it are needed, and lets it go otherwise."""
        if self.needed or self.is_foreign:
            self.array = array
            if self.held is None:
                self.held = _core.whole_memory(array)
        else:
            self.array = self.held = None


def contents_of(array: CudaArray) -> int:
    """Returns a number that tells the bytes of an array's memory from others."""
    return hash(_core.whole_memory(array).toHost().tobytes())


def place_of(array: CudaArray) -> Place:
    number, _, first, end, start, _, _, _ = _core.memory_of(array)
    return Place(number, first, end, start, array.elemType(), array.shape, array.strides, array.device)


class Bytes(NamedTuple):
    """Bytes in an array of uint8; `shift` is to be added to a byte's number in its memory."""

    array: CudaArray
    shift: int


def new_bytes(first: int, end: int, device: str) -> Bytes:
    """Returns room for bytes, aligned as they are."""
    before = first % ALIGNMENT
    return Bytes(_core.empty(before + end - first, _core.UInt8, device), before - first)


def copy_bytes(to: Bytes, source: Bytes, first: int, end: int) -> None:
    count = end - first
    to.array._part(first + to.shift, count).copy_from(source.array._part(first + source.shift, count))


def array_at(place: Place, bytes: Bytes) -> CudaArray:
    """Returns the array of a place in a copy of its bytes."""
    start = place.start + bytes.shift if place.first < place.end else 0
    return _core.array_in(bytes.array, place.kind, place.shape, place.strides, start)
