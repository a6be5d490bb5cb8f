"""Finds the names of a program that cudapy.cuda does not cover."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..cuda._jit.options import check_options
from ..cuda._missing import NotThereError
from .names import Names, Use
from .targets import COMPILERS, OVER_ARRAYS, RANGES, instead_of, is_numbas_own, target_of
from .text import Finding

_IMPORTERS = frozenset(("import_module", "__import__", "find_spec", "importorskip"))
_SETTINGS = {
    "NUMBA_ENABLE_CUDASIM": "CUDAPY_TARGET=cpu runs kernels on the CPU, compiled",
    "NUMBA_CUDA_DEBUGINFO": "CUDAPY_CHECKED=1 looks at every index",
}


def leftovers(tree: ast.Module, names: Names) -> Iterator[Finding]:
    """Yields what is left."""
    for use in names.uses:
        if text := _of_use(names, use):
            yield Finding(use.node.lineno, text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _of_call(names, node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in _SETTINGS:
            yield Finding(node.lineno, f'"{node.value}" changes nothing here: {_SETTINGS[node.value]}')


def _of_use(names: Names, use: Use) -> str:
    """Returns what is said of the use of a name; an empty text for nothing."""
    root = names.paths[names.root_of(use)]
    if use.path in COMPILERS or use.path in RANGES or use.path in OVER_ARRAYS:
        return ""
    if use.path == "numba":
        return f"`{names.root_of(use)}` is used as a value: write what of it is meant"
    target = target_of(use.path)
    if target is None and not is_numbas_own(use.path):
        return "" if use.path == "numba.cuda" else f"`{use.path}` is not in cudapy.cuda"
    if target is None:
        is_said = root != "numba" and target_of(root) is None  # at its import
        return "" if is_said else f"`{use.path}` is numba's own: {instead_of(use.path)}"
    return f"`{use.path}`: {target.problem}" if target.problem and root in ("numba", "numba.cuda") else ""


def _of_call(names: Names, call: ast.Call) -> Iterator[Finding]:
    path = names.path_of(call.func)
    if path == "numba.cuda.jit":
        for each in call.keywords:
            value = each.value.value if isinstance(each.value, ast.Constant) else True
            if each.arg and each.arg not in ("device", "fastmath", "launch_bounds", "extensions", "debug"):
                try:
                    check_options({each.arg: value})
                except (NotThereError, NotImplementedError, TypeError, ValueError) as error:
                    yield Finding(call.lineno, str(error))
                except Exception as error:  # numba's own, for options that are gone
                    yield Finding(call.lineno, str(error))
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    given = call.args[0].value if call.args and isinstance(call.args[0], ast.Constant) else ""
    if name in _IMPORTERS and isinstance(given, str) and (given == "numba" or given.startswith("numba.")):
        yield Finding(
            call.lineno,
            f'"{given}" is imported by a text: write the module of cudapy there, "cudapy.cuda" for '
            '"numba.cuda"',
        )
