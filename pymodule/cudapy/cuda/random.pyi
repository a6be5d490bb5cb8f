from collections.abc import Callable
from typing import Any

from cudapy import CudaArray

xoroshiro128p_dtype: Any
xoroshiro128p_type: Any

def create_xoroshiro128p_states(
    n: int, seed: int, subsequence_start: int = 0, stream: Any = 0
) -> CudaArray: ...
def init_xoroshiro128p_states(
    states: CudaArray, seed: int, subsequence_start: int = 0, stream: Any = 0
) -> None: ...

xoroshiro128p_next: Callable[[Any, int], int]
xoroshiro128p_jump: Callable[[Any, int], None]
xoroshiro128p_uniform_float32: Callable[[Any, int], float]
xoroshiro128p_uniform_float64: Callable[[Any, int], float]
xoroshiro128p_normal_float32: Callable[[Any, int], float]
xoroshiro128p_normal_float64: Callable[[Any, int], float]

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
