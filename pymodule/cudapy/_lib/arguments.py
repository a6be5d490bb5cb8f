"""What functions along an axis are given: an array, and the axis as what is before, along and after it."""

from __future__ import annotations

import math
import operator
from typing import NamedTuple

from .. import _core
from .._arrays.lists import CudaLists
from .._compile.compile import compile_functions
from .._compile.options import Options
from .._types.dates import is_date
from .._ufuncs.libraries import is_numpys, lies_on_host

TYPE_CHECKING = False  # as type checkers know it
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, SupportsIndex

    from .._core import CudaArray, Kernel, Type

_MOST = 2**31 - 1  # coordinates and places of elements are ints

_calls: dict[tuple[Callable[..., Any], str, str], Kernel] = {}


def call(kernel: Callable[..., Any], device: str, who: str, checked: bool | None = False) -> Kernel:
    """A kernel for a device. What ours compute may wrap, which the checked mode would take for mistakes."""
    key = (kernel, device, who)
    found = _calls.get(key)
    if found is None:
        made = compile_functions(kernel, None, Options(target=device, checked=checked))
        made.called = f"cp.lib.{who}"
        found = _calls[key] = made
    return found


def array_of(X: Any, who: str, name: str = "X") -> CudaArray:
    """What is given as a CudaArray whose elements follow each other, where it is or where kernels run."""
    if isinstance(X, CudaLists):
        raise TypeError(
            f"cp.lib.{who}: {name} is an array of arrays, of {len(X)} rows: give it one row at a time"
        )
    if is_numpys(X):
        _check_size(X.size, who, name)  # before something is copied
    if not isinstance(X, _core.CudaArray):
        X = _converted(X, who, name)
    _check_size(X.size, who, name)
    kind = _core.elemType(X)
    if is_date(kind):
        raise TypeError(f'cp.lib.{who}: it takes no elements of {kind.name}: give it {name}.view("int64")')
    array: CudaArray = X
    return array if is_packed(array) else array.copy()


def _check_size(size: int, who: str, name: str) -> None:
    if size > _MOST:
        raise ValueError(
            f"cp.lib.{who}: {name} has {size} elements, and at most {_MOST} are taken: "
            f"{elsewhere(who)} takes more"
        )


def _converted(X: Any, who: str, name: str) -> CudaArray:
    if getattr(X, "ndim", 1) == 0:
        raise TypeError(f"cp.lib.{who}: {name} is a number, and has no axis: give an array")
    try:
        if is_numpys(X):
            return _core.asarray(_native(X))
        shown = _core.asarray(X)
        if lies_on_host(X) is not False:
            return shown
        # An array of a GPU's library may be written to before a kernel that is under way has read it.
        return _core.CudaArray(X, None, shown.device)
    except (TypeError, ValueError, OverflowError, BufferError) as error:
        said = str(error).removeprefix("CudaArray: ").removeprefix("asarray: ")
        raise type(error)(f"cp.lib.{who}: {name}: {said}") from None


def _native(X: Any) -> Any:
    """A NumPy array in the byte order of this machine, with a place of its own for each element."""
    X = X if X.dtype.isnative else X.astype(X.dtype.newbyteorder("="))
    return X.copy() if 0 in X.strides else X


def is_packed(X: CudaArray) -> bool:
    """Returns whether the elements follow each other, row by row."""
    step = _core.empty(0, _core.elemType(X), "cpu").strides[0]
    for extent, stride in zip(reversed(X.shape), reversed(X.strides)):
        if extent != 1 and stride != step:
            return not X.size
        step *= extent
    return True


def number_type(X: CudaArray, who: str) -> Type:
    """The type of the elements, which must be real numbers or bools."""
    kind = _core.elemType(X)
    if isinstance(kind, type):
        raise TypeError(
            f"cp.lib.{who}: the elements are {kind.__name__}, and it takes numbers: give it one field of "
            "them, such as cp.lib.map(lambda v: v.x, X)"
        )
    if kind in (_core.Complex64, _core.Complex128):
        raise TypeError(
            f"cp.lib.{who}: the elements are {kind.name}, which have no order: cupy.{who} orders them by "
            "their real parts first"
        )
    return kind


def axis_of(axis: SupportsIndex, ndim: int, who: str) -> int:
    """The number of an axis, counted from the first one."""
    try:
        if isinstance(axis, bool):
            raise TypeError
        number = operator.index(axis)
    except TypeError:
        given = f"{type(axis).__name__} {axis!r}"
        raise TypeError(f"cp.lib.{who}: axis must be an int or None, got {given}") from None
    if not -ndim <= number < ndim:
        dimensions = f"{ndim} dimension{'s' * (ndim != 1)}"
        raise ValueError(
            f"cp.lib.{who}: axis {number} is out of range for an array of {dimensions} "
            f"({-ndim} to {ndim - 1})"
        )
    return number % ndim


class Extents(NamedTuple):
    """How many elements are before, along and after an axis."""

    outer: int
    length: int
    inner: int


def around(shape: tuple[int, ...], axis: int | None) -> Extents:
    """The extents around an axis; None stands for all elements in one row."""
    if axis is None:
        return Extents(1, math.prod(shape), 1)
    return Extents(math.prod(shape[:axis]), shape[axis], math.prod(shape[axis + 1 :]))


def elsewhere(who: str) -> str:
    """The functions of other libraries that do the same."""
    torch = {"select": "masked_select", "argsort": "argsort"}.get(who, who)
    cupy = {"select": "compress"}.get(who, who)
    return f"cupy.{cupy} or torch.{torch}"
