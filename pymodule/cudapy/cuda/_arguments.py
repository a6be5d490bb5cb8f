"""What a launch does with its arguments: arrays on the host travel to the device and back, and strided arrays on the
device stand as packed copies for the time of the launch."""

from __future__ import annotations

from .. import _core
from .._layout import is_packed
from ._missing import NotThereError


class ArgumentHint:
    """An argument, `value`, with what is known of the way of its elements."""

    __cuda_hint__ = True

    def __init__(self, value):
        self.value = value

    def __repr__(self):
        return f"{type(self).__name__}({self.value!r})"


class In(ArgumentHint):
    """An array on the host that only travels to the device: what the kernel writes to it is lost. An array on the device
    is used as it is."""


class InOut(ArgumentHint):
    """An array on the host that travels to the device and back, as arrays do without a hint."""


class Out(InOut):
    """An array on the host that travels back. What the kernel does not write keeps its value."""


def prepare(arguments, name):
    """Returns the arguments that a kernel named `name` is launched with, and the functions to call after it, in their order.

    Raises ValueError for arrays on the host that are not contiguous, and for a strided array on the device whose memory
    another argument shares, and NotThereError for arrays of no dimension.
    """
    made, after, arrays = list(arguments), [], []
    for i, argument in enumerate(made):
        kind = type(argument)
        is_input = kind is In
        if isinstance(argument, ArgumentHint):
            argument = made[i] = argument.value
            kind = type(argument)
        if kind is _core.CudaArray:
            arrays.append((i, argument, False, is_strided(argument)))
        elif hasattr(argument, "__array_interface__") and hasattr(kind, "__array_finalize__"):
            check_host_array(argument, name)
            if is_input:
                made[i] = _core.CudaArray(argument)
            else:
                arrays.append((i, argument, True, False))
    if len(arrays) > 1 or any(is_strided for *_, is_strided in arrays):
        _part(made, after, arrays, name)
    return made, after


def is_strided(array):
    """Returns whether the elements of an array on the device do not follow each other row by row."""
    return not is_packed(array.shape, array.strides, array.nbytes // array.size if array.size else 0)


def check_host_array(array, name):
    if not array.ndim:
        raise NotThereError(f"{name}: cudapy.cuda has no arrays of no dimension yet: give an array of one element, array.reshape(1)")
    if not (array.flags.c_contiguous or array.flags.f_contiguous):
        raise ValueError(
            f"{name}: the elements of an array on the host do not follow each other in memory, so that it cannot travel as one: "
            "give numpy.ascontiguousarray(array)"
        )


def _part(made, after, arrays, name):
    """Puts copies in place of strided arrays on the device, and of those on the host that share memory."""
    places = [_span(array, on_host) for _, array, on_host, _ in arrays]
    for n, (i, array, on_host, is_strided) in enumerate(arrays):
        shares = any(_meet(places[n], places[m]) for m in range(len(arrays)) if m != n)
        if is_strided and shares:
            raise ValueError(f"{name}: a strided array on the device shares memory with another argument: pass array.copy()")
        if is_strided or (on_host and shares):  # as numba copies each array on the host, and copies them back in their order
            copy = made[i] = array.copy() if is_strided else _core.CudaArray(array)
            if is_strided:
                after.append(lambda array=array, copy=copy: array.copy_from(copy))
            elif array.flags.writeable:
                after.append(lambda array=array, copy=copy: copy.copy_to(array))


def _span(array, on_host):
    """Returns where the elements of an array lie: on which device, the first byte, and the one behind the last."""
    first = array.__array_interface__["data"][0] if on_host else array.pointer()
    reach = [stride * (extent - 1) for stride, extent in zip(array.strides, array.shape)]
    size = array.dtype.itemsize
    before, behind = sum(each for each in reach if each < 0), sum(each for each in reach if each > 0)
    where = "cpu" if on_host else array.device
    return where, first + before, first + behind + size if array.size else first + before


def _meet(one, other):
    return one[0] == other[0] and one[1] < other[2] and other[1] < one[2]
