"""Kernels as operators of frameworks, which get arrays and give others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from .._core import Kernel


class Parameter(NamedTuple):
    """A parameter of the kernel: whether it is an array, what the kernel does with it, and its type."""

    name: str
    is_array: bool
    reads: bool
    writes: bool
    kind: Any


class Operator:
    """A kernel that becomes an operator: which of its arrays are results, and the threads of a launch. `who`
    is the function that makes it."""

    def __init__(self, who: str, call: Any, out: Any, threads: Any) -> None:
        self.who, self.call = who, call
        is_generic = isinstance(call, Kernel) and getattr(call, "instance", None) is not None
        if not isinstance(call, Kernel) or is_generic:
            raise TypeError(
                f"{who}: expected a kernel with types, cp.compile(f) or @cp.kernel(...), got "
                + ("one whose types each launch chooses" if is_generic else type(call).__name__)
            )
        kinds = dict(call.parameters)
        self.parameters = [
            Parameter(each, is_array, reads, writes, kinds[each])
            for each, is_array, reads, writes, *_, is_captured in call._uses
            if not is_captured
        ]
        if len(self.parameters) != len(kinds):
            raise TypeError(f"{self.who}: {call.name} takes arrays of arrays, which operators have not")
        self.by_name = {each.name: each for each in self.parameters}
        self.shapes = self._shapes(out)
        self.threads = threads
        if isinstance(threads, str) and threads not in self.by_name:
            raise ValueError(f"{self.who}: threads: {call.name} has no parameter {threads!r}")
        if threads is not None and not isinstance(threads, str) and not callable(threads):
            raise TypeError(f"{who}: threads must be the name of an array, or a function of the arguments")
        self.inputs = [each for each in self.parameters if each.name not in self.shapes or each.reads]
        self.results = [each for each in self.parameters if each.name in self.shapes]
        self.mutated = [each for each in self.parameters if each.writes and each.name not in self.shapes]

    def _shapes(self, out: Any) -> dict[str, Any]:
        """Returns what says the shape of each result: the name of an array, or a function of the
        arguments."""
        written = [each for each in self.parameters if each.writes]
        if out is None:
            out = [each.name for each in written if not each.reads]
        if isinstance(out, str):
            out = [out]
        if not isinstance(out, Mapping):
            out = dict.fromkeys(out)
        shapes = {}
        for name, shape in out.items():
            parameter = self.by_name.get(name)
            if parameter is None or not parameter.writes:
                raise ValueError(
                    f"{self.who}: out: {self.call.name} writes to no array {name!r}, but to "
                    f"{', '.join(each.name for each in written) or 'none'}"
                )
            if parameter.reads:
                shape = name
            elif shape is None:
                others = [e for e in self.parameters if e.is_array and e.name not in out]
                like = [e for e in others if e.kind.ndim == parameter.kind.ndim]
                if not like:
                    raise ValueError(
                        f"{self.who}: out: nothing says the shape of {name}: write "
                        f"out={{{name!r}: function}} with a function of the arguments"
                    )
                shape = like[0].name
            elif isinstance(shape, str) and (shape not in self.by_name or not self.by_name[shape].is_array):
                raise ValueError(f"{self.who}: out: {name}: {self.call.name} has no array {shape!r}")
            elif not isinstance(shape, str) and not callable(shape):
                raise TypeError(f"{self.who}: out: {name}: expected the name of an array, or a function")
            shapes[name] = shape
        if not shapes and not written:
            raise ValueError(f"{self.who}: {self.call.name} writes to no array")
        return shapes

    def launch(
        self, call: Any, arguments: Sequence[Any], all_of: Mapping[str, Any], more: Sequence[Any]
    ) -> None:
        """Launches the kernel or its derivative on the threads that the operator has."""
        if callable(self.threads):
            threads = self.threads(*arguments)
            launch = call(*threads) if isinstance(threads, tuple) else call(threads)
        else:
            name = self.threads or (self.results or self.mutated)[0].name
            launch = call(*reversed(all_of[name].shape))
        launch(*(all_of[each.name] for each in self.parameters), *more)


def is_float(kind: Any) -> bool:
    return getattr(kind, "name", "") in ("half", "bfloat16", "float", "double", "complex64", "complex128")


def one_or_all(results: list[Any]) -> Any:
    return None if not results else results[0] if len(results) == 1 else tuple(results)
