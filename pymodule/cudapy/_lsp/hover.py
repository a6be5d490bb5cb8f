"""What an editor shows at a place of a kernel: types, documentation, and the pages of diagnostics."""

from __future__ import annotations

import re

from lsprotocol import types as lsp

from .. import _core
from .built_ins import built_in
from .facts import Facts, Function
from .places import Definition
from .positions import Lines
from .scope import (
    FUNCTIONS,
    definition_of,
    definition_of_names,
    fields_of,
    function_at,
    path_of_names,
    type_at_end,
    types_of,
    variables_named,
)
from .words import Chain, chain_at

_ASSUMED = "This kernel takes any types. These are the types for arrays of `double`."


def hover(facts: Facts, before: Facts | None, lines: Lines, position: lsp.Position) -> lsp.Hover | None:
    """Returns what is shown at a place. `before` is what was known of the last text without errors."""
    line, column = lines.place(position)
    parts, at = _of_code(facts, before, lines, line, column)
    pages = [_page(each["code"]) for each in facts.diagnostics if _is_at(each, line, column)]
    code = re.search(r"\b[EW]\d{3}\b", _word(lines.text(line), column))
    if code and "#" in lines.text(line):
        pages.append(_page(code.group()))
    parts += dict.fromkeys(filter(None, pages))
    if not parts:
        return None
    return lsp.Hover(lsp.MarkupContent(lsp.MarkupKind.Markdown, "\n\n---\n\n".join(parts)), at)


def _of_code(
    facts: Facts, before: Facts | None, lines: Lines, line: int, column: int
) -> tuple[list[str], lsp.Range | None]:
    inside = function_at(facts, lines, line)
    if inside is None:
        return [], None
    functions = types_of(facts, inside)
    code = _code(lines.text(line))
    if chain := chain_at(code, column, is_end_in=False):
        return _at_name(facts, before, lines, inside, functions, chain, line)
    around = [
        each
        for function in functions
        for each in function.expressions
        if each.place.holds(line, column) and each.place.line == each.place.end_line
    ]
    around = [each for each in around if column < each.place.end_column] or around
    if not around:
        last = chain_at(code, column)
        return _at_name(facts, before, lines, inside, functions, last, line) if last else ([], None)
    innermost = min(around, key=lambda each: each.place.end_column - each.place.column)
    place = innermost.place
    source = lines.text(line)[place.column - 1 : place.end_column - 1]
    same = [each.type for each in around if each.place == place]
    at = lines.range(line, place.column, line, place.end_column)
    return [_typed(source, same, functions)], at


def _at_name(
    facts: Facts,
    before: Facts | None,
    lines: Lines,
    inside: Definition,
    functions: list[Function],
    chain: Chain,
    line: int,
) -> tuple[list[str], lsp.Range | None]:
    text = _of_names(facts, before, lines, inside, functions, chain, line)
    return ([text], lines.range(line, chain.begin, line, chain.end)) if text else ([], None)


def _of_names(
    facts: Facts,
    before: Facts | None,
    lines: Lines,
    inside: Definition,
    functions: list[Function],
    chain: Chain,
    line: int,
) -> str:
    names = chain.names
    if len(names) > 1 and (kind := type_at_end(functions, line, chain.end)):
        return _typed(chain.text, [kind], functions)
    if len(names) == 1:
        types = [each.type for each in variables_named(functions, names[0])]
        if not types and before is not None and (then := _named(before, inside.name)):
            types = [each.type for each in variables_named(types_of(before, then), names[0])]
        if types:
            return _typed(chain.text, types, functions)
    defined = definition_of_names(facts, names)
    if defined is not None and (text := _definition(facts, lines, defined)):
        return text
    known = built_in(path_of_names(facts, names))
    return f"```python\n{known.shown}\n```\n\n{known.text}" if known else ""


def _definition(facts: Facts, lines: Lines, defined: Definition) -> str:
    if defined.kind in (*FUNCTIONS, "function"):
        declared = [_declared(each) for each in types_of(facts, defined) if each.result]
        return _code_block(list(dict.fromkeys(declared))) if declared else ""
    if defined.kind == "struct":
        fields = [each.name for each in fields_of(facts, defined.name)]
        return _code_block([f"struct {defined.name}: {', '.join(fields)}"])
    if defined.kind == "value" and defined.place.file == facts.path:
        return _code_block([lines.text(defined.place.line).strip()])
    return ""


def _declared(function: Function) -> str:
    parameters = ", ".join(f"{each.type} {each.name}" for each in function.variables[: function.parameters])
    return f"{function.result} {function.name}({parameters})"


def _typed(name: str, types: list[str], functions: list[Function]) -> str:
    text = _code_block([f"{name}: {' or '.join(dict.fromkeys(types))}"])
    return f"{text}\n\n{_ASSUMED}" if all(each.is_assumed for each in functions) and functions else text


def _code_block(lines: list[str]) -> str:
    return "\n".join(["```python", *lines, "```"])


def _named(facts: Facts, name: str) -> Definition | None:
    return definition_of(facts, name, FUNCTIONS)


def _page(code: str) -> str:
    """Returns the page of a code in Markdown, "" for one that does not exist."""
    try:
        title, _, text = _core.explain_diagnostics([code]).partition("\n")
    except ValueError:
        return ""
    return f"**{title}**\n{text}".strip()


def _is_at(diagnostic: dict[str, int], line: int, column: int) -> bool:
    begin = diagnostic["line"], diagnostic["column"]
    return begin <= (line, column) <= (diagnostic["end_line"], diagnostic["end_column"])


def _code(line: str) -> str:
    """Returns a line without a comment that is all of it."""
    return "" if line.lstrip().startswith("#") else line


def _word(line: str, column: int) -> str:
    chain = chain_at(line, column)
    return chain.names[-1] if chain else ""
