"""Kernel.vjp: the kernel that pulls cotangents back, made of the same functions."""

from __future__ import annotations

from .._core import Kernel
from .derived import derived

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any


class PulledBack:
    """What Kernel.vjp gives: the derivative of all parameters. `call.vjp(wrt=("X",))` is that of some."""

    def __init__(self, call: Kernel) -> None:
        self._call = call
        self._made: dict[tuple[str, ...], Kernel] = {}

    def _of(self, wrt: tuple[str, ...] = ()) -> Kernel:
        made = self._made.get(wrt)
        if made is None:
            made = self._made[wrt] = derived(self._call, "vjp", wrt=" ".join(wrt))
        return made

    def __call__(self, *threads: Any, wrt: Any = None, **launch: Any) -> Any:
        if wrt is None:
            return self._of()(*threads, **launch)
        if threads or launch:
            raise TypeError(
                f"{self._call.name}.vjp: wrt= chooses parameters, and is given by itself, before the threads"
            )
        return self._of(_names(self._call, wrt))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._of(), name)

    @property
    def __cudapy_kernel__(self) -> Kernel:
        """The kernel that cp.build compiles."""
        return self._of()

    def __reduce__(self) -> Any:
        return vjp_of, (self._call,)

    def __repr__(self) -> str:
        return repr(self._of())


def _names(call: Any, wrt: Any) -> tuple[str, ...]:
    names = (wrt,) if isinstance(wrt, str) else tuple(wrt)
    known = [parameter for parameter, _ in call.parameters]
    for name in names:
        if name not in known:
            raise ValueError(f"{call.name}.vjp: wrt: there is no parameter {name!r}, but {', '.join(known)}")
    if not names:
        raise ValueError(f"{call.name}.vjp: wrt: name at least one parameter")
    return names


def vjp_of(call: Kernel) -> PulledBack:
    """See Kernel.vjp."""
    known: PulledBack | None = vars(call).get("_vjp")
    if known is None and getattr(call, "instance", None) is not None:
        from .generic import GenericDerivative

        generic: Any = GenericDerivative(call, "vjp")
        setattr(call, "_vjp", generic)
        return generic  # type: ignore[no-any-return]
    if known is None:
        known = PulledBack(call)
        known._of()
        setattr(call, "_vjp", known)
    return known
