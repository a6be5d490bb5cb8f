"""cp.elementwise(): a function over arrays of a text, as CuPy's ElementwiseKernel has it, whose operation is
Python."""

from __future__ import annotations

import cmath
import itertools
import linecache
import math
import textwrap
from typing import Any

from .numbers import ALIASES, TYPES, tuple_of
from .vectorized import Vectorized

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Callable

_numbers = itertools.count(1)


def elementwise(
    in_params: str, out_params: str, operation: str, name: str, options: dict[str, Any]
) -> Vectorized:
    """Returns what vectorize() makes of the function whose parameters, results and body are these."""
    inputs, outputs = _parameters("in_params", in_params), _parameters("out_params", out_params)
    if not isinstance(operation, str) or not operation.strip():
        raise TypeError(f'elementwise: operation must be Python, such as "z = x * y", got {operation!r}')
    if not isinstance(name, str) or not name.isidentifier():
        raise TypeError(f"elementwise: name must be a name of Python's, got {name!r}")
    variables = {kind for kind, _ in inputs if kind not in TYPES}
    for kind, each in outputs:
        if kind not in TYPES and kind not in variables:
            raise TypeError(
                f"elementwise: nothing says what {kind} is, the type of {each}: give one of in_params that "
                "type"
            )
    both = [each for _, each in inputs if each in {other for _, other in outputs}]
    if both:
        raise TypeError(
            f"elementwise: {both[0]} is in in_params and in out_params: give the result a new name"
        )
    return Vectorized(_function(name, inputs, outputs, operation), None, options)


def _parameters(who: str, text: str) -> list[tuple[str, str]]:
    """The types and the names in a text such as "float32 x, T y"."""
    if not isinstance(text, str) or not text.strip():
        raise TypeError(f'elementwise: {who} must be types and names, such as "float32 x, T y", got {text!r}')
    found = []
    for each in text.split(","):
        words = each.split()
        if words[:1] == ["raw"]:
            raise TypeError(
                f"elementwise: {who} has {each.strip()!r}, and a function over arrays sees one element of "
                "each: write a kernel"
            )
        kind = ALIASES.get(words[0], words[0]) if words else ""
        if len(words) != 2 or not words[1].isidentifier() or not (kind in TYPES or _is_variable(kind)):
            raise TypeError(
                f"elementwise: {each.strip()!r} in {who} is no type and a name: write one such as float32 x"
            )
        found.append((kind, words[1]))
    return found


def _is_variable(kind: str) -> bool:
    return kind.isidentifier() and kind[0].isupper()


def _function(
    name: str, inputs: list[tuple[str, str]], outputs: list[tuple[str, str]], operation: str
) -> Callable[..., Any]:
    result = outputs[0][0] if len(outputs) == 1 else tuple_of(kind for kind, _ in outputs)
    text = (
        f"# {name} : {result} ({', '.join(f'{kind} {each}' for kind, each in inputs)})\n"
        f"def {name}({', '.join(each for _, each in inputs)}):\n"
        f"{textwrap.indent(textwrap.dedent(operation).strip(), '    ')}\n"
        f"    return {', '.join(each for _, each in outputs)}\n"
    )
    path = f"<cp.elementwise {next(_numbers)}>"
    # Functions of math are known by their own names, as in CUDA C++.
    known = {**vars(cmath), **vars(math)}
    scope: dict[str, Any] = {each: value for each, value in known.items() if each[0] != "_"}
    scope |= {"math": math, "cmath": cmath, "__name__": __name__}
    exec(compile(text, path, "exec"), scope)
    linecache.cache[path] = (len(text), None, text.splitlines(True), path)
    made: Callable[..., Any] = scope[name]
    return made
