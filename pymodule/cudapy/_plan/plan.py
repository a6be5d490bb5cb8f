"""`TracedPlan`: what `call.explain(n, X, Y)` gives."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from .._explain import LaunchPlan, _extent
from .._tracing import Traced, trace_of
from .advice import Advice, advice_of
from .as_json import as_json
from .lines import Line, lines_of
from .table import advice_in_words, table_of


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
    traced = trace_of(call, threads, arguments, block=block, shared=shared, named=named, blocks=blocks)
    axes = tuple(threads) if isinstance(threads, (tuple, list)) else (threads,)
    launch = call(*axes, block=block, shared=shared)
    is_generic = getattr(getattr(call, "instance", None), "__self__", None) is not None
    return TracedPlan(launch.explain(*arguments, **named) if is_generic else launch.explain(), traced)


class TracedPlan(LaunchPlan):
    """How a launch runs, as LaunchPlan says it, and what each line of its kernel costs: what the memory of a GPU does
    with the accesses of its threads, found without a GPU. `call.explain(n, X, Y)` gives it; printed it is a table.

    lines: the lines that access memory, decide or wait, each with its `number`, its `text`, and its `accesses`, `decisions` and
        `barriers`.
    advice: the three costliest places, the costliest first, each with its `reason` and its `remedy`.
    coverage: which blocks were traced, in words.
    traced: the trace, for those who want its records.

    What is counted, and what each number means: `docs/tracing.md`.

    >>> @cp.kernel("void (float* X, float* Y)")
    ... def every4(X, Y):
    ...     Y[idx] = X[4 * idx]
    >>> plan = every4.explain(1000, [0.0] * 4000, [0.0] * 1000)
    >>> [(each.operation, each.array, each.requests, each.cost, each.best) for each in plan.lines[0].accesses]
    [('read', 'X', 32, 500, 125), ('write', 'Y', 32, 125, 125)]
    >>> plan.advice[0].remedy
    'Let neighbouring threads take neighbouring elements.'
    >>> isinstance(plan, cp.TracedPlan)
    True
    """

    def __init__(self, plan: LaunchPlan, traced: Traced) -> None:
        self.__dict__.update(plan.__dict__)
        self.traced = traced
        self.coverage: str = traced.coverage
        self.lines: tuple[Line, ...] = lines_of(traced)
        self.advice: tuple[Advice, ...] = advice_of(self.lines)

    def to_json(self) -> str:
        """The plan for programs, as text; docs/tracing.md says what is in it.

        >>> import json
        >>> @cp.kernel("void (float* X)")
        ... def double(X):
        ...     X[idx] *= 2
        >>> json.loads(double.explain(1000, [0.0] * 1000).to_json())["format"]
        'cudapy-plan/1'
        """
        return json.dumps(as_json(self), ensure_ascii=False, indent=1)

    def __repr__(self) -> str:
        traced = self.traced
        blocks = f"{_extent(traced.grid)} block{'' if traced.blocks == 1 else 's'} of {_extent(traced.block)} threads"
        printed = [super().__repr__(), f"  traced         {blocks}: {self.coverage}"]
        if self.lines:
            printed += ["", table_of(self.lines)]
        return "\n".join([*printed, "", advice_in_words(self.lines, self.advice)])
