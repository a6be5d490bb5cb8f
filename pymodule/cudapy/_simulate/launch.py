"""`call.simulate(n, X, Y)`: a launch whose kernel CPython runs."""

from __future__ import annotations

import bdb
import inspect
import linecache
from collections.abc import Callable, Collection, Iterator, Sequence
from types import FunctionType
from typing import Any

import numpy as np

from .. import _core
from .._launch.arguments import collect
from .arguments import Arguments
from .block_shape import gpu_block
from .built_ins import COORDINATES
from .captured import CapturedValues
from .checked import CheckedFunctions
from .debugger import Stop
from .errors import explained
from .functions import Function
from .meanings import CudaCode, seen
from .number import INT, INT64
from .order import FORWARD, order_of
from .program import Program
from .recording import Recorder
from .signatures import Variable, parse_type

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from .._compile.options import Options
    from .._compile.source_unit import SourceUnit
    from .._core import Kernel, Launch, Type
    from .._memory_model.events import Trace
    from .functions import TypeBindings
    from .order import Order
    from .program import Axes


def simulate(
    kernel: Any,
    threads: Any,
    arguments: tuple[Any, ...],
    keywords: dict[str, Any],
    block: Any,
    shared: Any,
    stop: tuple[int, ...] | None,
    order: str | int,
    name_threads: bool,
) -> None:
    """See Kernel.simulate."""
    if getattr(kernel, "_derivative_of", None) is not None:
        from .duals.launch import DualSimulation  # which is a Simulation, too

        kind: type[Simulation] | type[DualSimulation] = DualSimulation
    else:
        kind = Simulation
    simulation = kind(kernel, threads, arguments, keywords, block, shared)
    simulation.run(order=order_of(order), stop=stop, name_threads=name_threads)


def trace(
    kernel: Any,
    threads: Any,
    *arguments: Any,
    block: Any = None,
    shared: Any = None,
    order: str | int = "forward",
    **keywords: Any,
) -> Trace:
    """The events of a simulated launch, as `_memory_model.events.Trace`; the arrays are changed as the launch
    changes them."""
    recorder = Recorder()
    Simulation(kernel, threads, arguments, keywords, block, shared).run(
        order=order_of(order), recorder=recorder
    )
    return recorder.trace()


class Simulation:
    """A launch, its arguments looked at as a launch does it. With `own_types` each value has a type of its
    own, whatever the translator's checker says: so the translator is tested."""

    def __init__(
        self,
        kernel: Any,
        threads: Any,
        arguments: tuple[Any, ...],
        keywords: dict[str, Any],
        block: Any,
        shared: Any,
        own_types: bool = False,
    ) -> None:
        call = _translated(kernel)
        generic = getattr(getattr(call, "instance", None), "__self__", None)
        self.name = kernel.__name__ if hasattr(kernel, "__name__") else kernel.name
        if isinstance(threads, list):
            _core.check_threads(self.name, (threads,))
        axes = tuple(threads) if isinstance(threads, (tuple, _core.dim3)) else (threads,)
        if generic:
            names = [name for name, _, _ in generic._parameters]
            given = collect(self.name, names, arguments, keywords)
            instance = generic.instance(*given)
        else:
            given = collect(call.name, [name for name, _ in call.parameters], arguments, keywords)
            instance = call
        nothing = call(0, block=block, shared=shared)
        nothing(*given)  # what a launch would refuse is refused
        launch = instance(axes, block=block, shared=shared)
        planned_block = launch._planned_block()  # refuses what would not be launched
        self.extent = launch.threads[: len(axes)]
        self.shared = (
            () if shared is None else tuple(shared) if isinstance(shared, (tuple, list)) else (shared,)
        )
        functions, options, units = _compiled(instance, generic)
        function = next(each for each in functions if each.__name__ == (generic or call).name)
        signatures = {unit.name: unit.signature for unit in units if unit.signature and not unit.is_lambda}
        checked = None if own_types else CheckedFunctions(instance._types)
        index = INT64 if options.index is _core.Int64 else INT
        self.program = Program(functions, signatures, index, checked, CapturedValues(instance._recipe))
        self.program.waits_in_loops = instance._waits_in_loops
        self.program.number = None if checked is None else checked.kernel(instance.name)
        self.function = function
        try:
            linked = self.program.linked(function)
            self.program.refuse_cuda(linked)
            with np.errstate(all="ignore"):
                self.arguments, self.chosen = self._arguments(linked, nothing, generic, instance, given)
        except CudaCode as error:
            raise TypeError(
                f"simulate: {error}, and CPython cannot run it: write it in Python, or launch the kernel"
            ) from None
        sees_its_block = self.program.runs_whole_blocks(linked) or any(
            name not in ("idx", "idy", "idz") for name in _coordinates(self.program, linked)
        )
        # The CPU target has blocks of its own for kernels that do not see theirs.
        if sees_its_block:
            self.block = planned_block
        elif block is None:
            self.block = gpu_block((*self.extent, 1, 1)[:3])
        else:
            self.block = _extents(block)

    def _arguments(
        self, linked: Function, nothing: Launch, generic: Any, instance: Kernel, given: Sequence[Any]
    ) -> tuple[Arguments, TypeBindings]:
        """The values for the kernel, and what the type variables of its signature stand for."""
        types = dict(instance.parameters)
        if not generic:
            linked.result, linked.parameters = None, [_kind(type) for type in types.values()]
            return Arguments(types.values(), given, lambda i: writes_to(nothing, given, i)), {}
        chosen, plain, functions = {}, [], {}
        for i, ((name, declared, is_function), argument) in enumerate(zip(generic._parameters, given)):
            if is_function:
                functions[i] = seen(self.program, argument, lambda _: None)
                if isinstance(functions[i], Function):
                    self.program.refuse_cuda(functions[i])
                continue
            plain.append((name, argument))
            kind = parse_type(declared)[0] if declared else None
            if isinstance(kind, Variable):
                chosen[kind] = _kind(types[name])[0]
        places = [i for i in range(len(given)) if i not in functions]
        made = Arguments(
            [types[name] for name, _ in plain],
            [argument for _, argument in plain],
            lambda i: writes_to(nothing, given, places[i]),
        )
        for i, function in functions.items():
            made.values.insert(i, function)
        return made, chosen

    def blocks_wait_for_each_other(self) -> bool:
        """Returns whether no block can run without the others."""
        return self.program.uses(self.program.linked(self.function), ("grid_sync",))

    def run(
        self,
        *,
        order: Order = FORWARD,
        stop: Any = None,
        name_threads: bool = False,
        recorder: Recorder | None = None,
        only: Collection[int] | None = None,
    ) -> None:
        """Runs the launch. `only` are the numbers of the blocks that run, if not all do."""
        program = self.program
        program.name_threads = name_threads
        stopping = None if stop is None else Stop(self._thread(stop))
        try:
            program.launch(
                self.function,
                self.extent,
                self.arguments.values,
                self.block,
                self.shared,
                chosen=self.chosen,
                order=order,
                around=None if stopping is None else stopping.around,
                recorder=recorder,
                only=only,
            )
        except bdb.BdbQuit:
            raise
        except Exception as error:
            better = explained(error, program.describe(program.at))
            if better is error:
                raise
            raise better from None
        finally:
            self.arguments.give_back()

    def _thread(self, stop: Any) -> Axes:
        given = tuple(stop) if isinstance(stop, (tuple, list)) else (stop,)
        if not 1 <= len(given) <= 3 or not all(hasattr(each, "__index__") for each in given):
            raise ValueError(
                f"simulate: stop must be the coordinates of a thread, such as (3, 0, 0), got {stop!r}"
            )
        x, y, z = (*(each.__index__() for each in given), 0, 0)[:3]
        at = (x, y, z)
        last = self.program.last(self.function, self.extent, self.block)
        if not all(0 <= each < end for each, end in zip(at, last)):
            raise ValueError(
                f"simulate: no thread is at {at}: {self.name} runs {' x '.join(map(str, last))} threads here"
            )
        return at


def _extents(block: Any) -> Axes:
    """A block, as a launch takes it, as (x, y, z)."""
    if isinstance(block, _core.dim3):
        return block.x, block.y, block.z
    given = tuple(block) if isinstance(block, (tuple, list)) else (block,)
    x, y, z = (*map(int, given), 1, 1)[:3]
    return x, y, z


def _kind(declared: Type | type[Any]) -> tuple[Any, int | str]:
    from .arguments import kind_and_rank

    return kind_and_rank(declared)


def _coordinates(program: Program, kernel: Function) -> Iterator[str]:
    """The coordinates that a kernel reads, and what it calls."""
    for linked in program.reached(kernel):
        for place, coordinate in linked.aliases:
            if not isinstance(place, str) or place in linked.names:
                yield coordinate
        yield from (name for name in linked.names if name in COORDINATES and name not in linked.globals)


def _translated(kernel: Any) -> Kernel:
    """The kernel, translated. One that stops in a debugger, which no compiled kernel can, is translated
    without that."""
    try:
        kernel.name
        translated: Kernel = kernel
        return translated
    except _core.CompileError:
        function = getattr(kernel, "__wrapped__", None)
        if function is None:
            raise
        from .._compile.compile import compile_functions, kernel_of
        from .breakpoints import without_breakpoints

        options = getattr(kernel, "__cudapy_options__", None)
        call = compile_functions(kernel, None, options, edit=without_breakpoints)
        return call if isinstance(call, _core.Kernel) else kernel_of(call)


def _compiled(instance: Any, generic: Any) -> tuple[list[FunctionType], Options, list[SourceUnit]]:
    """The Python functions of a compiled kernel, its options and its source units."""
    recipe = instance._recipe
    if recipe is None:
        raise TypeError(f"simulate: {instance._called} is CUDA C++, which CPython cannot run: launch it")
    resolver = getattr(recipe, "resolver", None)
    if resolver is None:
        raise TypeError(
            f"simulate: {instance._called} was pickled or built, and its Python function stayed where it was "
            "compiled: simulate it there"
        )
    for function, unit in zip(resolver.functions, recipe.units):
        _check_text(inspect.unwrap(function), unit, resolver.edit)
    return [inspect.unwrap(each) for each in resolver.functions], recipe.options, recipe.units


def _check_text(
    function: FunctionType, unit: SourceUnit, edit: Callable[[SourceUnit], SourceUnit] | None
) -> None:
    """Raises SourceError if the file has another text now than the function that was compiled."""
    path, text, first, name = unit.path, unit.text, unit.first_line, unit.name
    lines = linecache.getlines(function.__code__.co_filename, function.__globals__)
    if not lines:  # what calls a built-in function has no file
        return
    now = "".join(lines[first - 1 : first - 1 + len(text.splitlines())])
    if edit:
        now = edit(unit.replaced(text=now)).text
    if now.splitlines() != text.splitlines():
        raise _core.SourceError(
            f"simulate: line {first} of {path} has another {name} now than the one that was compiled: "
            "the file changed since; import it again"
        )


def writes_to(nothing: Launch, given: Sequence[Any], i: int) -> bool:
    """Returns whether the kernel may write to an argument that is a list. If so, a launch refuses a tuple,
    even a launch of no threads."""
    frozen = [_frozen(argument) if i == at else argument for at, argument in enumerate(given)]
    try:
        nothing(*frozen)
    except (TypeError, ValueError):
        return True
    return False


def _frozen(rows: Any) -> tuple[Any, ...]:
    return tuple(_frozen(row) if isinstance(row, list) else row for row in rows)
