"""The GPUs of this machine."""

from __future__ import annotations

from .. import _core
from .current import enter, leave


def _number_of(given):
    """The number of a GPU that is given as one, or as `target=` has it: "cuda:1"."""
    if not isinstance(given, str):
        if isinstance(given, bool) or not hasattr(type(given), "__index__") or hasattr(given, "shape"):
            raise TypeError(
                'Device: expected the number of a GPU, such as 1 or "cuda:1", got '
                f"{type(given).__name__} {given!r}"
            )
        return given
    kind, colon, number = given.partition(":")
    if kind != "cuda" or not colon or not number.isdecimal():
        raise ValueError(f'Device: expected the number of a GPU, such as 1 or "cuda:1", got {given!r}')
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

    def __init__(self, index=None):
        self.index = _core.current_device() if index is None else _number_of(index)
        self.properties = _core.device_properties(self.index)
        self.__cudapy_target__ = f"cuda:{self.index}"

    def __getattr__(self, name):
        if name != "properties" and name in self.properties:
            return self.properties[name]
        raise AttributeError(f"a Device has no attribute {name!r}")

    def __dir__(self):
        return [*super().__dir__(), *self.properties]

    def __reduce__(self):
        return Device, (self.index,)

    def __repr__(self):
        return f"<Device {self.index}: {self.name}>"

    def __eq__(self, other):
        return isinstance(other, Device) and self.index == other.index

    def __hash__(self):
        return hash(("cudapy.Device", self.index))

    def use(self):
        """Make it the one that this thread works with from now on.

        >>> for gpu in cp.devices()[:1]:
        ...     gpu.use()
        """
        _core.set_device(self.index)

    def synchronize(self):
        """Wait for all of its work. Raises KernelError when a kernel failed.

        >>> for gpu in cp.devices():
        ...     gpu.synchronize()
        """
        _core.synchronize(self.__cudapy_target__)

    def __enter__(self):
        enter(self.__cudapy_target__)
        return self

    def __exit__(self, *_):
        leave()


def devices():
    """All GPUs that can be used; an empty list where there are none.

    >>> bool(cp.devices()) == cp.cuda_available()
    True
    """
    return [Device(index) for index in range(_core.device_count())]
