"""cuda.reduce: a function of two numbers that puts all elements of an array together."""

from __future__ import annotations

from ... import _core, cuda
from ..._compile.sources import check_function, is_lambda
from ..._types.dates import is_date
from ..._ufuncs.numbers import KINDS, is_wider
from .._jit.dispatcher import DeviceFunction, jit
from .operands import as_array, dtype_of, in_stream, kind_of, on_device, packed
from .texts import result_of

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType
    from typing import Any

    from ..._core import CudaArray, Type

_WARP = 32
_BLOCK = 4 * _WARP
_MOST_BLOCKS = 2 * _WARP


class Reduce:
    """What `@cuda.reduce` makes of a function of two numbers: `total = f(array)`."""

    def __init__(self, functor: Any) -> None:
        """Raises TypeError for what is no function of two parameters."""
        plain: FunctionType = getattr(functor, "py_func", functor)
        if not is_lambda(plain):
            check_function(plain, "reduce")
        if plain.__code__.co_argcount != 2:
            raise TypeError(f"reduce: {plain.__name__} must have two parameters")
        self.__wrapped__ = plain
        self.__name__: str = plain.__name__
        self.__doc__ = plain.__doc__
        self._kernels: dict[Type, tuple[Any, Any]] = {}

    def __repr__(self) -> str:
        return f"<reduction by {self.__name__}>"

    def __call__(
        self, arr: Any, size: int | None = None, res: Any = None, init: Any = 0, stream: Any = 0
    ) -> Any:
        """Returns what the function makes of all elements of an array of one dimension, and of `init`, as a
        number of NumPy of the array's type. An array without elements gives `init`.

        `size` is the number of elements that are taken, from the first on. `res` is an array on the device
        whose first element gets the result; None is returned then. `stream` is the stream of the work. The
        elements are put together in the order that numba has, so that floats are rounded as there.

        Raises TypeError for an array of several dimensions, and of elements that are no numbers."""
        array = as_array(arr)
        if array.ndim != 1:
            raise TypeError("only support 1D array")
        kind = kind_of(array.dtype)
        if kind is None:
            raise TypeError(f"reduce: the elements must be numbers, and are of {array.dtype}")
        if size is not None:
            array = array[:size]
        if is_date(kind) or getattr(getattr(init, "dtype", None), "kind", "") in ("m", "M"):
            raise TypeError("reduce: kernels put numbers together, and no dates or spans of time")
        init = dtype_of(kind).type(init)
        if not array.size:
            return init
        with in_stream(stream):
            result = self._run(packed(on_device(array)), kind, init)
            if res is None:
                return result.toHost()[0]
            res[:1].copy_from(result)
            return None

    def _run(self, array: CudaArray, kind: Type, init: Any) -> CudaArray:
        """An array on the device of one element, the result."""
        by_blocks, by_one_block = self._kernels_for(kind)
        whole = array.size // _BLOCK * _BLOCK
        left = array.size - whole
        blocks = min(whole // _BLOCK, _MOST_BLOCKS)
        partials = _core.empty(blocks + bool(left), kind)
        if whole:
            by_blocks[blocks, _BLOCK](array[:whole], partials[:blocks], init)
        if left:
            by_one_block[1, left](array[whole:], partials[blocks:], init, not blocks)
        if partials.size > 1:
            by_one_block[1, partials.size](partials, partials, init, False)
        return partials[:1]

    def _kernels_for(self, kind: Type) -> tuple[Any, Any]:
        if kind not in self._kernels:
            op, wide = DeviceFunction(self.__wrapped__), _accumulated(self.__wrapped__, kind)
            self._kernels[kind] = _by_blocks(op, kind, wide), _by_one_block(op, kind, wide)
        return self._kernels[kind]


def reduce(functor: Callable[..., Any]) -> Reduce:
    """Makes a function that puts all elements of an array together, of a function of two numbers:

        @cuda.reduce
        def total(a, b):
            return a + b

        total(array)

    The function should be associative and commutative. See Reduce."""
    return Reduce(functor)


def _accumulated(function: FunctionType, kind: Type) -> Type:
    """Returns the type of a name that is an element first, and then what the function gives of the name and
    another element: the type of both in numba. Elements are stored in their own type all the same."""
    wide = kind
    for _ in range(3):
        found = result_of(function, (wide, kind))
        if found is wide:
            return wide
        if found is None:
            break
        is_double = found in (_core.Double, _core.Complex128)
        if (KINDS[found.name] > 2 and not is_double) or not is_wider(found.name, wide.name):
            break
        wide = found
    return kind  # the kernels say what is wrong


def _by_blocks(op: DeviceFunction, kind: Type, wide: Type) -> Any:
    """Returns the kernel of whole blocks. Each thread takes every so many elements; the results of a warp are
    put together by halves, and those of the four warps then."""

    @jit
    def reduce_by_blocks(array, partials, init):  # type: ignore[no-untyped-def]  # a kernel
        values = cuda.shared.array(_BLOCK, kind)
        place = cuda.threadIdx.x
        lane = place % _WARP
        first = place + cuda.blockIdx.x * _BLOCK
        value = wide(array[first])
        for i in range(first + cuda.gridDim.x * _BLOCK, array.size, cuda.gridDim.x * _BLOCK):
            value = op(value, array[i])
        values[place] = value
        cuda.syncthreads()
        width = _WARP // 2
        while width:
            if lane < width:
                values[place] = op(values[place], values[place + width])
            cuda.syncthreads()
            width //= 2
        if place < 2:
            values[place * _WARP] = op(values[place * _WARP], values[(place + 2) * _WARP])
        cuda.syncthreads()
        if place == 0:
            partials[cuda.blockIdx.x] = op(values[0], values[_WARP])
            if cuda.blockIdx.x == 0:
                partials[0] = op(partials[0], init)

    return reduce_by_blocks


def _by_one_block(op: DeviceFunction, kind: Type, wide: Type) -> Any:
    """Returns the kernel of one block with a thread for each element, at most 128. Warps before the last one
    are put together by halves, the last one and then the results in their order."""

    @jit
    def reduce_by_one_block(array, partials, init, has_init):  # type: ignore[no-untyped-def]  # a kernel
        values = cuda.shared.array(_BLOCK, kind)
        place = cuda.threadIdx.x
        lane = place % _WARP
        warp = place // _WARP
        size = array.size
        is_whole = (warp + 1) * _WARP < size
        values[place] = array[place]
        cuda.syncthreads()
        width = _WARP // 2
        while width:
            if is_whole and lane < width:
                values[place] = op(values[place], values[place + width])
            cuda.syncthreads()
            width //= 2
        if not is_whole and lane == 0:
            for i in range(1, size - place):
                values[place] = op(values[place], values[place + i])
        cuda.syncthreads()
        if place == 0:
            result = wide(values[0])
            for i in range(1, (size + _WARP - 1) // _WARP):
                result = op(result, values[i * _WARP])
            partials[0] = result
            if has_init:
                partials[0] = op(partials[0], init)

    return reduce_by_one_block
