"""cp.Tape: what a thread does with CudaArrays, recorded, and pulled back."""

from __future__ import annotations

import re
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any

from ... import _core
from ..._core import CudaArray
from .back import WayBack
from .cotangents import Cotangents
from .derivatives import derivative_of
from .kept import Kept
from .memory import Memory, Place, place_of
from .operations import Assignment, Copy, LaunchOperation, Operation, Use
from .report import TapePlan, plan_of

_tapes: weakref.WeakSet[Tape] = weakref.WeakSet()


class Tape:
    """Records the launches that a thread makes, and what it does with whole CudaArrays, to pull cotangents
    back through all of it.

    memory: the most bytes that the tape may keep of arrays, as 2_000_000_000 or "2 GB". Where that is less
        than what derivatives need, it does launches again on the way back. None: it keeps what they need.

    Only what changes CudaArrays is recorded: numbers that the program reads from them are constants. Arrays
    hold on the way back, and after it, what they held before. A derivative can be asked for several times.

    >>> @cp.kernel("void (double* X, double* Y)")
    ... def square(X, Y):
    ...     Y[idx] = X[idx] * X[idx]
    >>> X, Y = cp.CudaArray([3.0, 4.0], cp.Double), cp.zeros(2, cp.Double)
    >>> with cp.Tape() as tape:
    ...     square(2)(X, Y)
    ...     loss = Y.sum(keepdims=True)
    >>> tape.backward(loss)
    >>> tape.gradient(X).tolist()
    [6.0, 8.0]
    """

    def __init__(self, *, memory: int | str | None = None) -> None:
        self._limit = None if memory is None else _bytes_of(memory)
        self._operations: list[Operation] = []
        self._memories: dict[int, Memory] = {}
        self._kept = Kept(self._limit)
        self._bars: Cotangents | None = None
        self._begin = 0
        self._state = "new"
        self._failure = ""
        self._streams: set[int] = set()

    def __enter__(self) -> Tape:
        if self._state != "new":
            raise RuntimeError("a tape records once: make another one, cp.Tape()")
        if _core.is_recording():
            raise RuntimeError("a tape records in this thread already, and a tape cannot be part of another")
        self._begin = _core.memory_of(_core.empty(0, _core.UInt8, "cpu"))[0]
        _tapes.add(self)
        _core.watch_shown(_note_shown)
        self._state = "recording"
        _core.record_on(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not _core.is_recording() or self._state != "recording":
            raise RuntimeError("the `with` of a tape ends in the thread in which it began")
        _core.record_on(None)
        self._state = "recorded"
        if error is not None:
            self._fail(f"its `with` ended by {type(error).__name__}")

    def __repr__(self) -> str:
        count = len(self._operations)
        return f"<tape of {count} operation{'' if count == 1 else 's'}, {self._state}>"

    def backward(self, loss: CudaArray) -> None:
        """Pulls the derivative of a loss back: of an array of one element, which recorded work has made.
        `gradient` then gives the derivatives with respect to arrays.

        Raises TypeError for work without a derivative on the way, and RuntimeError where something has
        changed an array that the tape needs.
        """
        if not isinstance(loss, CudaArray):
            advice = ": a number is no longer part of the tape: write X.sum(keepdims=True) for X.sum()"
            raise TypeError(
                f"tape.backward: expected a CudaArray of one element, got {type(loss).__name__}"
                + (advice if isinstance(loss, (int, float, complex)) else "")
            )
        if loss.size != 1:
            raise ValueError(
                f"tape.backward: the loss has the shape {loss.shape}, and a gradient is that of one number: "
                "write tape.vjp(Y, Y_bar) with the derivatives with respect to the elements"
            )
        self._pull("backward", [(loss, _core.full(loss.shape, 1, loss.elemType(), loss.device))])

    def vjp(self, arrays: Any, cotangents: Any) -> None:
        """Pulls cotangents of an array back, or of a tuple of arrays: how a number depends on what they hold
        when the recording has ended.

        >>> X = cp.CudaArray([1.0, 2.0, 3.0])
        >>> with cp.Tape() as tape:
        ...     Y = X * X
        >>> tape.vjp(Y, [1.0, 0.0, 0.5])
        >>> tape.gradient(X).tolist()
        [2.0, 0.0, 3.0]
        """
        if not isinstance(arrays, tuple):
            arrays, cotangents = (arrays,), (cotangents,)
        if not isinstance(cotangents, tuple) or len(cotangents) != len(arrays):
            raise TypeError(f"tape.vjp: expected a tuple of {len(arrays)} cotangents, one for each array")
        for array in arrays:
            if not isinstance(array, CudaArray):
                raise TypeError(f"tape.vjp: expected a CudaArray, got {type(array).__name__}")
        self._pull("vjp", list(zip(arrays, cotangents)))

    def gradient(self, array: CudaArray) -> CudaArray:
        """The derivative that backward() or vjp() has pulled back, with respect to what an array held when
        the recording began. It is a CudaArray in memory of the tape, of zeros where nothing depends on it.

        Raises TypeError for an array whose elements have no derivative, and ValueError for one that recorded
        work has made, which held nothing then.
        """
        if not isinstance(array, CudaArray):
            raise TypeError(f"tape.gradient: expected a CudaArray, got {type(array).__name__}")
        if self._bars is None:
            raise RuntimeError("tape.gradient: nothing was pulled back yet: call tape.backward(loss) first")
        _check_kind("tape.gradient", array)
        place = place_of(array)
        memory = self._memories.get(place.memory)
        if memory is None:
            return _core.zeros(array.shape, array.elemType(), array.device)
        if memory.is_made:
            raise ValueError(
                "tape.gradient: recorded work has made this array, and the gradient is with respect to what "
                "arrays held when the recording began: ask for that of an array that it was made from"
            )
        return self._bars.of(place)

    def explain(self) -> TapePlan:
        """What the tape keeps, and why.

        >>> X = cp.CudaArray([1.0, 2.0])
        >>> with cp.Tape() as tape:
        ...     X *= X
        >>> tape.explain()
        a tape of 1 operation, with 8 bytes of copies
          8 bytes in one copy of x0 of mul, which mul overwrites
        """
        return plan_of(self._operations, self._memories, self._kept)

    # What the module calls while this thread records

    def _on_launch(self, launch: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
        with _paused():
            self._launch(launch, arguments, named)

    def _launch(self, launch: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
        _, called, _, parameters = launch._uses
        given: list[Any] = list(arguments)
        names = [name for name, *_, is_captured in parameters if not is_captured]
        if named:
            given += [named.get(name) for name in names[len(given) :]]
        if len(given) != len(names) or not {*named} <= {*names[len(arguments) :]}:
            launch(*arguments, **named)  # which says what is wrong
            return
        if len(names) != len(parameters) and self._limit is not None:
            raise TypeError(
                f"{called}: it captures an array, and a tape with memory= cannot launch it again: make the "
                "array a parameter"
            )
        arrays: dict[int, CudaArray] = {}
        for number, ((name, is_array, _, writes, *_), argument) in enumerate(zip(parameters, given)):
            if not is_array:
                continue
            if isinstance(argument, CudaArray):
                arrays[number] = argument
            elif writes:
                raise TypeError(
                    f"{called}: parameter {name}: a tape records what a kernel writes to CudaArrays, and "
                    f"this is a {type(argument).__name__}: pass cp.CudaArray({name})"
                )
            elif not isinstance(argument, (list, tuple, range)):
                given[number] = _core.CudaArray(argument)
        derivative = derivative_of(launch, tuple(names[number] for number in arrays))
        uses = {}
        for number, array in arrays.items():
            name, _, reads, writes, *_ = parameters[number]
            is_needed = number in derivative.needed
            uses[number] = Use(name, place_of(array), reads, writes, False, is_needed)
        operation = LaunchOperation(launch, called, given, uses, derivative, _is_elementwise(launch))
        self._record(operation, list(arrays.values()), lambda: launch._direct(*given))

    def _on_set_item(self, array: CudaArray, key: Any, value: Any) -> None:
        with _paused():
            keys = key if isinstance(key, tuple) else (key,)
            is_element = all(
                each is not None and each is not ... and not isinstance(each, slice) for each in keys
            )
            is_element = is_element and len(keys) == array.ndim
            parts = tuple(_as_slice(each) for each in keys)
            part = array[parts]

            def assign() -> None:
                array[key] = value

            if isinstance(value, CudaArray):
                if is_element:
                    raise TypeError("a tape records no conversion of an array to a number: assign to a slice")
                self._record(Copy("an assignment", place_of(part), place_of(value)), [value, part], assign)
            else:
                self._assign("an assignment", part, assign)

    def _on_fill(self, array: CudaArray, value: Any) -> None:
        with _paused():
            self._assign("fill", array, lambda: array.fill(value))

    def _on_copy_from(self, target: CudaArray, source: Any, stream: Any) -> None:
        if stream is not None:
            raise RuntimeError(
                "CudaArray.copy_from: a tape does not record copies with stream=: make the stream current "
                "with `with stream:`"
            )
        with _paused():
            if isinstance(source, CudaArray):
                operation = Copy("copy_from", place_of(target), place_of(source))
                self._record(operation, [source, target], lambda: target.copy_from(source))
            else:
                self._assign("copy_from", target, lambda: target.copy_from(source))

    def _on_copy_of(self, source: CudaArray, kind: Any, device: Any) -> CudaArray:
        with _paused():
            made = _core.CudaArray(source, kind, device)
            self._record(Copy("a copy", place_of(made), place_of(source)), [source, made], lambda: None)
            return made

    # Recording

    def _assign(self, name: str, target: CudaArray, assign: Callable[[], None]) -> None:
        operation = Assignment(name, place_of(target))

        def run() -> None:
            assign()
            if self._limit is not None:
                operation.value = target.copy()

        self._record(operation, [target], run)

    def _record(self, operation: Operation, arrays: Sequence[CudaArray], run: Callable[[], Any]) -> None:
        number = len(self._operations)
        for use, array in zip(operation.uses, arrays):
            self._check(operation, use, array, number)
        if any(use.place.device != "cpu" for use in operation.uses):
            self._streams.add(_stream(operation.uses[0].place.device))
        try:
            for use, array in zip(operation.uses, arrays):
                memory = self._memories[use.place.memory]
                if memory.held is None:
                    memory.held = _core.whole_memory(array)
            self._kept.before(number, operation, self._memories.__getitem__)
            run()
        except BaseException as error:
            self._fail(f"{operation.name} has raised {type(error).__name__}")
            raise
        self._operations.append(operation)
        for use, array in zip(operation.uses, arrays):
            if use.writes:
                self._memories[use.place.memory].note_change(array)
        for use, array in zip(operation.uses, arrays):
            self._memories[use.place.memory].hold(array)

    def _check(self, operation: Operation, use: Use, array: CudaArray, number: int) -> None:
        """Finds the memory of an array, and raises RuntimeError if something has changed it."""
        memory = self._memories.get(use.place.memory)
        if memory is None:
            is_made = use.place.memory > self._begin and use.writes and not use.reads
            memory = self._memories[use.place.memory] = Memory(array, is_made, number)
            self._check_foreign(operation, use, memory)
        elif not memory.is_unchanged(array):
            raise RuntimeError(
                f"{operation.name}: {use.name}: something that the tape does not record has changed this "
                "array while the tape records"
            )

    def _check_foreign(self, operation: Operation, use: Use, memory: Memory) -> None:
        """Refuses two arrays over one piece of memory of another library."""
        for other in self._memories.values():
            if other is memory or not (other.is_foreign or memory.is_foreign) or other.array is None:
                continue
            if other.device == memory.device and memory.bytes and other.bytes:
                if (
                    other.address < memory.address + memory.bytes
                    and memory.address < other.address + other.bytes
                ):
                    del self._memories[memory.number]
                    raise ValueError(
                        f"{operation.name}: {use.name}: two CudaArrays show the same memory of another "
                        "library, which a tape does not follow: use one of them"
                    )

    def _fail(self, reason: str) -> None:
        self._failure = self._failure or reason

    # The way back

    def _pull(self, way: str, cotangents: list[tuple[CudaArray, Any]]) -> None:
        who = f"tape.{way}"
        if _core.is_recording():
            raise RuntimeError(f"{who}: call it after the `with` of the tape: derivatives are not recorded")
        if self._state != "recorded":
            raise RuntimeError(f"{who}: nothing was recorded: write `with tape:` around the launches")
        if self._failure:
            raise RuntimeError(f"{who}: the recording is not complete: {self._failure}")
        for memory in self._memories.values():
            if memory.needed and not memory.is_unchanged(None):
                number = next(iter(memory.needed)).value
                raise RuntimeError(
                    f"{who}: an array that {self._operations[number].name} has used was changed since then, "
                    "and the tape needs what it held: change it after the derivative, or change a copy of it"
                )
        if not any(_core.memory_of(array)[0] in self._memories for array, _ in cotangents):
            raise ValueError(f"{who}: recorded work has used none of these arrays")
        bars = Cotangents(self._memories)
        for array, cotangent in cotangents:
            _check_kind(who, array)
            place = place_of(array)
            known = self._memories.get(place.memory)
            if known is None:
                self._memories[place.memory] = Memory(array, False, len(self._operations))
            elif not known.is_unchanged(array):
                raise RuntimeError(f"{who}: this array was changed since the recording")
            self._seed(who, bars, place, cotangent)
        devices = {place.device for each in self._operations for place in [use.place for use in each.uses]}
        for device in devices - {"cpu"}:
            if self._streams != {_stream(device)}:
                _core.synchronize(device)
        WayBack(self._operations, self._memories, self._kept, bars).go()
        self._bars = bars

    def _seed(self, who: str, bars: Cotangents, place: Place, cotangent: Any) -> None:
        try:
            given = _core.CudaArray(cotangent, place.kind, place.device)
        except (TypeError, ValueError, OverflowError) as error:
            raise type(error)(f"{who}: cotangent: {error}") from None
        if given.shape != place.shape:
            raise ValueError(f"{who}: the cotangent has the shape {given.shape}, and the array {place.shape}")
        bars.add(place, given)


@contextmanager
def _paused() -> Iterator[None]:
    """Makes this thread record on no tape."""
    tape = _core.record_on(None)
    try:
        yield
    finally:
        _core.record_on(tape)


def _note_shown(array: CudaArray) -> None:
    """Has tapes compare the bytes of an array that other code sees from now on."""
    if not _tapes:
        _core.watch_shown(None)
        return
    number = _core.memory_of(array)[0]
    for tape in list(_tapes):
        memory = tape._memories.get(number)
        if memory is not None:
            with _paused():
                memory.watch_contents(array)


def _is_elementwise(launch: Any) -> bool:
    """Returns whether the kernel is that of a function over arrays."""
    recipe = launch._recipe[0]
    return recipe is not None and recipe.units[0].path == "<cp.vectorize>"


def _stream(device: str) -> int:
    return hash(repr(_core.current_stream(device)))


def _as_slice(key: Any) -> Any:
    if key is None or key is ... or isinstance(key, slice):
        return key
    at = key.__index__()
    return slice(at, at + 1 if at != -1 else None)


def _check_kind(who: str, array: CudaArray) -> None:
    kind = array.elemType()
    name = getattr(kind, "name", "")
    if isinstance(kind, _core.Type) and not name.startswith(
        ("half", "bfloat16", "float", "double", "complex")
    ):
        raise TypeError(f"{who}: the elements are {name}, which have no derivative")


def _bytes_of(memory: int | str) -> int:
    """Returns the bytes that `memory=` says."""
    if isinstance(memory, str):
        found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([kMGT]?i?)B\s*", memory)
        if found:
            step = 1024 if found[2].endswith("i") else 1000
            return int(float(found[1]) * step ** " kMGT".index(found[2][:1] or " "))
    elif isinstance(memory, int) and not isinstance(memory, bool) and memory > 0:
        return memory
    raise ValueError(f'cp.Tape: memory= must be a number of bytes, or text such as "2 GB", got {memory!r}')
