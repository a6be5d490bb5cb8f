"""A function as a kernel's program has it: with the names of its module as kernels see them, and its
signature's conversions."""

from __future__ import annotations

import builtins
import contextlib
import inspect
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, TypeAlias

from . import blocks
from .array import Array, as_said, to_type
from .built_ins import BUILTINS, COORDINATES, cast_of
from .checked import Lambda
from .math_functions import CMATH, MATH, NUMPY
from .meanings import CudaCode, Namespace, seen
from .number import BOOL, COMPLEX128, DOUBLE, FLOAT, common_type, is_real, precision, running_in, type_of
from .rewriting import Callee, PendingCall, Place, Steps, rewritten
from .signatures import FUNCTION, Declared, Parameter, Variable
from .structs import ElementKind, Struct, Vector

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from .checked import Types
    from .number import Kind, Value
    from .program import Program

NameOrCell: TypeAlias = str | types.CellType  # a name, or a cell of the closure
TypeBindings: TypeAlias = dict[Variable, ElementKind]  # what type variables stand for

_MISSING = object()


class Function(Callee):
    """A function of the program, called with the conversions of its signature."""

    def __init__(self, program: Program, function: types.FunctionType) -> None:
        self.result, self.parameters = program.signature_of(function)
        self.program = program
        self.beyond: str | None = None  # why CPython cannot run it
        self.is_generic = any(isinstance(kind, Variable) or kind == FUNCTION for kind, _ in self.parameters)
        self.declared = inspect.signature(function)
        names = names_in(function.__code__)
        self.names = {name for name in names if not name.startswith("@")}
        self._is_changed = self.names != names  # by pytest, which rewrites assertions
        self.aliases: list[tuple[NameOrCell, str]] = []  # with the coordinate that each stands for
        self.function = function
        self.known = {**vars(builtins), **BUILTINS, **program.cooperation.names(), "print": program.print}
        self.globals: dict[str, Any] = {"__builtins__": self.known, "__name__": function.__module__}
        coordinates = dict.fromkeys(COORDINATES)
        for name in self.names:
            value = program.captured.meaning(function, name, function.__globals__.get(name, _MISSING))
            if value is not _MISSING:
                self.globals[name] = self._seen(name, value, name)
                coordinates.pop(name, None)  # it may be another thing in this module
        self.aliases += [(name, name) for name in coordinates if name in self.names]
        self.cells: list[types.CellType] = []
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or ()):
            made = types.CellType()
            value = program.captured.meaning(function, name, cell.cell_contents)
            made.cell_contents = self._seen(made, value, name)
            self.cells.append(made)
        self._bodies: dict[tuple[bool, int | None, int | None], Callable[..., Any]] = {}
        self._instances: dict[int, Callable[..., Value]] = {}

    def _seen(self, place: NameOrCell, value: Any, name: str) -> Any:
        attributes = self.program.captured.attributes(self.function, name)
        try:
            made = seen(self.program, value, lambda coordinate: self.aliases.append((place, coordinate)))
            return Namespace(self.program, value, attributes) if isinstance(made, Namespace) else made
        except CudaCode:
            self.beyond = f"{self.function.__name__} uses {name}, which is CUDA C++"
            return None

    def instance(self, number: int) -> Callable[..., Value]:
        """Returns a function that calls the instance of that number."""
        if number not in self._instances:
            self._instances[number] = partial(self._call, number)
        return self._instances[number]

    def body(self, number: int | None) -> Callable[..., Any]:
        """Returns the function that CPython runs. It has the function's own code, or the code of its
        rewritten tree if threads wait, accesses are recorded, or types are known."""
        waits, recorder = self.program.waits, self.program.recorder
        key = waits, id(recorder) if recorder else None, number
        if key not in self._bodies:
            checked, known = self._types(number), self.program.checked
            if waits or recorder or checked or self._is_changed:
                is_kernel = self.result is None and self.function.__name__ != "<lambda>"
                self._bodies[key] = rewritten(
                    self.function,
                    self.globals,
                    self.cells,
                    self._is_plain,
                    waits=waits,
                    is_kernel=is_kernel,
                    recorder=recorder,
                    checked=checked,
                    lambdas=self._types_of_lambdas if checked else None,
                    instances=partial(Lambda, known, self.function) if known else None,
                    begins_to_wait=self.program.cooperation.begin_to_wait,
                )
            else:
                self._bodies[key] = types.FunctionType(
                    self.function.__code__, self.globals, self.function.__name__, None, tuple(self.cells)
                )
        return self._bodies[key]

    def _types(self, number: int | None) -> Types | None:
        """Returns the checker's types for an instance; None if there are none."""
        checked = self.program.checked
        return None if checked is None or number is None else checked.types(number, self.function)

    def _types_of_lambdas(self, place: Place) -> dict[int, Types]:
        checked = self.program.checked
        assert checked is not None
        return {number: checked.types(number, self.function) for number in checked.lambdas(place)}

    def _is_plain(self, name: str) -> bool:
        """Returns whether a call of a global name, or of an attribute after it, surely lets no thread
        wait."""
        if name in self.globals:
            return self.globals[name] in (MATH, CMATH, NUMPY) or isinstance(
                self.globals[name], (Struct, Vector)
            )
        return name in self.known and name not in blocks.WAITING

    def bind_thread(self) -> None:
        thread = self.program.thread
        for place, coordinate in self.aliases:
            if isinstance(place, str):
                self.globals[place] = thread[coordinate]
            else:
                place.cell_contents = thread[coordinate]

    def precision(self, chosen: TypeBindings, number: int | None) -> Kind:
        """Returns the precision of floats without a width. It comes from the checker, or else from the
        signature, or for an instance from the caller."""
        if checked := self._types(number):
            return checked.precision
        kinds = (*(kind for kind, _ in self.parameters), self.result)
        own = _floats_in([_with(kind, chosen) for kind in kinds])
        return own or (precision() if self.is_generic else DOUBLE)

    def __call__(self, *arguments: Value, **keywords: Value) -> Value:
        return self._call(None, *arguments, **keywords)

    def _call(self, number: int | None, *arguments: Value, **keywords: Value) -> Value:
        bound = self.declared.bind(*arguments, **keywords)
        bound.apply_defaults()
        checked = self._types(number)
        taken = checked.given(bound.arguments) if checked else bound.arguments.values()
        given = list(zip(taken, self.parameters, strict=True))
        chosen = _chosen(given)
        values = [value if rank else as_said(value, _with(kind, chosen)) for value, (kind, rank) in given]
        recorder = self.program.recorder
        called = recorder.called() if recorder else None
        if self.program.waits:
            return PendingCall(self._waiting(values, chosen, number, called))
        with self._running(chosen, number, called):
            return self._result(self.body(number)(*values), chosen, checked)

    def _waiting(
        self, values: Sequence[Value], chosen: TypeBindings, number: int | None, called: int | None
    ) -> Steps:
        with self._running(chosen, number, called):
            return self._result((yield from self.body(number)(*values)), chosen, self._types(number))

    def _result(self, value: Value, chosen: TypeBindings, checked: Types | None) -> Value:
        value = to_type(value, _with(self.result, chosen))
        return checked.gives(value) if checked else value

    @contextlib.contextmanager
    def _running(self, chosen: TypeBindings, number: int | None, called: int | None = None) -> Iterator[None]:
        # A type variable stands for its type in the body.
        before: dict[str, Any] = {name: self.globals.get(name) for name in chosen}
        self.globals.update({name: cast_of(kind) for name, kind in chosen.items()})
        recorder = None if called is None else self.program.recorder
        depth = 0 if recorder is None or called is None else recorder.enter_call(called)
        try:
            with running_in(self.precision(chosen, number)):
                yield
        finally:
            self.globals.update(before)
            if recorder is not None:
                recorder.leave_call(depth)

    def launch(self, arguments: Sequence[Value], chosen: TypeBindings) -> Value:
        number = self.program.number
        if chosen:
            with self._running(chosen, number):
                return self.body(number)(*arguments)
        with running_in(self.precision(chosen, number)):
            return self.body(number)(*arguments)

    def launch_waiting(self, arguments: Sequence[Value], chosen: TypeBindings) -> Steps:
        number = self.program.number
        with self._running(chosen, number):
            return (yield from self.body(number)(*arguments))


def names_in(code: types.CodeType) -> set[str]:
    """The names that a function and the lambdas in it use."""
    names = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            names |= names_in(constant)
    return names


def _floats_in(kinds: Iterable[Declared]) -> Kind | None:
    """DOUBLE where a double is among the types or in what they hold, else FLOAT where another floating type
    is."""
    found: set[Kind] = set()

    def look(kind: Declared) -> None:
        if isinstance(kind, tuple):
            for part in kind:
                look(part)
        elif isinstance(kind, (Struct, Vector)):
            for part in kind.fields.values():
                look(part)
        elif is_real(kind):
            found.add(DOUBLE if kind in (DOUBLE, COMPLEX128) else FLOAT)

    look(tuple(kinds))
    return DOUBLE if DOUBLE in found else FLOAT if found else None


def _chosen(given: Sequence[tuple[Value, Parameter]]) -> TypeBindings:
    """Returns the types that the type variables stand for in a call. They come from arrays, or else from the
    type in which the values meet, or else from literals."""
    chosen: TypeBindings = {}
    meeting: dict[Variable, list[Value]] = {}

    def look(value: Value, kind: Declared) -> None:
        if isinstance(kind, tuple):
            for part, part_kind in zip(value, kind, strict=True):
                look(part, part_kind)
        elif isinstance(kind, Variable) and kind not in chosen:
            meeting.setdefault(kind, []).append(value)

    for value, (kind, rank) in given:
        if rank and isinstance(kind, Variable):
            chosen[kind] = value.kind
    for value, (kind, rank) in given:
        if not rank:
            look(value, kind)
    for kind, values in meeting.items():
        if any(each == FUNCTION for _, (each, _) in given) and all(
            type_of(value) is None for value in values
        ):
            continue  # literals, which take the type of what a function gives
        if not any(isinstance(value, (tuple, Array)) for value in values):
            own = _floats_in([_with(each, chosen) for _, (each, _) in given])
            with running_in(own or precision()):
                chosen[kind] = (
                    BOOL if all(isinstance(value, bool) for value in values) else common_type(values)
                )
    return chosen


def _with(kind: Declared, chosen: TypeBindings) -> Declared:
    """Returns the type with its variables replaced by what they stand for. It stays as it is if that is not
    known."""
    if isinstance(kind, tuple):
        return tuple(_with(part, chosen) for part in kind)
    return chosen.get(kind, FUNCTION) if isinstance(kind, Variable) else kind
