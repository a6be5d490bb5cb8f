"""The names that kernels know, as objects that say so when they are used outside a kernel."""

from __future__ import annotations

from .._compile.bindings import Member, Module
from ._missing import NotThereError

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn


class KernelName:
    """A name of numba.cuda that means something only in a kernel. `path` is its name from `cuda` on."""

    def __init__(self, path: str, members: tuple[str, ...] = ()) -> None:
        self._path = path
        self._members = {name: KernelName(f"{path}.{name}") for name in members}

    def __repr__(self) -> str:
        return f"<cuda.{self._path}, known inside kernels>"

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        return _named, (self._path,)

    def _refuse(self) -> NoReturn:
        raise RuntimeError(
            f"cuda.{self._path} means something only inside a kernel: decorate the function with cuda.jit "
            "and launch it"
        )

    def __call__(self, *_arguments: Any, **_keywords: Any) -> Any:
        self._refuse()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name in self._members:
            return self._members[name]
        if self._members:
            raise NotThereError(f"cudapy.cuda has no {self._path}.{name} yet")
        if name in ("x", "y", "z"):
            self._refuse()
        raise AttributeError(f"cuda.{self._path} has no attribute {name!r}")

    def answer(self) -> Member | Module:
        """Returns what kernels are told of the name, see cudapy/_compile/bindings.py."""
        kind = Module if self._members else Member
        return kind(f"cudapy.cuda.{self._path}")


def _named(path: str) -> Any:
    first, *rest = path.split(".")
    value = globals()[first]
    for name in rest:
        value = getattr(value, name)
    return value


threadIdx: KernelName = KernelName("threadIdx")
blockIdx: KernelName = KernelName("blockIdx")
blockDim: KernelName = KernelName("blockDim")
gridDim: KernelName = KernelName("gridDim")
grid: KernelName = KernelName("grid")
gridsize: KernelName = KernelName("gridsize")
laneid: KernelName = KernelName("laneid")
warpsize: int = 32
syncthreads: KernelName = KernelName("syncthreads")
syncthreads_and: KernelName = KernelName("syncthreads_and")
syncthreads_count: KernelName = KernelName("syncthreads_count")
syncthreads_or: KernelName = KernelName("syncthreads_or")
syncwarp: KernelName = KernelName("syncwarp")
threadfence: KernelName = KernelName("threadfence")
threadfence_block: KernelName = KernelName("threadfence_block")
threadfence_system: KernelName = KernelName("threadfence_system")
literal_unroll: KernelName = KernelName("literal_unroll")
shared: KernelName = KernelName("shared", ("array",))
local: KernelName = KernelName("local", ("array",))
atomic: KernelName = KernelName(
    "atomic",
    (
        "add",
        "sub",
        "max",
        "min",
        "nanmax",
        "nanmin",
        "and_",
        "or_",
        "xor",
        "exch",
        "inc",
        "dec",
        "cas",
        "compare_and_swap",
    ),
)
activemask: KernelName = KernelName("activemask")
lanemask_lt: KernelName = KernelName("lanemask_lt")
all_sync: KernelName = KernelName("all_sync")
any_sync: KernelName = KernelName("any_sync")
eq_sync: KernelName = KernelName("eq_sync")
ballot_sync: KernelName = KernelName("ballot_sync")
match_all_sync: KernelName = KernelName("match_all_sync")
match_any_sync: KernelName = KernelName("match_any_sync")
shfl_sync: KernelName = KernelName("shfl_sync")
shfl_up_sync: KernelName = KernelName("shfl_up_sync")
shfl_down_sync: KernelName = KernelName("shfl_down_sync")
shfl_xor_sync: KernelName = KernelName("shfl_xor_sync")
popc: KernelName = KernelName("popc")
clz: KernelName = KernelName("clz")
ffs: KernelName = KernelName("ffs")
brev: KernelName = KernelName("brev")
ldca: KernelName = KernelName("ldca")
ldcg: KernelName = KernelName("ldcg")
ldcs: KernelName = KernelName("ldcs")
ldcv: KernelName = KernelName("ldcv")
ldlu: KernelName = KernelName("ldlu")
nanosleep: KernelName = KernelName("nanosleep")
stcg: KernelName = KernelName("stcg")
stcs: KernelName = KernelName("stcs")
stwb: KernelName = KernelName("stwb")
stwt: KernelName = KernelName("stwt")
cg: KernelName = KernelName("cg", ("this_grid",))
const: KernelName = KernelName("const", ("array_like",))
fma: KernelName = KernelName("fma")
cbrt: KernelName = KernelName("cbrt")
selp: KernelName = KernelName("selp")
