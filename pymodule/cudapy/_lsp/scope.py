"""The function that a line is in, and what the names in it are."""

from __future__ import annotations

from .facts import Facts, Function
from .places import Definition, Typed
from .positions import Lines

FUNCTIONS = ("kernel", "helper", "numba kernel", "numba helper")


def function_at(facts: Facts, lines: Lines, line: int) -> Definition | None:
    """Returns the kernel or the helper that a line is in: its header, its statements, and lines after these
    that are indented."""
    inside = [
        each
        for each in facts.definitions
        if each.kind in FUNCTIONS and each.place.file == facts.path and each.place.line <= line
    ]
    if not inside:
        return None
    found = max(inside, key=lambda each: each.place.line)
    first = max(found.last_line, found.place.line) + 1
    indent = _indent(lines.text(found.place.line))
    for number in range(first, line + 1):
        text = lines.text(number)
        if text.strip() and _indent(text) <= indent:
            return None
    return found


def types_of(facts: Facts, definition: Definition) -> list[Function]:
    """Returns the types in a function, those of each instance of a generic one."""
    return [
        each
        for each in facts.functions
        if each.place.file == definition.place.file and each.place.line == definition.place.line
    ]


def definition_of(facts: Facts, name: str, kinds: tuple[str, ...] = ()) -> Definition | None:
    """Returns the definition of a name in the text itself."""
    for each in facts.definitions:
        is_meant = each.kind in kinds if kinds else each.kind != "field"
        if each.name == name and each.place.file == facts.path and is_meant:
            return each
    return None


def imported(facts: Facts, path: str) -> Definition | None:
    """Returns the definition that a path such as `helpers.axpy` leads to in another file that was read."""
    module, _, name = path.lstrip(".").rpartition(".")
    ends = (f"/{module.replace('.', '/')}.py", f"/{module.replace('.', '/')}/__init__.py")
    for each in facts.definitions:
        is_there = each.place.file != facts.path and f"/{each.place.file}".endswith(ends)
        if module and is_there and each.name == name and each.kind not in ("field", "import"):
            return each
    return None


def path_of_names(facts: Facts, names: tuple[str, ...]) -> str:
    """Returns what names mean outside of functions, as a path: `math.sqrt` for `m.sqrt` after
    `import math as m`."""
    first = definition_of(facts, names[0], ("import",))
    return ".".join((first.within if first else names[0], *names[1:]))


def definition_of_names(facts: Facts, names: tuple[str, ...]) -> Definition | None:
    """Returns the definition of what names mean outside of functions, rather than the import of it."""
    own = definition_of(facts, names[0]) if len(names) == 1 else None
    if own is not None and own.kind != "import":
        return own
    return imported(facts, path_of_names(facts, names)) or own


def variables_named(functions: list[Function], name: str) -> list[Typed]:
    """Returns the variable of that name, once for each of the functions that has it."""
    return [each for function in functions for each in function.variables if each.name == name]


def fields_of(facts: Facts, type_name: str) -> list[Definition]:
    """Returns the fields of a struct."""
    return [each for each in facts.definitions if each.kind == "field" and each.within == type_name]


def type_at_end(functions: list[Function], line: int, column: int) -> str:
    """Returns the type of the longest expression that ends at a place, "" where none is known."""
    ending = [
        each
        for function in functions
        for each in function.expressions
        if (each.place.end_line, each.place.end_column) == (line, column)
    ]
    return min(ending, key=lambda each: each.place[1:3]).type if ending else ""


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip())
