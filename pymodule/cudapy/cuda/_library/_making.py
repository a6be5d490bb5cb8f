"""Device functions that are made of text, for the types of a call."""

from __future__ import annotations

import math

from ..._compile.sources import Source
from .. import types as numba_types
from .._jit.dispatcher import DeviceFunction

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from types import FunctionType
    from typing import Any

    Parameters = Sequence[tuple[str, str | None]]  # their names, and their types as signatures name them

_NAMES: dict[str, Any] = {
    name: value
    for name, value in vars(numba_types).items()
    if not name.startswith("_") and isinstance(value, numba_types.Type)
} | {"math": math}
_made: dict[str, DeviceFunction] = {}


def made(
    name: str,
    parameters: Parameters,
    result: str | None,
    *lines: str,
    names: Mapping[str, Any] | None = None,
) -> DeviceFunction:
    """Returns the device function with the body `lines`. `parameters` are pairs of names and of types as
    CudaPy's signatures name them, and so is the result, None for one that the body decides; then parameters
    may have None for types. `names` are those that the body uses besides `math` and the types."""
    if name not in _made:
        text = f"def {name}({', '.join(each for each, _ in parameters)}):\n"
        text += "".join(f"    {line}\n" for line in lines)
        namespace = {**_NAMES, **(names or {})}
        _made[name] = _defined(
            name, text, f"<cudapy.cuda: {name}>", namespace, _signature(parameters, result)
        )
    return _made[name]


def specialized(
    template: Any,
    name: str,
    parameters: Parameters,
    result: str | None,
    **names: Any,
) -> DeviceFunction:
    """Returns the device function `template`, a function of this package, by another name and with a
    signature. `names` are values that its body uses."""
    if name not in _made:
        function: FunctionType = getattr(template, "py_func", template)
        source = Source(function)
        text = source.text.replace(f"def {function.__name__}(", f"def {name}(", 1)
        text = text[text.index("def ") :]
        namespace = {**function.__globals__, **names}
        _made[name] = _defined(name, text, source.path, namespace, _signature(parameters, result))
    return _made[name]


def _signature(parameters: Parameters, result: str | None) -> str:
    return "" if result is None else f"{result} ({', '.join(str(kind) for _, kind in parameters)})"


def _defined(name: str, text: str, path: str, namespace: dict[str, Any], signature: str) -> DeviceFunction:
    exec(compile(text, path, "exec"), namespace)
    function = namespace[name]
    function.__module__ = __name__
    function.__cudapy_source__ = (1, text)
    made_function = DeviceFunction(function)
    made_function.__cudapy_signature__ = signature
    return made_function
