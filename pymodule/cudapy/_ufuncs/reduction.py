"""cp.reduction(): an associative function of two numbers as a function that puts the elements of arrays
together, along all axes or some."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from .. import _core
from .._compile.built_in_arguments import lambda_for, path_of
from .._compile.sources import is_lambda
from .._launch.arguments import collect
from .casts import check_cast
from .inference import Inference
from .libraries import given_back, let_libraries_wait
from .numbers import OF_PYTHON, TYPES, is_wider, number_for, weak_type, with_initial
from .operands import device_for, library_for, operand_of, refuse_overlap, shape_of
from .outs import check_out, out_operands
from .reduction_places import Places
from .reduction_text import THREADS, TILE, Input, Pass
from .scalar import ScalarFunction
from .strided import ArrayOperand, Operand
from .vectorized import Vectorized, read_operands

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal, SupportsIndex

    from .._core import CudaArray

    Axis = SupportsIndex | tuple[SupportsIndex, ...] | None
    Way = Literal["threads", "rows", "strips", "blocks"]  # see way_of()

_LEAST_FOR_BLOCKS = 64  # elements of a result, from which on the threads of a block share them
_MANY = 1 << 14  # threads from which on each can have a tile of its own, where results are neighbours


class Kinds(NamedTuple):
    """The types that the elements become, the one that the map gives of them, None where there is no map, and
    the one that is put together."""

    elements: list[str]
    mapped: str | None
    kind: str


class Reduction(ScalarFunction):
    """What `cp.reduction(f, initial)` makes of an associative function."""

    def __init__(
        self,
        function: Any,
        signature: str | None,
        initial: Any,
        map: Any,
        options: dict[str, Any],
        is_numbered: bool = False,
    ) -> None:
        self._given = (function, signature, initial, map, options, is_numbered)
        built_in = function if path_of(function) else None
        if built_in:
            function = lambda_for(built_in, 2)[0]
        super().__init__(function, signature, options, "reduction")
        if built_in:
            self._scalar = built_in
            self._called = self._identifier = self.__name__ = built_in.__name__
        if len(self._names) != 2:
            raise TypeError(
                f"reduction: {self.__name__} has {len(self._names)} parameters: it needs two, what is there "
                "and what is put to it"
            )
        if self._declared and {*self._declared[0]} != {self._declared[1]}:
            raise TypeError(
                f"reduction: the types in {signature!r} are not one: a reduction needs one type for both "
                "parameters and the result"
            )
        self._initial = _checked_initial(initial)
        self._is_numbered = is_numbered  # whether the map is given the number of each element last
        self._map = None if map is None else _Map(map, options)
        self._inputs = self._map._names[: -1 if is_numbered else None] if self._map else ("X",)
        if taken := {*self._inputs} & {"axis", "keepdims", "out"}:
            raise TypeError(
                f"reduction: map has a parameter {min(taken)}, which is an argument of every reduction: give "
                "it another name"
            )
        self._types = Inference(self)

    def _made_of(self) -> tuple[Any, ...]:
        return self._given

    def __repr__(self) -> str:
        return f"<reduction by {self.__name__} over arrays>"

    @_core.entry
    def __call__(
        self, *arguments: Any, axis: Axis = None, keepdims: bool = False, out: Any = None, **keywords: Any
    ) -> Any:
        who = self._called
        arguments = collect(who, list(self._inputs), arguments, keywords)
        if out is not None:
            check_out(who, out)
        operands = [_as_array(operand_of(who, name, each)) for name, each in zip(self._inputs, arguments)]
        outs = () if out is None else (out,)
        library = library_for(who, operands, outs)
        device = device_for(who, operands, outs, self._options.get("target"))
        shape = shape_of(who, operands)
        axes = axes_of(who, axis, len(shape))
        kept = tuple(extent for at, extent in enumerate(shape) if at not in axes)
        shown = tuple(1 if at in axes else extent for at, extent in enumerate(shape)) if keepdims else kept
        kinds = self._kinds(operands, device)
        (stored,) = out_operands(who, out, [kinds.kind], False)
        if stored is not None and stored.shape != shown:
            raise ValueError(f"{who}: out has shape {stored.shape}, and the result has {shown}")
        refuse_overlap(who, operands, [stored], in_place=False)
        made = self._run(operands, kinds, shape, axes, device).reshape(*(shown or (1,)))
        if stored is not None:
            _write(made, stored, device)
        let_libraries_wait(operands, [stored], device)
        if out is not None:
            return out
        is_scalar = not shown and library in ("cudapy", "numpy")
        return given_back(made, shown, library, is_scalar, operands)

    # Types

    def _kinds(self, operands: list[ArrayOperand], device: str) -> Kinds:
        if self._map:
            number = [Operand("number", None, "cudapy", _core.Int64)] * self._is_numbered
            types, mapped = self._map.types([*operands, *number], device)
            return Kinds(types[: len(operands)], mapped, self._accumulated(mapped, device, None))
        (each,) = operands
        own = _weak_kind(each) if each.is_weak else each.kind.name
        kind = self._accumulated(own, device, each.library)
        return Kinds([kind], None, kind)

    def _accumulated(self, kind: str, device: str, library: str | None) -> str:
        """The type that the function gives when it is given that type, or a wider one that it asks for."""
        who = self._called
        for _ in range(5):
            pair = [Operand("X", None, library, TYPES[kind]) for _ in range(2)]
            (one, other), results, several = self._types(pair, device)
            if several:
                raise TypeError(f"{who}: the function returns a tuple: reduction puts numbers together")
            found = results[0]
            if one == other == found:
                if self._initial is None:
                    return one
                wide = with_initial(who, one, self._initial) if self._types.is_open() else one
                if wide == one:
                    check_cast(who, Operand("initial", self._initial, None, is_number=True), one)
                    return one
                found = wide
            elif (one, other) != (kind, kind) or not is_wider(found, kind):
                break
            kind = found
        raise TypeError(
            f"{who}: the function takes {one} and {other}, and returns {found}: a reduction needs one "
            "type for all three"
        )

    # Running

    def _run(
        self,
        operands: list[ArrayOperand],
        kinds: Kinds,
        shape: tuple[int, ...],
        axes: tuple[int, ...],
        device: str,
    ) -> CudaArray:
        """The results in one array, one after the other."""
        types, mapped, kind = kinds
        target = "cpu" if device == "cpu" else device
        kept = [at for at in range(len(shape)) if at not in axes]
        outputs = math.prod(shape[at] for at in kept)
        count = math.prod(shape[at] for at in axes)
        if not count and self._initial is None and outputs:
            raise ValueError(
                f"{self._called}: the axes that go have no elements, and there is no initial value: give "
                "one, cp.reduction(f, initial)"
            )
        if not count or not outputs:
            return _core.full(outputs, number_for(self._initial or 0, kind), TYPES[kind], target)
        views = read_operands(self._called, operands, types, (), device)
        arrays = [(view, each.shape) for view, each in zip(views, operands) if view is not None]
        inputs = [(each.kind.name, wanted) for each, wanted in zip(operands, types)]
        while True:
            tiles = -(-count // TILE)
            made = _core.empty(outputs * tiles, TYPES[kind], target)
            self._launch(Places(arrays, shape, axes), inputs, mapped, kind, made, tiles, device)
            if tiles == 1:
                return made
            shape, axes, count, mapped = (outputs, tiles), (1,), tiles, None
            arrays, inputs = [(made.reshape(outputs, tiles), shape)], [(kind, kind)]

    def _launch(
        self,
        places: Places,
        inputs: list[tuple[str, str]],
        mapped: str | None,
        kind: str,
        made: CudaArray,
        tiles: int,
        device: str,
    ) -> None:
        has_initial = self._initial is not None and tiles == 1
        one = Pass(
            [Input(*each, step) for each, step in zip(inputs, places.known_steps())],
            kind,
            places.ranks(),
            mapped,
            bool(mapped) and self._is_numbered,
            has_initial,
        )
        way = way_of(device, places.outputs * tiles, places.count, places.are_neighbours())
        if way == "blocks" and _core.is_recording():  # a tape pulls back through threads that need no others
            way = "threads"
        threads = places.threads(way, tiles)
        is_wide = places.is_wide(threads)
        generic = self._kernel(
            (one.key(), way, is_wide, device),
            lambda name: getattr(one, f"of_{way}")(name, "int64" if is_wide else "int"),
            device,
            is_wide,
        )
        given: list[Any] = [*places.memory(), made]
        if has_initial:
            given.append(number_for(self._initial, kind))
        given += places.numbers(tiles)
        functions = [self._map._scalar] if self._map and mapped else []
        instance = generic.instance(self._scalar, *functions, *[None] * len(given))
        launch = instance(threads, block=THREADS) if way == "blocks" else instance(threads)
        launch(*given)


class _Map(ScalarFunction):
    """The function that the elements go through before they are put together."""

    def __init__(self, function: Any, options: dict[str, Any]) -> None:
        if path_of(function):
            given, function = function, lambda_for(function, 1)[0]
            super().__init__(function, None, options, "reduction: map")
            self._scalar = given
        else:
            super().__init__(function, None, options, "reduction: map")
        self._called = "map" if is_lambda(function) else self._called
        self._infer = Inference(self)

    def types(self, operands: Sequence[Operand], device: str) -> tuple[list[str], str]:
        types, results, several = self._infer(operands, device)
        if several:
            raise TypeError(f"{self._called}: it returns a tuple: reduction puts numbers together")
        return types, results[0]


def way_of(device: str, tiles: int, count: int, are_neighbours: bool) -> Way:
    """How the work is shared: a thread for each tile of a result ("threads", "rows"), a thread for each tile
    of neighbouring results ("strips"), or a block for each tile."""
    if device == "cpu":
        return "strips" if are_neighbours else "rows"
    if count < _LEAST_FOR_BLOCKS or tiles >= 2**23 or (are_neighbours and tiles >= _MANY):
        return "threads"
    return "blocks"


def _as_array(operand: Operand) -> ArrayOperand:
    """A number as an array without dimensions."""
    if isinstance(operand, ArrayOperand):
        return operand
    kind = operand.kind or TYPES[weak_type(operand, set())]
    view = _core.CudaArray([operand.argument], kind, "cpu")
    return ArrayOperand(
        operand.name, operand.argument, operand.library, view, kind, shape=(), is_on_host=True
    )


def _weak_kind(operand: Operand) -> str:
    return weak_type(operand, set())


def _checked_initial(initial: Any) -> complex | None:
    number: complex | None
    if initial is None or type(initial) in OF_PYTHON:
        number = initial
    elif getattr(type(initial), "__module__", "") == "numpy" and hasattr(initial, "item"):
        number = initial.item()
    else:
        raise TypeError(f"reduction: initial must be a number or None, got {type(initial).__name__}")
    return number


def axes_of(who: str, axis: Axis, rank: int) -> tuple[int, ...]:
    """The places of the axes that go, in their order."""
    if axis is None:
        return tuple(range(rank))
    axes = []
    for each in axis if isinstance(axis, tuple) else (axis,):
        if isinstance(each, bool) or not hasattr(each, "__index__"):
            raise TypeError(f"{who}: axis must be None, an int or a tuple of them, got {axis!r}")
        at = each.__index__()
        if not -rank <= at < rank:
            raise ValueError(f"{who}: axis {at} is none of an array of {rank} dimensions")
        axes.append(at % rank)
    if len(set(axes)) != len(axes):
        raise ValueError(f"{who}: axis {axis} has one of the axes twice")
    return tuple(sorted(axes))


def _copied(x):  # type: ignore[no-untyped-def]  # it is in the language of kernels
    return x


_copy = Vectorized(_copied, None, {})


def _write(made: CudaArray, out: ArrayOperand, device: str) -> None:
    """Puts the results into the array that is given for them."""
    operand = operand_of("out", "made", made)
    assert isinstance(operand, ArrayOperand)
    if made.size:
        _copy._run([operand], [operand.kind.name], [operand.kind.name], [out], out.shape, device)
