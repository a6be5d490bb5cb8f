"""The names of the library's functions as objects."""

from __future__ import annotations

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn


class LibraryName:
    """A function that kernels know by a name of numba's modules, such as `cuda.fp16.hadd`. `path` is its name
    from `cuda` on."""

    __name__: str
    __qualname__: str

    def __init__(self, path: str, module: str) -> None:
        self.path = path
        self.__name__ = self.__qualname__ = path.rpartition(".")[2]
        self.__module__ = module

    def __repr__(self) -> str:
        return f"<cuda.{self.path}, known inside kernels>"

    def __reduce__(self) -> tuple[Callable[[str, str], Any], tuple[str, str]]:
        return _named, (self.__module__, self.__name__)

    def __call__(self, *_arguments: object, **_keywords: object) -> NoReturn:
        """Raises RuntimeError, because the name means something only inside a kernel."""
        raise RuntimeError(
            f"cuda.{self.path} means something only inside a kernel: decorate the function with cuda.jit and "
            "launch it"
        )


def _named(module: str, name: str) -> Any:
    import importlib

    return getattr(importlib.import_module(module), name)
