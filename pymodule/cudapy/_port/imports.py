"""The imports of a program and the names that they bind: what they become."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterable

from .names import ImportStatement, Names, Use, bound_by, is_numbas
from .targets import COMPILERS, OVER_ARRAYS, RANGES, instead_of, is_numbas_own, longest_target, target_of
from .text import Edit, Finding, Node, Place, Text, begin_of, dotted, end_of

Imported = tuple[str, str | None]  # a name, and the one that it is bound to where that is another
Group = tuple[str, list[Imported]]  # a module, "" for plain imports, and the names that are imported of it


class Imports:
    """The edits of imports and of names with attributes, and what is found meanwhile. `handled` are the ids
    of names that other edits take out, None where numba's functions stay as they are."""

    def __init__(self, tree: ast.Module, source: Text, names: Names, handled: set[int] | None) -> None:
        self._source, self._names = source, names
        self._handled = handled
        self._body, self._blocks = tree.body, _blocks(tree)
        self.edits: list[Edit] = []
        self.findings: list[Finding] = []
        self._kept: set[int] = set()  # the ids of names in calls of what stays numba's, and so do they
        self._for_the_cpu = {
            use.path for use in names.uses if use.path in OVER_ARRAYS and not self._is_for_gpus(use)
        }
        self._kept = _in_calls(
            tree,
            [
                names.calls[id(use.node)]
                for use in names.uses
                if id(use.node) in names.calls and self._stays(use)
            ],
        )
        self._stay = {
            names.root_of(use)
            for use in names.uses
            if names.paths[names.root_of(use)] == "numba" and self._stays(use)
        }
        self.cuda = self._name_of_cuda()
        for use in names.uses:
            self._change_use(use)
            if use.path in COMPILERS and self._handled is not None and self._stays(use):
                written = ".".join(dotted(use.node))
                self._find(
                    use.node,
                    f"`{written}` stays numba's: kernels call functions without it, so take it out by hand",
                )
        for statement in names.imports:
            self._change_import(statement)

    def _find(self, node: Node, text: str) -> None:
        self.findings.append(Finding(node.lineno, text))

    def _is_for_gpus(self, use: Use) -> bool:
        """Returns whether numba's vectorize or guvectorize is called for GPUs."""
        keywords = getattr(self._names.calls.get(id(use.node)), "keywords", ())
        return any(
            each.arg == "target" and isinstance(each.value, ast.Constant) and each.value.value == "cuda"
            for each in keywords
        )

    def _stays(self, use: Use) -> bool:
        """Returns whether what is used stays numba's."""
        if id(use.node) in self._kept:
            return True
        if use.path in COMPILERS:
            return self._handled is None or id(use.node) not in self._handled
        if use.path in RANGES:
            return self._handled is None
        if use.path in OVER_ARRAYS:
            return not self._is_for_gpus(use)
        return is_numbas_own(use.path)

    def _name_of_cuda(self) -> str:
        """Returns the name that cudapy.cuda has in what is written."""
        bound = [
            name
            for name, path in self._names.paths.items()
            if path == "numba.cuda" and name not in self._names.ambiguous
        ]
        if bound and "cuda" not in bound and all(self._binds(each, bound[0]) for each in self._names.imports):
            return bound[0]
        is_free = "cuda" not in self._names.others and "cuda" not in self._names.ambiguous
        return (
            "cuda"
            if is_free and self._names.paths.get("cuda", "numba.cuda") == "numba.cuda"
            else "cudapy.cuda"
        )

    def _binds(self, statement: ImportStatement, name: str) -> bool:
        return any(bound == name for bound, _ in bound_by(statement))

    def _change_use(self, use: Use) -> None:
        names = dotted(use.node)
        if use.path in RANGES and not self._stays(use):
            self.edits.append(Edit(begin_of(use.node), end_of(use.node), "range"))
        elif self._is_one_of_both(use):
            self.edits.append(
                Edit(begin_of(use.node), end_of(use.node), f"{self.cuda}.{use.path.rpartition('.')[2]}")
            )
        elif (
            self._names.paths[names[0]] == "numba"
            and use.path != "numba"
            and not self._stays(use)
            and use.path not in COMPILERS
        ):
            found = longest_target(use.path)
            assert found is not None  # see _stays()
            path, target = found
            part = use.node
            for _ in range(use.path.count(".") - path.count(".")):
                assert isinstance(part, ast.Attribute)
                part = part.value
            new = ".".join(each for each in (self.cuda, target.path) if each)
            self.edits.append(Edit(begin_of(part), end_of(part), new))

    def _is_one_of_both(self, use: Use) -> bool:
        """Returns whether a call for GPUs is by a name that was imported from numba for calls for the CPU,
        too."""
        return (
            use.path in self._for_the_cpu
            and not self._stays(use)
            and self._names.paths[self._names.root_of(use)] == use.path
        )

    def _change_import(self, statement: ImportStatement) -> None:
        groups = self._groups(statement)
        if groups is None:
            return
        begin, end = begin_of(statement), end_of(statement)
        old = self._source.of(statement)
        lines = [_import_text(names) if not module else _from_text(module, names) for module, names in groups]
        if not lines:
            is_needed = self._fills_its_block(statement) or self._shares_line(begin, end)
            self.edits.append(
                Edit(begin, end, "pass") if is_needed else self._source.without_line(begin, end)
            )
            return
        if changed := self._changed_module(statement, groups):
            self.edits.append(changed)
            return
        shares_line = self._shares_line(begin, end)
        comments = [] if shares_line else _comments_in(old)
        separator = "; " if shares_line else self._source.newline + self._source.before(begin)
        new = separator.join([*comments, *lines])
        if new != old:
            self.edits.append(Edit(begin, end, new))

    def _shares_line(self, begin: Place, end: Place) -> bool:
        """Returns whether other statements, or the head of a block, are in the lines of a statement."""
        return bool(self._source.before(begin).strip()) or self._source.after(end).lstrip().startswith(";")

    def _changed_module(self, statement: ImportStatement, groups: list[Group]) -> Edit | None:
        """Returns the edit of only the name of the module, where all names of a statement go into one other
        module; None elsewhere."""
        given = [(each.name, each.asname) for each in statement.names]
        if not isinstance(statement, ast.ImportFrom) or len(groups) != 1 or groups[0][1] != given:
            return None
        old, module = self._source.of(statement), statement.module or ""
        at = old.find(module)
        if at < 0 or old.endswith("*") or "\n" in old[:at] or "\r" in old[:at]:
            return None
        line, byte = begin_of(statement)
        byte += len(old[:at].encode())
        return Edit(Place(line, byte), Place(line, byte + len(module.encode())), groups[0][0])

    def _groups(self, statement: ImportStatement) -> list[Group] | None:
        """Returns what the statement is to import, in its order; None where it stays as it is."""
        unclear = [bound for bound, _ in bound_by(statement) if bound in self._names.ambiguous]
        if unclear:
            reason = self._names.ambiguous[unclear[0]]
            self._find(statement, f"`{unclear[0]}` {reason}: change this import by hand")
            return None
        if isinstance(statement, ast.Import):
            return self._groups_of_import(statement)
        if statement.names[0].name == "*":
            self._find(statement, f"`from {statement.module} import *`: name what is meant, and port again")
            return None
        groups: dict[str, list[Imported]] = {}
        for each in statement.names:
            module, name = self._imported(statement, each)
            if module:
                groups.setdefault(module, []).append(
                    (name, each.asname if name == each.name else each.asname or each.name)
                )
        bound = {name for name, _ in bound_by(statement)}
        needs_cuda = any(
            self._is_one_of_both(use) and self._names.root_of(use) in bound for use in self._names.uses
        )
        if needs_cuda and self.cuda not in bound and not self._has_cuda(statement):
            if self.cuda == "cudapy.cuda":
                return [*groups.items(), ("", [(self.cuda, None)])]
            groups.setdefault("cudapy", []).append(("cuda", None if self.cuda == "cuda" else self.cuda))
        return list(groups.items())

    def _imported(self, statement: ast.ImportFrom, each: ast.alias) -> tuple[str, str]:
        """Returns the module that a name is imported from, and its name there; an empty module for none."""
        own = statement.module or ""
        path = f"{own}.{each.name}"
        uses = [use for use in self._names.uses if self._names.root_of(use) == (each.asname or each.name)]
        if path in RANGES or path in COMPILERS:
            stays = any(map(self._stays, uses)) or (not uses and self._handled is None)
            return own if stays else "", each.name
        if path in self._for_the_cpu:
            self._find(
                statement,
                f'`{path}` makes functions for the CPU, and stays numba\'s: write target="cuda" in its calls',
            )
            return own, each.name
        target = target_of(path)
        if target is None:
            self._find(statement, f"`{path}` is not in cudapy.cuda: {instead_of(path)}")
            return own, each.name
        if any(map(self._stays, uses)):
            return own, each.name  # kernels take numba's types, too
        if target.problem:
            self._find(statement, f"`{path}`: {target.problem}")
        return target.module, target.name

    def _groups_of_import(self, statement: ast.Import) -> list[Group]:
        plain: list[Imported] = [
            (each.name, each.asname) for each in statement.names if not is_numbas(each.name)
        ]
        others: dict[str, list[Imported]] = {}
        for each in statement.names:
            if not is_numbas(each.name):
                continue
            if each.asname and each.name != "numba":
                target = target_of(each.name)
                if target is None:
                    self._find(statement, f"`{each.name}` is not in cudapy.cuda: {instead_of(each.name)}")
                    plain.append((each.name, each.asname))
                else:
                    others.setdefault(target.module, []).append(
                        (target.name, None if target.name == each.asname else each.asname)
                    )
                continue
            bound = each.asname or "numba"
            uses = [use for use in self._names.uses if self._names.root_of(use) == bound]
            if bound in self._stay or any(use.path == "numba" for use in uses):
                plain.append((each.name if each.asname or bound in self._stay else "numba", each.asname))
            if not any(
                not self._stays(use) and use.path not in (COMPILERS | RANGES | {"numba"}) for use in uses
            ):
                continue
            if self.cuda == "cudapy.cuda":
                plain.append(("cudapy.cuda", None))
            elif not self._has_cuda(statement):
                others.setdefault("cudapy", []).append(("cuda", None if self.cuda == "cuda" else self.cuda))
        return ([("", list(dict.fromkeys(plain)))] if plain else []) + list(others.items())

    def _has_cuda(self, statement: ImportStatement) -> bool:
        """Returns whether another import of the same block binds the name of cudapy.cuda, before it is
        used."""
        first = min((begin_of(use.node) for use in self._names.uses), default=begin_of(statement))
        place = begin_of(statement)
        for each in self._blocks[id(statement)]:
            if each is statement or each not in self._names.imports:
                continue
            bound = dict(bound_by(each))
            if bound.get(self.cuda) == "numba.cuda" and (begin_of(each) < place or begin_of(each) < first):
                return True
            if isinstance(each, ast.Import) and begin_of(each) < place and "numba" in bound:
                return True  # which became the import of cudapy.cuda
        return False

    def _fills_its_block(self, statement: ImportStatement) -> bool:
        """Returns whether a block would be empty without its imports of numba."""
        block = self._blocks[id(statement)]
        is_first = next(each for each in block if each in self._names.imports) is statement
        return block is not self._body and is_first and all(each in self._names.imports for each in block)


def _in_calls(tree: ast.Module, calls: Iterable[ast.Call]) -> set[int]:
    """Returns the ids of the nodes in the arguments of calls, and in what the module's names among these are
    once given."""
    given: dict[str, list[ast.expr]] = {}
    for node in tree.body:
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            given.setdefault(node.targets[0].id, []).append(node.value)
    found: set[int] = set()
    left = [each for call in calls for each in (*call.args, *(keyword.value for keyword in call.keywords))]
    while left:
        for inner in ast.walk(left.pop()):
            if id(inner) in found:
                continue
            found.add(id(inner))
            if isinstance(inner, ast.Name):
                left += given.pop(inner.id, ())
    return found


def _blocks(tree: ast.Module) -> dict[int, list[ast.stmt]]:
    """Returns the block of statements that each statement is in, by id."""
    found: dict[int, list[ast.stmt]] = {}
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                found.update((id(each), block) for each in block)
    return found


def _import_text(names: Iterable[Imported]) -> str:
    return "import " + ", ".join(name + (f" as {asname}" if asname else "") for name, asname in names)


def _from_text(module: str, names: Iterable[Imported]) -> str:
    return f"from {module} import " + ", ".join(
        name + (f" as {asname}" if asname else "") for name, asname in names
    )


def _comments_in(text: str) -> list[str]:
    """Returns the comments in the text of an import of several lines."""
    return [
        each.string
        for each in tokenize.generate_tokens(io.StringIO(text).readline)
        if each.type == tokenize.COMMENT
    ]
