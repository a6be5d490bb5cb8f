from typing import NoReturn

class LibraryName:
    """A function that kernels know by a name of numba's modules, such as `cuda.fp16.hadd`."""

    path: str
    __name__: str
    __qualname__: str
    __module__: str
    def __init__(self, path: str, module: str) -> None: ...
    def __reduce__(self) -> tuple[object, ...]: ...
    def __call__(self, *_arguments: object, **_keywords: object) -> NoReturn:
        """Raises RuntimeError, because the name means something only inside a kernel."""
