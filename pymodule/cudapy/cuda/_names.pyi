from typing import Any

class KernelName:
    def __init__(self, path: str, members: tuple[str, ...] = ()) -> None: ...
    def __call__(self, *_arguments: Any, **_keywords: Any) -> Any: ...
    def __getattr__(self, name: str) -> Any: ...
    def answer(self) -> tuple[str, str]: ...

warpsize: int
atomic: KernelName
blockDim: KernelName
blockIdx: KernelName
grid: KernelName
gridDim: KernelName
gridsize: KernelName
laneid: KernelName
local: KernelName
shared: KernelName
syncthreads: KernelName
syncthreads_and: KernelName
syncthreads_count: KernelName
syncthreads_or: KernelName
syncwarp: KernelName
threadIdx: KernelName
threadfence: KernelName
threadfence_block: KernelName
threadfence_system: KernelName
