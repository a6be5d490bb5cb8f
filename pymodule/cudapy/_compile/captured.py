"""The captures of a compilation's functions: the questions that were asked about their names, and the
answers.

An instance of a generic kernel is right as long as the same questions have the same answers.
"""

from __future__ import annotations

import builtins
import struct
import types

from .. import _core
from . import names as _names
from .bindings import Constant, Function, NumpyScalar, Other
from .function_key import function_key
from .numba_objects import ours
from .resolve import MISSING, Resolver, answer_for, attribute_of, default_of, read_names, value_at
from .stand_ins import WRAPPERS

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, TypeAlias

    from .bindings import Binding
    from .resolve import Path

    Check: TypeAlias = Callable[[types.FunctionType, Path, Any], object]
    # The number of the cell, or where else the value is; the function that asks; the name with attributes;
    # and the value.
    Question: TypeAlias = tuple[int, types.FunctionType, Path, Any]

# The meaning of an object of these types never changes. For others, such as a struct's instance, we ask
# again.
_FIXED = (
    int,
    float,
    complex,
    str,
    bytes,
    bool,
    type(None),
    types.ModuleType,
    types.BuiltinFunctionType,
    types.MethodType,
    *WRAPPERS,
    _core.Type,
    _names.Predefined,
    _names.Cooperation,
    type(MISSING),
)
_ALWAYS_ASKED = object()  # is no value
_BUILTINS = vars(builtins)
# The place of the value of a question, if it is in no cell of the function.
_GLOBAL, _DEFAULT = -1, -2


class RecordingResolver(Resolver):
    """A resolver that knows afterwards what it was asked. `check(function, path, value)` is called, if it is
    given, for each name that a function has, and may raise."""

    def __init__(self, functions: Iterable[types.FunctionType], check: Check | None = None) -> None:
        super().__init__(functions)
        self._asked: list[Question] = []
        self._check = check

    def __call__(self, file: int, name: str, path: Path) -> Binding:
        if (
            not path[-1].startswith("(") and path[0] != "<array>"
        ):  # the types of a call, and methods, are no names
            self._ask(self.function_of(file, name), path)
        return super().__call__(file, name, path)

    def default(self, file: int, name: str, parameter: str) -> Binding:
        function = self.function_of(file, name)
        self._asked.append((_DEFAULT, function, (parameter,), default_of(function, parameter)))
        return super().default(file, name, parameter)

    def _ask(self, function: types.FunctionType, path: Path) -> None:
        free = function.__code__.co_freevars
        cell = free.index(path[0]) if path[0] in free else _GLOBAL
        question = (cell, function, path, value_at(function, path))
        if self._check:
            self._check(function, path, question[3])
        if not any(each[:3] == question[:3] for each in self._asked):
            self._asked.append(question)

    def captured(self, places: list[int]) -> CapturedState:
        """Returns what the functions captured. The functions at `places` are others at another launch."""
        # The name of a function that is compiled along is known without asking, and must keep its meaning.
        for function in self.functions:
            for name in sorted(read_names(function.__code__) & self._known):
                if isinstance(_unwrapped(value_at(function, (name,))), types.FunctionType):
                    self._ask(function, (name,))
        return CapturedState(self.functions, self._asked, places)


class CapturedState:
    __slots__ = ("_codes", "_functions", "_places", "_questions")

    def __init__(
        self, functions: list[types.FunctionType], questions: list[Question], places: list[int]
    ) -> None:
        self._functions = list(functions)
        self._codes = [function.__code__ for function in functions]
        self._places = places
        self._questions = []
        for cell, function, path, value in questions:
            answer = answer_for(value)
            fixed = value if _is_fixed(value, answer) else _ALWAYS_ASKED
            self._questions.append(
                (
                    cell,
                    functions.index(function),
                    path[0],
                    path[1:],
                    fixed,
                    _key(answer),
                    _place_of_meant(functions, value),
                )
            )

    def asks_nothing(self) -> bool:
        """Returns whether the functions captured nothing, so that all answers are always the same."""
        return not self._questions

    def holds(self, function_arguments: list[types.FunctionType]) -> bool:
        """Returns whether all answers are the same now, if the functions at the places are the given ones."""
        functions = self._functions
        if self._places:
            functions = functions.copy()
            for place, function in zip(self._places, function_arguments):
                functions[place] = function
        met = set()  # of the functions that are compiled along, those that an answer said
        # This is done at every launch, so the look-up is written out.
        for cell, asking, name, attributes, fixed, key, meant in self._questions:
            if cell == _GLOBAL:
                value = functions[asking].__globals__.get(name, MISSING)
                if value is MISSING:
                    value = _BUILTINS.get(name, MISSING)
            elif cell == _DEFAULT:
                value = default_of(functions[asking], name)
            else:
                try:
                    value = (functions[asking].__closure__ or ())[cell].cell_contents
                except ValueError:  # not assigned yet
                    value = MISSING
            if value is not fixed:
                value = ours(value)
            if attributes:
                value = attribute_of(value, attributes)
            if (
                meant is not None
            ):  # a function that is compiled along: its own names are asked about in their turn
                function = _unwrapped(value)
                if getattr(function, "__code__", None) is not self._codes[meant] or _signature(
                    value
                ) != _signature(fixed):
                    return False
                if function is not functions[meant]:
                    if meant in met:
                        if function_key(function) != function_key(functions[meant]):
                            return False
                        continue
                    functions = [*functions[:meant], function, *functions[meant + 1 :]]
                met.add(meant)
            elif value is not fixed and (value != fixed if key is None else _key(answer_for(value)) != key):
                return False  # methods are equal, and made anew at each look-up
        return True


def _is_fixed(value: Any, answer: Binding) -> bool:
    """Returns whether the same object always has this answer."""
    # A list stays a list, but a tuple of other things may become one of constants.
    return type(value) in _FIXED or (
        isinstance(answer, Other)
        and not isinstance(value, tuple)
        and not hasattr(type(value), "__cudapy_fields__")
    )


def _place(functions: list[types.FunctionType], wanted: Any) -> int | None:
    return next((i for i, function in enumerate(functions) if function is wanted), None)


def _place_of_meant(functions: list[types.FunctionType], value: Any) -> int | None:
    """Returns the place of the function that an answer means. A function of the same code that captured the
    same may have the place."""
    value = _unwrapped(value)
    if not isinstance(value, types.FunctionType):
        return None
    place = _place(functions, value)
    return (
        place
        if place is not None
        else next((i for i, function in enumerate(functions) if function.__code__ is value.__code__), None)
    )


def _unwrapped(value: Any) -> Any:
    if isinstance(value, WRAPPERS):
        while hasattr(value, "__wrapped__"):
            value = value.__wrapped__
    return value


def _signature(value: Any) -> Any:
    return getattr(value, "__cudapy_signature__", "")


def _key(answer: Binding) -> Any:
    """Returns the value by which answers are compared; None for a function, which is the same only as an
    object."""
    if isinstance(answer, Constant):
        return (Constant, *_number_key(answer.value))
    if isinstance(answer, NumpyScalar):
        return (NumpyScalar, answer.type, *_number_key(answer.value))
    if isinstance(answer, Function):
        return None
    parts = [
        tuple([_key(each) for each in part]) if type(part) is tuple else part for part in answer.fields()
    ]
    return (type(answer), *parts)


def _number_key(value: complex) -> tuple[type, object]:
    # 1, 1.0 and True are equal and not the same; so are 0.0 and -0.0; NaN does not equal itself.
    kind = type(value)
    if kind is float:
        return kind, struct.pack("d", value)
    if kind is complex:
        return kind, struct.pack("dd", value.real, value.imag)
    return kind, value
