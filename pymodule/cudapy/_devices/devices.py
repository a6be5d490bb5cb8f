"""The GPUs of this machine."""

from __future__ import annotations

from types import TracebackType
from typing import Any

from .. import _core
from .current import enter, leave


def _number_of(device: Any) -> int:
    """The number of a GPU that is given as one, or as `target=` has it: "cuda:1"."""
    if not isinstance(device, str):
        if isinstance(device, bool) or not hasattr(type(device), "__index__") or hasattr(device, "shape"):
            raise TypeError(
                'Device: expected the number of a GPU, such as 1 or "cuda:1", got '
                f"{type(device).__name__} {device!r}"
            )
        return int(device)
    kind, colon, number = device.partition(":")
    if kind != "cuda" or not colon or not number.isdecimal():
        raise ValueError(f'Device: expected the number of a GPU, such as 1 or "cuda:1", got {device!r}')
    return int(number)


class Device:
    """A GPU by its number. `with cp.Device(1):` makes it the one that this thread works with: kernels
    compiled for "cuda" run on it, and new arrays and streams are on it. It can be given as `target=`, too.

    Its properties, such as `name`, `memory_bytes`, `multiprocessors` and `compute_capability`, are those that
    `python -m cudapy info` prints; `properties` is a dict of them all. Raises DeviceError when there is no
    such GPU.

    >>> for gpu in cp.devices():
    ...     with gpu:
    ...         assert cp.zeros(3, cp.Int, target="cuda").device == f"cuda:{gpu.index}"
    ...     assert gpu.properties["name"] == gpu.name and gpu.multiprocessors > 0
    """

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

    def __init__(self, index: int | str | None = None) -> None:
        self.index = _core.current_device() if index is None else _number_of(index)
        self.properties = _core.device_properties(self.index)
        self.__cudapy_target__: str = f"cuda:{self.index}"

    def __getattr__(self, name: str) -> Any:
        if name != "properties" and name in self.properties:
            return self.properties[name]
        raise AttributeError(f"a Device has no attribute {name!r}")

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.properties]

    def __reduce__(self) -> tuple[Any, ...]:
        return Device, (self.index,)

    def __repr__(self) -> str:
        return f"<Device {self.index}: {self.name}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Device) and self.index == other.index

    def __hash__(self) -> int:
        return hash(("cudapy.Device", self.index))

    def use(self) -> None:
        """Make it the one that this thread works with from now on.

        >>> for gpu in cp.devices()[:1]:
        ...     gpu.use()
        """
        _core.set_device(self.index)

    def synchronize(self) -> None:
        """Wait for all of its work. Raises KernelError when a kernel failed.

        >>> for gpu in cp.devices():
        ...     gpu.synchronize()
        """
        _core.synchronize(self.__cudapy_target__)

    def __enter__(self) -> Device:
        enter(self.__cudapy_target__)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
        /,
    ) -> None:
        leave()


def devices() -> list[Device]:
    """All GPUs that can be used; an empty list where there are none.

    >>> bool(cp.devices()) == cp.cuda_available()
    True
    """
    return [Device(index) for index in range(_core.device_count())]
