"""The cost of a launch for a GPU's memory, as the page shows it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from .translating import FILE


def traced(call: Any, threads: Any, arguments: Sequence[Any], block: Any, shared: Any) -> dict[str, Any]:
    """Returns the result of `call.explain` for a launch.

    `plan`: as `TracedPlan.to_json()`.
    `coverage`: which blocks were traced, in words.
    `pictures`: SVG, each with its `line`; 0 is the picture of the blocks, which is last. The costliest line
        comes first.
    """
    plan = call.explain(
        threads if isinstance(threads, tuple) else (threads,), *arguments, block=block, shared=shared
    )
    costly = [each.line for each in plan.advice if each.file == FILE]
    drawn = [
        line.number
        for line in plan.lines
        if line.file == FILE and any(access.cost is not None for access in line.accesses)
    ]
    ordered = sorted(drawn, key=lambda line: costly.index(line) if line in costly else len(costly))
    pictures = [{"line": line, "svg": plan.svg(line=line)} for line in ordered]
    if drawn:
        pictures.append({"line": 0, "svg": plan.svg()})
    return {"plan": json.loads(plan.to_json()), "coverage": plan.coverage, "pictures": pictures}
