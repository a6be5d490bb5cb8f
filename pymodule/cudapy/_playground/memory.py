"""What a launch would cost a GPU's memory, as the page shows it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any


def traced(call: Any, threads: Any, arguments: Sequence[Any], block: Any) -> dict[str, Any]:
    """`plan`: as `TracedPlan.to_json()`; `coverage`: which blocks were traced, in words."""
    plan = call.explain(threads if isinstance(threads, tuple) else (threads,), *arguments, block=block)
    return {"plan": json.loads(plan.to_json()), "coverage": plan.coverage}
