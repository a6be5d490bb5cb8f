"""What kernels know without a definition: functions, coordinates and types, with their documentation."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

from .. import _core

TYPES = {
    "void": "no value",
    "bool": "true or false",
    "int8": "an integer of 8 bits",
    "int16": "an integer of 16 bits",
    "int": "an integer of 32 bits",
    "int64": "an integer of 64 bits",
    "uint8": "an integer of 8 bits without a sign",
    "uint16": "an integer of 16 bits without a sign",
    "uint32": "an integer of 32 bits without a sign",
    "uint64": "an integer of 64 bits without a sign",
    "half": "a float of 16 bits",
    "bfloat16": "a float of 16 bits with the range of a `float`",
    "float": "a float of 32 bits",
    "double": "a float of 64 bits",
    "complex64": "a complex number of two `float`",
    "complex128": "a complex number of two `double`",
}
"""The types of signatures in comments and texts."""

PRECISION = """

`R` is the precision of the call: `double` if an argument is a `double` or an `int64`, else `float`."""
_NUMPY_NAMES = {"int32": "int", "float32": "float", "float64": "double", "float16": "half", "bool_": "bool"}


@dataclass(frozen=True)
class BuiltIn:
    """Something that kernels know, as an editor shows it."""

    path: str
    """Its module and its name, `math.sqrt`; only the name of what is Python's own."""
    shown: str
    """Its declaration."""
    text: str
    """Its documentation in Markdown."""
    kind: Literal["function", "value", "type"] = "function"

    @property
    def name(self) -> str:
        return self.path.rpartition(".")[2]


@cache
def built_ins() -> dict[str, BuiltIn]:
    """Returns all of them by path, those of `cudapy` and those with two names also by the other."""
    found: dict[str, BuiltIn] = {}
    for module, name, signature, text, others in _core.builtin_functions():
        path = f"{module}.{name}" if module else name
        text = _with_full_stop(text) + (PRECISION if re.search(r"\bR\b", signature) else "")
        for each in (path, *others):
            found.setdefault(each, BuiltIn(each, _declaration(each, signature), text))
    for built_in in _documented():
        found[built_in.path] = built_in
    for name, text in TYPES.items():
        spelled = next((each for each, meant in _NUMPY_NAMES.items() if meant == name), name)
        path = f"cudapy.{spelled}"
        found[path] = BuiltIn(path, path, f"The type `{name}`: {text}.", "type")
    return found


def built_in(path: str) -> BuiltIn | None:
    """Returns what a path means in a kernel. The names of `cudapy` are known bare, too."""
    known = built_ins()
    return known.get(path) or (known.get(f"cudapy.{path}") if "." not in path else None)


def _declaration(path: str, signature: str) -> str:
    """Returns `R math.sqrt(R)` for the signature `R (R)`."""
    form = re.fullmatch(r"([^()]*[^() ]) \(([^()]*)\)", signature)
    if form:
        return f"{form[1]} {path}({form[2]})"
    return path if signature == "as in Python" else f"{path}: {signature}"


def _documented() -> list[BuiltIn]:
    """Returns the names for kernels that the stub of the package documents."""
    stub = Path(__file__).parent.parent / "__init__.pyi"
    body = ast.parse(stub.read_text(encoding="utf-8")).body
    known = {name for module, name, *_ in _core.builtin_functions() if module == "cudapy"}
    found = []
    for node, after in zip(body, [*body[1:], None]):
        if isinstance(node, ast.FunctionDef) and node.name in known:
            shown = f"cudapy.{node.name}({_parameters(node)})"
            found.append(BuiltIn(f"cudapy.{node.name}", shown, _markdown(ast.get_docstring(node) or "")))
        elif isinstance(node, ast.ClassDef) and node.name in known:
            shown = f"cudapy.{node.name}"
            found.append(BuiltIn(f"cudapy.{node.name}", shown, _markdown(ast.get_docstring(node) or "")))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            is_documented = isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)
            kind = ast.unparse(node.annotation)
            if is_documented and kind in ("int", "_Axes"):
                name = node.target.id
                shown = f"cudapy.{name}: {'int' if kind == 'int' else 'x, y, z'}"
                text = _markdown(_text_of(after))
                found.append(BuiltIn(f"cudapy.{name}", shown, text, "value"))
    return found


def _text_of(statement: ast.stmt | None) -> str:
    assert isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    return str(statement.value.value)


def _parameters(function: ast.FunctionDef) -> str:
    """Returns the names of the parameters, those with a default in brackets."""
    arguments = [*function.args.posonlyargs, *function.args.args]
    first_default = len(arguments) - len(function.args.defaults)
    return ", ".join(
        each.arg if number < first_default else f"[{each.arg}]" for number, each in enumerate(arguments)
    )


def _markdown(docstring: str) -> str:
    """Returns a docstring whose examples are blocks of code."""
    lines: list[str] = []
    is_code = False
    for line in docstring.strip().split("\n"):
        begins = line.startswith(">>>") and not is_code
        if begins:
            lines.append("```python")
            is_code = True
        lines.append(line)
    return "\n".join([*lines, "```"] if is_code else lines)


def _with_full_stop(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
