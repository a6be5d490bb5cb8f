"""Arrays and numbers as the page shows them: texts, and which of them a launch has changed."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from .._notebook.texts import text_of

MOST_SHOWN = 1024
"""The most elements of an array that are shown. Of a larger array the first are shown, as whole rows if it
has rows."""


def copied(arguments: Sequence[Any]) -> list[Any]:
    """Copies of a launch's arguments."""
    return [copy.deepcopy(each) if not hasattr(each, "toList") else each.copy() for each in arguments]


def as_shown(name: str, kind: str, old: Any, new: Any) -> dict[str, Any] | None:
    """Returns an array after a launch; None for a single number, which no launch changes.

    `rows`: the texts of its elements, in rows; one row where it has one dimension.
    `changed`: for each row the places of those that differ from before, in all `changes`.
    `label`s of rows: their indices, "[1, 0, :]"; `left_out`: elements that are not shown.
    """
    before, after = _rows(old), _rows(new)
    if before is None or after is None:
        return None
    rows: list[list[str]] = []
    changed: list[list[int]] = []
    changes = shown = 0
    for (_, was), (_, now) in zip(before, after):
        differing = [
            place for place, (a, b) in enumerate(zip(was, now)) if a is not b and not _are_same(a, b)
        ]
        changes += len(differing)
        if shown >= MOST_SHOWN:
            continue
        room = MOST_SHOWN - shown
        rows.append([text_of(each, kind) for each in now[:room]])
        changed.append([place for place in differing if place < room])
        shown += len(rows[-1])
    size = sum(len(row) for _, row in after)
    return {
        "name": name,
        "type": kind,
        "labels": [label for label, _ in after[: len(rows)]],
        "rows": rows,
        "changed": changed,
        "changes": changes,
        "size": size,
        "left_out": size - shown,
    }


def _rows(value: Any, label: str = "") -> list[tuple[str, Sequence[Any]]] | None:
    """The innermost rows of nested lists, with their indices."""
    if hasattr(value, "toList"):
        value = value.toList()
    elif hasattr(value, "tolist") and hasattr(value, "shape"):
        value = value.tolist()
    if not isinstance(value, (list, tuple)):
        return None
    if not value or not isinstance(value[0], (list, tuple)) or hasattr(value[0], "_fields"):
        return [(label, value)]
    found: list[tuple[str, Sequence[Any]]] = []
    for place, each in enumerate(value):
        found += _rows(each, f"{label}[{place}]") or []
    return found


def _are_same(a: Any, b: Any) -> bool:
    return bool(a == b) or (a != a and b != b)
