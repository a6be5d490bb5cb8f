"""The types that the translator's checker gave the functions of a program. CPython gives each value a type of
its own; a variable, a choice, a parameter and a result have one for all their values, and take theirs
here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from types import FunctionType
from typing import TypedDict, TypeVar

from .array import Array, as_said
from .number import DOUBLE, FLOAT, Number, Value, running_in, when_it_runs
from .rewriting import Callee, PendingCall, Place, Steps
from .signatures import Declared, type_named
from .structs import Record, Struct, StructValue

Key = TypeVar("Key")


class FunctionDescription(TypedDict):
    """A function, or an instance of one, as the checker describes it. Types are given by their names, None
    for what has none."""

    name: str
    place: Place
    is_kernel: bool
    parameters: dict[str, str | None]
    variables: dict[str, str | None]
    choices: dict[Place, str | None]
    result: str | None
    calls: dict[Place, int]  # the numbers of the instances that are called
    waiting: list[Place]  # loops that wait for another thread
    precision: str


class CheckedFunctions:
    """The functions of a program, and the instances of those that are generic or lambdas, by their
    numbers."""

    def __init__(self, functions: list[FunctionDescription]) -> None:
        self._functions = functions
        self._types: dict[tuple[int, FunctionType], Types] = {}
        self._lambdas: dict[Place, list[int]] = {}
        for number, function in enumerate(functions):
            self._lambdas.setdefault(function["place"], []).append(number)

    def kernel(self, name: str) -> int:
        """The number of the kernel that is called so."""
        found = (each["is_kernel"] and each["name"] == name for each in self._functions)
        return next(number for number, is_it in enumerate(found) if is_it)

    def lambdas(self, place: Place) -> Sequence[int]:
        """The numbers of the instances of the lambda at a place."""
        return self._lambdas.get(place, ())

    def types(self, number: int, of: FunctionType) -> Types:
        """Returns the types in a function, or in an instance of one. The Python function `of` knows the
        vectors and structs by their names."""
        if (number, of) not in self._types:
            self._types[number, of] = Types(self._functions[number], of)
        return self._types[number, of]


class Types:
    """The types in a function, or in an instance of one. Types are given by their names. `converters` has the
    functions that convert a value to them; structs have none, because they stay the objects that they are."""

    def __init__(self, described: FunctionDescription, of: FunctionType) -> None:
        self._of = of
        self.converters: dict[str, Callable[[Value], Value]] = {}
        self.parameters = self._known(described["parameters"])
        self.variables = self._known(described["variables"])
        self.choices = self._known(described["choices"])
        self.result = self._known({"": described["result"]}).get("")
        self.calls = described["calls"]
        self.waiting = {place[:2] for place in described["waiting"]}
        self.precision = DOUBLE if described["precision"] == "double" else FLOAT

    def _known(self, names: dict[Key, str | None]) -> dict[Key, str]:
        return {key: name for key, name in names.items() if name is not None and self._learn(name)}

    def _learn(self, name: str) -> bool:
        if name not in self.converters:
            kind = type_named(name, self._of)
            if kind is None or isinstance(kind, Struct):
                return False
            self.converters[name] = partial(_converted, kind)
        return True

    def given(self, values: dict[str, Value]) -> list[Value]:
        """The arguments of a call, by the names of the parameters."""
        return [
            self.converters[self.parameters[name]](value) if name in self.parameters else value
            for name, value in values.items()
        ]

    def gives(self, value: Value) -> Value:
        """The result."""
        return value if self.result is None else when_it_runs(self.converters[self.result](value))


def _converted(kind: Declared, value: Value) -> Value:
    """The value as one of the type. A choice between arrays or structs gives one of them, and the checker
    chooses what it needs of it, such as a length."""
    if (isinstance(value, Number) and value.type == kind) or isinstance(value, (Array, StructValue, Record)):
        return value
    return as_said(value, kind)


class Lambda(Callee):
    """A lambda in the body of the function `of`, as its instances are, by their numbers."""

    def __init__(
        self,
        checked: CheckedFunctions,
        of: FunctionType,
        names: Sequence[str],
        instances: dict[int, Callable[..., Value]],
    ) -> None:
        self._checked, self._of, self._names, self._instances = checked, of, names, instances

    def instance(self, number: int) -> Callable[..., Value]:
        return partial(self._call, number)

    def _call(self, number: int, *arguments: Value, **named: Value) -> Value:
        types = self._checked.types(number, self._of)
        values = {**dict(zip(self._names, arguments)), **named}
        places = dict(zip(values, types.given(values)))
        given = [places.pop(name) for name in self._names[: len(arguments)]]
        with running_in(types.precision):
            value = self._instances[number](*given, **places)
        if type(value) is PendingCall:
            return PendingCall(self._waiting(types, value.generator))
        return types.gives(value)

    def _waiting(self, types: Types, generator: Steps) -> Steps:
        with running_in(types.precision):
            return types.gives((yield from generator))
