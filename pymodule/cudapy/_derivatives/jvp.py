"""Kernel.jvp: the kernel that also computes tangents, made of the same functions."""

from __future__ import annotations

from .._core import Kernel
from .derived import derived

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any


def jvp_of(call: Kernel) -> Kernel:
    """See Kernel.jvp."""
    known: Kernel | None = vars(call).get("_jvp")
    if known is None:
        known = _made(call)
        setattr(call, "_jvp", known)
    return known


def _made(call: Kernel) -> Kernel:
    if getattr(call, "instance", None) is not None:
        from .generic import GenericDerivative

        generic: Any = GenericDerivative(call, "jvp")
        return generic  # type: ignore[no-any-return]
    made = derived(call, "jvp")
    setattr(made, "_derivative_of", call)
    return made
