"""The derivative of a function over arrays in reverse mode: `f.vjp(x, y, z_bar)`."""

from __future__ import annotations

from .. import _core
from .libraries import given_back, let_libraries_wait
from .numbers import TYPES
from .operands import device_for, library_for, operand_of, shape_of
from .strided import ArrayOperand

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from typing import Any

    from .._core import CudaArray
    from .vectorized import Vectorized

_WITH_COTANGENTS = {"half", "bfloat16", "float", "double", "complex64", "complex128"}


class VectorizedVjp:
    """A function over arrays that pulls cotangents of its results back to its arguments."""

    def __init__(self, function: Vectorized) -> None:
        self._function = function
        self.__name__ = f"{function.__name__}_vjp"
        self.__doc__ = function.__doc__

    def __repr__(self) -> str:
        return f"<function {self.__name__}({', '.join((*self._function._names, 'bar'))}) over arrays>"

    def __reduce__(self) -> tuple[Any, ...]:
        return getattr, (self._function, "vjp")

    @_core.entry
    def __call__(self, *arguments: Any) -> Any:
        from .._derivatives.tape.tape import Tape

        function = self._function
        who, names = f"{function._called}.vjp", function._names
        if _core.is_recording():
            raise RuntimeError(f"{who}: derivatives are not recorded on a tape: call the function itself")
        if len(arguments) != len(names) + 1:
            raise TypeError(
                f"{who}: expected {len(names) + 1} arguments ({', '.join(names)}, and the cotangent of what "
                f"the function gives), got {len(arguments)}"
            )
        operands = [operand_of(who, name, value) for name, value in zip(names, arguments)]
        library = library_for(who, operands, ())
        device = device_for(who, operands, (), function._options.get("target"))
        types, results, several = function._types(operands, device)
        shape = shape_of(who, operands)
        target = "cpu" if device == "cpu" else device
        given: list[CudaArray] = []
        for operand, kind in zip(operands, types):
            if not isinstance(operand, ArrayOperand):
                given.append(_core.CudaArray([operand.argument], TYPES[kind], target))
            elif operand.is_weak and operand.kind.name != kind:
                given.append(_core.CudaArray(operand.argument, TYPES[kind], target))
            else:
                given.append(_core.CudaArray(operand.view, None, target))
        bars = arguments[-1] if several else (arguments[-1],)
        if not isinstance(bars, tuple) or len(bars) != len(results):
            raise TypeError(f"{who}: expected a tuple of {len(results)} cotangents, one for each result")
        with Tape() as tape:
            made = function(*given)
        stored = made if several else (made,)
        chosen = [
            (each, _cotangent(who, bar, each, shape))
            for each, bar, kind in zip(stored, bars, results)
            if bar is not None and kind in _WITH_COTANGENTS
        ]
        if chosen:
            tape.vjp(tuple(each for each, _ in chosen), tuple(bar for _, bar in chosen))
        let_libraries_wait(operands, [], device)
        found: list[Any] = []
        for operand, array in zip(operands, given):
            element = array.elemType()
            if element.name not in _WITH_COTANGENTS:
                found.append(None)
                continue
            own = operand.shape if isinstance(operand, ArrayOperand) else ()
            back = tape.gradient(array) if chosen else _core.zeros(array.shape, element, target)
            is_scalar = not own and (operand.is_number or operand.library in (None, "numpy"))
            found.append(given_back(back, own, library, is_scalar, operands))
        return tuple(found) if len(found) > 1 else found[0]


def _cotangent(who: str, bar: Any, result: CudaArray, shape: tuple[int, ...]) -> CudaArray:
    """Returns a cotangent as an array like the result."""
    kind, device = result.elemType(), result.device
    if isinstance(bar, (int, float, complex)):
        return _core.full(result.shape, bar, kind, device)
    view = operand_of(who, "bar", bar)
    assert isinstance(view, ArrayOperand)
    if view.shape != (shape or view.shape) or view.view.size != result.size:
        raise ValueError(f"{who}: the cotangent has the shape {view.shape}, and the result {shape}")
    there = _core.CudaArray(view.argument if view.is_weak else view.view, kind, device)
    return there.reshape(result.shape)
