"""The questions of a compilation about names outside of its functions, with the answers: what a kernel is
pickled as, and compiled of again in another process."""

from __future__ import annotations

from .. import _core
from .bindings import Array, DeviceFunction, Other, Unknown
from .environment import site_packages


class Recorded:
    """A resolver in front of another one, which remembers all questions to the other one and its answers."""

    def __init__(self, units, resolver, options, instance):
        self.units, self.options, self.instance = list(units), options, instance
        self.resolver = resolver
        self.answers, self.defaults = {}, {}

    def __call__(self, file, name, path):
        answer = self.answers[file, name, path] = self.resolver(file, name, path)
        return answer

    def default(self, file, name, parameter):
        answer = self.defaults[file, name, parameter] = self.resolver.default(file, name, parameter)
        return answer

    def captured_array(self, number):
        return self.resolver.captured_array(number)

    def take_needed(self):
        needed = self.resolver.take_needed()
        self.units += needed
        return needed

    def __reduce__(self):
        for (_, name, path), answer in self.answers.items():
            if isinstance(answer, DeviceFunction):
                raise TypeError(
                    f"{name} cannot be pickled: it calls {'.'.join(path)}, which is CUDA C++: compile it "
                    "where it is needed"
                )
            if isinstance(answer, Array):
                raise TypeError(
                    f"{name} cannot be pickled: it captures the array {'.'.join(path)}: pickle the kernel "
                    "that cuda.jit returned"
                )
        return Replayed, (self.units, self.answers, self.defaults, self.options, self.instance)


class Replayed:
    """A resolver that gives the answers of another one in another process."""

    def __init__(self, units, answers, defaults, options, instance):
        self.units, self.answers, self.defaults = units, answers, defaults
        self.options, self.instance = options, instance

    def __call__(self, file, name, path):
        # A name that was not asked for there is one of these functions, since they were added one after the
        # other.
        return self.answers.get((file, name, path), Unknown())

    def default(self, file, name, parameter):
        return self.defaults.get((file, name, parameter), Other("missing value"))

    def take_needed(self):
        return []

    def __reduce__(self):
        return Replayed, (self.units, self.answers, self.defaults, self.options, self.instance)

    def compile(self):
        call = _core.compile(self.units, self, self.options, site_packages(), self.instance)
        call._recipe = self
        return call
