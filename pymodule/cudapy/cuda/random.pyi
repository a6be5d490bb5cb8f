from typing import Any

from cudapy import CudaArray

xoroshiro128p_dtype: Any

class xoroshiro128p_type:
    s0: int
    s1: int
    def __init__(self, s0: int, s1: int) -> None: ...

def create_xoroshiro128p_states(
    n: int, seed: int, subsequence_start: int = 0, stream: Any = 0
) -> CudaArray: ...
def init_xoroshiro128p_states(
    states: CudaArray, seed: int, subsequence_start: int = 0, stream: Any = 0
) -> None: ...
def xoroshiro128p_next(states: Any, index: int) -> int: ...
def xoroshiro128p_jump(states: Any, index: int) -> None: ...
def xoroshiro128p_uniform_float32(states: Any, index: int) -> float: ...
def xoroshiro128p_uniform_float64(states: Any, index: int) -> float: ...
def xoroshiro128p_normal_float32(states: Any, index: int) -> float: ...
def xoroshiro128p_normal_float64(states: Any, index: int) -> float: ...

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
