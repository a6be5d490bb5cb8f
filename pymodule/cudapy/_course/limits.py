"""The limits on the cost of an answer: bars, and the measures to compare with them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import prod
from typing import Any, Literal, Protocol

import numpy as np

from .exercise import Case


@dataclass(frozen=True)
class Measure:
    """A measure for one limit."""

    check: str
    """Such as "sectors"."""
    array: str
    value: float
    at_most: float
    unit: str
    """The thing for which `value` is counted, such as "a request"."""
    line: int = 0
    """The line of the costliest place; 0 if there is none."""
    column: int = 0
    end_column: int = 0
    kind: str = ""
    """The kind's name in `explain`, such as "column"."""
    reason: str = ""
    remedy: str = ""

    @property
    def is_kept(self) -> bool:
        return self.value <= self.at_most

    @property
    def text(self) -> str:
        """The numbers: "3.6 a request; at most 5"."""
        shown = number(self.value)
        if shown == number(self.at_most) and not self.is_kept:
            shown = f"{self.value:.6g}"
        unit = (
            self.unit.replace("loads ", "load ", 1).replace("sectors ", "sector ", 1)
            if shown == "1"
            else self.unit
        )
        return f"{shown} {unit}; at most {number(self.at_most)}"


def number(value: float) -> str:
    """Returns a number as text. It has one or two digits if it is not whole, and is never rounded to the bar
    that it is above.

    >>> number(4.0), number(3.625), number(19300)
    ('4', '3.62', '19300')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".")


class Limit(Protocol):
    def measure(self, plan: Any, case: Case, kernel: Any) -> Measure: ...

    @property
    def text(self) -> str:
        """The limit in words: "at most 5 sectors a request when it reads A"."""


def _accesses(plan: Any, wanted: Callable[[Any], bool]) -> list[Any]:
    return [access for line in plan.lines for access in line.accesses if wanted(access)]


def _place(worst: Any) -> dict[str, Any]:
    """Returns the place of an access, and its finding."""
    finding = worst.finding
    return {
        "line": worst.site.line,
        "column": worst.site.column,
        "end_column": worst.site.end_column if worst.site.end_line == worst.site.line else 0,
        "kind": finding.kind if finding else "",
        "reason": finding.reason if finding else "",
        "remedy": finding.remedy if finding else "",
    }


def _measured(
    check: str, array: str, value: float, at_most: float, unit: str, worst: Any = None, **more: Any
) -> Measure:
    place = _place(worst) if worst is not None and value > at_most else {}
    return Measure(check, array, value, at_most, unit, **{**place, **(more if value > at_most else {})})


def _worst(accesses: Iterable[Any], cost: Callable[[Any], float]) -> Any:
    return max(accesses, key=cost, default=None)


@dataclass(frozen=True)
class Sectors:
    """Sectors a request, of the accesses to an array in global memory."""

    array: str
    """ "" for all arrays."""
    at_most: float
    operation: Literal["read", "write"] = "read"

    @property
    def text(self) -> str:
        arrays = self.array or "arrays"
        return f"at most {number(self.at_most)} sectors a request when it {self.operation}s {arrays}"

    def measure(self, plan: Any, case: Case, kernel: Any) -> Measure:
        found = _accesses(
            plan,
            lambda each: (
                each.space == "global" and self.array in ("", each.array) and each.operation == self.operation
            ),
        )
        requests = sum(each.requests for each in found)
        value = sum(each.cost for each in found) / requests if requests else 0.0
        worst = _worst(found, lambda each: each.cost / each.requests)
        check = f"{'load' if self.operation == 'read' else 'store'} sectors"
        return _measured(check, self.array, value, self.at_most, "sectors a request", worst)


@dataclass(frozen=True)
class Loads:
    """A limit on how often an element of an array is loaded, on the average of `of`, the result or the array
    itself."""

    array: str
    at_most: float
    of: str = ""
    """The array whose elements are counted; if it is left out, it is `array`."""
    also: tuple[str, ...] = ()
    """Further arrays whose loads count."""

    @property
    def text(self) -> str:
        arrays = " and ".join((self.array, *self.also))
        most = f"{number(self.at_most)} load{'' if self.at_most == 1 else 's'}"
        return f"at most {most} of {arrays} for each element of {self.of or self.array}"

    def measure(self, plan: Any, case: Case, kernel: Any) -> Measure:
        names = (self.array, *self.also)
        found = _accesses(plan, lambda each: each.array in names and each.operation == "read")
        elements = np.asarray(case.arguments[self.of or self.array]).size
        value = sum(each.lanes for each in found) / max(elements, 1)
        worst = _worst(found, lambda each: each.lanes)
        reason = ""
        if worst:
            total = sum(each.lanes for each in found)
            whole = self.of or self.array
            reason = f"{worst.lanes} of {total} loads are made here, and {whole} has {elements} elements."
        unit = "loads an element" if not self.of else f"loads an element of {self.of}"
        return _measured(
            "loads", self.array, value, self.at_most, unit, worst, kind="", reason=reason, remedy=""
        )


@dataclass(frozen=True)
class Conflicts:
    """Bank conflicts of shared memory, all together."""

    at_most: float = 0

    @property
    def text(self) -> str:
        return "no bank conflicts" if not self.at_most else f"at most {number(self.at_most)} bank conflicts"

    def measure(self, plan: Any, case: Case, kernel: Any) -> Measure:
        found = _accesses(plan, lambda each: each.space == "shared" and each.conflicts is not None)
        requests = sum(each.requests for each in found)
        value = sum(each.conflicts for each in found)
        worst = _worst(found, lambda each: each.conflicts)
        return _measured("bank conflicts", "", value, self.at_most, f"in {requests} requests", worst)


@dataclass(frozen=True)
class Barriers:
    """A limit on the number of barriers that a block reaches."""

    at_most: int

    @property
    def text(self) -> str:
        return f"at most {self.at_most} barrier{'' if self.at_most == 1 else 's'} a block"

    def measure(self, plan: Any, case: Case, kernel: Any) -> Measure:
        found = [each for line in plan.lines for each in line.barriers]
        by_block: dict[int, int] = {}
        for block in plan.traced.trace.barriers["block"].tolist():
            by_block[block] = by_block.get(block, 0) + 1
        value = max(by_block.values(), default=0)
        worst = _worst(found, lambda each: each.most_of_a_block)
        more: dict[str, Any] = {}
        if worst:
            more = {
                "line": worst.site.line, "column": worst.site.column, "end_column": worst.site.end_column,
                "reason": f"A block waits here {worst.most_of_a_block} times.",
            }  # fmt: skip
        return _measured("barriers", "", value, self.at_most, "a block", None, **more)


@dataclass(frozen=True)
class Atomics:
    """Atomic operations on an array in global memory, for each block or each warp of the launch."""

    array: str
    at_most: float
    a: Literal["block", "warp"] = "block"

    @property
    def text(self) -> str:
        many = f"{number(self.at_most)} atomic operation{'' if self.at_most == 1 else 's'}"
        return f"at most {many} on {self.array} a {self.a}"

    def measure(self, plan: Any, case: Case, kernel: Any) -> Measure:
        found = _accesses(plan, lambda each: each.array == self.array and each.operation == "atomic")
        warps = -(-prod(plan.traced.block) // 32)
        groups = prod(plan.traced.grid) * (1 if self.a == "block" else warps)
        value = sum(each.lanes for each in found) / max(groups, 1)
        worst = _worst(found, lambda each: each.lanes)
        reason = (
            f"{worst.lanes} atomic operations on {self.array} are made here, in {groups} {self.a}s."
            if worst
            else ""
        )
        return _measured(
            "atomics", self.array, value, self.at_most, f"a {self.a}", worst, reason=reason, remedy=""
        )


@dataclass(frozen=True)
class DividedWarps:
    """A limit on how often the lanes of a warp go both ways at a decision, for each block."""

    at_most: float

    @property
    def text(self) -> str:
        return f"at most {number(self.at_most)} divided warps a block"

    def measure(self, plan: Any, case: Case, kernel: Any) -> Measure:
        found = [each for line in plan.lines for each in line.decisions]
        value = sum(each.divergent for each in found) / max(prod(plan.traced.grid), 1)
        worst = _worst(found, lambda each: each.divergent)
        return _measured("divided warps", "", value, self.at_most, "a block", worst)


@dataclass(frozen=True)
class NoShared:
    """No shared memory."""

    text: str = "no shared memory"

    def measure(self, plan: Any, case: Case, kernel: Any) -> Measure:
        found = _accesses(plan, lambda each: each.space == "shared")
        worst = _worst(found, lambda each: each.lanes)
        value = sum(each.lanes for each in found)
        reason = f"{worst.array} is in shared memory." if worst else ""
        return _measured("shared memory", "", value, 0, "accesses", worst, kind="", reason=reason, remedy="")


@dataclass(frozen=True)
class NoDoubles:
    """No arithmetic in double precision, in the CUDA C++ that the kernel becomes."""

    text: str = "no `double` in the CUDA C++"

    def measure(self, plan: Any, case: Case, kernel: Any) -> Measure:
        lines = [line for line in kernel.cuda_source.splitlines() if not line.lstrip().startswith("//")]
        found = [
            line.strip()
            for line in lines
            if re.search(r"\bdouble\b|\b\d+\.\d*(e[-+]?\d+)?(?![\dfFe.])", line)
        ]
        warned = next((each for each in kernel.diagnostics if "double" in each["message"]), None)
        reason = f"This becomes `{found[0]}`." if found else ""
        line = warned["line"] if warned else 0
        return _measured("doubles", "", len(found), 0, "lines of CUDA C++", None, line=line, reason=reason)
