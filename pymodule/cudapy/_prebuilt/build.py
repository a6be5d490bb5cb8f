"""cp.build: compiles kernels for other machines into a folder, which is a package to import as well."""

from __future__ import annotations

import contextlib
import json
import keyword
import os
import re
import sys
import tempfile
import types
import warnings
from pathlib import Path
from typing import Any

from .. import _core
from .._compile.environment import is_asked_for, site_packages
from .._compile.pickle import is_helper
from .manifest import MANIFEST, Manifest, path_from
from .package import package_of
from .recipes import Recipe, bytes_of, recipe_of
from .targets import Targets, targets_from

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    Kernels = _core.Kernel | types.ModuleType | str | os.PathLike[str] | Sequence[Any] | Mapping[str, Any]


def build(kernels: Kernels, to: str | os.PathLike[str], targets: str | Iterable[str] | None = None) -> Path:
    """Compile kernels for other machines into the folder `to`, and give its path.

    The folder is a package: `from mykernels import saxpy` gives a kernel on a machine that has neither nvcc
    nor g++, and so does `cp.load("mykernels").saxpy`. Kernels are found by their translation, so that
    programs that compile the same kernels find their code there, too, once the folder was loaded. On a
    machine that no target fits, they are compiled as always.

    kernels: a module, or the path of a file, for all kernels in it; one kernel; a list of kernels; or a dict
        of kernels by the names that they get. Of generic kernels instances are built, each with a name of its
        own: `{"scale_float": scale.instance(X)}`.
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
    if is_asked_for("CUDAPY_CHECKED"):
        raise ValueError("build: CUDAPY_CHECKED is set, and would make all kernels checked ones: unset it")
    with _translation_only():
        named = _named(kernels)
        recipes = {name: recipe_of(name, kernel) for name, kernel in named.items()}
        signatures = {name: kernel.signature for name, kernel in named.items()}
    if not named:
        raise ValueError("build: there are no kernels to build")
    wanted = targets_from(targets, _has_nvcc())
    folder = path_from(to, "build: to")
    old = _old_manifest(folder)
    folder.mkdir(parents=True, exist_ok=True)
    files = {name: _compile(recipe, wanted, folder) for name, recipe in recipes.items()}
    docs = {name: recipe.doc for name, recipe in recipes.items()}
    contents = {name: bytes_of(recipe) for name, recipe in recipes.items()}
    manifest = Manifest(_core.version, wanted, signatures, docs, files, contents)
    for name, text in package_of(manifest).items():
        write_file(folder / name, text)
    write_file(folder / MANIFEST, json.dumps(manifest.to_json(), indent=2) + "\n")
    if old:
        for stale in old.all_files() - manifest.all_files():
            (folder / stale).unlink(missing_ok=True)
    return folder


@contextlib.contextmanager
def _translation_only() -> Iterator[None]:
    """Lets kernels be translated and not compiled for this machine, which may have no compiler for it, unless
    they are launched."""
    before = _core.defer_builds(True)
    try:
        yield
    finally:
        _core.defer_builds(before)


def write_file(path: Path, text: str) -> None:
    """Writes a file in one step, so that whoever reads it meanwhile has the old one. Only the user may change
    it, and all may read it."""
    descriptor, name = tempfile.mkstemp(prefix=".build-", dir=path.parent)
    try:
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


_OURS = re.compile(r"[0-9a-f]{64}-(cpu|cuda)\..*|\.build-.*|__init__\.pyi?|__pycache__")


def _old_manifest(folder: Path) -> Manifest | None:
    """Returns the manifest that a build before wrote. Raises ValueError for a folder with other things."""
    if not folder.is_dir() or (folder / MANIFEST).is_file():
        return Manifest.read(folder) if folder.is_dir() else None
    if not all(
        _OURS.fullmatch(each.name) for each in folder.iterdir()
    ):  # a build before may have been killed
        raise ValueError(
            f"build: {folder} is no folder of prebuilt kernels, and not empty: name a new or an empty one"
        )
    return None


def _has_nvcc() -> bool:
    try:
        _core.compiler("nvcc", site_packages())
    except _core.ToolchainError:
        return False
    return True


# ---- which kernels


def _named(kernels: Kernels) -> dict[str, _core.Kernel]:
    """Returns the kernels by the names that they get in the folder."""
    if isinstance(kernels, (str, os.PathLike)):
        kernels = _module_of(Path(kernels))
    if isinstance(kernels, types.ModuleType):
        return _kernels_in(kernels)
    if isinstance(kernels, _core.Kernel):
        kernels = [kernels]
    if isinstance(kernels, dict):
        pairs = list(kernels.items())
    elif isinstance(kernels, (list, tuple)):
        pairs = [(_name_of(kernel), kernel) for kernel in kernels]
    else:
        raise TypeError(
            "build: expected a module, a file, a kernel, a list of kernels, or a dict of them by name, got "
            f"{type(kernels).__name__} {kernels!r}"
        )
    named: dict[str, _core.Kernel] = {}
    for name, kernel in pairs:
        if not isinstance(name, str) or not name.isidentifier() or keyword.iskeyword(name) or name[0] == "_":
            raise ValueError(
                f"build: {name!r} is no name for a kernel: it is a name of the package to import"
            )
        if not isinstance(kernel, _core.Kernel):
            raise TypeError(f"build: {name} is no kernel but {type(kernel).__name__} {kernel!r}")
        if is_helper(kernel):
            raise TypeError(
                f"build: {name} returns a value, so that it is called by kernels and is none itself"
            )
        if _is_generic(kernel):
            raise TypeError(
                f"build: {name} is generic: build instances of it, each with a name, as "
                f'{{"{name}_float": {name}.instance(arguments)}}'
            )
        if name in named:
            raise ValueError(f"build: two of the kernels are named {name}: give a dict with other names")
        named[name] = kernel
    return named


def _name_of(kernel: Any) -> str:
    if not isinstance(kernel, _core.Kernel):
        raise TypeError(f"build: expected kernels, got {type(kernel).__name__} {kernel!r}")
    return getattr(kernel, "__name__", None) or kernel.name


def _is_generic(kernel: _core.Kernel) -> bool:
    return getattr(kernel, "instance", None) is not None


def _module_of(path: Path) -> types.ModuleType:
    """Runs a file as a module, and returns that."""
    import importlib.util

    if not path.is_file():
        raise FileNotFoundError(f"build: there is no file {path}")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ValueError(f"build: {path} is no file of Python")
    module = importlib.util.module_from_spec(spec)
    root = path.resolve().parent
    while (root / "__init__.py").is_file():
        root = root.parent
    before = dict(sys.modules)
    sys.modules[path.stem] = module
    folders = (root, path.resolve().parent)
    sys.path[:0] = map(str, folders)
    try:
        spec.loader.exec_module(module)
        _refuse_other_installations(path.resolve(), root)
    except ImportError as error:
        if "relative import" not in str(error):
            raise
        raise ImportError(
            f"build: {path} imports relatively ({error}): it is run by itself, without its package: import "
            "absolutely, or give build() the imported module"
        ) from error
    finally:
        del sys.path[:2]
        # Another file may import other modules by the same names.
        for name, each in list(sys.modules.items()):
            if before.get(name) is not each and (each is module or _is_of(name, each, folders)):
                del sys.modules[name]
                if name in before:
                    sys.modules[name] = before[name]
    return module


def _is_of(name: str, module: Any, folders: tuple[Path, ...]) -> bool:
    """Returns whether the module of this name was found in one of the folders, and not in an environment that
    lies inside of one."""
    file = getattr(module, "__file__", None)
    places = [folder.joinpath(*name.split(".")) for folder in folders]
    return file is not None and any(
        Path(file).resolve() in (place.with_suffix(".py"), place / "__init__.py") for place in places
    )


def _refuse_other_installations(path: Path, root: Path) -> None:
    """Raises ImportError where the package of a file was imported from elsewhere: an installed version may
    have other constants."""
    top = path.relative_to(root).parts[0]
    for name, module in sys.modules.items():
        is_of_package = path.parent != root and (name == top or name.startswith(f"{top}."))
        if is_of_package and getattr(module, "__file__", None) and not _is_of(name, module, (root,)):
            raise ImportError(
                f"build: {path} imports {name} from {module.__file__}, and not from {root}: build it in a "
                "process that has not imported that"
            )


_SIGNATURE = re.compile(r"^# *(\w+) *: *void *\(", re.MULTILINE)


def _kernels_in(module: types.ModuleType) -> dict[str, _core.Kernel]:
    """Returns the kernels of a module: those that it holds, and functions with a signature above them.
    Generic ones are left out with a warning."""
    named: dict[str, _core.Kernel] = {}
    file = getattr(module, "__file__", None)
    text = Path(file).read_text(encoding="utf-8") if file and Path(file).is_file() else ""
    signed = set(_SIGNATURE.findall(text))
    for name, value in vars(module).items():
        if name.startswith("_"):
            continue
        if isinstance(value, types.FunctionType) and name in signed and value.__module__ == module.__name__:
            from .._compile.compile import compile_functions

            value = compile_functions(value)
        if not isinstance(value, _core.Kernel) or is_helper(value):
            continue
        if _is_generic(value):
            warnings.warn(
                f"build: {name} is generic and is left out: build instances of it, each with a name",
                RuntimeWarning,
                stacklevel=4,
            )
            continue
        named[name] = value
    return named


# ---- what is compiled


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
