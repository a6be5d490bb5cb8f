"""What operators do with the arrays that a framework gives them, on the host and on a GPU."""

from __future__ import annotations

from typing import Any, Protocol

from .. import _core


class Memory(Protocol):
    """Arrays of one kind. A number is an array of one element, or of none dimensions."""

    def number(self, array: Any) -> Any:
        """Returns the number in an array."""

    def fill(self, array: Any, other: Any) -> None:
        """Copies another array to an array; without one the array gets zeros."""

    def copy(self, array: Any) -> Any: ...
    def zeros(self, shape: Any, kind: Any) -> Any:
        """Returns a new array of elements of a type of kernels."""


class HostMemory:
    """Arrays of NumPy."""

    def number(self, array: Any) -> Any:
        return array.item()

    def fill(self, array: Any, other: Any) -> None:
        array[...] = 0 if other is None else other.reshape(array.shape)

    def copy(self, array: Any) -> Any:
        return array.copy()

    def zeros(self, shape: Any, kind: Any) -> Any:
        import numpy as np  # which `import cudapy` does not need

        return np.zeros(shape, dtype_of(kind))


class DeviceMemory:
    """CudaArrays. To read a number waits for the stream."""

    def __init__(self, device: str) -> None:
        self._device: Any = device

    def number(self, array: Any) -> Any:
        return array.tolist()[0]

    def fill(self, array: Any, other: Any) -> None:
        if other is None:
            array.fill(0)
        else:
            array.copy_from(other)

    def copy(self, array: Any) -> Any:
        return array.copy()

    def zeros(self, shape: Any, kind: Any) -> Any:
        return _core.zeros(tuple(shape), kind, target=self._device)


_NUMPY = {"half": "float16", "float": "float32", "double": "float64", "int": "int32", "bool": "bool"}


def dtype_of(kind: Any) -> Any:
    """Returns the dtype of NumPy for a type of kernels; that of objects for one that it has not."""
    import numpy as np

    name = getattr(kind, "name", "") or kind.__name__
    try:
        return np.dtype(_NUMPY.get(name, name))
    except TypeError:
        return np.dtype(object)
