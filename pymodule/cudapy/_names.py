"""The names that every kernel knows, as objects that linters and editors find and that say so when they are used
outside a kernel."""

from __future__ import annotations

import types

from ._core import Error, Pointer, array_type


class Predefined:
    # A value that exists only while a kernel runs. Outside, every use of it raises cudapy.Error.

    __slots__ = ("_name", "_axes", "__doc__")

    def __init__(self, name, axes, doc):
        self._name = name
        self._axes = axes
        self.__doc__ = doc

    def __repr__(self):
        return f"<cudapy.{self._name}, known inside kernels>"

    def __reduce__(self):
        return self._name

    def _refuse(self, *_):
        raise Error(
            f"{self._name} has a value only inside a kernel: compile the function with cudapy.compile and launch it"
        )

    def __getattr__(self, attribute):
        if attribute.startswith("__"):
            raise AttributeError(attribute)
        if self._axes and attribute in ("x", "y", "z"):
            self._refuse()
        raise AttributeError(f"cudapy.{self._name} has no attribute {attribute!r}")

    __bool__ = __int__ = __float__ = __index__ = __neg__ = __pos__ = __abs__ = __invert__ = _refuse
    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = _refuse
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = _refuse
    __truediv__ = __rtruediv__ = __floordiv__ = __rfloordiv__ = __mod__ = __rmod__ = _refuse
    __divmod__ = __rdivmod__ = __pow__ = __rpow__ = _refuse
    __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = _refuse
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = _refuse
    __hash__ = object.__hash__


idx = Predefined("idx", False, "The thread's coordinate along x, from 0: an int.")
idy = Predefined("idy", False, "The thread's coordinate along y, from 0: an int.")
idz = Predefined("idz", False, "The thread's coordinate along z, from 0: an int.")
threadIdx = Predefined("threadIdx", True, "The thread's place in its block: threadIdx.x, .y, .z.")
blockIdx = Predefined("blockIdx", True, "The block's place in the grid: blockIdx.x, .y, .z.")
blockDim = Predefined("blockDim", True, "The threads of a block: blockDim.x, .y, .z.")
gridDim = Predefined("gridDim", True, "The blocks of the grid: gridDim.x, .y, .z.")
laneid = Predefined("laneid", False, "The thread's place in its warp, from 0 to 31: an int.")
warpSize = Predefined("warpSize", False, "The threads of a warp: 32.")


class Cooperation:
    # A function that exists only while a kernel runs.

    __slots__ = ("_name", "__doc__")

    def __init__(self, name, doc):
        self._name = name
        self.__doc__ = doc

    def __repr__(self):
        return f"<cudapy.{self._name}, known inside kernels>"

    def __reduce__(self):
        return self._name

    def __call__(self, *_):
        raise Error(
            f"{self._name} works only inside a kernel: compile the function with cudapy.compile and launch it"
        )


shared = Cooperation("shared", "shared(type, count): an array that the threads of a block share, its elements not set.")
local = Cooperation("local", "local(type, count): an array of the thread's own, its elements not set.")
syncthreads = Cooperation(
    "syncthreads", "syncthreads(): waits until every thread of the block has come here and sees what the others wrote."
)
syncthreads_count = Cooperation(
    "syncthreads_count", "syncthreads_count(p): the same, and for how many threads p is true."
)
syncthreads_and = Cooperation("syncthreads_and", "syncthreads_and(p): the same, and whether p is true for every thread.")
syncthreads_or = Cooperation("syncthreads_or", "syncthreads_or(p): the same, and whether p is true for some thread.")
grid_sync = Cooperation(
    "grid_sync", "grid_sync(): waits until every thread of every block has come here and sees what the others wrote."
)
threadfence = Cooperation(
    "threadfence",
    "threadfence(): what the thread wrote before is seen by all threads before what it writes after.",
)
threadfence_block = Cooperation("threadfence_block", "threadfence_block(): the same for the threads of the block.")
threadfence_system = Cooperation(
    "threadfence_system", "threadfence_system(): the same for all threads, those of the host and of other devices too."
)


def _atomic(name, what):
    return Cooperation(name, f"{name}(A, i, v): {what}; gives the old value. i is an index or a tuple of them.")


atomicAdd = _atomic("atomicAdd", "adds v to A[i] in one step that no other thread comes between")
atomicSub = _atomic("atomicSub", "subtracts v from A[i] in one step")
atomicMin = _atomic("atomicMin", "makes A[i] the smaller of itself and v in one step")
atomicMax = _atomic("atomicMax", "makes A[i] the larger of itself and v in one step")
atomicAnd = _atomic("atomicAnd", "makes A[i] A[i] & v in one step")
atomicOr = _atomic("atomicOr", "makes A[i] A[i] | v in one step")
atomicXor = _atomic("atomicXor", "makes A[i] A[i] ^ v in one step")
atomicExch = _atomic("atomicExch", "stores v in A[i] in one step")
atomicInc = _atomic("atomicInc", "adds 1 to A[i], or makes it 0 where it is v or more, in one step")
atomicDec = _atomic("atomicDec", "subtracts 1 from A[i], or makes it v where it is 0 or more than v, in one step")
atomicCAS = Cooperation(
    "atomicCAS", "atomicCAS(A, i, expected, v): stores v in A[i] if that is expected, in one step; gives the old value."
)
popc = Cooperation("popc", "popc(x): how many bits of an integer are one.")
clz = Cooperation("clz", "clz(x): how many zero bits there are above the highest one bit.")
ffs = Cooperation("ffs", "ffs(x): the place of the lowest one bit, counted from 1, or 0 where there is none.")
brev = Cooperation("brev", "brev(x): the bits of an integer in reverse order.")
random_state = Cooperation(
    "random_state", "random_state(seed, sequence): a generator of random numbers for the thread, the same on every target."
)
random = Cooperation("random", "random(rng): a float in [0, 1).")
uniform = Cooperation("uniform", "uniform(rng, a, b): a number from a to b, as precise as these.")
normal = Cooperation("normal", "normal(rng, mean, deviation): a normally distributed number, of mean 0 and deviation 1 without these.")
randint = Cooperation("randint", "randint(rng, a, b): an integer from a to b, both included.")
syncwarp = Cooperation(
    "syncwarp",
    "syncwarp(mask): waits until the threads of the warp in the mask, or all, have come here and see what the others wrote.",
)
shfl_sync = Cooperation("shfl_sync", "shfl_sync(mask, v, lane, width=32): v of another thread of the warp.")
shfl_up_sync = Cooperation("shfl_up_sync", "shfl_up_sync(mask, v, by, width=32): v of the thread so many places before.")
shfl_down_sync = Cooperation(
    "shfl_down_sync",
    "shfl_down_sync(mask, v, by, width=32): v of the thread so many places further on.",
)
shfl_xor_sync = Cooperation("shfl_xor_sync", "shfl_xor_sync(mask, v, bits, width=32): v of the thread at laneid ^ bits.")
all_sync = Cooperation("all_sync", "all_sync(mask, p): whether p is true for every thread of the warp in the mask.")
any_sync = Cooperation("any_sync", "any_sync(mask, p): whether p is true for some thread of the warp in the mask.")
ballot_sync = Cooperation(
    "ballot_sync",
    "ballot_sync(mask, p): the threads of the warp in the mask for which p is true, as bits.",
)
activemask = Cooperation("activemask", "activemask(): the threads of the warp that are here, as bits.")
reduce_add_sync = Cooperation("reduce_add_sync", "reduce_add_sync(mask, v): the sum of v over the threads of the warp in the mask.")
reduce_min_sync = Cooperation(
    "reduce_min_sync",
    "reduce_min_sync(mask, v): the smallest v over the threads of the warp in the mask.",
)
reduce_max_sync = Cooperation(
    "reduce_max_sync",
    "reduce_max_sync(mask, v): the largest v over the threads of the warp in the mask.",
)
reduce_and_sync = Cooperation("reduce_and_sync", "reduce_and_sync(mask, v): v & w over the threads of the warp in the mask.")
reduce_or_sync = Cooperation("reduce_or_sync", "reduce_or_sync(mask, v): v | w over the threads of the warp in the mask.")
reduce_xor_sync = Cooperation("reduce_xor_sync", "reduce_xor_sync(mask, v): v ^ w over the threads of the warp in the mask.")


class Array:
    """The type of an array in annotations: `X: cp.Array[cp.float32]` is `float* X`, and `A: cp.Array[cp.float32, 2]`, of two
    dimensions, is `float[,] A`. `rows: cp.Array[cp.Array[cp.float32]]` is `float** rows`, an array of arrays."""

    def __new__(cls):
        raise TypeError("cudapy.Array is for annotations, such as cp.Array[cp.float32]; an array is made with cp.CudaArray")

    def __class_getitem__(cls, item):
        element = item[0] if isinstance(item, tuple) and item else item
        if isinstance(element, (str, types.GenericAlias)) or type(element).__name__ == "TypeVar":  # the type is chosen later
            return types.GenericAlias(cls, item)
        return array_type(*item) if isinstance(item, tuple) and len(item) == 2 else Pointer(item)
