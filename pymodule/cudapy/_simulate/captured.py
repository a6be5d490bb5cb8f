"""The meaning that names outside a kernel's functions had when it was compiled, for names that mean something
else now. A launch keeps what it captured, and so does a simulation."""

from __future__ import annotations

import inspect
import sys

import numpy as np

from .._compile.resolve import answer_for, value_at

_CONSTANTS = ("constant", "numpy", "tuple", "fields")


class Captured:
    """`changed` has values by the function and the path of names that it reads."""

    def __init__(self, recipe=None):
        self._changed = {}
        for (file, name, path), answer in recipe.answers.items() if recipe else ():
            function = recipe.resolver.function_of(file, name)
            now = value_at(function, path)
            if answer[0] in ("function", "lambda"):
                meant = recipe.resolver.compiled(answer)
                is_changed = inspect.unwrap(now) is not meant
            else:
                meant = _meant(answer)
                is_changed = repr(answer_for(now)) != repr(answer)
            if is_changed and meant is not None:
                self._changed[inspect.unwrap(function), path] = meant

    def meaning(self, function, name, value):
        """Returns the meaning of a function's name whose value is now `value`."""
        return self._changed.get((function, (name,)), value)

    def attributes(self, function, name):
        """Returns the meanings of attributes after a name, by their paths."""
        return {
            path[1:]: value
            for (each, path), value in self._changed.items()
            if each is function and path[0] == name and len(path) > 1
        }


def _meant(answer):
    """Returns the value that an answer of the resolver is for; nothing if it does not tell."""
    what = answer[0]
    if what in _CONSTANTS:
        return _value(answer)
    if what == "struct":
        return answer[1]
    if what == "module":
        return sys.modules.get(answer[1])
    if what == "member":
        module, _, name = answer[1].rpartition(".")
        return getattr(sys.modules.get(module), name, None)
    return None


def _value(answer):
    what, value, *more = answer
    if what == "numpy":
        return np.dtype(more[0]).type(value)
    if what == "tuple":
        return tuple(_value(each) for each in value)
    if what == "fields":
        return value(*(_value(each) for each in more[0]))
    return value
