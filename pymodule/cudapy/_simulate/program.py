"""Running kernels in CPython: the functions of a compilation, their names bound, one call for each thread."""

import functools
import inspect
import sys
from functools import partial

import numpy as np

from . import blocks, warps
from .array import LISTS, Array, Lists, to_type
from .built_ins import GRID, Coordinates, kind_of
from .captured import Captured
from .dtypes import load
from .functions import Function
from .meanings import CudaCode, Namespace
from .number import Number, is_real, settled_type, with_index_type
from .order import FORWARD
from .recording import Layout, size_of
from .signatures import parse_signature, signature_of, signature_or_none

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
    the checker found (`checked.Checked`), and `captured` what names meant then."""

    def __init__(self, functions, signatures=None, index="int", checked=None, captured=None):
        self.checked, self.captured = checked, captured or Captured()
        self.number = None  # of the kernel that runs, among what was checked
        self.thread = {}
        self.at = (0, 0, 0)  # of the thread that runs
        self.functions = {}
        self.waits = False  # whether threads of the kernel that runs wait for each other
        self.waits_in_loops = False  # whether they do so in loops, for what others write
        self.recorder = None
        self.name_threads = False
        self.is_silent = False  # whether what the kernel prints is passed over
        self.dimensions = 1  # of the launch
        self.cooperation = blocks.Cooperation(self, kind_of)
        self._index = index
        self._signatures = signatures or {}
        self._plain = [inspect.unwrap(function) for function in functions]
        self._pending = True

    def _link(self):
        # Every name is made first and every body afterwards, because functions may use each other in any
        # order.
        for function in self._plain:
            self.functions[function] = Function.__new__(Function)
        for function, linked in list(self.functions.items()):
            linked.__init__(self, function)
        self._pending = False

    def linked(self, function):
        if self._pending:
            self._link()
        return self.functions[inspect.unwrap(function)]

    def along(self, function):
        """A function that is called and not listed, linked like the others."""
        if function not in self.functions:
            linked = self.functions[function] = Function.__new__(Function)
            linked.__init__(self, function)
        return self.functions[function]

    def signature_of(self, function):
        text = self._signatures.get(function.__name__)
        return parse_signature(text, function) if text else signature_or_none(function)

    def cooperates(self, linked):
        """Returns whether a function, or one that it calls, has a barrier or shared memory."""
        return self.uses(linked, blocks.WHOLE)

    def runs_whole_blocks(self, linked):
        """Returns whether a kernel runs for all threads of its blocks."""
        return self.cooperates(linked) or self.reads_grid(linked)

    def reads_grid(self, linked):
        """Returns whether a function, or one that it calls, asks for the size of the grid."""
        return any(
            coordinate in GRID and (place in each.names or not isinstance(place, str) or place != coordinate)
            for each in self.reached(linked)
            for place, coordinate in each.aliases
        ) or any(
            name in each.names and name not in each.globals for each in self.reached(linked) for name in GRID
        )

    def uses(self, linked, names):
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

    def reached(self, linked):
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

    def refuse_cuda(self, function):
        """Raises CudaCode if CPython cannot run a function, or one that it calls."""
        for each in self.reached(function):
            if each.beyond:
                raise CudaCode(each.beyond)

    def run(self, kernel, extent, arguments, block=None, shared=(), **options):
        """Runs the kernel on NumPy arrays and numbers, see `launch`; arrays among the arguments are changed
        in place."""
        linked = self.linked(kernel)
        wrapped = {}
        values = []
        with with_index_type(self._index), np.errstate(all="ignore"):
            for argument, (kind, rank) in zip(arguments, linked.parameters, strict=True):
                if rank == LISTS:
                    values.append(Lists(argument, kind))
                elif rank:
                    values.append(wrapped.setdefault(id(argument), Array(argument, kind, rank)))
                else:
                    plain_number = isinstance(argument, np.generic) and not isinstance(argument, np.void)
                    values.append(to_type(load(argument) if plain_number else argument, kind))
        self.launch(kernel, extent, values, block, shared, **options)

    def launch(
        self,
        kernel,
        extent,
        values,
        block=None,
        shared=(),
        *,
        chosen=None,
        order=FORWARD,
        around=None,
        recorder=None,
        only=None,
    ):
        """Runs the kernel once for each coordinate of the extent, or for whole blocks where threads cooperate
        or ask for the grid's size, on values as kernels see them. `chosen` says what the type variables of
        its signature stand for. `order` says in which order blocks and threads run; `around(at, go)` calls
        go(), which lets the thread at these coordinates run until it waits or ends; `recorder` is told what
        is accessed. `only` are the numbers of the blocks that run, where not all do."""
        linked = self.linked(kernel)
        self.cooperation.sizes = shared
        self.recorder = recorder
        self.waits = self.waits_in_loops or self.uses(linked, blocks.WAITING)
        self.dimensions = len(extent)
        extent = tuple(extent) + (1,) * (3 - len(extent))
        cooperates = self.cooperates(linked)
        whole = cooperates or self.reads_grid(linked)
        if block is None:
            block = _WHOLE_BLOCKS[self.dimensions] if whole else _BLOCK
        block = tuple(block) + (1,) * (3 - len(block))
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

    def last(self, kernel, extent, block):
        """Returns how many threads run along x, y and z: as many as were asked for, or whole blocks."""
        linked = self.linked(kernel)
        extent = tuple(extent) + (1,) * (3 - len(extent))
        whole = self.cooperates(linked) or self.reads_grid(linked)
        return tuple(-(-e // b) * b for e, b in zip(extent, block)) if whole else extent

    def _run_threads(self, linked, last, extent, block, values, chosen, order, around, only):
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

    def _run_blocks(self, linked, extent, block, values, chosen, order, around, only):
        gx, gy, gz = (-(-e // b) for e, b in zip(extent, block))
        bx, by, bz = block
        count = bx * by * bz
        total = gx * gy * gz
        together = total if self.uses(linked, ("grid_sync",)) else 1  # blocks that may wait for each other
        if self.waits_in_loops and only is None:
            together = max(together, min(total, _MOST_BLOCKS, max(1, _MOST_THREADS // count)))
        firsts = range(0, total, together)
        last = self.last(linked.function, extent, block)
        if self.waits_in_loops:  # for earlier blocks
            in_order = firsts
        else:
            in_order = order(firsts if only is None else [each for each in firsts if each in only])
        if only is not None and self.waits_in_loops:
            in_order = sorted(only)
        for first in in_order:
            bound, recorder = {}, self.recorder

            def at(i):
                number, i = first + i // count, i % count
                corner = (number % gx * bx, number // gx % gy * by, number // gx // gy * bz)
                inside = (i % bx, i // bx % by, i // bx // by)
                return tuple(c + p for c, p in zip(corner, inside))

            def bind(i):
                if i not in bound:
                    bound[i] = self._names_at(at(i), extent, block)
                self._bind(bound[i])

            def start():
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
                recorder and (lambda i, place: recorder.barrier(first + i, *place)),
            )
            self.cooperation.block.run()

    def describe(self, at):
        """A thread, in a message: "thread 7", "thread (7, 0)"."""
        return f"thread {at[0] if self.dimensions == 1 else at[: self.dimensions]}"

    def print(self, *values, sep=" ", end="\n"):
        """Does the work of a kernel's `print`, which shows floats as `%g` does."""
        if self.is_silent:
            return
        text = sep.join(f"{value:g}" if type(value) is float else str(value) for value in values)
        if self.name_threads:
            text = f"{self.describe(self.at)}: {text}"
        print(text, end=end)

    def _names_at(self, at, extent, block):
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

    def _bind(self, named):
        self.at, self.thread = named
        if self.recorder:
            self.recorder.bind(self.at)
        for linked in self.functions.values():
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


def _lay_out(values, names, recorder):
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


def _threads_of(number, last, block):
    """The coordinates of the threads of a block, as far as there are threads."""
    grid = [-(-end // size) for end, size in zip(last, block)]
    place = (number % grid[0], number // grid[0] % grid[1], number // grid[0] // grid[1])
    xs, ys, zs = (range(at * size, min((at + 1) * size, end)) for at, size, end in zip(place, block, last))
    return ((x, y, z) for z in zs for y in ys for x in xs)


@functools.lru_cache(8)
def _shapes(kind, extent, block):
    """Returns the shapes of a launch by their names."""
    grid = [-(-e // b) for e, b in zip(extent, block)]
    return {
        "blockDim": Coordinates(kind, *block),
        "gridDim": Coordinates(kind, *grid),
        "gridsize": Coordinates(kind, *(g * b for g, b in zip(grid, block))),
    }


def _at_once(work):
    """A generator of a thread that never waits."""
    return work()
    yield


__all__ = ["Array", "Program", "settled_type", "signature_of"]
