"""`call.gradcheck(n)(arguments)`: derivatives against finite differences, in double on the CPU."""

from __future__ import annotations

import linecache
import os
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .. import _core
from .._compile.recorded import Replayed
from .._core import Kernel
from .._launch.arguments import collect
from .arguments import Arguments, Numbers, Values

_STEPS = (1e-3, 1e-4, 1e-5, 1e-6, 1e-7)
_WIDE, _NARROW = 1, 3  # the steps whose differences from both sides tell a kink
_EACH = 64  # so many numbers are moved one by one
_EPSILON = float(np.finfo(np.float64).eps)


@dataclass
class Kink:
    """A place where a derivative is not checked, because the function is not smooth there.

    of, along: what changes, and along what: "Y[3]", "X[3]", or "a random direction".
    reason: what is seen there.
    """

    of: str
    along: str
    reason: str

    def __str__(self) -> str:
        return f"{self.of} along {self.along}: {self.reason}"


@dataclass(repr=False)
class Gradcheck:
    """What `call.gradcheck(n)(arguments)` has found. Printed it is a sentence, and a line for each kink.

    kernel: its name.
    checked: how many derivatives were compared with finite differences.
    largest: the largest relative difference.
    kinks: the places that were not compared, as Kink objects with `of`, `along` and `reason`.
    reverse: whether reverse mode was compared with forward mode: "agrees", or why it was not.
    """

    kernel: str
    checked: int = 0
    largest: float = 0.0
    kinks: list[Kink] = field(default_factory=list)
    reverse: str = ""

    def __repr__(self) -> str:
        lines = [
            f"<{self.kernel}: {self.checked} derivatives agree with finite differences to {self.largest:.0e}>"
        ]
        if self.kinks:
            lines[0] = f"{lines[0][:-1]}; {len(self.kinks)} are at kinks:"
            lines += [f"  {kink}" for kink in self.kinks[:10]]
            lines += ["  …"] * (len(self.kinks) > 10)
            lines[-1] += ">"
        return "\n".join(lines)


class GradientChecker:
    """Checks the derivatives of a kernel for the arguments that it is called with."""

    def __init__(self, call: Kernel, threads: tuple[Any, ...], block: Any, shared: Any, seed: int) -> None:
        self._call, self._threads, self._block, self._shared, self._seed = call, threads, block, shared, seed

    def __call__(self, *arguments: Any, **named: Any) -> Gradcheck:
        call = in_double(self._call)
        given = collect(self._call.name, [name for name, _ in call.parameters], arguments, named)
        self._call(0, block=self._block, shared=self._shared)(*given)  # what a launch refuses is refused
        run = _Run(self._call.name, call, self._threads, self._block, self._shared, given)
        return run.check(np.random.default_rng(self._seed))


def in_double(call: Kernel) -> Any:
    """Returns the kernel for the CPU, in double whatever floats it is written with."""
    known = vars(call).get("_in_double")
    if known is None:
        known = _compiled_in_double(call)
        setattr(call, "_in_double", known)
    return known


def _compiled_in_double(call: Any) -> Kernel:
    call.jvp  # raises what says why there is no derivative
    name, recipe = call.name, call._recipe
    options = recipe.options.replaced(target="cpu", in_double=True, coarsen=(0, 0, 0), compiler=None)
    try:
        made = Replayed(recipe.units, recipe.answers, recipe.defaults, options, recipe.instance).compile()
        return made if made.name == name else made.kernels[name]
    except _core.CompileError as error:
        first = error.diagnostics[0]
        what = first["message"].partition(" in a check with doubles")[0]
        raise TypeError(
            f"gradcheck: {name} is checked with doubles in place of its floats, and {what} is none of them "
            f"(line {first['line']}): {first['help']}"
        ) from None


class _Run:
    """One check: a kernel, its threads and its arguments."""

    def __init__(
        self, name: str, call: Any, threads: tuple[Any, ...], block: Any, shared: Any, given: Any
    ) -> None:
        self.name, self.call, self.threads, self.launch = (
            name,
            call,
            threads,
            {"block": block, "shared": shared},
        )
        self.arguments = Arguments(call.parameters, given)
        if self.arguments.lists:
            raise TypeError(
                f"gradcheck: {name} takes lists with lengths of their own "
                f"({', '.join(self.arguments.lists)}), which are not moved: check a kernel of one array, and "
                "of where each row begins in it"
            )
        if not self.arguments.moving():
            raise TypeError(
                f"gradcheck: {name} has no parameter with floats, so that there is nothing to differentiate"
            )
        self.numbers = Numbers(self.arguments)
        self.before = self.numbers.gathered(self.arguments.values)
        self.scales = np.where(np.isfinite(self.before) & (self.before != 0), np.abs(self.before), 1.0)
        self.report = Gradcheck(name)
        self.columns: list[Any] = []  # the tangents of all numbers along each, where each is moved by itself
        self.kinks: dict[
            int, list[tuple[bool, Kink]]
        ] = {}  # by what changes, with whether differences show it
        self.after = self.value(self.before)

    def value(self, numbers: Any) -> Any:
        """Returns the numbers after a launch, with these before."""
        values = self.numbers.scattered(numbers, self.arguments.values)
        self.call(*self.threads, **self.launch)(*self.arguments.given(values))
        return self.numbers.gathered(values)

    def tangents(self, direction: Any) -> Any:
        """Returns how the numbers after a launch change along a direction."""
        values = self.numbers.scattered(self.before, self.arguments.values)
        dots = self.numbers.scattered(direction, self.arguments.values)
        given, given_dots = self.arguments.given(values), self.arguments.given(dots)
        tangents = [given_dots[place] for place in self.arguments.moving()]
        self.call.jvp(*self.threads, **self.launch)(*given, *tangents)
        return self.numbers.gathered(dots)

    def check(self, random: Any) -> Gradcheck:
        if not self.numbers.count:
            return self.report
        if self.numbers.count <= _EACH:
            for number in range(self.numbers.count):
                direction = np.zeros(self.numbers.count)
                direction[number] = self.scales[number]
                self._compare(direction, self.numbers.name_of(number), self.scales[number])
        else:
            for _ in range(4):
                self._compare(random.uniform(-1, 1, self.numbers.count) * self.scales, "a random direction")
        self.reverse(random)
        for _, kinks in sorted(self.kinks.items()):
            # Where a formula gives infinity, its product with the tangent 0 of another input is NaN.
            self.report.kinks += [kink for is_seen, kink in kinks if is_seen] or [kinks[0][1]]
        return self.report

    def reverse(self, random: Any) -> None:
        """Compares reverse mode with forward mode: what it pulls back of random cotangents."""
        if not hasattr(Kernel, "vjp"):
            return
        try:
            vjp = self.call.vjp
        except _core.CompileError as error:
            self.report.reverse = error.diagnostics[0]["message"]
            return
        cotangents = random.uniform(-1, 1, self.numbers.count)
        bars = self.numbers.scattered(cotangents, self.arguments.values)
        values = self.numbers.scattered(self.before, self.arguments.values)
        given = self.arguments.given(values)
        try:
            vjp(*self.threads, **self.launch)(*given, *(bars[place] for place in self.arguments.moving()))
        except ValueError as error:  # arrays that share memory
            self.report.reverse = str(error)
            return
        pulled = self.numbers.gathered(bars)
        self.report.reverse = "agrees"
        if self.columns:
            self._compare_each(pulled, cotangents)
            return
        direction = random.uniform(-1, 1, self.numbers.count) * self.scales
        tangents = self.tangents(direction)
        if not (np.all(np.isfinite(tangents)) and np.all(np.isfinite(pulled))):
            self.report.reverse = "it is not compared, because a derivative is infinite or NaN"
            return
        forward, backward = cotangents @ tangents, pulled @ direction
        size = np.abs(cotangents) @ np.abs(tangents) + np.abs(pulled) @ np.abs(direction)
        if abs(forward - backward) > 1e-9 * size:
            raise AssertionError(
                f"gradcheck: {self.name}: along random directions reverse mode (vjp) gives "
                f"{backward:.9g}, and forward mode (jvp) {forward:.9g}"
            )

    def _compare_each(self, pulled: Any, cotangents: Any) -> None:
        columns = np.array(self.columns)
        with np.errstate(all="ignore"):
            expected, sizes = columns @ cotangents, np.abs(columns) @ np.abs(cotangents)
            wrong = np.flatnonzero(np.isfinite(sizes) & ~(np.abs(pulled - expected) <= 1e-9 * sizes))
        if wrong.size:
            others = f", and {wrong.size - 1} more differ" if wrong.size > 1 else ""
            raise AssertionError(
                f"gradcheck: {self.name}: reverse mode (vjp) pulls back {pulled[wrong[0]]:.9g} to "
                f"{self.numbers.name_of(int(wrong[0]))}, and forward mode (jvp) {expected[wrong[0]]:.9g}"
                f"{others}"
            )

    def _compare(self, direction: Any, along: str, scale: float = 1.0) -> None:
        found = _Differences(self, direction)
        if self.numbers.count <= _EACH:
            self.columns.append(found.tangents / scale)
        for number in map(int, np.flatnonzero(found.is_kink)):
            kink = Kink(self.numbers.name_of(number), along, found.reason(number, scale))
            self.kinks.setdefault(number, []).append((bool(found.is_seen[number]), kink))
        self.report.checked += int(np.sum(~found.is_kink))
        self.report.largest = max(self.report.largest, found.largest())
        wrong = np.flatnonzero(found.is_wrong)
        if wrong.size:
            self._fail(int(wrong[0]), wrong, direction, along, scale)

    def _fail(self, number: int, wrong: Any, direction: Any, along: str, scale: float) -> None:
        if np.count_nonzero(direction) > 1:
            at = self._bisected(number, direction)
            if at is not None:
                direction = np.zeros_like(direction)
                direction[at] = scale = self.scales[at]
                along = self.numbers.name_of(at)
        found = _Differences(self, direction)
        name = self.numbers.name_of(number)
        others = f", and {wrong.size - 1} more differ" if wrong.size > 1 else ""
        raise AssertionError(
            f"gradcheck: {self.name}: the derivative of {name} along {along} is "
            f"{found.tangents[number] / scale:.9g}, and finite differences give "
            f"{found.estimate[number] / scale:.9g}{others}{self._line(number)}"
        )

    def _bisected(self, number: int, direction: Any) -> int | None:
        """Returns the one of the numbers before along which the derivative of a number after is wrong."""
        places = np.flatnonzero(direction)
        while places.size > 1:
            for half in (places[: places.size // 2], places[places.size // 2 :]):
                part = np.zeros_like(direction)
                part[half] = direction[half]
                if _Differences(self, part).is_wrong[number]:
                    places = half
                    break
            else:
                return None
        return int(places[0])

    def _line(self, number: int) -> str:
        """Returns the line that stored a number, in words."""
        place, _, index = self.numbers.place_of(number)
        lines = _writers(self, place, index)
        if not lines:
            return ""
        shown = [f"\n  {os.path.basename(file)}, line {line}: {text}" for file, line, text in lines[:3]]
        return f". It is stored in{''.join(shown)}"


class _Differences:
    """The derivatives along a direction, by finite differences and by jvp, with what tells a kink."""

    def __init__(self, run: _Run, direction: Any) -> None:
        with np.errstate(all="ignore"):
            above = [run.value(run.before + step * direction) for step in _STEPS]
            below = [run.value(run.before - step * direction) for step in _STEPS]
            central = np.array([(a - b) / (2 * step) for a, b, step in zip(above, below, _STEPS)])
            self.sides = [
                ((above[at] - run.after) / _STEPS[at], (run.after - below[at]) / _STEPS[at])
                for at in (_WIDE, _NARROW)
            ]
            self.tangents, self.after = run.tangents(direction), run.after
            size = np.abs(run.after)
            changes = np.abs(np.diff(central, axis=0))
            noise = 8 * _EPSILON * size / np.array(_STEPS[1:])[:, None]
            best = np.argmin(np.where(np.isfinite(changes), changes + noise, np.inf), axis=0)
            columns = np.arange(size.size)
            self.estimate = central[best + 1, columns]
            uncertain = 10 * changes[best, columns] + noise[best, columns]
            gaps = [np.abs(right - left) for right, left in self.sides]
            sizes = [np.maximum(np.abs(right), np.abs(left)) for right, left in self.sides]
            is_known = np.isfinite(run.after)
            seen = (gaps[1] > 1e-2 * sizes[1]) & (gaps[1] > 1e4 * _EPSILON * size / _STEPS[_NARROW])
            seen &= gaps[1] > 0.2 * gaps[0]
            self.is_infinite = ~np.isfinite(self.tangents)
            self.is_undefined = ~(np.isfinite(sizes[0]) & np.isfinite(sizes[1]) & np.isfinite(self.estimate))
            near = np.any(np.isfinite(np.array(above + below)), axis=0)
            self.is_seen = seen | np.where(is_known, self.is_undefined, near)
            self.is_kink = seen | self.is_infinite | self.is_undefined
            larger = np.maximum(np.abs(self.tangents), np.abs(self.estimate))
            self.off = np.abs(self.tangents - self.estimate)
            self.is_wrong = ~self.is_kink & (self.off > 1e-6 * larger + uncertain)
            self._larger = larger

    def largest(self) -> float:
        """Returns the largest relative difference."""
        known = ~self.is_kink & (self._larger > 1e-9 * np.max(self._larger[~self.is_kink], initial=0.0))
        return float(np.max(self.off[known] / self._larger[known], initial=0.0))

    def reason(self, number: int, scale: float) -> str:
        """Returns what is seen at a kink."""
        if not np.isfinite(self.after[number]):
            return f"the value is {self.after[number]:g}"
        if self.is_infinite[number]:
            return f"its formula gives {self.tangents[number] / scale:g}"
        if self.is_undefined[number]:
            return "there is no value next to it"
        right, left = (side[number] / scale for side in self.sides[1])
        if abs(right - left) > 10 * abs(self.sides[0][0][number] - self.sides[0][1][number]) / scale:
            return "the value jumps"
        return f"from above it is {right:.4g}, and from below {left:.4g}"


def _writers(run: _Run, place: int, index: tuple[int, ...]) -> list[tuple[str, int, str]]:
    """Returns the lines that stored an element, the last one first, or that store to its array."""
    values: Values = run.numbers.scattered(run.before, run.arguments.values)
    threads = run.threads[0] if len(run.threads) == 1 else tuple(run.threads)
    try:
        trace = run.call.trace(threads, *run.arguments.given(values), **run.launch).trace
    except Exception:  # a kernel that cannot be traced has the same mistake
        return []
    array = values[place]
    inner = 1 if array.ndim > len(index) else 0
    rank = index[: array.ndim - inner]
    of_array = [number for number, each in enumerate(trace.arrays) if each.name == run.arguments.names[place]]
    writes = [number for number, site in enumerate(trace.sites) if site.operation in ("write", "atomic")]
    accesses = trace.accesses
    accesses = accesses[np.isin(accesses["array"], of_array) & np.isin(accesses["site"], writes)]
    begin = int(np.ravel_multi_index(rank, array.shape[: len(rank)])) * array.itemsize if rank else 0
    end = begin + array.itemsize * (array.shape[-1] if inner else 1)
    here = accesses[(accesses["offset"] < end) & (begin < accesses["offset"] + accesses["width"])]
    found = here if len(here) else accesses
    sites = list(dict.fromkeys(int(site) for site in found["site"][::-1]))
    places = [(trace.sites[site].file, trace.sites[site].line) for site in sites]
    return [(file, line, linecache.getline(file, line).strip()) for file, line in dict.fromkeys(places)]
