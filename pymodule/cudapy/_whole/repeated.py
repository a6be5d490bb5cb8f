"""Calls of a function over arrays that are like an earlier one, of which most need not be found out again."""

from __future__ import annotations

from .. import _core
from .._core import CudaArray
from .numbers import TYPES, number_for

_NUMBERS = frozenset(TYPES.values())
_MOST = 256  # calls that are remembered; numbers of Python's own are told apart by their values


class Call:
    """What an earlier call has found out: the kernel, what it was launched with besides the arrays, and the results."""

    __slots__ = ("device", "generic", "instance", "numbers", "results", "several", "shape", "threads", "types")

    def __init__(self, generic, instance, threads, numbers, types, results, several, shape, device):
        self.generic, self.instance, self.threads, self.numbers = generic, instance, threads, numbers
        self.types, self.results, self.several, self.shape, self.device = types, results, several, shape, device


class Repeated:
    """The calls of one function whose arguments were CudaArrays that are packed, and Python's numbers."""

    def __init__(self, function):
        self._function = function
        self._calls = {}

    def remember(self, key, call):
        if len(self._calls) >= _MOST:
            self._calls.clear()
        self._calls[key] = call

    def run(self, key, arguments, out):
        """Launches the kernel of an earlier call, and returns what the function returns. Returns None where there is no such call, or
        something else has changed: then all has to be found out."""
        call = self._calls.get(key)
        if call is None or (out is not None and not _are_apart(arguments, out)):
            return None
        count = len(arguments) + len(call.results) + len(call.numbers)
        try:
            if call.generic.instance(self._function._scalar, *[None] * count) is not call.instance:
                return None  # what the function captures has changed
        except _core.CompileError:
            return None  # by what it captures now it gives other types, or is wrong
        given = [
            _flat(each) if type(each) is CudaArray else number_for(each, wanted)
            for each, wanted in zip(arguments, call.types)
        ]
        made = [out] if out is not None else [_core.empty(call.shape, TYPES[each], call.device) for each in call.results]
        call.instance(*call.threads)(*given, *map(_flat, made), *call.numbers)
        return tuple(made) if call.several and out is None else made[0]


def key_of(arguments, out):
    """What tells such calls apart: their device, and types and shapes. None for a call with other arguments: without an array, with
    arrays on two devices, and with what is no packed CudaArray and no number."""
    device = None
    parts = []
    for each in arguments if out is None else (*arguments, out):
        kind = type(each)
        if kind is CudaArray:
            element = each.elemType()
            is_usual = element in _NUMBERS and not each.freed and each.size and _is_packed(each, element.size)
            if not is_usual or each.device != (device or each.device):
                return None
            device = each.device
            parts.append((element.name, each.shape))
        elif kind in (int, float, bool) and each is not out:
            parts.append((kind, each))
        else:
            return None
    return (device, out is None, *parts) if device else None


def _is_packed(array, size):
    step = size
    for extent, stride in zip(reversed(array.shape), reversed(array.strides)):
        if stride != step:
            return False
        step *= extent
    return True


def _flat(array):
    return array if array.ndim == 1 else array.reshape(-1)


def _are_apart(arguments, out):
    """Whether each array among the arguments is `out` itself, or has no memory in common with it."""
    begin = out.pointer()
    end = begin + out.nbytes
    for each in arguments:
        if type(each) is CudaArray:
            other = each.pointer()
            is_same = other == begin and each.shape == out.shape and each.elemType() is out.elemType()
            if not is_same and other < end and begin < other + each.nbytes:
                return False
    return True
