"""Derivatives of kernels of cuda.jit: `kernel.jvp[blocks, threads](…)` and `kernel.vjp[blocks, threads](…)`.
They are CudaPy's own, and numba has them not."""

from __future__ import annotations

from ... import _core
from .arguments import prepare
from .wide_indices import is_large

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any

    from .dispatcher import ConfiguredKernel, Dispatcher


class GridDerivative:
    """A derivative of a kernel. Each launch chooses the compiled kernel whose derivative it runs, by the
    types of the kernel's own arguments, which come first."""

    def __init__(self, dispatcher: Dispatcher, way: str, wrt: Any = None) -> None:
        self._dispatcher, self._way, self._wrt = dispatcher, way, wrt
        self.__name__ = f"{dispatcher.__name__}.{way}"

    def __getitem__(self, configuration: Any) -> GridDerivativeLaunch:
        return GridDerivativeLaunch(self, self._dispatcher[configuration])

    def __call__(self, *arguments: Any, wrt: Any = None) -> GridDerivative:
        """Returns the derivative with respect to some parameters: `kernel.vjp(wrt=("X",))`."""
        if wrt is None or arguments or self._way != "vjp":
            raise ValueError(
                f"{self.__name__}: the launch configuration was not specified: a launch needs the grid and "
                f"the block, as in {self.__name__}[blocks, threads](...)"
            )
        return GridDerivative(self._dispatcher, self._way, wrt)

    def forall(self, ntasks: int, tpb: int = 0, stream: Any = 0, sharedmem: int = 0) -> Any:
        """Returns the launch of at least `ntasks` threads along x, as of any kernel."""
        if not ntasks:
            return self._dispatcher.forall(ntasks)
        return GridDerivativeLaunch(self, self._dispatcher.forall(ntasks, tpb, stream, sharedmem))

    def of(self, kernel: Any) -> Any:
        """Returns the derivative of a compiled kernel."""
        made = getattr(kernel, self._way)
        return made if self._wrt is None else made(wrt=self._wrt)

    def inspect_cuda(self, signature: Any = None) -> str:
        """Returns the CUDA C++ of the derivative for a signature of the kernel; without one, of the kernel
        that was launched last, or of the only one that was compiled."""
        dispatcher = self._dispatcher
        kernel = dispatcher._overloads.last() if signature is None else dispatcher._of(signature)
        source: str = self.of(kernel).cuda_source
        return source

    def __reduce__(self) -> tuple[Any, ...]:
        return GridDerivative, (self._dispatcher, self._way, self._wrt)

    def __repr__(self) -> str:
        return f"<cuda kernel {self.__name__}>"


class GridDerivativeLaunch:
    """A derivative with its grid."""

    def __init__(self, derivative: GridDerivative, launch: ConfiguredKernel) -> None:
        self._derivative, self._launch = derivative, launch

    @_core.entry
    def __call__(self, *arguments: Any) -> None:
        """Launches the derivative for the kernel's arguments, and its tangents or cotangents after them."""
        derivative, launch = self._derivative, self._launch
        dispatcher = derivative._dispatcher
        overloads = dispatcher._overloads
        count = overloads.parameter_count()
        kernel, types = overloads.choose(arguments[:count], dispatcher.specialized)
        if is_large(arguments, launch._threads):
            kernel = overloads._widened(kernel)
        taken = overloads.as_parameters(arguments[:count], types)
        made, after = prepare((*taken, *arguments[count:]), derivative.__name__)
        run = derivative.of(kernel)(*launch._threads, **launch._options)
        overloads._run(run, made, launch._threads, launch._options, kernel)
        for each in after:
            each()

    def __repr__(self) -> str:
        return f"<launch of {self._derivative.__name__} on {self._launch._threads} threads>"
