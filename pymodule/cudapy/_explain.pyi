class LaunchPlan:
    """How a launch runs: its blocks, what the kernel needs, and how much of the device that fills."""

    kernel: str
    device: str
    device_name: str
    threads: tuple[int, int, int]
    block: tuple[int, int, int]
    grid: tuple[int, int, int]
    block_was_chosen: bool
    registers: int | None
    static_shared: int | None
    dynamic_shared: int | None
    local: int | None
    active_blocks: int | None
    warps_per_block: int | None
    most_warps: int | None
    multiprocessors: int | None
    limited_by: tuple[str, ...] | None
    cores: int | None
    @property
    def occupancy(self) -> float | None:
        """The part of most_warps that active_blocks fill, from 0 to 1."""
    @property
    def waves(self) -> float | None:
        """How many times the device is filled by the grid."""
