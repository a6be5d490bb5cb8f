from collections.abc import Collection
from os import PathLike
from typing import Any, ClassVar, Literal, Never

from .._types.types import Signature

class CUSource:
    kind: ClassVar[Literal["cu"]]
    data: bytes
    name: str
    def __init__(
        self,
        data: str | bytes,
        name: str = "<unnamed-cu>",
        setup_callback: None = None,
        teardown_callback: None = None,
    ) -> None: ...

class DeclaredFunction:
    name: str
    sig: Signature
    def __init__(self, name: str, sig: Signature, external: Any) -> None: ...
    def __call__(self, *_arguments: object, **_keywords: object) -> Never: ...

_Link = str | PathLike[str] | CUSource

def declare_device(
    name: str,
    sig: str | Signature,
    link: _Link | Collection[_Link] | None = None,
    use_cooperative: bool = False,
    abi: Literal["numba", "c"] = "numba",
) -> DeclaredFunction: ...
