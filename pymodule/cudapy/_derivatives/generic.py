"""The derivative of a generic kernel: each launch chooses the instance whose derivative it runs."""

from __future__ import annotations

from .. import _core
from .._launch.over import launch as launch_over

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any


class GenericDerivative:
    """A kernel whose types each launch chooses, with tangents, `call.jvp(n)(X, Y, X_dot, Y_dot)`, or with
    cotangents, where `way` is "vjp"."""

    __cudapy_generic__ = True

    def __init__(self, call: Any, way: str, wrt: Any = None) -> None:
        self._call, self._way, self._wrt = call, way, wrt
        self.name = self.__name__ = self.called = f"{call.name}_{way}"
        self.__doc__ = call.__doc__

    def __repr__(self) -> str:
        return f"<generic kernel {self.name}>"

    def __call__(self, *threads: Any, wrt: Any = None, **options: Any) -> Any:
        if wrt is not None and self._way == "vjp" and not threads and not options:
            return GenericDerivative(self._call, self._way, wrt)
        if wrt is not None:
            options["wrt"] = wrt  # which is refused with the reason
        if len(threads) != 1 or type(threads[0]) is not int:
            _core.check_threads(self.called, threads)
        return _core.WatchedCall(_Launch(self, threads, options))

    def over(self, *arrays: Any, **options: Any) -> Any:
        """A launch with one thread for each element of an array, as of any kernel."""
        return launch_over(self, self.called, arrays, options)

    @_core.entry
    def instance(self, *arguments: Any, **keywords: Any) -> _core.Kernel:
        """The compiled derivative for arguments of the kernel like these, without tangents; None stands for
        one whose type the others say."""
        made: _core.Kernel = self._of(self._call.instance(*arguments, **keywords))
        return made

    def _of(self, instance: Any) -> Any:
        """Returns the derivative of an instance of the kernel."""
        made = getattr(instance, self._way)
        return made if self._wrt is None else made(wrt=self._wrt)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(self._of(self._call.last_instance()), name)

    def __reduce__(self) -> tuple[Any, ...]:
        return GenericDerivative, (self._call, self._way, self._wrt)


class _Launch:
    __slots__ = ("_derivative", "_options", "_threads")

    def __init__(
        self, derivative: GenericDerivative, threads: tuple[Any, ...], options: dict[str, Any]
    ) -> None:
        self._derivative, self._threads, self._options = derivative, threads, options

    @_core.entry
    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        call = self._derivative._call
        count = len(call._parameters)
        values = {name: keywords.pop(name) for name, _, _ in call._parameters if name in keywords}
        given = call._collect(arguments[:count], values)
        instance = call._choose(given, is_launch=True)
        numbers = [each for each, (_, _, is_function) in zip(given, call._parameters) if not is_function]
        derivative = self._derivative._of(instance)
        return derivative(*self._threads, **self._options)(*numbers, *arguments[count:], **keywords)

    @property
    def _beginning(self) -> str:
        """Returns how programs write the launch, up to its arguments: `scale.jvp(8)`."""
        derivative = self._derivative
        return f"{derivative._call.called}.{derivative._way}({', '.join(map(str, self._threads))})"

    def __repr__(self) -> str:
        return (
            f"<launch of {self._derivative.name}, whose types its arguments say, on "
            f"{', '.join(map(str, self._threads))} threads>"
        )
