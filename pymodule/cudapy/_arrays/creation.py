"""Arrays that are made as NumPy makes them: arange, linspace, ones, array, those like another one, and
asnumpy."""

from __future__ import annotations

from .. import _core
from .._types.dtypes import element_type, numpys

__all__ = [
    "arange",
    "array",
    "asnumpy",
    "empty_like",
    "full_like",
    "linspace",
    "ones",
    "ones_like",
    "zeros_like",
]

TYPE_CHECKING = False  # as type checkers know it: typing takes long to import
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from types import ModuleType
    from typing import Any, TypeVar

    import numpy

    from .._core import CudaArray, Type, _ElementType, _Target

    DType = _ElementType | None
    Number = int | float | complex
    Result = TypeVar("Result")

_MISSING: Any = object()


@_core.entry
def ones(
    shape: int | Sequence[int], type: Any = _MISSING, target: _Target = None, dtype: Any = _MISSING
) -> CudaArray:
    """A CudaArray of ones.

    shape: a length, or a tuple or list of up to 8 extents.
    type: a type of the language such as `cp.Float`, or a NumPy type or its name. `dtype` is another name for
        it.
    target: "cuda", "cuda:1", a GPU's number or Device, "cpu", or None: where kernels run by default.

    Raises what full() raises.

    >>> cp.ones((2, 3), cp.Float).tolist()
    [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]
    """
    if type is not _MISSING and dtype is not _MISSING:
        raise TypeError("ones: type and dtype are two names for one argument")
    if type is _MISSING and dtype is _MISSING:
        raise TypeError("ones: the type of the elements is missing: write cp.ones(shape, cp.float32)")
    kind = element_type(dtype if type is _MISSING else type, "ones")
    return _as("ones", _core.full, shape, _one(kind, "ones"), kind, target)


@_core.entry
def arange(
    start: Number,
    stop: Number | None = None,
    step: Number | None = None,
    dtype: Any = None,
    target: _Target = None,
) -> CudaArray:
    """The numbers from `start` on, `step` apart, that come before `stop`: the CudaArray of what numpy.arange
    gives.

    start, stop, step: numbers. With only one of them it is `stop`, and 0 is the first number.
    dtype: a type of the language, a NumPy type, or its name. None: NumPy's own, int64 of ints, float64 with a
        float among them.
    target: "cuda", "cuda:1", a GPU's number or Device, "cpu", or None: where kernels run by default.

    Raises TypeError and ValueError for what numpy.arange does not take, OverflowError for numbers that the
    type does not have.

    >>> cp.arange(2, 10, 3).tolist(), cp.arange(3, dtype="float32").elemType()
    ([2, 5, 8], cudapy.Float)
    """
    np = numpys("arange")
    kind = _number_type(dtype, "arange")
    bounds = [each for each in (start, stop, step) if each is not None]
    if stop is None and step is not None:
        bounds = [0, start, step]
    for each in bounds:
        _check_number(each, "arange")
    if len(bounds) == 3 and not bounds[2]:
        raise ValueError("arange: step is 0, with which stop is never reached")
    made = _as("arange", np.arange, *bounds, dtype=kind)
    if made.dtype.kind in "iu" and made.size:
        first, step = (0, 1) if len(bounds) < 2 else (bounds[0], 1 if len(bounds) < 3 else bounds[2])
        _check_whole((first, step), made.dtype)
        _check_range(np, (first, first + step * (made.size - 1)), made.dtype, "arange")
    return _as("arange", _core.CudaArray, made, None, target)


@_core.entry
def linspace(
    start: Number,
    stop: Number,
    num: int = 50,
    endpoint: bool = True,
    dtype: Any = None,
    target: _Target = None,
) -> CudaArray:
    """So many numbers from `start` to `stop`, equally far from each other: the CudaArray of what
    numpy.linspace gives.

    endpoint: whether `stop` is the last of them.
    dtype: a type of the language, a NumPy type, or its name. None: NumPy's own, which is float64.
    target: "cuda", "cuda:1", a GPU's number or Device, "cpu", or None: where kernels run by default.

    Raises TypeError and ValueError for what numpy.linspace does not take.

    >>> cp.linspace(0, 1, 5).tolist(), cp.linspace(0, 1, 4, endpoint=False).tolist()
    ([0.0, 0.25, 0.5, 0.75, 1.0], [0.0, 0.25, 0.5, 0.75])
    """
    np = numpys("linspace")
    kind = _number_type(dtype, "linspace")
    for each in (start, stop):
        _check_number(each, "linspace")
    made = _as("linspace", np.linspace, start, stop, num, endpoint=endpoint)
    if kind is not None and np.dtype(kind).kind in "iu":
        made = np.floor(made)  # as NumPy does it for integers
        _check_range(np, made[[0, -1]] if made.size else (), np.dtype(kind), "linspace")
    return _as("linspace", _core.CudaArray, made if kind is None else made.astype(kind), None, target)


@_core.entry
def array(data: Any, dtype: Any = None, target: _Target = None) -> CudaArray:
    """A new CudaArray of the data, with the types of NumPy: ints are int64, floats float64, complex numbers
    complex128.

    data: what CudaArray takes. An array keeps the type that it has.
    dtype: the type of the elements: one of the language, a NumPy type, or its name. None: the data's own.
    target: "cuda", "cuda:1", a GPU's number or Device, "cpu", or None: where kernels run by default.

    `cp.CudaArray(data)` and `cp.asarray(data)` give lists the types that kernels give them, int and float of
    32 bits. Numbers that
    the type does not have are errors, also where NumPy cuts off their fractions. Raises what CudaArray
    raises.

    >>> cp.array([1, 2]).elemType(), cp.array([1, 2.5]).elemType()
    (cudapy.Int64, cudapy.Double)
    >>> cp.array([1, 2], dtype="float32").elemType()
    cudapy.Float
    """
    kind = None if dtype is None else element_type(dtype, "array")
    if not _has_type(data):
        data = _with_types(data if isinstance(data, (list, tuple)) else list(data))
        if not hasattr(data, "dtype"):
            _check_rows(data, kind)
            kind = _type_of_numbers(data) if kind is None else kind
    return _as("array", _core.CudaArray, data, kind, target)


@_core.entry
def asnumpy(A: Any) -> Any:
    """A NumPy array of the elements: a copy in host memory of what is in a device's, and what numpy.asarray
    gives of anything else.

    A: a CudaArray, an array of another library, or a list. Waits for the kernels launched before.

    >>> cp.asnumpy(cp.CudaArray([[1, 2], [3, 4]]))
    array([[1, 2],
           [3, 4]], dtype=int32)
    """
    np = numpys("asnumpy")
    from .._ufuncs.libraries import lies_on_host
    from .lists import CudaLists

    if isinstance(A, CudaLists):
        raise TypeError(
            "asnumpy: NumPy has no arrays whose rows have lengths of their own: A.toList() gives lists"
        )
    if isinstance(A, _core.CudaArray):
        return A.toHost()
    return _as("asnumpy", _core.asarray, A).toHost() if lies_on_host(A) is False else np.asarray(A)


@_core.entry
def zeros_like(A: Any, dtype: Any = None, target: _Target = None) -> CudaArray:
    """A CudaArray of zeros that is as A: of its shape, and its type and where it is unless `dtype` and
    `target` say others.

    >>> cp.zeros_like(np.array([[1, 2], [3, 4]])).tolist()
    [[0, 0], [0, 0]]
    """
    return _core.zeros(*_like(A, dtype, target, "zeros_like"))


@_core.entry
def ones_like(A: Any, dtype: Any = None, target: _Target = None) -> CudaArray:
    """A CudaArray of ones that is as A: of its shape, and its type and where it is unless `dtype` and
    `target` say others.

    >>> cp.ones_like(cp.CudaArray([[1.5, 2.5]])).tolist()
    [[1.0, 1.0]]
    """
    shape, kind, target = _like(A, dtype, target, "ones_like")
    return _core.full(shape, _one(kind, "ones_like"), kind, target)


@_core.entry
def empty_like(A: Any, dtype: Any = None, target: _Target = None) -> CudaArray:
    """A CudaArray that is as A, whose elements may be anything until a kernel writes them.

    >>> cp.empty_like(cp.CudaArray([[1.5, 2.5]]), dtype="int16").shape
    (1, 2)
    """
    return _core.empty(*_like(A, dtype, target, "empty_like"))


@_core.entry
def full_like(A: Any, value: Any, dtype: Any = None, target: _Target = None) -> CudaArray:
    """A CudaArray that is as A, whose elements all are `value`, which the type must have.

    >>> cp.full_like(cp.CudaArray([1, 2]), 7).tolist()
    [7, 7]
    """
    shape, kind, target = _like(A, dtype, target, "full_like")
    return _as("full_like", _core.full, shape, value, kind, target)


def _like(
    A: Any, dtype: DType, target: _Target, who: str
) -> tuple[tuple[int, ...], Type | type[Any], _Target]:
    """The shape, the type and the target of an array like A."""
    from .lists import CudaLists

    if isinstance(A, CudaLists):
        raise TypeError(
            f"{who}: A is a CudaLists, whose rows have lengths of their own, and the result is an array"
        )
    if not isinstance(A, _core.CudaArray):
        A = _as(who, _core.asarray, A)
    kind = _core.elemType(A) if dtype is None else element_type(dtype, who)
    return A.shape, kind, A.device if target is None else target


def _one(kind: Type | type[Any], who: str) -> int:
    """A one of a type."""
    if isinstance(kind, type):
        name = kind.__name__
        raise TypeError(f"{who}: {name} has no one: write cp.full(shape, {name}(...), {name})")
    return True if kind is _core.Bool else 1


def _number_type(dtype: DType, who: str) -> str | None:
    """NumPy's dtype for what is given as one."""
    if dtype is None:
        return None
    kind = element_type(dtype, who)
    if isinstance(kind, type) or kind is _core.BFloat16:
        name = kind.__name__ if isinstance(kind, type) else kind.name
        raise TypeError(
            f"{who}: NumPy, whose numbers these are, has no {name}: write "
            f"cp.{who}(...).astype(...) of another type"
        )
    return kind.numpy_name


def _check_number(value: Any, who: str) -> None:
    is_number = isinstance(value, complex) or hasattr(value, "__float__")
    if not is_number or getattr(value, "ndim", None):
        raise TypeError(f"{who}: expected a number, got {type(value).__name__} {value!r}")


def _check_whole(numbers: Iterable[Any], dtype: numpy.dtype[Any]) -> None:
    """Raises TypeError for fractions, which NumPy cuts off before it counts."""
    for each in numbers:
        if each != int(each):
            raise TypeError(
                f"arange: {each} is no integer, and the numbers are to be {dtype.name}: write "
                'cp.arange(...) with dtype="float64"'
            )


def _check_range(np: ModuleType, numbers: Iterable[Any], dtype: numpy.dtype[Any], who: str) -> None:
    """Raises OverflowError for numbers that the type does not have, which NumPy lets wrap."""
    limits = np.iinfo(dtype)
    for each in numbers:
        if not limits.min <= each <= limits.max:
            span = f"{limits.min} to {limits.max}"
            raise OverflowError(f"{who}: {each} is out of range for {dtype.name} ({span})")


def _has_type(data: Any) -> bool:
    """Returns whether data says the type of its elements itself."""
    return not isinstance(data, (list, tuple, range)) and (
        hasattr(data, "dtype")
        or hasattr(data, "__dlpack__")
        or hasattr(data, "__cuda_array_interface__")
        or _is_buffer(data)
    )


def _is_buffer(data: Any) -> bool:
    from .._ufuncs.libraries import is_buffer

    return is_buffer(data) or isinstance(data, (str, bytes)) or not hasattr(data, "__iter__")


def _with_types(data: Any) -> Any:
    """A list of NumPy's own numbers or arrays as the array that NumPy makes of it; any other list as it
    is."""
    item = data
    while isinstance(item, (list, tuple)) and item:
        item = item[0]
    if type(item).__module__ != "numpy":
        return data
    return _as("array", numpys("array").array, data)


def _check_rows(data: Any, kind: Type | type[Any] | None) -> None:
    from .lists import is_ragged

    if is_ragged(data):
        raise ValueError("array: the rows are not equally long: cp.CudaLists(rows) keeps such rows")
    if kind is None and not data:
        raise ValueError(
            'array: an empty list does not tell the type of its elements: give it, cp.array([], "float64")'
        )


def _type_of_numbers(data: Any) -> Type | None:
    """NumPy's type for Python's numbers, None where CudaArray says what is wrong."""
    try:
        kind = _core.elemType(data)
    except (TypeError, ValueError, OverflowError):
        return None
    return {_core.Int: _core.Int64, _core.Float: _core.Double, _core.Complex64: _core.Complex128}.get(
        kind, kind
    )


def _as(who: str, make: Callable[..., Result], *arguments: Any, **named: Any) -> Result:
    """Returns what a function gives, whose errors begin with what the user called."""
    try:
        return make(*arguments, **named)
    except (TypeError, ValueError, OverflowError, BufferError) as error:
        said = str(error)
        own = ("full: ", "CudaArray: ", "asarray: ", f"{who}: ", f"{who}() ")
        start = next((each for each in own if said.startswith(each)), "")
        raise type(error)(f"{who}: {said[len(start) :]}") from None
