"""The names that a program binds to numba, and where it uses them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import NamedTuple, TypeGuard

from .targets import is_in_all
from .text import Text, dotted

ImportStatement = ast.Import | ast.ImportFrom
_BOUND = "is bound to something else, too"


class Use(NamedTuple):
    """A name, with attributes, that stands for something of numba: the node, and the path, such as
    "numba.cuda.jit"."""

    node: ast.expr
    path: str


class Names:
    """The names of a program that its imports of numba bind: `paths` says what each is, as in
    {"nb": "numba", "cuda": "numba.cuda", "jit": "numba.jit"}. Those that are not changed are `ambiguous`,
    which says
    why: most are bound to something else, too. `uses` are the longest names with attributes that begin with
        one."""

    def __init__(self, tree: ast.Module, source: Text) -> None:
        self.imports = [node for node in ast.walk(tree) if is_import_of_numba(node)]
        self.others = _other_bindings(tree)
        for statement in self.imports:
            self._name_all(tree, statement)
        self.paths: dict[str, str] = {}
        self.ambiguous: dict[str, str] = {}
        for statement in self.imports:
            for bound, path in bound_by(statement):
                if self.paths.setdefault(bound, path) != path:
                    self.ambiguous[bound] = _BOUND
        self.ambiguous |= dict.fromkeys(self.paths.keys() & self.others, _BOUND)
        for use in self._uses(tree):
            if not _is_there(source, use.node):
                self.ambiguous[self.root_of(use)] = (
                    "is used in an f-string, whose places this version of Python does not tell"
                )
        self.uses = self._uses(tree)
        self.calls = {id(node.func): node for node in ast.walk(tree) if isinstance(node, ast.Call)}

    def _name_all(self, tree: ast.Module, statement: ImportStatement) -> None:
        """Gives `from numba import *` the names that the program uses of all those; leaves it where there are
        none."""
        if not isinstance(statement, ast.ImportFrom) or statement.names[0].name != "*":
            return
        read = sorted(
            {
                node.id
                for node in ast.walk(tree)
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
            }
        )
        named = {
            name for each in self.imports if each is not statement for name, _ in bound_by(each)
        } | self.others
        module = statement.module or ""
        meant = [name for name in read if name not in named and is_in_all(module, name)]
        statement.names = [ast.alias(name) for name in meant] or statement.names

    def path_of(self, node: ast.AST) -> str:
        """Returns the path of numba that a name with attributes stands for; an empty text for anything
        else."""
        names = dotted(node)
        if not names or names[0] not in self.paths or names[0] in self.ambiguous:
            return ""
        return ".".join((self.paths[names[0]], *names[1:]))

    def root_of(self, use: Use) -> str:
        """Returns the name that a use begins with."""
        return dotted(use.node)[0]

    def _uses(self, tree: ast.Module) -> list[Use]:
        inner: set[int] = set()
        found = []
        for node in ast.walk(tree):
            if not isinstance(node, (ast.Attribute, ast.Name)) or id(node) in inner:
                continue
            at: ast.expr = node
            while isinstance(at, ast.Attribute):
                at = at.value
                inner.add(id(at))
            if path := self.path_of(node):
                found.append(Use(node, path))
        return found


def _is_there(source: Text, node: ast.expr) -> bool:
    """Returns whether a name with attributes is where the tree says."""
    try:
        return "".join(source.of(node).split()) == ".".join(dotted(node))
    except (IndexError, UnicodeDecodeError):
        return False


def is_numbas(path: str) -> bool:
    return path == "numba" or path.startswith("numba.")


def is_import_of_numba(node: ast.AST) -> TypeGuard[ImportStatement]:
    """Returns whether a statement imports something of numba."""
    if isinstance(node, ast.Import):
        return any(is_numbas(each.name) for each in node.names)
    return isinstance(node, ast.ImportFrom) and not node.level and is_numbas(node.module or "")


def bound_by(statement: ImportStatement) -> Iterator[tuple[str, str]]:
    """Yields the names that an import of numba binds, each with the path of what it stands for."""
    for each in statement.names:
        if isinstance(statement, ast.ImportFrom):
            yield each.asname or each.name, f"{statement.module}.{each.name}"
        elif is_numbas(each.name):
            yield (each.asname, each.name) if each.asname else ("numba", "numba")


def _other_bindings(tree: ast.Module) -> set[str]:
    """Returns the names that a program binds otherwise than by imports of numba, but for those in handlers of
    errors, which stand in for an import that failed."""
    handled = {
        id(node) for each in ast.walk(tree) if isinstance(each, ast.ExceptHandler) for node in ast.walk(each)
    }
    names = set()
    for node in ast.walk(tree):
        if id(node) in handled:
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, (ast.Store, ast.Del)):
            names.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, (ast.Import, ast.ImportFrom)) and not (
            isinstance(node, ast.ImportFrom) and is_import_of_numba(node)
        ):
            names |= {
                each.asname or each.name.partition(".")[0] for each in node.names if not is_numbas(each.name)
            }
    return names
