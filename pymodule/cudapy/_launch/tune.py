"""`call.tune(n)(arguments)`: which way of launching a kernel is the fastest, found out by measuring."""

from __future__ import annotations

import contextlib
import statistics
import time
from dataclasses import dataclass
from typing import Any, ClassVar

from .. import _core
from .._core import CudaArray, Kernel, Launch
from .explain import _extent
from .renamed import RenamedAttributes

ROUNDS = 15  # at most, of all ways in turns
LONGEST = 2.0  # seconds that the rounds may take, when each way was measured three times
Way = tuple[tuple[int, int, int], tuple[int, int, int]]  # the coarsening factors, and the block
_PLAIN = (0, 0, 0)  # the factors of the plain variant
# The coarsening factors that are tried: the widths along x, and for kernels on two axes those along y with
# them.
_WIDTHS = ((1, 1), (2, 1), (4, 1), (8, 1))
_SIZES = (*_WIDTHS, (1, 2), (2, 2), (4, 2), (1, 4), (2, 4), (1, 8))


@dataclass(eq=False, repr=False)
class Tried(RenamedAttributes):
    """A way to launch a kernel, and what it took.

    is_coarsened: whether a CUDA thread does the work of several neighbouring threads, or loads several
        elements at a time.
    coarsening: the threads along x, y and z whose work a CUDA thread does; (1, 1, 1) in the plain variant.
    block: the threads of a block along x, y and z: of CUDA, or of the CPU target.
    milliseconds: the median of the launches that were measured.

    >>> @cp.kernel("void (float* X)")
    ... def double(X):
    ...     X[idx] *= 2
    >>> way = double.tune(1000)([1.0] * 1000).best
    >>> way.is_coarsened in (False, True), way.variant in ("plain", "coarsened by 4")
    (True, True)
    >>> len(way.block), way.milliseconds > 0
    (3, True)
    """

    _new_names: ClassVar[dict[str, str]] = {
        "is_grouped": "is_coarsened",
        "group": "coarsening",
        "form": "variant",
    }

    is_coarsened: bool
    coarsening: tuple[int, int, int]
    block: tuple[int, int, int]
    milliseconds: float

    @staticmethod
    def _of(way: Way, milliseconds: float) -> Tried:
        factors, block = way
        is_coarsened = factors != _PLAIN
        return Tried(is_coarsened, factors if is_coarsened else (1, 1, 1), block, milliseconds)

    def __repr__(self) -> str:
        return f"<{self.variant}, blocks of {_extent(self.block)} threads: {self.milliseconds:.4g} ms>"

    @property
    def variant(self) -> str:
        """The variant in words: "plain", or "coarsened by 4 x 2"."""
        if not self.is_coarsened:
            return "plain"
        if self.coarsening == (1, 1, 1):
            return "hoisted or vectorized loads"
        return f"coarsened by {_extent(self.coarsening)}"


@dataclass(eq=False, repr=False)
class Tuning:
    """What `call.tune(n)(arguments)` has found. Printed it is a table.

    kernel, device, threads: what was measured.
    tried: the ways that were measured, the fastest first; empty for a kernel that sees its blocks, whose
        launches say `block=`.
    usual: the way in which such a launch runs where nothing was tuned.
    best: the way in which launches of about as many threads run from now on, in this process and in others:
        the fastest one, or the usual one where no other is faster by more than 2 %. None if nothing was
        measured.

    >>> @cp.kernel("void (float* X)")
    ... def double(X):
    ...     X[idx] *= 2
    >>> X = [1.0] * 1000
    >>> tuning = double.tune(1000)(X)
    >>> X[0], tuning.best in tuning.tried, tuning.speedup >= 1
    (1.0, True, True)
    """

    kernel: str
    device: str
    threads: tuple[int, int, int]
    tried: tuple[Tried, ...]
    usual: Tried | None
    best: Tried | None

    @property
    def speedup(self) -> float:
        """How many times faster the best way is than the usual one; 1 if nothing was measured."""
        return self.usual.milliseconds / self.best.milliseconds if self.usual and self.best else 1.0

    def __repr__(self) -> str:
        head = f"{self.kernel} on {_extent(self.threads)} threads of {self.device}: "
        if not self.tried:
            return head + "the kernel sees its blocks, so that none were tried; measure launches with block="
        lines = [
            head
            + f"the best of {len(self.tried)} ways is kept, {self.speedup:.2f} times as fast as the usual one"
        ]
        lines.append(f"  {'milliseconds':>12}  {'block':<12}  variant")
        for way in self.tried:
            notes = [name for name, other in (("kept", self.best), ("usual", self.usual)) if other is way]
            variant = ", ".join([way.variant, *notes])
            lines.append(f"  {way.milliseconds:>12.4g}  {_extent(way.block):<12}  {variant}")
        return "\n".join(lines)


class Tuner:
    """`call.tune(n)`: calling it with the kernel's arguments measures the ways to launch it so."""

    def __init__(self, call: Kernel, launch: Launch) -> None:
        self._call, self._launch, self._device = call, launch, launch._device()

    def __repr__(self) -> str:
        return f"<tuner of {self._launch!r}>"

    @_core.entry
    def __call__(self, *arguments: Any, **named: Any) -> Tuning:
        call = self._call
        if named:
            names = [name for name, _ in call.parameters]
            raise TypeError(f"{call.name}: tune takes the arguments by position: {', '.join(names)}")
        with self._place:
            return self._tuning(arguments)

    @property
    def _place(self) -> contextlib.AbstractContextManager[object]:
        """A context in which the GPU of the launch is the current one, whose time events take."""
        from .._devices.devices import Device

        return contextlib.nullcontext() if self._device == "cpu" else Device(self._device)

    def _tuning(self, arguments: tuple[Any, ...]) -> Tuning:
        call = self._call
        given = _Arguments(call, arguments, self._launch, self._device)
        ways, usual_factors = self._launch._choices()
        if not ways:
            return Tuning(call.name, self._device, self._launch.threads, (), None, None)
        others = self._other_variants(ways)
        tried = self._measured(given, ways + [of_variant[0] for of_variant in others])
        fastest = min(tried, key=lambda way: tried[way].milliseconds)
        # Of another variant, blocks of other shapes are measured where it is the fastest in its usual one.
        more: list[Way] = next((of_variant[1:] for of_variant in others if fastest == of_variant[0]), [])
        usual = next(
            (way for factors in usual_factors for way in tried if way[0] == factors), next(iter(tried))
        )
        if more:
            tried |= self._measured(given, [usual, fastest, *more])
        fastest = min(tried, key=lambda way: tried[way].milliseconds)
        best = fastest if tried[fastest].milliseconds < 0.98 * tried[usual].milliseconds else usual
        self._launch._keep_tuned(best)
        ordered = sorted(tried.values(), key=lambda way: way.milliseconds)
        return Tuning(
            call.name, self._device, self._launch.threads, tuple(ordered), tried[usual], tried[best]
        )

    def _other_variants(self, ways: list[Way]) -> list[list[Way]]:
        """Returns the ways of each coarsened variant with other factors, which this builds; of each the usual
        one is the first."""
        if not self._launch._may_vary_factors():
            return []
        there = {factors for factors, _ in ways}
        sizes = _SIZES if self._launch.threads[1] > 1 else _WIDTHS
        found = [self._launch._choices((*size, 1)) for size in sizes if (*size, 1) not in there]
        return [of_variant for of_variant in found if of_variant]

    def _measured(self, arguments: _Arguments, ways: list[Way]) -> dict[Way, Tried]:
        """Returns what each way takes that the arguments fit, measured in turns."""
        measured: dict[Way, list[Any]] = {
            way: [] for way in ways if arguments.run(self._launch, way) is not None
        }
        begin = time.perf_counter()
        for done in range(ROUNDS):
            if done >= 3 and time.perf_counter() - begin > LONGEST:
                break
            for way, times in measured.items():
                times.append(arguments.run(self._launch, way))
        return {way: Tried._of(way, statistics.median(times)) for way, times in measured.items()}


class _Arguments:
    """The arguments for launches that are repeated: arrays that the kernel writes are copies, which each
    launch gets as they were."""

    def __init__(self, call: Kernel, arguments: tuple[Any, ...], launch: Launch, device: str) -> None:
        writes = [is_written for _, _, is_written, *_ in launch._lists]
        self._device = device
        self._written: list[tuple[CudaArray, CudaArray]] = []  # pairs of what a launch gets and what it was
        self.values = list(arguments)
        if len(arguments) != len(call.parameters):
            return  # the first launch says what is missing
        moved: dict[int, CudaArray] = {}
        for place, ((name, kind), argument) in enumerate(zip(call.parameters, arguments)):
            if "**" in kind.name:
                raise TypeError(
                    f"{call.name}: parameter {name} ({kind.name}): tune does not measure launches with "
                    "lists of lists"
                )
            if not kind.ndim or isinstance(argument, _core.CudaArray):
                continue
            if id(argument) not in moved:
                moved[id(argument)] = _core.CudaArray(argument, kind.element, device)
            self.values[place] = moved[id(argument)]
        originals = {id(array): array for array, is_written in zip(self.values, writes) if is_written}
        for original in originals.values():
            copy = original.copy()
            self._written.append((copy, original))
            self.values = [copy if value is original else value for value in self.values]

    def run(self, launch: Launch, way: Way) -> float | None:
        """Returns the milliseconds that a launch takes in this way, or None where the arguments do not fit
        it."""
        for copy, original in self._written:
            copy.copy_from(original)
        if self._device == "cpu":
            begin = time.perf_counter()
            has_run = launch._launch_as(way, *self.values)
            return (time.perf_counter() - begin) * 1e3 if has_run else None
        start, end = _core.Event(), _core.Event()
        start.record()
        has_run = launch._launch_as(way, *self.values)
        end.record()
        end.synchronize()
        return start.elapsed_time(end) if has_run else None


def tuner_of(call: Any, threads: tuple[Any, ...], shared: Any) -> Tuner:
    """See Kernel.tune."""
    launch = call(*threads, shared=shared) if shared is not None else call(*threads)
    if isinstance(call, _core.Kernel) and isinstance(launch, _core.Launch):
        return Tuner(call, launch)
    raise TypeError(
        f"{call.__name__}: tune measures a kernel with types of its own: take {call.__name__}.instance(...) "
        "of the arguments"
    )
