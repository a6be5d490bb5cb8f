"""Arrays on the device, which are CudaArrays."""

from __future__ import annotations

from .. import _core


def to_device(obj, stream=0, copy=True, to=None):
    """Returns a copy of an array on the device. With `to`, a device array, the copy goes into that one."""
    if not copy:
        raise NotImplementedError("cudapy.cuda has no to_device(copy=False) yet: device_array_like(obj) is an array without a copy")
    if to is not None:
        to.copy_from(obj, stream or None)
        return to
    return _core.CudaArray(obj)


def device_array(shape, dtype=None, strides=None, order="C", stream=0):
    """Returns an array on the device whose elements are not set. Without a dtype they are float64."""
    if strides is not None or order != "C":
        raise NotImplementedError("cudapy.cuda has no device_array(strides=, order=) yet: arrays are in C order")
    return _core.empty(shape, _core.Double if dtype is None else dtype)


def device_array_like(ary, stream=0):
    """Returns an array on the device with the shape and the type of the elements of another one."""
    return _core.empty(ary.shape, _core.elemType(ary))


def as_cuda_array(obj, sync=True):
    """Returns a device array on the memory of an object that has `__cuda_array_interface__`."""
    return _core.asarray(obj)
