"""Functions that numba compiles for the CPU, which become plain ones: kernels take these."""

from __future__ import annotations

import ast

from .names import Names
from .targets import COMPILERS
from .text import Edit, Finding, Place, Text, begin_of, end_of


class CompiledFunctions:
    """The decorators and calls of numba's compilers for the CPU that are taken out. `handled` has the ids of
    the names that go with them."""

    def __init__(self, tree: ast.Module, source: Text, names: Names) -> None:
        self._source, self._names = source, names
        self.handled: set[int] = set()
        self.edits: list[Edit] = []
        self.findings: list[Finding] = []
        self._functions: dict[str, ast.FunctionDef] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                self._functions.setdefault(node.name, node)
        self._of_kernels = self._called_by_kernels()
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                self._decorated(node)
            elif isinstance(node, ast.Call):
                self._called(node)

    def _compiler(self, node: ast.expr) -> ast.expr | None:
        """Returns the name of a compiler that a decorator, or what makes one, has; None for any other."""
        name = node.func if isinstance(node, ast.Call) else node
        return name if self._names.path_of(name) in COMPILERS else None

    def _decorated(self, function: ast.FunctionDef) -> None:
        for each in function.decorator_list:
            name = self._compiler(each)
            if name is None:
                continue
            self.handled.add(id(name))
            begin = begin_of(each)
            at = Place(begin.line, len(self._source.before(begin).rpartition("@")[0].encode()))
            self.edits.append(self._source.without_line(at, end_of(each)))
            self._tell(function.lineno, function.name, each)

    def _called(self, call: ast.Call) -> None:
        """`njit(f)` and `njit(parallel=True)(f)` become `f`."""
        inner = call.func if isinstance(call.func, ast.Call) else call
        name = self._compiler(inner)
        if name is None or len(call.args) != 1 or id(name) in self.handled:
            return
        given = call.args[0]
        is_lambda = isinstance(given, ast.Lambda)
        of = "lambda" if is_lambda else given.id if isinstance(given, ast.Name) else ""
        if not is_lambda and of not in self._functions:
            return
        self.handled.add(id(name))
        self.edits.append(Edit(begin_of(call), begin_of(given), "(" if is_lambda else ""))
        self.edits.append(Edit(end_of(given), end_of(call), ")" if is_lambda else ""))
        self._tell(call.lineno, of, inner)

    def _tell(self, line: int, name: str, decorator: ast.expr) -> None:
        has_signature = isinstance(decorator, ast.Call) and any(
            not ((isinstance(each, ast.Name) and each.id in self._functions) or isinstance(each, ast.Lambda))
            for each in decorator.args
        )
        if has_signature:
            text = (
                f"`{name}` lost the signature of numba, which converted its arguments and its "
                "result: write the casts"
            )
            self.findings.append(Finding(line, text))
        elif name not in self._of_kernels and name != "lambda":
            text = (
                f"`{name}` was compiled for the CPU by numba, and is plain Python now: "
                "--keep-numba leaves it so"
            )
            self.findings.append(Finding(line, text))

    def _called_by_kernels(self) -> set[str]:
        """Returns the names of functions that kernels of the program call, also through others."""
        left = [
            node
            for node in self._functions.values()
            if any(self._is_for_gpus(each) for each in node.decorator_list)
        ]
        found = set()
        while left:
            for node in ast.walk(left.pop()):
                if isinstance(node, ast.Name) and node.id in self._functions and node.id not in found:
                    found.add(node.id)
                    left.append(self._functions[node.id])
        return found

    def _is_for_gpus(self, decorator: ast.expr) -> bool:
        name = decorator.func if isinstance(decorator, ast.Call) else decorator
        return self._names.path_of(name).startswith("numba.cuda.")
