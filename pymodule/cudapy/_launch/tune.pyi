from collections.abc import Sequence
from typing import Any

class Tried:
    is_grouped: bool
    group: tuple[int, int, int]
    block: tuple[int, int, int]
    milliseconds: float
    @property
    def form(self) -> str: ...

class Tuning:
    kernel: str
    device: str
    threads: tuple[int, int, int]
    tried: tuple[Tried, ...]
    usual: Tried | None
    best: Tried | None
    @property
    def speedup(self) -> float: ...

class Tuner:
    def __call__(self, *arguments: Any) -> Tuning: ...

def tuner_of(call: Any, threads: Sequence[Any], shared: Any) -> Tuner: ...
