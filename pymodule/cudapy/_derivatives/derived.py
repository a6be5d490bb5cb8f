"""The derivative of a kernel, compiled of the kernel's own functions."""

from __future__ import annotations

from .._compile.bindings import CapturedArray
from .._compile.recorded import Replayed
from .._core import Kernel

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any


def derived(call: Any, way: str, **options: Any) -> Kernel:
    """Returns the kernel that `way`, "jvp" or "vjp", makes of another one."""
    name = call.name  # compiled now, where it was not yet
    made = derived_of(call._recipe, name, way, **options)
    made.__doc__ = call.__doc__
    return made


def derived_of(recipe: Any, name: str, way: str, **options: Any) -> Kernel:
    """Returns the kernel that `way` makes of the one of that name, which was compiled of a recipe."""
    if recipe is None:
        raise TypeError(
            f"{name}: its text is CUDA C++, which CudaPy does not read: write the kernel in Python to "
            "differentiate it"
        )
    if recipe.options.jvp or recipe.options.vjp:
        raise TypeError(f"{name}: derivatives of derivatives are not supported yet")
    for (_, _, path), answer in recipe.answers.items():
        if isinstance(answer, CapturedArray):
            raise TypeError(
                f"{name}: it captures the array {'.'.join(path)}, which has no tangents: make it a parameter"
            )
    changed = recipe.options.replaced(**{way: name}, **options)
    made: Kernel = Replayed(recipe.units, recipe.answers, recipe.defaults, changed, recipe.instance).compile()
    return made
