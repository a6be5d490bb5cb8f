"""Running kernels in CPython: the functions of a compilation, their names bound, one call for each thread."""

from __future__ import annotations

import functools
import inspect
import sys
import types
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, TypeAlias

import numpy as np

from . import blocks, warps
from .array import Array, Lists, to_type
from .built_ins import GRID, Coordinates, kind_of
from .captured import CapturedValues
from .dtypes import load
from .functions import Function
from .meanings import CudaCode, Namespace
from .number import Number, is_real, settled_type, with_index_type
from .order import FORWARD
from .recording import Layout, size_of
from .signatures import Signature, parse_signature, signature_of, signature_or_none

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from .checked import CheckedFunctions
    from .functions import TypeBindings
    from .number import Kind, Value
    from .order import Order
    from .recording import Recorder
    from .rewriting import Steps

Axes: TypeAlias = tuple[int, int, int]  # along x, y and z
Around: TypeAlias = "Callable[[Axes, Callable[[], object]], None]"

# The blocks, and threads, that run at a time where they wait for each other in loops.
_MOST_BLOCKS, _MOST_THREADS = 64, 16384
_BLOCK = (32, 1, 1)  # any shape must do for a kernel that does not depend on its block
_WHOLE_BLOCKS = {
    1: (256, 1, 1),
    2: (16, 16, 1),
    3: (8, 8, 4),
}  # what a kernel whose threads cooperate is given


class Program:
    """Functions that know each other, as those of one compilation. `signatures` are those that replace a
    function's own, by its name; `index` is the type of coordinates and lengths. `checked` are the types that
    the checker found (`checked.CheckedFunctions`), and `captured` what names meant then."""

    def __init__(
        self,
        functions: Iterable[Any],
        signatures: dict[str, str] | None = None,
        index: Kind = "int",
        checked: CheckedFunctions | None = None,
        captured: CapturedValues | None = None,
    ) -> None:
        self.checked, self.captured = checked, captured or CapturedValues()
        self.number: int | None = None  # of the kernel that runs, among what was checked
        self.thread: dict[str, Any] = {}
        self.at: Axes = (0, 0, 0)  # of the thread that runs
        self._functions: dict[types.FunctionType, Function] = {}  # those that are linked
        self._pending: list[types.FunctionType] = []  # those of them whose names are not bound yet
        self._is_linking = False
        self.waits = False  # whether threads of the kernel that runs wait for each other
        self.waits_in_loops = False  # whether they do so in loops, for what others write
        self.recorder: Recorder | None = None
        self.name_threads = False
        self.is_silent = False  # whether what the kernel prints is passed over
        self.dimensions = 1  # of the launch
        self.make_array: Callable[..., Array] = Array  # of what a kernel declares
        self.cooperation = blocks.Cooperation(self, kind_of)
        self._index = index
        self._signatures = signatures or {}
        self._listed = {inspect.unwrap(function) for function in functions}

    def lists(self, function: types.FunctionType) -> bool:
        return function in self._listed

    def linked(self, function: Any) -> Function:
        """Returns a function with its names bound, as those of all functions that it uses. The others of a
        compilation may be many, and are not looked at."""
        function = inspect.unwrap(function)
        if function not in self._functions:
            # A function is made before its names are bound, because functions may use each other.
            self._functions[function] = Function.__new__(Function)
            self._pending.append(function)
        if not self._is_linking:
            self._bind_names()
        return self._functions[function]

    def _bind_names(self) -> None:
        self._is_linking = True
        try:
            while self._pending:
                function = self._pending[-1]
                Function.__init__(self._functions[function], self, function)
                self._pending.remove(function)
        except BaseException:
            for each in self._pending:
                del self._functions[each]
            self._pending.clear()
            raise
        finally:
            self._is_linking = False

    def signature_of(self, function: types.FunctionType) -> Signature:
        text = self._signatures.get(function.__name__)
        return parse_signature(text, function) if text else signature_or_none(function)

    def cooperates(self, linked: Function) -> bool:
        """Returns whether a function, or one that it calls, has a barrier or shared memory."""
        return self.uses(linked, blocks.WHOLE)

    def runs_whole_blocks(self, linked: Function) -> bool:
        """Returns whether a kernel runs for all threads of its blocks."""
        return self.cooperates(linked) or self.reads_grid(linked)

    def reads_grid(self, linked: Function) -> bool:
        """Returns whether a function, or one that it calls, asks for the size of the grid."""
        return any(
            coordinate in GRID and (place in each.names or not isinstance(place, str) or place != coordinate)
            for each in self.reached(linked)
            for place, coordinate in each.aliases
        ) or any(
            name in each.names and name not in each.globals for each in self.reached(linked) for name in GRID
        )

    def uses(self, linked: Function, names: Sequence[str]) -> bool:
        """Returns whether a function, or one that it calls, uses one of these names of blocks."""
        for each in self.reached(linked):
            for name in each.names:
                value = each.globals.get(name)
                if name in names and value is None:
                    return True
            for value in (*each.globals.values(), *(cell.cell_contents for cell in each.cells)):
                if callable(value) and any(value == getattr(self.cooperation, whole) for whole in names):
                    return True
        return False

    def reached(self, linked: Function) -> list[Function]:
        """A function with those that it calls, and that those call."""
        found, left = [], [linked]
        while left:
            each = left.pop()
            if each in found:
                continue
            found.append(each)
            values = [*each.globals.values(), *(cell.cell_contents for cell in each.cells)]
            for value in values:
                if isinstance(value, Function):
                    left.append(value)
                elif isinstance(value, Namespace):
                    members = (getattr(value, name, None) for name in each.names if hasattr(value._of, name))
                    left += [member for member in members if isinstance(member, Function)]
        return found

    def refuse_cuda(self, function: Function) -> None:
        """Raises CudaCode if CPython cannot run a function, or one that it calls."""
        for each in self.reached(function):
            if each.beyond:
                raise CudaCode(each.beyond)

    def run(
        self,
        kernel: Any,
        extent: Sequence[int],
        arguments: Sequence[Any],
        block: Sequence[int] | None = None,
        shared: Sequence[Any] = (),
        **options: Any,
    ) -> None:
        """Runs the kernel on NumPy arrays and numbers, see `launch`; arrays among the arguments are changed
        in place."""
        linked = self.linked(kernel)
        wrapped: dict[int, Array] = {}
        values: list[Value] = []
        with with_index_type(self._index), np.errstate(all="ignore"):
            for argument, (kind, rank) in zip(arguments, linked.parameters, strict=True):
                if not rank:
                    plain_number = isinstance(argument, np.generic) and not isinstance(argument, np.void)
                    values.append(to_type(load(argument) if plain_number else argument, kind))
                    continue
                assert kind is not None and not isinstance(kind, tuple)  # that of elements
                if isinstance(rank, str):  # LISTS
                    values.append(Lists(argument, kind))
                else:
                    values.append(wrapped.setdefault(id(argument), Array(argument, kind, rank)))
        self.launch(kernel, extent, values, block, shared, **options)

    def launch(
        self,
        kernel: Any,
        extent: Sequence[int],
        values: Sequence[Value],
        block: Sequence[int] | None = None,
        shared: Sequence[Any] = (),
        *,
        chosen: TypeBindings | None = None,
        order: Order = FORWARD,
        around: Around | None = None,
        recorder: Recorder | None = None,
        only: Collection[int] | None = None,
    ) -> None:
        """Runs the kernel once for each coordinate of the extent, or for whole blocks where threads cooperate
        or ask for the grid's size, on values as kernels see them. `chosen` says what the type variables of
        its signature stand for. `order` says in which order blocks and threads run; `around(at, go)` calls
        go(), which lets the thread at these coordinates run until it waits or ends; `recorder` is told what
        is accessed. `only` are the numbers of the blocks that run, where not all do."""
        linked = self.linked(kernel)
        self.cooperation.sizes = tuple(shared)
        self.recorder = recorder
        self.waits = self.waits_in_loops or self.uses(linked, blocks.WAITING)
        self.dimensions = len(extent)
        extent = _axes(extent)
        cooperates = self.cooperates(linked)
        whole = cooperates or self.reads_grid(linked)
        if block is None:
            block = _WHOLE_BLOCKS[self.dimensions] if whole else _BLOCK
        block = _axes(block)
        if recorder:
            recorder.begin(extent, block)
            _lay_out(values, inspect.unwrap(kernel).__code__.co_varnames, recorder)
        limit = sys.getrecursionlimit()
        sys.setrecursionlimit(20000)
        chosen = chosen or {}
        try:
            with with_index_type(self._index), np.errstate(all="ignore"):
                if cooperates or self.waits_in_loops:
                    self._run_blocks(linked, extent, block, values, chosen, order, around, only)
                else:
                    last = self.last(kernel, extent, block)
                    self._run_threads(linked, last, extent, block, values, chosen, order, around, only)
        finally:
            sys.setrecursionlimit(limit)
            self.recorder = None

    def last(self, kernel: Any, extent: Sequence[int], block: Sequence[int]) -> Axes:
        """Returns how many threads run along x, y and z: as many as were asked for, or whole blocks."""
        linked = self.linked(kernel)
        asked = _axes(extent)
        whole = self.cooperates(linked) or self.reads_grid(linked)
        return _axes([-(-e // b) * b for e, b in zip(asked, block)]) if whole else asked

    def _run_threads(
        self,
        linked: Function,
        last: Axes,
        extent: Axes,
        block: Axes,
        values: Sequence[Value],
        chosen: TypeBindings,
        order: Order,
        around: Around | None,
        only: Collection[int] | None,
    ) -> None:
        if only is None:
            threads = ((x, y, z) for z in range(last[2]) for y in range(last[1]) for x in range(last[0]))
        else:
            threads = (at for number in sorted(only) for at in _threads_of(number, last, block))
        for at in order(threads):
            self._bind(self._names_at(at, extent, block))
            if around:
                around(at, lambda: linked.launch(values, chosen))
            else:
                linked.launch(values, chosen)

    def _run_blocks(
        self,
        linked: Function,
        extent: Axes,
        block: Axes,
        values: Sequence[Value],
        chosen: TypeBindings,
        order: Order,
        around: Around | None,
        only: Collection[int] | None,
    ) -> None:
        gx, gy, gz = (-(-e // b) for e, b in zip(extent, block))
        bx, by, bz = block
        count = bx * by * bz
        total = gx * gy * gz
        together = total if self.uses(linked, ("grid_sync",)) else 1  # blocks that may wait for each other
        if self.waits_in_loops and only is None:
            together = max(together, min(total, _MOST_BLOCKS, max(1, _MOST_THREADS // count)))
        firsts = range(0, total, together)
        last = self.last(linked.function, extent, block)
        in_order: Iterable[int] = firsts
        if not self.waits_in_loops:  # else they wait for earlier blocks
            in_order = order(firsts if only is None else [each for each in firsts if each in only])
        if only is not None and self.waits_in_loops:
            in_order = sorted(only)
        for first in in_order:
            bound: dict[int, tuple[Axes, dict[str, Any]]] = {}
            recorder = self.recorder

            def at(i: int) -> Axes:
                number, i = first + i // count, i % count
                corner = (number % gx * bx, number // gx % gy * by, number // gx // gy * bz)
                inside = (i % bx, i // bx % by, i // bx // by)
                return _axes([c + p for c, p in zip(corner, inside)])

            def bind(i: int) -> None:
                if i not in bound:
                    bound[i] = self._names_at(at(i), extent, block)
                self._bind(bound[i])

            def start() -> Steps:
                if any(place >= end for place, end in zip(self.at, last)):
                    return _at_once(lambda: None)
                if self.waits:
                    return linked.launch_waiting(values, chosen)
                return _at_once(lambda: linked.launch(values, chosen))

            self.cooperation.block = blocks.Block(
                count,
                bind,
                start,
                min(together, total - first),
                order,
                around and (lambda i, go: around(at(i), go)),
                lambda i: self.describe(at(i)),
                (lambda i, place: recorder.barrier(first + i, *place)) if recorder else None,
            )
            self.cooperation.block.run()

    def describe(self, at: Axes) -> str:
        """A thread, in a message: "thread 7", "thread (7, 0)"."""
        return f"thread {at[0] if self.dimensions == 1 else at[: self.dimensions]}"

    def print(self, *values: Value, sep: str = " ", end: str = "\n") -> None:
        """Does the work of a kernel's `print`, which shows floats as `%g` does."""
        if self.is_silent:
            return
        text = sep.join(f"{value:g}" if type(value) is float else str(value) for value in values)
        if self.name_threads:
            text = f"{self.describe(self.at)}: {text}"
        print(text, end=end)

    def _names_at(self, at: Axes, extent: Axes, block: Axes) -> tuple[Axes, dict[str, Any]]:
        """Returns the coordinates of a thread."""
        kind = self._index
        x, y, z = (a % b for a, b in zip(at, block))
        return at, {
            **_LANES[kind][((z * block[1] + y) * block[0] + x) % 32],
            **_shapes(kind, extent, block),
            "idx": Number(at[0], kind),
            "idy": Number(at[1], kind),
            "idz": Number(at[2], kind),
            "threadIdx": Coordinates(kind, *(a % b for a, b in zip(at, block))),
            "blockIdx": Coordinates(kind, *(a // b for a, b in zip(at, block))),
        }

    def _bind(self, named: tuple[Axes, dict[str, Any]]) -> None:
        self.at, self.thread = named
        if self.recorder:
            self.recorder.bind(self.at)
        for linked in self._functions.values():
            linked.bind_thread()


_LANES = {
    kind: [
        {
            "laneid": Number(lane, kind),
            **{name: partial(mask, lane) for name, mask in warps.LANE_MASKS.items()},
        }
        for lane in range(32)
    ]
    for kind in ("int", "int64")
}


def _lay_out(values: Iterable[Value], names: Iterable[str], recorder: Recorder) -> None:
    """Lets the arrays among the arguments of a launch, by their parameters' names, tell what is done with
    them."""
    for value, name in zip(values, names):
        rows = value.rows if isinstance(value, Lists) else [value] if isinstance(value, Array) else []
        offset = 0
        for row in rows:
            if row.layout is None:
                size = size_of(row.kind)
                row.layout = Layout.of(
                    recorder,
                    recorder.array(name, "global", is_real(row.kind)),
                    row.data.shape[: row.rank],
                    size,
                    offset,
                )
                offset += len(row) * size


def _axes(given: Sequence[int]) -> Axes:
    """The numbers along x, y and z, 1 where fewer are given."""
    x, y, z = (*given, 1, 1)[:3]
    return x, y, z


def _threads_of(number: int, last: Axes, block: Axes) -> Iterator[Axes]:
    """The coordinates of the threads of a block, as far as there are threads."""
    grid = [-(-end // size) for end, size in zip(last, block)]
    place = (number % grid[0], number // grid[0] % grid[1], number // grid[0] // grid[1])
    xs, ys, zs = (range(at * size, min((at + 1) * size, end)) for at, size, end in zip(place, block, last))
    return ((x, y, z) for z in zs for y in ys for x in xs)


@functools.lru_cache(8)
def _shapes(kind: Kind, extent: Axes, block: Axes) -> dict[str, Coordinates]:
    """Returns the shapes of a launch by their names."""
    grid = [-(-e // b) for e, b in zip(extent, block)]
    return {
        "blockDim": Coordinates(kind, *block),
        "gridDim": Coordinates(kind, *grid),
        "gridsize": Coordinates(kind, *(g * b for g, b in zip(grid, block))),
    }


def _at_once(work: Callable[[], Value]) -> Steps:
    """A generator of a thread that never waits."""
    return work()
    yield


__all__ = ["Array", "Program", "settled_type", "signature_of"]
