"""cp.build: compiles kernels for other machines into a folder, which is a package to import as well."""

from __future__ import annotations

import contextlib
import os
import warnings
from pathlib import Path
from typing import NamedTuple

from .. import _core
from .._compile.environment import is_asked_for, site_packages
from .chosen import LeftOut, chosen_from
from .manifest import Manifest, path_from
from .publish import publish, refuse_other_things, staging
from .recipes import Recipe, bytes_of, recipe_of
from .targets import Targets, targets_from

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .chosen import Kernels


def build(kernels: Kernels, to: str | os.PathLike[str], targets: str | Iterable[str] | None = None) -> Path:
    """Compile kernels for other machines into the folder `to`, and give its path.

    The folder is a package: `from mykernels import saxpy` gives a kernel on a machine that has neither nvcc
    nor g++, and so does `cp.load("mykernels").saxpy`. Kernels are found by their translation, so that
    programs that compile the same kernels find their code there, too, once the folder was loaded. On a
    machine that no target fits, they are compiled as always.

    kernels: a module, or the path of a file, for all kernels in it; one kernel; a list of kernels; or a dict
        of kernels by the names that they get. Of generic kernels instances are built, each with a name of its
        own: `{"scale_float": scale.instance(X)}`. A RuntimeWarning names kernels of a module that are left
        out.
    to: the folder, which is new, empty, or one that build() wrote.
    targets: "cpu:x86-64-v3", "cuda:sm_80,sm_90,compute_90", or a list of such. A processor is a level of
        x86-64, or armv8-a. `sm_90` is code for one architecture of GPUs (and for the later ones of its
        generation); `compute_90` is PTX, which newer GPUs compile for themselves. "cpu", "cuda" and
        None are usual ones: x86-64 and x86-64-v3, sm_75, sm_80, sm_90 and compute_90, where nvcc is there.

    Raises ToolchainError where a compiler is missing or fails, TypeError for generic kernels and CUDA C++,
    ValueError for targets that cannot be built here and for a folder with other things.

    >>> @cp.kernel("void (float* X)")
    ... def double_all(X):
    ...     X[idx] *= 2
    >>> import tempfile
    >>> folder = cp.build(double_all, to=tempfile.mkdtemp(), targets="cpu")
    >>> sorted(each.suffix for each in folder.iterdir() if each.suffix != ".so")
    ['.json', '.py', '.pyi']
    """
    made = build_all(kernels, to, targets)
    for name, left in made.left_out.items():
        if left.is_kernel:
            warnings.warn(f"build: {name} is left out: {left.reason}", RuntimeWarning, stacklevel=2)
    return made.folder


class Made(NamedTuple):
    """The folder, what it says of itself, and what is not in it."""

    folder: Path
    manifest: Manifest
    left_out: dict[str, LeftOut]


def build_all(
    kernels: Kernels, to: str | os.PathLike[str], targets: str | Iterable[str] | None = None
) -> Made:
    """Does what build() does, without its warnings."""
    if is_asked_for("CUDAPY_CHECKED"):
        raise ValueError("build: CUDAPY_CHECKED is set, and would make all kernels checked ones: unset it")
    with _translation_only():
        named, left_out = chosen_from(kernels)
        recipes = {name: recipe_of(name, kernel) for name, kernel in named.items()}
        signatures = {name: kernel.signature for name, kernel in named.items()}
    if not named:
        reasons = [f"{name} is left out: {left.reason}" for name, left in left_out.items()]
        raise ValueError("; ".join(["build: there are no kernels to build", *reasons]))
    wanted = targets_from(targets, _has_nvcc())
    folder = path_from(to, "build: to")
    refuse_other_things(folder)
    with staging(folder) as made_in:
        files = {name: _compile(recipe, wanted, made_in) for name, recipe in recipes.items()}
        docs = {name: recipe.doc for name, recipe in recipes.items()}
        contents = {name: bytes_of(recipe) for name, recipe in recipes.items()}
        manifest = Manifest(_core.version, wanted, signatures, docs, files, contents)
        publish(manifest, made_in, folder)
    return Made(folder, manifest, left_out)


@contextlib.contextmanager
def _translation_only() -> Iterator[None]:
    """Lets kernels be translated and not compiled for this machine, which may have no compiler for it, unless
    they are launched."""
    before = _core.defer_builds(True)
    try:
        yield
    finally:
        _core.defer_builds(before)


def _has_nvcc() -> bool:
    try:
        _core.compiler("nvcc", site_packages())
    except _core.ToolchainError:
        return False
    return True


def _compile(recipe: Recipe, targets: Targets, folder: Path) -> list[str]:
    resolver = recipe.replayed
    files: list[str] = []
    for kind, names in (("cpu", targets.cpu), ("cuda", targets.cuda)):
        if names:
            options = resolver.options.replaced(target=kind)
            files += _core.prebuild(
                str(folder), names, resolver.units, resolver, options, site_packages(), resolver.instance
            )
    return sorted(set(files))
