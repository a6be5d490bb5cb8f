"""What prebuilt kernels are translated from again: their texts, and what names outside them mean."""

from __future__ import annotations

import io
import pickle
from typing import Any, NamedTuple

from .. import _core
from .._compile.environment import is_asked_for
from .._compile.recorded import Replayed
from .._types.structs import StructType, reduced_by_fields


class Recipe(NamedTuple):
    """The texts, meanings and options of a compilation, and the name of the kernel among its functions."""

    replayed: Replayed
    kernel: str
    doc: str | None

    def compiled(self, target: Any) -> _core.Kernel:
        """Returns the kernel for a target, see compile()."""
        given = self.replayed
        checked = given.options.checked or is_asked_for("CUDAPY_CHECKED")
        options = given.options.replaced(target=target, checked=checked)
        replayed = Replayed(given.units, given.answers, given.defaults, options, given.instance)
        call: _core.Kernel = replayed.compile()
        return call if call.name == self.kernel else call.kernels[self.kernel]


def recipe_of(name: str, kernel: _core.Kernel) -> Recipe:
    """Returns the recipe of a kernel. Raises TypeError for one that is, calls or captures what only this
    process has."""
    called = kernel.name  # compiled now, where it was not yet
    recipe = kernel._recipe
    if recipe is None:
        raise TypeError(f"build: {name} is CUDA C++, which is compiled where it runs")
    try:
        _, (units, answers, defaults, options, instance) = recipe.__reduce__()
    except TypeError as error:
        raise TypeError(f"build: {str(error).replace('cannot be pickled', 'cannot be built')}") from None
    options = options.replaced(target=None, arch=None, compiler=None)
    return Recipe(Replayed(units, answers, defaults, options, instance), called, kernel.__doc__)


class _Pickler(pickle.Pickler):
    """Writes the classes of structs as their fields, since the other process may not have their module."""

    def reducer_override(self, value: Any) -> Any:
        return reduced_by_fields(value) if isinstance(value, StructType) else NotImplemented


def bytes_of(recipe: Recipe) -> bytes:
    """Returns a recipe as bytes."""
    file = io.BytesIO()
    _Pickler(file, protocol=4).dump(recipe)
    return file.getvalue()


def recipe_from(content: bytes, name: str) -> Recipe:
    """Returns a recipe from its bytes. Raises ValueError for bytes that are none."""
    try:
        recipe: Recipe = pickle.loads(content)
    except _UNREADABLE as error:
        raise ValueError(f"{name} cannot be read: build it again") from error
    return recipe


_UNREADABLE = (
    EOFError,
    pickle.UnpicklingError,
    AttributeError,
    ImportError,
    LookupError,
    TypeError,
    ValueError,
)
