"""Functions over whole arrays, written in the language of kernels itself: map, zipWith, reduce and scan, and
along an axis cumsum, sort, argsort, select and unique.

    squares = cp.lib.map(lambda x: x * x, X)
    total = cp.lib.reduce(lambda a, b: a + b, X)
    largest = cp.lib.reduce(max, X)

X is a CudaArray, or whatever a CudaArray can be made of; results are CudaArrays on the same device. A
function is a lambda, a function with a signature, or a built-in one. What reduce and scan put together has
the type of the elements, or the wider one that f gives or init has: the sum of bools is an int. The compiled
kernels are kept for each function and type.
"""

from __future__ import annotations

from typing import overload

from . import _core
from ._arrays.lists import CudaLists
from ._compile.compile import compile_functions
from ._compile.generic import AtLeast, _type_key
from ._compile.options import Options
from ._lib.kernels.elements import map_elements, map_rows, zip_elements
from ._lib.kernels.tiles import THREADS, TILE, carry_over, put_before, reduce_tiles, scan_tiles

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, Literal, NoReturn, SupportsIndex

    from ._core import CudaArray, Kernel, Type, _ElementType

__all__ = ["argsort", "cumsum", "map", "reduce", "scan", "select", "sort", "unique", "zipWith"]


def __dir__() -> list[str]:
    return sorted(__all__)


def __getattr__(name: str) -> NoReturn:
    from ._lib.absent import why_absent

    raise AttributeError(why_absent(name, __all__), name=name)


_calls: dict[tuple[Callable[..., Any], str, str], Kernel] = {}


def _call(kernel: Callable[..., Any], array: CudaArray | CudaLists, who: str) -> Kernel:
    """The kernel for the device of an array; `who` is what the user called."""
    target = "cpu" if array.device == "cpu" else "cuda"
    call = _calls.get((kernel, target, who))
    if call is None:
        made = compile_functions(kernel, None, Options(target=target))
        made.called = f"cp.lib.{who}"
        call = _calls[kernel, target, who] = made
    return call


def _array_or_lists(X: Any, who: str, name: str = "X") -> CudaArray | CudaLists:
    """Returns what is given as a CudaArray of one dimension, or as a CudaLists."""
    array: CudaArray | CudaLists
    if isinstance(X, (_core.CudaArray, CudaLists)):
        array = X
    else:
        try:
            array = _core.CudaArray(X)
        except (TypeError, ValueError, OverflowError) as error:
            raise type(error)(f"cp.lib.{who}: {name}: {error}") from None
    if not isinstance(array, CudaLists) and array.ndim != 1:
        raise TypeError(
            f"cp.lib.{who}: {name} must have one dimension, got shape {array.shape}: pass {name}.reshape(-1)"
        )
    return array


def _array(X: Any, who: str, name: str = "X") -> CudaArray:
    """Returns what is given as a CudaArray of one dimension."""
    array = _array_or_lists(X, who, name)
    if isinstance(array, CudaLists):
        raise TypeError(
            f"cp.lib.{who}: {name} is an array of arrays, of {len(array)} rows: only map takes one, and "
            "gives f whole rows"
        )
    return array


def _allocate(length: int, type: _ElementType, like: CudaArray | CudaLists) -> CudaArray:
    return _core.CudaArray.allocate(length, type, "cpu" if like.device == "cpu" else "cuda")


def _element(instance: Kernel, parameter: str) -> Type:
    """The type of the elements of a parameter."""
    element = dict(instance.parameters)[parameter].element
    assert element is not None
    return element


@_core.entry
def map(f: Callable[[Any], Any], X: Any) -> CudaArray:
    """The array of f(x) for each element x, of the type that f gives. Of an array of arrays f is given the
    rows.

    >>> def square(x):
    ...     return x * x
    >>> cp.lib.map(square, [1, 2, 3]).tolist()
    [1, 4, 9]
    """
    X = _array_or_lists(X, "map")
    is_lists = isinstance(X, CudaLists)
    instance = _call(map_rows if is_lists else map_elements, X, "map").instance(f, X, None)
    Y = _allocate(len(X), _element(instance, "Y"), X)
    instance(len(X))(X, Y)
    return Y


@_core.entry
def zipWith(f: Callable[[Any, Any], Any], X: Any, Y: Any) -> CudaArray:
    """The array of f(x, y) for the elements of two arrays side by side, as long as the shorter one.

    >>> def add(x, y):
    ...     return x + y
    >>> cp.lib.zipWith(add, [1, 2, 3], [10, 20, 30]).tolist()
    [11, 22, 33]
    """
    X, Y = _array(X, "zipWith"), _array(Y, "zipWith", "Y")
    length = min(len(X), len(Y))
    instance = _call(zip_elements, X, "zipWith").instance(f, X, Y, None)
    Z = _allocate(length, _element(instance, "Z"), X)
    instance(length)(X, Y, Z)
    return Z


@_core.entry
def reduce(f: Callable[[Any, Any], Any], X: Any, init: Any = None) -> Any:
    """All elements put together by an associative function f of two, from the left, as functools.reduce does:
    a number.

    With `init` that comes first. Raises ValueError for an empty array without `init`.

    >>> def add(x, y):
    ...     return x + y
    >>> cp.lib.reduce(add, [1, 2, 3]), cp.lib.reduce(max, [4, 9, 2])
    (6, 9)
    """
    if init is not None and isinstance(X, (list, tuple)) and not X:  # which has no type, and needs none
        return init
    X = _array(X, "reduce")
    if not len(X):
        if init is None:
            raise ValueError("cp.lib.reduce: the array is empty, and there is no init")
        return init
    kind, put_first = _start(f, X, init, "reduce")
    results = X
    while len(results) > 1 or results is X:
        tiles = -(-len(results) // TILE)
        instance = _call(reduce_tiles, X, "reduce").instance(f, results, AtLeast(kind, 1))
        kind = _element(instance, "results")
        totals = _allocate(tiles, kind, X)
        instance(tiles * THREADS, block=THREADS)(results, totals)
        results = totals
    if put_first:
        put_first(1)(init, results)
    return results[0]


@_core.entry
def scan(f: Callable[[Any, Any], Any], X: Any, init: Any = None) -> CudaArray:
    """The array of what the elements up to each one, itself included, come to by an associative function f of
    two.

    With `init` that comes first.

    >>> def add(x, y):
    ...     return x + y
    >>> cp.lib.scan(add, [1, 2, 3]).tolist(), cp.lib.scan(add, [1, 2, 3], init=10).tolist()
    ([1, 3, 6], [11, 13, 16])
    """
    X = _array(X, "scan")
    kind, put_first = _start(f, X, init, "scan")
    Y = _scan(f, X, kind)
    if put_first:
        put_first(len(Y))(init, Y)
    return Y


@_core.entry
def cumsum(X: Any, axis: SupportsIndex | None = None, dtype: _ElementType | None = None) -> CudaArray:
    """The sums of the elements up to each one, itself included, along an axis, or of all of them, row by row.

    axis: the number of an axis, from the end where it is negative, or None: the result has one dimension.
    dtype: the type of the sums. None: int64 or uint64 of bools and integers, that of the elements of others.

    Integers wrap as NumPy's do. Floats are summed in an order that is the same on every device: 128 elements
    one after another, as NumPy sums them, and each 128 further ones from the sum of those before, which are
    summed up in the same way.

    Raises TypeError for a type that does not hold all integers of the elements' type, ValueError for an axis
    that there is not.

    >>> cp.lib.cumsum([[1, 2], [3, 4]]).tolist(), cp.lib.cumsum([[1, 2], [3, 4]], axis=0).tolist()
    ([1, 3, 6, 10], [[1, 2], [4, 6]])
    """
    from ._lib.cumsum import cumsum  # read when it is first needed

    return cumsum(X, axis, dtype)


@_core.entry
def sort(X: Any, axis: SupportsIndex | None = -1) -> CudaArray:
    """The elements in ascending order along an axis, or all of them for None. NaNs are the last ones.

    X: an array of numbers or bools of up to 2147483647 elements, which stays as it is.

    Raises TypeError for complex numbers and structs, ValueError for an axis that there is not.

    >>> cp.lib.sort([[3, 1, 2], [1, 0, 5]]).tolist(), cp.lib.sort([[3, 1, 2], [1, 0, 5]], axis=0).tolist()
    ([[1, 2, 3], [0, 1, 5]], [[1, 0, 2], [3, 1, 5]])
    """
    from ._lib.sort import sort

    return sort(X, axis)


@_core.entry
def argsort(X: Any, axis: SupportsIndex | None = -1) -> CudaArray:
    """The places along an axis, int64, at which the elements are in ascending order; equal ones stay in
    theirs.

    X, axis: as for sort(). 0.0 and -0.0 are equal, and so are all NaNs.

    >>> cp.lib.argsort([30, 10, 20, 10]).tolist()
    [1, 3, 2, 0]
    """
    from ._lib.sort import argsort

    return argsort(X, axis)


@_core.entry
def select(X: Any, where: Callable[[Any], Any] | Any, axis: SupportsIndex | None = None) -> CudaArray:
    """The elements for which something holds, in their order.

    where: a mask, which is an array of bools of the shape of X, or a function that gives a bool for an
        element.
    axis: None, or the axis of which parts are selected; `where` then has one bool for each place along it.

    Waits for the kernels launched before, since the shape of the result depends on them. Raises TypeError for
    a mask of other numbers than bools, ValueError for a mask of another shape.

    >>> cp.lib.select([3, -1, 4], lambda x: x > 0).tolist()
    [3, 4]
    >>> cp.lib.select([3, -1, 4], [True, True, False]).tolist()
    [3, -1]
    >>> cp.lib.select([[1, 2, 3], [4, 5, 6]], [True, False, True], axis=1).tolist()
    [[1, 3], [4, 6]]
    """
    from ._lib.select import select

    return select(X, where, axis)


@overload
def unique(
    X: Any,
    axis: SupportsIndex | None = None,
    *,
    return_index: Literal[False] = False,
    return_inverse: Literal[False] = False,
    return_counts: Literal[False] = False,
) -> CudaArray: ...
@overload
def unique(
    X: Any,
    axis: SupportsIndex | None = None,
    *,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
) -> CudaArray | tuple[CudaArray, ...]: ...
@_core.entry
def unique(
    X: Any,
    axis: SupportsIndex | None = None,
    *,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
) -> CudaArray | tuple[CudaArray, ...]:
    """The elements that differ, in ascending order; all NaNs are one.

    axis: None, or the axis whose parts, rows for 0, are compared element by element; those with NaNs are like
        no others.
    return_index: also where each is first, among all elements row by row, or along the axis.
    return_inverse: also which of them each element is, in the shape of X, or each part.
    return_counts: also how often each is. These are of int64.

    Waits for the kernels launched before. With an axis, the time grows as the number of elements in a part
    does.

    >>> values, counts = cp.lib.unique([3, 1, 3, 2], return_counts=True)
    >>> values.tolist(), counts.tolist()
    ([1, 2, 3], [1, 1, 2])
    """
    from ._lib.unique import unique

    return unique(X, axis, return_index, return_inverse, return_counts)


def _start(f: Callable[[Any, Any], Any], X: CudaArray, init: Any, who: str) -> tuple[Type, Kernel | None]:
    """The type that the elements, and init, ask for, and the kernel that puts init in front of results."""
    kind = _core.elemType(X)
    if init is None:
        return kind, None
    put_first = _call(put_before, X, who).instance(f, _asks_for(init, kind, who), AtLeast(kind, 1))
    kind = _element(put_first, "Y")
    _check_init(init, kind, who)
    return kind, put_first


def _asks_for(init: Any, kind: Type | type[Any], who: str) -> AtLeast | None:
    """What init says of the type of results: a number of Python's own is one of the elements' type where that
    holds it."""
    if type(init) in (bool, int, float, complex):
        try:
            _check_init(init, kind, who)
        except (TypeError, ValueError, OverflowError):
            if kind == _core.UInt64 and isinstance(init, int):
                raise
        else:
            return None
    own, dimensions, _ = _type_key(init, f"cp.lib.{who}", "init", "")
    numbers = not isinstance(own, type) and not isinstance(kind, type)
    if dimensions or not (numbers or own is kind):
        raise TypeError(
            f"cp.lib.{who}: init must be one like the elements, which are {_name(kind)}, got "
            f"{type(init).__name__} {init!r}"
        )
    return AtLeast(own, 0)


def _check_init(init: Any, kind: Type | type[Any], who: str) -> None:
    """Raises what says that init is no element of the type."""
    try:
        _core.CudaArray([init], kind, "cpu")
    except (TypeError, ValueError, OverflowError) as error:
        raise type(error)(f"cp.lib.{who}: init: {error}") from None


def _name(kind: Type | type[Any]) -> str:
    return kind.__name__ if isinstance(kind, type) else kind.name


def _scan(f: Callable[[Any, Any], Any], X: CudaArray, kind: Type) -> CudaArray:
    instance = _call(scan_tiles, X, "scan").instance(f, X, AtLeast(kind, 1), AtLeast(kind, 1))
    kind = _element(instance, "Y")
    Y = _allocate(len(X), kind, X)
    if not len(X):
        return Y
    tiles = -(-len(X) // TILE)
    totals = _allocate(tiles, kind, X)
    instance(tiles * THREADS, block=THREADS)(X, Y, totals)
    if tiles > 1:
        _call(carry_over, X, "scan")(len(X))(f, _scan(f, totals, kind), Y)
    return Y
