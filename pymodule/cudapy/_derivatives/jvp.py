"""Kernel.jvp: the kernel that also computes tangents, made of the same functions."""

from __future__ import annotations

from .._compile.bindings import CapturedArray
from .._compile.recorded import Replayed
from .._core import Kernel

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any


def jvp_of(call: Kernel) -> Kernel:
    """See Kernel.jvp."""
    known: Kernel | None = vars(call).get("_jvp")
    if known is None:
        known = _compiled(call)
        setattr(call, "_jvp", known)
    return known


def _compiled(call: Any) -> Kernel:
    if getattr(call, "instance", None) is not None:
        from .generic import GenericJvp

        generic: Any = GenericJvp(call)
        return generic  # type: ignore[no-any-return]
    name = call.name  # compiled now, where it was not yet
    recipe = call._recipe
    if recipe is None:
        raise TypeError(
            f"{name}: its text is CUDA C++, which CudaPy does not read: write the kernel in Python to "
            "differentiate it"
        )
    if recipe.options.numba:
        raise TypeError(f"{name}: kernels of cudapy.cuda have no derivatives yet: compile it with cp.compile")
    if recipe.options.jvp:
        raise TypeError(f"{name}: derivatives of derivatives are not supported yet")
    options = recipe.options.replaced(jvp=name)
    for (_, _, path), answer in recipe.answers.items():
        if isinstance(answer, CapturedArray):
            raise TypeError(
                f"{name}: it captures the array {'.'.join(path)}, which has no tangents: make it a parameter"
            )
    made: Kernel = Replayed(recipe.units, recipe.answers, recipe.defaults, options, recipe.instance).compile()
    made.__doc__ = call.__doc__
    setattr(made, "_derivative_of", call)
    return made
