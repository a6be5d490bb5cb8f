"""The events of a simulated run, as the memory model takes them: who accessed what, where in the source, and
on which path."""

from __future__ import annotations

import functools
import linecache
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from types import CodeType, FrameType
from typing import Any, Literal, TypeAlias

import numpy as np

from .._memory_model.events import ACCESS, BARRIER, DECISION, Site, Trace, TracedArray

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    import ast

    from .number import Value
    from .structs import ElementKind

Place: TypeAlias = tuple[str, Any, Any, Any, Any]  # file, line, column, end line, end column

_OWN = __name__.rpartition(".")[0]
_END = object()


@functools.cache
def _positions(code: CodeType) -> list[tuple[int | None, int | None, int | None, int | None]]:
    return list(code.co_positions())


def _place(frame: FrameType | None = None) -> Place:
    """Returns the place of a frame. Without a frame it is the
    place in the kernel, or in the helper that it called."""
    at = frame or sys._getframe(2)
    while (at.f_globals.get("__name__") or "").startswith(_OWN):
        assert at.f_back is not None  # what runs kernels is called by the user
        at = at.f_back
    line, end_line, column, end_column = _positions(at.f_code)[at.f_lasti // 2]
    return at.f_code.co_filename, line, column, end_line, end_column


class Recorder:
    """Records what a program reports while its threads run; `trace()` returns all of it. It is for one
    run."""

    def __init__(self) -> None:
        self._sites: dict[tuple[Any, ...], int] = {}  # the number of each
        self._arrays: dict[TracedArray, int] = {}
        self._paths: dict[tuple[tuple[int, ...], ...], int] = {}
        self._accesses: list[tuple[int, ...]] = []
        self._decisions: list[tuple[int, ...]] = []
        self._barriers: list[tuple[int, int, int]] = []
        # For each thread the calls and loops that it is in, as [site, iteration].
        self._stacks: dict[tuple[int, ...], list[list[int]]] = {}
        self._grid: tuple[int, ...] = (1, 1, 1)
        self._block: tuple[int, ...] = (1, 1, 1)
        self._who = (0, 0, 0)
        self._stack: list[list[int]] = []
        self._head: Place | None = None  # of a loop whose next item is read

    def begin(self, extent: tuple[int, ...], block: tuple[int, ...]) -> None:
        self._grid, self._block = tuple(-(-e // b) for e, b in zip(extent, block)), block

    def bind(self, at: tuple[int, ...]) -> None:
        """The thread at these coordinates runs from now on."""
        (x, y, z), (width, height, _) = (tuple(a % b for a, b in zip(at, self._block)), self._block)
        inside = (z * height + y) * width + x
        bx, by, bz = (a // b for a, b in zip(at, self._block))
        self._who = ((bz * self._grid[1] + by) * self._grid[0] + bx, inside // 32, inside % 32)
        self._stack = self._stacks.setdefault(at, [])

    def array(self, name: str, space: Literal["global", "shared"], is_float: bool) -> int:
        """The number of an array."""
        return self._arrays.setdefault(TracedArray(name, space, is_float), len(self._arrays))

    def shared_array(self, is_float: bool) -> int:
        """Does the work of `array` for one that the running kernel declares here."""
        file, line, *_ = _place()
        found = re.match(r"\s*(\w+)\s*(:[^=]*)?=", linecache.getline(file, line))
        return self.array(found[1] if found else f"shared in line {line}", "shared", is_float)

    def access(self, array: int, offset: int, width: int, operation: str, field: str = "") -> None:
        site = self._site((*(self._head or _place()), operation, field))
        self._accesses.append((*self._who, site, self._path(), array, offset, width))

    def barrier_place(self, frame: FrameType) -> tuple[int, int]:
        """The (site, path) of a barrier that the running thread has come to, in this frame."""
        return self._site((*_place(frame), "barrier", "")), self._path()

    def barrier(self, block: int, site: int, path: int) -> None:
        """A block has come past a barrier."""
        self._barriers.append((block, site, path))

    def _site(self, site: tuple[Any, ...]) -> int:
        return self._sites.setdefault(site, len(self._sites))

    def _path(self) -> int:
        return self._paths.setdefault(tuple(map(tuple, self._stack)), len(self._paths))

    # Rewritten code calls the following functions.

    def decision_site(self, file: str, node: ast.expr) -> int:
        return self._site(
            (file, node.lineno, node.col_offset, node.end_lineno, node.end_col_offset, "decision", "")
        )

    def enter(self, site: int) -> None:
        self._stack.append([site, 0])

    def iterate(self) -> None:
        self._stack[-1][1] += 1

    def leave(self) -> None:
        self._stack.pop()

    def called(self) -> int:
        """The place of a call."""
        return self._site((*_place(), "call", ""))

    def enter_call(self, site: int) -> int:
        self._stack.append([site, 0])
        return len(self._stack) - 1

    def leave_call(self, depth: int) -> None:
        del self._stack[depth:]

    def decide(self, site: int, condition: Value) -> bool:
        taken = bool(condition)
        self._decisions.append((*self._who, site, self._path(), taken))
        return taken

    def decided(self, site: int, items: Iterable[Value]) -> Iterator[Value]:
        head, items = list(self._sites)[site][:5], iter(items)
        while (item := self._next(head, items)) is not _END:
            self.decide(site, True)
            yield item
        self.decide(site, False)

    def _next(self, head: Place, items: Iterator[Value]) -> Value:
        self._head = head
        try:
            return next(items, _END)
        finally:
            self._head = None

    def trace(self) -> Trace:
        return Trace(
            [Site(*site) for site in self._sites],
            list(self._arrays),
            list(self._paths),
            np.array(self._accesses, ACCESS),
            np.array(self._decisions, DECISION),
            np.array(self._barriers, BARRIER),
        )


class Layout:
    """The places of the elements of an array, or of a part of one, in its allocation. A kernel gets them row
    by row."""

    __slots__ = ("array", "name", "offset", "recorder", "strides")

    def __init__(
        self, recorder: Recorder, array: int, offset: int, strides: tuple[int, ...], name: str = ""
    ) -> None:
        self.recorder, self.array, self.offset, self.strides = recorder, array, offset, strides
        self.name = name  # of the field that it is of

    @staticmethod
    def of(recorder: Recorder, array: int, shape: Sequence[int], size: int, offset: int = 0) -> Layout:
        strides = [size]
        for extent in reversed(shape[1:]):
            strides.insert(0, strides[0] * extent)
        return Layout(recorder, array, offset, tuple(strides))

    def part(self, place: Any, shape: Sequence[int]) -> Layout:
        """The layout of what a key with integers and slices chooses."""
        place = place if isinstance(place, tuple) else (place,)
        offset, strides = self.offset, []
        for key, stride, extent in zip(place, self.strides, shape):
            if isinstance(key, slice):
                start, _, step = key.indices(extent)
                offset += start * stride
                strides.append(step * stride)
            else:
                offset += (key + extent if key < 0 else key) * stride
        return Layout(self.recorder, self.array, offset, (*strides, *self.strides[len(place) :]))

    def field(self, offset: int, name: str) -> Layout:
        """The layout of a field of the struct here."""
        return Layout(
            self.recorder, self.array, self.offset + offset, (), ".".join(filter(None, (self.name, name)))
        )

    def note(self, kind: ElementKind, operation: str) -> None:
        """An access to the element here, in parts of the sizes that the GPU's instructions have."""
        for name, offset, width in pieces(kind):
            self.recorder.access(
                self.array, self.offset + offset, width, operation, ".".join(filter(None, (self.name, name)))
            )


@functools.cache
def pieces(kind: ElementKind) -> tuple[tuple[str, int, int], ...]:
    """(name, offset, bytes) of each access that a load or a store of a type is."""
    from .dtypes import DTYPES
    from .number import BFLOAT16
    from .structs import Struct, Vector

    if isinstance(kind, Struct):
        return tuple(
            (".".join(filter(None, (name, inner))), kind.dtype.fields[name][1] + offset, width)
            for name, field in kind.fields.items()
            for inner, offset, width in pieces(field)
        )
    if isinstance(kind, Vector):
        size = kind.dtype.itemsize
        if kind.width != 3 and size * kind.width <= 16:
            return (("", 0, size * kind.width),)
        step = 1 if kind.width == 3 else 2
        return tuple(("xyzw"[i], i * size, step * size) for i in range(0, kind.width, step))
    return (("", 0, 2 if kind == BFLOAT16 else np.dtype(DTYPES[kind]).itemsize),)


def size_of(kind: ElementKind) -> int:
    """The bytes from one element of an array to the next."""
    from .dtypes import DTYPES
    from .number import BFLOAT16
    from .structs import Vector

    if isinstance(kind, Vector):
        return int(kind.width * kind.dtype.itemsize)
    return 2 if kind == BFLOAT16 else np.dtype(DTYPES[kind]).itemsize
