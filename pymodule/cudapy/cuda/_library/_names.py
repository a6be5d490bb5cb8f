"""The names of the library's functions as objects."""

from __future__ import annotations


class LibraryName:
    """A function that kernels know by a name of numba's modules, such as `cuda.fp16.hadd`. `path` is its name
    from `cuda` on."""

    def __init__(self, path, module):
        self.path = path
        self.__name__ = self.__qualname__ = path.rpartition(".")[2]
        self.__module__ = module

    def __repr__(self):
        return f"<cuda.{self.path}, known inside kernels>"

    def __reduce__(self):
        return _named, (self.__module__, self.__name__)

    def __call__(self, *_arguments, **_keywords):
        raise RuntimeError(
            f"cuda.{self.path} means something only inside a kernel: decorate the function with cuda.jit and "
            "launch it"
        )


def _named(module, name):
    import importlib

    return getattr(importlib.import_module(module), name)
