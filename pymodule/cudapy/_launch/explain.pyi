from collections.abc import Iterable, Sequence
from typing import Any

from .access_patterns import Walk

def _extent(counts: Iterable[int]) -> str: ...
def are_threads(given: Sequence[Any]) -> bool: ...

class LaunchPlan:
    kernel: str
    device: str
    device_name: str
    threads: tuple[int, int, int]
    block: tuple[int, int, int]
    grid: tuple[int, int, int]
    block_was_chosen: bool
    is_tuned: bool
    registers: int | None
    static_shared: int | None
    dynamic_shared: int | None
    local: int | None
    stack: int | None
    all_stacks: int | None
    most_threads: int | None
    active_blocks: int | None
    warps_per_block: int | None
    most_warps: int | None
    multiprocessors: int | None
    limited_by: tuple[str, ...] | None
    cores: int | None
    is_grouped: bool | None
    group: tuple[int, int, int] | None
    group_needs: tuple[str, ...] | None
    group_otherwise: tuple[int, int, int] | None
    group_reason: str | None
    walks: tuple[Walk, ...]
    doubles: tuple[str, ...]
    advice: tuple[str, ...]
    @property
    def occupancy(self) -> float | None: ...
    @property
    def waves(self) -> float | None: ...
    @property
    def _launch_in_words(self) -> str: ...
