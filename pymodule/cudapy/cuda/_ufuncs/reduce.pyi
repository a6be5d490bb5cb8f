from collections.abc import Callable
from typing import Any

class Reduce:
    def __init__(self, functor: Callable[..., Any]) -> None: ...
    def __call__(
        self, arr: Any, size: int | None = None, res: Any = None, init: Any = 0, stream: Any = 0
    ) -> Any: ...

def reduce(functor: Callable[..., Any]) -> Reduce: ...
