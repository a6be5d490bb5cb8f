"""cp.vectorize(): a function of numbers as a function of arrays, in one kernel that is made for the types
and the layout of its arguments."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from .. import _core
from .._compile.sources import is_lambda, plain_function
from .casts import make_list_of
from .inference import Inference
from .layout import Layout
from .libraries import given_back, let_libraries_wait
from .numbers import TYPES, number_for
from .operands import device_for, library_for, operand_of, refuse_overlap, shape_of
from .outs import bring_back, check_out, check_shapes, out_operands, places_of
from .scalar import ScalarFunction
from .strided import ArrayOperand, may_meet
from .texts import Access, kernel_text

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .._compile.generic import Generic
    from .._core import CudaArray, Kernel
    from .strided import Operand


class KernelLaunch(NamedTuple):
    """What a call has launched: an instance of a kernel, and the numbers that it was given after the
    operands."""

    generic: Generic
    instance: Kernel
    threads: tuple[int, ...]
    numbers: list[int]


class Vectorized(ScalarFunction):
    """A function of arrays, which `cp.vectorize(f)` makes of a function of numbers."""

    def __init__(self, function: Any, signature: str | None, options: dict[str, Any]) -> None:
        super().__init__(function, signature, options, "vectorize")
        self._types = Inference(self)
        self._repeated = _core.RepeatedCalls(_core.empty)

    def _made_of(self) -> tuple[Any, ...]:
        return self.__wrapped__, self.__cudapy_signature__ or None, self._options

    @property
    def jvp(self) -> Any:
        """The derivative in forward mode: `f.jvp(x, y, x_dot, y_dot)` gives what `f(x, y)` does, and its
        tangent: how it changes where x and y change by x_dot and y_dot. None stands for a tangent of 0.

        >>> @cp.vectorize
        ... def product(x, y):
        ...     return x * y
        >>> product.jvp(3.0, 4.0, 1.0, None)
        (12.0, 4.0)
        """
        from .jvp import VectorizedJvp  # read when something is first differentiated

        return VectorizedJvp(self)

    @property
    def vjp(self) -> Any:
        """The derivative in reverse mode: `f.vjp(x, y, bar)` gives the cotangents of x and y where bar is
        that of `f(x, y)`, summed up where an argument is broadcast. None stands for those of integers.

        >>> @cp.vectorize
        ... def product(x, y):
        ...     return x * y
        >>> product.vjp(3.0, 4.0, 1.0)
        (4.0, 3.0)
        """
        from .vjp import VectorizedVjp  # read when something is first differentiated

        return VectorizedVjp(self)

    @_core.entry
    def __call__(self, *arguments: Any, out: Any = None, **keywords: Any) -> Any:
        found = self._repeated.run(arguments, out) if not keywords else None
        return found if found is not None else self._called_anew(arguments, keywords, out)

    def _called_anew(self, arguments: tuple[Any, ...], keywords: dict[str, Any], out: Any) -> Any:
        """Calls the function after finding out types and layout, which it remembers for calls that are like
        this one."""
        who = self._called
        given = self._collect(arguments, keywords)
        outs = out if isinstance(out, tuple) else () if out is None else (out,)
        for each in outs:
            check_out(who, each)
        operands = [operand_of(who, name, argument) for name, argument in zip(self._names, given)]
        library = library_for(who, operands, outs)
        device = device_for(who, operands, outs, self._options.get("target"))
        types, results, several = self._types(operands, device)
        stored = out_operands(who, out, results, several)
        shape = check_shapes(who, stored, shape_of(who, operands))
        refuse_overlap(who, operands, stored)
        made, launched = self._run(operands, types, results, stored, shape, device)
        if launched and len(arguments) == len(operands):
            self._remember(launched, arguments, out, operands, types, results, several, shape, device)
        if out is not None:
            return out
        is_scalar = not shape and all(each.is_number or each.library in (None, "numpy") for each in operands)
        found = tuple(
            given_back(each, shape, library, is_scalar, operands) for each in made if each is not None
        )
        return found if several else found[0]

    def _remember(
        self,
        launched: KernelLaunch,
        arguments: tuple[Any, ...],
        out: Any,
        operands: Sequence[Operand],
        types: Sequence[str],
        results: Sequence[str],
        several: bool,
        shape: tuple[int, ...],
        device: str,
    ) -> None:
        instance = launched.instance
        scalar = self._scalar if is_lambda(self._scalar) else plain_function(self._scalar, self._called)[0]
        given = tuple(
            None if isinstance(each, ArrayOperand) else number_for(each.argument, wanted)
            for each, wanted in zip(operands, types)
        )
        target = "cpu" if device == "cpu" else device
        self._repeated.remember(
            arguments,
            out,
            target,
            scalar,
            launched.generic.test_of(instance, self._scalar),
            instance(*launched.threads),
            given,
            tuple(launched.numbers),
            tuple((shape or (1,), TYPES[each], target) for each in results),
            several,
        )

    def _run(
        self,
        operands: Sequence[Operand],
        types: Sequence[str],
        results: Sequence[str],
        outs: Sequence[ArrayOperand | None],
        shape: tuple[int, ...],
        device: str,
    ) -> tuple[list[CudaArray | None], KernelLaunch | None]:
        """The arrays of results, which the kernel has written, and how it was launched; None if it was
        not."""
        target = "cpu" if device == "cpu" else device
        made = [
            _core.empty(shape or (1,), TYPES[result], target) if each is None else None
            for each, result in zip(outs, results)
        ]
        if not math.prod(shape):
            return made, None
        places = places_of(outs, device)
        both = ((place, new) for place, new in zip(places, made))
        stored = [each for pair in both for each in pair if each is not None]  # one of each pair
        used = read_operands(self._called, operands, types, places, device)
        arrays = [
            (view, each.shape)
            for view, each in zip(used, operands)
            if view is not None and isinstance(each, ArrayOperand)
        ]
        layout = Layout([*arrays, *((view, shape) for view in stored)], shape)
        launched = self._launch(operands, types, stored, results, layout, device)
        bring_back(outs, places)
        let_libraries_wait(operands, outs, device)
        return made, launched

    def _launch(
        self,
        operands: Sequence[Operand],
        types: Sequence[str],
        stored: Sequence[CudaArray],
        results: Sequence[str],
        layout: Layout,
        device: str,
    ) -> KernelLaunch:
        places, read, written = iter(layout.arrays), [], []
        given: list[Any] = []
        numbers: list[int] = []
        for each, wanted in zip(operands, types):
            if not isinstance(each, ArrayOperand):
                read.append(Access(wanted, wanted, "number"))
                given.append(number_for(each.argument, wanted))
                continue
            array, mode, steps = next(places)
            read.append(Access(each.kind.name, wanted, mode))
            given.append(array)
            numbers += steps
        for view, result in zip(stored, results):
            array, mode, steps = next(places)
            written.append(Access(_core.elemType(view).name, result, "packed" if mode == "one" else mode))
            given.append(array)
            numbers += steps
        if layout.is_strided:
            numbers += layout.extents[1:]
        rank, is_grid, is_wide = len(layout.extents), layout.is_grid, layout.is_wide
        generic = self._kernel(
            (tuple(read), tuple(written), rank, is_grid, is_wide, device),
            lambda name: kernel_text(name, read, written, rank, is_grid, is_wide),
            device,
            is_wide,
        )
        instance = generic.instance(self._scalar, *[None] * (len(given) + len(numbers)))
        instance(*layout.threads())(*given, *numbers)
        return KernelLaunch(generic, instance, layout.threads(), numbers)


def read_operands(
    who: str,
    operands: Sequence[Operand],
    types: Sequence[str],
    places: Sequence[CudaArray | None],
    device: str,
) -> list[CudaArray | None]:
    """The arrays that the kernel reads, on its device; None for numbers."""
    used: list[CudaArray | None] = []
    for each, wanted in zip(operands, types):
        if not isinstance(each, ArrayOperand):
            used.append(None)
            continue
        if each.is_weak and each.kind.name != wanted:
            make_list_of(who, each, wanted)
        there = each.view if each.view.device == device else _core.CudaArray(each.view, None, device)
        if any(place is not None and may_meet(there, place) for place in places):
            there = there.copy()  # the kernel sees the memory between the elements, too
        used.append(there)
    return used
