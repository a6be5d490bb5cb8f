"""Which kernels build() is asked for: those that it is given, or those of a module or a file."""

from __future__ import annotations

import keyword
import os
import re
import sys
import types
from pathlib import Path
from typing import Any, NamedTuple

from .. import _core
from .._compile.pickle import is_helper

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Kernels = _core.Kernel | types.ModuleType | str | os.PathLike[str] | Sequence[Any] | Mapping[str, Any]


class LeftOut(NamedTuple):
    """Why something in a module is not built. Some functions are for Python or for kernels to call; that a
    kernel is left out is worth a warning."""

    reason: str
    is_kernel: bool


class Chosen(NamedTuple):
    """The kernels by the names that they get in the folder, and what is left out by its name."""

    kernels: dict[str, _core.Kernel]
    left_out: dict[str, LeftOut]


def _kernel_of(given: Any) -> Any:
    """Returns the kernel that a derivative in reverse mode is, and anything else as it is."""
    return getattr(given, "__cudapy_kernel__", given)


def chosen_from(kernels: Kernels) -> Chosen:
    """Returns the kernels that the argument of build() names. Raises what build() raises."""
    if isinstance(kernels, (str, os.PathLike)):
        kernels = _module_of(Path(kernels))
    if isinstance(kernels, types.ModuleType):
        return _kernels_in(kernels)
    kernels = _kernel_of(kernels)
    if isinstance(kernels, _core.Kernel):
        kernels = [kernels]
    if isinstance(kernels, dict):
        pairs = [(name, _kernel_of(kernel)) for name, kernel in kernels.items()]
    elif isinstance(kernels, (list, tuple)):
        pairs = [(_name_of(kernel), kernel) for kernel in map(_kernel_of, kernels)]
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
    return Chosen(named, {})


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


_SIGNATURE = re.compile(r"^# *(\w+) *: *(\S[^(\n]*?)? *\(", re.MULTILINE)


def _kernels_in(module: types.ModuleType) -> Chosen:
    """Returns the kernels of a module: those that it holds, and its own functions that have a signature, as a
    comment or as annotations. All other functions and kernels are left out."""
    chosen = Chosen({}, {})
    file = getattr(module, "__file__", None)
    text = Path(file).read_text(encoding="utf-8") if file and Path(file).is_file() else ""
    results = dict(_SIGNATURE.findall(text))
    for name, value in vars(module).items():
        if isinstance(value, types.FunctionType):
            if value.__module__ != module.__name__:
                continue
            found = _of_function(name, value, results.get(name))
        elif isinstance(value, _core.Kernel):
            found = _of_kernel(name, value)
        elif isinstance(value, _core.GridKernel):
            found = LeftOut("kernels of cudapy.cuda are compiled where they run", True)
        else:
            continue
        if isinstance(found, LeftOut):
            chosen.left_out[name] = found
        else:
            chosen.kernels[name] = found
    return chosen


_IS_PRIVATE = "its name begins with an underscore"
_IS_HELPER = "it returns a value, for kernels to call"


def _of_function(name: str, function: types.FunctionType, result: str | None) -> _core.Kernel | LeftOut:
    """`result` is the one in the signature above the function; None if there is no such comment."""
    from .._compile.compile import compile_functions, kernel_of

    if result is None and not function.__annotations__:
        return LeftOut("it has no signature", False)
    if name.startswith("_"):
        return LeftOut(_IS_PRIVATE, False)
    if result is not None and result != "void":
        return LeftOut(_IS_HELPER, False)
    try:
        found = compile_functions(function)
    except (_core.Error, TypeError, ValueError) as error:
        found = getattr(error, "diagnostics", [])
        if any(each["code"] == "E804" for each in found):
            return LeftOut(_IS_HELPER, False)
        if result is not None or _has_types_of_kernels(function):
            raise
        reason = found[0]["message"] if found else str(error).removeprefix("compile: ")
        return LeftOut(f"it is no kernel: {reason}", False)
    return _of_kernel(name, found if isinstance(found, _core.Kernel) else kernel_of(found))


def _of_kernel(name: str, kernel: _core.Kernel) -> _core.Kernel | LeftOut:
    if name.startswith("_"):
        return LeftOut(_IS_PRIVATE, False)
    if is_helper(kernel):
        return LeftOut(_IS_HELPER, False)
    if _is_generic(kernel):
        return LeftOut("it is generic: build instances of it, each with a name", True)
    if kernel.name and kernel._recipe is None:
        return LeftOut("it is CUDA C++, which is compiled where it runs", True)
    return kernel


def _has_types_of_kernels(function: types.FunctionType) -> bool:
    """Returns whether an annotation is a type that only kernels have, and no class of Python's."""
    for annotation in function.__annotations__.values():
        if isinstance(annotation, str):
            if "*" in annotation:
                return True
            try:
                annotation = eval(annotation, function.__globals__)
            except Exception:  # as of names that only type checkers know
                continue
        if isinstance(annotation, _core.Type):
            return True
    return False
