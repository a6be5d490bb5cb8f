"""The questions of a compilation about names outside of its functions, with the answers: what a kernel is
pickled as, and compiled of again in another process."""

from __future__ import annotations

import time

from .. import _core
from .bindings import CapturedArray, DeviceFunction, Other, Unknown
from .environment import site_packages
from .log import note_compiled

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any, TypeAlias

    from .._core import Kernel
    from .bindings import Binding
    from .options import Options
    from .resolve import Path, Resolver
    from .source_unit import SourceUnit

    # By the number of the file, the function that uses the name, and the name with attributes.
    Answers: TypeAlias = dict[tuple[int, str, Path], Binding]
    # By the number of the file, the function, and the parameter.
    Defaults: TypeAlias = dict[tuple[int, str, str], Binding]


class AnswerRecorder:
    """A resolver in front of another one, which remembers all questions to the other one and its answers."""

    def __init__(
        self, units: Iterable[SourceUnit], resolver: Resolver, options: Options, instance: Any
    ) -> None:
        self.units, self.options, self.instance = list(units), options, instance
        self.resolver = resolver
        self.answers: Answers = {}
        self.defaults: Defaults = {}

    def __call__(self, file: int, name: str, path: Path) -> Binding:
        answer = self.answers[file, name, path] = self.resolver(file, name, path)
        return answer

    def default(self, file: int, name: str, parameter: str) -> Binding:
        answer = self.defaults[file, name, parameter] = self.resolver.default(file, name, parameter)
        return answer

    def captured_array(self, number: int) -> Any:
        return self.resolver.captured_array(number)

    def take_needed(self) -> list[SourceUnit]:
        needed = self.resolver.take_needed()
        self.units += needed
        return needed

    def __reduce__(self) -> tuple[Any, ...]:
        for (_, name, path), answer in self.answers.items():
            if isinstance(answer, DeviceFunction):
                raise TypeError(
                    f"{name} cannot be pickled: it calls {'.'.join(path)}, which is CUDA C++: compile it "
                    "where it is needed"
                )
            if isinstance(answer, CapturedArray):
                raise TypeError(
                    f"{name} cannot be pickled: it captures the array {'.'.join(path)}: pickle the kernel "
                    "that cuda.jit returned"
                )
        return Replayed, (self.units, self.answers, self.defaults, self.options, self.instance)


class Replayed:
    """A resolver that gives the answers of another one in another process."""

    def __init__(
        self, units: list[SourceUnit], answers: Answers, defaults: Defaults, options: Options, instance: Any
    ) -> None:
        self.units, self.answers, self.defaults = units, answers, defaults
        self.options, self.instance = options, instance

    def __call__(self, file: int, name: str, path: Path) -> Binding:
        # A name that was not asked for there is one of these functions, since they were added one after the
        # other.
        return self.answers.get((file, name, path), Unknown())

    def default(self, file: int, name: str, parameter: str) -> Binding:
        return self.defaults.get((file, name, parameter), Other("missing value"))

    def take_needed(self) -> list[SourceUnit]:
        return []

    def __reduce__(self) -> tuple[Any, ...]:
        return Replayed, (self.units, self.answers, self.defaults, self.options, self.instance)

    def compile(self) -> Kernel:
        begun = time.perf_counter()
        call = _core.compile(self.units, self, self.options, site_packages(), self.instance)
        note_compiled(call, time.perf_counter() - begun)
        setattr(call, "_recipe", self)
        return call
