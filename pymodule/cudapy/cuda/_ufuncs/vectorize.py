"""cuda.vectorize: a function of numbers as a function of arrays, in a kernel of the dialect."""

from __future__ import annotations

import math
import warnings

import numpy as np

from ... import _core
from ..._compile.sources import check_function, is_lambda
from ..._launch.arguments import collect
from ..._types.dates import is_date
from ..._ufuncs.layout import Layout
from ..._ufuncs.strided import broadcast
from .._jit.arguments import is_in_place
from .._jit.pickling import reduce_over_arrays
from . import ufunc_signatures
from .operands import (
    apart,
    as_array,
    check_dates,
    checked_out,
    dtype_of,
    in_stream,
    is_on_device,
    kind_of,
    on_device,
    to_host,
    to_read,
)
from .texts import as_of_now, over_arrays, result_of

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from types import FunctionType
    from typing import Any

    from ..._core import CudaArray, Type
    from ..._ufuncs.texts import Mode
    from .operands import AnyArray
    from .ufunc_signatures import Kind, Signature


def vectorize(ftylist_or_function: Any = (), target: str = "cuda", **kws: Any) -> Any:
    """Makes a function of arrays of a function of numbers, which is called for each element of the arrays, as
    they are broadcast: `@cuda.vectorize(["float32(float32, float32)", "float64(float64, float64)"])`.

    The signatures say the types that arrays may have; nothing is cast to them but numbers. Without signatures
    the function is compiled for the types of its arguments, at the first call with them. `target` is "cuda".

    The function takes arrays, numbers, `out=` and `stream=`. It returns an array of NumPy, or one on the
    device where an argument is there. `f.reduce(array)` puts the elements of an array of one dimension
    together.

    Raises TypeError for what is no signature, KeyError for other options, and ValueError for other targets.
    """
    _check_options(target, kws)

    def make(function: Callable[..., Any]) -> UFunc:
        return UFunc(function, signatures)

    if callable(ftylist_or_function) and not hasattr(ftylist_or_function, "return_type"):
        signatures = []
        return make(ftylist_or_function)
    signatures = ufunc_signatures.read_all(ftylist_or_function or (), "vectorize")
    return make


def _check_options(target: str, options: dict[str, Any]) -> None:
    if target != "cuda":
        raise ValueError(f'vectorize: the target is "cuda", and not {target!r}')
    if options.pop("cache", False):
        raise TypeError("vectorize: caching is not supported: kernels are kept anyway")
    if options.pop("identity", None) not in (None, 0, 1, "reorderable"):
        raise ValueError('vectorize: identity is None, 0, 1 or "reorderable"')
    for name in options:
        if name != "nopython":
            raise KeyError(f"Unrecognized options: vectorize has no option {name!r} for the target cuda")
        warnings.warn("nopython kwarg for cuda target is redundant", RuntimeWarning, stacklevel=3)


class UFunc:
    """A function of arrays, which `cuda.vectorize` makes of a function of numbers."""

    def __init__(self, function: Any, signatures: Iterable[Signature]) -> None:
        plain: FunctionType = getattr(function, "py_func", function)
        if not is_lambda(plain):
            check_function(plain, "vectorize")
        self.__wrapped__ = self.py_func = plain
        self.__name__, self.__doc__ = plain.__name__, plain.__doc__
        self.__module__, self.__qualname__ = plain.__module__, plain.__qualname__
        self._signatures = list(signatures)
        code = plain.__code__
        self._names = code.co_varnames[: code.co_argcount]
        self._is_open = not signatures
        self._compiled = plain if self._is_open else as_of_now(plain)
        self._results: dict[tuple[Any, ...], Any] = {}  # the type of results, by the types of arguments
        self._kernels: dict[tuple[Any, ...], Any] = {}
        for args, result in signatures:
            self._add(args, result)

    def __reduce__(self) -> Any:
        return reduce_over_arrays(self, self._signatures)

    def __repr__(self) -> str:
        return f"<function {self.__name__}({', '.join(self._names)}) over arrays>"

    def __call__(self, *arguments: Any, out: Any = None, stream: Any = 0, **unknown: Any) -> Any:
        """Calls the function for each element of the arguments, which are broadcast, and returns the results.

        `out` is an array for them, on the host or on the device, of their shape. `stream` is the stream of
        the work. Raises TypeError where no signature has the types of the arguments, and ValueError where
        their shapes do not fit."""
        if unknown:
            warnings.warn(f"unrecognized keywords: {', '.join(unknown)}", stacklevel=2)
        arguments = collect(self.__name__, list(self._names), arguments, {})
        arrays = [None if _is_number(each) else as_array(each) for each in arguments]
        place_given = as_array(out) if is_on_device(out) else out
        kinds = self._choose(arguments, arrays)
        shape = self._shape([(1,) if each is None else each.shape for each in arrays])
        given = [
            np.array([number], dtype_of(kind))[0] if array is None else array
            for number, array, kind in zip(arguments, arrays, kinds)
        ]
        result = self._results[kinds]
        with in_stream(stream):
            place, is_host = self._place(place_given, arrays, shape, result)
            self._launch(given, kinds, result, place, shape)
            if is_host:
                return to_host(place).reshape(shape) if out is None else to_host(place, out)
        return out if is_in_place(out) else place

    def reduce(self, arg: Any, stream: Any = 0) -> Any:
        """Returns what the function makes of all elements of an array of one dimension, as a number of NumPy
        of its type. The elements are put together by halves, in the order that numba has.

        Raises TypeError for an array without elements or of several dimensions, and where the function has
        not two parameters."""
        if len(self._names) != 2:
            raise TypeError(f"{self.__name__}.reduce: the function must have two parameters")
        array = as_array(arg)
        if array.ndim != 1:
            raise TypeError(f"{self.__name__}.reduce: the array must have 1 dimension, not {array.ndim}")
        if not array.size:
            raise TypeError("Reduction on an empty array.")
        with in_stream(stream):
            copy = array.copy() if isinstance(array, _core.CudaArray) else on_device(array)
            self._reduce(copy)
            return to_host(copy[:1])[0]

    def _reduce(self, array: CudaArray) -> None:
        """Puts all elements into the first one."""
        if array.size == 1:
            return
        odd = array.size % 2
        even = array[: array.size - odd]
        half = even.size // 2
        self(even[:half], even[half:], out=even[:half])
        self._reduce(even[:half])
        if odd:
            self(array[:1], array[array.size - 1 :], out=array[:1])

    def _add(self, args: tuple[Kind, ...], result: Type | None) -> None:
        if len(args) != len(self._names):
            raise TypeError(
                f"vectorize: a signature has {len(args)} parameters, and {self.__name__} has "
                f"{len(self._names)}"
            )
        if any(each.ndim for each in args):
            raise TypeError(f"vectorize: {self.__name__} is given numbers, and a signature has arrays")
        kinds = tuple(each.kind for each in args)
        found = result_of(self._compiled, kinds)
        self._results[kinds] = found if result is None else result

    def _choose(self, arguments: Sequence[Any], arrays: Sequence[AnyArray | None]) -> tuple[Any, ...]:
        """The types of the parameters: those of the arguments, or for numbers those of the only signature."""
        own = [None if each is None else kind_of(each.dtype) for each in arrays]
        exact = [
            kind_of(np.asarray(number).dtype) if array is None else kind
            for number, array, kind in zip(arguments, arrays, own)
        ]
        if tuple(exact) in self._results:
            return tuple(exact)
        known = [kind for kind in exact if kind is not None]
        if self._is_open and len(known) == len(exact):
            self._results[tuple(exact)] = result_of(self._compiled, known)
            return tuple(exact)
        found = [
            kinds
            for kinds in self._results
            if all(
                kind is wanted if array is not None else not is_date(wanted)
                for array, kind, wanted in zip(arrays, own, kinds)
            )
        ]
        if not found:
            shown = (np.asarray(n).dtype if a is None else a.dtype for n, a in zip(arguments, arrays))
            if self._is_open:
                given = ", ".join(map(str, shown))
                raise TypeError(
                    f"No matching version. {self.__name__} was given {given}: it takes only numbers"
                )
            raise TypeError(
                f"No matching version. {self.__name__} was given {', '.join(map(str, shown))}, and arrays "
                "must have the types of one of its signatures: nothing is cast"
            )
        if len(found) > 1:
            raise TypeError(
                f"{self.__name__}: several signatures take these numbers, and the call is ambiguous: give "
                "numbers of NumPy's types, such as np.float32(1)"
            )
        return found[0]

    def _shape(self, shapes: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
        shape: tuple[int, ...] = ()
        for each in shapes:
            found = broadcast(shape, each)
            if found is None:
                shown = ", ".join(map(str, shapes))
                raise ValueError(f"{self.__name__}: failed to broadcast arguments of the shapes {shown}")
            shape = found
        return shape

    def _place(
        self, out: Any, arrays: Sequence[AnyArray | None], shape: tuple[int, ...], result: Type
    ) -> tuple[CudaArray, bool]:
        """The array on the device that the kernel writes to, and whether its elements go to the host then."""
        if out is None:
            is_host = not any(isinstance(each, _core.CudaArray) for each in arrays)
            return _core.numpy_scalars(_core.empty(shape or (1,), result)), is_host
        if not is_on_device(out) and not isinstance(out, np.ndarray):
            raise TypeError(
                f"{self.__name__}: out is an array of NumPy or on the device, and not {type(out).__name__}"
            )
        if out.shape != shape:
            raise ValueError(f"{self.__name__}: out has the shape {out.shape}, and the results have {shape}")
        if is_on_device(out):
            view = checked_out(out, self.__name__)
            check_dates(view, result, self.__name__)
            return view, False
        if out.dtype != dtype_of(result):
            wanted = dtype_of(result)
            raise TypeError(f"{self.__name__}: out is of {out.dtype}, and the results are of {wanted}")
        return _core.empty(shape or (1,), result), True

    def _launch(
        self,
        arguments: Sequence[Any],
        kinds: Sequence[Type],
        result: Type,
        place: CudaArray,
        shape: tuple[int, ...],
    ) -> None:
        if not math.prod(shape):
            return
        views = [to_read(each, place.device) if _is_array(each) else None for each in arguments]
        views = [None if each is None else apart(each, [place]) for each in views]
        shown = [(view, each.shape) for view, each in zip(views, arguments) if view is not None]
        layout = Layout([*shown, (place, shape)], shape)
        arrays = iter(layout.arrays)
        numbers: list[int] = []
        values: list[Any] = []
        inputs: list[tuple[Type, Mode]] = []
        for view, value, kind in zip(views, arguments, kinds):
            mode: Mode = "number"
            if view is not None:
                value, mode, steps = next(arrays)
                numbers += steps
            values.append(value)
            inputs.append((kind, mode))
        memory, mode, steps = next(arrays)
        if mode == "one":
            mode = "packed"
        out = (_core.elemType(memory), mode)
        if layout.is_strided:
            numbers += [*steps, *layout.extents[1:]]
        rank = len(layout.extents)
        key = (tuple(inputs), result, out, rank, layout.is_wide)
        kernel = self._kernels.get(key)
        if kernel is None:
            kernel = over_arrays(self._compiled, inputs, result, out, rank, layout.is_wide)
            self._kernels[key] = kernel
        kernel(layout.count)(*values, memory, *numbers)


def _is_number(value: object) -> bool:
    is_span = isinstance(value, np.timedelta64)  # which NumPy has among its integers
    return isinstance(value, (int, float, complex, np.number)) and not is_span


def _is_array(value: object) -> bool:
    return isinstance(value, (np.ndarray, _core.CudaArray))
