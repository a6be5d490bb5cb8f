"""The arguments of functions over arrays: what each is, which library they are of, and where they lie."""

from __future__ import annotations

from .. import _core
from .._arrays.lists import CudaLists
from .._compile.sources import _shorten
from .libraries import (
    conversion,
    described,
    is_buffer,
    is_masked,
    is_numpys,
    library_of,
    lies_on_host,
    native,
)
from .numbers import LIMITS, OF_PYTHON, TYPES, name_of
from .strided import ArrayOperand, Operand, broadcast, leaves, may_collide

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, TypeVar

    from .._core import CudaArray, Type, _Target

    Made = TypeVar("Made")

_MOST_DIMENSIONS = 8


def operand_of(who: str, name: str, argument: Any) -> Operand:
    """An argument as an Operand: a number, or an array where it lies."""
    who = f"{who}: {'out' if name == 'out' else f'argument {name}'}"
    kind = type(argument)
    if getattr(argument, "ndim", 0) > _MOST_DIMENSIONS:
        raise ValueError(
            f"{who} has {argument.ndim} dimensions, and arrays have at most {_MOST_DIMENSIONS}: reshape it"
        )
    if kind in OF_PYTHON:
        return Operand(name, argument, None, is_number=True)
    if kind is _core.CudaArray:
        if argument.freed:
            raise ValueError(f"{who}: this CudaArray was freed")
        return ArrayOperand(name, argument, "cudapy", argument, _number_type(_core.elemType(argument), who))
    if kind is CudaLists:
        raise TypeError(
            f"{who} is a CudaLists, whose rows have lengths of their own: cp.lib.map(f, rows) gives a "
            "function whole rows"
        )
    if is_masked(argument):
        raise TypeError(
            f"{who} is a masked array, and kernels do not see its mask: write {name}.filled(value), or "
            f"{name}.data for all elements"
        )
    if kind.__module__ == "numpy" and hasattr(argument, "dtype") and not argument.ndim and name != "out":
        return _numpy_number(who, name, argument)
    if isinstance(argument, (int, float, complex)) and not hasattr(argument, "dtype"):
        # This is a member of an enum, or of a class of one's own.
        plain: complex
        if isinstance(argument, int):
            plain = int.__int__(argument)
        else:
            plain = float(argument) if isinstance(argument, float) else complex(argument)
        return Operand(name, plain, None, is_number=True)
    if isinstance(argument, (list, tuple, range)):
        return _list(who, name, argument)
    return _array(who, name, argument)


def _numpy_number(who: str, name: str, argument: Any) -> Operand:
    argument = native(argument)
    typed = _number_type(converted(who, _core.elemType, argument.reshape(1)), who)
    value = argument.item()
    plain = value if type(value) in OF_PYTHON else float(value)
    return Operand(name, plain, "numpy", typed, is_number=True)


def _list(who: str, name: str, values: Sequence[Any]) -> ArrayOperand:
    view = converted(who, _list_as_array, values)
    if isinstance(view, CudaLists):
        raise ValueError(
            f"{who}: the rows of a list are not equally long: cp.lib.map(f, rows) gives a function whole rows"
        )
    return ArrayOperand(name, values, None, view, _number_type(_core.elemType(view), who), is_weak=True)


def _list_as_array(values: Sequence[Any]) -> CudaArray | CudaLists:
    try:
        return _core.CudaArray(values, None, "cpu")
    except OverflowError:
        kinds = {type(each) for each in leaves(values)}
        low, high = LIMITS["uint64"]
        if kinds <= {int, bool} and not all(low <= each <= high for each in leaves(values)):
            raise
        wide = _core.Complex128 if complex in kinds else _core.Double if float in kinds else _core.UInt64
        return _core.CudaArray(values, wide, "cpu")


def _array(who: str, name: str, argument: Any) -> ArrayOperand:
    library, is_on_host = library_of(argument), lies_on_host(argument)
    if library is None or is_on_host is None:
        if type(argument).__module__.partition(".")[0] == "dask":
            function = who.partition(":")[0]
            raise TypeError(f"{who} is a Dask array: write x.map_blocks({function}), which gives its blocks")
        if not is_buffer(argument):
            raise TypeError(
                f"{who}: expected a number or an array, got {type(argument).__name__} "
                f"{_shorten(repr(argument))}"
            )
        library, is_on_host = None, True
    shape, shown = None, argument
    if library not in (None, "numpy") and not getattr(argument, "ndim", 1):  # a tensor without dimensions
        shape, shown = (), argument.reshape(1)
    elif library == "numpy":
        shape, shown = argument.shape, native(argument)
    view = converted(who, _core.asarray, shown, None, "cpu" if is_on_host else None)
    kind = _number_type(_core.elemType(view), who)
    return ArrayOperand(name, argument, library, view, kind, shape=shape, is_on_host=is_on_host)


def converted(who: str, make: Callable[..., Made], *arguments: Any) -> Made:
    try:
        return make(*arguments)
    except (TypeError, ValueError, OverflowError, BufferError) as error:
        raise type(error)(f"{who}: {str(error).partition(': ')[2] or error}") from None


def _number_type(kind: Type | type[Any], who: str) -> Type:
    if not isinstance(kind, _core.Type) or kind not in TYPES.values():
        raise TypeError(
            f"{who} has elements of {name_of(kind)}, and a function over arrays takes numbers: "
            "cp.lib.map(f, X) gives a function elements of any type"
        )
    return kind


def library_for(who: str, operands: Sequence[Operand], outs: Iterable[Any]) -> str:
    """The library whose arrays are given, and which therefore gets one; "cudapy" where all are numbers and
    lists."""
    met = [
        (f"argument {each.name}", each.library) for each in operands if not each.is_number and each.library
    ]
    met += [("out", library) for each in outs if (library := library_of(each))]
    for what, library in met[1:]:
        first, its = met[0]
        if library != its:
            raise TypeError(
                f"{who}: {first} is {described(its)} and {what} is {described(library)}: give arrays of one "
                f"library, such as {conversion(library, its, what)}"
            )
    if met:
        return met[0][1]
    return "numpy" if any(each.library == "numpy" for each in operands) else "cudapy"


def device_for(who: str, operands: Sequence[Operand], outs: Iterable[Any], target: _Target) -> str:
    """The device that the arrays are on; where they may travel, the one that is asked for."""
    places = _places(operands, outs)
    if len(places) > 1:
        (one, what), (other, which) = list(places.items())[:2]
        raise ValueError(f"{who}: {what} is on {one} and {which} on {other}: copy one to where the other is")
    if not places:
        return _core.empty(0, _core.Bool, target).device
    ((place, what),) = places.items()
    if target is not None and (wanted := _core.empty(0, _core.Bool, target).device) != place:
        raise ValueError(f"{who}: {what} is on {place}, and target= says {wanted}: copy it there")
    return place


def _places(operands: Sequence[Operand], outs: Iterable[Any]) -> dict[str, str]:
    """The devices of arrays that do not travel, and what is there."""
    places: dict[str, str] = {}
    for each in operands:
        if isinstance(each, ArrayOperand) and not each.is_on_host and not each.is_weak:
            places.setdefault(each.view.device, f"argument {each.name}")
    for each in outs:
        if type(each) is _core.CudaArray:
            places.setdefault(each.device, "out")
        elif lies_on_host(each) is False:
            places.setdefault(_core.asarray(each).device, "out")
    if places:  # NumPy's arrays travel, tensors do not
        for each in operands:
            if each.is_on_host and each.library not in (None, "numpy"):
                places.setdefault("cpu", f"argument {each.name}")
        if any(lies_on_host(each) and not is_numpys(each) for each in outs):
            places.setdefault("cpu", "out")
    return places


def shape_of(who: str, operands: Iterable[Operand]) -> tuple[int, ...]:
    """The shape that the arguments are broadcast to."""
    shape: tuple[int, ...] = ()
    before = []
    for each in operands:
        if not isinstance(each, ArrayOperand):
            continue
        before.append(f"{each.name} of shape {each.shape}")
        found = broadcast(shape, each.shape)
        if found is None:
            raise ValueError(
                f"{who}: arguments {' and '.join(before)} cannot be broadcast together: extents of one "
                "axis, counted from the last one, must be equal or 1"
            )
        shape = found
    return shape


def refuse_overlap(
    who: str, operands: Sequence[Operand], outs: Iterable[ArrayOperand | None], in_place: bool = True
) -> None:
    """Raises ValueError for results that change what is still to be read. `in_place`: whether an argument
    itself may be the result."""
    given = [each for each in outs if each is not None]
    for number, each in enumerate(given):
        if any(may_collide(each, other) for other in given[:number]):
            raise ValueError(f"{who}: out: two of the arrays share memory: pass different ones")
        for operand in operands:
            if not isinstance(operand, ArrayOperand) or not may_collide(operand, each):
                continue
            if not (in_place and _are_the_same(operand, each)):
                raise ValueError(
                    f"{who}: out shares a part of its memory with argument {operand.name}, whose elements "
                    f"would change before they are read: pass a copy of {operand.name}"
                    + (", or the same array as out" if in_place else "")
                )


def _are_the_same(one: ArrayOperand, other: ArrayOperand) -> bool:
    return (
        one.shape == other.shape
        and one.view._address() == other.view._address()
        and one.kind is other.kind
        and one.strides_where_they_count() == other.strides_where_they_count()
    )
