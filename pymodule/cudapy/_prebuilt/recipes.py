"""What prebuilt kernels are translated from again: their texts, and what names outside them mean."""

from __future__ import annotations

import io
import pickle
from typing import Any, NamedTuple

from .. import _core
from .._compile.recorded import Replayed
from .._types.structs import StructType, reduced_by_fields

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from pathlib import Path

RECIPES = "recipes.pickle"


class Recipe(NamedTuple):
    """The texts, meanings and options of a compilation, and the name of the kernel among its functions."""

    replayed: Replayed
    kernel: str
    doc: str | None

    def compiled(self, target: Any) -> _core.Kernel:
        """Returns the kernel for a target, see compile()."""
        given = self.replayed
        options = given.options.replaced(target=target)
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


def bytes_of(recipes: dict[str, Recipe]) -> bytes:
    """Returns the content of the file of recipes, in which each is by itself."""

    def pickled(value: Any) -> bytes:
        file = io.BytesIO()
        _Pickler(file, protocol=4).dump(value)
        return file.getvalue()

    return pickle.dumps({name: pickled(recipe) for name, recipe in recipes.items()}, protocol=4)


def read_recipes(folder: Path) -> dict[str, bytes]:
    """Returns the recipes in a folder, each as bytes. Raises ValueError for a file that build() did not
    write."""
    try:
        found = pickle.loads((folder / RECIPES).read_bytes())
        if isinstance(found, dict) and all(isinstance(each, bytes) for each in found.values()):
            return found
    except _UNREADABLE as error:
        raise ValueError(f"{folder / RECIPES} is missing or damaged: build the kernels again") from error
    raise ValueError(f"{folder / RECIPES} is no file of recipes: build the kernels again")


def recipe_from(content: bytes, name: str, built_by: str) -> Recipe:
    """Returns a recipe from its bytes. Raises ValueError where another version of CudaPy wrote them."""
    try:
        recipe: Recipe = pickle.loads(content)
    except _UNREADABLE as error:
        raise ValueError(
            f"{name} was built by CudaPy {built_by}, which this one, {_core.version}, does not understand: "
            "build it again"
        ) from error
    return recipe


_UNREADABLE = (OSError, EOFError, pickle.UnpicklingError, AttributeError, ImportError, IndexError, TypeError)
