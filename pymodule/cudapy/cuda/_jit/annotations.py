"""Annotations and comments with signatures, of which numba takes no notice: in the texts of functions they
become spaces and empty lines, so that everything else keeps its place."""

from __future__ import annotations

import ast
import re

from ..._core import deeply
from .._missing import NotThereError

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from ..._compile.source_unit import SourceUnit

    Place = tuple[int, int]  # a line, and a byte of it


def without_annotations(unit: SourceUnit) -> SourceUnit:
    """Returns a source unit, see Source.unit, whose functions have no comments that are signatures of
    CudaPy's own kernels, and no annotations of parameters, of results and of what is assigned. Raises
    NotThereError for annotations in brackets of their own or on several lines, which cannot be told from what
    is around them."""
    text = unit.text
    shift = int(text.lstrip("\n")[:1].isspace())  # a function in another one
    try:
        tree = _parsed(text, shift)
    except SyntaxError:  # which the translator tells of
        return unit
    lines = [line.encode() for line in text.split("\n")]
    spans = _spans(tree, lines, shift)
    signatures = _signatures(tree, lines, shift)
    if not spans and not signatures:
        return unit
    for line in signatures:
        lines[line] = b""
    for first, last in sorted(spans, reverse=True):  # so that the bytes before keep their places
        _blank(lines, first, last)
    made = b"\n".join(lines).decode()
    if not _is_same(tree, made, shift):
        raise NotThereError(
            f"cuda.jit: {unit.name} has annotations on several lines or in brackets, of which numba takes no "
            "notice: leave them out"
        )
    return unit.replaced(text=made)


def _parsed(text: str, shift: int) -> ast.Module:
    tree: ast.Module = deeply(lambda: ast.parse("if True:\n" + text if shift else text))
    return tree


def _signatures(tree: ast.Module, lines: list[bytes], shift: int) -> list[int]:
    """Returns the lines above functions, and among their decorators, that are comments `# name : …`."""
    found: list[int] = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef):
            continue
        header = node.lineno - 1 - shift
        first = min([header, *(each.lineno - 1 - shift for each in node.decorator_list)])
        while first > 0 and re.match(rb"\s*(#|$)", lines[first - 1]):
            first -= 1
        signature = re.compile(rb"\s*#\s*" + re.escape(node.name.encode()) + rb"\s*:")
        found += [at for at in range(first, header) if signature.match(lines[at])]
    return found


def _spans(tree: ast.Module, lines: list[bytes], shift: int) -> list[tuple[Place, Place]]:
    """Returns where annotations are: from a line and a byte of it to another one, after the end."""
    found: list[tuple[Place, Place]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.arg) and node.annotation:
            begin = (node.lineno - 1 - shift, node.col_offset + len(node.arg.encode()))
            found.append((begin, _end(node, shift)))
        elif isinstance(node, ast.FunctionDef) and node.returns:
            line = node.returns.lineno - 1 - shift
            found.append(
                ((line, lines[line].rfind(b"->", 0, node.returns.col_offset)), _end(node.returns, shift))
            )
        elif isinstance(node, ast.AnnAssign) and node.value:
            line = node.value.lineno - 1 - shift
            found.append(
                (_end(node.target, shift), (line, lines[line].rfind(b"=", 0, node.value.col_offset)))
            )
    return found


def _end(node: ast.expr | ast.arg, shift: int) -> Place:
    assert node.end_lineno is not None and node.end_col_offset is not None  # which the parser says
    return node.end_lineno - 1 - shift, node.end_col_offset


def _blank(lines: list[bytes], first: Place, last: Place) -> None:
    """Puts spaces in place of all between two places."""
    for at in range(first[0], last[0] + 1):
        begin = first[1] if at == first[0] else 0
        end = last[1] if at == last[0] else len(lines[at])
        blank = b" " * len(lines[at][begin:end].decode())
        lines[at] = lines[at][:begin] + blank + lines[at][end:]


class _Bare(ast.NodeTransformer):
    """Takes the annotations out of a tree."""

    def visit_arg(self, node: ast.arg) -> ast.arg:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        return ast.Assign([node.target], node.value, None) if node.value else node


def _is_same(tree: ast.Module, text: str, shift: int) -> bool:
    """Returns whether a text is what a tree says but for the annotations."""
    try:
        made = _parsed(text, shift)
    except SyntaxError:
        return False
    return bool(deeply(lambda: ast.dump(_Bare().visit(tree)) == ast.dump(made)))
