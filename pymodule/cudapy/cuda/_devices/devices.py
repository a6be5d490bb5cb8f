"""The devices that kernels run on: GPUs, or the CPU as the only one."""

from __future__ import annotations

from typing import NamedTuple

from ... import _core
from ..._devices.devices import Device as _Gpu
from ..._devices.devices import devices as _gpus
from . import streams
from .device_attributes import attribute, names

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any


class Device:
    """A device by its number, `id`. `with cuda.gpus[1]:` makes it the one that this thread works with.

    It has attributes by the names of CUDA's driver, such as `MULTIPROCESSOR_COUNT`, and on a GPU the
    properties of `cp.Device`, too. Raises NotThereError for one that the device does not have.
    """

    def __init__(self, number: int) -> None:
        self.id = number
        self._gpu = None if runs_on_cpu() else _Gpu(number)

    @property
    def _device(self) -> Device:
        """The device itself: items of numba's `cuda.gpus` are contexts, which programs ask for it."""
        return self

    @property
    def name(self) -> str:
        """The name, as text."""
        return self._gpu.name if self._gpu else "host CPU"

    @property
    def compute_capability(self) -> tuple[int, int]:
        """The pair of numbers of a GPU. The CPU has what GPUs of (8, 0) have."""
        return self._gpu.compute_capability if self._gpu else (8, 0)

    @property
    def uuid(self) -> str:
        """A text that tells the device apart from others: of a GPU its address on the bus."""
        return f"GPU-{self._gpu.bus_id}" if self._gpu else "CPU"

    def get_device_identity(self) -> dict[str, int]:
        """Returns the numbers of a GPU on the bus, as `pci_domain_id`, `pci_bus_id` and `pci_device_id`;
        zeros on the CPU."""
        parts = self._gpu.bus_id.replace(".", ":").split(":")[:3] if self._gpu else ("0", "0", "0")
        return dict(zip(("pci_domain_id", "pci_bus_id", "pci_device_id"), (int(each, 16) for each in parts)))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return attribute(name, self._gpu)

    def __dir__(self) -> Iterable[str]:
        return [*super().__dir__(), *names(self._gpu)]

    def reset(self) -> None:
        """Does nothing but wait: memory is given back when nothing uses it."""
        _core.synchronize()

    def __enter__(self) -> Context:
        if self._gpu:
            self._gpu.__enter__()
        return Context(self)

    def __exit__(self, *exception: Any) -> None:
        if self._gpu:
            self._gpu.__exit__(*exception)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Device) and self.id == other.id

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"<CUDA device {self.id} '{self.name}'>"


class Context:
    """What a thread works with: `device`, and its memory and streams."""

    def __init__(self, device: Device) -> None:
        self.device = device

    @property
    def id(self) -> int:
        """The number of the device."""
        return self.device.id

    def get_memory_info(self) -> MemoryInfo:
        """Returns the free and all memory of the device, in bytes, as `free` and `total`."""
        info = _core.memory_info()
        return MemoryInfo(info.free, info.total)

    @property
    def deallocations(self) -> Deallocations:
        """The memory that numba gives back later: `clear()` gives back what is kept for new arrays."""
        return Deallocations()

    trashing = deallocations  # as older versions of numba call it

    def synchronize(self) -> None:
        """Waits for all work of the device. Raises KernelError when a kernel failed."""
        _core.synchronize()

    def create_stream(self) -> streams.Stream:
        """Returns a new stream."""
        return streams.stream()

    def get_default_stream(self) -> streams.Stream:
        """Returns the stream of launches and copies that name none."""
        return streams.default_stream()

    def create_event(self, timing: bool = True) -> streams.Event:
        """Returns a new event."""
        return streams.event(timing)

    def reset(self) -> None:
        """Does nothing but wait: memory is given back when nothing uses it."""
        _core.synchronize()

    def __enter__(self) -> Context:
        return self.device.__enter__()

    def __exit__(self, *exception: Any) -> None:
        self.device.__exit__(*exception)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Context) and self.device == other.device

    def __hash__(self) -> int:
        return hash(self.device)

    def __repr__(self) -> str:
        return f"<CUDA context of {self.device!r}>"


class Deallocations:
    """The memory that numba keeps although nobody uses it. Here that is memory kept for new arrays."""

    def clear(self) -> None:
        """Gives the memory back."""
        _core.trim_memory()

    def __len__(self) -> int:
        return 0


class MemoryInfo(NamedTuple):
    """The memory of a device in bytes."""

    free: int
    total: int


class Devices:
    """The devices: `cuda.gpus[0]`, `len(cuda.gpus)`, `for device in cuda.gpus`."""

    def __len__(self) -> int:
        return 1 if runs_on_cpu() else len(_gpus())

    def __getitem__(self, number: int) -> Device:
        return Device(_checked(number))

    def __iter__(self) -> Iterator[Device]:
        return map(Device, range(len(self)))

    @property
    def lst(self) -> list[Device]:
        """The devices as a list."""
        return list(self)

    @property
    def current(self) -> Device:
        """The device that this thread works with."""
        return get_current_device()

    def __repr__(self) -> str:
        return ", ".join(map(repr, self))


gpus: Devices = Devices()


def runs_on_cpu() -> bool:
    """Returns whether kernels run on the CPU here."""
    return _core.current_stream().device == "cpu"


def _checked(number: int) -> int:
    if not 0 <= number < len(gpus):
        raise IndexError(f"there is no device {number}: there are {len(gpus)}")
    return number


def list_devices() -> Devices:
    """Returns the devices, as `cuda.gpus`."""
    return gpus


def get_current_device() -> Device:
    """Returns the device that this thread works with."""
    return Device(0 if runs_on_cpu() else _core.current_device())


def current_context(devnum: int | None = None) -> Context:
    """Returns what this thread works with; with a number, after making that device its own."""
    return Context(get_current_device() if devnum is None else select_device(devnum))


def select_device(device_id: int) -> Device:
    """Makes a device, by its number, the one that this thread works with, and returns it. Raises IndexError
    where there is no such device."""
    device = Device(_checked(device_id))
    if device._gpu:
        device._gpu.use()
    return device


def close() -> None:
    """Waits for all work, and makes the first device the one that this thread works with. Arrays stay what
    they are."""
    _core.synchronize()
    if not runs_on_cpu():
        _core.set_device(0)


def detect() -> bool:
    """Prints the devices, and returns whether there is one. There always is: where there is no GPU, it is the
    CPU."""
    print(f"Found {len(gpus)} CUDA devices")
    for device in gpus:
        print(f"id {device.id}    {device.name}")
        if device._gpu:
            print(f"    Compute Capability: {'.'.join(map(str, device.compute_capability))}")
            print(f"    PCI Bus ID: {device.bus_id}")
    return True
