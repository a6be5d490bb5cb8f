"""Where a name of a kernel is defined."""

from __future__ import annotations

from .facts import Facts
from .places import Definition, Place
from .positions import Lines
from .scope import (
    definition_of_names,
    fields_of,
    function_at,
    type_at_end,
    types_of,
    variables_named,
)
from .words import chain_at


def definition(facts: Facts, lines: Lines, line: int, column: int) -> Place | None:
    """Returns the place of the definition of what a place in a kernel names; None where there is none."""
    inside = function_at(facts, lines, line)
    chain = chain_at(lines.text(line), column)
    text = lines.text(line)
    if chain is None or (inside is None and "#" not in text and '"' not in text):  # Python's own business
        return None
    names = chain.names
    if inside is not None:
        functions = types_of(facts, inside)
        if len(names) == 1 and (variables := variables_named(functions, names[0])):
            return variables[0].place
        if len(names) > 1:
            owner = type_at_end(functions, line, _end_of_owner(lines.text(line), chain.begin))
            for field in fields_of(facts, owner or _type_of_variable(facts, inside, names[:-1])):
                if field.name == names[-1]:
                    return field.place
    found = definition_of_names(facts, names)
    return found.place if found else None


def _end_of_owner(line: str, begin: int) -> int:
    """Returns the column after the expression that a field is of: of `p` in `p . x`."""
    return len(line[: begin - 1].rstrip().removesuffix(".").rstrip()) + 1


def _type_of_variable(facts: Facts, inside: Definition, names: tuple[str, ...]) -> str:
    variables = variables_named(types_of(facts, inside), names[0]) if len(names) == 1 else []
    return variables[0].type if variables else ""
