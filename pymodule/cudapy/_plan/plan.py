"""`TracedPlan`: what `call.explain(n, X, Y)` gives."""

from __future__ import annotations

import json
import textwrap
from os import PathLike
from typing import TYPE_CHECKING

from .._launch.explain import LaunchPlan, _extent

if TYPE_CHECKING:  # NumPy is read when something is first traced
    from .._tracing import Traced
    from .advice import Advice
    from .lines import Line


class TracedPlan(LaunchPlan):
    """How a launch runs, as LaunchPlan says it, and what each line of its kernel costs: what the memory of a
    GPU does with the accesses of its threads, found without a GPU. `call.explain(n, X, Y)` gives it; printed
    it is a table.

    lines: the lines that access memory, decide or wait, each with its `number`, its `text`, and its
        `accesses`, `decisions` and `barriers`.
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
        from .advice import advice_of
        from .lines import lines_of

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
        from .as_json import as_json

        return json.dumps(as_json(self), ensure_ascii=False, indent=1)

    def svg(self, line: int | None = None) -> str:
        """A picture, as the text of an SVG file: of the blocks of the launch over an array, or of a line's
        accesses: which lane touches what, and what is fetched for it. Each shows the costliest request.

        line: the number of a line of the kernel's file; None for the blocks.

        Raises ValueError for a line without an access that can be drawn.

        >>> @cp.kernel("void (float* X)")
        ... def double(X):
        ...     X[idx] *= 2
        >>> picture = double.explain(1000, [0.0] * 1000).svg()
        >>> picture.startswith("<svg "), "24 of 1024 threads access no memory" in picture
        (True, True)
        """
        from .._pictures.of_plan import svg_of

        return svg_of(self, line)

    def html(self, path: str | PathLike[str]) -> None:
        """Writes the plan as a page, with its pictures, into a file. The page needs nothing else, and loads
        nothing.

        >>> @cp.kernel("void (float* X)")
        ... def double(X):
        ...     X[idx] *= 2
        >>> import os, tempfile
        >>> path = os.path.join(tempfile.mkdtemp(), "double.html")
        >>> double.explain(1000, [0.0] * 1000).html(path)
        >>> open(path).readline()
        '<!doctype html>\\n'
        """
        from .._pictures.page import page_of

        with open(path, "w", encoding="utf-8") as file:
            file.write(page_of(self))

    def _repr_html_(self) -> str:
        from .._pictures.page import fragment_of

        return fragment_of(self)

    @property
    def _traced_in_words(self) -> str:
        traced = self.traced
        blocks = f"{_extent(traced.grid)} block{'' if traced.blocks == 1 else 's'}"
        return f"  traced         {blocks} of {_extent(traced.block)} threads: {self.coverage}"

    def __repr__(self) -> str:
        from .table import advice_in_words, table_of

        printed = [self._launch_in_words, self._traced_in_words]
        if self.lines:
            printed += ["", table_of(self.lines)]
        printed += ["", advice_in_words(self.lines, self.advice)]
        if self.doubles:
            printed.append("  computed in double")
            for each in self.doubles:
                printed += textwrap.wrap(each, 110, initial_indent="    ", subsequent_indent="      ")
        return "\n".join(printed)
