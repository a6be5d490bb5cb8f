from types import TracebackType
from typing import Any

class Device:
    index: int
    """Its number, from 0."""
    properties: dict[str, Any]
    """All of these by name."""
    name: str
    """Such as "NVIDIA H200"."""
    bus_id: str
    """Its place on the PCI bus."""
    compute_capability: tuple[int, int]
    """(9, 0) for sm_90."""
    memory_bytes: int
    """Of the device's memory."""
    clock_khz: int
    """The multiprocessors' clock, in kHz."""
    memory_clock_khz: int
    """The memory's clock, in kHz."""
    memory_bus_bits: int
    """The width of the way to the memory."""
    l2_bytes: int
    """Of the L2 cache."""
    constant_bytes: int
    """Of constant memory."""
    multiprocessors: int
    """How many it has."""
    warp_size: int
    """The threads of a warp."""
    threads_per_block: int
    """The most that a block can have."""
    threads_per_multiprocessor: int
    """The most that a multiprocessor holds."""
    blocks_per_multiprocessor: int
    """The most that a multiprocessor holds."""
    shared_bytes_per_block: int
    """Of shared memory that a kernel can have without asking for more."""
    most_shared_bytes_per_block: int
    """Of shared memory that it can ask for, which `shared=` does."""
    shared_bytes_per_multiprocessor: int
    """Of shared memory."""
    registers_per_block: int
    """Of 32 bits."""
    registers_per_multiprocessor: int
    """Of 32 bits."""
    largest_block: tuple[int, int, int]
    """The most threads along x, y and z."""
    largest_grid: tuple[int, int, int]
    """The most blocks along x, y and z."""
    cooperative_launches: bool
    """Whether grid_sync() works."""
    def __init__(self, index: int | None = None) -> None: ...
    def use(self) -> None: ...
    def synchronize(self) -> None: ...
    def __enter__(self) -> Device: ...
    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
        /,
    ) -> None: ...

def devices() -> list[Device]: ...
