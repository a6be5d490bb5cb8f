"""`call.explain(n, X, Y)`: a launch, explained and traced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .._tracing import trace_of
from .plan import TracedPlan


def explain_with_arguments(
    call: Any,
    threads: Any,
    arguments: Sequence[Any],
    named: Mapping[str, Any],
    block: Any,
    shared: Any,
    blocks: Any,
) -> TracedPlan:
    """See Kernel.explain."""
    axes = tuple(threads) if isinstance(threads, (tuple, list)) else (threads,)
    launch = call(*axes, block=block, shared=shared)
    is_generic = getattr(getattr(call, "instance", None), "__self__", None) is not None
    plan = launch.explain(*arguments, **named) if is_generic else launch.explain()
    traced = trace_of(call, threads, arguments, block=block, shared=shared, named=named, blocks=blocks)
    return TracedPlan(plan, traced)
