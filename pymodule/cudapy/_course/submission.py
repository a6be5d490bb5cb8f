"""Making functions that can be compiled from the text of an answer, without running any of it.

What a student hands in is text. Its functions are taken out of the syntax tree; what is at the top level
is not executed, nor are decorators, default values, annotations or classes. Names that a kernel may use are
bound here: those of CudaPy, of `math` and of NumPy where the text imports them, and constants that are
arithmetic on numbers.
"""

from __future__ import annotations
import __future__

import ast
import builtins
import linecache
import math
import operator
import sys
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

MOST_BYTES = 256 * 1024
_MODULES: dict[str, Any] = {"cudapy": sys.modules["cudapy"], "math": math, "numpy": np}
_CASTS = (
    "bool_", "float16", "float32", "float64",
    "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
)  # fmt: skip


class Unreadable(Exception):
    """The text is no Python, or lacks something that the exercise asks for. It has the line; 0 if there is
    none."""

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


class AnotherSignature(Unreadable):
    """The kernel of the exercise is not there, or takes something else."""


@dataclass(frozen=True)
class Submission:
    """The text of an answer, and what is in it."""

    path: str
    """The name in messages; no file needs to be there."""
    text: str
    tree: ast.Module
    scope: Mapping[str, Any]
    """The functions, imported names and constants."""

    @property
    def functions(self) -> dict[str, types.FunctionType]:
        return {
            name: each
            for name, each in self.scope.items()
            if isinstance(each, types.FunctionType) and each.__module__ == _MODULE
        }

    def calls(self, kernel: str, name: str) -> list[ast.Call]:
        """The calls of a function, such as "syncthreads", in the kernel and in the other functions."""
        found = [node for node in ast.walk(self.tree) if isinstance(node, ast.Call) and _called(node) == name]
        return sorted(found, key=lambda node: (node.lineno, node.col_offset))


_MODULE = "answer"


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def read(text: str, path: str, provided: Mapping[str, Any] | None = None) -> Submission:
    """Reads an answer.

    Raises Unreadable.
    """
    provided = provided or {}
    if len(text.encode("utf-8", "surrogatepass")) > MOST_BYTES:
        raise Unreadable(f"the file has more than {MOST_BYTES // 1024} KiB, which no answer needs")
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        raise Unreadable(f"this is not Python: {error.msg}", error.lineno or 0) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise Unreadable(f"this is not Python: {error or type(error).__name__}") from None
    linecache.cache[path] = (len(text), None, text.splitlines(True), path)
    scope: dict[str, Any] = {"__name__": _MODULE, "__builtins__": builtins.__dict__}
    for statement in tree.body:
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            _import(statement, scope)
        elif (
            isinstance(statement, ast.Assign)
            and len(statement.targets) == 1
            and isinstance(statement.targets[0], ast.Name)
        ):
            _constant(statement.targets[0].id, statement.value, scope)
        elif (
            isinstance(statement, ast.AnnAssign)
            and isinstance(statement.target, ast.Name)
            and statement.value
        ):
            _constant(statement.target.id, statement.value, scope)
        elif isinstance(statement, ast.FunctionDef):
            scope[statement.name] = _function(statement, path, scope)
    scope.update(provided)
    return Submission(path, text, tree, scope)


def _import(statement: ast.Import | ast.ImportFrom, scope: dict[str, Any]) -> None:
    """Binds what comes from the modules that kernels know, and nothing else."""
    if isinstance(statement, ast.Import):
        for each in statement.names:
            if each.name in _MODULES:
                scope[each.asname or each.name] = _MODULES[each.name]
        return
    module = _MODULES.get(statement.module or "") if not statement.level else None
    if module is None:
        return
    for each in statement.names:
        if each.name == "*":
            scope.update(
                {
                    name: getattr(module, name)
                    for name in getattr(module, "__all__", dir(module))
                    if not name.startswith("_")
                }
            )
        elif not each.name.startswith("_") and hasattr(module, each.name):
            scope[each.asname or each.name] = getattr(module, each.name)


def _constant(name: str, value: ast.expr, scope: dict[str, Any]) -> None:
    try:
        scope[name] = _value(value, scope)
    except (_NotConstant, ArithmeticError, ValueError, TypeError):
        scope.pop(name, None)  # the translator says that it does not know the name


class _NotConstant(Exception):
    pass


_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
}  # fmt: skip
_SHIFTS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Pow: operator.pow,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
}
_UNARY: dict[type[ast.unaryop], Callable[[Any], Any]] = {
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
}


def _value(node: ast.expr, scope: Mapping[str, Any]) -> Any:
    """Returns the value of an expression of numbers: a number, or a tuple of numbers."""
    if isinstance(node, ast.Constant) and isinstance(node.value, (bool, int, float)):
        return node.value
    if isinstance(node, ast.Tuple):
        return tuple(_value(each, scope) for each in node.elts)
    if isinstance(node, ast.Name) and isinstance(scope.get(node.id), (bool, int, float, np.generic)):
        return scope[node.id]
    if isinstance(node, ast.UnaryOp) and type(node.op) in _UNARY:
        return _UNARY[type(node.op)](_number(node.operand, scope))
    if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
        return _small(_BINARY[type(node.op)](_number(node.left, scope), _number(node.right, scope)))
    if isinstance(node, ast.BinOp) and type(node.op) in _SHIFTS:
        left, right = _number(node.left, scope), _number(node.right, scope)
        if not -64 <= right <= 64:
            raise _NotConstant
        return _small(_SHIFTS[type(node.op)](left, right))
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        if scope.get(node.value.id) is math and node.attr in ("pi", "e", "tau", "inf", "nan"):
            return getattr(math, node.attr)
    if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords:
        return _cast(node.func, scope)(_number(node.args[0], scope))
    raise _NotConstant


def _number(node: ast.expr, scope: Mapping[str, Any]) -> Any:
    value = _value(node, scope)
    if isinstance(value, tuple):
        raise _NotConstant
    return value


def _small(value: Any) -> Any:
    if isinstance(value, int) and value.bit_length() > 64:
        raise _NotConstant
    return value


def _cast(node: ast.expr, scope: Mapping[str, Any]) -> Callable[[Any], Any]:
    """The scalar type of NumPy's that is called, or int or float."""
    if (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and scope.get(node.value.id) is np
    ):
        if node.attr in _CASTS:
            found: Callable[[Any], Any] = getattr(np, node.attr)
            return found
    if isinstance(node, ast.Name):
        for name in _CASTS:
            if scope.get(node.id) is getattr(np, name):
                return getattr(np, name)  # type: ignore[no-any-return]
        if node.id in ("int", "float") and node.id not in scope:
            return int if node.id == "int" else float
    raise _NotConstant


def _function(definition: ast.FunctionDef, path: str, scope: dict[str, Any]) -> types.FunctionType:
    """The function that a def makes, without its decorators. A default is a constant, or missing."""
    try:
        # The code of the module, which would call decorators and evaluate defaults, is thrown away.
        module = ast.Module([definition], [])
        code = compile(module, path, "exec", __future__.annotations.compiler_flag, dont_inherit=True)
    except SyntaxError as error:
        raise Unreadable(f"this is not Python: {error.msg}", error.lineno or definition.lineno) from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise Unreadable(f"this is not Python: {error or type(error).__name__}", definition.lineno) from None
    codes = [
        each
        for each in code.co_consts
        if isinstance(each, types.CodeType) and each.co_name == definition.name
    ]
    function = types.FunctionType(codes[-1], scope, definition.name)
    try:
        function.__defaults__ = tuple(_value(each, scope) for each in definition.args.defaults) or None
    except (_NotConstant, ArithmeticError, ValueError, TypeError):
        raise Unreadable("a default value must be a number", definition.lineno) from None
    return function


def literal(submission: Submission, name: str) -> Any:
    """The value of a dict or list of literals that the text assigns to a name.

    Raises Unreadable.
    """
    for statement in submission.tree.body:
        if isinstance(statement, ast.Assign) and any(
            isinstance(each, ast.Name) and each.id == name for each in statement.targets
        ):
            try:
                return ast.literal_eval(statement.value)
            except (ValueError, TypeError, RecursionError, MemoryError):
                raise Unreadable(f"write plain numbers into `{name}`", statement.lineno) from None
    raise Unreadable(f"there is no `{name} = …` in it")
