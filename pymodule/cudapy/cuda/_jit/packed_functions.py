"""Functions that no other process can import, as what pickle can take: their code and what they know. numba
pickles the functions of its kernels so. Their sources go along, see _compile.cloudpickled."""

from __future__ import annotations

import importlib
import marshal
import sys
import types

from ..._compile.cloudpickled import at
from ..._compile.function_key import names_in
from ..._compile.sources import Source, is_lambda, text_of
from .sources_without_files import recall

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Packed:
    """A function, or a module, in its pickled form."""

    def __init__(self, make: Callable[..., Any], *given: Any) -> None:
        self.make, self.given = make, given

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return self.make, self.given


def is_local(function: object) -> bool:
    """Returns whether another process cannot import the function by its name."""
    if not isinstance(function, types.FunctionType):
        return False
    found = at(function.__module__, function.__qualname__)
    return found is not function and getattr(found, "__wrapped__", None) is not function


def packed(function: types.FunctionType, around: tuple[types.FunctionType, ...] = ()) -> Packed:
    """Returns a local function in its pickled form. `around` are the functions that it is a part of."""
    around = (*around, function)
    known = {
        name: _value(function.__globals__[name], around)
        for name in names_in(function.__code__)
        if name in function.__globals__
    }
    cells = [_value(cell.cell_contents, around) for cell in function.__closure__ or ()]
    facts = (function.__name__, function.__qualname__, function.__module__, function.__doc__)
    defaults = (function.__defaults__, function.__kwdefaults__)
    code = marshal.dumps(function.__code__)
    return Packed(_function, sys.version_info[:2], code, facts, defaults, known, cells, _source_of(function))


def _source_of(function: types.FunctionType) -> tuple[int, str]:
    """Returns the number of the first line, and the text from there on, in which the function is."""
    recall(function)
    carried: tuple[int, str] | None = function.__dict__.get("__cudapy_source__")
    if carried:
        return carried
    if is_lambda(function):
        return 1, text_of(function)
    source = Source(function)
    return source.first_line, source.text


def _value(value: Any, around: tuple[types.FunctionType, ...]) -> Any:
    if isinstance(value, types.ModuleType):
        return Packed(importlib.import_module, value.__name__)
    if any(value is each or getattr(value, "__wrapped__", None) is each for each in around):
        raise TypeError(
            f"{around[-1].__name__} cannot be pickled: it is defined in a function, and calls itself: "
            "define it in a module"
        )
    return packed(value, around) if is_local(value) else value


def _function(
    version: tuple[int, int],
    code: bytes,
    facts: tuple[str, str, str, str | None],
    defaults: tuple[Any, Any],
    known: dict[str, Any],
    cells: list[Any],
    source: tuple[int, str],
) -> types.FunctionType:
    """Returns the function of a pickled form."""
    name, qualified, module, text = facts
    if version != sys.version_info[:2]:
        raise TypeError(
            f"{name} was pickled by Python {version[0]}.{version[1]}, whose code this one cannot run"
        )
    names = {**known, "__name__": module, "__builtins__": __builtins__}
    closure = tuple(map(types.CellType, cells))
    made = types.FunctionType(marshal.loads(code), names, name, defaults[0], closure)
    made.__kwdefaults__ = defaults[1]
    made.__qualname__, made.__module__, made.__doc__ = qualified, module, text
    made.__dict__["__cudapy_source__"] = source
    return made
