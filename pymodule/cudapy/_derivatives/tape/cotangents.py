"""The cotangents of memories while a tape goes back."""

from __future__ import annotations

from collections.abc import Mapping

from ... import _core
from ..._core import CudaArray
from ..parts import parts_of
from .memory import Bytes, Memory, Place, array_at
from .operations import is_float
from .spans import Spans


class Cotangents:
    """An array for each memory that has cotangents. `_set` are the bytes that may be other than 0."""

    def __init__(self, memories: Mapping[int, Memory]) -> None:
        self._memories = memories
        self._arrays: dict[int, CudaArray] = {}
        self._set: dict[int, Spans[None]] = {}

    def of(self, place: Place) -> CudaArray:
        array = self._arrays.get(place.memory)
        if array is None:
            memory = self._memories[place.memory]
            array = self._arrays[place.memory] = _core.zeros(memory.bytes, _core.UInt8, memory.device)
        return array_at(place, Bytes(array, 0))

    def add(self, place: Place, cotangent: CudaArray) -> None:
        bar = self.of(place)
        if not self.may_be_set(place):
            bar.copy_from(cotangent)
        else:
            _add(bar, cotangent)
        self.note_set(place)

    def may_be_set(self, place: Place) -> bool:
        spans = self._set.get(place.memory)
        return spans is not None and bool(spans.within(place.first, place.end))

    def note_set(self, place: Place) -> None:
        if place.memory in self._arrays:
            self._set.setdefault(place.memory, Spans()).put(place.first, place.end, None)

    def note_zero(self, place: Place) -> None:
        spans = self._set.get(place.memory)
        if spans is not None:
            spans.cut(place.first, place.end)

    def forget(self, memory: int) -> None:
        self._arrays.pop(memory, None)
        self._set.pop(memory, None)


def _add(bar: CudaArray, cotangent: CudaArray) -> None:
    kind = bar.elemType()
    if is_float(kind):
        bar += cotangent
        return
    name: str = getattr(kind, "name", "") or getattr(kind, "__name__", "")
    base = {"float": _core.Float, "double": _core.Double}.get(name[:-1])
    if base is None:
        _add_structs(bar, cotangent)
        return
    views = [
        _core.array_in(
            _core.whole_memory(each),
            base,
            (*each.shape, int(name[-1])),
            (*each.strides, base.size),
            _core.memory_of(each)[4],
        )
        for each in (bar, cotangent)
    ]
    views[0] += views[1]


def _add_structs(bar: CudaArray, cotangent: CudaArray) -> None:
    """Adds the floats of structs, on the host."""
    found, other = bar.toHost(), cotangent.toHost()
    for (_, part), (_, more) in zip(parts_of(found), parts_of(other)):
        part += more
    bar.copy_from(found)
