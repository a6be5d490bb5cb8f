"""A simulated launch of a derivative in forward mode: CPython runs the kernel itself, on numbers with
tangents."""

from __future__ import annotations

from typing import Any

from ..._launch.arguments import collect
from ..arguments import Arguments, kind_and_rank
from ..launch import Simulation, writes_to
from .memory import is_differentiable, made_array, with_tangents


class DualSimulation(Simulation):
    """A launch of the derivative of a kernel. Its arguments are those of the kernel, and then the
    tangents."""

    def __init__(
        self,
        derivative: Any,
        threads: Any,
        arguments: tuple[Any, ...],
        keywords: dict[str, Any],
        block: Any,
        shared: Any,
        own_types: bool = False,
    ) -> None:
        kernel, types = derivative._derivative_of, dict(derivative.parameters)
        given = collect(derivative.name, list(types), arguments, keywords)
        nothing = derivative(0, block=block, shared=shared)
        nothing(*given)  # what a launch would refuse is refused
        count = len(kernel.parameters)
        super().__init__(kernel, threads, tuple(given[:count]), {}, block, shared, own_types)
        self.program.make_array = made_array
        self._tangents = Arguments(
            list(types.values())[count:], given[count:], lambda i: writes_to(nothing, given, count + i)
        )
        kinds = [kind_and_rank(declared)[0] for _, declared in kernel.parameters]
        places = [place for place, kind in enumerate(kinds) if is_differentiable(kind)]
        values = self.arguments.values
        both: dict[tuple[int, int], Any] = {}  # an array that is given twice is one
        for place, dots in zip(places, self._tangents.values, strict=True):
            key = id(values[place]), id(dots)
            if key not in both:
                both[key] = with_tangents(values[place], dots, kinds[place])
            values[place] = both[key]

    def run(self, **options: Any) -> None:
        try:
            super().run(**options)
        finally:
            self._tangents.give_back()
