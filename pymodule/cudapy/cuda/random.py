"""Random numbers in kernels, by the generator xoroshiro128+: numba.cuda.random, with the same numbers.

    states = create_xoroshiro128p_states(blocks * threads, seed=1)

    @cuda.jit
    def fill(states, out):
        i = cuda.grid(1)
        if i < out.size:
            out[i] = xoroshiro128p_uniform_float32(states, i)

Each thread has a state of its own. The states are 2**64 numbers apart in one sequence, which the seed begins.
"""

from __future__ import annotations

import math

import numpy as np

from .. import _core
from ._jit.dispatcher import jit
from ._ufuncs.operands import in_stream
from ._xoroshiro import initial_states
from .numpy_support import from_dtype
from .types import Type, float32, float64, uint32, uint64

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from .._core import CudaArray

    _Function = TypeVar("_Function", bound=Callable[..., object])

    def _device_function(function: _Function) -> _Function:
        """For type checkers it is the function. Annotations mean nothing in kernels."""
        return function

else:
    _device_function = jit(device=True)

__all__ = [
    "create_xoroshiro128p_states",
    "init_xoroshiro128p_states",
    "xoroshiro128p_dtype",
    "xoroshiro128p_jump",
    "xoroshiro128p_next",
    "xoroshiro128p_normal_float32",
    "xoroshiro128p_normal_float64",
    "xoroshiro128p_type",
    "xoroshiro128p_uniform_float32",
    "xoroshiro128p_uniform_float64",
]

_TWO_PI_FLOAT32 = np.float32(2 * math.pi)
_TWO_PI_FLOAT64 = np.float64(2 * math.pi)
_ONE_JUMP = (0xBEAC0467EBA5FACB, 0xD86B048B86AA9922)

xoroshiro128p_dtype: np.dtype[Any] = np.dtype([("s0", np.uint64), ("s1", np.uint64)], align=True)


# The state of a generator: two numbers of 64 bits, of which at least one is not zero.
xoroshiro128p_type: Type = from_dtype(xoroshiro128p_dtype)


@_device_function
def _rotated(x: int, k: Any) -> Any:
    return (x << k) | (x >> uint32(64 - k))


@_device_function
def xoroshiro128p_next(states: Any, index: int) -> int:
    """Returns the next number of the generator `states[index]`, a uint64, and moves it on by one."""
    s0 = states[index].s0
    s1 = states[index].s1
    mixed = s0 ^ s1
    states[index].s0 = _rotated(s0, uint32(55)) ^ mixed ^ (mixed << uint32(14))
    states[index].s1 = _rotated(mixed, uint32(36))
    return s0 + s1


@_device_function
def xoroshiro128p_jump(states: Any, index: int) -> None:
    """Moves the generator `states[index]` on by 2**64 numbers."""
    s0 = uint64(0)
    s1 = uint64(0)
    for word in range(2):
        for bit in range(64):
            if (uint64(_ONE_JUMP[word]) >> uint64(bit)) & uint64(1):
                s0 ^= states[index].s0
                s1 ^= states[index].s1
            xoroshiro128p_next(states, index)
    states[index].s0 = s0
    states[index].s1 = s1


@_device_function
def _unit_float64(x: Any) -> float:
    return (x >> uint32(11)) * (1.0 / 9007199254740992.0)


@_device_function
def xoroshiro128p_uniform_float32(states: Any, index: int) -> float:
    """Returns a float32 from 0 to 1, all of which are equally likely, and moves `states[index]` on by one.
    A float64 below 1 is rounded to it, which may give 1."""
    return float32(_unit_float64(xoroshiro128p_next(states, index)))


@_device_function
def xoroshiro128p_uniform_float64(states: Any, index: int) -> float:
    """Returns a float64 from 0 to 1 without 1, all of which are equally likely, and moves `states[index]` on
    by one."""
    return _unit_float64(xoroshiro128p_next(states, index))


@_device_function
def xoroshiro128p_normal_float32(states: Any, index: int) -> float:
    """Returns a float32 of the normal distribution with mean 0 and deviation 1, and moves `states[index]` on
    by two."""
    u1 = xoroshiro128p_uniform_float32(states, index)
    u2 = xoroshiro128p_uniform_float32(states, index)
    return math.sqrt(-float32(2.0) * math.log(u1)) * math.cos(_TWO_PI_FLOAT32 * u2)


@_device_function
def xoroshiro128p_normal_float64(states: Any, index: int) -> float:
    """Returns a float64 of the normal distribution with mean 0 and deviation 1, and moves `states[index]` on
    by two. It is made of two float32 numbers, as numba makes it."""
    u1 = xoroshiro128p_uniform_float32(states, index)
    u2 = xoroshiro128p_uniform_float32(states, index)
    return math.sqrt(-float64(2.0) * math.log(u1)) * math.cos(_TWO_PI_FLOAT64 * u2)


def init_xoroshiro128p_states(
    states: CudaArray, seed: int, subsequence_start: int = 0, stream: Any = 0
) -> None:
    """Sets the states of generators to places in the sequence of a seed that are 2**64 numbers apart.

    `states` is a device array of one dimension, as create_xoroshiro128p_states() makes it. `seed` is an
    integer of 64 bits. The first state is `subsequence_start` times 2**64 numbers after the beginning.

    Raises TypeError for another array.
    """
    if getattr(states, "ndim", 0) != 1 or _core.elemType(states) is not xoroshiro128p_type.core:
        raise TypeError("init_xoroshiro128p_states: expected a device array of create_xoroshiro128p_states()")
    first, second = initial_states(states.size, int(seed), int(subsequence_start))
    made = np.empty(states.size, xoroshiro128p_dtype)
    made["s0"], made["s1"] = first, second
    with in_stream(stream):
        states.copy_from(made)


def create_xoroshiro128p_states(n: int, seed: int, subsequence_start: int = 0, stream: Any = 0) -> CudaArray:
    """Returns a device array of the states of n generators, at places in the sequence of a seed that are
    2**64 numbers apart. See init_xoroshiro128p_states()."""
    with in_stream(stream):
        states = _core.empty(n, xoroshiro128p_type.core)
    init_xoroshiro128p_states(states, seed, subsequence_start, stream)
    return states
