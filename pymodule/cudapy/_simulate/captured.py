"""The meaning that names outside a kernel's functions had when it was compiled, for names that mean something
else now. A launch keeps what it captured, and so does a simulation."""

from __future__ import annotations

import inspect
import sys
from types import FunctionType
from typing import Any

import numpy as np

from .._compile import bindings
from .._compile.recorded import AnswerRecorder
from .._compile.resolve import answer_for, value_at


class CapturedValues:
    """`changed` has values by the function and the path of names that it reads."""

    def __init__(self, recipe: AnswerRecorder | None = None) -> None:
        self._changed: dict[tuple[FunctionType, tuple[str, ...]], Any] = {}
        if recipe is None:
            return
        for (file, name, path), answer in recipe.answers.items():
            function = recipe.resolver.function_of(file, name)
            now = value_at(function, path)
            if isinstance(answer, (bindings.Function, bindings.Lambda)):
                meant = recipe.resolver.compiled(answer)
                is_changed = inspect.unwrap(now) is not meant
            else:
                meant = _meant(answer)
                is_changed = repr(answer_for(now)) != repr(answer)
            if is_changed and meant is not None:
                self._changed[inspect.unwrap(function), path] = meant

    def meaning(self, function: FunctionType, name: str, value: Any) -> Any:
        """Returns the meaning of a function's name whose value is now `value`."""
        return self._changed.get((function, (name,)), value)

    def attributes(self, function: FunctionType, name: str) -> dict[tuple[str, ...], Any]:
        """Returns the meanings of attributes after a name, by their paths."""
        return {
            path[1:]: value
            for (each, path), value in self._changed.items()
            if each is function and path[0] == name and len(path) > 1
        }


def _meant(answer: Any) -> Any:
    """Returns the value that an answer of the resolver is for; nothing if it does not tell."""
    if type(answer) in bindings.CONSTANTS:
        return _value(answer)
    if isinstance(answer, bindings.Struct):
        return answer.type
    if isinstance(answer, bindings.Module):
        return sys.modules.get(answer.name)
    if isinstance(answer, bindings.Member):
        module, _, name = answer.path.rpartition(".")
        return getattr(sys.modules.get(module), name, None)
    return None


def _value(answer: Any) -> Any:
    if isinstance(answer, bindings.NumpyScalar):
        return np.dtype(answer.type).type(answer.value)
    if isinstance(answer, bindings.Tuple):
        return tuple(_value(each) for each in answer.items)
    if isinstance(answer, bindings.Aggregate):
        return answer.type(*(_value(each) for each in answer.parts))
    return answer.value
