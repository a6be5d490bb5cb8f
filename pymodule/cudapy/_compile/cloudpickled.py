"""Functions that cloudpickle sends by value, because the other process cannot import them: those of the
program itself, of notebooks, and lambdas. Their texts go along, since the other process may have no such
file, or another one by that name."""

from __future__ import annotations

import os
import sys
import types

from .function_key import names_in
from .sources import FROM_CLOUDPICKLE, Source, file_of, is_lambda, text_of

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, TypeAlias

    # A function, the path of its text, the number of its first line, and the text.
    FoundSource: TypeAlias = tuple[types.FunctionType, str, int, str]

_OF_THE_PROGRAM = ("__main__", "__mp_main__")


def at(module: str | None, name: str) -> Any:
    """Returns what a module has by a dotted name, None where there is no such thing."""
    value: Any = sys.modules.get(module or "")
    for part in name.split("."):
        value = getattr(value, part, None)
    return value


def goes_by_value(module: str | None) -> bool:
    """Whether it is cloudpickle that pickles now, and functions of the module are pickled by value."""
    cloudpickles = _cloudpickles()
    if cloudpickles is None:
        return False
    asked_for = cloudpickles.get("_PICKLE_BY_VALUE_MODULES", ())
    if module is None or module in _OF_THE_PROGRAM:
        return True
    return any(module == each or module.startswith(f"{each}.") for each in asked_for)


def is_by_value(function: types.FunctionType) -> bool:
    """Returns whether cloudpickle pickles now, and pickles the function by value."""
    if _cloudpickles() is None:
        return False
    return (
        goes_by_value(function.__module__) or at(function.__module__, function.__qualname__) is not function
    )


def _cloudpickles() -> dict[str, Any] | None:
    """The names of the cloudpickle that is pickling, None where none is: what asks an object how it is
    pickled does not say who asks. joblib and others have a cloudpickle of their own."""
    frame: types.FrameType | None = sys._getframe()
    while frame is not None:
        if "cloudpickle" in frame.f_globals.get("__name__", "").split("."):
            return frame.f_globals
        frame = frame.f_back
    return None


def sources_of(functions: Iterable[Any]) -> list[FoundSource]:
    """A list of (function, path, number of the first line, text) for those among the functions, and among the
    functions that they call, which are pickled by value."""
    found: list[FoundSource] = []
    for function in reached(functions):
        if is_lambda(function):
            found.append((function, file_of(function), 1, text_of(function)))
        else:
            source = Source(function)
            found.append((function, source.path, source.first_line, source.text))
    return found


def reached(functions: Iterable[Any]) -> list[types.FunctionType]:
    """The functions that are pickled by value among these and those that they call."""
    reached: list[types.FunctionType] = []
    left = list(functions)
    while left:
        function = left.pop()
        if (
            isinstance(function, types.FunctionType)
            and is_by_value(function)
            and not any(function is each for each in reached)
        ):
            reached.append(function)
            left += _known_to(function)
    return reached


def _known_to(function: types.FunctionType) -> Iterator[Any]:
    yield from (
        function.__globals__[name] for name in names_in(function.__code__) if name in function.__globals__
    )
    yield from function.__defaults__ or ()
    for cell in function.__closure__ or ():
        try:
            yield cell.cell_contents
        except ValueError:  # it is not assigned yet
            pass


def keep_sources(sources: Iterable[FoundSource]) -> None:
    """Gives functions that have come from another process their texts."""
    for function, path, first_line, text in sources:
        if not _is_of_a_module(function) or not os.path.exists(path):
            setattr(function, "__cudapy_source__", (first_line, text))
            if function.__code__.co_filename == FROM_CLOUDPICKLE:
                function.__code__ = function.__code__.replace(co_filename=path)


def _is_of_a_module(function: types.FunctionType) -> bool:
    return at(function.__module__, function.__qualname__) is function
