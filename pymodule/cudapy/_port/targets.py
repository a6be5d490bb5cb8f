"""The names of numba, and those of cudapy.cuda that stand for them."""

from __future__ import annotations

import functools
import importlib
import types
from typing import Any

from ..cuda._missing import Absent, NotThereError, message

# Modules of numba, and the modules in cudapy.cuda that have their names.
_MODULES = {
    "numba.cuda": "",
    "numba.types": "types",
    "numba.core.types": "types",
    "numba.cuda.types": "types",
    "numba.errors": "errors",
    "numba.core.errors": "errors",
    "numba.config": "config",
    "numba.core.config": "config",
    "numba.numpy_support": "numpy_support",
    "numba.np.numpy_support": "numpy_support",
    "numba.misc.special": "misc.special",
    "numba.core.typing": "typing",
}
# Functions of numba for the CPU, which kernels take as plain functions.
COMPILERS = frozenset(("numba.njit", "numba.jit", "numba.core.decorators.njit", "numba.core.decorators.jit"))
RANGES = frozenset(("numba.prange", "numba.misc.special.prange"))
# Those that are in cudapy.cuda where they are for GPUs.
OVER_ARRAYS = frozenset(("numba.vectorize", "numba.guvectorize"))
_IN_NUMPY_SUPPORT = frozenset(("from_dtype", "as_dtype"))
# What is said of other names of numba: what to do instead.
_INSTEAD = {
    "numba.typed": "kernels take arrays and tuples: make the lists arrays",
    "numba.experimental": "kernels have structs: arrays of records, or @cp.struct",
    "numba.objmode": "do on the host what needs objects",
    "numba.stencil": "write the neighbours by their indices in a kernel",
    "numba.extending": "write a device function, with cuda.jit(device=True)",
    "numba.get_num_threads": "the threads of a launch are those of its grid",
    "numba.set_num_threads": "CUDAPY_NUM_THREADS says how many cores the CPU target uses",
    "numba.__version__": "cudapy.version is the version of CudaPy",
}


_ALSO_IN_ALL = frozenset(
    f"numba.{name}"
    for name in ("cfunc", "experimental", "get_num_threads", "objmode", "set_num_threads", "stencil")
)


class Target:
    """Returns the path here for a path of numba, such as "numba.cuda.jit": `path` after `cudapy.cuda`, and
    "" for that itself. `problem` says what is wrong with it, or is empty."""

    def __init__(self, path: str, problem: str = "") -> None:
        self.path, self.problem = path, problem

    @property
    def module(self) -> str:
        """The module that a name is imported from, such as "cudapy.cuda.types"."""
        owner = self.path.rpartition(".")[0]
        return f"cudapy.cuda.{owner}" if owner else "cudapy.cuda" if self.path else "cudapy"

    @property
    def name(self) -> str:
        """The name that it has in that module."""
        return self.path.rpartition(".")[2] or "cuda"


@functools.cache
def target_of(path: str) -> Target | None:
    """Returns the target of a path of numba; None where cudapy.cuda has nothing for it."""
    known = _known_path(path)
    if known is None:
        return None
    try:
        value = _value(known)
    except (NotThereError, ImportError):
        return Target(known, message(known)) if path.startswith("numba.cuda.") else None
    except AttributeError:
        return None
    return Target(known, message(known) if isinstance(value, Absent) else "")


def _known_path(path: str) -> str | None:
    names = path.split(".")
    for length in range(len(names), 1, -1):
        module = _MODULES.get(".".join(names[:length]))
        if module is not None:
            return ".".join(each for each in (module, *names[length:]) if each)
    if len(names) == 2 and names[0] == "numba":
        if names[1] in _IN_NUMPY_SUPPORT:
            return f"numpy_support.{names[1]}"
        return names[1] if _is_type_name(names[1]) or path in OVER_ARRAYS else None
    return None


def _is_type_name(name: str) -> bool:
    """Returns whether numba itself has a name that is one of types, or of what makes them."""
    from ..cuda import types

    return name in types.__all__ or name in ("typeof", "literal_unroll")


def is_in_all(module: str, name: str) -> bool:
    """Returns whether `from module import *` of a module of numba brings a name, as far as is known here."""
    path = f"{module}.{name}"
    if module == "numba":
        return (
            path in COMPILERS | RANGES | OVER_ARRAYS
            or name in _IN_NUMPY_SUPPORT
            or _is_type_name(name)
            or path in _ALSO_IN_ALL
        )
    return target_of(path) is not None


def _value(path: str) -> Any:
    """Returns what cudapy.cuda has at a path; of the attributes of an object only those of names of kernels
    are looked up. Raises AttributeError or NotThereError where there is nothing."""
    value = importlib.import_module("cudapy.cuda")
    for name in path.split(".") if path else []:
        if not isinstance(value, types.ModuleType) and not getattr(value, "_members", None):
            return value
        found = getattr(value, name, None)
        if found is None and isinstance(value, types.ModuleType):
            try:
                found = importlib.import_module(f"{value.__name__}.{name}")
            except ImportError:
                found = getattr(value, name)  # which says what is wrong
        value = getattr(value, name) if found is None else found
    return value


def longest_target(path: str) -> tuple[str, Target] | None:
    """Returns the longest beginning of a path of numba that is here, with its target; None for none."""
    names = path.split(".")
    for length in range(len(names), 1, -1):
        tried = ".".join(names[:length])
        if (target := target_of(tried)) is not None:
            return tried, target
    return None


def is_numbas_own(path: str) -> bool:
    """Returns whether a path names something of numba itself that is not here, such as
    "numba.config.DISABLE_JIT". What is missing of numba.cuda is not meant, which says so when it is used."""
    if path == "numba" or path.startswith("numba.cuda."):
        return path != "numba" and longest_target(path) is None
    return target_of(path) is None


def instead_of(path: str) -> str:
    """Returns what to do instead of a name of numba that is not here."""
    names = path.split(".")
    for length in range(len(names), 1, -1):
        if found := _INSTEAD.get(".".join(names[:length])):
            return found
    return "do without it" if path.startswith("numba.cuda.") else "keep numba for it, or do without"
