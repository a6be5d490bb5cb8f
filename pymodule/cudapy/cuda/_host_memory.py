"""Memory of the host that a GPU reaches fast or directly, as arrays of NumPy."""

from __future__ import annotations

import contextlib

from .. import _core
from ._arrays import axes_of, element_of, like, shape_of
from ._devices import runs_on_cpu
from ._missing import NotThereError


def pinned_array(shape, dtype=None, strides=None, order="C"):
    """Returns an array of NumPy in pinned memory, from and to which copies are fast. Its elements are not
    set; without a dtype they are float64. On the CPU it is an array as any other."""
    import numpy

    shape, kind = shape_of(shape), element_of(dtype)
    axes = axes_of("pinned_array", shape, strides, order, kind)
    if not shape:
        return numpy.asarray(_core.pinned(1, kind)).reshape(())
    made = numpy.asarray(_core.pinned(tuple(shape[axis] for axis in axes), kind))
    return made.transpose([axes.index(axis) for axis in range(len(shape))])


def pinned_array_like(ary):
    """Returns an array in pinned memory with the shape, the dtype and the order of another one."""
    return pinned_array(ary.shape, ary.dtype, **like(ary))


def mapped_array(shape, dtype=None, strides=None, order="C", stream=0, portable=False, wc=False):
    """Returns an array of NumPy that kernels use where it is. Raises NotThereError on a GPU."""
    _refuse_on_gpu("mapped_array")
    return pinned_array(shape, dtype, strides, order)


def mapped_array_like(ary, stream=0, portable=False, wc=False):
    """Returns a mapped array with the shape, the dtype and the order of another one. Raises NotThereError on
    a GPU."""
    _refuse_on_gpu("mapped_array_like")
    return pinned_array_like(ary)


def managed_array(shape, dtype=None, strides=None, order="C", stream=0, attach_global=True):
    """Returns an array of NumPy that host and kernels share. Raises NotThereError on a GPU."""
    _refuse_on_gpu("managed_array")
    return pinned_array(shape, dtype, strides, order)


def _refuse_on_gpu(name):
    if not runs_on_cpu():
        raise NotThereError(f"cudapy.cuda has no {name} on GPUs yet: pinned_array is there, and device_array")


@contextlib.contextmanager
def pinned(*arylist):
    """`with cuda.pinned(array):` is there for programs that have it: copies from and to the arrays are those
    of memory that is not pinned. pinned_array gives memory that is."""
    yield


@contextlib.contextmanager
def mapped(*arylist, stream=0):
    """`with cuda.mapped(array) as mapped:` gives arrays on the device for the time of the `with`, and puts
    what is in them into the arrays of the host at its end. Several arrays give a list."""
    made = [_core.CudaArray(each) for each in arylist]
    try:
        yield made[0] if len(made) == 1 else made
    finally:
        for device, host in zip(made, arylist):
            device.copy_to(host)
