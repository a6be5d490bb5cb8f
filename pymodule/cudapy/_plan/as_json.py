"""A plan for programs. docs/tracing.md documents what is in it; what changes its meaning gets another
number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .lines import Access, Line

if TYPE_CHECKING:
    from .plan import TracedPlan

FORMAT = "cudapy-plan/1"


def as_json(plan: TracedPlan) -> dict[str, Any]:
    traced = plan.traced
    return {
        "format": FORMAT,
        "kernel": traced.kernel,
        "file": traced.file,
        "threads": list(traced.extent),
        "grid": list(traced.grid),
        "block": list(traced.block),
        "blocks": traced.blocks,
        "traced_blocks": list(traced.traced_blocks),
        "is_sample": traced.is_sample,
        "lines": [_line(line) for line in plan.lines],
        "advice": [
            {
                name: getattr(each, name)
                for name in ("file", "line", "what", "kind", "excess", "unit", "reason", "remedy")
            }
            for each in plan.advice
        ],
    }


def _line(line: Line) -> dict[str, Any]:
    return {
        "file": line.file,
        "line": line.number,
        "text": line.text,
        "accesses": [_access(access) for access in line.accesses],
        "decisions": [
            {
                "text": each.text,
                "decisions": each.decisions,
                "divergent": each.divergent,
                "note": each.finding.note if each.finding else None,
            }
            for each in line.decisions
        ],
        "barriers": [
            {"text": each.text, "passed": each.passed, "most_of_a_block": each.most_of_a_block}
            for each in line.barriers
        ],
    }


def _access(access: Access) -> dict[str, Any]:
    names = (
        "text",
        "operation",
        "array",
        "field",
        "space",
        "width",
        "requests",
        "lanes",
        "cost",
        "unit",
        "best",
        "conflicts",
        "lanes_on_one_address",
        "addresses",
    )
    return {
        **{name: getattr(access, name) for name in names},
        "note": access.finding.note if access.finding else None,
    }
