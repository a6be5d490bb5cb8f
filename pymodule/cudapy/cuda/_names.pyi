from typing import Any

class KernelName:
    def __init__(self, path: str, members: tuple[str, ...] = ()) -> None: ...
    def __call__(self, *_arguments: Any, **_keywords: Any) -> Any: ...
    def __getattr__(self, name: str) -> Any: ...
    def answer(self) -> tuple[str, str]: ...

warpsize: int
atomic: KernelName
activemask: KernelName
all_sync: KernelName
any_sync: KernelName
ballot_sync: KernelName
brev: KernelName
cbrt: KernelName
clz: KernelName
eq_sync: KernelName
ffs: KernelName
fma: KernelName
lanemask_lt: KernelName
match_all_sync: KernelName
match_any_sync: KernelName
popc: KernelName
selp: KernelName
ldca: KernelName
ldcg: KernelName
ldcs: KernelName
ldcv: KernelName
ldlu: KernelName
nanosleep: KernelName
stcg: KernelName
stcs: KernelName
stwb: KernelName
stwt: KernelName
cg: KernelName
const: KernelName
shfl_down_sync: KernelName
shfl_sync: KernelName
shfl_up_sync: KernelName
shfl_xor_sync: KernelName
blockDim: KernelName
blockIdx: KernelName
grid: KernelName
gridDim: KernelName
gridsize: KernelName
laneid: KernelName
literal_unroll: KernelName
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
