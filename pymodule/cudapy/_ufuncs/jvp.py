"""The derivative of a function over arrays, which is one itself: `f.jvp(x, y, x_dot, y_dot)`."""

from __future__ import annotations

import math

from .. import _core
from .layout import Layout
from .libraries import given_back, let_libraries_wait
from .numbers import TYPES, number_for
from .operands import device_for, library_for, operand_of, shape_of
from .strided import ArrayOperand
from .texts import Access, kernel_text

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .._core import CudaArray
    from .strided import Operand
    from .vectorized import Vectorized

_WITH_TANGENTS = {"half", "float16", "bfloat16", "float", "float32", "double", "float64"} | {
    "complex64",
    "complex128",
}


class VectorizedJvp:
    """A function over arrays that also gives the tangents of its results."""

    def __init__(self, function: Vectorized) -> None:
        self._function = function
        self.__name__ = f"{function.__name__}_jvp"
        self.__doc__ = function.__doc__

    def __repr__(self) -> str:
        names = self._function._names
        dots = [f"{name}_dot" for name in names]
        return f"<function {self.__name__}({', '.join((*names, *dots))}) over arrays>"

    def __reduce__(self) -> tuple[Any, ...]:
        return getattr, (self._function, "jvp")

    @_core.entry
    def __call__(self, *arguments: Any) -> Any:
        function = self._function
        who, names = f"{function._called}.jvp", function._names
        count = len(names)
        if len(arguments) != 2 * count:
            raise TypeError(
                f"{who}: expected {2 * count} arguments ({', '.join(names)}, and their tangents "
                f"{', '.join(name + '_dot' for name in names)}), got {len(arguments)}"
            )
        values, dots = arguments[:count], [0.0 if each is None else each for each in arguments[count:]]
        operands = [operand_of(who, name, value) for name, value in zip(names, values)]
        tangents = [operand_of(who, f"{name}_dot", dot) for name, dot in zip(names, dots)]
        every = [*operands, *tangents]
        library = library_for(who, every, ())
        device = device_for(who, every, (), function._options.get("target"))
        types, results, several = function._types(operands, device)
        shape = shape_of(who, every)
        target = "cpu" if device == "cpu" else device
        same = _same(type(function))

        def placed(operand: Operand, kind: str) -> CudaArray:
            into = _core.empty(shape or (1,), TYPES[kind], target)
            if isinstance(operand, ArrayOperand):
                view = operand.view
                same(view if view.device == device else _core.CudaArray(view, None, device), out=into)
            else:
                same(number_for(operand.argument, kind), out=into)
            return into

        def unset(kinds: Sequence[str]) -> list[CudaArray]:
            return [_core.empty(shape or (1,), TYPES[kind], target) for kind in kinds]

        dual = [kind for kind in results if kind in _WITH_TANGENTS]
        made, made_dots = unset(results), unset(dual)
        if math.prod(shape):
            given = [placed(each, kind) for each, kind in zip(operands, types)]
            given_dots = [placed(each, kind) for each, kind in zip(tangents, types) if kind in _WITH_TANGENTS]
            layout = Layout([(each, shape) for each in (*given, *made)], shape)
            read = tuple(Access(kind, kind, "packed") for kind in types)
            written = tuple(Access(kind, kind, "packed") for kind in results)
            generic = function._kernel(
                (read, written, 1, False, layout.is_wide, device),
                lambda name: kernel_text(name, read, written, 1, False, layout.is_wide),
                device,
                layout.is_wide,
            )
            instance = generic.instance(function._scalar, *[None] * (len(given) + len(made)))
            every_array = (*given, *made, *given_dots, *made_dots)
            instance.jvp(layout.count)(*(each.reshape(-1) for each in every_array))
            let_libraries_wait(every, [], device)
        is_scalar = not shape and all(each.is_number or each.library in (None, "numpy") for each in every)

        def back(each: CudaArray) -> Any:
            return given_back(each, shape, library, is_scalar, every)

        tangents_left = iter(made_dots)
        found = [back(each) for each in made]
        found_dots = [back(next(tangents_left)) if kind in _WITH_TANGENTS else None for kind in results]
        return (tuple(found), tuple(found_dots)) if several else (found[0], found_dots[0])


def _identity(x):  # type: ignore[no-untyped-def]  # a function of kernels
    return x


_kept: list[Vectorized] = []


def _same(kind: type[Vectorized]) -> Vectorized:
    """Returns the function over arrays that gives what it is given, which is made once."""
    if not _kept:
        _kept.append(kind(_identity, None, {}))
    return _kept[0]
