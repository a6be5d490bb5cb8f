from collections.abc import Callable
from typing import Any

class GUFunc:
    py_func: Callable[..., Any]
    def __init__(self, function: Callable[..., Any], signatures: list[Any], layout: Any) -> None: ...
    def __call__(self, *arguments: Any, out: Any = None, stream: Any = 0) -> Any: ...

def guvectorize(
    ftylist: Any,
    signature: str | None = None,
    *,
    target: str = "cuda",
    identity: Any = None,
    cache: bool = False,
    writable_args: Any = (),
    nopython: bool = True,
    **kws: Any,
) -> Callable[[Callable[..., Any]], GUFunc]: ...
