"""Traces made by compiled launches: the kernel for the CPU tells a recorder what each thread accesses, as in
the checked mode, and which way it goes."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from math import prod
from typing import Any

import numpy as np

from .. import _core
from .._memory_model.events import ACCESS, BARRIER, DECISION, Path, Site, Trace, TracedArray
from .sampling import Extent, Part, sample


def _module(name: str) -> Any:
    """A module of the package that has no types."""
    return importlib.import_module(f"..{name}", __package__)


class CompiledLaunch:
    """A launch of the kernel on these arguments, which `run` changes. Arrays in the memory of a GPU are
    copied from there."""

    producer = "compiled"
    most_events = 1 << 23
    """The number of accesses and decisions that can be recorded in a few seconds."""

    def __init__(
        self,
        call: Any,
        threads: Any,
        arguments: Sequence[Any],
        named: dict[str, Any],
        block: Any,
        shared: Any,
    ) -> None:
        collect = _module("_launch.arguments").collect
        call = _without_breakpoints(call)
        generic = getattr(getattr(call, "instance", None), "__self__", None)
        self.kernel: str = getattr(call, "__name__", None) or call.name
        if generic:
            given = collect(self.kernel, [name for name, _, _ in generic._parameters], arguments, named)
            instance = generic.instance(*given)
            given = [each for each, (_, _, is_function) in zip(given, generic._parameters) if not is_function]
        else:
            given = collect(call.name, [name for name, _ in call.parameters], arguments, named)
            instance = call
        traced = _traced(instance)
        self.file: str = instance._recipe.units[0].path
        axes = tuple(threads) if isinstance(threads, (tuple, list, _core.dim3)) else (threads,)
        asked = instance(axes, block=block, shared=shared)
        self.extent: Extent = asked.threads
        if traced._sees_block:
            self.block: Extent = asked._planned_block()
        else:  # the CPU target has blocks of its own for kernels that do not see theirs
            self.block = asked.block or _module("_simulate.block_shape").gpu_block(self.extent)
        x, y, z = (-(-threads // each) for threads, each in zip(self.extent, self.block))
        self.grid: Extent = (x, y, z)
        self._launch = traced(axes, block=self.block, shared=shared)
        self._traced, self._given = traced, [_on_host(each) for each in given]
        self._layouts: list[tuple[str, tuple[tuple[int, ...], int]]] = []

    def arrays(self) -> Iterator[tuple[str, tuple[tuple[int, ...], int]]]:
        """The names, the extents and the sizes of elements in bytes of the arrays that were given."""
        return iter(self._layouts)

    def run(self, most: int) -> tuple[Trace, list[Part]]:
        """The events of at most so many blocks, and which those are. Blocks that wait for the whole grid are
        traced all."""
        parts = sample(self.grid, prod(self.grid) if self._traced._is_cooperative else most)
        numbers = sorted(number for part in parts for number in part.traced)
        found: list[Any] = []

        def direct(*arguments: Any) -> None:
            found[:] = self._launch._trace(numbers, *arguments)

        name, lists, device = self._traced.name, self._launch._lists, "cpu"
        if any(element for _, element, *_ in lists):
            _module("_arrays.lists").launch(direct, name, lists, self._given, {}, device)
        else:
            direct(*self._given)
        *events, self._layouts = found
        return _trace_of(*events), parts


def _without_breakpoints(call: Any) -> Any:
    """The kernel; of one that stops in a debugger, which no compiled kernel can, what does not stop."""
    try:
        call.name
    except _core.CompileError:
        return _module("_simulate.launch")._translated(call)
    return call


def _traced(instance: Any) -> Any:
    """Returns the kernel that reports what it does. It is compiled when it is first asked for."""
    recipe = instance._recipe
    if recipe is None:
        raise TypeError(f"trace: {instance.name} is CUDA C++, whose accesses nobody sees")
    kernels = vars(recipe).setdefault("traced", {})
    if instance.name not in kernels:
        made = _compiled(recipe)
        kernels.update(made.kernels)
    kernel = kernels[instance.name]
    if kernel._foreign:
        raise TypeError(
            f"trace: {kernel._called} calls {kernel._foreign}, which is CUDA C++, and what that accesses "
            "nobody sees: write it in Python"
        )
    return kernel


def _compiled(recipe: Any) -> Any:
    replayed = _module("_compile.recorded").Replayed(
        recipe.units, recipe.answers, recipe.defaults, recipe.options, recipe.instance
    )
    replayed.captured_array = lambda number: _copied(recipe.captured_array(number))
    options = _module("_compile.options").Options(
        target="cpu",
        index=recipe.options.index,
        checked=True,
        optimize=True,
        jvp=recipe.options.jvp,
        vjp=recipe.options.vjp,
        wrt=recipe.options.wrt,
    )
    return _core.compile(
        list(recipe.units),
        replayed,
        options.resolved(recipe.options.numba),
        _module("_compile.environment").site_packages(),
        recipe.instance,
        trace=True,
    )


def _on_host(argument: Any) -> Any:
    """The argument; of an array of a GPU a copy in the host's memory."""
    array = argument
    if not isinstance(argument, (_core.CudaArray, np.ndarray)) and hasattr(argument, "__dlpack__"):
        array = _core.asarray(argument)
    if not isinstance(array, _core.CudaArray) or array.device == "cpu":
        return argument
    return _copied(array)


def _copied(array: Any) -> Any:
    host = _core.CudaArray.allocate(array.shape, array.elemType(), "cpu")
    host.copy_from(array)
    return host


def _trace_of(
    sites: Any, arrays: Any, paths: Any, accesses: bytearray, decisions: bytearray, barriers: bytearray
) -> Trace:
    made: list[Path] = []
    for before, site, iteration in paths:
        made.append((*made[before], (site, iteration)) if made else ())
    return Trace(
        [Site(*site) for site in sites],
        [TracedArray(*array) for array in arrays],
        made,
        np.frombuffer(accesses, ACCESS),
        np.frombuffer(decisions, DECISION),
        np.frombuffer(barriers, BARRIER),
    )
