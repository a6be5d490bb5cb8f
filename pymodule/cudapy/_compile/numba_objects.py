"""Objects of numba itself in kernels, which programs import from it and go on importing: its
types, its functions for the CPU (`njit`), and the names of numba.cuda. numba is not imported for that."""

from __future__ import annotations

import types

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any

# Objects of these types are nobody's but the program's.
_PLAIN = frozenset((bool, int, float, complex, str, bytes, tuple, list, dict, type(None)))


def ours(value: Any) -> Any:
    """Returns what a kernel takes for an object of numba; any other value as it is."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    is_named = kind is types.ModuleType or kind is types.FunctionType or kind is type
    module = (
        value.__dict__.get("__name__" if kind is types.ModuleType else "__module__")
        if is_named
        else kind.__module__
    )
    if kind is types.FunctionType:
        module = value.__module__
    if not (
        isinstance(module, str)
        and module.startswith("numba")
        and module.partition(".")[0] in ("numba", "numba_cuda")
    ):
        return value
    from ..cuda._types.numba_objects import meaning

    return meaning(value)


def module_of_numba(name: str) -> Any:
    """Returns the module that stands for one of numba that the program did not import, such as `numba.cuda`
    where numba itself was imported; None for any other name."""
    if not name.startswith("numba."):
        return None
    from ..cuda._types.numba_objects import module_named

    return module_named(name)
