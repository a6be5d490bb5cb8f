"""The arguments of a launch as arrays of doubles of one's own, which a check of derivatives moves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from .. import _core
from .._simulate.arguments import kind_and_rank
from .._simulate.array import LISTS
from .._simulate.duals.memory import is_differentiable
from .._simulate.structs import Struct, Vector, items_of
from .parts import parts_of

Values: TypeAlias = list[Any]  # by parameter: an array, also of a number that has derivatives, or an object


class Arguments:
    """The arguments of a launch of a kernel whose floats are doubles. `values` are the caller's, copied; an
    array that is given twice is one."""

    def __init__(self, parameters: Sequence[tuple[str, Any]], given: Sequence[Any]) -> None:
        self.names = [name for name, _ in parameters]
        both = [kind_and_rank(declared) for _, declared in parameters]
        self.kinds = [kind for kind, _ in both]
        self.is_array = [bool(rank) for _, rank in both]
        self.lists = [name for name, (_, rank) in zip(self.names, both) if rank == LISTS]
        if self.lists:
            return
        self.moves = [is_differentiable(kind) for kind in self.kinds]  # those that have derivatives
        made: dict[int, Any] = {}
        self.values: Values = []
        for place, argument in enumerate(given):
            if not self.is_array[place]:
                self.values.append(self._number(place, argument) if self.moves[place] else argument)
                continue
            if id(argument) not in made:
                made[id(argument)] = self._array(place, argument, parameters[place][1])
            self.values.append(made[id(argument)])

    def _number(self, place: int, argument: Any) -> Any:
        """Returns a number, a vector or a struct as an array of one."""
        kind = self.kinds[place]
        if isinstance(kind, Struct):
            item = argument.item() if isinstance(argument, np.void) else items_of(argument)
            return np.array([item], kind.dtype)
        if isinstance(kind, Vector):
            return np.array([tuple(argument)], np.float64)
        return np.array([argument], np.complex128 if kind == "complex128" else np.float64)

    def _array(self, place: int, argument: Any, declared: Any) -> Any:
        kind = self.kinds[place]
        if isinstance(argument, (list, tuple, range)):
            made: Any = (
                _core.CudaArray(argument, declared.element, "cpu")
                if len(argument)
                else _core.empty((0,) * declared.ndim, declared.element, "cpu")
            )
        elif isinstance(argument, np.ndarray):
            made = argument
        elif isinstance(argument, _core.CudaArray):
            made = argument.toHost()
        else:
            made = _core.asarray(argument).toHost()
        data = np.array(made)
        if isinstance(kind, Struct) or not self.moves[place]:
            return data
        if data.dtype.names:  # vectors as records
            data = np.stack([data[name] for name in data.dtype.names], axis=-1)
        if data.dtype == np.uint16:  # the bits of bfloat16
            data = (data.astype(np.uint32) << np.uint32(16)).view(np.float32)
        return data.astype(np.complex128 if kind == "complex128" else np.float64)

    def given(self, values: Values) -> list[Any]:
        """Returns values as a launch takes them."""
        return [
            self._as_number(place, value) if self.moves[place] and not self.is_array[place] else value
            for place, value in enumerate(values)
        ]

    def _as_number(self, place: int, value: Any) -> Any:
        kind = self.kinds[place]
        if isinstance(kind, Vector):
            return kind.cls(*value[0])
        return value[0] if isinstance(kind, Struct) else value[0].item()

    def moving(self) -> list[int]:
        """Returns the places of the parameters that have derivatives."""
        return [place for place, moves in enumerate(self.moves) if moves]


class Numbers:
    """All numbers of arguments that may change, one after the other. A complex number is two."""

    def __init__(self, arguments: Arguments) -> None:
        self._arguments = arguments
        self._spans: list[tuple[int, int, str, Any]] = []  # the first number, the parameter, and the part
        self.count = 0
        seen = set()
        for place in arguments.moving():
            value = arguments.values[place]
            if id(value) in seen:
                continue
            seen.add(id(value))
            for field, part in parts_of(value):
                self._spans.append((self.count, place, field, part))
                self.count += part.size * _width(part)

    def gathered(self, values: Values) -> Any:
        """Returns the numbers in values."""
        found = np.empty(self.count)
        for first, place, field, _ in self._spans:
            part = _part(values[place], field)
            flat = np.ascontiguousarray(part).view(np.float64).ravel()
            found[first : first + flat.size] = flat
        return found

    def scattered(self, numbers: Any, values: Values) -> Values:
        """Returns copies of values, with these numbers."""
        made = copied(values)
        for first, place, field, _ in self._spans:
            part = _part(made[place], field)
            flat = numbers[first : first + part.size * _width(part)]
            part[...] = flat.view(part.dtype).reshape(part.shape)
        return made

    def parameters_of(self, numbers: Any) -> str:
        """Returns the names of the parameters that have one of the numbers."""
        at = np.searchsorted([first for first, *_ in self._spans], numbers, "right") - 1
        return ", ".join(dict.fromkeys(self._arguments.names[self._spans[i][1]] for i in np.unique(at)))

    def place_of(self, number: int) -> tuple[int, str, tuple[int, ...]]:
        """Returns the parameter of a number, its field and its index."""
        first, place, field, part = next(span for span in reversed(self._spans) if span[0] <= number)
        index = np.unravel_index((number - first) // _width(part), part.shape)
        return place, field, tuple(int(each) for each in index)

    def name_of(self, number: int) -> str:
        """Returns what users call a number: `Y[3]`, `bodies[2].x`, `alpha`, `Z[0].real`."""
        first, place, field, part = next(span for span in reversed(self._spans) if span[0] <= number)
        _, _, index = self.place_of(number)
        kind, name = self._arguments.kinds[place], str(self._arguments.names[place])
        end: str = field
        if isinstance(kind, Vector):
            index, end = index[:-1], "." + "xyzw"[index[-1]]
        elif _width(part) == 2:
            end += (".real", ".imag")[(number - first) % 2]
        return name + (f"[{', '.join(map(str, index))}]" if self._arguments.is_array[place] else "") + end


def _width(part: Any) -> int:
    return 2 if part.dtype.kind == "c" else 1


def _part(value: Any, field: str) -> Any:
    return dict(parts_of(value))[field]


def copied(values: Values) -> Values:
    """Returns copies of values, in which what was one array still is."""
    copies = {id(value): value.copy() for value in values if isinstance(value, np.ndarray)}
    return [copies.get(id(value), value) for value in values]
