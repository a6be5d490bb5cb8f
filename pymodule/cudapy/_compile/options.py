"""The options of a compilation."""

from __future__ import annotations

from .environment import is_asked_for, is_covered, is_optimized

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Literal, TypeAlias

    from .._core import Type
    from .._devices.devices import Device

    Target: TypeAlias = Literal["cuda", "cpu"] | str | int | Device | None
    Compiler: TypeAlias = Literal["nvcc", "nvrtc"] | None
    Factors: TypeAlias = int | tuple[int, ...] | list[int] | None


class Options:
    """The options of a compilation: those of cudapy.compile, and two of numba's dialect.

    With `raises`, kernels are checked, and divisions of floats by zero are reported, too. `numba` is for
    resolved options: names and numbers mean what numba makes of them. `coverage` is for resolved options,
    too: kernels for the CPU note which lines they run. `jvp` has the names of kernels, which are made into
    those that compute tangents, too; nothing else is made. With `in_double`, narrower floats are doubles.
    `vjp` is likewise for those that pull cotangents back, of the parameters that `wrt` names.
    `tapes` is for tests: parameters called `tape` and the like are hidden ones.

    pymodule/src/python/compile_options.cpp reads all fields of resolved options but `debug`, by these names.
    """

    def __init__(
        self,
        *,
        debug: bool = False,
        target: Target = None,
        index: Type | None = None,
        strict: bool = False,
        compiler: Compiler = None,
        arch: str | Sequence[str] | None = None,
        checked: bool | None = None,
        optimize: bool | None = None,
        coarsen: Factors = None,
        fastmath: bool = False,
        numba: bool = False,
        raises: bool = False,
        coverage: bool = False,
        jvp: str = "",
        in_double: bool = False,
        tapes: bool = False,
        vjp: str = "",
        wrt: str = "",
    ) -> None:
        self.debug = debug
        self.target = target
        self.index = index
        self.strict = strict
        self.compiler = compiler
        self.arch = arch
        self.checked = checked
        self.optimize = optimize
        self.coarsen = coarsen
        self.fastmath = fastmath
        self.numba = numba
        self.raises = raises
        self.coverage = coverage
        self.jvp = jvp
        self.tapes = tapes
        self.in_double = in_double
        self.vjp = vjp
        self.wrt = wrt

    def replaced(self, **changed: Any) -> Options:
        """Returns options with other values for some of them."""
        return Options(**{**vars(self), **changed})

    def resolved(self, numba: bool) -> Options:
        """Returns options with what the environment says of those that nobody gave, and with the factors of
        `coarsen` along x, y and z. Raises ValueError for what is not possible."""
        checked = True if self.raises else self.checked
        made = self.replaced(
            numba=numba,
            checked=is_asked_for("CUDAPY_CHECKED") if checked is None else bool(checked),
            optimize=is_optimized() if self.optimize is None else bool(self.optimize),
            coarsen=_factors(self.coarsen),
            coverage=is_covered(),
        )
        if self.coarsen is not None and not made.optimize and self.optimize is not None:
            raise ValueError(
                "compile: optimize=False leaves each thread to itself, and coarsen= puts them "
                "together: give one of them"
            )
        return made


def _factors(coarsen: Factors) -> tuple[int, ...]:
    """Returns what `coarsen` asks for along x, y and z; zeros for nothing. Raises ValueError for other
    factors."""
    if coarsen is None:
        return (0, 0, 0)
    sizes = tuple(coarsen) if isinstance(coarsen, (tuple, list)) else (coarsen,)
    if len(sizes) not in (1, 2) or any(type(size) is not int or size not in (1, 2, 4, 8) for size in sizes):
        raise ValueError(
            f"coarsen must be 1, 2, 4 or 8 threads along x, or a pair of them for x and y, not {coarsen!r}"
        )
    return (*sizes, *(1, 1))[:3]
