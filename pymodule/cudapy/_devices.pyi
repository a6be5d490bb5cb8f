from types import TracebackType
from typing import Any

class Device:
    """A GPU by its number, and what this thread works with inside `with cp.Device(1):`."""

    index: int
    properties: dict[str, Any]
    name: str
    bus_id: str
    compute_capability: tuple[int, int]
    memory_bytes: int
    clock_khz: int
    memory_clock_khz: int
    memory_bus_bits: int
    l2_bytes: int
    constant_bytes: int
    multiprocessors: int
    warp_size: int
    threads_per_block: int
    threads_per_multiprocessor: int
    blocks_per_multiprocessor: int
    shared_bytes_per_block: int
    most_shared_bytes_per_block: int
    shared_bytes_per_multiprocessor: int
    registers_per_block: int
    registers_per_multiprocessor: int
    largest_block: tuple[int, int, int]
    largest_grid: tuple[int, int, int]
    cooperative_launches: bool
    def __init__(self, index: int | None = None) -> None: ...
    def use(self) -> None:
        """Make it the one that this thread works with from now on."""
    def synchronize(self) -> None:
        """Wait for all of its work. Raises KernelError when a kernel failed."""
    def __enter__(self) -> Device: ...
    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None, /
    ) -> None: ...

def devices() -> list[Device]:
    """All GPUs that can be used; an empty list where there are none."""
