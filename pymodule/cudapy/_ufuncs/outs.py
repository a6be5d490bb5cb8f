"""The arrays that are given for results."""

from __future__ import annotations

from .. import _core
from .._compile.sources import _shorten
from .libraries import is_buffer, is_masked, is_numpys, is_read_only, library_of
from .numbers import KINDS, with_article
from .operands import operand_of
from .strided import ArrayOperand, broadcast, is_shown, may_meet

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from .._core import CudaArray


def check_out(who: str, out: Any) -> None:
    """Raises TypeError for what holds no results."""
    who = f"{who}: out"
    kind = type(out)
    if isinstance(out, (list, tuple, range)):
        raise TypeError(f"{who}: expected an array, got a {kind.__name__}: write cp.CudaArray(...) of it")
    if kind is not _core.CudaArray and library_of(out) is None and not is_buffer(out):
        raise TypeError(f"{who}: expected an array, got {kind.__name__} {_shorten(repr(out))}")
    if is_masked(out):
        raise TypeError(f"{who} is a masked array, and kernels do not see its mask: pass out.data")
    if kind is not _core.CudaArray and not getattr(out, "ndim", 1):
        raise TypeError(
            f"{who}: this {kind.__name__} has no dimension: leave out= away, and take what is returned"
        )


def out_operands(who: str, out: Any, results: Sequence[str], several: bool) -> Sequence[ArrayOperand | None]:
    """The arrays for the results as operands; None for those that are to be made."""
    if out is None:
        return [None] * len(results)
    given = out if several and isinstance(out, tuple) else (out,)
    if len(given) != len(results) or (isinstance(out, tuple) and not several):
        what = f"a tuple of {len(results)} arrays" if several else "one array"
        raise TypeError(
            f"{who}: out: expected {what}, got {type(out).__name__}"
            + (f" of {len(out)}" if isinstance(out, tuple) else "")
        )
    return [_out(who, each, result) for each, result in zip(given, results)]


def _out(who: str, out: Any, result: str) -> ArrayOperand:
    operand = operand_of(who, "out", out)
    assert isinstance(operand, ArrayOperand)  # see check_out()
    who = f"{who}: out"
    if KINDS[result] > KINDS[operand.kind.name]:
        raise TypeError(
            f"{who} has elements of {operand.kind.name}, and the function returns "
            f"{with_article(result)}, which they do not hold"
        )
    if is_read_only(operand):
        raise ValueError(f"{who}: this {type(out).__name__} cannot be changed")
    if operand.collides_with_itself() or (is_numpys(out) and operand.view.shape != out.shape):
        raise ValueError(
            f"{who}: several elements of this {type(out).__name__} are in one place: pass one that "
            "has a place for each"
        )
    if not is_numpys(out) and not _is_in_place(operand):
        raise ValueError(
            f"{who}: the elements of this {type(out).__name__} cannot be written where they are: they lie "
            "at no multiples of their size, or it gives copies of itself: pass another array"
        )
    return operand


def _is_in_place(operand: ArrayOperand) -> bool:
    """Returns whether the view shows the array's own memory: a copy would be another one each time."""
    given, view = operand.argument, operand.view
    if given is view or not view.size:
        return True
    again = _core.asarray(given, None, "cpu" if operand.is_on_host else None)
    return again._address() == view._address()


def check_shapes(who: str, outs: Iterable[ArrayOperand | None], shape: tuple[int, ...]) -> tuple[int, ...]:
    """The shape of the results, which the given arrays must have."""
    given = [each for each in outs if each is not None]
    for each in given:
        if broadcast(shape, each.shape) != each.shape:
            raise ValueError(f"{who}: out has shape {each.shape}, and the arguments give {shape}")
        if each.shape != given[0].shape:
            raise ValueError(
                f"{who}: out: the arrays must have one shape, got {given[0].shape} and {each.shape}"
            )
    return given[0].shape if given else shape


def places_of(outs: Iterable[ArrayOperand | None], device: str) -> list[CudaArray | None]:
    """Where the kernel writes what goes into each of `outs`: there, or an array on the device next to it."""
    places: list[CudaArray | None] = []
    for out in outs:
        if out is None:
            places.append(None)
            continue
        place = _place(out, device)
        if any(other is not None and may_meet(place, other) for other in places):
            place = _core.empty(out.shape, out.kind, device)
        places.append(place)
    return places


def _place(out: ArrayOperand, device: str) -> CudaArray:
    is_direct = (
        out.view.device == device
        and is_shown(out.view)
        and (not is_numpys(out.argument) or out.view._address() == out.argument.ctypes.data)
    )
    return out.view if is_direct else _core.empty(out.shape, out.kind, device)


def bring_back(outs: Iterable[ArrayOperand | None], places: Iterable[CudaArray | None]) -> None:
    """Puts the results that were written next to the arrays for results into them."""
    for out, place in zip(outs, places):
        if out is None or place is None or place is out.view:
            continue
        if is_numpys(out.argument):
            out.argument[...] = place.toHost()
        else:
            out.view[...] = place
