"""The attributes of devices by the names that numba has from CUDA's driver, such as MULTIPROCESSOR_COUNT."""

from __future__ import annotations

from ... import _core
from .._missing import NotThereError

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from typing import Any

    from ..._devices.devices import Device

# What the property of a cp.Device is that an attribute of a GPU names: its name, and the place in a tuple.
_OF_GPU = {
    "CLOCK_RATE": ("clock_khz", None),
    "COMPUTE_CAPABILITY_MAJOR": ("compute_capability", 0),
    "COMPUTE_CAPABILITY_MINOR": ("compute_capability", 1),
    "COOPERATIVE_LAUNCH": ("cooperative_launches", None),
    "GLOBAL_MEMORY_BUS_WIDTH": ("memory_bus_bits", None),
    "L2_CACHE_SIZE": ("l2_bytes", None),
    "MAX_BLOCK_DIM_X": ("largest_block", 0),
    "MAX_BLOCK_DIM_Y": ("largest_block", 1),
    "MAX_BLOCK_DIM_Z": ("largest_block", 2),
    "MAX_GRID_DIM_X": ("largest_grid", 0),
    "MAX_GRID_DIM_Y": ("largest_grid", 1),
    "MAX_GRID_DIM_Z": ("largest_grid", 2),
    "MAX_REGISTERS_PER_BLOCK": ("registers_per_block", None),
    "MAX_REGISTERS_PER_MULTIPROCESSOR": ("registers_per_multiprocessor", None),
    "MAX_SHARED_MEMORY_PER_BLOCK": ("shared_bytes_per_block", None),
    "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN": ("most_shared_bytes_per_block", None),
    "MAX_SHARED_MEMORY_PER_MULTIPROCESSOR": ("shared_bytes_per_multiprocessor", None),
    "MAX_THREADS_PER_BLOCK": ("threads_per_block", None),
    "MAX_THREADS_PER_MULTI_PROCESSOR": ("threads_per_multiprocessor", None),
    "MEMORY_CLOCK_RATE": ("memory_clock_khz", None),
    "MULTIPROCESSOR_COUNT": ("multiprocessors", None),
    "TOTAL_CONSTANT_MEMORY": ("constant_bytes", None),
    "WARP_SIZE": ("warp_size", None),
}
# The limits of the CPU are those of GPUs of compute capability 8.0; each core is a multiprocessor.
_OF_CPU = {
    "COMPUTE_CAPABILITY_MAJOR": 8,
    "COMPUTE_CAPABILITY_MINOR": 0,
    "COOPERATIVE_LAUNCH": 1,
    "MAX_BLOCK_DIM_X": 1024,
    "MAX_BLOCK_DIM_Y": 1024,
    "MAX_BLOCK_DIM_Z": 64,
    "MAX_GRID_DIM_X": 2**31 - 1,
    "MAX_GRID_DIM_Y": 65535,
    "MAX_GRID_DIM_Z": 65535,
    "MAX_REGISTERS_PER_BLOCK": 65536,
    "MAX_REGISTERS_PER_MULTIPROCESSOR": 65536,
    "MAX_SHARED_MEMORY_PER_BLOCK": 49152,
    "MAX_SHARED_MEMORY_PER_BLOCK_OPTIN": 166912,
    "MAX_SHARED_MEMORY_PER_MULTIPROCESSOR": 167936,
    "MAX_THREADS_PER_BLOCK": 1024,
    "MAX_THREADS_PER_MULTI_PROCESSOR": 2048,
    "TOTAL_CONSTANT_MEMORY": 65536,
    "WARP_SIZE": 32,
}
# Those that every device has here, GPUs and the CPU.
_OF_BOTH = {
    "CAN_MAP_HOST_MEMORY": 1,
    "CONCURRENT_KERNELS": 1,
    "MANAGED_MEMORY": 1,
    "UNIFIED_ADDRESSING": 1,
}


def attribute(name: str, gpu: Device | None) -> Any:
    """Returns an attribute of a GPU, a cp.Device, or with None of the CPU. Raises NotThereError for a name
    that the device does not have."""
    if name in _OF_BOTH:
        return _OF_BOTH[name]
    if gpu is None:
        if name == "MULTIPROCESSOR_COUNT":
            return _core.cpu_properties()[1]
        if name in _OF_CPU:
            return _OF_CPU[name]
        raise NotThereError(f"the device is the CPU, which has no {name}")
    if name not in _OF_GPU:
        if name in gpu.properties:
            return gpu.properties[name]
        raise NotThereError(
            f"cudapy.cuda has no {name} of devices yet: cp.Device().properties has what is known"
        )
    known, place = _OF_GPU[name]
    value = gpu.properties[known]
    return int(value if place is None else value[place])


def names(gpu: Device | None) -> list[str]:
    """Returns the names of the attributes of a GPU, or with None of the CPU."""
    return [*_OF_BOTH, *(_OF_GPU if gpu else {**_OF_CPU, "MULTIPROCESSOR_COUNT": None})]
