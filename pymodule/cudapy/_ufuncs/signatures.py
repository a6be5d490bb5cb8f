"""The signatures of functions over arrays that are given as a text, such as "float (float x, int n)"."""

from __future__ import annotations

from .numbers import ALIASES, TYPES, names_of, tuple_of

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Sequence


def of_lambda(signature: str, names: Sequence[str], who: str) -> tuple[list[str], str]:
    """The types of a lambda's parameters and of its result."""
    result, parameters = _parts(signature)
    types = [each.split()[0] if each.split() else "" for each in parameters or ()]
    results, several = names_of(result or "")
    if (
        parameters is None
        or (several and len(results) < 2)
        or not all(ALIASES.get(each, each) in TYPES for each in (*types, *results))
        or any(not _is_parameter(each) for each in parameters)
    ):
        raise TypeError(
            f'{who}: {signature!r} is no signature of a lambda of numbers: write one such as "float '
            '(float, int)"'
        )
    if len(types) != len(names):
        raise TypeError(
            f"{who}: the signature {signature!r} has {len(types)} parameters, and the lambda has "
            f"{len(names)}: {', '.join(names)}"
        )
    check_names(signature, names, who)
    results = [ALIASES.get(each, each) for each in results]
    return [ALIASES.get(each, each) for each in types], tuple_of(results) if several else results[0]


def check_names(signature: str, names: Sequence[str], who: str) -> None:
    """Raises TypeError where a signature has other names for the parameters than the function has."""
    _, parameters = _parts(signature)
    for place, (parameter, name) in enumerate(zip(parameters or (), names), 1):
        words = parameter.replace("*", " * ").split()
        if len(words) > 1 and words[-1].isidentifier() and words[-1] != name:
            raise TypeError(
                f"{who}: parameter {place} is {words[-1]} in the signature {signature!r}, and {name} in the "
                "function: give it one name"
            )


def _is_parameter(text: str) -> bool:
    """Returns whether a text is a type, or a type and a name."""
    words = text.split()
    return len(words) == 1 or (len(words) == 2 and words[1].isidentifier())


def _parts(signature: str) -> tuple[str, list[str]] | tuple[None, None]:
    """The result of a signature, and the texts of its parameters; None, None for what has none."""
    text = signature.strip()
    begin = _opening(text)
    if begin is None or not text[:begin].strip():
        return None, None
    parameters, _ = names_of(text[begin:])
    return text[:begin].strip(), parameters


def _opening(text: str) -> int | None:
    """The place of the parenthesis that the last character of a text closes."""
    depth = 0
    for place in range(len(text) - 1, -1, -1):
        depth += {")": 1, "]": 1, "(": -1, "[": -1}.get(text[place], 0)
        if depth <= 0:
            return place if place < len(text) - 1 and text[place] == "(" else None
    return None
