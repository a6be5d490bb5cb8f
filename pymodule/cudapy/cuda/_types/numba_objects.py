"""The objects of this package that stand for those of numba: its modules, its functions and their kinds."""

from __future__ import annotations

import importlib
import sys
import types
import weakref

from .._missing import NotThereError
from .numba_types import is_numbas, translated

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any

_MODULES_OF_TYPES = ("numba.types", "numba.core.types", "numba.cuda.types")
# Modules of numba outside numba.cuda, and those that have their names here.
_MODULES = {
    "numba.core.errors": "errors",
    "numba.cuda": "",
    "numba.misc.special": "misc.special",
    "numba.np.numpy_support": "numpy_support",
} | dict.fromkeys(_MODULES_OF_TYPES, "types")
_device_functions: weakref.WeakKeyDictionary[Any, Any] = weakref.WeakKeyDictionary()  # by numba's function


def meaning(value: Any) -> Any:
    """Returns the object of this package, or of Python, that an object of numba means in kernels; the object
    itself where there is none."""
    if isinstance(value, types.ModuleType):
        return _module(value)
    made = translated(value)
    if made is not value:
        return made
    return _function(value) or _named(value)


def _plain_name(name: str) -> str:
    """Returns the name of a module of numba, also of one of the package numba_cuda."""
    return name.removeprefix("numba_cuda.") if name.startswith("numba_cuda.numba") else name


def _module(value: types.ModuleType) -> types.ModuleType:
    if sys.modules.get(value.__name__) is not value:  # it may say what it likes
        return value
    return module_named(_plain_name(value.__name__)) or value


def module_named(name: str) -> types.ModuleType | None:
    """Returns the module that stands for one of numba by this name; None where there is none."""
    known = _MODULES.get(name, name.removeprefix("numba.cuda.") if name.startswith("numba.cuda.") else None)
    if known is None:
        return None
    try:
        return importlib.import_module(f"cudapy.cuda.{known}".rstrip("."))
    except ImportError:
        return None


def python_function(value: Any) -> types.FunctionType | None:
    """Returns the function of Python that numba compiles for an object; None for any other object."""
    if not is_numbas(value) or type(value).__name__ == "GUFunc":  # whose function is one of parts of arrays
        return None
    found = getattr(value, "py_func", None) or getattr(getattr(value, "_dispatcher", None), "py_func", None)
    if found is None and type(value).__name__ == "FakeCUDAKernel":  # of numba's simulator
        found = value.fn
    return found if isinstance(found, types.FunctionType) else None


def _function(value: Any) -> Any:
    """Returns the device function for a function of numba; None for any other object."""
    function = python_function(value)
    if function is None:
        return None
    if (function.__module__ or "").startswith(
        ("numba.", "numba_cuda.")
    ):  # such as those of numba.cuda.random
        return _of_module(function)
    signatures = _signatures(value)
    if not signatures:
        return function
    if value not in _device_functions:
        from .._jit.dispatcher import DeviceFunction  # whose functions are known by what is here

        _device_functions[value] = DeviceFunction(function, signatures)
    return _device_functions[value]


def _signatures(value: Any) -> list[tuple[tuple[Any, ...], Any]]:
    """Returns the signatures that numba was given for a function; none where it compiles for any types."""
    dispatcher = getattr(value, "_dispatcher", value)
    if hasattr(value, "ntypes"):  # of vectorize
        return [] if not getattr(value, "_frozen", False) else [_of_characters(each) for each in value.types]
    if getattr(dispatcher, "_can_compile", True):
        return []
    return [
        (tuple(map(translated, each.args)), translated(each.return_type))
        for each in (made.signature for made in dispatcher.overloads.values())
    ]


def _of_characters(text: str) -> tuple[tuple[Any, ...], Any]:
    """Returns the signature that NumPy writes as characters of dtypes, such as "ff->f"."""
    from ..numpy_support import from_dtype

    arguments, _, result = text.partition("->")
    return tuple(map(from_dtype, arguments)), from_dtype(result)


def _named(value: Any) -> Any:
    """Returns what has the name of an object of numba.cuda here, or of one of numba's own."""
    if (
        getattr(value, "__name__", "") == "prange"
        and getattr(value, "__module__", "") == "numba.misc.special"
    ):
        return range
    return _of_module(value) or value


def _of_module(value: Any) -> Any:
    """Returns what a module of this package has by the name of an object of numba; None where there is
    none."""
    path: str = getattr(value, "__qualname__", "") or getattr(value, "__name__", "")
    module = _plain_name(getattr(value, "__module__", None) or "")
    for name in dict.fromkeys((module, "numba.cuda", "numba")):
        theirs = sys.modules.get(name) or sys.modules.get(f"numba_cuda.{name}")
        found = _at(theirs, path)
        is_it = found is value or getattr(found, "py_func", found) is value
        if found is not None and is_it and (known := _ours_at(name, path)) is not None:
            return known
    return None


def _ours_at(name: str, path: str) -> Any:
    if name == "numba":
        name = "numba.cuda"
    module = module_named(name)
    try:
        return module and _at(module, path)
    except NotThereError:
        return None


def _at(value: Any, path: str) -> Any:
    for name in path.split("."):
        value = getattr(value, name, None)
    return value
