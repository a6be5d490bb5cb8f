"""The functions of a text that are in the dialect of numba.cuda: those under `cuda.jit` of `cudapy.cuda`."""

from __future__ import annotations

import re
from typing import NamedTuple

from .places import Definition

_IMPORTED = re.compile(r"\bcudapy\b.*\bcuda\b|\bcuda\b.*\bcudapy\b")


class NumbaFunctions(NamedTuple):
    """Their names."""

    kernels: list[str]
    helpers: list[str]


def numba_functions(text: str, definitions: list[Definition], path: str) -> NumbaFunctions:
    """Returns the functions at the top level of a text that have such a decorator."""
    found = NumbaFunctions([], [])
    names = [name for each in definitions if each.place.file == path for name in _decorators(each)]
    if not names or not _IMPORTED.search(text):
        return found
    decorators = "|".join(map(re.escape, names))
    decorated = re.compile(rf"^@({decorators})\b(.*?)^def[ \t]+(\w+)", re.DOTALL | re.MULTILINE)
    for match in decorated.finditer(text.replace("\r\n", "\n").replace("\r", "\n")):
        is_helper = re.search(r"\bdevice\s*=\s*True\b", match[2]) is not None
        (found.helpers if is_helper else found.kernels).append(match[3])
    return found


def _decorators(definition: Definition) -> list[str]:
    """Returns how a text may write `cuda.jit` by what it imports."""
    if definition.kind != "import":
        return []
    rest = {"cudapy": ".cuda.jit", "cudapy.cuda": ".jit", "cudapy.cuda.jit": ""}.get(definition.within)
    return [] if rest is None else [definition.name + rest]
