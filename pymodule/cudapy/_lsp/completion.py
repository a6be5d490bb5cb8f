"""What may be written at a place of a kernel, or of a signature."""

from __future__ import annotations

import re

from lsprotocol import types as lsp

from .built_ins import TYPES, BuiltIn, built_ins
from .facts import Facts
from .places import Definition
from .positions import Lines
from .scope import (
    FUNCTIONS,
    definition_of,
    fields_of,
    function_at,
    path_of_names,
    types_of,
    variables_named,
)
from .words import names_before

_SIGNATURE = re.compile(r"\s*#\s*\w+\s*:|.*\bkernel\(\s*[\"']|.*\bjit\(\s*[\"']")
_KINDS = {
    "kernel": lsp.CompletionItemKind.Function,
    "helper": lsp.CompletionItemKind.Function,
    "numba helper": lsp.CompletionItemKind.Function,
    "function": lsp.CompletionItemKind.Function,
    "struct": lsp.CompletionItemKind.Struct,
    "class": lsp.CompletionItemKind.Class,
    "value": lsp.CompletionItemKind.Constant,
    "import": lsp.CompletionItemKind.Module,
}
_KINDS_OF_BUILT_INS = {
    "function": lsp.CompletionItemKind.Function,
    "value": lsp.CompletionItemKind.Constant,
    "type": lsp.CompletionItemKind.TypeParameter,
}
_OF_ARRAYS = {"shape": "the extents", "size": "the number of elements", "ndim": "the number of dimensions"}
_AXES = ("threadIdx", "blockIdx", "blockDim", "gridDim", "gridsize")


def completions(
    facts: Facts, before: Facts | None, lines: Lines, line: int, column: int
) -> list[lsp.CompletionItem]:
    """Returns what may follow at a place. `before` is what was known of the last text without errors."""
    text = lines.text(line)
    names, _ = names_before(text, column)
    if _SIGNATURE.match(text[: column - 1]) and text[: column - 1].count("#") < 2:
        return [] if names else _types(facts)
    inside = function_at(facts, lines, line)
    if inside is None:
        return _of_module(facts, names) if _is_annotation(text, column) else []
    if column == 1 or text[: column - 1].lstrip().startswith("#"):
        return []
    if names:
        return _members(facts, before, inside, names, line, column) or _of_module(facts, names)
    return [*_variables(facts, before, inside), *_definitions(facts), *_bare()]


def _types(facts: Facts) -> list[lsp.CompletionItem]:
    """Returns the types that signatures in comments and texts have."""
    structs = dict.fromkeys(each.name for each in facts.definitions if each.kind == "struct")
    return [
        *(_item(name, lsp.CompletionItemKind.Struct, "a struct") for name in structs),
        *(_item(name, lsp.CompletionItemKind.TypeParameter, text) for name, text in TYPES.items()),
    ]


def _is_annotation(text: str, column: int) -> bool:
    """Returns whether a place is in the annotation of a field or of a parameter."""
    return re.search(r":\s*[\w.]*$|->\s*[\w.]*$", text[: column - 1]) is not None


def _of_module(facts: Facts, names: tuple[str, ...]) -> list[lsp.CompletionItem]:
    """Returns what kernels know of a module that the text imports."""
    if not names or definition_of(facts, names[0], ("import",)) is None:
        return []
    module = path_of_names(facts, names)
    return [
        _built_in(each)
        for path, each in built_ins().items()
        if path.rpartition(".")[0] == module and path == each.path
    ]


def _members(
    facts: Facts, before: Facts | None, inside: Definition, names: tuple[str, ...], line: int, column: int
) -> list[lsp.CompletionItem]:
    """Returns what a dot may lead to from a variable, a field or a coordinate."""
    kind = _type_of(facts, inside, names)
    if not kind and before is not None and (then := definition_of(before, inside.name, FUNCTIONS)):
        kind = _type_of(before, then, names)
    if fields := fields_of(facts, kind) or (fields_of(before, kind) if before else []):
        return [_item(each.name, lsp.CompletionItemKind.Field, f"of {kind}") for each in fields]
    if kind.endswith(("*", ",]")):
        return [_item(name, lsp.CompletionItemKind.Property, text) for name, text in _OF_ARRAYS.items()]
    if re.fullmatch(r"[a-z]+[234]", kind) or names[-1] in _AXES:
        count = int(kind[-1]) if kind else 3
        return [_item(name, lsp.CompletionItemKind.Field, kind or "int") for name in "xyzw"[:count]]
    return []


def _type_of(facts: Facts, inside: Definition, names: tuple[str, ...]) -> str:
    variables = variables_named(types_of(facts, inside), names[0])
    kind = variables[0].type if variables else ""
    return kind if len(names) == 1 else ""


def _variables(facts: Facts, before: Facts | None, inside: Definition) -> list[lsp.CompletionItem]:
    """Returns the function's variables, with those that it had before the text was broken."""
    found: dict[str, str] = {}
    for known in filter(None, (before, facts)):
        then = inside if known is facts else definition_of(known, inside.name, FUNCTIONS)
        for function in types_of(known, then) if then else []:
            found.update((each.name, each.type) for each in function.variables)
    return [_item(name, lsp.CompletionItemKind.Variable, kind) for name, kind in found.items()]


def _definitions(facts: Facts) -> list[lsp.CompletionItem]:
    """Returns the names of the module."""
    own = [each for each in facts.definitions if each.place.file == facts.path and each.kind in _KINDS]
    return [_item(each.name, _KINDS[each.kind], each.within or each.kind) for each in own]


def _bare() -> list[lsp.CompletionItem]:
    """Returns what kernels know without an import: names of Python's own and of `cudapy`."""
    return [
        _built_in(each)
        for each in built_ins().values()
        if each.path.rpartition(".")[0] in ("", "cudapy") and each.kind != "type"
    ]


def _built_in(each: BuiltIn) -> lsp.CompletionItem:
    item = _item(each.name, _KINDS_OF_BUILT_INS[each.kind], each.shown)
    item.documentation = lsp.MarkupContent(lsp.MarkupKind.Markdown, each.text)
    return item


def _item(name: str, kind: lsp.CompletionItemKind, detail: str) -> lsp.CompletionItem:
    return lsp.CompletionItem(name, kind=kind, detail=detail)
